"""Members of a club: people and bots."""

from __future__ import annotations

import msgspec

PERSON, PROGRAM = "person", "program"
OWNER, MODERATOR, UMPIRE = "owner", "moderator", "umpire"
ROLES = (OWNER, MODERATOR, UMPIRE)
"""The owner may do everything; a moderator keeps the peace; an umpire settles matches."""
SCOPES = ("play", "challenge", "chat")
"""What a bot's token may be good for."""
FORMER_SCOPES = {"talk": "chat"}
"""Older names of scopes: of tokens that are stored, and of requests."""
FOR_EVER = 250_000_000_000.0
"""The time until which somebody is suspended for good."""
FORMER = "a former member"


class Member(msgspec.Struct, frozen=True):
    """One row of the list of members."""

    id: str
    name: str
    key: str
    """Of the same shape as a browser's own: seats are held by it."""
    roles: tuple[str, ...]
    kind: str
    since: float
    banned: float
    """Suspended until then; 0 for those who are not."""
    email: str
    verified: bool
    why: str = ""
    """Reason of the suspension."""
    gone: float = 0.0
    """When the account was deleted; 0 for those who are here."""

    def is_suspended(self, now: float) -> bool:
        """Whether the member may not sign in."""
        return self.banned > now

    def may(self, *roles: str) -> bool:
        """Whether the member has one of the roles; the owner has all."""
        return OWNER in self.roles or any(role in self.roles for role in roles)


def shown_name(member: Member | None) -> str:
    """The name that others read."""
    return member.name if member is not None and member.name else FORMER
