"""Chapter 19: the Japanese Assault Phase."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import ScriptRanOut
from grognard.kernel.flow import Refused

case = pytest.mark.case

STOP = [6]
"""The next turn's weather die: the game then waits in the US Bombardment Phase."""


def attack(table, *named, **change):
    """The Japanese Assault Phase with these units named and the plan confirmed; everything but the HQ is in view."""
    units = {"J-HQ": "KIT", **change.pop("units")}
    shown = [u for u in units if u.startswith("J-") and u != "J-HQ"]
    t = table(turn=2, phase="jp-assault", units=units, revealed=shown, **change)
    if named:
        for unit in named:
            t.do("assault", unit)
        t.do("confirm")
    return t


@case("19a", "5.3.4")
def test_japanese_units_assault_us_units_of_their_area(table):
    t = attack(table, "J-309", units={"J-309": "FUN", "U-23": "FUN"})
    t.do("assault-area", "FUN", dice=[5, 6, 1, *STOP])
    assert t.steps("U-23") == 2
    assert t.vp() == (0, 2)


@case("19a", "12")
def test_only_units_that_share_an_area_with_us_ground_units_may_assault(table):
    t = attack(table, units={"J-309": "FUN", "J-310": "MAF", "U-23": "FUN"})
    assert t.options("assault") == [("assault", "J-309")]
    with pytest.raises(Refused):
        t.do("assault", "J-310")


@case("19a-1", "R55")
def test_all_areas_and_units_are_named_first(table):
    units = {"J-309": "FUN", "J-310": "MIN", "J-311": "MIN", "U-23": "FUN", "U-24": "MIN"}
    t = attack(table, "J-309", "J-310", units=units)
    assert t.options("assault-area") == [("assault-area", "FUN"), ("assault-area", "MIN")]
    with pytest.raises(Refused):
        t.do("assault", "J-311")


@case("19a-1", "R55")
def test_the_us_player_sees_the_assaults_only_when_they_are_confirmed(table):
    t = attack(table, units={"J-309": "FUN", "U-23": "FUN"})
    t.do("assault", "J-309")
    assert t.view("US")["plans"] == []
    t.do("confirm")
    assert len(t.view("US")["plans"]) == 1


@case("19a-1", "R26")
def test_fired_units_do_not_assault(table):
    t = attack(table, units={"J-309": "FUN", "J-310": "FUN", "U-23": "FUN"}, fired=["J-309"])
    assert t.options("assault") == [("assault", "J-310")]


@case("19a-1")
def test_the_japanese_assault_is_optional(table):
    t = attack(table, units={"J-309": "FUN", "U-23": "FUN"})
    t.do("confirm", dice=STOP)
    assert not t.told("assault")
    assert t.state.turn == 3


@case("19a-1", "12.2.6")
def test_units_assault_once_in_one_roll_an_area_and_become_fired(table):
    units = {"J-309": "FUN", "J-310": "FUN", "J-311": "FUN", "U-23": "FUN"}
    t = attack(table, "J-309", "J-310", units=units)
    t.do("assault-area", "FUN", dice=[1] * 6 + STOP)
    assert [len(e.dice) for e in t.told("assault")] == [6]
    assert [t.is_fired(u) for u in ("J-309", "J-310", "J-311")] == [True, True, False]
    assert t.state.turn == 3


@case("19a-1", "R26")
def test_a_unit_that_assaulted_cannot_give_defensive_fire_in_the_next_us_phases(table):
    units = {"J-309": "FUN", "U-23": "FUN", "U-24": "CHI"}
    t = attack(table, "J-309", units=units)
    t.do("assault-area", "FUN", dice=[1] * 3 + STOP)
    assert t.phase() == "us-bombardment"
    t.edit(phase="us-movement")
    t.do("move", "U-24", "FUN")
    assert ("fire", "J-309") not in t.options()


@case("19a-2")
def test_the_defense_value_counts_only_if_the_us_controls_the_area(table):
    units = {"J-309": "FUN", "J-310": "FUN", "U-23": "FUN"}
    ours = attack(table, "J-309", units=units, control=["FUN"])
    ours.do("assault-area", "FUN", dice=[6, 6, 6, *STOP])
    assert ours.told("damage")[0].args[1:] == (3, 1)
    theirs = attack(table, "J-309", units=units)
    theirs.do("assault-area", "FUN", dice=[6, 6, 6, *STOP])
    assert theirs.told("damage")[0].args[1:] == (3, 3)


@case("19a-2", "19b")
def test_caves_neither_count_nor_fall(table):
    t = attack(table, "J-309", units={"J-309": "FUN", "U-23": "FUN"}, shown={"FUN": 2})
    t.do("assault-area", "FUN", dice=[6, 6, 6, *STOP])
    assert t.told("damage")[0].args[1:] == (3, 3)
    assert t.caves("FUN") == (0, 2)


@case("19a-3", "R20")
def test_the_japanese_player_orders_the_row_and_the_us_player_declares_retreats(table):
    units = {"J-309": "FUN", "U-23": "FUN", "U-24": "FUN", "U-25": "MIN"}
    t = attack(table, "J-309", units=units, control=["CHI"])
    t.do("assault-area", "FUN", dice=[6, 1, 1])
    assert (t.side, t.asked.prompt) == ("JP", "order-row")
    assert set(t.options("rank")) == {("rank", "U-23"), ("rank", "U-24")}
    t.do("rank", "U-24")
    assert (t.side, t.asked.prompt) == ("US", "retreats")
    t.do("no-more-retreats", dice=STOP)
    assert (t.steps("U-23"), t.steps("U-24")) == (4, 3)


