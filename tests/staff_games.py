"""What the tests of several staffs share: how two bots begin a game, and one with a new bot for every answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.bots import make
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply


def decisions(game: Game, seats: tuple[str, str], seed: int, turns: int) -> list[tuple[int, Option]]:
    """What two bots decide in the first turns of a game."""
    dice = KeyedDice(b"staff/%d" % seed)
    seated = [make(name, game, side, random.Random(f"{seed}/{side}")) for side, name in enumerate(seats)]
    s = game.new("", {})
    advance(s, dice)
    out = []
    while s.winner == ONGOING and s.turn <= turns:
        asked = s.pending
        assert isinstance(asked, Decision)
        option = seated[asked.side].choose(game.redact(s, asked.side), asked)
        out.append((asked.side, option))
        apply(s, asked.side, option, dice)
    return out


def answers_while(t: Any, side: int, *prompts: str) -> None:
    """A staff answers for a side for as long as it is asked one of these."""
    bot = make("staff", t.game, side, random.Random(1))
    while t.asked.prompt in prompts:
        apply(t.state, side, bot.choose(t.game.redact(t.state, side), t.asked), t.dice)


def relieved_every_time(game: Game, many: int, options: Mapping[str, str] | None = None) -> tuple[Any, set[str]]:
    """The position after so many decisions, each by a new staff that has no notes, and what was asked on the way."""
    dice = KeyedDice(b"staff/anew")
    s = game.new("", options or {})
    advance(s, dice)
    asked_for = set()
    for _ in range(many):
        asked = s.pending
        assert isinstance(asked, Decision)
        asked_for.add(asked.prompt)
        bot = make("staff", game, asked.side, random.Random(1))
        apply(s, asked.side, bot.choose(game.redact(s, asked.side), asked), dice)
    return s, asked_for
