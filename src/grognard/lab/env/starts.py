"""Starts part-way: positions at the beginning of a turn, from games between staffs that are recorded when first asked.

A learner that never wins from the beginning can begin where winning is near, and move towards the beginning later.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from grognard import bots
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Refused
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply

RECORDED = 16
"""Games that are recorded of a scenario; which of them a start is from is drawn by lot."""


def start_at(game: Game, scenario: str, options: Mapping[str, str], turn: Any, luck: int) -> Any:
    """A position at the first question of a turn, for dice of its own from there on."""
    if type(turn) is not int or turn < 1:
        raise Refused(f"A game begins at a turn, a whole number from 1, not at {turn!r}.")
    chosen = tuple(sorted(options.items()))
    latest = 0
    for number in range(RECORDED):
        positions = recorded(game, scenario, chosen, (luck + number) % RECORDED)
        if turn in positions:
            return positions[turn].copy()
        latest = max(latest, *positions)
    raise Refused(f"None of {RECORDED} games of {game.title} reaches turn {turn}: the longest had {latest}.")


@lru_cache(maxsize=256)
def recorded(game: Game, scenario: str, options: tuple[tuple[str, str], ...], number: int) -> dict[int, Any]:
    """By turn, the first position in which a side is asked, in one game of the usual bots against each other."""
    dice = KeyedDice(b"start/%d" % number)
    name = bots.usual(game)
    seated = [bots.make(name, game, side, random.Random(f"{number}/{side}")) for side in game.every_side]
    s = game.new(scenario, dict(options))
    advance(s, dice)
    found: dict[int, Any] = {}
    while s.winner == ONGOING:
        if s.turn not in found:
            found[s.turn] = s.copy()
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return found
