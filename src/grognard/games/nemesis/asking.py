"""Frames that offer one kind of thing: why it is not on offer is the same answer, whichever verb is asked about."""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Bar, Frame


class Asking(Frame):
    """What such frames share."""

    __slots__ = ()

    def why_not_do(self, s: Any, side: int, verb: str, unit: int | None, space: int | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
