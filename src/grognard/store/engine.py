"""SQLAlchemy connections of the club to the store; loaded only when a club runs.

Matches have a writer of their own, made for speed. What people do to their accounts and what they are told is rare
beside it, and is written here the same way for both engines. Every call may wait for the disk: none is made from the
server's loop.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from grognard.deadlines import DEADLINES
from grognard.store import is_url
from grognard.store.interface import CHANNEL, StoreError

MEMBER = "member:"
"""Before a member's id in the news that processes tell each other."""
POOL = DEADLINES["pool"].seconds
_log = logging.getLogger("grognard")
_T = TypeVar("_T")


class Tables:
    """Reading and writing, each in one transaction; what fails is a `StoreError` unless it is told otherwise."""

    def __init__(self, db: str | Path) -> None:
        """On a store that `open_store` has made ready."""
        self.shared = is_url(db)
        self._engine = _postgres(str(db)) if self.shared else _sqlite(Path(db))

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One look."""
        with self._told(), self._engine.begin() as db:
            yield db

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """All or nothing. Constraints that are hurt are for the caller to word."""
        with self._told(), self._engine.connect().execution_options(writes=True) as db, db.begin():
            yield db

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            said = str(getattr(error, "orig", None) or error).strip().splitlines()
            raise StoreError(f"The club's tables cannot be used: {said[0] if said else error}") from error

    def announce(self, db: Connection, member: str) -> None:
        """Tell the other processes, with this transaction, that what they know of a member is old."""
        if self.shared:
            told = json.dumps(["club", [[MEMBER + member, 0]]])
            db.execute(text("SELECT pg_notify(:channel, :told)"), {"channel": CHANNEL, "told": told})


def locked(db: Connection, name: str) -> None:
    """From here to the end of the transaction one process at a time. A file has one writer anyway."""
    if db.dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": f"grognard-{name}"})


Also = Callable[[Connection], None]
"""Something written in the transaction of a fact, because it follows from it."""


DAMAGE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What reading a damaged row raises."""


def readable(rows: Iterable[Any], read: Callable[[Any], _T], table: str, name: str = "id") -> list[_T]:
    """Rows as `read` makes them, without those that are damaged: each of these is reported once, and stops nobody."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except DAMAGE as wrong:
            report(table, str(getattr(row, "_mapping", row)[name]), wrong)
    return found


def typed(kind: type[_T], values: Any) -> _T:
    """The values of a row as what they are meant to be; `ValueError` where one is of another kind, or no number."""
    if isinstance(values, dict):
        values = {str(name): value for name, value in values.items()}  # SQLAlchemy has names of its own kind
    for value in values.values() if isinstance(values, dict) else values:
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{value} is not a number")
    return msgspec.convert(values, kind)


def report(table: str, ident: str, wrong: Exception) -> None:
    """Say once that a row cannot be read."""
    if (table, ident) not in unreadable:
        unreadable.add((table, ident))
        _log.error(
            "In the table %s the row %s cannot be read and is passed over: %s. `grognard doctor` says what to do.",
            table, ident[:80], (str(wrong) or type(wrong).__name__)[:200].rstrip("."),
        )  # fmt: skip


unreadable: set[tuple[str, str]] = set()
"""Tables and rows that this process has found damaged."""


def digest_of(token: str) -> str:
    """The digest under which a random token is stored: enough to know it again, not enough to show it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _postgres(url: str) -> Engine:
    from grognard.store.postgres import connect

    return create_engine(
        "postgresql+psycopg://", creator=lambda: connect(url), pool_size=3, pool_pre_ping=True, pool_timeout=POOL
    )


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _sqlite(path: Path) -> Engine:
    waits = {"timeout": DEADLINES["file"].seconds, "check_same_thread": False}
    engine = create_engine(f"sqlite:///{path}", connect_args=waits, pool_timeout=POOL)

    @event.listens_for(engine, "connect")
    def _(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we begin by ourselves, see below
        # One damaged text would otherwise take all rows of a list with it.
        connection.text_factory = _text
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        # Who is going to write says so at once: two that had begun to read could never both go on.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
