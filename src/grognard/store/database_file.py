"""The SQLite file on disk: created whole or not at all, and watched while it is served."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from importlib.resources import files
from pathlib import Path

from grognard.deadlines import DEADLINES
from grognard.kernel.flow import Refused
from grognard.store.interface import StoreError
from grognard.store.migrations import HEAD

APPLICATION = 0x47524F47
"""Written into the file's head, so that another program's database is recognised."""
FIRST = 1
"""The format of the first files."""
MAGIC = b"SQLite format 3\0"


class Watched:
    """Notices, by looking at the directory, that a file is not what it was when it was opened.

    SQLite itself goes on writing into a file that has been deleted, and reads from memory what has been cut away: all
    that would be acknowledged then is lost at the next start. Once noticed it stays noticed: only a new start knows
    what is in the file now.
    """

    def __init__(self, path: Path) -> None:
        self._paths = [str(path), f"{path}-wal"]
        self._known = [_look(name) for name in self._paths]
        self._problem = ""

    def check(self) -> None:
        """Raise when a file is gone, another, or shorter than it was."""
        if not self._problem:
            for number, name in enumerate(self._paths):
                known, now = self._known[number], _look(name)
                if known is None:
                    self._known[number] = now
                elif now is None:
                    self._problem = f"{name} is gone."
                elif now[:2] != known[:2]:
                    self._problem = f"{name} is another file than it was."
                elif now[2] < known[2]:
                    self._problem = f"{name} has been cut from {known[2]:,} to {now[2]:,} bytes."
                else:
                    self._known[number] = now
        if self._problem:
            raise StoreError(f"{self._problem} Put it back and start again.")


def _look(name: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size


def open_file(path: Path) -> sqlite3.Connection:
    """The file, made if it is not there; anything else than ours is refused with a sentence and left alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            make(path)
        elif path.is_file() and path.stat().st_size == 0:
            raise Refused(
                f"{path} is empty, and a file of matches never is: something has cut it. "
                "Restore a copy, or remove it to start over."
            )
        db = connect(path)
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"{path} cannot be opened to keep matches in: {error}.") from None
    try:
        _prepare(db, path)
    except sqlite3.DatabaseError as error:
        db.close()
        if "locked" in str(error):
            raise Refused(f"{path} is locked by another program.") from None
        raise Refused(f"{path} is damaged or not a file of Grognard matches: {error}.") from None
    except Refused:
        db.close()
        raise
    return db


def connect(path: Path) -> sqlite3.Connection:
    """A connection that begins and ends its transactions when it is told to."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=DEADLINES["file"].seconds)


def make(path: Path) -> None:
    """A new file under another name, complete before it has its own: nobody ever finds half of one."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    try:
        db = connect(Path(name))
        try:
            tables = (files("grognard.store") / "tables.sql").read_text(encoding="utf-8")
            db.executescript(
                f"BEGIN IMMEDIATE; {tables} PRAGMA application_id={APPLICATION}; PRAGMA user_version={HEAD}; COMMIT;"
            )
            db.execute("PRAGMA journal_mode=WAL")
        finally:
            db.close()
        try:
            os.link(name, path)
        except FileExistsError:
            return  # another process was quicker
        except OSError:
            os.replace(name, path)  # a file system without links
    finally:
        for left in (name, f"{name}-wal", f"{name}-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(left)


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    application = db.execute("PRAGMA application_id").fetchone()[0]
    schema = db.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise Refused(f"{path} is a database of another program.")
    if schema > HEAD:
        raise Refused(f"{path} was written by a newer Grognard (format {schema}; this one reads {HEAD}).")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    _check_length(db, path)
    if schema < HEAD:
        _migrate(db, path, schema)


def _check_length(db: sqlite3.Connection, path: Path) -> None:
    """A file that was cut is shorter than its pages, of which those in the log are not in it yet."""
    db.execute("BEGIN")
    pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    db.execute("COMMIT")
    log = Path(f"{path}-wal")
    if path.stat().st_size < pages * size and not (log.exists() and log.stat().st_size):
        raise Refused(f"{path} is damaged: part of it is missing. Restore a copy.")


def _migrate(db: sqlite3.Connection, path: Path, schema: int) -> None:
    """Bring an old file up to date; the old one is kept beside it."""
    kept = path.with_name(f"{path.name}.format-{schema}")
    if not kept.exists():
        half = kept.with_name(f".{kept.name}.half")
        half.unlink(missing_ok=True)
        db.execute("VACUUM INTO ?", (str(half),))
        os.replace(half, kept)
    from grognard.store.migrate import SQLAlchemyError, upgrade_sqlite

    try:
        upgrade_sqlite(db, schema)
    except SQLAlchemyError as error:
        raise Refused(f"{path} cannot be upgraded and is unchanged: {error.args[0]}.") from None
    print(f"{path} has a newer format now; the old file is kept as {kept}.", flush=True)
