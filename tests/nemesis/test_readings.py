"""Rulings that another reader would make otherwise: the options of a match, and the text as it reads without them."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from grognard.games.nemesis.facts import JAPANESE
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_02_3_satisfaction import ALL_FLAGS
from nemesis.test_fuzz import random_act
from random_games import some_of
from staff_games import relieved_every_time

case = pytest.mark.case

# --- R36: a battalion flees into a reduced regiment of its division

CHASE = {
    "B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "B20-32": "0619", "B20-80": "0619",
    "J33-214": "0419", "J33-b1": "0419", "J33-215": ["0520", 2],
}  # fmt: skip


def fled(table: Any, **options: str) -> Any:
    """A battalion has fled from Fort White to 0520, where a regiment has taken it in; two brigades stand next to it."""
    t = table(phase="allied-attack", units=CHASE, dice=[5], options=options)
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C", air="A-US1").do("spearhead", "BT-3C")
    t.do("meet", "J33-214").finish("no-massive", "no-banzai")
    t.do("lead", "B17-48").do("refuse-with", "J33-214").finish("enforce").do("retreat")
    t.do("retreat-to", "J33-214", "0420").do("retreat-to", "J33-b1", "0520").finish("stay")
    assert t.where("J33-b1") == "JBATT"
    assert (t.where("J33-215"), t.steps("J33-215")) == ("0520", 3)
    return t


@case("R36", "6.1-B-c", "6.2-D-e")
def test_the_regiment_that_takes_a_fled_battalion_in_is_attacked_once_like_any_other(table: Any) -> None:
    t = fled(table)
    assert t.offers("attack", "0520")
    t.dice.faces.extend([6])
    t.attack("0520", "B20-32", "B20-80").do("spearhead", "B20-32").finish("no-massive", "no-banzai")
    assert t.told("attack")[-1].args[4] == "2-1"  # against the 6 of the whole regiment; it would be 3-1 against 4
    assert t.told("meeting")[-1].args[0] == t.unit("J33-215")
    t.finish("no-force", "desist")
    assert not t.offers("attack", "0520")


@case("R36", "6.2-D-e")
def test_it_pays_nothing_for_the_flight_of_its_battalion(table: Any) -> None:
    t = fled(table)
    t.dice.faces.extend([6])
    t.attack("0520", "B20-32", "B20-80").do("spearhead", "B20-32").finish("no-massive", "no-banzai")
    steps = t.steps("J33-215")
    t.do("lead", "B20-32").finish("enforce").do("retreat")
    assert t.steps("J33-215") == steps
    assert {e.args[0] for e in t.told("step-lost") if "6.2-D-e" in e.cases} == set()


@case("R36", "R44")
def test_by_the_other_reading_nobody_attacks_it_and_the_reason_is_true(table: Any) -> None:
    t = fled(table, flight="whole")
    assert not t.offers("attack", "0520")
    assert t.reasons(None, "0520")[0] == "The units in 0520, or a part of them, have just retreated there."


@case("R36", "3.3-f")
def test_what_moved_and_attacked_still_passes_on_by_merging(table: Any) -> None:
    for options in ({}, {"flight": "whole"}):
        units = {"J31-b1": "1009", "J31-58": ["1110", 2]}
        t = table(phase="japanese-assault", units=units, options=options)
        t.march("J31-b1", "1110")
        assert t.steps("J31-58") == 3
        assert not t.offers("move", "J31-58")


# --- R45: the beaten flee into an Objective of the attacker

DRIVEN = {"J31-58": "0707", "J31-124": "0707", "B5-161": "0606"}


def into_ones_own(table: Any, **options: str) -> Any:
    """British who have just fled stand on Kohima, which is under a Japanese flag."""
    change = {"japanese_flags": ["0606"], "retreated": ["B5-161"], "options": options}
    t = table(phase="japanese-attack", units=DRIVEN, **change)
    return t.to_combat()


@case("R45", "6.1-B-d")
def test_out_of_an_own_objective_the_beaten_are_not_driven(table: Any) -> None:
    assert not into_ones_own(table).options("storm")


@case("R45", "6.1-B-d", "6.1-B-e")
def test_by_the_other_reading_they_are(table: Any) -> None:
    t = into_ones_own(table, storm="both")
    assert t.goals("storm") == {"0606"}
    t.storm("0606", "J31-58").do("retreat-to", "B5-161", "0506").do("advance", "J31-58")
    assert t.steps("B5-161") == 1
    assert t.where("J31-58") == "0606"


@case("R45")
def test_an_own_objective_without_enemies_is_not_stormed_by_either_reading(table: Any) -> None:
    t = table(
        phase="japanese-attack", units={"J31-58": "0707"}, japanese_flags=["0606"], options={"storm": "both"}
    ).to_combat()  # fmt: skip
    assert not t.options("storm")


# --- R9: which flag comes off


def no_flag_left(table: Any, **options: str) -> Any:
    own = [*ALL_FLAGS, "2308", "2607", "1814", "1914", "1516", "2514"]
    units = {"J31-58": "0606", "J31-124": "0511"}
    t = table(phase="japanese-attack", units=units, japanese_flags=own, yunnan_active=1, options=options)
    return t.end_phase()


@case("R9", "2.3-f")
def test_by_the_other_reading_any_of_ones_flags_comes_off(table: Any) -> None:
    assert no_flag_left(table).goals("take-flag") == {"2308", "2607", "1814", "1914", "1516", "2514"}
    t = no_flag_left(table, flags="any")
    assert len(t.goals("take-flag")) == 16
    t.do("take-flag", "0511")
    assert (t.flag("0606"), t.flag("0511")) == ("Japanese", "")
    assert t.state.unscored[JAPANESE] >> t.space("0511") & 1


@case("R9", "2.3-f")
def test_the_reason_for_another_flag_is_that_of_the_reading(table: Any) -> None:
    assert no_flag_left(table, flags="any").reasons(None, "2821")[0].startswith("Remove one of your own flags")
    assert "from the start, then one where you have no unit" in no_flag_left(table).reasons(None, "0511")[0]


# --- what is chosen

ALL = [
    dict(zip(("flight", "storm", "flags"), values, strict=True))
    for values in product(("part", "whole"), ("enemy", "both"), ("order", "any"))
]


@pytest.mark.parametrize("options", some_of(1, reversed(ALL)), ids=lambda options: "-".join(options.values()))
def test_by_every_combination_of_readings_a_game_is_played_to_its_end(options: dict[str, str]) -> None:
    rng, dice = random.Random(36), KeyedDice(b"readings")
    s = GAME.new("", options)
    advance(s, dice)
    number = 0
    while s.winner == ONGOING:
        number += 1
        assert s.pending.options, s.pending.prompt
        if number % 25 == 0:
            assert GAME.check(s) == []
        apply(s, *random_act(s, rng, eager=0.7), dice)
    assert s.ending


def test_the_staff_plays_by_the_other_readings_too() -> None:
    s, asked_for = relieved_every_time(GAME, 150, ALL[-1])
    assert (s.whole_flees, s.storms_own, s.any_flag) == (1, 1, 1)
    assert "movement" in asked_for


def test_a_match_of_the_usual_readings_has_no_trace_of_the_others(table: Any) -> None:
    names = {"whole_flees", "storms_own", "any_flag"}
    assert not names & set(table().state.to_json())
    chosen = {"flight": "whole", "storm": "both", "flags": "any"}
    assert {table(options=chosen).state.to_json()[name] for name in names} == {1}


def test_every_option_says_what_each_of_its_values_means() -> None:
    for option in GAME.options:
        for value in option.choices:
            assert f"{value.capitalize()}: " in option.blurb, (option.id, value)
    assert f"With all {GAME.most_flags} flags on the map" in GAME.options[-1].blurb
