"""Advice that helps: whoever takes every plan that the staff offers does as well as the staff."""

from __future__ import annotations

import random
from typing import Any

import pytest

import soak_mode
from grognard import bots, games
from grognard.bots.staff_plans import PHASE, planned
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Option
from grognard.kernel.play import advance, apply

FROM_TURN = 2
GAMES, SOAKED = 8, 100


def points(number: int, side: int, follows: bool) -> float:
    """A game of Iwo Jima of a staff against one that from Turn 2 on is played by the plans on offer, or by itself."""
    game: Any = games.load("iwojima")
    dice = KeyedDice(b"follower %d" % number)
    s = game.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", game, each, random.Random(f"{number}/{each}")) for each in game.every_side]
    left: list[Option] = []
    while s.winner == ONGOING:
        asked, known = s.pending, game.redact(s, s.pending.side)
        option = seated[asked.side].choose(known, asked)
        if asked.side == side and follows and s.turn >= FROM_TURN:
            if not left or left[0] not in [*asked.options, *game.standing(s, side)]:
                orders = planned("iwojima", str(number), asked.side, known.to_json(), asked, PHASE)
                left = [each for order in orders for each in order.options]
            option = left.pop(0) if left else option
        news = s.news
        apply(s, asked.side, option, dice)
        left = left if s.news == news else []
    return float(s.winner == side)


@pytest.mark.parametrize("side", [0, 1])
def test_who_follows_every_plan_of_the_staff_does_as_well_as_the_staff(side: int) -> None:
    number = SOAKED if soak_mode.is_on else GAMES
    follower = sum(points(n, side, True) for n in range(number)) / number
    staff = sum(points(n, side, False) for n in range(number)) / number
    assert follower > staff - (0.1 if soak_mode.is_on else 0.4)
