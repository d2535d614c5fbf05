"""Chapter 21: the End Phase."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case

NAVAL = {"U-NS1", "U-NS2", "U-NS3", "U-NS4", "U-NS5"}
AIR = {"U-AS1", "U-AS2", "U-AS3", "U-AS4", "U-AS5"}


def end(table, turn, **change):
    """The End Phase of a turn; a Concealed HQ is all the Japanese player has unless more is said."""
    units = {"J-HQ": "KIT", **change.pop("units", {})}
    return table(turn=turn, phase="end", units=units, **change)


@case("21a", "5.4")
def test_the_us_player_scores_and_the_turn_marker_advances(table):
    t = end(table, 2, control=["CHI"], safe=["CHI"], dice=[6])
    assert t.vp() == (2, 0)
    assert t.state.turn == 3
    assert t.view("US")["tracks"]["turn"] == 3


@case("21b", "5.4")
@pytest.mark.parametrize("turn", [3, 7, 8])
def test_on_turns_3_7_and_8_the_us_player_withdraws_a_naval_unit_of_his_choice(table, turn):
    t = end(table, turn)
    assert (t.side, t.asked.prompt) == ("US", "retire-naval")
    assert set(t.options()) == {("retire", unit) for unit in NAVAL}
    with pytest.raises(Refused):
        t.do("retire", "U-AS1")
    t.do("retire", "U-NS4", dice=[6])
    assert t.where("U-NS4") == "RESERVE"
    assert t.state.turn == turn + 1
    assert {o[1] for o in t.options("assign")} >= NAVAL - {"U-NS4"}
    assert not [o for o in t.options("assign") if o[1] == "U-NS4"]


@case("21b")
@pytest.mark.parametrize("turn", [2, 4, 5, 6])
def test_on_other_turns_no_naval_unit_leaves(table, turn):
    t = end(table, turn, dice=[6])
    assert t.state.turn == turn + 1
    assert not t.told("retired")


@case("21b", "R28")
def test_a_naval_unit_that_left_is_not_offered_again(table):
    t = end(table, 7, units={"U-NS5": "RESERVE"})
    assert ("retire", "U-NS5") not in t.options()
    assert len(t.options()) == 4


@case("21c", "3.Turn")
def test_the_game_ends_with_turn_nine(table):
    t = end(table, 9)
    assert t.over
    assert t.state.turn == 9
    assert t.told("game-over")[0].args[1] == "last-turn"


@case("21c")
def test_turn_eight_is_not_the_last(table):
    t = end(table, 8)
    t.do("retire", "U-NS5", dice=[6])
    assert not t.over
    assert t.state.turn == 9


@case("R28")
def test_airfields_come_before_the_flag_the_flag_before_red_units_and_those_before_the_air_unit_leaves(table):
    units = {"J-109a": "TEN"}
    t = end(table, 1, units=units, control=["CHI", "SUR"], safe=["CHI"], flag=1, dice=[4])
    assert t.asked.prompt == "retire-air"
    kinds = [(e.kind, e.args[1]) for e in t.events if e.kind in ("scored", "revealed")]
    assert kinds == [("scored", 2), ("scored", 4), ("revealed", t.game.space_index["TEN"])]
    assert t.state.turn == 1


@case("R28", "24(2)")
def test_forty_points_by_airfields_end_the_game_before_the_flag_die(table):
    t = end(table, 2, control=["CHI"], safe=["CHI"], flag=1, vp={"US": 38, "JP": 0})
    assert t.over
    assert t.vp() == (40, 0)
    assert not t.told("flag")


@case("R28", "21c", "23.1(1)a")
def test_on_turn_nine_the_us_player_scores_before_the_japanese_end_points(table):
    t = end(table, 9, control=["CHI"], safe=["CHI"], vp={"US": 38, "JP": 30})
    assert t.state.ending == "forty"
    assert t.vp() == (40, 30)


@case("22.1.2", "R50", "R28")
def test_all_red_units_are_revealed_in_the_end_phase_of_turn_1(table):
    red = {"J-109a": "TEN", "J-109b": "TEN", "J-109c": "HIG", "J-109d": "NID", "J-NMG": "CHI", "J-GE": "FUT"}
    t = end(table, 1, units={**red, "J-309": "CHI"})
    assert all(t.sees("US", unit) for unit in red)
    assert not t.sees("US", "J-309")
    assert not t.sees("US", "J-HQ")


@case("22.1.2")
def test_red_units_stay_concealed_in_later_end_phases(table):
    t = end(table, 2, units={"J-NMG": "CHI"}, dice=[6])
    assert t.is_concealed("J-NMG")


@case("22.1.3")
def test_one_air_unit_of_the_us_players_choice_leaves_for_good_after_turn_1(table):
    t = end(table, 1)
    assert (t.side, t.asked.prompt) == ("US", "retire-air")
    assert set(t.options()) == {("retire", unit) for unit in AIR}
    with pytest.raises(Refused):
        t.do("retire", "U-NS1")
    t.do("retire", "U-AS5", dice=[6])
    assert t.where("U-AS5") == "RESERVE"
    assert t.state.turn == 2
    assert {o[1] for o in t.options("assign")} & AIR == AIR - {"U-AS5"}


@case("22.1.3")
def test_no_air_unit_leaves_after_later_turns(table):
    t = end(table, 3)
    assert t.asked.prompt == "retire-naval"
    t.do("retire", "U-NS5", dice=[6])
    assert len(t.told("retired")) == 1


@case("21a")
def test_the_turn_that_begins_is_told_in_the_end_phase_of_the_turn_before(table):
    t = table(turn=4, phase="end", units={"U-23": "OKI", "J-HQ": "KIT"}, dice=[6])
    (event,) = t.told("turn")
    assert (event.turn, t.game.phases[event.phase].id) == (4, "end")
    assert t.game.sentence(event) == "The Turn marker advances to turn 5: 1–3 Mar."
