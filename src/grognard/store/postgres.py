"""Store in a PostgreSQL database, shared by any number of server processes.

One connection writes, in groups, each group one transaction with synchronous_commit on; PostgreSQL puts the groups of
all processes on disk together. The rows of a group are locked in the order of their ids, so that two processes wait
for each other and never in a circle. Another connection hears of every change that any process makes.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

from grognard import extras
from grognard.deadlines import DEADLINES
from grognard.kernel.flow import Refused
from grognard.store import checksums
from grognard.store.change_listener import Listener
from grognard.store.interface import (
    CHANNEL,
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
    StoreError,
    TooManyError,
)
from grognard.store.migrations import HEAD as FORMAT
from grognard.store.write_thread import Outcome, Waiting, Writer

try:
    import psycopg
    from psycopg import errors
except ImportError:
    raise Refused(f"A PostgreSQL database needs a club's parts: {extras.install('club')}.") from None

HEAD = "id, header, tokens, opening, turn, status, decides, revision, updated, length, head, mark"
COUNTING = 0x47524F48
"""Held while the matches of a maker are counted and one is added: of several processes one at a time."""
NEWS_IN_ONE = 100
"""Changes told in one notice: a notice has at most 8,000 bytes."""
Db = psycopg.Connection[tuple[Any, ...]]
_T = TypeVar("_T")


class PostgresStore(Writer[Db]):
    """The database of matches."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__("store")
        self._url = url
        self.me = f"{os.getpid()}.{secrets.token_hex(3)}"
        """This process, in notices."""
        self._db: Db | None = None
        self._claimed: set[str] = set()
        self._listener: Listener | None = None
        try:
            self._db = connect(url)
            _prepare(self._db, url)
        except psycopg.Error as error:
            raise Refused(f"The database cannot be used: {_plain(error)}.") from None
        self._start()

    def close(self) -> None:
        """Finish what is waiting and let go; who still comes is told so."""
        self._stop()
        if self._listener is not None:
            self._listener.close()
        if self._db is not None:
            # At once, not when PostgreSQL notices that we are gone.
            with contextlib.suppress(psycopg.Error):
                self._db.execute("SELECT pg_advisory_unlock_all()")
            self._db.close()

    def check(self) -> None:
        """A database speaks for itself at the next call."""

    # --- calls

    def create(
        self, match: str, stored: Stored, standing: Standing, makers: Mapping[str, int] = NOBODY, since: float = 0.0
    ) -> Future[None]:
        """A new match, with the decisions it already has; refused where one of its makers has too many."""

        def work(db: Db) -> None:
            if any(makers.values()):
                # Asked for and not waited for: who waits here with rows locked would wait in a circle.
                free = db.execute("SELECT pg_try_advisory_xact_lock(%s)", (COUNTING,)).fetchone()
                if free is None or not free[0]:
                    raise OvertakenError
            for maker, most in makers.items():
                if most and (count := _made_by(db, maker, since)) >= most:
                    raise TooManyError(count)
            _insert(*checksums.head_of(match, stored, standing, time.time()), db)
            db.execute("INSERT INTO makers SELECT %s, unnest(%s::text[])", (match, list(makers)))

        return self._call(work)

    def made_by(self, maker: str, since: float) -> Future[int]:
        """The number of open matches by an owner that were played at since then."""
        return self._call(partial(_made_by, maker=maker, since=since))

    def commit(self, commitment: str, secret: bytes, since: float) -> Future[None]:
        """Keep a secret that was committed to."""

        def work(db: Db) -> None:
            db.execute("DELETE FROM commitments WHERE made<%s", (since,))
            db.execute("INSERT INTO commitments VALUES (%s, %s, %s)", (commitment, secret.hex(), time.time()))

        return self._call(work)

    def redeem(self, commitment: str, since: float) -> Future[bytes | None]:
        """The secret, once."""

        def work(db: Db) -> bytes | None:
            gone = "DELETE FROM commitments WHERE commitment=%s RETURNING secret, made"
            found = db.execute(gone, (commitment,)).fetchone()
            return bytes.fromhex(found[0]) if found and found[1] >= since else None

        return self._call(work)

    def amend(self, match: str, revision: int, header: dict[str, Any], tokens: dict[str, str]) -> Future[None]:
        """Another header and other tokens for a match."""

        def work(db: Db) -> None:
            db.execute("SELECT 1 FROM matches WHERE id=%s FOR UPDATE", (match,))
            found = _rows(db, match)
            if found is None or found[0].revision != revision:
                raise OvertakenError
            head, entries = found
            new = checksums.amended(head, entries[-1].sum if entries else 0, header, tokens)
            db.execute(
                "UPDATE matches SET header=%s, tokens=%s, revision=%s, head=%s, mark=%s WHERE id=%s",
                (new.header, new.tokens, new.revision, new.head, new.mark, match),
            )
            self._announce(db, [(match, new.revision)])

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
            row = db.execute("SELECT revision FROM matches WHERE id=%s", (match,)).fetchone()
            return None if row is None else int(row[0])

        return self._call(work)

    def recent(self, limit: int, held: Held | None = None) -> Future[list[Row]]:
        """Of the matches that were touched last, those that are held; not those of lessons, which have a dash in their
        id."""
        newest = "FROM matches WHERE id NOT LIKE '%%-%%' ORDER BY updated DESC LIMIT %s"

        def work(db: Db) -> list[Row]:
            if held is None:
                rows = db.execute(f"SELECT {HEAD} {newest}", (limit,))
            else:
                found = db.execute(f"SELECT id, tokens {newest}", (limit,))
                mine = checksums.held_of(((row[0], row[1]) for row in found), held)
                rows = db.execute(f"SELECT {HEAD} FROM matches WHERE id = ANY(%s) ORDER BY updated DESC", (mine,))
            return checksums.rows_of(Head(*row) for row in rows)

        return self._call(work)

    def ids(self, after: str, limit: int) -> Future[list[str]]:
        """The ids of matches in their order."""

        def work(db: Db) -> list[str]:
            found = db.execute(
                'SELECT id FROM matches WHERE id COLLATE "C" > %s ORDER BY id COLLATE "C" LIMIT %s', (after, limit)
            )
            return [row[0] for row in found]

        return self._call(work)

    def raw(self, match: str) -> Future[tuple[Head, list[Entry]] | None]:
        """One match as it lies there."""
        return self._call(partial(_rows, match=match))

    def put(self, head: Head, entries: list[Entry]) -> Future[None]:
        """One match in place of what lies there."""

        def work(db: Db) -> None:
            db.execute("DELETE FROM decisions WHERE match=%s", (head.id,))
            _insert(head, entries, db, over=True)
            self._announce(db, [(head.id, head.revision)])

        return self._call(work)

    def remove(self, match: str) -> Future[None]:
        """Delete a match with all that belongs to it."""

        def work(db: Db) -> None:
            db.execute("DELETE FROM decisions WHERE match=%s", (match,))
            db.execute("DELETE FROM matches WHERE id=%s", (match,))

        return self._call(work)

    def fact(self, name: str, fresh: str) -> Future[str]:
        """A fact that is kept once: the one that is there, else this one."""

        def work(db: Db) -> str:
            db.execute("INSERT INTO club_facts (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, fresh))
            row = db.execute("SELECT value FROM club_facts WHERE name=%s", (name,)).fetchone()
            assert row is not None
            return str(row[0])

        return self._call(work)

    # --- between processes

    def claim(self, match: str) -> Future[bool]:
        """Whether this process alone may let the programs of a match play: PostgreSQL frees it when we end."""

        def work(db: Db) -> bool:
            if match not in self._claimed:
                found = db.execute("SELECT pg_try_advisory_lock(%s)", (checksums.total("bots", match),)).fetchone()
                if found is None or not found[0]:
                    return False
                self._claimed.add(match)
            return True

        return self._call(work)

    def release(self, match: str) -> Future[None]:
        """Let another process have the programs of a match."""

        def work(db: Db) -> None:
            if match in self._claimed:
                db.execute("SELECT pg_advisory_unlock(%s)", (checksums.total("bots", match),))
                self._claimed.discard(match)

        return self._call(work)

    def hear(self, tell: Callable[[News | None], None]) -> None:
        """Have every change told, our own too, from a thread."""
        self._listener = Listener(partial(connect, self._url), tell)

    def _announce(self, db: Db, changed: list[tuple[str, int]]) -> None:
        for first in range(0, len(changed), NEWS_IN_ONE):
            told = json.dumps([self.me, changed[first : first + NEWS_IN_ONE]], separators=(",", ":"))
            db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, told))

    # --- the writer

    def _run(
        self, changes: list[tuple[Change, Waiting]], others: list[tuple[Callable[[Db], Any], Waiting]]
    ) -> list[Outcome]:
        db = self._connected()
        try:
            outcomes = self._change_all(db, changes) if changes else []
            outcomes += [_alone(db, work, future) for work, future in others]
            db.commit()
        except psycopg.Error as error:
            self._recover(db)
            raise StoreError(f"The database failed: {_plain(error)}") from error
        return outcomes

    def _connected(self) -> Db:
        if self._db is None:
            try:
                self._db = connect(self._url)
            except psycopg.Error as error:
                raise StoreError(f"The database does not answer: {_plain(error)}") from error
        return self._db

    def _recover(self, db: Db) -> None:
        """After a failure: go on with this connection if it lives, or with a new one, which has claimed nothing."""
        try:
            db.rollback()
        except psycopg.Error:
            db.close()
            self._db = None
            self._claimed.clear()

    def _change_all(self, db: Db, changes: list[tuple[Change, Waiting]]) -> list[Outcome]:
        """Write all changes that were not overtaken, each match's row locked from the look to the commit."""
        names = [change.match for change, _ in changes]
        found = db.execute(
            "SELECT id, revision FROM matches WHERE id = ANY(%s) ORDER BY id FOR UPDATE", (names,), prepare=True
        )
        standing: dict[str, int] = dict(found.fetchall())
        good: list[Change] = []
        outcomes: list[Outcome] = []
        for change, future in changes:
            if standing.get(change.match) == change.revision:
                standing[change.match] = -1
                good.append(change)
                outcomes.append((future, None, None))
            else:
                outcomes.append((future, None, OvertakenError()))
        if good:
            with db.pipeline():
                self._write_rows(db, good)
        return outcomes

    def _write_rows(self, db: Db, good: list[Change]) -> None:
        now = time.time()
        marks = [checksums.of_mark(c.match, c.standing, c.revision + 1, c.length, c.last) for c in good]
        db.execute(
            """UPDATE matches SET turn=new.turn, status=new.status, decides=new.decides, revision=revision+1,
            updated=%s, length=new.n, mark=new.mark FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[],
            %s::int[], %s::bigint[]) AS new (id, turn, status, decides, n, mark) WHERE matches.id=new.id""",
            (
                now,
                [c.match for c in good],
                [c.standing.turn for c in good],
                [c.standing.status for c in good],
                [c.standing.decides for c in good],
                [c.length for c in good],
                marks,
            ),
            prepare=True,
        )
        for change in good:
            if change.takes_back:
                db.execute("DELETE FROM decisions WHERE match=%s AND n>=%s", (change.match, change.keep))
        lines = [
            (c.match, n, *line, sum_)
            for c in good
            for n, (line, sum_) in enumerate(zip(c.lines, c.sums, strict=True), c.keep)
        ]
        if lines:
            db.execute(
                "INSERT INTO decisions SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::text[], "
                "%s::bigint[])",
                [list(column) for column in zip(*lines, strict=True)],
                prepare=True,
            )
        self._announce(db, [(c.match, c.revision + 1) for c in good])


