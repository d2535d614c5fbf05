"""The weights of the staffs: each side has its own, uses all of them, and is told how far it led."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from grognard import bots
from grognard.bots.general.plan_search import table_at
from grognard.bots.general.weights import names
from grognard.bots.nemesis.general_settings import GENERAL_SETTINGS
from grognard.bots.nemesis.marching import make_orders
from grognard.bots.nemesis.sectors import sector
from grognard.bots.nemesis.weights import AlliedWeights, JapaneseWeights, shipped
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import advance, apply

from .conftest import GAME

PACKAGE = Path(bots.__file__).parent / "nemesis"


def test_every_weight_is_used() -> None:
    code = "".join(path.read_text() for path in PACKAGE.glob("*.py"))
    used = set(re.findall(r"(?:\bw|weights)\.(\w+)", code))
    assert set(names(shipped().allied)) | set(names(shipped().japanese)) <= used


@pytest.mark.parametrize(("side", "kind"), [(ALLIED, AlliedWeights), (JAPANESE, JapaneseWeights)])
def test_a_side_weighs_by_its_own(side: int, kind: type) -> None:
    staff: Any = bots.make("staff", GAME, side, random.Random(1))
    assert type(staff.weights) is kind
    assert staff.weights is GENERAL_SETTINGS.weights(side, "")


def test_the_margin_is_how_much_happier_one_superior_is_than_the_other(table: Any) -> None:
    s = table(turn=10).state
    found = []
    for superiors, laments in (
        ([5, 5], [3, 3]),
        ([7, 4], [0, 0]),
        ([4, 7], [0, 0]),
        ([5, 5], [0, 6]),
        ([9, 0], [0, 9]),
    ):
        s.superior, s.lament = superiors, laments
        found.append(GENERAL_SETTINGS.margin(s))
    assert found == pytest.approx([0.0, 0.5, -0.5, 0.1, 1.0])


def sent_to_the_empty(s: Any, weights: AlliedWeights) -> set[str]:
    """Japanese Objectives with nobody in or next to them to which the Allies would send somebody."""
    goals = set(make_orders(s, ALLIED, weights).goals.values())
    return {
        GAME.space_names[h]
        for h in goals
        if not s.game.grown(1 << h) & s.present[JAPANESE] and s.game.printed[1] >> h & 1
    }


def test_the_general_sends_raiders_to_what_nobody_holds_and_the_staff_does_not() -> None:
    dice = KeyedDice(b"raids")
    s = GAME.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", GAME, side, random.Random(1)) for side in (ALLIED, JAPANESE)]
    while s.turn < 2 or (s.pending.side, s.pending.prompt) != (ALLIED, "movement"):
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(GAME.redact(s, asked.side), asked), dice)
    assert not sent_to_the_empty(s, shipped().allied)
    assert sent_to_the_empty(s, shipped("general.toml").allied)


def test_what_nobody_holds_is_the_business_of_every_japanese_unit_to_the_general(table: Any) -> None:
    """Maingkwang is in no division's sector: the staff leaves it alone when the Chinese have marched on."""
    maingkwang, unit = GAME.space_index["2102"], GAME.unit_index["J18-55"]
    staff, general = shipped().japanese, shipped("general.toml").japanese
    for allies, business in (
        ({}, 1.0),
        ({"S22-64": "2102"}, general.elsewhere),
        ({"S22-64": "2103"}, general.elsewhere),
    ):
        s = table(turn=3, units={"J18-55": "2308", **allies}).state
        assert sector(s, unit, maingkwang, staff) == staff.elsewhere == 0.3
        assert sector(s, unit, maingkwang, general) == business


@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_the_general_plays_by_weights_of_his_own_and_takes_his_enemy_for_a_staff(side: int) -> None:
    dice = KeyedDice(b"own")
    s = GAME.new("", {})
    advance(s, dice)
    staffs = [bots.make("staff", GAME, each, random.Random(1)) for each in (ALLIED, JAPANESE)]
    differs = 0
    while s.turn < 2:
        asked = s.pending
        known = GAME.redact(s, asked.side)
        if asked.side == side and asked.prompt == "movement":
            mine, usual = (
                GENERAL_SETTINGS.staff(GAME, side, random.Random(1), weights).choose(known, asked)
                for weights in (GENERAL_SETTINGS.own(side), GENERAL_SETTINGS.weights(side, ""))
            )
            assert bots.make("general", GAME, side, random.Random(1)).choose(known, asked) == mine
            differs += mine != usual
        apply(s, asked.side, staffs[asked.side].choose(known, asked), dice)
    assert differs
    table = table_at(GENERAL_SETTINGS, GAME, side, known, "x", staffs[side])
    assert table.weights[side] is GENERAL_SETTINGS.own(side)
    assert table.weights[1 - side] is GENERAL_SETTINGS.weights(1 - side, "")


def orders_with(s: Any, weights: JapaneseWeights) -> Any:
    """What a Japanese staff of these weights weighs by when it is asked in a position."""
    staff = GENERAL_SETTINGS.staff(GAME, JAPANESE, random.Random(1), weights)
    staff.choose(GAME.redact(s, JAPANESE), s.pending)
    return staff.weights


def test_the_japanese_general_strikes_back_as_long_as_raiders_hold_bhamo_and_the_staff_does_not_mind() -> None:
    dice = KeyedDice(b"raided")
    s = GAME.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", GAME, side, random.Random(1)) for side in (ALLIED, JAPANESE)]
    while (s.pending.side, s.pending.prompt) != (JAPANESE, "movement"):
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(GAME.redact(s, asked.side), asked), dice)
    bhamo = 1 << next(h for h in s.game.value if GAME.space_names[h].startswith("Bhamo"))
    own, usual = shipped("general.toml").japanese, shipped().japanese
    assert orders_with(s, own) is own
    s.flags[ALLIED] |= bhamo
    then = orders_with(s, own)
    assert (then.need_to_hold, then.solid) == (own.need_to_hold * own.raided_hold, own.solid * own.raided_hold)
    assert then.need_to_hold < own.need_to_hold
    assert then.pull > own.pull
    assert then.theirs == own.theirs
    assert {name: getattr(orders_with(s, usual), name) for name in names(usual)} == {
        name: getattr(usual, name) for name in names(usual)
    }
    s.flags[ALLIED] &= ~bhamo
    assert orders_with(s, own) is own
