"""The general of White Sun: the staff with something in mind, weighed on the same dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import bots
from grognard.bots.budget import Budget
from grognard.bots.general.plan_search import General
from grognard.bots.general.weights import names, scaled
from grognard.bots.whitesun.aims import first_turn_and_chungking, worth
from grognard.bots.whitesun.forces import by_sea
from grognard.bots.whitesun.general_settings import GENERAL_SETTINGS, INTENTS
from grognard.bots.whitesun.marches import urgency
from grognard.bots.whitesun.staff import JapaneseStaff
from grognard.bots.whitesun.weights import shipped
from grognard.games.whitesun.state import FIRST, phase_id
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import advance, apply
from grognard.kernel.state import place
from whitesun.conftest import GAME


def late() -> Any:
    """Turn 3, with a force to be mustered: what is left of the turn is soon played."""
    s = GAME.new("", {})
    GAME.edit(s, {"turn": 3, "phase": "administration", "japanese": ["area"], "flotilla": "usable"})
    dice = KeyedDice(b"general")
    advance(s, dice)
    bot = bots.make("staff", GAME, 0, random.Random(2))
    while s.pending.prompt != "muster":
        apply(s, 0, bot.choose(GAME.redact(s, 0), s.pending), dice)
    return s


def test_the_same_seed_and_nodes_give_the_same_plan_and_its_sentence() -> None:
    said = []
    for _ in range(2):
        s = late()
        general = General(GENERAL_SETTINGS, GAME, 0, random.Random(4), Budget(nodes=4))
        option = general.choose(GAME.redact(s, 0), s.pending)
        assert option in s.pending.options
        said.append((option, general.reason))
        assert general.verdict is not None
        assert not general.verdict.staff.factors
    assert said[0] == said[1]
    assert said[0][1].endswith(".")


def test_without_a_budget_he_plays_by_weights_of_his_own_and_weighs_nothing() -> None:
    own, usual = GENERAL_SETTINGS.own(0), GENERAL_SETTINGS.weights(0, "")
    s, differs = late(), 0
    dice = KeyedDice(b"own")
    for _ in range(60):
        known, asked = GAME.redact(s, 0), s.pending
        mine, his = (
            GENERAL_SETTINGS.staff(GAME, 0, random.Random(1), weights).choose(known, asked) for weights in (own, usual)
        )
        general = General(GENERAL_SETTINGS, GAME, 0, random.Random(1))
        assert general.choose(known, asked) == mine
        assert general.verdict is None or not general.verdict.others
        differs += mine != his
        apply(s, 0, his, dice)
        if s.pending is None:
            break
    assert differs


@pytest.mark.soak
def test_on_turn_1_plans_differ_and_are_weighed() -> None:
    s = GAME.new("", {})
    advance(s, KeyedDice(b"general"))
    general = General(GENERAL_SETTINGS, GAME, 0, random.Random(4), Budget(nodes=4))
    assert general.choose(GAME.redact(s, 0), s.pending) in s.pending.options
    assert general.verdict is not None
    assert len(general.verdict.others) >= 2
    assert len(general.verdict.staff.chances) >= 2
    assert "main effort" in general.reason.lower()


def test_an_intent_is_the_staff_with_some_weights_changed() -> None:
    known = set(names(shipped()))
    for factors in INTENTS[0].values():
        assert set(factors) <= known
    s = GAME.new("", {})
    GAME.edit(s, {"turn": 1, "japanese": ["area"]})
    dashing = scaled(shipped(), INTENTS[0]["Chungking in the same turn"])
    assert worth(s) == worth(s, shipped())
    assert worth(s, dashing) == first_turn_and_chungking(s, shipped())
    assert worth(s, dashing) != worth(s)


def test_a_general_is_offered_and_takes_a_budget() -> None:
    assert bots.names(GAME)[0] == "general"
    assert bots.is_offered("general:50", GAME)
    assert isinstance(bots.make("general:50", GAME, 0, random.Random(1)), General)


def end_of_turn_1() -> Any:
    """The end of Turn 1: the coast of the south is taken, that of the north not; six units and ships wait."""
    s = GAME.new("", {})
    dice = KeyedDice(b"general")
    advance(s, dice)
    bot = bots.make("staff", GAME, 0, random.Random(2))
    while phase_id(s) == FIRST or s.pending.prompt != "muster":
        apply(s, 0, bot.choose(GAME.redact(s, 0), s.pending), dice)
    assert s.turn == 1
    for unit in list(members(GAME.ground & ~GAME.puppets))[:6]:
        place(s, unit, GAME.ready)
    s.amphibious = 0
    s.japanese = s.japanese & ~GAME.coast | GAME.coast & GAME.south | 1 << GAME.shanghai
    return s


def planner(plan: str) -> JapaneseStaff:
    staff = GENERAL_SETTINGS.staff(GAME, 0, random.Random(1), scaled(shipped(), INTENTS[0].get(plan, {})))
    assert isinstance(staff, JapaneseStaff)
    return staff


def test_with_ships_to_spare_one_plan_lands_where_a_railroad_leads_to() -> None:
    s = end_of_turn_1()
    assert by_sea(planner(""), s) is None
    intent = by_sea(planner("by sea wherever ships can land"), s)
    assert intent is not None
    assert (GAME.coast & GAME.cities & ~GAME.south) >> intent.start[1] & 1


def test_a_last_push_asks_for_less_at_the_end_of_turn_1_only() -> None:
    s = end_of_turn_1()
    assert urgency(planner(""), s) == 1.0
    assert urgency(planner("a last push"), s) == 0.25
    assert urgency(planner("a last push"), late()) == 1.0
