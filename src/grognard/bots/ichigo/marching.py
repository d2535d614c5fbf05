"""Carrying out the orders of a campaign: who moves next, and where to."""

from __future__ import annotations

from collections.abc import Callable

from grognard.bots.ichigo.campaign import Campaign, Order
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.ground import Moves, march
from grognard.games.ichigo.movement import Move, Movement, may_move
from grognard.games.ichigo.state import State
from grognard.games.ichigo.supply import is_attenuated
from grognard.kernel.flow import Decision, Option
from grognard.kernel.ids import Space

Drafter = Callable[[Staff, State, int], Campaign]


def phase_orders(staff: Staff, s: State, nation: int, draft: Drafter) -> list[Order]:
    """The orders of this movement phase: made once."""
    return staff.recall("orders", (s.turn, s.phase, nation), lambda: draft(staff, s, nation).orders)


def next_move(staff: Staff, s: State, asked: Decision, orders: list[Order]) -> Option:
    """The first order not yet carried out; a stack that goes the same way goes together."""
    frame = s.agenda[-1]
    assert isinstance(frame, Movement)
    for order in orders:
        unit = order.unit
        verb = "go-far" if order.far else "move"
        if s.where[unit] != order.way[0] or (verb, unit) not in asked.options:
            continue
        together = {o.unit for o in orders if o.way == order.way and o.far == order.far}
        able = may_move(s, frame.nation)
        if order.far:
            able &= s.strategic
        stack = set(frame.stack(s, order.way[0], able))
        if len(stack) > 1 and stack == together and (f"{verb}-stack", order.way[0]) in asked.options:
            return staff.because((f"{verb}-stack", order.way[0]), _why(s, order))
        return staff.because((verb, unit), _why(s, order))
    return ("end-movement",)


def _why(s: State, order: Order) -> str:
    place = order.goal if order.goal >= 0 else order.way[-1]
    return f"On the way to {s.game.space_names[place]}."


def go_on(staff: Staff, s: State, asked: Decision, orders: list[Order]) -> Option | None:
    """The next hex of the way; with more points than were counted on, a longer one."""
    frame = s.agenda[-1]
    assert isinstance(frame, Move)
    order = next((o for o in orders if o.unit == frame.units[0]), None)
    step = None if order is None else next_step(s, frame, order)
    if step is not None and step in asked.options:
        return step
    if not frame.steps:  # who does not get away has not moved, and is not tried again
        orders[:] = [o for o in orders if o.unit not in frame.units]
    if order is not None and order.goal >= 0 and s.where[order.unit] != order.goal:
        return staff.because(("stop",), f"It can go no further towards {s.game.space_names[order.goal]} this turn.")
    return ("stop",)


def next_step(s: State, frame: Move, order: Order) -> Option | None:
    """The next hex of the way, if there is one."""
    here = s.where[order.unit]
    if order.goal >= 0 and not frame.steps and not order.far and is_attenuated(s):
        order.way = longer_way(s, frame, order)
    if here not in order.way or here == order.way[-1]:
        return None
    return ("to", order.way[order.way.index(here) + 1])


def longer_way(s: State, frame: Move, order: Order) -> list[Space]:
    """A march goes as far as the die lets it."""
    moves = Moves(s, frame.nation)
    here = s.where[order.unit]
    ways = march(s.game, order.goal)
    found = [h for h in moves.reach(here, frame.mp) if frame.may_end_in(s, h)]
    best = min(found, key=lambda h: (ways[h], h), default=here)
    if ways[best] >= ways[order.way[-1]] and frame.may_end_in(s, order.way[-1]):
        return order.way
    return moves.way(here, best, frame.mp)
