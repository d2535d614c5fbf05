"""Store in one SQLite file.

The file is in WAL mode with synchronous=FULL: the log is synced at each commit, so that neither SIGKILL nor a power
cut loses what was acknowledged (NORMAL would survive the first and not the second). The changes of a group are written
with one statement for all of them, a transaction of its own where nothing else is to be done: every call into SQLite
hands the interpreter to the server's thread and waits to get it back, and one for each step (begin, update, insert,
commit) made everybody wait longer than the disk did. The statements are written by hand: this is the path of every
decision.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from grognard.store import checksums
from grognard.store.database_file import Watched, open_file
from grognard.store.interface import (
    NOBODY,
    Change,
    Entry,
    Head,
    Held,
    News,
    OvertakenError,
    Row,
    Standing,
    Stored,
    TooManyError,
)
from grognard.store.write_thread import Outcome, Waiting, Writer

HEAD = "id, header, tokens, opening, turn, status, decides, revision, updated, length, head, mark"
Db = sqlite3.Connection
OVERTAKEN = "overtaken"
CHANGES = f"""
CREATE TEMP VIEW changes AS SELECT '' AS match, 0 AS revision, 0 AS turn, '' AS status, '' AS decides, 0.0 AS updated,
    0 AS length, 0 AS mark, 0 AS keep, 0 AS takes_back, '' AS lines;
CREATE TEMP TRIGGER change INSTEAD OF INSERT ON changes BEGIN
    UPDATE matches SET turn=new.turn, status=new.status, decides=new.decides, revision=new.revision+1,
        updated=new.updated, length=new.length, mark=new.mark WHERE id=new.match AND revision=new.revision;
    SELECT RAISE(ABORT, '{OVERTAKEN}') WHERE changes()=0;
    DELETE FROM decisions WHERE new.takes_back AND match=new.match AND n>=new.keep;
    INSERT INTO decisions SELECT new.match, new.keep+key, json_extract(value, '$[0]'), json_extract(value, '$[1]'),
        json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(new.lines);
