"""Chapter 4: victory."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.victory import ledger, points
from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW
from ichigo.conftest import GAME

case = pytest.mark.case
ALLIED, JAPANESE = 0, 1
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
EAST = {"CH-18": "2712"}
"""A Chinese unit east of the railroad, so that its absence is no point."""


def at_chungking(table, turn=3, units=None, **change):
    """A Japanese division enters Chungking, which nobody defends."""
    placed = {"J-CEA-D3": "0713", **EAST, **(units or {})}
    t = table(turn=turn, phase="japanese-movement", units=placed, **change)
    t.act("move", "J-CEA-D3", dice=[6] if turn > 6 else [])
    return t


@case("4.1a", "4.1c")
def test_the_fall_of_chungking_calls_for_a_roll_at_once_and_a_6_ends_the_war(table):
    t = at_chungking(table)
    t.act("to", "0712", dice=[6])
    assert (t.over, t.state.winner, t.state.ending) == (True, JAPANESE, "collapse")


@case("4.1a", "4.1c")
def test_on_5_or_less_china_fights_on_and_the_table_is_never_used_again(table):
    t = at_chungking(table)
    t.act("to", "0712", dice=[5])
    assert t.told("china-fights-on")
    t = at_chungking(table, collapse_rolled=1)
    t.act("to", "0712")
    assert not t.told("collapse")


@case("4.1b")
def test_each_condition_adds_one_to_the_collapse_roll(table):
    rest = [h for h in RAIL if h not in BASES]
    for change, units, modifier in (
        ({}, EAST, 0),
        ({"japanese": ["0119"]}, EAST, 1),
        ({"japanese": ["0119", *BASES]}, EAST, 2),
        ({"japanese": ["0119", *BASES, *rest]}, EAST, 3),
        ({"japanese": ["0119", *BASES, *rest]}, {"CH-18": "OUT"}, 4),
    ):
        t = at_chungking(table, units=units, **change)
        t.act("to", "0712", dice=[1])
        assert t.told("collapse")[0].args == (modifier,)


@case("4.1a", "4.1b")
def test_the_modifiers_count(table):
    t = at_chungking(table, japanese=["0119"])
    t.act("to", "0712", dice=[5])
    assert t.state.ending == "collapse"


@case("4.1d", "R22")
def test_after_launch_no_collapse_is_possible(table):
    t = at_chungking(table, turn=8, **LAUNCHED)
    t.act("to", "0712")
    assert not t.told("collapse")
    assert not t.state.collapse_rolled


@case("4.1a", "4.1e")
def test_after_the_philippines_the_roll_is_still_possible_on_turn_9(table):
    t = at_chungking(table, turn=9, causeway="cancelled")
    t.act("to", "0712", dice=[6])
    assert t.state.ending == "collapse"


@case("4.1c", "R75")
def test_the_roll_comes_before_anything_else_after_an_advance(table):
    units = {"J-CEA-D3": "0713", "J-CEA-D13": "0713", "J-CEA-D26": "0713", "CH-4": "0712", "CH-10": "0711", **EAST}
    t = table(turn=3, phase="japanese-combat", units=units, tried=["CH-4", "CH-10"])
    t.attack("0712", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", dice=[6])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.do(*t.options("advance")[0], dice=[1])
    assert t.told("china-fights-on")


def final(table, turn=9, units=None, **change):
    """The end of the last turn."""
    return table(turn=turn, phase="end", units={"J-CEA-D3": "2302", **EAST, **(units or {})}, **change)


@case("4.2a")
def test_without_causeway_0_and_1_points_are_an_allied_win_2_a_draw_3_a_japanese_win(table):
    for hexes, units, winner in (
        ([], {}, ALLIED),
        (BASES, {}, ALLIED),
        ([*BASES, *RAIL], {}, DRAW),
        ([*BASES, *RAIL, "0119"], {}, JAPANESE),
    ):
        t = final(table, units=units, japanese=hexes, causeway="cancelled")
        assert (t.over, t.state.winner, t.state.ending) == (True, winner, "points")


def lines(t) -> list[tuple[int, str]]:
    return [(m.value, m.cases[0]) for m in ledger(t.state)]


def standing(table, units=None, **change):
    return table(turn=9, phase="japanese-order", units={"J-CEA-D3": "2302", **EAST, **(units or {})}, **change)


@case("4.2b", "4.2g")
def test_all_airbases_are_a_point(table):
    assert lines(standing(table, japanese=BASES)) == [(1, "4.2b")]
    assert lines(standing(table, japanese=BASES[1:])) == []


@case("4.2c", "4.2g")
def test_the_whole_railroad_is_a_point(table):
    assert (1, "4.2c") in lines(standing(table, japanese=RAIL))
    assert lines(standing(table, japanese=RAIL[1:])) == []


@case("4.2d", "R21")
def test_a_japanese_unit_within_five_hexes_of_chungking_or_in_control_of_it_is_a_point(table):
    assert lines(standing(table, {"J-CEA-D13": "1210"})) == [(1, "4.2d")]
    assert lines(standing(table, {"J-CEA-D13": "1309"})) == []
    assert lines(standing(table, japanese=["0712"])) == [(1, "4.2d")]


@case("4.2e")
def test_kunming_is_a_point(table):
    assert lines(standing(table, japanese=["0119"])) == [(1, "4.2e")]


@case("4.2f", "R23")
def test_no_chinese_unit_east_of_the_railroad_is_a_point(table):
    assert lines(standing(table, {"CH-18": "OUT"})) == [(1, "4.2f")]
    assert lines(standing(table, {"CH-18": "1813"})) == [(1, "4.2f")]
    assert lines(standing(table, {"CH-18": "OUT", "CH-JM": "2214"})) == []
    assert GAME.east.bit_count() == 299


def with_causeway(table, units=None, allied=(), **change):
    held = {**LAUNCHED, "allied": ["3221", "2819", "1801", *allied]}
    placed = {"J-CEA-D3": "2302", "J-FG-D9": "3419", **EAST, **(units or {})}
    return table(turn=12, phase="japanese-order", units=placed, **held, **change)


@case("4.0", "4.3a")
def test_causeway_puts_new_conditions_in_place_of_the_old(table):
    assert lines(with_causeway(table, japanese=[*BASES, "0119"])) == [(-1, "4.3f")]
    for units, hexes, winner in (
        ({}, [], ALLIED),
        ({"J-CEA-D13": "2818"}, ["0712"], DRAW),
        ({"J-CEA-D13": "2818", "J-FG-D12": "3321"}, ["0712"], JAPANESE),
    ):
        t = with_causeway(table, units, japanese=hexes)
        t.edit(phase="end")
        assert (t.over, t.state.winner) == (True, winner)


@case("4.3b", "R90", "R17")
def test_a_japanese_unit_next_to_each_beachhead_is_a_point_each(table):
    assert lines(with_causeway(table, {"J-CEA-D13": "2818"})).count((1, "4.3b")) == 1
    assert lines(with_causeway(table, {"J-CEA-D13": "2818", "J-FG-D12": "3321"})).count((1, "4.3b")) == 2


@case("4.3c", "4.3d", "4.3h")
def test_chungking_and_the_whole_railroad_are_points(table):
    assert (1, "4.3c") in lines(with_causeway(table, japanese=["0712"]))
    t = table(turn=12, phase="japanese-order", units={"J-CEA-D3": "2302", **EAST}, japanese=RAIL, **LAUNCHED)
    assert (1, "4.3d") in lines(t)


@case("4.3e")
def test_no_japanese_unit_on_formosa_costs_a_point(table):
    assert (-1, "4.3e") not in lines(with_causeway(table))
    assert (-1, "4.3e") in lines(with_causeway(table, {"J-FG-D9": "OUT"}))


@case("4.3f")
def test_allied_control_of_each_end_of_the_railroad_costs_a_point(table):
    assert lines(with_causeway(table)).count((-1, "4.3f")) == 1
    assert lines(with_causeway(table, allied=["0925"])).count((-1, "4.3f")) == 2


@case("4.3g")
def test_allied_control_of_shanghai_or_wuhan_costs_a_point(table):
    assert (-1, "4.3g") in lines(with_causeway(table, allied=["3106"]))
    assert points(with_causeway(table, allied=["2008"]).state) == -2


@case("4.4", "7.5c", "R77")
def test_the_japanese_win_at_once_when_they_enter_a_beachhead(table):
    units = {"J-CEA-D3": "2818", "US-7": "3221", **EAST}
    t = table(turn=9, phase="japanese-movement", units=units, **LAUNCHED)
    t.act("move", "J-CEA-D3", dice=[6]).act("to", "2819")
    assert (t.state.winner, t.state.ending) == (JAPANESE, "beachhead")


@case("4.5")
def test_the_allies_win_at_once_with_shanghai_and_wuhan(table):
    units = {"CH-5": "2007", "CH-10": "2007", "CH-46": "2007", "J-CEA-D3": "2302", **EAST}
    t = table(turn=3, phase="chinese-combat", units=units, tried=["CH-5", "CH-10", "CH-46"], allied=["3106"])
    t.attack("2008", "CH-5", "CH-10", "CH-46", dice=[6])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.do(*t.options("advance")[0])
    assert (t.state.winner, t.state.ending) == (ALLIED, "shanghai-and-wuhan")


@case("4.5")
def test_one_of_the_two_is_not_enough(table):
    units = {"CH-5": "2007", "CH-10": "2007", "CH-46": "2007", "J-CEA-D3": "2302", **EAST}
    t = table(turn=3, phase="chinese-combat", units=units, tried=["CH-5", "CH-10", "CH-46"])
    t.attack("2008", "CH-5", "CH-10", "CH-46", dice=[6])
    while t.asked.prompt == "losses":
        t.do(*t.options()[0])
    t.do(*t.options("advance")[0])
    assert not t.over
    assert t.owner("2008") == "Allied"
