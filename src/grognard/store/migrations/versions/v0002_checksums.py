"""Checksums for every match and decision. What stands in an old file is taken as it is: nothing vouched for it."""

import sqlalchemy as sa
from alembic import op

from grognard.store import checksums
from grognard.store.interface import Line, Standing

revision = "0002"
down_revision = "0001"

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """The columns, and their values for what is there."""
    op.add_column("matches", sa.Column("length", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("head", WIDE, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("mark", WIDE, nullable=False, server_default="0"))
    op.add_column("decisions", sa.Column("sum", WIDE, nullable=False, server_default="0"))
    db = op.get_bind()
    for ident in [row[0] for row in db.execute(sa.text("SELECT id FROM matches"))]:
        _vouch(db, ident)


def _vouch(db: sa.Connection, ident: str) -> None:
    row = db.execute(
        sa.text("SELECT header, tokens, opening, turn, status, decides, revision FROM matches WHERE id = :id"),
        {"id": ident},
    ).one()
    found = db.execute(sa.text("SELECT side, words, rolls FROM decisions WHERE match = :id ORDER BY n"), {"id": ident})
    made = checksums.chain(ident, 0, 0, [Line(*line) for line in found])
    if made:
        values = [{"id": ident, "n": n, "sum": sum_} for n, sum_ in enumerate(made)]
        db.execute(sa.text("UPDATE decisions SET sum = :sum WHERE match = :id AND n = :n"), values)
    mark = checksums.of_mark(ident, Standing(*row[3:6]), row[6], len(made), made[-1] if made else 0)
    db.execute(
        sa.text("UPDATE matches SET length = :length, head = :head, mark = :mark WHERE id = :id"),
        {"id": ident, "length": len(made), "head": checksums.of_head(ident, *row[:3]), "mark": mark},
    )
