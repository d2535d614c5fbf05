"""Sight of one side: all that it may know of a position, as sets, before it is laid out.

A game that says what a side sees once (`Game.sight`) lays it out twice: as a view for the page (`marks_of`,
`flags_of`), and as numbers for programs that learn (`bots/position_arrays.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import Space, Spaces, Unit, Units

Mark = tuple[Space, int, int]
"""A space, the number of what lies there, and how many of it."""


class Sight(NamedTuple):
    """Units, markers and gauges that one side sees."""

    units: Units
    """The units that it sees."""
    steps: Sequence[int]
    """Per unit, the steps that its counter shows."""
    flags: Sequence[tuple[int, Units]]
    """The bit of a flag, and the units that carry it, seen or not."""
    counted: Sequence[Mark]
    """Markers of which there may be several in a space."""
    areas: Sequence[tuple[int, Spaces]]
    """A marker, and the spaces that have one of it."""
    tracks: Mapping[str, Any]


def marks_of(seen: Sight) -> list[Mark]:
    """The marks of a view."""
    return [*seen.counted, *((space, marker, 1) for marker, spaces in seen.areas for space in each(spaces))]


def flags_of(noted: Iterable[tuple[int, Units]], units: int) -> list[int]:
    """Per unit, its flags in one number."""
    flags = [0] * units
    for flag, carriers in noted:
        for unit in each(carriers):
            flags[unit] |= flag
    return flags


def sight_of_view(view: Mapping[str, Any], units: int) -> Sight:
    """The same from a view, for a game that has nothing quicker."""
    steps = [0] * units
    flags: dict[int, int] = {}
    for unit, _, left, noted, *_face in view["units"]:
        steps[unit] = left
        for bit in each(noted):
            flags[1 << bit] = flags.get(1 << bit, 0) | 1 << unit
    shown: Iterable[Unit] = (row[0] for row in view["units"])
    carriers: Any = sorted(flags.items())
    return Sight(bitset(shown), steps, carriers, view["marks"], (), view["tracks"])
