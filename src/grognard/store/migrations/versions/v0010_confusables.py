"""Keys of members' names by Unicode's tables of what is confusable. Members whose names are alike keep them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Two keys for each member, not unique: they were not looked at before."""
    for name in ("alike", "drawn"):
        op.add_column("members", sa.Column(name, sa.Text, nullable=False, server_default=""))
        op.create_index(f"ix_members_{name}", "members", [name])
    db = op.get_bind()
    members = db.execute(sa.text("SELECT id, name FROM members WHERE gone = 0")).all()
    if members:
        from grognard.club.member_names import alike, drawn  # at home its tables are not installed

        db.execute(
            sa.text("UPDATE members SET alike = :alike, drawn = :drawn WHERE id = :id"),
            [{"id": ident, "alike": alike(name), "drawn": drawn(name)} for ident, name in members],
        )
