"""The general of Causeway: the staff with something in mind; the shorter scenario is judged by what is left of it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard import bots
from grognard.bots.formosa import staff
from grognard.bots.formosa.expect import Clash, prospect
from grognard.bots.formosa.fighting import least_gain
from grognard.bots.formosa.outfit import OUTFIT, aim, margin
from grognard.bots.formosa.weights import shipped
from grognard.bots.general.general import General
from grognard.bots.general.weights import names, scaled
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import Option
from grognard.kernel.play import advance


def begun(scenario: str) -> Any:
    s = GAME.new(scenario, {})
    advance(s, KeyedDice(b"general"))
    return s


def test_both_scenarios_are_counted_from_their_ends() -> None:
    longer, shorter = begun("1"), begun("2")
    assert OUTFIT.half_turn(longer) == 0
    assert OUTFIT.half_turn(shorter) == GAME.last_turns[0] - GAME.last_turns[1]


def test_a_general_is_offered_in_both_scenarios_and_takes_a_budget() -> None:
    assert bots.names(GAME)[0] == "general"
    assert isinstance(bots.make("general:20", GAME, 1, random.Random(1)), General)


@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_who_leans_asks_more_or_less_of_an_attack(side: int) -> None:
    s, w = begun("1"), shipped().of(side)
    assert least_gain(s, side, scaled(w, {"fight": 2.0})) == 2 * least_gain(s, side, w)
    assert set(names(w)) >= {name for factors in OUTFIT.intents[side].values() for name in factors}


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
    assert aim(s, ALLIED, [("end-movement",)]) == "everybody stays where he is"
