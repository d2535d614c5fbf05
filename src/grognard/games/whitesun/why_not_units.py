"""Sentences about things that are not done with one unit: for "why can't I?"."""

from __future__ import annotations

from grognard.games.whitesun.state import State
from grognard.kernel.flow import Bar, Decision
from grognard.kernel.ids import Space, Unit


def at_large(s: State, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
    """What is on offer, but not for one unit: a button, or something done with a hex, with this one if it is named."""
    asked = s.pending
    if unit is None or not isinstance(asked, Decision):
        return []
    if any(option[0] == verb and space in (None, *option[1:]) for option in asked.options):
        return [Bar("It is on offer, though not for one unit by itself.", asked.cases)]
    return []
