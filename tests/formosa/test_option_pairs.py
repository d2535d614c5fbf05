"""The ten optional rules singly and in all 45 pairs: random games keep every invariant, end, and come as foretold."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import ENDINGS, MOST_DECISIONS, random_act
from grognard.games.formosa.state import OPTIONS
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from random_games import some_of

RULES = [option for option in OPTIONS if option.startswith("25.")]
SETS = [(one,) for one in RULES] + list(combinations(RULES, 2))
GAMES = 20
FORETOLD = {
    "result": ("commit-attack", "commit-defence", "plan-attack"),
    "b29-result": ("b29", "show-fortress"),
    "sortie-result": ("sortie",),
}
"""Kinds of lines that tell what a die brought, with the questions whose cards foretell it."""


def test_there_are_ten_rules_and_45_pairs() -> None:
    assert (len(RULES), len(SETS)) == (10, 55)


def played(options: tuple[str, ...], seed: int) -> tuple[str, int]:
    """One game: how it ended, and how many results had been foretold."""
    rng = random.Random(f"{options}/{seed}")
    s = GAME.new(str(1 + seed % 2), dict.fromkeys(options, "on"))
    dice = KeyedDice(f"{options}/{seed}".encode())
    s.log, told, cards = [], 0, {}
    advance(s, dice)
    for number in range(MOST_DECISIONS):
        if s.winner != ONGOING:
            return s.ending, told
        asked = s.pending
        assert asked.options, asked.prompt
        side, option = random_act(s, rng, 0.7)
        if side == asked.side and any(asked.prompt in prompts for prompts in FORETOLD.values()):
            card = GAME.preview(s, side, option) if option in asked.options else None
            cards[asked.prompt] = {row["text"] for row in (card or {}).get("outcomes", ()) if row["p"] or row.get("p2")}
        read = len(s.log)
        apply(s, side, option, dice)
        told += foretold(s.log[read:], asked.prompt, cards)
        if number % 25 == 0 or s.winner != ONGOING:
            assert GAME.check(s) == []
    raise AssertionError("endless game")


def foretold(events: list[Any], prompt: str, cards: dict[str, set[str]]) -> int:
    """How many of the dice that fell just now had been on the card of the question before them."""
    found = 0
    for event in events:
        if prompt in FORETOLD.get(event.kind, ()) and cards.get(prompt):
            if event.kind == "result" and any(e.kind == "counterattack" for e in events[: events.index(event)]):
                continue
            result = event.args[0] if event.kind == "sortie-result" else event.args[1]
            assert result in cards[prompt], (event, cards[prompt])
            found += 1
    return found


@pytest.mark.parametrize("options", some_of(4, SETS[::11] + [row for row in SETS if row not in SETS[::11]]), ids=str)
def test_random_games_with_these_rules_end_and_come_as_foretold(options: tuple[str, ...], long: bool) -> None:
    told = 0
    for seed in range(GAMES if long else 1):
        ending, number = played(options, seed)
        assert ending in ENDINGS
        told += number
    assert told or not long
