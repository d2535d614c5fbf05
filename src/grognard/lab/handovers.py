"""Hand-overs per turn in a correspondence match, measured with staffs.

The staffs play two games from the same seed: one in which every question is put to its player, and one in which both
have given the orders that a sensible player would leave behind at bedtime.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from grognard.bots import make
from grognard.bots.hints import STAFF
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, per
from grognard.kernel.standing_orders import Given
from grognard.lab.confidence_intervals import quantile
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.match.standing_orders import checked, orders_of, stand_in

SENSIBLE: dict[str, dict[str, Given]] = {
    "iwojima": {
        "entry": Given("fire-4"), "windows": Given("pass"), "row": Given("rank-rest"), "losses": Given("order"),
        "beaten": Given("stay"), "kirikami": Given("pass"),
    },
    "nemesis": {
        "beaten": Given("cheap"), "front": Given("best"), "losses": Given("order"), "transporters": Given("home"),
        "banzai": Given("no-banzai"), "rear": Given("forward"), "monsoon": Given("order"),
    },
    "formosa": {
        "support": Given("lp"), "losses": Given("order"), "beaten": Given("supply"), "prove": Given("let-go"),
        "kamikaze": Given("lose-gunfire"),
    },
    "ichigo": {"tanks": Given("go-on"), "losses": Given("order")},
}  # fmt: skip
"""What a player would order who goes to bed."""


class Row(NamedTuple):
    """One game: hand-overs per turn."""

    games: int
    turns: int
    before: float
    worst_before: int
    after: float
    worst_after: int


def by_turn(game: Game, seed: int, turns: int, orders: dict[str, Given]) -> list[int]:
    """The hand-overs to the other player in each turn of a staff game."""
    match = Match.new(game, "", {}, {side.id: HUMAN for side in game.sides}, seed)
    for side, party in per(Side, game.sides):
        known = {order.id for order in orders_of(game, side)}
        given = {name: checked(game, side, name, order) for name, order in orders.items() if name in known}
        match.header.orders |= {party.id: given} if given else {}
    staffs = [make(STAFF, game, side, random.Random(f"{seed}/{side}")) for side in game.every_side]
    counts: dict[int, int] = {}
    last: int | None = None
    stand_in(match)
    while (asked := match.asked) is not None and match.state.turn <= turns:
        turn = match.state.turn
        counts[turn] = counts.get(turn, 0) + (last not in (None, asked.side))
        last = asked.side
        option = staffs[last].choose(game.redact(match.state, last), asked)
        match.submit(last, option)
        stand_in(match)
    return list(counts.values())


def measured(game: Game, games: int, seed: int, turns: int) -> Row:
    """Play every seed twice, without orders and with them."""
    before: list[int] = []
    after: list[int] = []
    for number in range(games):
        before += by_turn(game, seed + number, turns, {})
        after += by_turn(game, seed + number, turns, SENSIBLE.get(game.id, {}))
    return Row(games, len(before), quantile(before, 0.5), max(before), quantile(after, 0.5), max(after))
