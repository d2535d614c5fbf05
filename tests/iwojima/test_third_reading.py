"""Corners of Iwo Jima read in the rulebook by a third referee; what must come was written down before it was run."""

from __future__ import annotations

from typing import Any

import pytest

from iwojima.conftest import table

case = pytest.mark.case
HQ = {"J-HQ": "KIT"}
FOURTH = ("U-23", "U-24", "U-25", "U-14A", "U-4T")
FIFTH = ("U-26", "U-27", "U-28", "U-13A", "U-5T")
ALL_US = (*FOURTH, *FIFTH, "U-3", "U-9", "U-21", "U-12A", "U-3T")


def reasons(t: Any, unit: str | None = None, space: str | None = None, verb: str = "") -> list[str]:
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return [bar.text for bar in t.game.why_not(t.state, t.asked.side, u, h, verb)]


def card(t: Any, *words: str) -> Any:
    return t.game.preview(t.state, t.asked.side, t.game.from_words(words))


def through(t: Any, *prompts: str) -> Any:
    neutral = ("pass", "stay", "go-on", "no-more-retreats", "rank-rest")
    while t.state.pending is not None and not t.over and t.asked.prompt in prompts:
        t.do(next(verb for verb in neutral if verb in t.verbs()))
    return t


# --- 6 to 9


@case("8b", "8c", "8d")
def test_two_beachheads_restore_a_step_each_and_a_dead_regiment_comes_back_at_the_one_that_is_free() -> None:
    units = {**HQ, "U-23": ["OKI", 2], "U-24": ["RESERVE", 0]}
    t = table(turn=4, phase="recovery", units=units, control=["OKI", "MIN"], beachheads=["OKI", "MIN"])
    seen = set()
    while t.asked.prompt.startswith("recover"):
        seen |= {words[0] for words in t.options()}
        option = next((o for o in t.options() if o[0] in ("restore", "return")), ("no-recovery",))
        t.do(*option)
    assert t.steps("U-23") + t.steps("U-24") == 4
    assert seen


@case("9.1.2b", "9.1b")
def test_guns_among_revealed_enemies_fire_on_their_own_area_alone() -> None:
    units = {**HQ, "U-14A": "OKI", "J-309": "OKI", "J-310": "CHI", "U-23": "OKI"}
    t = table(turn=3, phase="us-bombardment", units=units, revealed=["J-309"], control=[])
    targets = {words[2] for words in t.options("assign") if words[1] == "U-14A"}
    assert targets == {"OKI"}
    assert reasons(t, "U-14A", "CHI")


@case("9.3.2b", "9.3.4a", "13b")
def test_in_an_area_that_the_us_control_nothing_protects_the_japanese() -> None:
    units = {**HQ, "J-309": "FUN", "U-23": "FUN"}
    t = table(turn=3, phase="us-bombardment", units=units, revealed=["J-309"], control=["FUN"])
    t.do("assign", "U-NS1", "FUN").do("confirm").do("pass", dice=[6, 1, 1, 1, 1])
    through(t, "order-row")
    assert t.told("damage")[0].args[1:3] == (1, 1)
    assert t.steps("J-309") == 1


# --- 10, 11


@case("10.3c", "10.3d")
def test_five_regiments_land_on_a_beach_and_the_sixth_does_not() -> None:
    units = {**HQ, **dict.fromkeys(("U-23", "U-24", "U-25", "U-26", "U-27", "U-28"), "LANDING")}
    t = table(turn=1, phase="us-movement", units=units)
    for unit in ("U-23", "U-24", "U-25", "U-26", "U-27"):
        t.do("land", unit, "FUT")
        through(t, "defensive-fire")
        if "stop" in t.verbs():
            t.do("stop")
    assert not any(words[1:] == ("U-28", "FUT") for words in t.options("land"))
    assert reasons(t, "U-28", "FUT")


