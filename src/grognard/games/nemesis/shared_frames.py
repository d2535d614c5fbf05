"""Frames that offer one kind of thing: why it is not on offer is the same answer, whichever verb is asked about."""

from __future__ import annotations

from grognard.games.nemesis.state import State
from grognard.kernel.flow import Bar, Frame
from grognard.kernel.ids import Side, Space, Unit


class OneKindFrame(Frame):
    """What such frames share."""

    __slots__ = ()

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
