"""Random games: no exception, no dead end, no endless game, no broken invariant, no state that JSON would change."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, ONGOING, Option, advance, apply
from ichigo.conftest import GAME

GAMES = 48
CHUNK = 6
MOST_DECISIONS = 60_000
HASTE = ("end-movement", "end-combat", "end-reinforcement", "end-landing", "stop", "call-off")


def random_act(s: Any, rng: random.Random) -> tuple[int, Option]:
    """An answer to what is asked, or now and then a standing act of either side; phases end before long."""
    if rng.random() < 0.02:
        side = rng.randrange(2)
        standing = [option for option in GAME.standing(s, side) if option != CONCEDE]
        if standing:
            return side, rng.choice(standing)
    options = s.pending.options
    if rng.random() < 0.04:
        ends = [option for option in options if option[0] in HASTE]
        if ends:
            return s.pending.side, ends[0]
    return s.pending.side, rng.choice(options)


def play(seed: int, launched: bool | None = None) -> Any:
    rng = random.Random(seed)
    dice = KeyedDice(b"ichigo %d" % seed)
    s = GAME.new("", {})
    s.log = []
    decisions = 0
    advance(s, dice)
    while s.winner == ONGOING:
        side, option = random_act(s, rng)
        apply(s, side, option, dice)
        decisions += 1
        wrong = GAME.check(s)
        assert not wrong, (seed, decisions, option, wrong)
        if decisions % 100 == 0:
            again = type(s).from_json(GAME, s.to_json())
            advance(again, None)
            assert again == s == s.copy()
            assert again.pending == s.pending
        assert decisions < MOST_DECISIONS, "endless game"
    for event in s.log:
        assert GAME.sentence(event, 0)
        GAME.mentions(event, 0)
    return s


@pytest.mark.parametrize("start", range(0, GAMES, CHUNK))
def test_random_games_keep_every_invariant(start: int) -> None:
    endings = Counter(play(seed).ending for seed in range(start, start + CHUNK))
    assert set(endings) <= {"points", "collapse", "beachhead", "shanghai-and-wuhan"}