@case("10.3e", "22.4.1")
def test_tanks_land_at_a_beachhead_alone_and_climb_no_hill() -> None:
    units = {**HQ, "U-4T": "LANDING", "U-23": "OKI"}
    t = table(turn=2, phase="us-movement", units=units, control=["OKI"])
    assert not any(words[1] == "U-4T" for words in t.options("land"))
    t = table(turn=2, phase="us-movement", units=units, control=["OKI"], beachheads=["OKI"])
    assert {words[2] for words in t.options("land") if words[1] == "U-4T"} == {"OKI"}


@case("11.1.1b", "11.1.1c")
def test_a_concealed_unit_fires_two_dice_more_and_under_observation_none() -> None:
    for control, dice in ((["CHI"], 5), (["CHI", "OSA"], 3)):
        units = {**HQ, "U-23": "CHI", "J-309": "FUN", "U-24": "OSA"}
        t = table(turn=3, phase="us-movement", units=units, control=control)
        t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[1] * dice)
        assert len(t.told("defensive-fire")[0].dice) == dice


@case("22.4.2", "22.4.3a", "22.4.3b")
def test_an_anti_tank_gun_ignores_armor_in_defensive_fire_and_not_in_an_assault() -> None:
    gun = "J-AT8"
    units = {**HQ, "U-4T": "OKI", gun: "CHI", "U-23": "OKI"}
    t = table(turn=3, phase="us-movement", units=units, revealed=[gun], control=["OKI"])
    t.do("move", "U-4T", "CHI")
    assert t.options("fire")
    before = t.steps("U-4T")
    dice = card(t, "fire", gun)["dice"]
    t.do("fire", gun, dice=[6, *[1] * (dice - 1)])
    assert t.steps("U-4T") == before - 1, "one Hit, one step: armor is ignored"
    assert "fall-back" not in t.verbs()


# --- 12, 13, 14


@case("12.1c", "8a")
def test_a_unit_that_has_fired_in_defence_assaults_nobody() -> None:
    units = {**HQ, "U-23": "OKI", "J-309": "OKI"}
    t = table(turn=3, phase="us-assault", units=units, revealed=["J-309"], fired=["U-23"])
    if t.asked.prompt == "kirikami":
        t.do("pass")
    assert not t.options("assault")


@case("13b", "13c", "13d")
def test_an_area_with_both_changes_hands_for_nobody() -> None:
    units = {**HQ, "U-23": "CHI", "J-309": "CHI"}
    t = table(turn=3, phase="first-control", units=units, revealed=["J-309"])
    assert not t.us_controls("CHI")


@case("14a", "14b", "14d", "23.1(2)")
def test_the_flag_is_raised_once_and_pays_in_its_end_phase() -> None:
    units = {**HQ, "U-23": "SUR"}
    t = table(turn=3, phase="construction", units=units, control=["SUR"])
    t.do("flag", "SUR")
    assert t.vp()[0] == 0
    assert not t.options("flag")


@case("14a")
def test_a_beachhead_is_placed_on_a_beach_that_the_us_control_and_only_two_are_there() -> None:
    t = table(turn=3, phase="construction", units={**HQ, "U-23": "OKI"}, control=["OKI", "FUT", "MIN"],
              beachheads=["OKI", "FUT"])  # fmt: skip
    assert not t.options("beachhead")
    assert reasons(t, space="MIN")


# --- 16 to 20


@case("22.5a", "22.5b")
def test_the_rockets_are_spent_whatever_they_do() -> None:
    rocket = "J-RKT"
    units = {**HQ, rocket: "FUN", "U-23": "CHI"}
    t = table(turn=3, phase="jp-bombardment", units=units, control=["CHI"])
    t.do("assign", rocket, "CHI").do("confirm", dice=[1, 1])
    through(t, "order-row")
    assert t.where(rocket) == "ELIMINATED"


@case("17.1(1)", "17.1(2)")
@pytest.mark.parametrize(("die", "moves"), [(2, 1), (3, 2), (6, 3)])
def test_the_die_gives_the_number_of_units_that_move(die: int, moves: int) -> None:
    units = {**HQ, "J-309": "FUN", "J-310": "MAF", "J-311": "TAM", "J-312": "NID", "U-23": "OKI"}
    shown = ["J-309", "J-310", "J-311", "J-312"]
    t = table(turn=3, phase="jp-movement", units=units, revealed=shown, dice=[die, *[1] * 9])
    moved = 0
    while t.asked.prompt == "japanese-movement" and t.options("march") and moved < 4:
        t.do(*t.options("march")[0])
        if "stop" in t.verbs():
            t.do("stop")
        through(t, "defensive-fire")
        moved += 1
    assert moved == moves


