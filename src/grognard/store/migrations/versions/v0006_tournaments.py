"""Tournaments, and wrong passwords counted for all processes together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TIME: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """The tables, empty."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("started", TIME, nullable=False),
        sa.Column("ended", TIME, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("gone", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("second", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("score", TIME, nullable=False),
        sa.Column("forfeit", sa.Integer, nullable=False),
        sa.Column("lease", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "wrong",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("tokens", TIME, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_index("ix_pairings_match", "pairings", ["match"])
    op.create_index("ix_pairings_other", "pairings", ["other"])
