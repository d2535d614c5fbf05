"""Readiness for an operation, with reasons where a unit is not ready (R19, R69, R71)."""

from __future__ import annotations

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.state import State, nothing_follows
from grognard.kernel.flow import Bar
from grognard.kernel.ids import Unit


def absent_bar(s: State, unit: Unit) -> Bar | None:
    """R19, R69, R71: why a Japanese unit is not among the ready ones."""
    g = s.game
    name, space = g.unit_names[unit], s.where[unit]
    if unit == g.flotilla:
        return flotilla.pick_bar(s)
    if space == g.ready:
        return None
    if s.force >> unit & 1:
        return Bar(f"{name} is in the force that operates now.", ("9.1a", "9.2a"))
    if space == g.garrison_box:
        return Bar(f"{name} is on garrison duty inside the objective line this turn.", ("3.6c", "R71"))
    if space == g.city_box:
        return Bar(f"{name} is the garrison of a city this turn.", ("3.6d", "R71"))
    if space == g.reserve:
        return Bar(f"{name} has operated and waits in the Reserve Box for Phase III.", ("3.5b", "5.3a"))
    if space == g.out and nothing_follows(s) and not g.puppets >> unit & 1:
        return Bar(f"{name} takes no further part: no turn follows.", ("5.3a", "R20"))
    if space == g.out:
        return Bar(f"{name} is out of the game.", ("7.4b",) if g.puppets >> unit & 1 else ("3.5d", "R20"))
    turn = g.track.index(space)
    if g.arrival[unit] == turn and turn > s.turn:
        return Bar(f"{name} arrives on Turn {turn}.", ("3.2b", "7.3"))
    return Bar(f"{name} is done for this turn and comes back on Turn {turn}.", ("7.4e", "R19"))


def ready_bar(s: State, unit: Unit | None, case: str) -> Bar | None:
    """Why a unit cannot be taken from the ready ones."""
    if unit is None:
        number = (s.at[s.game.ready] & s.game.ground).bit_count()
        return None if number else Bar("No unit is ready.", (case,))
    return absent_bar(s, unit)
