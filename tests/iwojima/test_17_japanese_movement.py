"""Chapter 17: Japanese movement on both maps."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case

THREE = [6]
"""A die that lets three units move."""
GARRISON = ["J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c", "J-AT12"]


def march(table, dice=THREE, **change):
    """The Japanese Movement Phase; the Concealed HQ keeps something hidden."""
    units = {"J-HQ": "KIT", **change.pop("units")}
    return table(turn=2, phase="jp-movement", units=units, dice=dice, **change)


def ways(t, unit):
    """The verbs on offer for one unit."""
    return {o[0] for o in t.options() if len(o) > 1 and o[1] == unit}


@case("17a", "5.3.3", "17.2(1)")
def test_a_revealed_unit_moves_like_a_us_unit(table):
    t = march(table, units={"J-309": "MAF"}, revealed=["J-309"])
    t.do("march", "J-309", "MOT").do("to", "KAF")
    assert t.where("J-309") == "KAF"
    assert [e.args[2] for e in t.heard("US") if e.kind == "moved"] == [
        t.game.space_index["MOT"],
        t.game.space_index["KAF"],
    ]


@case("17b", "10.1a")
def test_each_area_costs_one_movement_point_and_the_rest_may_be_left(table):
    t = march(table, units={"J-TK26": "MAF", "J-309": "MAF"}, revealed=["J-TK26", "J-309"])
    t.do("march", "J-TK26", "MOT").do("to", "NIS").do("to", "KIT")
    assert t.asked.prompt == "japanese-movement"
    t.do("march", "J-309", "MOT").do("stop")
    assert (t.where("J-TK26"), t.where("J-309")) == ("KIT", "MOT")


@case("17b", "10b")
def test_a_unit_finishes_its_move_before_the_next_one_starts(table):
    t = march(table, units={"J-309": "MAF", "J-310": "MAF"}, revealed=["J-309", "J-310"])
    t.do("march", "J-309", "MOT")
    with pytest.raises(Refused):
        t.do("march", "J-310", "MOT")
    assert t.verbs() == {"stop", "to"}


@case("17b", "10.1a")
def test_a_unit_enters_adjacent_areas_only(table):
    t = march(table, units={"J-309": "MAF"}, revealed=["J-309"])
    assert {o[2] for o in t.options("march")} == {"FUN", "MOT", "NID", "OSA", "TAM"}
    with pytest.raises(Refused):
        t.do("march", "J-309", "KAF")
    assert t.where("J-309") == "MAF"


@case("17b", "10.2")
def test_a_unit_that_enters_an_area_with_us_ground_units_stops_there(table):
    units = {"J-309": "MAF", "U-23": "FUN"}
    t = march(table, units=units, revealed=["J-309"], fired=["U-23"])
    t.do("march", "J-309", "FUN")
    assert t.asked.prompt == "japanese-movement"
    assert t.where("J-309") == "FUN"


@case("R39", "17b")
def test_a_unit_leaves_an_area_with_us_units_freely(table):
    units = {"J-309": "FUN", "U-23": "FUN"}
    t = march(table, units=units, revealed=["J-309"])
    t.do("march", "J-309", "MAF")
    assert t.where("J-309") == "MAF"
    assert not t.told("defensive-fire")
    assert t.asked.prompt == "move-on"


@case("17.1(1)")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_die_says_how_many_units_may_move(table, die, number):
    units = {"J-309": "FUN", "J-310": "OSA", "J-311": "TEN", "J-312": "HIG"}
    t = march(table, dice=[die], units=units)
    for unit, area in (("J-309", "MAF"), ("J-310", "MOT"), ("J-311", "NIS"))[:number]:
        assert t.phase() == "jp-movement"
        t.do("sneak", unit, area)
    assert t.phase() == "jp-assault"


@case("17.1(1)", "R25")
def test_the_die_is_rolled_before_any_move_and_both_players_see_it(table):
    t = march(table, dice=[3], units={"J-309": "FUN"})
    assert [e.dice for e in t.heard("US") if e.kind == "japanese-movement"] == [(3,)]
    assert not t.told("moved")


@case("17.1(1)")
def test_units_on_either_map_may_be_chosen_and_none_must_be(table):
    t = march(table, dice=[1], units={"J-309": "FUN", "J-310": "MAF"}, revealed=["J-309"])
    assert ways(t, "J-309")
    assert ways(t, "J-310")
    t.do("end-movement")
    assert t.phase() == "jp-assault"
    assert t.where("J-309") == "FUN"


@case("R25")
def test_a_unit_moves_or_hides_once_a_phase(table):
    t = march(table, units={"J-309": "FUN", "J-310": "OSA"}, revealed=["J-309"])
    t.do("march", "J-309", "MAF").do("stop")
    assert ways(t, "J-309") == set()
    with pytest.raises(Refused):
        t.do("hide", "J-309")
    assert ways(t, "J-310")


@case("R25")
def test_revealing_alone_uses_no_allowance(table):
    t = march(table, dice=[1], units={"J-309": "FUN", "J-310": "OSA"})
    t.do("reveal", "J-309", side="JP")
    assert not t.is_concealed("J-309")
    t.do("march", "J-309", "MAF").do("stop")
    assert t.where("J-309") == "MAF"


@case("R25", "17.2(4)a")
def test_hiding_uses_the_allowance(table):
    t = march(table, dice=[1], units={"J-309": "FUN"}, revealed=["J-309"])
    t.do("hide", "J-309")
    assert t.phase() == "jp-assault"


@case("17.1(2)")
def test_japanese_units_never_land(table):
    t = march(table, units={"J-309": "OKI", "J-TK26": "MIN"}, revealed=["J-309", "J-TK26"])
    assert t.options("land") == []
    with pytest.raises(Refused):
        t.do("land", "J-309", "FUT")
    with pytest.raises(Refused):
        t.do("march", "J-309", "LANDING")


@case("17.2(2)a")
def test_a_concealed_unit_may_show_itself_and_move_with_its_full_allowance(table):
    t = march(table, units={"J-309": "MAF"})
    t.do("show-march", "J-309", "MOT")
    seen = [e.kind for e in t.heard("US")]
    assert seen.index("revealed") < seen.index("moved")
    t.do("to", "KAF")
    assert t.where("J-309") == "KAF"
    assert t.sees("US", "J-309")


@case("17.2(2)b")
def test_a_unit_may_move_concealed_with_one_point_less_and_show_itself_at_the_end(table):
    t = march(table, units={"J-TK26": "MAF"})
    t.do("sneak-show", "J-TK26", "MOT")
    assert t.is_concealed("J-TK26")
    t.do("to", "NIS")
    assert t.asked.prompt == "japanese-movement"
    assert not t.is_concealed("J-TK26")
    assert [e.args[1] for e in t.heard("US") if e.kind == "revealed"] == [t.game.space_index["NIS"]]
    assert not [e for e in t.heard("US") if e.kind == "moved"]


@case("17.2(2)b")
def test_a_unit_that_stops_early_is_shown_where_it_stops(table):
    t = march(table, units={"J-TK26": "MAF"})
    t.do("sneak-show", "J-TK26", "MOT").do("stop")
    assert not t.is_concealed("J-TK26")
    assert t.where("J-TK26") == "MOT"


@case("17.2(3)a")
def test_a_concealed_move_is_one_area_for_units_with_two_points_or_more(table):
    t = march(table, units={"J-309": "MAF", "J-TK26": "MAF"})
    t.do("sneak", "J-309", "MOT").do("sneak", "J-TK26", "MOT")
    assert t.asked.prompt == "japanese-movement"
    assert t.is_concealed("J-309")
    assert t.is_concealed("J-TK26")
    assert (t.where("J-309"), t.where("J-TK26")) == ("MOT", "MOT")


@case("17.2(3)a")
@pytest.mark.parametrize("unit", ["J-AT8", "J-GE"])
def test_units_with_one_point_or_none_cannot_move_concealed(table, unit):
    t = march(table, units={unit: "MAF"})
    assert not ways(t, unit) & {"sneak", "sneak-show"}
    with pytest.raises(Refused):
        t.do("sneak", unit, "MOT")
    assert t.where(unit) == "MAF"


@case("17.2(3)b")
def test_a_concealed_unit_that_enters_a_us_area_is_revealed_at_once(table):
    t = march(table, units={"J-309": "MAF"}, control=["FUN"])
    t.do("sneak", "J-309", "FUN")
    assert t.sees("US", "J-309")
    assert t.where("J-309") == "FUN"


@case("17.2(3)b", "18b")
def test_a_concealed_unit_that_meets_us_units_is_revealed_and_may_be_fired_at(table):
    t = march(table, units={"J-309": "MAF", "U-23": "FUN"})
    t.do("sneak", "J-309", "FUN")
    assert t.sees("US", "J-309")
    assert (t.side, t.asked.prompt) == ("US", "defensive-fire")


@case("R23")
def test_a_unit_revealed_in_an_empty_us_area_goes_on_with_what_is_left_of_its_reduced_allowance(table):
    t = march(table, units={"J-TK26": "MAF"}, control=["FUN"])
    t.do("sneak-show", "J-TK26", "FUN")
    assert not t.is_concealed("J-TK26")
    assert t.asked.prompt == "move-on"
    t.do("to", "CHI")
    assert t.asked.prompt == "japanese-movement"
    assert t.where("J-TK26") == "CHI"


@case("R23")
def test_a_unit_revealed_among_us_units_stops_also_in_a_move_shown_at_the_end(table):
    t = march(table, units={"J-TK26": "MAF", "U-23": "FUN"}, fired=["U-23"])
    t.do("sneak-show", "J-TK26", "FUN")
    assert not t.is_concealed("J-TK26")
    assert t.asked.prompt == "japanese-movement"


@case("17.2(3)c", "R25")
def test_a_concealed_move_is_not_in_the_us_log_or_view(table):
    t = march(table, units={"J-309": "MAF"})
    log, view = len(t.heard("US")), t.view("US")
    t.do("sneak", "J-309", "MOT")
    assert len(t.heard("US")) == log
    assert t.view("US") == view
    assert [e.kind for e in t.heard("JP")][-1] == "moved"


@case("17.2(4)a")
def test_a_revealed_unit_may_hide_where_it_stands(table):
    t = march(table, units={"J-309": "MAF"}, revealed=["J-309"])
    t.do("hide", "J-309")
    assert t.is_concealed("J-309")
    assert t.where("J-309") == "MAF"
    assert not t.sees("US", "J-309")


@case("17.2(4)a", "3.Concealment")
def test_a_unit_that_has_begun_to_move_cannot_hide(table):
    t = march(table, units={"J-309": "MAF"}, revealed=["J-309"])
    t.do("march", "J-309", "MOT")
    with pytest.raises(Refused):
        t.do("hide", "J-309")
    assert not t.is_concealed("J-309")


@case("17.2(4)b")
def test_no_unit_hides_beside_us_ground_units(table):
    t = march(table, units={"J-309": "FUN", "J-310": "MAF", "U-23": "FUN"}, revealed=["J-309", "J-310"])
    assert t.options("hide") == [("hide", "J-310")]
    with pytest.raises(Refused):
        t.do("hide", "J-309")
    assert not t.is_concealed("J-309")


@case("17.2(4)b")
def test_units_without_movement_points_neither_move_nor_hide(table):
    t = march(table, units={"J-GE": "MAF", "J-109a": "MAF", "J-MG2": "MAF"}, revealed=["J-GE", "J-109a", "J-MG2"])
    assert t.options("hide") == [("hide", "J-MG2")]
    assert {o[1] for o in t.options("march")} == {"J-MG2"}


@case("R24")
def test_no_unit_hides_in_a_us_controlled_area(table):
    t = march(table, units={"J-309": "FUN", "J-310": "MAF"}, revealed=["J-309", "J-310"], control=["FUN"])
    assert t.options("hide") == [("hide", "J-310")]


@case("R27")
def test_a_fired_unit_that_hides_stays_fired_and_gives_no_defensive_fire(table):
    units = {"J-MT2": "MAF", "U-23": "FUN"}
    t = march(table, units=units, revealed=["J-MT2"], fired=["J-MT2"])
    t.do("hide", "J-MT2")
    t.edit(turn=3, phase="us-reset")
    t.edit(phase="us-movement")
    t.do("move", "U-23", "MAF")
    assert t.asked.prompt == "defensive-fire"
    assert t.options() == [("reveal", "J-MT2"), ("pass",)]


@case("R51")
def test_a_fired_unit_may_move(table):
    t = march(table, units={"J-309": "MAF"}, revealed=["J-309"], fired=["J-309"])
    t.do("march", "J-309", "MOT").do("stop")
    assert t.where("J-309") == "MOT"
    assert t.is_fired("J-309")


@case("3.Stacking-a", "R6", "17a")
def test_an_area_with_ten_japanese_units_takes_no_more(table):
    units = dict.fromkeys(GARRISON, "MAF") | {"J-MG2": "FUN"}
    t = march(table, units=units)
    assert ("show-march", "J-MG2", "MAF") not in t.options()
    assert ("show-march", "J-MG2", "OSA") in t.options()


@case("R56")
def test_the_japanese_player_is_asked_even_when_nothing_of_his_can_move(table):
    t = table(turn=2, phase="jp-movement", units={"J-109a": "TEN"}, dice=[1])
    assert t.options() == [("end-movement",)]
