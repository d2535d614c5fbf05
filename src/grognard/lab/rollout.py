"""Winning chances by rollouts: positions drawn from what one side may know, each played to its end."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any, NamedTuple

from grognard import bots, games
from grognard.bots.hints import STAFF, has_staff
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.play import apply

MOST_DECISIONS = 20_000
"""A game with more decisions is not counted."""


class Rollouts(NamedTuple):
    """Results of the games that were played out."""

    players: str
    tried: int
    wins: dict[int, int]
    """Finished games by winner; -1 is a draw."""
    seconds: float


def rollouts(
    game_id: str, side: Side, known: dict[str, Any], asked: Decision, seed: str, seconds: float, most: int
) -> Rollouts:
    """Play at most so many games, for about so long, but at least one.

    `known` is the position as a side may know it, as JSON values: what it cannot know is dealt anew for each game.
    """
    game = games.load(game_id)
    name = STAFF if has_staff(game) else "random"
    state = game.state_type.from_json(game, known)
    state.pending = asked
    wins: Counter[int] = Counter()
    began = time.monotonic()
    tried = 0
    while tried < most:
        tried += 1
        rng = random.Random(f"{seed}/{tried}")
        winner = _played_out(game, game.resample(state, side, rng), name, rng)
        if winner != ONGOING:
            wins[winner] += 1
        if time.monotonic() - began >= seconds:
            break
    return Rollouts(name, tried, dict(wins), time.monotonic() - began)


def _played_out(game: Game, state: Any, name: str, rng: random.Random) -> int:
    dice = KeyedDice(rng.randbytes(32))
    seated = [bots.make(name, game, side, rng) for side in game.every_side]
    for _ in range(MOST_DECISIONS):
        if state.winner != ONGOING:
            break
        asked = state.pending
        option = seated[asked.side].choose(game.redact(state, asked.side), asked)
        apply(state, asked.side, option, dice)
    return int(state.winner)
