"""People: members, how they come in, what they are told, and what those who keep the club did."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """The tables, empty."""
    op.create_table(
        "members",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False, unique=True),
        sa.Column("capitals", sa.Text, nullable=False, unique=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("verified", sa.Integer, nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("banned", TIME, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("gone", TIME, nullable=False),
        sa.Column("mail", sa.Text, nullable=False, server_default="each"),
        sa.Column("reminders", sa.Integer, nullable=False, server_default="1"),
        sa.Column("webhook", sa.Text, nullable=False, server_default=""),
        sa.Column("digest", TIME, nullable=False, server_default="0"),
        sqlite_strict=True,
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("made", TIME, nullable=False),
        sa.Column("seen", TIME, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_sessions_member", "sessions", ["member"])
    op.create_table(
        "member_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("seen", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_member_tokens_member", "member_tokens", ["member"])
    op.create_table(
        "codes",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("until", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_codes_member", "codes", ["member"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("until", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "pushes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_pushes_member", "pushes", ["member"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("due", TIME, nullable=False),
        sa.Column("digested", sa.Integer, nullable=False, server_default="0"),
        sqlite_strict=True,
    )
    op.create_index("ix_notices_member", "notices", ["member"])
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("notice", sa.Text, nullable=False),
        sa.Column("way", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("due", TIME, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_deliveries_member", "deliveries", ["member"])
    op.create_index("ix_deliveries_due", "deliveries", ["due"])
    op.create_table(
        "sights",
        sa.Column("member", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("revision", WIDE, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("against", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("made", TIME, nullable=False),
        sa.Column("closed", TIME, nullable=False),
        sa.Column("closed_by", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_table(
        "club_facts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_strict=True,
    )
