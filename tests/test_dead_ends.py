"""No question is left without an answer by what happens between it and its answer: standing acts, taking back.

Games by lot, with all options on and off, are interrupted at every question: standing acts of all sides come one after
the other until none is left. The positions by hand are those that play by lot hardly ever reaches.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from grognard import games
from grognard.games import load
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, ONGOING, Option
from grognard.kernel.ids import Side
from grognard.kernel.play import advance, apply
from grognard.match.match import Match
from grognard.testing.random_games import by_lot, interrupted
from random_games import some

BY_HAND: dict[str, tuple[dict[str, Any], list[tuple[str, ...]]]] = {
    "formosa": (
        {"turn": 2, "phase": "recruit", "units": {"A01": "0420", "J61": "0615"}, "concealed": ["J61"],
         "lp": {"Japanese": 9}},
        [("recruit", "J45")],
    ),
}  # fmt: skip
"""Per game, a position and the decisions that lead to a question which a standing act can empty."""
DECISIONS = 400


def options(game: Any, rng: random.Random) -> dict[str, str]:
    """Each option of a match by lot."""
    return {choice.id: rng.choice(choice.choices or (choice.default,)) for choice in game.options}


def questions(name: str, seed: int, decisions: int) -> Iterator[Any]:
    """Every question of a game by lot."""
    game, rng = load(name), random.Random(seed)
    s = game.new(game.scenarios[seed % len(game.scenarios)].id, options(game, rng))
    dice, act = KeyedDice(b"questions/%d" % seed), by_lot(rng)
    advance(s, dice)
    for _ in range(decisions):
        if s.winner != ONGOING:
            return
        yield s
        apply(s, *act(s), dice)


@pytest.mark.parametrize("seed", some(1, 12))
@pytest.mark.parametrize("name", games.game_ids())
def test_standing_acts_leave_an_answer_to_every_question(name: str, seed: int, long: bool) -> None:
    rng = random.Random(seed)
    every = 1 if long else 4
    for number, s in enumerate(questions(name, seed, 4000 if long else DECISIONS)):
        if number % every == 0:
            interrupted(s, rng, KeyedDice(b"interrupted/%d" % seed))


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_they_leave_one_where_the_last_answer_depends_on_a_single_counter(name: str) -> None:
    change, decisions = BY_HAND[name]
    game, dice = load(name), KeyedDice(b"by hand")
    s = game.new("", {})
    game.edit(s, change)
    advance(s, dice)
    for words in decisions:
        apply(s, s.pending.side, game.from_words(words), dice)
    assert interrupted(s, random.Random(1), dice) > 0


@pytest.mark.parametrize("seed", some(1, 8))
@pytest.mark.parametrize("name", games.game_ids())
def test_after_standing_acts_and_taking_back_there_is_an_answer(name: str, seed: int, long: bool) -> None:
    game, rng = load(name), random.Random(seed)
    match, act = Match.new(game, seed=seed, options=options(game, rng)), by_lot(random.Random(seed))
    back = 0
    while not match.over and len(match.played) < (2000 if long else 150):
        asked = match.asked
        assert asked is not None
        assert asked.options, asked.prompt
        chance = rng.random()
        sides = [side for side in game.every_side if match.can_undo(side)]
        if chance < 0.2 and sides:
            match.undo(rng.choice(sides))
            back += 1
        elif chance < 0.4 and (acts := standing(match)):
            match.submit(*rng.choice(acts))
        else:
            match.submit(*act(match.state))
    assert back


def standing(match: Match) -> list[tuple[Side, Option]]:
    """What anybody could do now besides answering, but for giving up."""
    game, s = match.game, match.state
    return [(side, act) for side in game.every_side for act in game.standing(s, side) if act != CONCEDE]
