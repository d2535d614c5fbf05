"""Chapters 7 and 9: logistics points, Amoy."""

from __future__ import annotations

import pytest

case = pytest.mark.case
HERE = {"J01": "1110", "A01": "0420"}


def income(table, dice=(3,), scenario="1", **change):
    """The LP of both sides after a Logistics Phase that began with none."""
    change = {"units": HERE, "turn": 2, "lp": {"Allied": 0, "Japanese": 0}, **change}
    t = table(scenario, phase="logistics", dice=dice, **change)
    return t.lp("Allied"), t.lp("Japanese")


@case("7.2a", "7.2c", "7.1b")
@pytest.mark.parametrize(("scenario", "allied"), [("1", 5), ("2", 10)])
def test_each_turn_brings_a_die_to_the_japanese_and_a_fixed_sum_to_the_allies(table, scenario, allied):
    assert income(table, dice=[4], scenario=scenario) == (allied, 4)


@case("7.2b")
def test_two_japanese_airfields_give_1_lp_rounded_down(table):
    three = {"J01": "0515", "J02": "0521", "J03": "0611", "A01": "0420"}
    assert income(table, units=three)[1] == 3 + 1
    assert income(table, units={**three, "J04": "0615"})[1] == 3 + 2


@case("7.2d", "9.1b")
def test_amoy_gives_5_lp_from_the_turn_after_its_capture(table):
    assert income(table, turn=4, amoy=3)[0] == 10
    assert income(table, turn=3, amoy=3)[0] == 5


@case("7.2e", "7.2f", "7.2g", "20.0b", "19.2e")
def test_functional_ports_and_airfields_give_lp(table):
    units = {**HERE, "A39": "0522", "A40": "0623", "A41": "1603"}
    assert income(table, units=units)[0] == 5
    assert income(table, units=units, bases=["A39", "A40", "A41"])[0] == 5 + 3 + 3 + 1 + 1
    assert income(table, units=units, bases=["A40"])[0] == 5 + 1 + 0


@case("7.2h", "7.1a")
def test_lp_may_be_saved_and_both_sides_read_them(table):
    t = table(turn=2, phase="recruit", units=HERE, lp={"Allied": 12, "Japanese": 7})
    t.do("end-recruit").do("end-recruit", dice=[6])
    assert (t.lp("Allied"), t.lp("Japanese")) == (12, 7)
    for side in ("Allied", "Japanese"):
        tracks = t.view(side)["tracks"]
        assert (tracks["lp-allied"], tracks["lp-japanese"]) == (12, 7)


@case("7.2i", "R11")
def test_more_than_20_are_lost_at_the_end_of_the_recruit_phase_and_not_before(table):
    t = table(turn=2, phase="logistics", units=HERE, lp={"Allied": 19, "Japanese": 19}, dice=[6])
    assert (t.lp("Allied"), t.lp("Japanese")) == (24, 25)
    t.do("end-recruit")
    assert t.lp("Japanese") == 20
    t.do("end-recruit", dice=[6])
    assert t.lp("Allied") == 20


@case("7.2j", "7.0a")
def test_what_cannot_be_paid_is_not_offered(table):
    t = table(turn=2, phase="recruit", units=HERE, lp={"Allied": 2, "Japanese": 0})
    assert t.verbs() == {"end-recruit"}
    t.do("end-recruit")
    assert t.offers("recruit", "A25")
    assert not t.offers("recruit", "A30")
    assert "7.2j" in t.why("A30")
    assert not t.offers("buy", "amphibious")


@case("7.2k", "R12")
def test_lp_won_in_mid_turn_wait_for_the_next_logistics_phase(table):
    assert income(table, pending_lp={"Allied": 1, "Japanese": 2}) == (6, 5)
    t = table(turn=2, phase="bases", units={**HERE, "A39": "0420"}, pending_lp={"Allied": 1}, lp={"Allied": 3})
    assert t.view("Japanese")["tracks"]["pending-allied"] == 1
    assert t.lp("Allied") == 3


# --- 9


@case("9.1a")
@pytest.mark.parametrize(
    ("turn", "die", "falls"), [(2, 1, True), (2, 2, False), (5, 4, True), (5, 5, False), (7, 6, True)]
)
def test_amoy_falls_on_a_die_below_the_turn(table, turn, die, falls):
    t = table(turn=turn, phase="amoy", units=HERE, dice=[die])
    assert bool(t.state.amoy) == falls


@case("9.1a", "R23")
def test_amoy_is_not_attacked_twice(table):
    t = table(turn=4, phase="amoy", units=HERE, amoy=2)
    assert not t.told("amoy")
    assert t.phase() == "planning"


@case("9.0a", "R23", "8.1b", "10.2a")
def test_amoy_is_a_second_staging_area_once_captured(table):
    t = table(turn=4, phase="recruit", units=HERE, lp={"Allied": 10}, amoy=2).do("end-recruit")
    t.do("recruit", "A25")
    assert t.goals("deploy") == {"STAGING", "AMOY"}
    t.do("deploy", "AMOY").do("end-recruit")
    t = table(turn=4, phase="invasion", units={**HERE, "A25": "AMOY"}, amoy=2, amphibious=1)
    t.do("land-marker", "0623").do("board", "A25")
    assert t.where("A25") == "0623"


@case("24.1l", "R104")
def test_the_6th_marines_come_to_amoy_in_the_turn_after_its_fall(table):
    t = table(turn=3, phase="recruit", units=HERE, amoy=2).do("end-recruit")
    assert t.where("A19") == t.where("A20") == t.where("A21") == "AMOY"
    t = table(turn=4, phase="recruit", units=HERE, amoy=2).do("end-recruit")
    assert t.where("A19") == "A-REINFORCEMENTS"


@case("R104")
def test_lost_regiments_of_the_6th_marines_are_replaced_like_others(table):
    t = table(turn=5, phase="recruit", units={**HERE, "A19": "A-REPLACEMENTS"}, amoy=2, lp={"Allied": 5}).do(
        "end-recruit"
    )
    assert t.offers("recruit", "A19")
