"""A store in one SQLite file.

The file is in WAL mode with synchronous=FULL: the log is synced at each commit, so that neither SIGKILL nor a power
cut loses what was acknowledged (NORMAL would survive the first and not the second). Changes of a group are written
with one statement each for all of them, because every call into SQLite hands the interpreter to the server's thread
and waits to get it back. The statements are written by hand: this is the path of every decision.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from grognard.store import sums
from grognard.store.facts import (
    Change,
    Entry,
    Head,
    News,
    OvertakenError,
    Row,
    Standing,
    Stored,
)
from grognard.store.files import Watched, open_file
from grognard.store.writer import Outcome, Waiting, Writer

HEAD = "id, header, tokens, opening, turn, status, decides, revision, updated, length, head, mark"
Db = sqlite3.Connection


class SqliteStore(Writer[Db]):
    """The file of matches."""

    shared = False

    def __init__(self, path: Path) -> None:
        super().__init__("store")
        self.path = path
        self._db = open_file(path)
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

    def create(self, match: str, stored: Stored, standing: Standing, makers: Sequence[str] = ()) -> Future[None]:
        """A new match, with the decisions it already has."""

        def work(db: Db) -> None:
            _insert(*sums.head_of(match, stored, standing, time.time()), db)
            db.executemany("INSERT INTO makers VALUES (?, ?)", [(match, maker) for maker in makers])

        return self._call(work)

    def made_by(self, maker: str, since: float) -> Future[int]:
        """How many open matches somebody made that were played at since then."""

        def work(db: Db) -> int:
            chosen = (
                "SELECT count(*) FROM makers JOIN matches ON id=match WHERE maker=? AND status='open' AND updated>?"
            )
            return int(db.execute(chosen, (maker, since)).fetchone()[0])

        return self._call(work)

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
            new = sums.amended(head, entries[-1].sum if entries else 0, header, tokens)
            db.execute(
                "UPDATE matches SET header=?, tokens=?, revision=?, head=?, mark=? WHERE id=?",
                (new.header, new.tokens, new.revision, new.head, new.mark, match),
            )

        return self._call(work)

    def read(self, match: str, since: int = 0) -> Future[Stored | None]:
        """One match with its decisions from a number on, or None."""

        def work(db: Db) -> Stored | None:
            found = _rows(db, match, max(0, since - 1))
            return None if found is None else sums.stored_since(*found, since)

        return self._call(work)

    def revision(self, match: str) -> Future[int | None]:
        """The number of a match's last change."""

        def work(db: Db) -> int | None:
            row = db.execute("SELECT revision FROM matches WHERE id=?", (match,)).fetchone()
            return None if row is None else int(row[0])

        return self._call(work)

    def recent(self, limit: int) -> Future[list[Row]]:
        """The matches that were touched last; not those of lessons, which have a dash in their id."""
        return self._call(partial(_recent, limit=limit))

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
        db = self._db
        outcomes: list[Outcome]
        try:
            db.execute("BEGIN IMMEDIATE")
            if changes and _change_all(db, [change for change, _ in changes]):
                outcomes = [(future, None, None) for _, future in changes]
            else:
                outcomes = [_alone(db, partial(_change_one, change=change), future) for change, future in changes]
            outcomes += [_alone(db, work, future) for work, future in others]
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
        # What was written to a file that has been taken away is not kept, and what was read from it not answered.
        self._watched.check()
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


def _change_all(db: Db, changes: list[Change]) -> bool:
    """Write all changes at once; False, with nothing written, when one of them was overtaken."""
    db.execute("SAVEPOINT changes")
    now = time.time()
    heads = [
        (c.match, c.revision, *c.standing, now, c.length, mark)
        for c in changes
        for mark in (sums.of_mark(c.match, c.standing, c.revision + 1, c.length, c.last),)
    ]
    written = db.execute(
        """UPDATE matches SET turn=new.turn, status=new.status, decides=new.decides, revision=matches.revision+1,
        updated=new.updated, length=new.length, mark=new.mark FROM (
            SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS revision,
            json_extract(value, '$[2]') AS turn, json_extract(value, '$[3]') AS status,
            json_extract(value, '$[4]') AS decides, json_extract(value, '$[5]') AS updated,
            json_extract(value, '$[6]') AS length, json_extract(value, '$[7]') AS mark FROM json_each(?)
        ) AS new WHERE matches.id=new.id AND matches.revision=new.revision""",
        (json.dumps(heads),),
    ).rowcount
    if written != len(changes):
        db.execute("ROLLBACK TO changes")
    else:
        for change in changes:
            if change.takes_back:
                db.execute("DELETE FROM decisions WHERE match=? AND n>=?", (change.match, change.keep))
        lines = [
            (c.match, n, *line, sum_)
            for c in changes
            for n, (line, sum_) in enumerate(zip(c.lines, c.sums, strict=True), c.keep)
        ]
        db.execute(
            """INSERT INTO decisions SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
            json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),
            json_extract(value, '$[5]') FROM json_each(?)""",
            (json.dumps(lines),),
        )
    db.execute("RELEASE changes")
    return bool(written == len(changes))


def _change_one(db: Db, change: Change) -> None:
    if not _change_all(db, [change]):
        raise OvertakenError


def _insert(head: Head, entries: list[Entry], db: Db, over: bool = False) -> None:
    # Written over, not taken away and put back: what the club knows of the match would go with it.
    then = f" ON CONFLICT (id) DO UPDATE SET {sums.ALL_NEW}" if over else ""
    db.execute(f"INSERT INTO matches ({HEAD}) VALUES ({', '.join('?' * len(head))}){then}", head)
    db.executemany("INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?)", [(head.id, *entry) for entry in entries])


def _rows(db: Db, match: str, first: int = 0) -> tuple[Head, list[Entry]] | None:
    row = db.execute(f"SELECT {HEAD} FROM matches WHERE id=?", (match,)).fetchone()
    if row is None:
        return None
    chosen = "SELECT n, side, words, rolls, sum FROM decisions WHERE match=? AND n>=? ORDER BY n"
    entries = db.execute(chosen, (match, first))
    return Head(*row), [Entry(*entry) for entry in entries]


def _recent(db: Db, limit: int) -> list[Row]:
    chosen = f"SELECT {HEAD} FROM matches WHERE id NOT LIKE '%-%' ORDER BY updated DESC LIMIT ?"
    try:
        return sums.rows_of(Head(*row) for row in db.execute(chosen, (limit,)))
    except sqlite3.DatabaseError:
        # A damaged page: one by one, each that can be read.
        heads = []
        newest = "SELECT rowid FROM matches INDEXED BY recent ORDER BY updated DESC LIMIT ?"
        one = f"SELECT {HEAD} FROM matches WHERE rowid=? AND id NOT LIKE '%-%'"
        for number in db.execute(newest, (4 * limit,)).fetchall():
            with contextlib.suppress(sqlite3.DatabaseError):
                row = db.execute(one, number).fetchone()
                heads += [Head(*row)] if row is not None else []
        return sums.rows_of(heads)[:limit]
