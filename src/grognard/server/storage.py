"""Where matches are kept: one SQLite file, one thread that writes it.

Every accepted decision is on disk before anybody is told of it. The file is in WAL mode with synchronous=FULL: the log
is synced at each commit, so that neither SIGKILL nor a power cut loses what was acknowledged (NORMAL would survive the
first and not the second). A sync per decision would be dear, so the writer takes all jobs that are waiting, runs them
in one transaction and answers them together: the busier the server, the larger the groups. Changes of a group are
written with one statement each for all of them, because every call into SQLite hands the interpreter to the server's
thread and waits to get it back.
"""

from __future__ import annotations

import contextlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import platformdirs

from grognard.kernel.flow import Refused

APPLICATION = 0x47524F47
"""Written into the file's head, so that another program's database is recognised."""
SCHEMA = 1
LARGEST_GROUP = 256

_Job = tuple["Change | Callable[[sqlite3.Connection], Any]", Future[Any]]
_T = TypeVar("_T")
_TABLES = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL,    -- JSON, secrets included
    tokens TEXT NOT NULL,    -- JSON: side id to the token of its human seat
    opening TEXT NOT NULL,   -- rolls before the first decision
    turn INTEGER NOT NULL,
    status TEXT NOT NULL,    -- open, over
    decides TEXT NOT NULL,   -- side id, or empty
    revision INTEGER NOT NULL,
    updated REAL NOT NULL
) STRICT;
CREATE TABLE decisions (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    side INTEGER NOT NULL,
    words TEXT NOT NULL,
    rolls TEXT NOT NULL,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX recent ON matches (updated);
"""


class OvertakenError(Exception):
    """Another process wrote to this match since it was read."""


class Line(NamedTuple):
    """One decision as it is stored."""

    side: int
    words: str
    rolls: str


class Standing(NamedTuple):
    """What the list of matches shows of one."""

    turn: int
    status: str
    decides: str


class Change(NamedTuple):
    """What one request does to a match: keep its first decisions and add some."""

    match: str
    revision: int
    keep: int
    lines: list[Line]
    standing: Standing
    takes_back: bool


class Stored(NamedTuple):
    """A match as it was read."""

    header: dict[str, Any]
    tokens: dict[str, str]
    opening: str
    lines: list[Line]
    revision: int


class Row(NamedTuple):
    """One line of the list of matches."""

    id: str
    header: dict[str, Any]
    tokens: dict[str, str]
    standing: Standing
    updated: float


def default_path() -> Path:
    """The file in the user's data folder."""
    return platformdirs.user_data_path("grognard", appauthor=False) / "matches.sqlite"


class Storage:
    """The file of matches. Each call returns a future that is done when its work is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _open(path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="storage", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what is waiting and close the file; who still comes is told so."""
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    # --- calls

    def create(self, match: str, stored: Stored, standing: Standing) -> Future[None]:
        """A new match, with the decisions it already has."""

        def work(db: sqlite3.Connection) -> None:
            texts = json.dumps(stored.header), json.dumps(stored.tokens), stored.opening
            values = (match, *texts, *standing, stored.revision, time.time())
            db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            _insert(db, match, 0, stored.lines)

        return self._call(work)

    def change(self, change: Change) -> Future[None]:
        """Add decisions to a match, or take some back; refused when another process wrote to it meanwhile."""
        return self._put(change)

    def read(self, match: str) -> Future[Stored | None]:
        """One match with all its decisions, or None."""

        def work(db: sqlite3.Connection) -> Stored | None:
            row = db.execute("SELECT header, tokens, opening, revision FROM matches WHERE id=?", (match,)).fetchone()
            if row is None:
                return None
            lines = db.execute("SELECT side, words, rolls FROM decisions WHERE match=? ORDER BY n", (match,))
            return Stored(json.loads(row[0]), json.loads(row[1]), row[2], [Line(*line) for line in lines], row[3])

        return self._call(work)

    def recent(self, limit: int) -> Future[list[Row]]:
        """The matches that were touched last; not those of lessons, which have a dash in their id."""

        def work(db: sqlite3.Connection) -> list[Row]:
            rows = db.execute(
                "SELECT id, header, tokens, turn, status, decides, updated FROM matches WHERE id NOT LIKE '%-%' "
                "ORDER BY updated DESC LIMIT ?",
                (limit,),
            )
            return [Row(r[0], json.loads(r[1]), json.loads(r[2]), Standing(*r[3:6]), r[6]) for r in rows]

        return self._call(work)

    # --- the writer

    def _call(self, work: Callable[[sqlite3.Connection], _T]) -> Future[_T]:
        return self._put(work)

    def _put(self, work: Change | Callable[[sqlite3.Connection], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        # What was handed over is always carried out: nobody may call it off half-way.
        future.set_running_or_notify_cancel()
        if self._is_closed:
            future.set_exception(RuntimeError("The file of matches is closed."))
        else:
            self._jobs.put((work, future))
        return future

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            ending = False
            with contextlib.suppress(queue.Empty):
                while len(group) < LARGEST_GROUP:
                    waiting = self._jobs.get_nowait()
                    if waiting is None:
                        ending = True
                        break
                    group.append(waiting)
            self._run(group)
            if ending:
                return

    def _run(self, group: list[_Job]) -> None:
        """One transaction for all; a job that fails is undone by itself and the others stand."""
        db = self._connection
        changes = [(work, future) for work, future in group if isinstance(work, Change)]
        others = [(work, future) for work, future in group if not isinstance(work, Change)]
        results: list[tuple[Future[Any], Any, Exception | None]]
        try:
            db.execute("BEGIN IMMEDIATE")
            if changes and _change_all(db, [change for change, _ in changes]):
                results = [(future, None, None) for _, future in changes]
            else:
                results = [_alone(db, partial(_change_one, change=change), future) for change, future in changes]
            results += [_alone(db, work, future) for work, future in others]
            db.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            results = [(future, None, error) for _, future in group]
        for future, result, problem in results:
            if problem is None:
                future.set_result(result)
            else:
                future.set_exception(problem)


def _alone(
    db: sqlite3.Connection, work: Callable[[sqlite3.Connection], Any], future: Future[Any]
) -> tuple[Future[Any], Any, Exception | None]:
    db.execute("SAVEPOINT job")
    try:
        result, problem = work(db), None
    except Exception as error:
        result, problem = None, error
        db.execute("ROLLBACK TO job")
    db.execute("RELEASE job")
    return future, result, problem


def _change_all(db: sqlite3.Connection, changes: list[Change]) -> bool:
    """Write all changes at once; False, with nothing written, when one of them was overtaken."""
    db.execute("SAVEPOINT changes")
    now = time.time()
    heads = [(change.match, change.revision, *change.standing, now) for change in changes]
    written = db.execute(
        """UPDATE matches SET turn=new.turn, status=new.status, decides=new.decides, revision=matches.revision+1,
        updated=new.updated FROM (
            SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS revision,
            json_extract(value, '$[2]') AS turn, json_extract(value, '$[3]') AS status,
            json_extract(value, '$[4]') AS decides, json_extract(value, '$[5]') AS updated FROM json_each(?)
        ) AS new WHERE matches.id=new.id AND matches.revision=new.revision""",
        (json.dumps(heads),),
    ).rowcount
    if written != len(changes):
        db.execute("ROLLBACK TO changes")
    else:
        for change in changes:
            if change.takes_back:
                _cut(db, change)
        lines = [(c.match, n, *line) for c in changes for n, line in enumerate(c.lines, c.keep)]
        db.execute(
            """INSERT INTO decisions SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
            json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)""",
            (json.dumps(lines),),
        )
    db.execute("RELEASE changes")
    return bool(written == len(changes))


def _change_one(db: sqlite3.Connection, change: Change) -> None:
    if not _change_all(db, [change]):
        raise OvertakenError


def _cut(db: sqlite3.Connection, change: Change) -> None:
    db.execute("DELETE FROM decisions WHERE match=? AND n>=?", (change.match, change.keep))


def _insert(db: sqlite3.Connection, match: str, first: int, lines: Sequence[Line]) -> None:
    db.executemany(
        "INSERT INTO decisions VALUES (?, ?, ?, ?, ?)", [(match, n, *line) for n, line in enumerate(lines, first)]
    )


def _open(path: Path) -> sqlite3.Connection:
    """The file, made if it is not there; anything else than ours is refused with a sentence and left alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"{path} cannot be opened to keep matches in: {error}.") from None
    try:
        _prepare(db, path)
    except sqlite3.DatabaseError as error:
        db.close()
        if "locked" in str(error):
            raise Refused(f"{path} is held by another program.") from None
        raise Refused(f"{path} is damaged or not a file of Grognard matches: {error}.") from None
    except Refused:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    application = db.execute("PRAGMA application_id").fetchone()[0]
    schema = db.execute("PRAGMA user_version").fetchone()[0]
    is_new = not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and not (is_new and application == 0):
        raise Refused(f"{path} is a database of another program.")
    if schema > SCHEMA:
        raise Refused(f"{path} was written by a newer Grognard (format {schema}; this one reads {SCHEMA}).")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    if is_new:
        db.executescript(
            f"BEGIN IMMEDIATE; {_TABLES} PRAGMA application_id={APPLICATION}; PRAGMA user_version={SCHEMA}; COMMIT;"
        )
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Refused(f"{path} is damaged; put it aside or restore a copy.")
