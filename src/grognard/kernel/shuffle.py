"""Random orders, from the same verifiable dice as everything else."""

from __future__ import annotations

from grognard.kernel.dice import Throw
from grognard.kernel.flow import Roll
from grognard.kernel.ids import Kind, Sides

LOT = 65536
"""Sides of the die that a lot is drawn with. Equal lots are rare, and are drawn again by the caller."""


def lots(purpose: str, number: int, seen: Sides, *cases: str) -> Roll:
    """A lot for each of some things."""
    return Roll(purpose, number, (), cases, sides=LOT, seen=seen)


def by_lot(things: list[Kind], dice: Throw) -> list[Kind]:
    """The things in the order of their lots."""
    return [thing for _, thing in sorted(zip(dice, things, strict=True))]
