"""Commitments to dice, which every process may be asked for, and who made a match, for quotas."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TIME: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Two tables; of the matches that are there nobody knows who made them."""
    op.create_table(
        "commitments",
        sa.Column("commitment", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "makers",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("maker", sa.Text, primary_key=True),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("made_by", "makers", ["maker"])
