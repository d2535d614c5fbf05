"""Check of every row of the club's tables: values that cannot be read, and references to what is not there.

The tables and columns are those of the schema. Matches have checksums and a doctor of their own.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Column, Float, Integer, Table, select, text

from grognard.club.clock import Clock, Pace
from grognard.store import is_url
from grognard.store.engine import Tables
from grognard.store.schema import decisions, matches, tables

LOOKED_AT = [table for table in tables.sorted_tables if table not in (matches, decisions)]
FLEETING = {
    "codes", "commitments", "deliveries", "invitations", "lobby", "makers", "member_tokens", "notices", "pushes",
    "sessions", "sights", "standstills", "watchers", "wrong",
}  # fmt: skip
"""Tables whose rows can go: somebody signs in again, puts a table up again, or is not told once."""
READ_AS: dict[str, Any] = {
    "pace": Pace,
    "clock": Clock,
    "options": dict[str, str],
    "facts": dict[str, Any],
    "body": dict[str, Any],
    "webhook": dict[str, str],
}
"""Columns that hold JSON, and what they hold."""
MAY_BE_EMPTY = {"clock", "webhook"}
LONGEST = 60


class Damage(NamedTuple):
    """Faults of one row."""

    table: str
    key: str
    text: str
    removed: bool = False


def look_at_rows(db: str | Path, mend: bool = False) -> list[Damage]:
    """All damaged rows of a store; with `mend` those that can go are removed."""
    store = Tables(db)
    try:
        return [each for table in LOOKED_AT for each in _of(store, db, table, mend)]
    finally:
        store.close()


def _of(store: Tables, db: str | Path, table: Table, mend: bool) -> list[Damage]:
    parents = _parents(store, table)
    faults = [(row, wrong) for row in _rows(store, db, table) if (wrong := "; ".join(_faults(table, row, parents)))]
    found = []
    for row, wrong in faults:
        removed = mend and table.name in FLEETING
        if removed:
            _remove(store, db, table, row)
        key = " ".join(_shown(row[column.name]) for column in table.primary_key)
        found.append(Damage(table.name, key, wrong, removed))
    return found


def _parents(store: Tables, table: Table) -> dict[str, set[Any]]:
    with store.read() as there:
        return {
            column.name: {*there.execute(select(key.column)).scalars()}
            for column in table.columns
            for key in column.foreign_keys
        }


def _rows(store: Tables, db: str | Path, table: Table) -> list[dict[str, Any]]:
    """The rows as they lie there: text of a file as bytes, which need not be text at all."""
    if is_url(db):
        with store.read() as there:
            return [dict(row) for row in there.execute(select(table)).mappings()]
    with closing(sqlite3.connect(db)) as file:
        file.row_factory = sqlite3.Row
        file.text_factory = _Text
        return [dict(row) for row in file.execute(f'SELECT * FROM "{table.name}"')]


class _Text(bytes):
    """Bytes that a file holds as text, unlike those that it holds as bytes."""


def _remove(store: Tables, db: str | Path, table: Table, row: dict[str, Any]) -> None:
    keys = [column.name for column in table.primary_key]
    if is_url(db):
        with store.write() as there:
            where = " AND ".join(f'"{key}" IS NOT DISTINCT FROM :{key}' for key in keys)
            there.execute(text(f'DELETE FROM "{table.name}" WHERE {where}'), {key: row[key] for key in keys})
        return
    with closing(sqlite3.connect(db)) as file, file:
        where = " AND ".join(f'"{key}" IS {"CAST(? AS TEXT)" if isinstance(row[key], _Text) else "?"}' for key in keys)
        file.execute(f'DELETE FROM "{table.name}" WHERE {where}', [row[key] for key in keys])


def _faults(table: Table, row: dict[str, Any], parents: dict[str, set[Any]]) -> Iterator[str]:
    for column in table.columns:
        value = row[column.name]
        if isinstance(value, _Text):
            try:
                value = value.decode()
            except UnicodeDecodeError:
                yield f"{column.name} is not text: {_shown(row[column.name])}"
                continue
        wrong = _fault(column, value)
        if not wrong and column.name in parents and value not in parents[column.name]:
            wrong = "refers to nothing"
        if wrong:
            yield f"{column.name} {wrong}: {_shown(value)}"


def _fault(column: Column[Any], value: Any) -> str:
    if value is None:
        return "" if column.nullable else "is missing"
    number = isinstance(column.type, Integer | Float)
    if isinstance(column.type, Integer) and not isinstance(value, int):
        return "is not a whole number"
    if isinstance(column.type, Float) and not (isinstance(value, int | float) and math.isfinite(value)):
        return "is not a number"
    if not number and not isinstance(value, str):
        return "is not text"
    read: Callable[..., Any] = msgspec.json.decode
    if column.name in READ_AS and not (value == "" and column.name in MAY_BE_EMPTY):
        try:
            read(value, type=READ_AS[column.name])
        except (ValueError, RecursionError):
            return "cannot be read"
    return ""


def _shown(value: Any) -> str:
    said = str(value) if not isinstance(value, bytes) else value.decode("utf-8", "backslashreplace")
    said = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in said[: 2 * LONGEST])
    return repr(value) if value is None else said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
