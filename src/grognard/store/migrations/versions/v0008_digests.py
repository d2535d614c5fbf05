"""Digests of programs' tokens and of invitations to seats: all who have one go on with it, and a copy of the store
tells none.
"""

import json
import re
import secrets
from hashlib import pbkdf2_hmac, sha256

import sqlalchemy as sa
from alembic import op

from grognard.store import checksums

revision = "0008"
down_revision = "0007"

MADE = 32
"""The length of a token that is made of a key: it is shown by nobody, and stays."""
TYPED = re.compile(r"([0-9A-Z]{8})@([0-9]+)")
"""A code for another device, and until when it is good."""
AT_ONCE = 500


def upgrade() -> None:
    """The tokens of all matches that are not damaged."""
    db, after = op.get_bind(), ""
    found = sa.text("SELECT id, header, tokens, opening, head FROM matches WHERE id > :id ORDER BY id LIMIT :limit")
    while rows := db.execute(found, {"id": after, "limit": AT_ONCE}).all():
        after = rows[-1][0]
        for match, header, text, opening, head in rows:
            if checksums.of_head(match, header, text, opening) == head:
                new = json.dumps(_digests(json.loads(text)))
                if new != text:
                    db.execute(
                        sa.text("UPDATE matches SET tokens = :tokens, head = :head WHERE id = :id"),
                        {"id": match, "tokens": new, "head": checksums.of_head(match, header, new, opening)},
                    )


def _digests(tokens: dict[str, str]) -> dict[str, str]:
    kept = {}
    for name, token in tokens.items():
        typed = TYPED.fullmatch(token) if name.startswith("?") and name.endswith("+") else None
        if typed:
            kept[name] = f"{pbkdf2_hmac('sha256', typed[1].encode(), b'grognard typed code', 20_000).hex()}@{typed[2]}"
        elif name.startswith("?"):
            kept[name] = f"{secrets.token_urlsafe(9)} {_digest(token)}"
        else:
            kept[name] = token if len(token) == MADE else _digest(token)
    return kept


def _digest(token: str) -> str:
    return "token_" + sha256(token.encode()).hexdigest()
