"""The general of Iwo Jima: honest, the same for a seed and a number of nodes, in time, and never worse advised than by
the staff's own plan."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Generator
from math import isclose
from typing import Any

import pytest

from grognard import bots, games
from grognard.bots.budget import Budget
from grognard.bots.general.fitted_value import StaleValue, load
from grognard.bots.general.plan_search import General, alternatives
from grognard.bots.general.plans import Follower, Plan, Table, candidates, gain, search
from grognard.bots.general.simulation_dice import CommonDice
from grognard.bots.general.weights import text_of
from grognard.bots.iwojima.general_settings import GENERAL_SETTINGS
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Roll
from grognard.kernel.play import advance, apply
from staff_games import decisions

GAME: Any = games.load("iwojima")
US, JP = 0, 1
VALUE = load(GENERAL_SETTINGS.package, GENERAL_SETTINGS.value, GENERAL_SETTINGS.names)


def planning(side: int, turn: int, seed: int = 1) -> Any:
    """A position in which a side makes its plan."""
    dice = KeyedDice(b"general/%d" % seed)
    s = GAME.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", GAME, each, random.Random(f"{seed}/{each}")) for each in (US, JP)]
    while s.turn < turn or s.pending.side != side or s.pending.prompt not in GENERAL_SETTINGS.prompts[side]:
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(GAME.redact(s, asked.side), asked), dice)
        assert s.winner == ONGOING
    return s


def table_of(s: Any, side: int, seed: str = "t") -> Table:
    known = GAME.redact(s, side)
    staff = GENERAL_SETTINGS.staff(GAME, side, random.Random(1), GENERAL_SETTINGS.weights(side, ""))
    return Table(GENERAL_SETTINGS, VALUE, GAME, side, known, seed, staff)


@pytest.mark.parametrize("seats", [("general:16", "staff"), ("staff", "general:16")])
def test_the_same_seed_and_nodes_give_the_same_game(seats: tuple[str, str]) -> None:
    assert decisions(GAME, seats, 5, 2) == decisions(GAME, seats, 5, 2)


@pytest.mark.parametrize("side", [US, JP])
def test_a_general_knows_no_secrets_and_goes_on_from_any_position(side: int) -> None:
    """Positions that differ only in what a side cannot know get the same plan, from a general who comes to it anew."""
    for turn in (2, 4):
        s = planning(side, turn)
        answers = []
        for luck in range(3):
            other = GAME.resample(s, side, random.Random(luck)) if luck else s
            other.pending = None
            advance(other, None)
            bot = bots.make("general:16", GAME, side, random.Random(7))
            answers.append((bot.choose(GAME.redact(other, side), other.pending), bot.reason))
        assert answers[0] == answers[1] == answers[2]
        assert answers[0][1].endswith("%.")


def test_plans_differ_and_the_staffs_is_the_first() -> None:
    table = table_of(planning(US, 3), US)
    plans = candidates(table, random.Random(3))
    assert 3 <= len(plans) <= 7
    assert not plans[0].factors
    assert len({tuple(plan.options) for plan in plans}) == len(plans)


def test_a_search_keeps_to_its_nodes_and_all_plans_meet_the_same_worlds() -> None:
    table = table_of(planning(US, 3), US)
    plans = candidates(table, random.Random(3))
    verdict = search(table, plans, 40)
    assert table.tried == sum(len(plan.chances) for plan in plans) <= 40
    assert len(verdict.staff.chances) == max(len(plan.chances) for plan in plans), "the staff's plan is never dropped"
    again = table_of(planning(US, 3), US)
    assert again.play(plans[1], 0) == plans[1].chances[0]


def test_the_staffs_plan_is_left_only_for_a_gain_above_its_standard_error() -> None:
    staff = Plan({}, [], [0.5, 0.4, 0.6, 0.5])
    better, noise = Plan({"a": 2.0}, [], [0.6, 0.55, 0.7, 0.6]), Plan({"a": 3.0}, [], [1.0, 0.0, 1.0, 0.1])
    found, error = gain(better, staff)
    assert isclose(found, 0.1125)
    assert found > error
    found, error = gain(noise, staff)
    assert found > 0
    assert found < error
    assert gain(Plan({}, [], [0.9]), staff)[1] == float("inf"), "one world says nothing"


def test_common_dice_stay_common_when_plans_differ() -> None:
    dice, other = CommonDice(b"world"), CommonDice(b"world")
    assault = Roll("assault", 6, (0, 4))
    first = dice.faces(3, assault)
    other.faces(3, Roll("bombardment", 9, (0, 7, 0)))
    other.faces(3, Roll("assault", 2, (0, 5)))
    assert other.faces(3, assault) == first, "whatever else was rolled before"
    more = CommonDice(b"world").faces(3, Roll("assault", 9, (0, 4)))
    assert more[:6] == first, "of more dice, the first are those of fewer"
    assert dice.faces(3, assault) != first, "thrown again it falls anew"
    assert CommonDice(b"another").faces(3, assault) != first
    assert {face for n in range(60) for face in dice.faces(n, assault)} == set(range(1, 7))


def test_a_general_is_in_time() -> None:
    s = planning(US, 3)
    bot = bots.make("general:0.05s", GAME, US, random.Random(1))
    began = time.process_time()
    option = bot.choose(GAME.redact(s, US), s.pending)
    assert option in s.pending.options or option[0] == "commit"
    assert time.process_time() - began < 2.0


def test_the_value_belongs_to_the_present_edition_and_is_quick() -> None:
    assert str(VALUE.edition) == GAME.version.split("-")[0]
    assert len(VALUE.bias) == 2 * GAME.last_turn
    s = planning(US, 4)
    features = GENERAL_SETTINGS.features(s)
    assert len(features) == len(GENERAL_SETTINGS.names)
    assert all(-2 <= feature <= 3 for feature in features)
    best = 1.0
    for _ in range(20):
        began = time.process_time()
        for _ in range(50):
            VALUE.chance(6, features)
        best = min(best, (time.process_time() - began) / 50)
    assert best < 50e-6
    with pytest.raises(StaleValue):
        load(GENERAL_SETTINGS.package, GENERAL_SETTINGS.value, (*GENERAL_SETTINGS.names, "morale"))


def test_who_is_about_to_win_is_given_the_better_chance() -> None:
    s = planning(US, 7)
    chances = []
    for vp in ((38, 10), (10, 38)):
        s.vp[:] = vp
        chances.append(VALUE.chance(GENERAL_SETTINGS.half_turn(s), GENERAL_SETTINGS.features(s)))
    assert chances[0] > chances[1]


def test_a_general_plays_a_whole_game_and_gives_every_plan_its_sentence() -> None:
    dice = KeyedDice(b"whole")
    s = GAME.new("", {})
    advance(s, dice)
    seated = [bots.make("general:14", GAME, each, random.Random(each)) for each in (US, JP)]
    said = set()
    while s.winner == ONGOING:
        asked = s.pending
        assert isinstance(asked, Decision)
        option = seated[asked.side].choose(GAME.redact(s, asked.side), asked)
        if seated[asked.side].reason.endswith("%."):
            said.add((s.turn, asked.side))
        apply(s, asked.side, option, dice)
    assert len(said) > s.turn


def test_a_thought_in_pieces_is_the_same_thought_and_can_be_cut_short() -> None:
    s = planning(US, 3)
    whole = bots.make("general:40", GAME, US, random.Random(5))
    option = whole.choose(GAME.redact(s, US), s.pending)
    pieces = General(GENERAL_SETTINGS, GAME, US, random.Random(5), Budget(nodes=40))
    thought = pieces.consider(GAME.redact(s, US), s.pending)
    shares: list[float] = []
    decided: list[Any] = []

    def heard() -> Generator[float, None, None]:
        decided.append((yield from thought))

    shares.extend(heard())
    assert decided == [option]
    assert pieces.reason == whole.reason
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    hurried = General(GENERAL_SETTINGS, GAME, US, random.Random(5), Budget(nodes=4000))
    thought = hurried.consider(GAME.redact(s, US), s.pending)
    next(thought)
    hurried.hurry()
    assert sum(1 for _ in thought) < 60
    assert hurried.verdict is not None
    assert hurried.verdict.chosen


def test_he_names_two_alternatives_and_what_they_would_cost() -> None:
    s = planning(US, 3)
    general = General(GENERAL_SETTINGS, GAME, US, random.Random(5), Budget(nodes=40))
    known = GAME.redact(s, US)
    general.choose(known, s.pending)
    assert general.verdict is not None
    named = alternatives(GENERAL_SETTINGS, known, US, general.verdict)
    assert 1 <= len(named) <= 3
    assert named[0].difference == 0
    assert len({each.text for each in named}) == len(named)


def test_of_positions_that_the_value_calls_so_many_in_ten_so_many_were_won() -> None:
    """On games that were not used for the fit; within what so few games can tell."""
    kept = json.loads(text_of(GENERAL_SETTINGS.package, GENERAL_SETTINGS.value))
    assert len(kept["calibration"]) == 10
    for tenth in kept["calibration"]:
        spread = 1.96 * (0.25 / tenth["games"]) ** 0.5
        assert tenth["from"] - spread < tenth["won"] < tenth["from"] + 0.1 + spread, tenth
        assert abs(tenth["won"] - tenth["foretold"]) < 0.08, tenth


def test_on_games_of_other_seeds_every_tenth_is_won_as_often_as_it_is_called() -> None:
    fresh = json.loads(text_of(GENERAL_SETTINGS.package, GENERAL_SETTINGS.value))["fresh"]
    assert fresh["version"] == GAME.version
    assert fresh["games"] >= 800
    for tenth in fresh["calibration"]:
        assert tenth["from"] <= tenth["won"] <= tenth["from"] + 0.1, tenth
        assert tenth["games"] > 200


def test_what_somebody_did_is_followed_as_far_as_it_is_on_offer() -> None:
    s = planning(US, 3)
    table = table_of(s, US)
    script = tuple(table.trace({}))
    follower = Follower(script, GENERAL_SETTINGS.staff(GAME, US, random.Random(1), GENERAL_SETTINGS.weights(US, "")))
    assert follower.choose(GAME.redact(s, US), s.pending) == script[0]
    assert 0 <= table.play(Plan({}, [*script], script=script), 0) <= 1
