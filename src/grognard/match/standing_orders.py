"""Standing orders applied in a match: answers are given for the side that is asked, as far as its orders go."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from grognard.kernel.flow import Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.standing_orders import Given, Standing
from grognard.match.match import Match

MOST = 500
"""Answers by orders in one go."""
MOST_UNITS = 60
"""That one order may name."""
_log = logging.getLogger("grognard")


def orders_of(game: Game, side: Side) -> list[Standing]:
    """The orders that a side may give."""
    return [order for order in game.orders if order.side in (None, side)]


def answer(game: Game, seen: Any, asked: Decision, given: Mapping[str, Given]) -> Option | None:
    """The answer that the orders give to a question, from their owner's view; None when the owner must be asked."""
    for order in orders_of(game, asked.side):
        said = given.get(order.id)
        if said is None or asked.prompt not in order.prompts or said.turn not in (0, seen.turn):
            continue
        if order.defending and game.phases[seen.phase].side == asked.side:
            continue
        option = order.answer(seen, asked, said)
        if option is not None and option in asked.options:
            return option
    return None


def given_by(match: Match, side: Side) -> dict[str, Given]:
    """The orders of a side's player."""
    game, kept = match.game, match.header.orders.get(match.game.sides[side].id, {})
    return {
        name: Given(
            order["choice"],
            tuple(game.unit_index[unit] for unit in order.get("units", ()) if unit in game.unit_index),
            order.get("turn", 0),
        )
        for name, order in kept.items()
    }


def checked(game: Game, side: Side, name: str, given: Given) -> dict[str, Any]:
    """An order as the header keeps it; what the game or the side does not know is refused."""
    known = next((order for order in orders_of(game, side) if order.id == name), None)
    if known is None:
        raise Refused(f"There is no standing order {name[:40]!r} for {game.sides[side].name}.")
    if given.choice not in known.choices:
        raise Refused(f"{known.name}: {', '.join(known.choices)}, not {given.choice[:40]!r}.")
    if given.units and not known.units:
        raise Refused("This order names no units.")
    sound = all(0 <= unit < len(game.unit_ids) for unit in given.units)
    if len(given.units) > MOST_UNITS or len(set(given.units)) < len(given.units) or not sound:
        raise Refused(f"An order names at most {MOST_UNITS} units of the game, each once.")
    units = {"units": [game.unit_ids[unit] for unit in given.units]} if given.units else {}
    turn = {"turn": given.turn} if given.turn else {}
    return {"choice": given.choice, **units, **turn}


def stand_in(match: Match) -> int:
    """Answer for players as long as their orders do, and say how many decisions that were."""
    answered = 0
    while (asked := match.asked) is not None and match.header.orders and answered < MOST:
        given = given_by(match, asked.side) if match.is_person(asked.side) else {}
        if not given:
            break
        try:
            option = answer(match.game, match.game.redact(match.state, asked.side), asked, given)
            if option is None:
                break
            match.submit(asked.side, option, ordered=True)
        except Exception:
            # An order that fails must not take the decision before it along: its owner is asked.
            _log.exception("A standing order failed in %s.", match.game.id)
            break
        answered += 1
    return answered
