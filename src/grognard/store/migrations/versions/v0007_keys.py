"""Keys of members that nobody can show, and digests of guests' keys: a copy of the store opens no seat.

The tokens of members' seats are made anew of the new keys. Browsers of before keep theirs: the store never had them.
Devices that were let in beside a member, and that no list shows, are so no more: there one signs in.
"""

import base64
import hmac
import json
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

from grognard.store import checksums

revision = "0007"
down_revision = "0006"

MADE = 32
"""The length of a token that is made of a key."""


def upgrade() -> None:
    """Members' keys with the seats that are made of them, and guests' keys."""
    db = op.get_bind()
    members = {row[0]: row[1] for row in db.execute(sa.text("SELECT id, key FROM members"))}
    if members:
        matches = [row[0] for row in db.execute(sa.text("SELECT id FROM matches"))]
        for match in matches:
            _make_anew(db, match, members)
        db.execute(
            sa.text("UPDATE members SET key = :key WHERE id = :id"),
            [{"id": member, "key": _new(key)} for member, key in members.items()],
        )
    for ident, key in db.execute(sa.text("SELECT id, key FROM lobby WHERE key != ''")).all():
        digest = "digest_" + sha256(key.encode()).hexdigest()
        db.execute(sa.text("UPDATE lobby SET key = :key WHERE id = :id"), {"id": ident, "key": digest})


def _new(key: str) -> str:
    """The same for a copy of the store that is upgraded by itself."""
    return "member_" + base64.urlsafe_b64encode(hmac.digest(key.encode(), b"member", "sha256"))[:43].decode()


def _made(key: str, match: str, side: str) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key.encode(), f"{match}/{side}".encode(), "sha256"))[:MADE].decode()


def _make_anew(db: sa.Connection, match: str, members: dict[str, str]) -> None:
    """The tokens of one match; the members who sit there are tried first."""
    found = sa.text("SELECT header, tokens, opening, head FROM matches WHERE id = :id")
    header, text, opening, head = db.execute(found, {"id": match}).one()
    if checksums.of_head(match, header, text, opening) != head:
        return  # damaged: it is shown as it is
    tokens = json.loads(text)
    seated = db.execute(sa.text("SELECT member FROM seats WHERE match = :id"), {"id": match}).scalars().all()
    keys = [members[each] for each in seated if each in members]
    keys += [key for member, key in members.items() if member not in seated]
    new, theirs = dict(tokens), set()
    for name, token in tokens.items():
        side = name.rstrip("+")
        if name.startswith("?") or len(token) != MADE:
            continue
        key = next((each for each in keys if hmac.compare_digest(_made(each, match, side), token)), None)
        if key is not None:
            new[name] = _made(_new(key), match, side)
            theirs.add(name)
    for name in tokens:
        beside = name.endswith("+") and name not in theirs
        if beside and name.strip("?+") in theirs:
            del new[name]
    if new != tokens:
        text = json.dumps(new)
        db.execute(
            sa.text("UPDATE matches SET tokens = :tokens, head = :head WHERE id = :id"),
            {"id": match, "tokens": text, "head": checksums.of_head(match, header, text, opening)},
        )
