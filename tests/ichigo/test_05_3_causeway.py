"""Sections 5.2, 5.3 and 10.11: Causeway or Philippines, the landings and what they bring."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.causeway import causeway_modifiers
from grognard.games.ichigo.state import CANCELLED, LAUNCHED
from grognard.kernel.bits import members
from ichigo.conftest import GAME

case = pytest.mark.case
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
PORTS = ["2916", "3112"]
QUIET = {"J-CEA-D3": "2302", "CH-5": "0712"}
ASHORE = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}


def check(table, *dice: int, units=None, **change):
    """The start of turn 7; without Allied ports unless the test says otherwise."""
    held = {"japanese": PORTS, **change}
    return table(turn=7, phase="start", units={**QUIET, **(units or {})}, dice=dice, **held)


def cases_of(t) -> list[str]:
    return [m.cases[0] for m in causeway_modifiers(t.state)]


@case("5.2a", "R20")
def test_6_or_more_launches_causeway_anything_less_means_the_philippines(table):
    assert check(table, 6, 6).state.causeway == LAUNCHED
    t = check(table, 5)
    assert (t.state.causeway, t.verbs()) == (CANCELLED, {"raid", "no-raid"})


@case("5.2a")
def test_there_is_one_check_a_game(table):
    t = table(turn=8, phase="start", units=QUIET, causeway="cancelled", b29_used=1, dice=[6, 1])
    assert not t.told("causeway")


@case("5.2b")
def test_with_all_airbases_japanese_another_die_says_plus_or_minus_one(table):
    t = check(table, 3, 5, 6, japanese=[*PORTS, *BASES])
    assert t.told("causeway")[0].args == (1,)
    assert t.state.causeway == LAUNCHED
    t = check(table, 4, 6, japanese=[*PORTS, *BASES])
    assert t.told("causeway")[0].args == (-1,)
    assert t.state.causeway == CANCELLED


@case("5.2c", "5.2d", "5.2e", "5.2f", "R21")
def test_the_other_modifiers(table):
    assert cases_of(check(table, 1)) == []
    assert cases_of(check(table, 1, japanese=[*PORTS, *RAIL, "1123"]))[0] == "5.2c"
    assert cases_of(check(table, 1, units={"J-CEA-D13": "1210"})) == ["5.2d"]
    assert cases_of(check(table, 1, units={"J-CEA-D13": "0420"})) == ["5.2e"]
    assert cases_of(check(table, 1, japanese=["3112"])) == ["5.2f"]
    assert cases_of(check(table, 1, japanese=[])) == ["5.2f", "5.2f"]


def launched(table, units=None, **change):
    """Phase I of turn 7."""
    placed = {**QUIET, **(units or {})}
    return table(turn=7, phase="landing", units=placed, **{"causeway": "launched", **change})


US8 = [f"US-{n}" for n in (6, 7, 24, 25, 31, 32, 33, 37)]


@case("5.3.4", "R36", "6.4")
def test_one_to_eight_divisions_land_at_takao_on_turn_7(table):
    t = launched(table)
    assert "end-landing" not in t.verbs()
    assert t.goals("land") == {"3221"}
    for unit in US8:
        t.act("land", unit, "3221")
    assert t.side == "Japanese"  # the beach is full: the landing is over, the garrison deploys
    assert t.owner("3221") == "Allied"


@case("5.3n", "R16")
def test_a_landing_is_never_opposed(table):
    t = launched(table).act("land", "US-7", "3221")
    assert (t.where("US-7"), t.owner("3221")) == ("3221", "Allied")
    assert not t.told("battle")


@case("5.3.13", "R87")
def test_the_11th_airborne_does_not_land_in_phase_i_before_turn_9(table):
    t = launched(table)
    assert not t.offers("land", "US-11A", "3221")
    assert "5.3.13" in t.why("US-11A", "3221")


@case("5.3.5", "R35")
def test_the_formosa_garrison_deploys_anywhere_on_formosa_but_at_takao(table):
    t = launched(table).act("land", "US-7", "3221").act("end-landing")
    assert t.side == "Japanese"
    assert t.goals("enter") == {GAME.space_ids[h] for h in members(GAME.formosa)} - {"3221"}
    for unit in ("J-FG-D9", "J-FG-D12", "J-FG-D50"):
        t.act("enter", unit, "3320")
    t.act("enter", "J-FG-D66", "3417")
    assert t.where("J-FG-D66") == "3417"


@case("5.3.6", "11.17a", "R35")
def test_then_the_whole_kwantung_army_comes_at_the_entry_hexes_and_its_tanks_are_at_hand(table):
    t = launched(table).act("land", "US-7", "3221").act("end-landing")
    for unit in ("J-FG-D9", "J-FG-D12", "J-FG-D50", "J-FG-D66"):
        t.act("enter", unit, "3419")
    assert t.goals("enter") == {f"{c}01" for c in range(19, 29)}
    assert len({words[1] for words in t.options("enter")}) == 8
    assert "end-reinforcement" not in t.verbs()
    for unit in ("D11", "D25", "D57", "D71", "D111"):
        t.act("enter", f"J-KA-{unit}", "2001")
    assert "2001" not in t.goals("enter")
    assert (t.state.at[GAME.support] & GAME.tanks).bit_count() == 10


@case("5.3.12a", "5.3.12c", "R39")
def test_on_turn_8_a_mainland_port_south_of_2817_must_be_chosen(table):
    t = table(turn=8, phase="landing", units={**QUIET, "US-7": "3221"}, causeway="launched", beachheads=["3221"],
              allied=["3221"])  # fmt: skip
    assert t.options() == [("beachhead", "2223"), ("beachhead", "2621"), ("beachhead", "2819")]
    assert t.why(space="2916") == ["5.3.12a", "R39"]
    t.act("beachhead", "2819")
    assert "end-landing" not in t.verbs()
    t.act("land", "US-6", "2819")
    assert "end-landing" in t.verbs()
    assert t.offers("land", "US-24", "3221")


@case("5.3.12c", "R36", "R37")
def test_the_last_division_aboard_is_kept_for_the_mainland(table):
    gone = {name: "OUT" for name in GAME.unit_ids if name.startswith("US-")}
    t = table(turn=8, phase="landing", units={**QUIET, **gone, "US-7": "US", "US-6": "US"}, causeway="launched",
              beachheads=["3221"], allied=["3221"])  # fmt: skip
    t.act("beachhead", "2819").act("land", "US-7", "3221")
    assert t.where("US-6") == "2819"


def displacing(table, units):
    t = table(turn=8, phase="landing", units={**QUIET, "US-7": "3221", **units}, causeway="launched",
              beachheads=["3221"], allied=["3221"])  # fmt: skip
    return t.act("beachhead", "2819")


@case("5.3.12b", "R38")
def test_whoever_is_there_is_moved_one_hex_out_by_the_allied_player(table):
    t = displacing(table, {"J-CEA-D13": "2819", "J-CEA-B1": "2819", "CH-18": "2818"})
    assert (t.side, t.asked.prompt) == ("Allied", "displace")
    assert t.goals("displace") == {"2719", "2720"}
    assert t.why(space="2818") == ["R38", "6.0b"]
    t.act("displace", "2719").act("land", "US-6", "2819")
    assert (t.where("J-CEA-D13"), t.where("J-CEA-B1"), t.owner("2819")) == ("2719", "2719", "Allied")


@case("5.3.12b", "R38")
def test_units_with_nowhere_to_go_are_eliminated(table):
    around = {"CH-18": "2818", "CH-74": "2719", "CH-100": "2720"}
    t = displacing(table, {"J-CEA-D13": "2819", **around})
    assert t.where("J-CEA-D13") == "JDEAD"


@case("R38")
def test_the_2nd_tank_division_cannot_be_moved_and_is_eliminated(table):
    t = displacing(table, {"J-14AA-2T": "2819"})
    assert t.where("J-14AA-2T") == "JDEAD"


def transferring(table, formosa, mainland, turn=9, **change):
    units = {**QUIET, **dict.fromkeys(formosa, "3221"), **dict.fromkeys(mainland, "2819")}
    return table(turn=turn, phase="landing", units={**units, **change}, **ASHORE)


@case("10.11a")
def test_from_turn_9_units_in_a_beachhead_may_sail_to_the_other(table):
    t = transferring(table, ["US-7"], ["US-6"])
    t.act("transfer", "US-7")
    assert t.where("US-7") == "2819"
    assert not t.offers("transfer", "US-7")
    t.act("end-landing").act("move-first")
    assert t.offers("move", "US-7")


@case("10.11a")
def test_no_transfer_for_units_that_have_just_landed(table):
    t = transferring(table, ["US-7"], [])
    t.act("land", "US-24", "2819")
    assert not t.offers("transfer", "US-24")


@case("10.11a", "R89")
def test_a_full_beachhead_takes_a_unit_only_in_exchange(table):
    t = transferring(table, ["US-38"], US8)
    assert not t.offers("transfer", "US-38")
    t.act("exchange", "US-38", "US-6")
    assert (t.where("US-38"), t.where("US-6")) == ("2819", "3221")


@case("R89", "6.3b")
def test_a_beachhead_with_chinese_units_is_closed_to_landings(table):
    t = transferring(table, ["US-7"], [], **{"CH-18": "2819"})
    assert t.goals("land") == {"3221"}
    assert not t.offers("transfer", "US-7")


@case("9.8", "R37")
def test_divisions_not_landed_may_come_later_at_any_beachhead(table):
    t = transferring(table, ["US-7"], ["US-6"], turn=10)
    assert t.goals("land") == {"3221", "2819"}
    assert t.offers("land", "US-11A", "2819")
    assert t.offers("end-landing")


@case("R76")
def test_the_beachhead_can_be_attacked_on_the_turn_of_the_landing(table):
    units = {"J-FG-D9": "3220", "US-7": "3221", "CH-5": "0712"}
    t = table(turn=7, phase="japanese-combat", units=units, causeway="launched", beachheads=["3221"], allied=["3221"])
    assert t.offers("attack", "3221")


@case("5.3")
def test_a_launched_game_goes_on_with_phase_i(table):
    t = check(table, 6, 6)
    assert t.phase() == "landing"
