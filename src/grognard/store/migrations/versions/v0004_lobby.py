"""The lobby, and what a club keeps of its matches: seats, clocks, results, ratings, talk."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """The tables, empty."""
    op.create_table(
        "lobby",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("low", TIME, nullable=False),
        sa.Column("high", TIME, nullable=False),
        sa.Column("to", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("both", sa.Integer, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("watch", sa.Integer, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_lobby_by", "lobby", ["by"])
    op.create_index("ix_lobby_to", "lobby", ["to"])
    op.create_index("ix_lobby_status", "lobby", ["status"])
    op.create_table(
        "club_matches",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("watch", sa.Integer, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("pair", sa.Text, nullable=False),
        sa.Column("again", sa.Text, nullable=False),
        sa.Column("draw", sa.Text, nullable=False),
        sa.Column("asks", sa.Text, nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("due", TIME, nullable=False),
        sa.Column("warned", TIME, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("winner", sa.Text, nullable=False),
        sa.Column("ended", TIME, nullable=False),
        sa.Column("revision", WIDE, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_club_matches_due", "club_matches", ["due"])
    op.create_index("ix_club_matches_status", "club_matches", ["status"])
    op.create_table(
        "seats",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_seats_member", "seats", ["member"])
    op.create_table(
        "results",
        sa.Column("n", WIDE, primary_key=True, autoincrement=False),
        sa.Column("match", sa.Text, nullable=False, unique=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("second", sa.Text, nullable=False),
        sa.Column("score", TIME, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("first_after", TIME, nullable=False),
        sa.Column("second_after", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_results_game", "results", ["game"])
    op.create_index("ix_results_first", "results", ["first"])
    op.create_index("ix_results_second", "results", ["second"])
    op.create_table(
        "ratings",
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("value", TIME, nullable=False),
        sa.Column("deviation", TIME, nullable=False),
        sa.Column("volatility", TIME, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "talk",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hidden", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "notes",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "blocks",
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sqlite_strict=True,
    )
    op.create_table(
        "standstills",
        sa.Column("start", TIME, primary_key=True),
        sa.Column("end", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "watchers",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("by", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sqlite_strict=True,
    )
