"""The tables, for every engine. What a new file is made of (`tables.sql`) is written from this; a test compares them.

Only migrations and tests load this: at home SQLAlchemy stays where it is, because reading it in takes longer than
starting the server.
"""

from __future__ import annotations

from sqlalchemy import REAL, BigInteger, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlalchemy.types import TypeEngine

WIDE = BigInteger().with_variant(Integer(), "sqlite")
TIME: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")

tables = MetaData()

matches = Table(
    "matches",
    tables,
    Column("id", Text, primary_key=True),
    Column("header", Text, nullable=False, comment="JSON, secrets included"),
    Column("tokens", Text, nullable=False, comment="JSON: side id to the token of its human seat"),
    Column("opening", Text, nullable=False, comment="rolls before the first decision"),
    Column("turn", Integer, nullable=False),
    Column("status", Text, nullable=False, comment="open, over"),
    Column("decides", Text, nullable=False, comment="side id, or empty"),
    Column("revision", WIDE, nullable=False),
    Column("updated", TIME, nullable=False),
    Column("length", Integer, nullable=False, server_default="0", comment="decisions"),
    Column("head", WIDE, nullable=False, server_default="0", comment="checksum of what is fixed"),
    Column("mark", WIDE, nullable=False, server_default="0", comment="checksum of what moves"),
    sqlite_strict=True,
)
decisions = Table(
    "decisions",
    tables,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("side", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("rolls", Text, nullable=False),
    Column("sum", WIDE, nullable=False, server_default="0", comment="checksum, that of the decision before included"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
recent = Index("recent", matches.c.updated)


def statements(engine: str) -> str:
    """The tables as an engine makes them."""
    dialect = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect}[engine]()
    made: list[ExecutableDDLElement] = [CreateTable(matches), CreateTable(decisions), CreateIndex(recent)]
    text = "\n".join(str(each.compile(dialect=dialect)).strip() + ";" for each in made).replace("\t", "    ")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
