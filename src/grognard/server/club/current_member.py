"""The member behind a request."""

from __future__ import annotations

from typing import NamedTuple

from grognard.club.member import Member


class Asker(NamedTuple):
    """A member who asks, with the session, or the token and its scopes."""

    member: Member
    session: str = ""
    token: str = ""
    scopes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key that holds the member's seats; nothing for a program that may not play."""
        return self.member.key if self.session or "play" in self.scopes else ""
