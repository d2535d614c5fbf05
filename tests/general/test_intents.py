"""Generals who weigh intents: the staff with something in mind, in the same worlds, from what a side may know."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from grognard import bots, games
from grognard.bots.budget import Budget
from grognard.bots.general.plan_search import General
from grognard.bots.general.settings import settings_of
from grognard.bots.general.weights import names
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import advance, apply

WHERE = {"nemesis": "attacks", "ichigo": "combat", "formosa": "combat"}
"""By game, a question at which plans are weighed, and not much of the turn is left."""


@cache
def planning(ident: str, side: int) -> Any:
    """The first such question to a side."""
    game: Any = games.load(ident)
    dice = KeyedDice(b"general")
    s = game.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", game, each, random.Random(each)) for each in (0, 1)]
    while (s.pending.side, s.pending.prompt) != (side, WHERE[ident]):
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return s


CASES = [
    ("nemesis", 0), ("nemesis", 1), ("ichigo", 1), ("formosa", 1),
    pytest.param("ichigo", 0, marks=pytest.mark.soak), pytest.param("formosa", 0, marks=pytest.mark.soak),
]  # fmt: skip


@pytest.mark.parametrize(("ident", "side"), CASES)
def test_a_general_knows_no_secrets_and_is_the_same_for_seed_and_nodes(ident: str, side: int) -> None:
    game: Any = games.load(ident)
    settings = settings_of(ident)
    assert settings is not None
    s = planning(ident, side)
    answers = []
    for luck in range(2):
        other = game.resample(s, side, random.Random(luck)) if luck else s.copy()
        other.pending = None
        advance(other, None)
        general = General(settings, game, side, random.Random(7), Budget(nodes=2))
        answers.append((general.choose(game.redact(other, side), other.pending), general.reason))
        assert answers[-1][0] in other.pending.options
        assert general.verdict is not None
    assert answers[0] == answers[1]
    assert answers[0][1].endswith(".")


@pytest.mark.parametrize("ident", games.game_ids())
def test_an_intent_is_the_staff_with_some_weights_changed(ident: str) -> None:
    settings = settings_of(ident)
    assert settings is not None
    for side, intents in settings.intents.items():
        known = set(names(settings.weights(side, "")))
        assert all(set(factors) <= known for factors in intents.values())
    assert "general" in bots.names(ident)[:2]
