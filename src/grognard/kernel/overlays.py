"""Overlays of the map: supply, control, threat, from what a side may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from grognard.kernel.bits import members
from grognard.kernel.ids import Space, Spaces, Unit

GOOD, WARN, BAD = "good", "warn", "bad"
"""Tones by meaning; `side0` and `side1` are the sides' own colours."""


@dataclass(slots=True)
class Overlay:
    """One layer over the map."""

    id: str
    name: str
    cases: tuple[str, ...] = ()
    legend: list[tuple[str, str]] = field(default_factory=list)
    """Tones and what they mean."""
    spaces: list[tuple[Space, str]] = field(default_factory=list)
    units: list[tuple[Unit, str, str]] = field(default_factory=list)
    """Units with a tone and a few words."""
    lines: list[list[Space]] = field(default_factory=list)
    """Spaces joined in this order, such as the chain that feeds a unit."""

    def tint(self, spaces: Spaces, tone: str) -> None:
        """Colour a set of spaces."""
        self.spaces += [(space, tone) for space in members(spaces)]

    def means(self, *rows: tuple[str, str]) -> Overlay:
        """Say what the tones mean."""
        self.legend += rows
        return self

    def mark(self, units: Iterable[Unit], tone: str, words: str) -> None:
        """Mark units."""
        self.units += [(unit, tone, words) for unit in units]