class Bounded(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is given up when the database does not answer one statement in time. The database itself may be
    frozen, so that no time-out of its own would ever come."""

    def wait(self, gen: Any, *given: Any, **more: Any) -> Any:
        """Wait for an answer, however it is waited for."""
        try:
            return super().wait(_in_time(gen), *given, **more)
        except DeadlineError:
            self.close()
            raise


class DeadlineError(psycopg.OperationalError):
    """The database did not answer in time."""


def _in_time(gen: Generator[Any, Any, _T]) -> Generator[Any, Any, _T]:
    until = time.monotonic() + DEADLINES["database"].seconds
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > until:
                raise DeadlineError(f"no answer within {DEADLINES['database'].seconds:g} s")
            wanted = gen.send(ready)
    except StopIteration as done:
        found: _T = done.value
        return found


PROBES = 3
"""Unanswered, of a connection on which nothing is said; then it is given up."""


def connect(url: str) -> Db:
    """A connection; every commit waits for the disk. What this process leaves behind when it is frozen, PostgreSQL
    clears away; and a connection that listens learns that the machine at its other end is gone."""
    seconds = {name: int(DEADLINES[name].seconds) for name in ("connect", "database", "idle-transaction", "silence")}
    between = seconds["silence"] // (2 * PROBES)
    return Bounded.connect(
        url, connect_timeout=seconds["connect"], application_name="grognard",
        keepalives=1, keepalives_idle=seconds["silence"] // 2, keepalives_interval=between, keepalives_count=PROBES,
        tcp_user_timeout=1000 * seconds["silence"],
        options=f"-c synchronous_commit=on -c statement_timeout={seconds['database']}s "
        f"-c idle_in_transaction_session_timeout={seconds['idle-transaction']}s",
    )  # fmt: skip


def _prepare(db: Db, url: str) -> None:
    """The tables as this program needs them."""
    try:
        row = db.execute("SELECT version_num FROM alembic_version").fetchone()
        now = int(row[0]) if row else 0
    except errors.UndefinedTable:
        now = 0
    db.rollback()
    if now > FORMAT:
        raise Refused(f"The database was written by a newer Grognard (format {now}; this one reads {FORMAT}).")
    if now < FORMAT:
        from grognard.store.migrate import upgrade_postgres

        upgrade_postgres(url)


def snapshot(url: str) -> Iterator[tuple[str, str, Iterator[tuple[Any, ...]]]]:
    """All rows as they are at one moment, whatever is written meanwhile: columns, table, rows."""
    PostgresStore(url).close()  # the tables as they should be
    with connect(url) as db:
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        from grognard.store.schema import tables

        for table in tables.sorted_tables:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            with db.cursor(name=f"all_{table.name}") as rows:
                rows.itersize = 10_000
                rows.execute(f'SELECT {columns} FROM "{table.name}"')
                yield columns, f'"{table.name}"', iter(rows)


def _alone(db: Db, work: Callable[[Db], Any], future: Waiting) -> Outcome:
    """One job; when it fails it is undone by itself."""
    try:
        with db.transaction():
            return future, work(db), None
    except psycopg.OperationalError:
        raise
    except Exception as error:
        return future, None, error


def _made_by(db: Db, maker: str, since: float) -> int:
    chosen = (
        "SELECT count(*) FROM makers JOIN matches ON id=makers.match WHERE maker=%s AND status='open' AND updated>%s "
        "AND NOT EXISTS (SELECT 1 FROM club_matches c WHERE c.match=id AND c.status='over')"
    )
    row = db.execute(chosen, (maker, since)).fetchone()
    return int(row[0]) if row else 0


def _insert(head: Head, entries: list[Entry], db: Db, over: bool = False) -> None:
    # Written over, not taken away and put back: what the club knows of the match would go with it.
    then = f" ON CONFLICT (id) DO UPDATE SET {checksums.ALL_NEW}" if over else ""
    db.execute(f"INSERT INTO matches ({HEAD}) VALUES ({', '.join(['%s'] * len(head))}){then}", head)
    if entries:
        columns = [list(column) for column in zip(*entries, strict=True)]
        db.execute(
            "INSERT INTO decisions SELECT %s, * "
            "FROM unnest(%s::int[], %s::int[], %s::text[], %s::text[], %s::bigint[])",
            [head.id, *columns],
        )


def _rows(db: Db, match: str, first: int = 0) -> tuple[Head, list[Entry]] | None:
    """A match in one look: two would see what another process wrote between them."""
    found = db.execute(
        f"SELECT {HEAD}, n, side, words, rolls, sum FROM matches LEFT JOIN decisions ON match=id AND n>=%s "
        "WHERE id=%s ORDER BY n",
        (first, match),
        prepare=True,
    ).fetchall()
    if not found:
        return None
    width = len(Head._fields)
    return Head(*found[0][:width]), [Entry(*row[width:]) for row in found if row[width] is not None]


def _plain(error: psycopg.Error) -> str:
    """The first line of what PostgreSQL says, without the address, which may hold a password."""
    text = str(error).strip().splitlines()
    return text[0].rstrip(".") if text else type(error).__name__
