"""Chapter 18: US Defensive Fire."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import ScriptRanOut
from grognard.kernel.flow import Refused

case = pytest.mark.case


def meet(table, unit="J-309", **change):
    """A Revealed Japanese unit has just gone from MAF into FUN in the Japanese Movement Phase (three may move)."""
    units = {"J-HQ": "KIT", unit: "MAF", **change.pop("units")}
    revealed = [unit, *change.pop("revealed", [])]
    t = table(turn=2, phase="jp-movement", units=units, revealed=revealed, dice=[6], **change)
    return t.do("march", unit, "FUN")


@case("18", "18b")
def test_a_us_unit_fires_its_assault_rating_without_a_surprise_bonus(table):
    t = meet(table, units={"U-23": ["FUN", 3]})
    with pytest.raises(ScriptRanOut, match="needs 4 dice"):
        t.do("fire", "U-23")


@case("18b", "11b")
def test_fire_is_optional(table):
    t = meet(table, units={"U-23": "FUN"})
    t.do("pass")
    assert t.steps("J-309") == 2
    assert not t.is_fired("U-23")
    assert t.asked.prompt == "japanese-movement"


@case("18b", "11.1")
def test_one_upright_ground_unit_of_the_entered_area_may_fire(table):
    t = meet(table, units={"U-23": "FUN", "U-24": "FUN", "U-14A": "FUN", "U-25": "MIN"}, fired=["U-24"])
    assert set(t.options()) == {("fire", "U-23"), ("fire", "U-14A"), ("pass",)}
    before = t.state.fingerprint()
    for unit in ("U-24", "U-25"):
        with pytest.raises(Refused):
            t.do("fire", unit)
    assert t.state.fingerprint() == before


@case("18b", "10.4a")
def test_a_single_unit_fires_at_each_entry(table):
    t = meet(table, units={"U-23": "FUN", "U-24": "FUN"}, control=["FUN"])
    t.do("fire", "U-23", dice=[1] * 5).do("stay")
    assert len(t.told("defensive-fire")) == 1
    assert t.asked.prompt == "japanese-movement"


@case("18b")
def test_no_fire_is_asked_for_where_all_us_units_have_fired(table):
    t = meet(table, units={"U-23": "FUN"}, fired=["U-23"])
    assert t.asked.prompt == "japanese-movement"
    assert t.where("J-309") == "FUN"


@case("18b", "R26")
def test_a_unit_that_assaulted_cannot_give_defensive_fire_later_in_the_turn(table):
    units = {"U-23": "FUN", "J-310": "FUN", "J-309": "MAF", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309", "J-310"])
    t.do("pass").do("assault", "U-23").do("confirm").do("pass", dice=[1] * 5).do("no-more-retreats")
    t.dice.faces.append(6)
    t.edit(phase="jp-movement")
    t.do("march", "J-309", "FUN")
    assert t.asked.prompt == "japanese-movement"
    assert not t.told("defensive-fire")


@case("18b", "11d")
def test_only_the_moving_unit_is_hit_and_nothing_shields_it(table):
    t = meet(table, units={"U-23": "FUN", "J-310": "FUN"}, revealed=["J-310"], shown={"FUN": 2})
    t.do("fire", "U-23", dice=[5, 6, 1, 1, 1]).do("stay")
    assert (t.steps("J-309"), t.steps("J-310")) == (0, 2)


@case("18b", "R7")
def test_a_unit_killed_by_defensive_fire_lies_in_the_japanese_eliminated_box(table):
    t = meet(table, units={"U-23": "FUN"})
    t.do("fire", "U-23", dice=[6, 6, 6, 6, 6]).do("stay")
    assert t.where("J-309") == "ELIMINATED"
    assert t.sees("US", "J-309")


@case("18c", "11.1.2(1)a")
def test_a_unit_under_fire_may_retreat_and_takes_one_damage_less(table):
    t = meet(table, units={"U-23": "FUN"})
    t.do("fire", "U-23", dice=[6, 6, 1, 1, 1])
    assert (t.side, t.asked.prompt) == ("JP", "fall-back")
    t.do("fall-back", "OSA")
    assert (t.where("J-309"), t.steps("J-309")) == ("OSA", 1)


@case("18c", "R58")
def test_it_retreats_only_to_japanese_areas_without_us_ground_units(table):
    t = meet(table, units={"U-23": "FUN", "U-24": "IDO"}, control=["CHI"])
    t.do("fire", "U-23", dice=[1] * 5)
    assert {o[1] for o in t.options("fall-back")} == {"MAF", "MIN", "OSA", "TAM"}
    for area in ("CHI", "IDO", "KAF"):
        with pytest.raises(Refused):
            t.do("fall-back", area)
    assert t.where("J-309") == "FUN"


@case("18c", "22.4.2")
def test_a_japanese_tank_cannot_retreat_from_defensive_fire(table):
    t = meet(table, unit="J-TK26", units={"U-23": "FUN"})
    t.do("fire", "U-23", dice=[6, 1, 1, 1, 1])
    assert (t.where("J-TK26"), t.steps("J-TK26")) == ("FUN", 1)
    assert t.asked.prompt == "japanese-movement"


@case("18c", "R14")
def test_a_unit_may_retreat_although_no_damage_was_done(table):
    t = meet(table, units={"U-23": "FUN"})
    t.do("fire", "U-23", dice=[1] * 5).do("fall-back", "MAF")
    assert (t.where("J-309"), t.steps("J-309")) == ("MAF", 2)


@case("18c", "11.1.2(2)")
def test_a_retreat_does_not_save_a_unit_that_the_rest_of_the_damage_kills(table):
    t = meet(table, units={"U-23": "FUN"})
    t.do("fire", "U-23", dice=[6, 6, 6, 1, 1]).do("fall-back", "MAF")
    assert t.where("J-309") == "ELIMINATED"


@case("18d", "11.1.3a", "11.2")
def test_a_survivor_ends_its_move_and_the_firing_unit_is_fired(table):
    t = meet(table, units={"U-23": "FUN", "U-24": "FUN"})
    t.do("fire", "U-23", dice=[1] * 5).do("stay")
    assert t.asked.prompt == "japanese-movement"
    assert t.where("J-309") == "FUN"
    assert t.is_fired("U-23")
    assert not t.is_fired("U-24")


@case("18d", "11.1.3b", "R25")
def test_a_unit_that_retreated_has_ended_its_move_and_the_retreat_used_no_allowance(table):
    t = meet(table, units={"U-23": "FUN", "J-310": "MAF", "J-311": "MAF"}, revealed=["J-310", "J-311"])
    t.do("fire", "U-23", dice=[1] * 5).do("fall-back", "OSA")
    assert not [o for o in t.options() if "J-309" in o]
    t.do("march", "J-310", "MOT").do("stop")
    t.do("march", "J-311", "MOT").do("stop")
    assert t.phase() == "jp-assault"


@case("18b", "R26", "3.Facing-b")
def test_a_unit_that_fired_cannot_fire_at_the_next_unit(table):
    t = meet(table, units={"U-23": "FUN", "J-310": "MAF"}, revealed=["J-310"])
    t.do("fire", "U-23", dice=[1] * 5).do("stay").do("march", "J-310", "FUN")
    assert t.asked.prompt == "japanese-movement"
    assert len(t.told("defensive-fire")) == 1


@case("18")
def test_a_unit_that_was_concealed_until_it_entered_is_fired_at_without_bonus_too(table):
    units = {"J-309": "MAF", "J-HQ": "KIT", "U-23": "FUN"}
    t = table(turn=2, phase="jp-movement", units=units, dice=[6])
    t.do("sneak", "J-309", "FUN").do("fire", "U-23", dice=[1] * 5)
    assert [len(e.dice) for e in t.told("defensive-fire")] == [5]
