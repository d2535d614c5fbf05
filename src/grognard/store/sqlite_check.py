"""Integrity check of a SQLite file by SQLite itself."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from grognard.store.database_file import open_file


def look_at_pages(path: Path, mend: bool = False) -> list[str]:
    """Faults of the file's pages, a sentence each; with `mend`, those left after its index was made anew."""
    db = open_file(path)
    try:
        found = _check(db)
        if found and mend:
            try:
                db.execute("REINDEX")
                found = _check(db)
            except sqlite3.DatabaseError as error:
                found.append(f"The index cannot be made anew: {error}.")
        return found
    finally:
        db.close()


def _check(db: sqlite3.Connection) -> list[str]:
    try:
        lines = [row[0] for row in db.execute("PRAGMA integrity_check(20)")]
    except sqlite3.DatabaseError as error:
        return [f"The file is damaged: {error}."]
    return [] if lines == ["ok"] else [f"The file is damaged: {line}." for line in lines]
