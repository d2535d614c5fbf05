"""Mistakes that the type check must find. It reads this file too: a mark on a line with nothing wrong is an error."""

from __future__ import annotations

from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Option, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.state import Pieces, place


def mistakes(s: Pieces, unit: Unit, hex_: Space, side: Side, units: Units, hexes: Spaces, option: Option) -> None:
    """A unit is no hex, a set of the one is no set of the other, and a number is neither."""
    place(s, hex_, unit)  # type: ignore[arg-type]
    place(s, unit_of(option), unit_of(option, 2))  # type: ignore[arg-type]
    place(s, 3, hex_)  # type: ignore[arg-type]
    s.where[unit] = side  # type: ignore[call-overload]
    s.at[hex_] |= 1 << hex_  # type: ignore[operator]
    _ = units & hexes  # type: ignore[operator]
    _ = units | 1 << hex_  # type: ignore[operator]
    _ = hexes >> unit & 1  # type: ignore[operator]
    _ = unit == hex_  # type: ignore[comparison-overlap]
    for member in each(hexes):
        place(s, member, hex_)  # type: ignore[arg-type]
    units = bitset(each(hexes))  # type: ignore[arg-type]
    units = NO_UNITS if side else hexes  # type: ignore[assignment]


def right(s: Pieces, unit: Unit, hex_: Space, units: Units, hexes: Spaces, option: Option) -> None:
    """The same as it is meant."""
    place(s, unit, hex_)
    place(s, unit_of(option), space_of(option, 2))
    s.at[hex_] |= 1 << unit
    for member in each(units & ~(1 << unit)):
        place(s, member, hex_)
    hexes |= bitset(s.where[member] for member in each(units))
