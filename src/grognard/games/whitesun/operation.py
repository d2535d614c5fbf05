"""Chapter 9: an operation begins and ends (3.5, 9.1, 9.2, 9.13, 9.17)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.whitesun.reckoned import force_terms
from grognard.games.whitesun.state import (
    ALONE,
    EVENT_ENDED,
    GONE,
    NO_EVENT,
    TRIAL,
    UNDER_WAY,
    USABLE,
    WAITING,
    State,
    after_operation,
    next_turn,
    put_away,
)
from grognard.games.whitesun.victory import take_hex
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.kinds import NO_SPACE, Space, Unit
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
        place(s, s.game.flotilla, hex_)


def end(s: State, how: int) -> None:
    """5.3a, R19: survivors go to the Reserve Box, or wait for the next turn."""
    send_away(s, after_operation(s), how)


def send_away(s: State, space: Space, how: int) -> None:
    """The force leaves the map for a box, at full strength; what becomes of the flotilla."""
    stays = bool(s.force) and how != EVENT_ENDED
    units = members(s.force)
    for unit in each(s.force):
        put_away(s, unit, space)
    dock_flotilla(s, stays)
    s.force_hex = s.force_from = s.objective = NO_SPACE
    s.event = NO_EVENT
    s.mp = s.paid = s.began_with = s.entered = s.round = 0
    s.trail_end[-1] = how
    s.tell("operation-over", how, units, space, cases=("5.3a", "R19"))


# --- 9.17, R14 the flotilla


def join_flotilla(s: State, hex_: Space) -> None:
    """9.17a: it appears with the first attack on Shanghai on Turn 1."""
    if hex_ == s.game.shanghai and s.turn == 1 and s.flotilla == WAITING:
        s.flotilla = TRIAL
        s.flotilla_along = s.flotilla_used = 1
        place(s, s.game.flotilla, hex_)
        s.tell("flotilla-joins", hex_, cases=("9.17a",))


def leave_flotilla(s: State) -> None:
    """9.17e, R14: left alone in a hex it is out until the next Phase I."""
    s.flotilla_along = 0
    s.flotilla = ALONE
    place(s, s.game.flotilla, next_turn(s))
    s.tell("flotilla-alone", cases=("9.17e", "R14"))


def dock_flotilla(s: State, stays: bool) -> None:
    """9.17b, e: after the operation: out if it failed at Shanghai, at hand with survivors on the river, or alone."""
    g = s.game
    if not s.flotilla_along:
        return
    if s.flotilla == TRIAL:
        lose_flotilla(s)
    elif stays and s.force_hex >= 0 and g.navigable >> s.force_hex & 1:
        s.flotilla_along = 0
        place(s, g.flotilla, after_operation(s))
    else:
        leave_flotilla(s)


def lose_flotilla(s: State) -> None:
    """9.17b: out of play for the rest of the game."""
    s.flotilla_along = 0
    s.flotilla = GONE
    place(s, s.game.flotilla, s.game.out)
    s.tell("flotilla-gone", cases=("9.17b",))


def conquer(s: State, hex_: Space, *cases: str) -> None:
    """3.4b, 9.17b: the hex is taken; with Shanghai the flotilla is at hand. It may end the game: do it last."""
    if hex_ == s.game.shanghai and s.flotilla == TRIAL:
        s.flotilla = USABLE
    take_hex(s, hex_, *cases)
