"""Names of players for pages: a member, one of our bots, a guest, or a deleted account."""

from __future__ import annotations

from typing import Any

from grognard.club.member import FORMER, Member, shown_name
from grognard.club.ratings import Rating

BOT = "bot:"
"""Before the name of one of our own programs, where a member's id would stand."""
GUEST = "a guest"


def name_of(ident: str, member: Member | None) -> str:
    """Under which name a player is shown."""
    if not ident:
        return GUEST
    if ident.startswith(BOT):
        return ident.removeprefix(BOT)
    return shown_name(member) if member is not None else FORMER


def kind_of(ident: str, member: Member | None) -> str:
    """`person`, `program`, `bot` or `guest`."""
    if ident.startswith(BOT):
        return "bot"
    return member.kind if member is not None else "guest"


def player(ident: str, member: Member | None, rating: Rating | None) -> dict[str, Any]:
    """A player, for pages."""
    shown: dict[str, Any] = {"name": name_of(ident, member), "kind": kind_of(ident, member)}
    known = rating or Rating()
    return shown | {"rating": round(known.value) if ident else None, "provisional": known.provisional}
