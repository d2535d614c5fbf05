"""Tournaments from announcement to record: text and dates, substitutes, deciding games, and what umpires ruled."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

TIME: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Tournaments that were announced before have no dates, and ties go to the seed as they did."""
    none, nobody = "0", ""
    op.add_column("members", sa.Column("announcements", sa.Integer, nullable=False, server_default=none))
    for column in (
        sa.Column("text", sa.Text, nullable=False, server_default=nobody),
        sa.Column("closes", TIME, nullable=False, server_default=none),
        sa.Column("begins", TIME, nullable=False, server_default=none),
        sa.Column("daily", sa.Integer, nullable=False, server_default=none),
        sa.Column("accelerated", sa.Integer, nullable=False, server_default=none),
        sa.Column("decider", sa.Text, nullable=False, server_default="seed"),
        sa.Column("reminded", sa.Integer, nullable=False, server_default=none),
    ):
        op.add_column("tournaments", column)
    op.add_column("entrants", sa.Column("waits", sa.Integer, nullable=False, server_default=none))
    op.add_column("entrants", sa.Column("since", sa.Integer, nullable=False, server_default=none))
    op.add_column("entrants", sa.Column("instead", sa.Text, nullable=False, server_default=nobody))
    op.add_column("pairings", sa.Column("third", sa.Text, nullable=False, server_default=nobody))
    op.add_column("pairings", sa.Column("decided", sa.Text, nullable=False, server_default=nobody))
    op.create_index("ix_pairings_third", "pairings", ["third"])
    op.create_table(
        "rulings",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sqlite_strict=True,
    )
