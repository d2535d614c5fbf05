"""Chapter 9: an operation begins and ends (3.5, 9.1, 9.2, 9.13)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.breakdowns import force_terms
from grognard.games.whitesun.state import (
    EVENT_ENDED,
    NO_EVENT,
    UNDER_WAY,
    State,
    after_operation,
    put_away,
)
from grognard.games.whitesun.victory import take_hex
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.ids import NO_SPACE, Space, Unit
from grognard.kernel.state import place


def begin(s: State, units: Sequence[Unit], objective: Space) -> None:
    """9.1, R18: a force of full-strength units with the turn's movement points."""
    g = s.game
    s.force = bitset(units)
    for unit in units:
        s.steps[unit] = g.full[unit]
    s.mp = g.mp[s.turn]
    s.began_with = len(units)
    s.objective = objective
    s.force_hex = s.force_from = NO_SPACE
    s.event = NO_EVENT
    s.entered = s.paid = s.round = s.flotilla_along = 0
    s.trail_start.append(len(s.trail))
    s.trail_turn.append(s.turn)
    s.trail_end.append(UNDER_WAY)
    s.tell("operation", list(units), s.mp, cases=("9.1a", "9.1b"), sum=lambda: force_terms(s, list(units)))


def stand_in(s: State, hex_: Space) -> None:
    """2.2b: the force is in a hex."""
    s.force_from, s.force_hex = s.force_hex, hex_
    s.trail.append(hex_)
    for unit in each(s.force):
        place(s, unit, hex_)
    if s.flotilla_along:
        flotilla.follow(s)


def end(s: State, how: int) -> None:
    """5.3a, R19: survivors go to the Reserve Box, or wait for the next turn."""
    send_away(s, after_operation(s), how)


def send_away(s: State, space: Space, how: int) -> None:
    """The force leaves the map for a box, at full strength; what becomes of the flotilla."""
    stays = bool(s.force) and how != EVENT_ENDED
    puppets = members(s.force & s.game.puppets) if space != s.game.reserve else []
    units = [u for u in members(s.force) if u not in puppets]
    for unit in each(s.force):
        put_away(s, unit, space)
    flotilla.dock(s, stays)
    s.force_hex = s.force_from = s.objective = NO_SPACE
    s.event = NO_EVENT
    s.mp = s.paid = s.began_with = s.entered = s.round = 0
    s.trail_end[-1] = how
    if puppets:
        s.tell("puppets-leave", puppets, cases=("7.4b", "R15"))
    last = space == s.game.out
    s.tell("operation-over", how, [] if last else units, space, cases=("5.3a", "R19"))
    if last and units:
        s.tell("no-turn-follows", units, cases=("5.3a", "R20"))


def conquer(s: State, hex_: Space, *cases: str) -> None:
    """3.4b, 9.17b: the hex is taken; with Shanghai the flotilla is at hand. It may end the game: do it last."""
    flotilla.keep(s, hex_)
    take_hex(s, hex_, *cases)
