"""Bots by rank: who is offered, what a budget may be, and what a recruit does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import bots, games
from grognard.bots import budget, strength
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import Decision, Refused
from grognard.kernel.play import advance, apply
from staff_games import decisions


@pytest.mark.parametrize(
    ("name", "found"), [("general:500", budget.Budget(nodes=500)), ("general:2s", budget.Budget(seconds=2.0)),
                        ("general:0.25s", budget.Budget(seconds=0.25))],
)  # fmt: skip
def test_a_budget_is_nodes_or_seconds(name: str, found: budget.Budget) -> None:
    assert budget.read(name) == found
    assert f"general:{found}" == name


@pytest.mark.parametrize("name", ["general:", "general:0", "general:-3", "general:2m", "general:100001", "general:61s",
                                  "general:0s", "general:1e9", "general:٣", "general:2s:3"])  # fmt: skip
def test_a_budget_that_cannot_be_read_gets_a_sentence(name: str) -> None:
    with pytest.raises(
        Refused, match=r"is no budget for a decision: general:500 are 500 nodes .* general:2s two seconds"
    ):
        budget.read(name)


@pytest.mark.parametrize("name", ["staff:2s", "random:5", "recruit:", "staff:x"])
def test_who_does_not_search_takes_no_budget(name: str) -> None:
    game = games.load("iwojima")
    with pytest.raises(Refused, match=r"answers at once and takes no budget"):
        bots.maker_of(name, game)
    assert not bots.is_offered(name, game)


@pytest.mark.parametrize("game_id", games.game_ids())
def test_wherever_there_is_a_staff_there_is_a_recruit_below_it(game_id: str) -> None:
    names = bots.names(game_id)
    assert names[-3:] == ["staff", "recruit", "random"]
    assert bots.usual(game_id) == "staff"
    assert all(bots.is_offered(name, games.load(game_id)) for name in names)
    assert not bots.is_offered("exec:true", games.load(game_id))


def test_a_recruit_is_the_same_for_a_seed_and_another_for_another() -> None:
    game = games.load("iwojima")
    once = decisions(game, ("recruit", "recruit"), 5, 2)
    assert once == decisions(game, ("recruit", "recruit"), 5, 2)
    assert once != decisions(game, ("recruit", "recruit"), 6, 2)


@pytest.mark.parametrize("game_id", games.game_ids())
def test_a_recruit_plays_by_the_rules_and_gives_a_reason_for_haste(game_id: str) -> None:
    game = games.load(game_id)
    dice = KeyedDice(b"recruit")
    s: Any = game.new("", {})
    advance(s, dice)
    seated = [bots.make("recruit", game, side, random.Random(f"r/{side}")) for side in range(len(game.sides))]
    hasty = 0
    for _ in range(120):
        asked = s.pending
        assert isinstance(asked, Decision)
        option = seated[asked.side].choose(game.redact(s, asked.side), asked)
        assert option in asked.options or option in game.standing(s, asked.side)
        hasty += seated[asked.side].reason in ("That is enough for now.", "It was the first thing at hand.")
        apply(s, asked.side, option, dice)
    assert 0 < hasty < 60


@pytest.mark.parametrize("game_id", games.game_ids())
def test_a_kept_table_of_strengths_belongs_to_the_present_edition(game_id: str) -> None:
    kept = strength.table(game_id)
    if kept is None:
        assert strength.measured(game_id) == {}
        return
    assert kept["version"].split("-")[0] == games.load(game_id).version.split("-")[0], kept["made"]
    found = strength.measured(game_id)
    assert set(found) <= set(bots.names(game_id))
    assert found["staff"].elo == 0
    assert all(one.low <= one.elo <= one.high and one.games for one in found.values())