@case("17.2(3)c", "18b")
def test_a_unit_that_sneaks_into_a_us_area_is_shown_and_fired_upon() -> None:
    units = {**HQ, "J-309": "CHI", "U-23": "OKI"}
    t = table(turn=3, phase="jp-movement", units=units, control=["OKI"], dice=[6])
    t.do("sneak", "J-309", "OKI")
    assert not t.is_concealed("J-309")
    assert t.side == "US"
    assert t.options("fire")


@case("17.2(4)b")
def test_nobody_hides_beside_us_units_nor_a_gun_that_cannot_move() -> None:
    units = {**HQ, "J-309": "CHI", "U-23": "CHI", "J-109a": "FUN"}
    t = table(turn=3, phase="jp-movement", units=units, revealed=["J-309", "J-109a"], dice=[6])
    assert not any(words[1] in ("J-309", "J-109a") for words in t.options("hide"))
    assert reasons(t, "J-309", verb="hide")
    assert reasons(t, "J-109a", verb="hide")


@case("22.3.1a")
def test_a_banzai_charge_costs_the_headquarters_at_the_end_of_the_phase() -> None:
    units = {"J-HQ": "MAF", "J-309": "FUN", "U-23": "FUN"}
    t = table(turn=3, phase="jp-assault", units=units, revealed=["J-309"])
    t.do("banzai").do("assault", "J-309").do("confirm", dice=[1] * 9)
    through(t, "retreats", "order-row")
    assert t.where("J-HQ") == "ELIMINATED"


# --- 21 to 24


@case("21b", "22.1.3")
@pytest.mark.parametrize(("turn", "leaves"), [(2, False), (3, True), (4, False), (7, True), (8, True)])
def test_ships_leave_on_turns_3_7_and_8(turn: int, leaves: bool) -> None:
    t = table(turn=turn, phase="end", units={**HQ, "U-23": "OKI"}, dice=[6])
    assert (t.asked.prompt == "retire-naval") == leaves


@case("23.1(1)a", "23.1(1)b")
@pytest.mark.parametrize(("safe", "vp"), [(["CHI"], 2), (["FUN", "MAF"], 6), (["CHI", "FUN", "MAF"], 8), (["FUN"], 2)])
def test_airfields_earn_two_each_and_two_more_for_both_halves(safe: list[str], vp: int) -> None:
    t = table(turn=4, phase="end", units={**HQ, "U-23": "OKI"}, control=safe, safe=safe, dice=[6])
    assert t.vp()[0] == vp


@case("23.2(3)", "23.2(4)", "23.2(5)", "24(3)")
def test_after_turn_9_japan_adds_units_headquarters_and_areas() -> None:
    every = table(turn=9, phase="us-bombardment", units={**HQ, "U-23": "OKI"}).game
    areas = [area for area in every.space_ids[: every.areas] if area not in ("KIT", "ONS")]
    t = table(turn=9, phase="end", units={"J-HQ": "KIT", "J-309": "KIT", "U-23": "OKI"}, control=areas)
    assert t.over
    assert t.vp()[1] == 2 + 5 + 2 * 3


@case("24(1)", "R33")
def test_the_last_us_unit_lost_ends_the_game_at_once() -> None:
    dead = [u for u in ALL_US if u != "U-23"]
    units = {**HQ, **{unit: ["RESERVE", 0] for unit in dead}, "U-23": ["CHI", 1], "J-309": "CHI"}
    t = table(turn=3, phase="jp-assault", units=units, revealed=["J-309"])
    t.do("assault", "J-309").do("confirm").do("assault-area", "CHI", dice=[6] * 4)
    through(t, "retreats", "order-row")
    assert t.where("U-23") == "RESERVE"
    assert t.over
