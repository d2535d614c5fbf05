"""Chapter 8: airpower, the B-29, the airlift, the 11th Airborne."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.supply import OUT, supply
from grognard.kernel.bits import members
from ichigo.conftest import GAME

case = pytest.mark.case
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
QUIET = {"J-CEA-D3": "2302", "CH-5": "0712"}


def rolled(table, *dice: int, turn=2, bases=8, **change):
    return table(turn=turn, phase="airpower", units=QUIET, japanese=BASES[bases:], dice=dice, **change)


@case("8.1a", "8.1d")
def test_the_higher_result_gets_markers_the_difference(table):
    t = rolled(table, 5, 2)
    assert (t.side, t.asked.about) == ("Japanese", (3,))
    t = rolled(table, 1, 5)
    assert (t.side, t.asked.about) == ("Allied", (4,))


@case("8.1a", "R25")
def test_ties_are_rolled_again(table):
    t = rolled(table, 4, 4, 6, 1)
    assert t.told("airpower-tied")
    assert t.asked.about == (5,)


@case("8.1b", "R24")
def test_on_turn_1_the_japanese_add_one_and_never_get_more_than_five_markers(table):
    assert rolled(table, 3, 3, turn=1).asked.about == (1,)
    assert rolled(table, 6, 1, turn=1).asked.about == (5,)


@case("8.1c", "R26")
def test_from_turn_7_the_japanese_subtract_two_but_not_below_nothing(table):
    t = rolled(table, 1, 3, turn=7, causeway="cancelled")
    assert (t.side, t.asked.about) == ("Allied", (3,))
    assert rolled(table, 6, 3, turn=9, causeway="cancelled").asked.about == (1,)


@case("8.7a", "8.7c")
def test_the_allied_roll_falls_with_the_bases_held(table):
    for bases, result in ((8, 6), (6, 6), (5, 5), (4, 4), (3, 3), (2, 2), (1, 1)):
        t = rolled(table, 1, 6, bases=bases) if result > 1 else rolled(table, 2, 6, bases=bases)
        assert t.told("air-superiority")[0].args[2] == result
    t = rolled(table, 6, 3, bases=1)
    assert t.told("air-superiority")[0].args[2] == 0


@case("8.7b", "R25")
def test_without_bases_the_allies_do_not_roll(table):
    t = rolled(table, 4, bases=0)
    assert (t.side, t.asked.about) == ("Japanese", (4,))
    t = rolled(table, 2, 3, bases=0, turn=8, causeway="cancelled")
    assert (t.side, t.asked.about) == ("Japanese", (1,))


@case("8.2", "8.3", "R90")
def test_all_markers_are_placed_one_to_a_hex_anywhere(table):
    t = rolled(table, 3, 1)
    assert len(t.options()) == GAME.hexes
    t.act("air-marker", "3606")
    assert not t.offers("air-marker", "3606")
    assert t.why(space="3606") == ["8.2"]
    t.act("air-marker", "2008")
    assert t.phase() == "reinforcement"
    index = GAME.space_index
    assert all(t.state.air_range >> index[h] & 1 for h in ("2008", "2007", "2009", "1908", "1909", "2108", "2109"))


@case("8.8", "5.3.2")
def test_after_launch_there_is_no_airpower_phase_and_no_marker(table):
    t = table(turn=9, phase="airpower", units={**QUIET, "US-7": "3221"}, **LAUNCHED)
    assert t.phase() != "airpower"
    assert not t.state.air_markers


# --- 8.9 the B-29


@case("8.9a", "R29", "R31")
def test_without_causeway_the_raid_may_be_flown_once_from_turn_7_on_any_japanese_city(table):
    t = table(turn=8, phase="start", units=QUIET, causeway="cancelled")
    assert t.goals("raid") >= {"2008", "3221"}
    assert len(t.options("raid")) == GAME.japanese_cities.bit_count()
    t.act("raid", "2302", dice=[6, 1])
    assert t.state.b29_used
    assert (
        table(turn=9, phase="start", units=QUIET, causeway="cancelled", b29_used=1, dice=[6, 1]).phase() == "airpower"
    )
    assert table(turn=6, phase="start", units=QUIET, dice=[6, 1]).phase() == "airpower"


@case("8.9a")
def test_the_raid_may_wait(table):
    t = table(turn=8, phase="start", units=QUIET, causeway="cancelled")
    t.act("no-raid", dice=[6, 1])
    assert not t.state.b29_used


@case("8.9b", "R30")
def test_japanese_units_that_start_or_come_within_three_hexes_are_out_of_supply_for_the_turn(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2306", "CH-5": "0712"}
    t = table(turn=8, phase="japanese-movement", units=units, causeway="cancelled", b29="2302")
    assert supply(t.state, t.unit("J-CEA-D3")) == OUT
    assert supply(t.state, t.unit("J-CEA-D13")) != OUT
    t.act("move", "J-CEA-D3")
    assert t.asked.about[1] == 3
    for hex_ in ("2303", "2304"):
        t.act("to", hex_)
    t.act("stop")
    t.act("move", "J-CEA-D13", dice=[6]).act("to", "2305").act("to", "2306").act("stop")
    assert supply(t.state, t.unit("J-CEA-D13")) == OUT


@case("8.9c", "5.3.3", "R20")
def test_with_causeway_a_die_of_3_or_less_allows_a_raid_each_turn(table):
    for die, allowed in ((1, True), (3, True), (4, False), (6, False)):
        t = table(turn=9, phase="start", units={**QUIET, "US-7": "3221"}, dice=[die], b29_used=1, **LAUNCHED)
        assert ("raid" in t.verbs()) is allowed


# --- 8.10 airlift


def lifting(table, units=None, **change):
    placed = {"CH-5": "1813", "CH-18": "1813", "CH-HM": "1815", "CH-74": "1715", **(units or {})}
    return table(turn=2, phase="chinese-movement", units=placed, **{"air": "Allied", **change})


@case("8.10a", "R28")
def test_one_chinese_unit_may_be_flown_in_a_turn_of_allied_air_superiority(table):
    t = lifting(table)
    t.act("airlift", "CH-5").act("fly-to", "0712")
    assert t.where("CH-5") == "0712"
    assert t.options("airlift") == []
    assert lifting(table, air="Japanese").options("airlift") == []


@case("8.10a")
def test_after_launch_the_airlift_is_available_every_turn(table):
    t = table(turn=9, phase="chinese-movement", units={"CH-5": "1813"}, **LAUNCHED)
    assert t.options("airlift")


@case("8.10b", "R72")
def test_it_goes_from_a_friendly_mainland_city_to_another_with_room(table):
    full = dict.fromkeys(("CH-10", "CH-13", "CH-46", "CH-73"), "0816")
    t = lifting(table, full)
    assert t.id("CH-74") not in t.goals("airlift")
    t.act("airlift", "CH-5")
    goals = t.goals("fly-to")
    assert "0712" in goals
    assert not goals & {"1813", "0816", "2008", "1714"}
    assert "6.3a" in t.why(space="0816")


@case("8.10c", "R46", "R85")
def test_a_lifted_unit_rolls_its_own_die_afterwards(table):
    t = lifting(table)
    t.act("airlift", "CH-5").act("fly-to", "1815").act("move", "CH-5", dice=[6])
    assert t.asked.about[1] == 5
    t.act("stop").act("move", "CH-18", dice=[3])
    assert t.asked.about[1] == 2
    assert len(t.told("movement-die")) == 2


@case("8.10d")
def test_militia_are_never_flown(table):
    t = lifting(table)
    assert "CH-HM" not in t.goals("airlift")
    assert "8.10d" in t.why("CH-HM")


@case("R72")
def test_no_airlift_once_the_die_of_the_hex_is_rolled(table):
    t = lifting(table)
    t.act("move", "CH-5", dice=[4]).act("stop")
    assert t.options("airlift") == []


# --- 8.11 the 11th Airborne


def airborne(table, turn=8, units=None, **change):
    held = {**LAUNCHED, **change}
    placed = {"US-7": "3221", "J-CEA-D3": "2302", "CH-5": "0712", **(units or {})}
    return table(turn=turn, phase="us-movement", units=placed, **held)


@case("8.11a", "5.3.13", "R87")
def test_the_11th_airborne_comes_from_turn_8_at_a_beachhead_or_by_airdrop(table):
    t = airborne(table)
    assert t.goals("bring-airborne") == {"3221", "2819"}
    t.act("bring-airborne", "2819")
    assert t.where("US-11A") == "2819"
    assert t.offers("move", "US-11A")
    assert not t.offers("go-far", "US-11A")
    assert not airborne(table, turn=7).options("airdrop")


@case("8.11b", "R33")
def test_the_drop_needs_a_clear_or_rough_hex_without_japanese_troops(table):
    t = airborne(table)
    goals = t.goals("airdrop")
    assert "2303" in goals
    assert "2206" in goals
    assert not goals & {"2302", "2207", "2008", "0712", "3606"}
    assert t.why(space="2207") == ["10.0a", "10.3", "8.11b"]


@case("8.11b", "8.11d")
def test_there_is_one_drop_a_game_and_then_an_ordinary_unit(table):
    t = airborne(table)
    t.act("airdrop", "2303")
    assert t.options("airdrop") == []
    t.act("move", "US-11A")
    assert t.asked.about[1] == 6  # a path to the beachhead


@case("8.11c", "R32")
def test_the_drop_uses_up_the_airlift_and_the_aerial_supply_of_the_turn(table):
    t = airborne(table, aerial="2303", units={"US-6": "2303"})
    t.act("airdrop", "2304")
    assert t.state.aerial == -1
    assert t.state.airlift_used
    assert t.standing("Allied") == [("concede",)]


@case("8.11c", "R32")
def test_no_drop_once_aerial_supply_has_been_placed(table):
    t = airborne(table)
    t.state.aerial_placed = 1
    t.edit(turn=8)
    assert t.options("airdrop") == []


@case("8.11e", "8.11f", "R88")
def test_the_11th_airborne_may_use_the_airlift_also_to_formosa(table):
    t = airborne(table, turn=9, units={"US-11A": "2819", "US-6": "2819"}, allied=["3221", "2819", "3219"])
    assert t.goals("airlift") == {"US-11A"}
    t.act("airlift", "US-11A")
    assert {"3221", "3219"} <= t.goals("fly-to")
    t.act("fly-to", "3219")
    assert t.where("US-11A") == "3219"
    assert t.state.airlift_used


@case("8.10b", "8.11e", "R88")
def test_the_11th_airborne_is_not_airlifted_in_the_phase_in_which_it_came_ashore(table):
    t = airborne(table, turn=9).act("bring-airborne", "2819")
    assert t.offers("move", "US-11A")
    assert not t.offers("airlift", "US-11A")
    t = airborne(table, turn=9, units={"US-11A": "2819"})
    assert t.offers("airlift", "US-11A")


@case("8.11a", "10.3", "R87")
def test_the_11th_airborne_may_leave_the_beachhead_with_those_who_were_there(table):
    t = airborne(table, turn=9, units={"US-6": "2819"}).act("bring-airborne", "2819")
    t.act("move-stack", "2819")
    assert t.offers("leave", "US-11A")
    assert t.offers("leave", "US-6")
