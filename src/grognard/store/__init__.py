"""Storage of matches: one small interface over SQLite and PostgreSQL.

`open_store` opens a store by path or address; `interface` says what goes in and out, `match_rows` turns a match into
that and back, `checksums` guards it. A club's own tables go through `engine`: `members`, `lobby`, `chat`, `results`,
`tournaments`, `outbox`, `moderation`, `account_deletion`, `login_attempts`, over the tables of `schema`. `backup`,
`backup_check`, `doctor`, `row_check` and `sqlite_check` look after a store. All other modules are used within `store`
alone.
"""

from __future__ import annotations

import re
from pathlib import Path

from grognard.store.interface import Store

POSTGRES = ("postgresql://", "postgres://")


def is_url(db: str | Path) -> bool:
    """Whether this names a PostgreSQL database and not a file."""
    return str(db).startswith(POSTGRES)


def without_password(db: str | Path) -> str:
    """A store as it may be shown."""
    return re.sub(r"(//[^/@:]*):[^@]*@", r"\1@", str(db)) if is_url(db) else str(db)


def default_path() -> Path:
    """The file in the user's data folder."""
    import platformdirs

    return platformdirs.user_data_path("grognard", appauthor=False) / "matches.sqlite"


def open_store(db: str | Path) -> Store:
    """The store in a file, made if it is not there, or in a database; what cannot be used is refused in a sentence."""
    if is_url(db):
        from grognard.store.postgres import PostgresStore

        return PostgresStore(str(db))
    from grognard.store.sqlite import SqliteStore

    return SqliteStore(Path(db))
