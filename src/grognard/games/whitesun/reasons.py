"""Why a unit is not at hand, and what is said of things that are not done with one unit: for "why can't I?"."""

from __future__ import annotations

from grognard.games.whitesun.state import ALONE, GONE, WAITING, State
from grognard.kernel.flow import Bar, Decision
from grognard.kernel.kinds import Space, Unit


def absent_bar(s: State, unit: Unit) -> Bar | None:
    """R19, R69, R71: why a Japanese unit is not among the ready ones."""
    g = s.game
    name, space = g.unit_names[unit], s.where[unit]
    if unit == g.flotilla:
        return flotilla_where(s)
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
    if space == g.out:
        return Bar(f"{name} is out of the game.", ("7.4b",) if g.puppets >> unit & 1 else ("3.5d", "R20"))
    turn = g.track.index(space)
    if g.arrival[unit] == turn and turn > s.turn:
        return Bar(f"{name} arrives on Turn {turn}.", ("3.2b", "7.3"))
    return Bar(f"{name} is done for this turn and comes back on Turn {turn}.", ("7.4e", "R19"))


def flotilla_where(s: State) -> Bar:
    """9.17: the flotilla is nobody's to pick: it goes along, or does not."""
    if s.flotilla == WAITING:
        return Bar("The flotilla appears with the first attack on Shanghai on Turn 1.", ("9.17a",))
    if s.flotilla == GONE:
        return Bar("The flotilla is out of the game.", ("9.17b",))
    if s.flotilla == ALONE:
        return Bar("The flotilla was left alone: it is back in Shanghai in the next turn's Phase I.", ("9.17e",))
    return Bar("The flotilla goes along with ground units and takes no losses itself.", ("9.17c", "9.17d"))


def at_large(s: State, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
    """What is on offer, but not for one unit: a button, or something done with a hex, with this one if it is named."""
    asked = s.pending
    if unit is None or not isinstance(asked, Decision):
        return []
    if any(option[0] == verb and space in (None, *option[1:]) for option in asked.options):
        return [Bar("It is on offer, though not for one unit by itself.", asked.cases)]
    return []


def ready_bar(s: State, unit: Unit | None, case: str) -> Bar | None:
    """Why a unit cannot be taken from the ready ones."""
    if unit is None:
        number = (s.at[s.game.ready] & s.game.ground).bit_count()
        return None if number else Bar("No unit is ready.", (case,))
    return absent_bar(s, unit)
