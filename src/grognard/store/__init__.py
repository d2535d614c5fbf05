"""Where matches are kept: one small interface, a file at home or a PostgreSQL database in a club behind it.

`open_store` gives a store for a path or an address; `facts` says what it is told and answers, `record` turns a match
into that and back, `sums` are its checksums. What a club keeps besides comes through `engine`: `people`, `lobby`,
`talk`, `results`, `tournaments`, `outbox`, `keep`, `leaving`, `tries`, over the tables of `schema`. `copies`,
`doctor` and `pages` are for whoever looks after a store. Its own: everything else.
"""

from __future__ import annotations

from pathlib import Path

from grognard.store.facts import Store

POSTGRES = ("postgresql://", "postgres://")


def is_url(db: str | Path) -> bool:
    """Whether this names a PostgreSQL database and not a file."""
    return str(db).startswith(POSTGRES)


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
