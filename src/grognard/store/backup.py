"""Backup and restore of a store while it is served: always one file, whatever the store is."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from grognard.kernel.flow import Refused
from grognard.store import checksums, is_url, open_store
from grognard.store.database_file import connect, make, open_file
from grognard.store.interface import Entry, Head, Standing, Store, StoreError
from grognard.store.sqlite import HEAD

BATCH = 100


class Restored(NamedTuple):
    """Results of a restore."""

    added: int
    mended: int
    set_back: int
    left: int
    damaged: list[str]
    belongings: dict[str, int]
    """Rows of the club's tables that were brought back, by table."""


def backup(db: str | Path, copy: Path) -> int:
    """Copy all matches as they are at one moment into a new file; how many there are."""
    if copy.exists():
        raise Refused(f"{copy} already exists; choose another file for the copy.")
    half = copy.with_name(f".{copy.name}.half")
    half.unlink(missing_ok=True)
    try:
        if is_url(db):
            _from_postgres(str(db), half)
        else:
            _from_file(Path(db), half)
        count = _count(half)
        with half.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(half, copy)
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"{copy} cannot be written: {error}.") from None
    finally:
        half.unlink(missing_ok=True)
    return count


def _from_file(path: Path, half: Path) -> None:
    if not path.is_file():
        raise Refused(f"There is no file {path}.")
    db = open_file(path)
    try:
        db.execute("VACUUM INTO ?", (str(half),))  # one look at the file, whatever is written meanwhile
    finally:
        db.close()


def _from_postgres(url: str, half: Path) -> None:
    from grognard.store import postgres

    make(half)
    out = connect(half)
    try:
        out.execute("BEGIN")
        out.execute("PRAGMA defer_foreign_keys=ON")
        for columns, table, rows in postgres.snapshot(url):
            marks = ", ".join("?" * (columns.count(",") + 1))
            out.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
        out.execute("COMMIT")
    finally:
        out.close()


def _count(path: Path) -> int:
    db = connect(path)
    try:
        if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Refused("The copy is damaged, and so is the original: run `grognard doctor`.")
        return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])
    finally:
        db.close()


def restore(copy: Path, db: str | Path, replace: bool = False, credentials: bool = False) -> Restored:
    """Put the matches of a copy, and all else that a club has, into a store that may be in use.

    Those that are missing there are added and damaged ones mended; with `replace` those that went on since are set
    back to the copy. Ended sessions and tokens stay ended unless `credentials` are asked for. Each match is written at
    one stroke, and what is not matches at another.
    """
    added = mended = set_back = left = 0
    damaged: list[str] = []
    with _copied(copy) as source:
        store = open_store(db)
        try:
            pending: list[Future[None]] = []
            for head, entries in _matches(source):
                if checksums.faults(head, entries):
                    damaged.append(head.id)
                    continue
                now = _there(store, head.id)
                if now is None:
                    added += 1
                elif not isinstance(now, tuple) or checksums.faults(*now):
                    mended += 1
                elif replace and (now[0].head, now[1]) != (head.head, entries):
                    set_back += 1
                else:
                    left += 1
                    continue
                newest = now[0].revision if isinstance(now, tuple) else head.revision
                pending.append(store.put(*_over(head, entries, newest)))
                if len(pending) >= BATCH:
                    _settle(pending)
            _settle(pending)
            from grognard.store.backup_club_tables import bring_back

            belongings = bring_back(source, db, replace, credentials)
        except StoreError as failed:
            raise Refused(str(failed)) from None
        finally:
            store.close()
    return Restored(added, mended, set_back, left, damaged, belongings)


def _there(store: Store, ident: str) -> tuple[Head, list[Entry]] | StoreError | None:
    try:
        return store.raw(ident).result()
    except StoreError as failed:
        return failed


def _over(head: Head, entries: list[Entry], newest: int) -> tuple[Head, list[Entry]]:
    """The match with a revision after what lies there: a server that has it in memory notices."""
    revision = max(head.revision, newest + 1) if newest != head.revision else head.revision + 1
    standing = Standing(head.turn, head.status, head.decides)
    last = entries[-1].sum if entries else 0
    return head._replace(
        revision=revision, mark=checksums.of_mark(head.id, standing, revision, head.length, last)
    ), entries


def _settle(pending: list[Future[None]]) -> None:
    for future in pending:
        future.result()
    pending.clear()


@contextmanager
def _copied(copy: Path) -> Iterator[sqlite3.Connection]:
    """The copy of a store, read from a copy of its own: it may need another format, and stays as it is."""
    if not copy.is_file():
        raise Refused(f"There is no file {copy}.")
    with TemporaryDirectory(prefix="grognard-restore-") as folder:
        own = Path(folder) / "copy.sqlite"
        try:
            source = connect(copy)
            try:
                source.execute("VACUUM INTO ?", (str(own),))
            finally:
                source.close()
        except sqlite3.Error as error:
            raise Refused(f"{copy} is damaged or not a file of Grognard matches: {error}.") from None
        db = open_file(own)
        try:
            yield db
        finally:
            db.close()


def _matches(db: sqlite3.Connection) -> Iterator[tuple[Head, list[Entry]]]:
    for row in db.execute(f"SELECT {HEAD} FROM matches ORDER BY id").fetchall():
        chosen = "SELECT n, side, words, rolls, sum FROM decisions WHERE match=? ORDER BY n"
        yield Head(*row), [Entry(*entry) for entry in db.execute(chosen, (row[0],))]
