"""Migration of a store to the present format, in one transaction. Loads Alembic: import it late."""

from __future__ import annotations

import sqlite3
from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from grognard.store.migrations import HEAD

__all__ = ["SQLAlchemyError", "upgrade_postgres", "upgrade_sqlite"]

LOCK = 0x47524F47
"""Held while a database is migrated: of several processes that start together one does it and the others wait."""


def _steps(connection: Connection, first: int) -> None:
    """Run the steps after format `first`."""
    with as_file(files("grognard.store") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        if first:
            command.stamp(config, f"{first:04}")
        command.upgrade(config, f"{HEAD:04}")


def upgrade_sqlite(db: sqlite3.Connection, first: int) -> None:
    """An open file, in autocommit mode, of format `first`."""
    engine = create_engine("sqlite://", creator=lambda: db, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        # Another process may have done it while we waited for our turn.
        if connection.exec_driver_sql("PRAGMA user_version").scalar() != first:
            return
        _steps(connection, first)
        connection.exec_driver_sql(f"PRAGMA user_version={HEAD}")


def upgrade_postgres(url: str) -> None:
    """A database, empty or of an earlier format."""
    engine = create_engine("postgresql+psycopg://" + url.partition("://")[2])
    try:
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            _steps(connection, 0)
    finally:
        engine.dispose()