END;
"""
"""What is put into this view, a row for each change, is written to the matches and their decisions: all or nothing. It
belongs to the connection and is not in the file."""
WRITE = "INSERT INTO changes SELECT {} FROM json_each(?)".format(
    ", ".join(f"json_extract(value, '$[{number}]')" for number in range(11))
)
_encode = msgspec.json.Encoder().encode


class SqliteStore(Writer[Db]):
    """The file of matches."""

    shared = False

    def __init__(self, path: Path) -> None:
        super().__init__("store")
        self.path = path
        self._db = open_file(path)
        self._db.executescript(CHANGES)
        self._watched = Watched(path)
        self._told: Callable[[News | None], None] | None = None
        self._start()

    def close(self) -> None:
        """Finish what is waiting and close the file; who still comes is told so."""
        self._stop()
        self._db.close()

    def check(self) -> None:
        """Notice that the file was taken away, replaced or cut."""
        self._watched.check()

    # --- calls

    def create(
        self, match: str, stored: Stored, standing: Standing, makers: Mapping[str, int] = NOBODY, since: float = 0.0
    ) -> Future[None]:
        """A new match, with the decisions it already has; refused where one of its makers has too many."""

        def work(db: Db) -> None:
            for maker, most in makers.items():
                if most and (count := _made_by(db, maker, since)) >= most:
                    raise TooManyError(count)
            _insert(*checksums.head_of(match, stored, standing, time.time()), db)
            db.executemany("INSERT INTO makers VALUES (?, ?)", [(match, maker) for maker in makers])

        return self._call(work)

    def made_by(self, maker: str, since: float) -> Future[int]:
        """The number of open matches by an owner that were played at since then."""
        return self._call(partial(_made_by, maker=maker, since=since))

    def commit(self, commitment: str, secret: bytes, since: float) -> Future[None]:
        """Keep a secret that was committed to."""

        def work(db: Db) -> None:
            db.execute("DELETE FROM commitments WHERE made<?", (since,))
            db.execute("INSERT INTO commitments VALUES (?, ?, ?)", (commitment, secret.hex(), time.time()))

        return self._call(work)

    def redeem(self, commitment: str, since: float) -> Future[bytes | None]:
        """The secret, once."""

        def work(db: Db) -> bytes | None:
            gone = "DELETE FROM commitments WHERE commitment=? RETURNING secret, made"
            found = db.execute(gone, (commitment,)).fetchall()
            return bytes.fromhex(found[0][0]) if found and found[0][1] >= since else None

        return self._call(work)

    def amend(self, match: str, revision: int, header: dict[str, Any], tokens: dict[str, str]) -> Future[None]:
        """Another header and other tokens for a match."""

        def work(db: Db) -> None:
            found = _rows(db, match)
            if found is None or found[0].revision != revision:
                raise OvertakenError
            head, entries = found
            new = checksums.amended(head, entries[-1].sum if entries else 0, header, tokens)
            db.execute(
                "UPDATE matches SET header=?, tokens=?, revision=?, head=?, mark=? WHERE id=?",
                (new.header, new.tokens, new.revision, new.head, new.mark, match),
            )

        return self._call(work)

    def read(self, match: str, since: int = 0) -> Future[Stored | None]:
        """One match with its decisions from a number on, or None."""

        def work(db: Db) -> Stored | None:
            found = _rows(db, match, max(0, since - 1))
            return None if found is None else checksums.stored_since(*found, since)

        return self._call(work)

    def revision(self, match: str) -> Future[int | None]:
        """The number of a match's last change."""

        def work(db: Db) -> int | None:
            row = db.execute("SELECT revision FROM matches WHERE id=?", (match,)).fetchone()
            return None if row is None else int(row[0])

        return self._call(work)

    def recent(self, limit: int, held: Held | None = None) -> Future[list[Row]]:
        """Of the matches that were touched last, those that are held; not those of lessons, which have a dash in their
        id."""
        return self._call(partial(_recent, limit=limit, held=held))

    def ids(self, after: str, limit: int) -> Future[list[str]]:
        """The ids of matches in their order."""

        def work(db: Db) -> list[str]:
            rows = db.execute("SELECT id FROM matches WHERE id>? ORDER BY id LIMIT ?", (after, limit))
            return [row[0] for row in rows]

        return self._call(work)

    def raw(self, match: str) -> Future[tuple[Head, list[Entry]] | None]:
        """One match as it lies there."""
        return self._call(partial(_rows, match=match))

    def put(self, head: Head, entries: list[Entry]) -> Future[None]:
        """One match in place of what lies there."""

        def work(db: Db) -> None:
            db.execute("DELETE FROM decisions WHERE match=?", (head.id,))
            _insert(head, entries, db, over=True)

        return self._call(work)

    def remove(self, match: str) -> Future[None]:
        """Delete a match with all that belongs to it."""

        def work(db: Db) -> None:
            db.execute("DELETE FROM decisions WHERE match=?", (match,))
            db.execute("DELETE FROM matches WHERE id=?", (match,))

        return self._call(work)

    def fact(self, name: str, fresh: str) -> Future[str]:
        """A fact that is kept once: the one that is there, else this one."""

        def work(db: Db) -> str:
            db.execute("INSERT INTO club_facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, fresh))
            row = db.execute("SELECT value FROM club_facts WHERE name=?", (name,)).fetchone()
            assert row is not None
            return str(row[0])

        return self._call(work)

    # --- between processes: a file has one that serves it, and readers see for themselves

    def claim(self, match: str) -> Future[bool]:
        """Programs play where the match is asked for; revisions settle the rest."""
        return _done(True)

    def release(self, match: str) -> Future[None]:
        """Nothing was claimed."""
        return _done(None)

    def hear(self, tell: Callable[[News | None], None]) -> None:
        """Nobody else serves a file."""
        self._told = tell

    # --- the writer

    def _run(
        self, changes: list[tuple[Change, Waiting]], others: list[tuple[Callable[[Db], Any], Waiting]]
    ) -> list[Outcome]:
        if others or not _written(self._db, changes):
            outcomes = self._one_by_one(changes, others)
        else:
            outcomes = [(future, None, None) for _, future in changes]
        return outcomes

    def _check(self) -> None:
        self._watched.check()

    def _one_by_one(
        self, changes: list[tuple[Change, Waiting]], others: list[tuple[Callable[[Db], Any], Waiting]]
    ) -> list[Outcome]:
        """Still in one transaction: what fails is undone by itself."""
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            outcomes = [_alone(db, partial(_change, changes=[change]), future) for change, future in changes]
            outcomes += [_alone(db, work, future) for work, future in others]
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
        return outcomes


def _done(value: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(value)
    return future


def _alone(db: Db, work: Callable[[Db], Any], future: Waiting) -> Outcome:
    db.execute("SAVEPOINT job")
    try:
        result, problem = work(db), None
    except Exception as error:
        result, problem = None, error
        db.execute("ROLLBACK TO job")
    db.execute("RELEASE job")
    return future, result, problem


def _written(db: Db, changes: list[tuple[Change, Waiting]]) -> bool:
    """Write all changes at once; False, with nothing written, when one of them was overtaken."""
    try:
        _change(db, [change for change, _ in changes])
    except OvertakenError:
        return False
    return True


def _change(db: Db, changes: Sequence[Change]) -> None:
    now = time.time()
    rows = [
        (
            c.match, c.revision, *c.standing, now, c.length,
            checksums.of_mark(c.match, c.standing, c.revision + 1, c.length, c.last), c.keep, c.takes_back,
            [(*line, sum_) for line, sum_ in zip(c.lines, c.sums, strict=True)],
        )
        for c in changes
    ]  # fmt: skip
    try:
        db.execute(WRITE, (_encode(rows).decode(),))
    except sqlite3.IntegrityError as error:
        if str(error) == OVERTAKEN:
            raise OvertakenError from None
        raise


def _made_by(db: Db, maker: str, since: float) -> int:
    chosen = (
        "SELECT count(*) FROM makers JOIN matches ON id=makers.match WHERE maker=? AND status='open' AND updated>? "
        "AND NOT EXISTS (SELECT 1 FROM club_matches c WHERE c.match=id AND c.status='over')"
    )
    row = db.execute(chosen, (maker, since)).fetchone()
    return int(row[0]) if row else 0


def _insert(head: Head, entries: list[Entry], db: Db, over: bool = False) -> None:
    # Written over, not taken away and put back: what the club knows of the match would go with it.
    then = f" ON CONFLICT (id) DO UPDATE SET {checksums.ALL_NEW}" if over else ""
    db.execute(f"INSERT INTO matches ({HEAD}) VALUES ({', '.join('?' * len(head))}){then}", head)
    db.executemany("INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?)", [(head.id, *entry) for entry in entries])


def _rows(db: Db, match: str, first: int = 0) -> tuple[Head, list[Entry]] | None:
    row = db.execute(f"SELECT {HEAD} FROM matches WHERE id=?", (match,)).fetchone()
    if row is None:
        return None
    chosen = "SELECT n, side, words, rolls, sum FROM decisions WHERE match=? AND n>=? ORDER BY n"
    entries = db.execute(chosen, (match, first))
    return Head(*row), [Entry(*entry) for entry in entries]


def _recent(db: Db, limit: int, held: Held | None) -> list[Row]:
    newest = "FROM matches WHERE id NOT LIKE '%-%' ORDER BY updated DESC LIMIT ?"
    try:
        if held is None:
            return checksums.rows_of(Head(*row) for row in db.execute(f"SELECT {HEAD} {newest}", (limit,)))
        mine = checksums.held_of(db.execute(f"SELECT id, tokens {newest}", (limit,)), held)
        chosen = f"SELECT {HEAD} FROM matches WHERE id IN ({','.join('?' * len(mine))}) ORDER BY updated DESC"
        return checksums.rows_of(Head(*row) for row in db.execute(chosen, mine))
    except sqlite3.DatabaseError:
        # A damaged page: one by one, each that can be read.
        heads = []
        newest = "SELECT rowid FROM matches INDEXED BY recent ORDER BY updated DESC LIMIT ?"
        one = f"SELECT {HEAD} FROM matches WHERE rowid=? AND id NOT LIKE '%-%'"
        for number in db.execute(newest, (4 * limit,)).fetchall():
            with contextlib.suppress(sqlite3.DatabaseError):
                row = db.execute(one, number).fetchone()
                heads += [Head(*row)] if row is not None else []
        rows = checksums.rows_of(heads)[:limit]
        return [row for row in rows if held is None or held(row.id, row.tokens)]
