"""Positions of games in progress, for the page to show."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from grognard import bots
from grognard.games import load
from grognard.kernel.flow import Decision
from grognard.match.match import Match

PHONE = {"width": 844, "height": 390}


def staff_game_until(turn: int, prompt: str, side: int, seats: dict[str, str], seed: int = 5) -> Match:
    """A game between staff bots, stopped where a side is asked something. Played once: nobody may play it on."""
    return _staff_game_until(turn, prompt, side, tuple(seats.items()), seed)


@cache
def _staff_game_until(turn: int, prompt: str, side: int, seats: tuple[tuple[str, str], ...], seed: int) -> Match:
    game = load("iwojima")
    match = Match.new(game, seats=dict(seats), seed=seed)
    players = [bots.make("staff", game, i, random.Random(i)) for i in (0, 1)]
    while not match.over:
        asked = match.asked
        assert asked is not None
        if match.state.turn >= turn and (asked.side, asked.prompt) == (side, prompt):
            return match
        match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    raise AssertionError(f"no {prompt} for side {side} from turn {turn} on")


def random_game_until(game_id: str, stop: Callable[[Any, Decision], bool], seats: dict[str, str], seed: int) -> Match:
    """A game between random bots, stopped at a question that somebody wants to see."""
    game = load(game_id)
    match = Match.new(game, seats=seats, seed=seed)
    players = [bots.make("random", game, i, random.Random(seed + i)) for i in range(len(game.sides))]
    while (asked := match.asked) is not None:
        if stop(match.state, asked):
            return match
        match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    raise AssertionError("the game ended before that question was asked")
