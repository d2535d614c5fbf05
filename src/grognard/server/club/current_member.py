"""The member behind a request."""

from __future__ import annotations

from typing import NamedTuple

from grognard.club.member import Member


class Asker(NamedTuple):
    """A member who asks, and by what he is known: a session, or a token with its scopes."""

    member: Member
    session: str = ""
    token: str = ""
    scopes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """By which his seats are held; nothing for a program that may not play."""
        return self.member.key if self.session or "play" in self.scopes else ""
