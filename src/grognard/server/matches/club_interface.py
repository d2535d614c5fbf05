"""The club, as the rooms below it know it: an interface that the club fulfils."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class ClubRecords(Protocol):
    """Records of the club about matches."""

    async def is_recorded(self, match: str) -> bool:
        """Whether a match belongs to the club."""

    async def is_rated(self, match: str) -> bool:
        """Whether a match counts for ratings."""

    async def ended_of(self, matches: Sequence[str]) -> set[str]:
        """Those of these matches that the club has ended, whatever their rules say."""


class NoClub:
    """A server without a club: no match belongs to one."""

    async def is_recorded(self, match: str) -> bool:
        return False

    async def is_rated(self, match: str) -> bool:
        return False

    async def ended_of(self, matches: Sequence[str]) -> set[str]:
        return set()
