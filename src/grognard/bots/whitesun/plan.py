"""What the staff wants: below its answers, which all use it, and below the staff, which is made of them."""

from __future__ import annotations

from grognard.bots.scripted import Scripted
from grognard.bots.whitesun import aims
from grognard.games.whitesun.state import State


class Planner(Scripted):
    """A scripted player with a plan."""

    def worth(self, s: State) -> dict[int, float]:
        """What it wants on the map."""
        return aims.worth(s)
