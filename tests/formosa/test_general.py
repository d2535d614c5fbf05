"""The general of Causeway: the staff with something in mind; the shorter scenario is judged by what is left of it."""

from __future__ import annotations

import importlib.util
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard import bots
from grognard.bots.formosa import staff
from grognard.bots.formosa.combat_outcomes import Clash, prospect
from grognard.bots.formosa.distances import distances
from grognard.bots.formosa.fighting import least_gain
from grognard.bots.formosa.general_settings import GENERAL_SETTINGS, aim, margin
from grognard.bots.formosa.hex_choice import Advance
from grognard.bots.formosa.staff_notes import Field
from grognard.bots.formosa.weights import shipped
from grognard.bots.general.plan_search import General
from grognard.bots.general.weights import names, scaled
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import Option
from grognard.kernel.play import advance, apply


def begun(scenario: str) -> Any:
    s = GAME.new(scenario, {})
    advance(s, KeyedDice(b"general"))
    return s


def test_both_scenarios_are_counted_from_their_ends() -> None:
    longer, shorter = begun("1"), begun("2")
    assert GENERAL_SETTINGS.half_turn(longer) == 0
    assert GENERAL_SETTINGS.half_turn(shorter) == GAME.last_turns[0] - GAME.last_turns[1]


def test_a_general_is_offered_in_both_scenarios_and_takes_a_budget() -> None:
    assert bots.names(GAME)[0] == "general"
    assert isinstance(bots.make("general:20", GAME, 1, random.Random(1)), General)


@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_who_leans_asks_more_or_less_of_an_attack(side: int) -> None:
    s, w = begun("1"), shipped().of(side)
    assert least_gain(s, side, scaled(w, {"fight": 2.0})) == 2 * least_gain(s, side, w)
    assert set(names(w)) >= {name for factors in GENERAL_SETTINGS.intents[side].values() for name in factors}


def test_every_weight_is_used() -> None:
    code = "".join(path.read_text() for path in Path(staff.__file__).parent.glob("*.py"))
    used = set(re.findall(r"(?:\bw|\bown|lean|weights|allied\(w\)|japanese\(w\))\.(\w+)", code))
    assert {name for side in (ALLIED, JAPANESE) for name in names(shipped().of(side))} <= used


def test_the_margin_is_the_lead_in_victory_points_and_the_most_for_a_sudden_death() -> None:
    s = begun("1")
    assert margin(s) == -1.0
    s.allied_bonus = sum(GAME.bands[1:3]) // 2
    assert abs(margin(s)) < 0.1
    s.allied_bonus *= 3
    assert margin(s) == 1.0
    s.winner, s.ending = JAPANESE, "japanese-sudden-death"
    assert margin(s) == -1.0


def test_an_enemy_who_is_worth_more_is_worth_attacking_more_and_a_unit_of_ours_less(table: Any) -> None:
    t = table(phase="allied-combat", turn=2, units={"A01": "0713", "J01": "0612"})

    def gain(**factors: float) -> float:
        lean = scaled(shipped().allied, factors)
        return prospect(t.state, Clash(ALLIED, ALLIED, [t.unit("A01")], [t.space("0612")], lean)).gain

    assert gain(kill=2.0) > gain() > gain(price=2.0)
    assert gain(ground=2.0) > gain()
    assert gain(kill=1.0) == gain()


def test_a_plan_says_what_it_attacks_or_where_it_marches() -> None:
    s = begun("1")
    hex_ = GAME.space_index["0612"]
    name = GAME.space_names[hex_]
    attack: list[Option] = [("attack", hex_)]
    march: list[Option] = [("move", 3), ("to", hex_), ("end-movement",)]
    assert aim(s, ALLIED, attack) == f"main effort on {name}"
    assert aim(s, ALLIED, march) == f"marches by {name}"
    assert aim(s, ALLIED, [("end-movement",)]) == "every unit stays where it is"