@case("19a-3")
def test_each_retreating_us_unit_ignores_its_first_loss_and_moves_after_the_losses(table):
    units = {"J-309": "FUN", "J-310": "FUN", "U-23": "FUN", "U-24": "FUN"}
    t = attack(table, "J-309", "J-310", units=units, control=["CHI"])
    t.do("assault-area", "FUN", dice=[6, 6, 6, 1, 1, 1]).do("rank", "U-23")
    t.do("retreat", "U-23", "CHI")
    assert t.where("U-23") == "FUN"
    t.do("no-more-retreats", dice=STOP)
    assert (t.where("U-23"), t.steps("U-23")) == ("CHI", 3)
    assert (t.where("U-24"), t.steps("U-24")) == ("FUN", 3)
    assert t.vp() == (0, 2)


@case("19a-3")
def test_us_units_retreat_only_to_adjacent_us_areas_without_japanese_units(table):
    units = {"J-309": "FUN", "U-23": "FUN", "J-310": "MIN"}
    t = attack(table, "J-309", units=units, control=["CHI", "MIN", "OKI"])
    t.do("assault-area", "FUN", dice=[1] * 3)
    assert t.options("retreat") == [("retreat", "U-23", "CHI")]
    for area in ("MIN", "OKI", "MAF"):
        with pytest.raises(Refused):
            t.do("retreat", "U-23", area)
    assert t.where("U-23") == "FUN"


@case("19a-3", "R6", "R17")
def test_a_full_us_area_takes_no_retreat(table):
    units = dict.fromkeys(["U-24", "U-25", "U-26", "U-27", "U-28"], "CHI") | {"J-309": "FUN", "U-23": "FUN"}
    t = attack(table, "J-309", units=units, control=["CHI", "IDO"])
    t.do("assault-area", "FUN", dice=[1] * 3)
    assert t.options("retreat") == [("retreat", "U-23", "IDO")]


@case("19a-3", "22.4.2")
def test_us_tanks_may_retreat_in_an_assault_but_not_onto_a_hill(table):
    t = attack(table, "J-309", units={"J-309": "FUN", "U-4T": "FUN"}, control=["CHI", "OSA"])
    t.do("assault-area", "FUN", dice=[1] * 3)
    assert t.options("retreat") == [("retreat", "U-4T", "CHI")]


@case("19b", "R9")
@pytest.mark.parametrize(("area", "marker", "hits"), [("CHI", "safe", 3), ("OKI", "beachheads", 1)])
def test_damage_removes_the_us_marker_of_the_area(table, area, marker, hits):
    units = {"J-309": area, "U-23": area}
    t = attack(table, "J-309", units=units, control=[area], **{marker: [area]})
    t.do("assault-area", area, dice=[*[6] * hits, *[1] * (3 - hits), *STOP])
    assert not t.has(marker, area)


@case("19b", "R9")
def test_hits_without_damage_leave_the_marker(table):
    t = attack(table, "J-309", units={"J-309": "CHI", "U-23": "CHI"}, control=["CHI"], safe=["CHI"])
    t.do("assault-area", "CHI", dice=[6, 6, 1, *STOP])
    assert t.told("damage")[0].args[1:] == (2, 0)
    assert t.has("safe", "CHI")


@case("19b")
def test_damage_that_retreats_and_armor_ignore_still_removes_the_marker(table):
    t = attack(table, "J-309", units={"J-309": "OKI", "U-4T": "OKI"}, control=["OKI"], beachheads=["OKI"])
    t.do("assault-area", "OKI", dice=[6, 1, 1, *STOP])
    assert t.steps("U-4T") == 2
    assert not t.has("beachheads", "OKI")


@case("R13", "19a-1")
def test_a_unit_that_would_roll_no_dice_cannot_assault(table):
    t = attack(table, units={"J-109a": "FUN", "J-309": "FUN", "U-23": "FUN"})
    assert t.options("assault") == [("assault", "J-309")]
    with pytest.raises(Refused):
        t.do("assault", "J-109a")


@case("19a", "12.2.1")
def test_the_dice_are_the_sum_of_the_ratings_at_the_steps_left(table):
    units = {"J-309": ["FUN", 1], "J-MG2": "FUN", "J-MT2": "FUN", "U-23": "FUN"}
    t = attack(table, "J-309", "J-MG2", "J-MT2", units=units)
    with pytest.raises(ScriptRanOut, match="needs 7 dice"):
        t.do("assault-area", "FUN", dice=[1] * 6)


@case("19a", "12.2")
def test_areas_are_resolved_in_the_japanese_players_order(table):
    units = {"J-309": "FUN", "J-310": "MIN", "U-23": "FUN", "U-24": "MIN"}
    t = attack(table, "J-309", "J-310", units=units)
    t.do("assault-area", "MIN", dice=[1] * 3).do("assault-area", "FUN", dice=[1] * 3 + STOP)
    assert [t.game.space_ids[e.args[1]] for e in t.told("assault")] == ["MIN", "FUN"]
