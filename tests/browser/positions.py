"""Positions of games in progress, for the page to show."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from grognard import bots
from grognard.games import load
from grognard.kernel.flow import Decision, Option
from grognard.match.header import HUMAN
from grognard.match.match import Match
from grognard.server.matches.seat_view import SeatLog
from grognard.server.workers.bot_players import Bots

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


@cache
def before_the_enemys_turn(
    game_id: str, side: int, turns: int, seed: int = 5, fights: bool = True
) -> tuple[Match, Option]:
    """A game between staff bots, stopped before a decision of a side that the other side's longest turn follows, with
    the most fights, as this side is told of it; and that decision. Played once: nobody may play it on."""
    game = load(game_id)
    seats = [each.id for each in game.sides]
    whole = Match.new(game, seats=dict.fromkeys(seats, "staff"), seed=seed)
    players = Bots(whole)
    while not whole.over and whole.state.turn <= turns:
        players.decide("staff")
    log = SeatLog(side)
    log.follow(whole)
    best, at, last = -1, 0, 0
    for number, played in enumerate([*whole.played, None]):
        if played is not None and (played.side != side or number == 0):
            continue
        told = [i for i, after in enumerate(log.after) if last + 1 < after <= number]
        rolls = sum(b'"dice"' in log.lines[i] and b'"loss"' in b"".join(log.lines[i : i + 4]) for i in told)
        if (worth := len(told) + 20 * rolls) > best and last:
            best, at = worth, last
        last = number
    header = replace(whole.header, seats=dict.fromkeys(seats, "staff") | {seats[side]: HUMAN})
    match = Match.resumed(game, header, whole.opening, [(p.side, p.option, p.rolls) for p in whole.played[:at]])
    return match, whole.played[at].option
