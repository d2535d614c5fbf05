"""Contents of a backup besides matches: members, results, lobby, chat, tournaments.

Brought back row by row by the tables of the schema, so that a table that is added one day is not forgotten here.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.store.engine import Tables
from grognard.store.schema import decisions, matches, members, tables

OF_THE_MOMENT = ("commitments", "watchers")
"""Secrets that a match was about to take, and how many watch: void by the time a copy is read."""
BELONGINGS = [table for table in tables.sorted_tables if table not in (matches, decisions)]
"""Those that others refer to come first."""


CREDENTIALS = ("sessions", "member_tokens", "codes", "invitations")
"""What opens an account or the club: ended since the copy was made, it would be good again."""


def bring_back(
    source: sqlite3.Connection, db: str | Path, replace: bool = False, credentials: bool = False
) -> dict[str, int]:
    """Put all other rows of a copy into a store, how many by table: those that are missing there, and with `replace`
    those that are another there. What belongs to a match or a member that is not there is left out, and so are
    `credentials` unless they are asked for, or nobody is a member there yet."""
    done: dict[str, int] = {}
    club = Tables(db)
    try:
        with club.write() as there:
            empty = not there.execute(select(members.c.id).limit(1)).first()
            without = OF_THE_MOMENT if empty or credentials else (*OF_THE_MOMENT, *CREDENTIALS)
            for table in BELONGINGS:
                if table.name not in without and (count := _bring(source, there, table, replace)):
                    done[table.name] = count
    finally:
        club.close()
    return done


def _bring(source: sqlite3.Connection, there: Connection, table: Table, replace: bool) -> int:
    names = [column.name for column in table.columns]
    chosen = ", ".join(f'"{name}"' for name in names)
    rows = [dict(zip(names, row, strict=True)) for row in source.execute(f'SELECT {chosen} FROM "{table.name}"')]
    if not rows:
        return 0
    keys = [column.name for column in table.primary_key]
    now = {tuple(row[key] for key in keys): dict(row) for row in there.execute(select(table)).mappings()}
    parents = {
        column.name: set(there.execute(select(key.column)).scalars())
        for column in table.columns
        for key in column.foreign_keys
    }
    count = 0
    for row in rows:
        held = now.get(tuple(row[key] for key in keys))
        if any(row[name] not in known for name, known in parents.items()) or held == row:
            continue
        if held is None or replace:
            count += _write(there, table, row, keys, held is not None)
    return count


def _write(there: Connection, table: Table, row: dict[str, Any], keys: list[str], known: bool) -> int:
    """One row; what another row's name or number stands in the way of is left out."""
    try:
        with there.begin_nested():
            if known:
                it = and_(*(table.c[key] == row[key] for key in keys))
                there.execute(update(table).where(it).values({table.c[name]: value for name, value in row.items()}))
            else:
                there.execute(insert(table).values({table.c[name]: value for name, value in row.items()}))
    except IntegrityError:
        return 0
    return 1
