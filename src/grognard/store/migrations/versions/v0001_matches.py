"""Matches and their decisions, as the first files have them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """The two tables and the index of the list."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("tokens", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("decides", sa.Text, nullable=False),
        sa.Column("revision", WIDE, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "decisions",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("rolls", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("recent", "matches", ["updated"])
