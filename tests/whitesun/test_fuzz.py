"""Random games: no exception, no dead end, no endless game, no broken invariant, no state that JSON would change."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Option
from grognard.kernel.play import advance, apply
from grognard.match.match import Match
from random_games import some, watched
from whitesun.conftest import GAME

GAMES, MORE_GAMES = 6, 120
CHUNK = 3
MOST_DECISIONS = 20_000
EAGER = ("fill", "join-strongest", "advance", "fight-on", "start", "start-with-flotilla", "land")


def position(seed: int) -> Any:
    """The start, or a later turn with the objective area taken: random play would never get there by itself."""
    turn = 1 + seed % 4
    s = GAME.new("", {"cohesion_tie": "returns" if seed % 5 == 0 else "eliminated"})
    if turn > 1:
        flotilla = ("usable", "alone", "gone")[seed % 3]
        more = ["3513", "3614", "3714", "3618", "2905", "4906", "5107"] if turn == 4 else []
        GAME.edit(s, {"turn": turn, "phase": "administration", "japanese": ["area", *more], "flotilla": flotilla})
    return s


def choose(s: Any, rng: random.Random) -> Option:
    """Any option; now and then one that brings the game on."""
    options = s.pending.options
    if rng.random() < 0.4:
        options = [option for option in options if option[0] in EAGER] or options
    return rng.choice(options)


def play(seed: int) -> Any:
    rng = random.Random(seed)
    dice = KeyedDice(b"whitesun %d" % seed)
    return watched(position(seed), lambda s: (0, choose(s, rng)), dice, MOST_DECISIONS)


@pytest.mark.parametrize("start", some(GAMES, MORE_GAMES, CHUNK))
def test_random_games_keep_every_invariant(start: int) -> None:
    endings = {play(seed).ending for seed in range(start, start + CHUNK)}
    assert endings <= {"survival", "time", "victory"}


def test_an_invariant_that_is_broken_is_found() -> None:
    s = GAME.new("", {})
    assert GAME.check(s) == []
    s.at[GAME.pool] &= s.at[GAME.pool] - 1
    assert "the 280 counters are not all accounted for" in GAME.check(s)
    s = GAME.new("", {})
    s.broken = 1 << GAME.space_index["1419"]
    assert GAME.check(s) == ["a railroad is broken that is not Japanese"]


@pytest.mark.parametrize("seed", range(4))
def test_no_undo_crosses_a_roll(seed: int) -> None:
    rng = random.Random(seed)
    start = position(seed)
    match = Match.new(GAME, seed=seed, start=start.to_json())
    undone = 0
    while not match.over and len(match.played) < 800:
        if rng.random() < 0.3 and match.can_undo(0):
            before = match.state.copy()
            match.undo(0)
            undone += 1
            assert match.state.rolls == before.rolls
            continue
        match.submit(0, choose(match.state, rng))
    assert undone > 5


@pytest.mark.parametrize("seed", some(2, 4))
def test_views_previews_and_reasons_can_be_asked_for_at_any_time(seed: int) -> None:
    rng = random.Random(seed)
    dice = KeyedDice(b"views %d" % seed)
    s = position(seed)
    advance(s, dice)
    for _ in range(150):
        if s.winner != ONGOING:
            break
        before = s.to_json()
        option = choose(s, rng)
        GAME.view(s, 0)
        GAME.previews(s, 0)
        GAME.preview(s, 0, option)
        GAME.prompt(s, s.pending, 0)
        GAME.subject(s.pending)
        GAME.overlays(s, 0)
        GAME.reach(s, 0, [])
        assert GAME.why_not(s, 0, rng.randrange(GAME.units), rng.randrange(len(GAME.space_ids)))
        assert GAME.why_not(s, 0, None, rng.randrange(len(GAME.space_ids)))
        assert s.to_json() == before, "asking changes nothing"
        apply(s, 0, option, dice)