@pytest.mark.parametrize(("errands", "turn", "sent"), [(0.0, 11, False), (5.0, 11, True), (5.0, 8, False)])
def test_before_the_end_somebody_goes_to_a_hex_that_gives_points_to_whoever_stands_there(
    table: Any, errands: float, turn: int, sent: bool
) -> None:
    t = table(phase="allied-movement", turn=turn, units={"A01": "0713", "A02": "0713", "J01": "1603"})
    weights = replace(shipped().allied, errands=errands)
    seats = Advance(Field(t.state, ALLIED, weights))
    seats.settle()
    reasons = [why for why in seats.f.why.values() if why.startswith("On the way to ")]
    assert bool(reasons) == sent
    for unit, hex_ in seats.f.goals.items():
        if seats.f.why[unit] in reasons:
            named = next(h for h in seats.points if seats.f.why[unit] == f"On the way to {GAME.space_names[h]}.")
            assert distances(GAME, named, 0)[hex_] < distances(GAME, named, 0)[t.state.where[unit]]


@pytest.mark.parametrize("turns_left", [1, 2])
def test_nobody_is_sent_where_he_cannot_be_in_time(table: Any, turns_left: int) -> None:
    last = GAME.last_turns[0]
    t = table(phase="allied-movement", turn=last - turns_left + 1, units={"A01": "0713", "J01": "1603"})
    seats = Advance(Field(t.state, ALLIED, replace(shipped().allied, errands=9.0)))
    seats.settle()
    for unit, hex_ in seats.f.goals.items():
        if seats.f.why[unit].startswith("On the way to "):
            named = next(h for h in seats.points if seats.f.why[unit] == f"On the way to {GAME.space_names[h]}.")
            assert distances(GAME, named, 0)[hex_] <= 2 * GAME.mf[unit] * (turns_left - 1)
            assert turns_left > 1 or hex_ == named


@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_a_general_plays_by_weights_of_his_own(side: int) -> None:
    own, usual = GENERAL_SETTINGS.own(side), GENERAL_SETTINGS.weights(side, "")
    assert own is not usual
    assert {name for name in names(own) if getattr(own, name) != getattr(usual, name)}
    dice = KeyedDice(b"own")
    s = GAME.new("", {})
    advance(s, dice)
    staffs = [bots.make("staff", GAME, each, random.Random(1)) for each in (ALLIED, JAPANESE)]
    differs = asked = 0
    while asked < 150:
        decision = s.pending
        known = GAME.redact(s, decision.side)
        if decision.side == side and decision.prompt not in GENERAL_SETTINGS.prompts[side]:
            asked += 1
            mine, his = (
                GENERAL_SETTINGS.staff(GAME, side, random.Random(1), weights).choose(known, decision)
                for weights in (own, usual)
            )
            assert General(GENERAL_SETTINGS, GAME, side, random.Random(1)).choose(known, decision) == mine
            differs += mine != his
        apply(s, decision.side, staffs[decision.side].choose(known, decision), dice)
    assert differs


@pytest.mark.parametrize(("name", "weighed"), [("general", False), ("general:2", True)])
def test_only_with_a_budget_are_plans_weighed(name: str, weighed: bool) -> None:
    dice = KeyedDice(b"budget")
    s = GAME.new("", {})
    advance(s, dice)
    staffs = [bots.make("staff", GAME, each, random.Random(1)) for each in (ALLIED, JAPANESE)]
    while (s.pending.side, s.pending.prompt) != (JAPANESE, "movement"):
        apply(s, s.pending.side, staffs[s.pending.side].choose(GAME.redact(s, s.pending.side), s.pending), dice)
    known = GAME.redact(s, JAPANESE)
    general = bots.make(name, GAME, JAPANESE, random.Random(2))
    assert isinstance(general, General)
    option = general.choose(known, s.pending)
    assert general.verdict is not None
    assert bool(general.verdict.others) == weighed
    if not weighed:
        own = GENERAL_SETTINGS.staff(GAME, JAPANESE, random.Random(2), GENERAL_SETTINGS.own(JAPANESE))
        assert option == own.choose(GAME.redact(s, JAPANESE), s.pending)


def test_self_play_of_the_shorter_scenario_begins_where_the_longer_one_has_as_much_left() -> None:
    path = Path(__file__).parents[2] / "bench" / "selfplay.py"
    spec = importlib.util.spec_from_file_location("selfplay", path)
    assert spec is not None
    assert spec.loader is not None
    selfplay = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(selfplay)
    row = selfplay.one(("formosa", "2", 1, 0, 0.6, ("general.toml", ""), False))
    assert [list(drawn) for drawn in row["factors"]] == [names(shipped().of(side)) for side in (ALLIED, JAPANESE)]
    assert min(row["seen"]) == GAME.last_turns[0] - GAME.last_turns[1]
    assert -1.0 <= row["margin"] <= 1.0
