"""The rulebook's in-line examples and notes as acceptance tests."""

from __future__ import annotations

import pytest

from grognard.games.iwojima.counter_faces import RED, face
from grognard.kernel.flow import Refused

case = pytest.mark.case


@case("22.4.3a", "16.6")
def test_w1_armor_shrugs_off_a_bombardment_of_two_and_the_beachhead_goes(table):
    units = {"U-4T": "OKI", "J-109a": "TEN", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-bombardment", units=units, control=["OKI"], beachheads=["OKI"])
    t.do("assign", "J-109a", "OKI").do("confirm", dice=[5, 6, 1, 1])
    assert t.told("damage")[0].args[1:] == (2, 2)
    assert t.steps("U-4T") == 2
    assert t.vp() == (0, 0)
    assert not t.has("beachheads", "OKI")


@case("22.4.3b", "19a-3")
def test_w2_a_tank_that_retreats_from_an_assault_ignores_three_losses(table):
    units = {"U-4T": "CHI", "J-309": "CHI", "J-HQ": "KIT"}
    position = {"turn": 2, "phase": "jp-assault", "units": units, "revealed": ["J-309"], "control": ["OKI"]}
    t = table(**position)
    t.do("assault", "J-309").do("confirm").do("assault-area", "CHI", dice=[6, 6, 6])
    assert t.told("damage")[0].args[1:] == (3, 3)
    t.do("retreat", "U-4T", "OKI", dice=[6])
    assert (t.steps("U-4T"), t.where("U-4T")) == (2, "OKI")
    assert t.vp() == (0, 0)
    stays = table(**position)
    stays.do("assault", "J-309").do("confirm").do("assault-area", "CHI", dice=[6, 6, 6])
    stays.do("no-more-retreats", dice=[6])
    assert stays.steps("U-4T") == 1
    assert stays.vp() == (0, 1)


@case("22.4.3c", "11.1.3a", "11.2")
def test_w3_an_anti_tank_gun_in_defensive_fire_makes_armor_useless(table):
    units = {"U-5T": "CHI", "J-AT8": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-AT8"])
    t.do("move", "U-5T", "FUN").do("fire", "J-AT8", dice=[5, 2, 1])
    assert (t.steps("U-5T"), t.where("U-5T")) == (1, "FUN")
    assert t.vp() == (0, 1)
    assert t.asked.prompt == "us-movement"
    assert t.is_fired("J-AT8")


@case("11.1.2(2)", "11.1.3b")
def test_w4_a_retreat_takes_the_only_point_of_damage_away(table):
    units = {"U-23": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309"], control=["CHI"])
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[6, 1, 1])
    t.do("fall-back", "CHI")
    assert (t.steps("U-23"), t.where("U-23")) == (4, "CHI")
    assert t.vp() == (0, 0)
    assert t.asked.prompt == "us-movement"
    assert not [o for o in t.options("move") if o[1] == "U-23"]


@case("9.3.2b")
def test_w5_the_defense_value_does_not_help_units_in_an_area_the_us_controls(table):
    units = {"J-309": "FUN", "J-310": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units, revealed=["J-309", "J-310"], control=["FUN"])
    t.do("assign", "U-AS1", "FUN").do("confirm").do("pass", dice=[6, 6, 6])
    assert t.told("damage")[0].args[1:] == (3, 3)


@case("11.1.1b")
def test_w6_a_concealed_unit_rated_zero_fires_exactly_two_dice(table):
    units = {"U-23": "CHI", "J-109a": "FUN", "J-HQ": "KIT"}
    t = table(turn=1, phase="us-movement", units=units)
    t.do("move", "U-23", "FUN").do("fire", "J-109a", dice=[1, 1])
    assert [len(e.dice) for e in t.told("defensive-fire")] == [2]
    assert t.sees("US", "J-109a")


@case("14c")
def test_w7_three_beaches_and_two_beachheads(table):
    t = table(turn=2, phase="construction", units={"J-HQ": "KIT"}, control=["OKI", "FUT", "CHH", "SUR"])
    t.do("beachhead", "OKI").do("beachhead", "CHH")
    with pytest.raises(Refused):
        t.do("beachhead", "FUT")
    assert [t.has("beachheads", a) for a in ("OKI", "FUT", "CHH")] == [True, False, True]


def reach(table, unit, mode):
    """How many areas a Concealed unit enters in one way of moving, or None if it may not move so."""
    t = table(turn=2, phase="jp-movement", units={unit: "MOT", "J-HQ": "KIT"}, dice=[6])
    if (mode, unit, "KAF") not in t.options():
        return None
    t.do(mode, unit, "KAF")
    areas = 1
    while t.asked.prompt == "move-on":
        t.do("to", "MOT" if t.where(unit) == "KAF" else "KAF")
        areas += 1
    return areas


@case("17.2(2)a", "17.2(2)b", "17.2(3)a")
def test_w8_the_reach_of_each_way_to_move(table):
    units = ("J-TK26", "J-309", "J-AT8", "J-GE")
    assert [reach(table, unit, "show-march") for unit in units] == [3, 2, 1, None]
    assert [reach(table, unit, "sneak-show") for unit in units] == [2, 1, None, None]
    assert [reach(table, unit, "sneak") for unit in units] == [1, 1, None, None]


@case("22.2.1b", "22.2.1c")
def test_w9_the_third_division_is_free_at_a_beachhead_and_costs_ten_points_elsewhere(table):
    position = {"turn": 2, "phase": "us-movement", "units": {"U-3": "LANDING", "J-HQ": "KIT"}}
    t = table(**position, control=["OKI"], beachheads=["OKI"])
    t.do("land", "U-3", "OKI")
    assert t.vp() == (0, 0)
    without = table(**position)
    without.do("land", "U-3", "OKI")
    assert without.vp() == (0, 10)


@case("26", "R50")
def test_w10_the_four_109_artillery_units_are_red_and_have_one_step(table):
    t = table()
    for name in ("J-109a", "J-109b", "J-109c", "J-109d"):
        counter = face(t.game, t.game.unit_index[name], 1)
        assert (counter.steps, counter.full, counter.fill) == (1, 1, RED)
        assert t.steps(name) == 1


@case("9.3.3(5)", "R47")
def test_w11_the_us_player_learns_nothing_of_what_damage_did_to_concealed_units(table):
    def bombard(**units):
        t = table(turn=2, phase="us-bombardment", units={**units, "J-HQ": "KIT", "J-310": "TEN"})
        t.do("assign", "U-NS1", "OKI").do("assign", "U-AS1", "OKI").do("confirm").do("pass", dice=[6] * 6 + [1, 1])
        seen_by_us = (t.asked.prompt, t.game.prompt(t.state, t.asked, 0))
        return t.do("go-on"), seen_by_us

    t, asked = bombard(**{"J-309": "OKI"})
    assert t.told("damage")[0].args[1:] == (6, 6)
    assert t.where("J-309") == "SECRET"
    assert not t.sees("US", "J-309")
    assert not [e for e in t.heard("US") if e.kind == "step-lost"]
    empty, asked_of_nothing = bombard(**{"J-309": "ONS"})
    assert t.heard("US") == empty.heard("US")
    assert t.view("US") == empty.view("US")
    assert asked == asked_of_nothing


@case("10.5b", "13d")
def test_w12_concealed_units_are_revealed_at_the_end_of_us_movement_before_assaults(table):
    units = {"U-23": "CHI", "J-309": "FUN", "J-310": "FUN", "J-311": "MAF", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, caves={"FUN": 2})
    t.do("move", "U-23", "FUN").do("pass").do("stop")
    assert not t.sees("US", "J-309")
    t.do("end-movement")
    assert t.phase() == "us-assault"
    assert [t.sees("US", u) for u in ("J-309", "J-310", "J-311")] == [True, True, False]
    assert t.caves("FUN") == (0, 2)
