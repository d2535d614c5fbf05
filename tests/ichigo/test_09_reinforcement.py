"""Chapter 9: reinforcements, withdrawals, absorption."""

from __future__ import annotations

import pytest

from grognard.kernel.bits import members
from ichigo.conftest import GAME

case = pytest.mark.case
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
CLOSED = {**LAUNCHED, "fourteenth_open": 0}
QUIET = {"J-CEA-D3": "2302", "CH-5": "0712"}


def phase_v(table, turn=2, units=None, **change):
    return table(turn=turn, phase="reinforcement", units={**QUIET, **(units or {})}, **change)


@case("9.1a", "9.1b", "3.4a")
def test_track_units_come_on_their_turn_or_later_never_before(table):
    t = phase_v(table, turn=2)
    assert {words[1] for words in t.options("enter")} == {"J-CEA-D27", "J-CEA-D69", "J-CEA-B3"}
    assert t.why("J-CEA-D63") == ["9.1b"]
    assert "J-CEA-B3" not in {words[1] for words in phase_v(table, turn=1).options("enter")}


@case("9.1b")
def test_any_of_them_may_wait(table):
    t = phase_v(table, turn=2)
    t.act("enter", "J-CEA-B3", "2001").act("end-reinforcement")
    assert (t.where("J-CEA-B3"), t.where("J-CEA-D27")) == ("2001", "T1")


@case("9.1c", "9.1e", "R71")
def test_entry_hexes_are_working_edge_sources_and_joined_railroad_cities(table):
    edge = {f"{c}01" for c in range(19, 29)}
    assert phase_v(table).goals("enter") == edge
    north = ["1801", "1802", "1803", "1904", "1905"]
    goals = phase_v(table, japanese=north).goals("enter")
    assert goals == edge | {"1801", "1906", "2008", "1811"}
    assert "0925" not in phase_v(table, japanese=RAIL).goals("enter")
    t = phase_v(table, japanese=[h for h in RAIL if h != "1905"])
    assert "1906" not in t.goals("enter")
    assert "9.1c" in t.why("J-CEA-B3", "1906")


@case("9.1c")
def test_an_edge_hex_that_the_enemy_holds_is_closed(table):
    t = phase_v(table, units={"CH-18": "2201"}, allied=["2101"])
    assert not t.goals("enter") & {"2101", "2201"}


@case("9.1d")
def test_stacking_applies_at_entry_and_enemies_next_door_do_not_matter(table):
    five = {f"J-CEA-D{n}": "2001" for n in (13, 26, 37, 62, 39)}
    t = phase_v(table, units={**five, "CH-18": "2102"})
    assert "2001" not in t.goals("enter")
    assert "2101" in t.goals("enter")


@case("9.0", "2.15e")
def test_reinforcements_arrive_at_full_strength_and_act_in_the_same_turn(table):
    t = phase_v(table)
    t.act("enter", "J-CEA-D69", "2001").act("end-reinforcement").act("move-first")
    assert t.steps("J-CEA-D69") == 2
    assert t.offers("move", "J-CEA-D69")


# --- 9.2 withdrawal


@case("9.2a", "9.2b", "5.3.11")
def test_on_turn_5_two_full_4_factor_divisions_below_101_leave_and_one_joins_the_14th_area_army(table):
    units = {"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D116": "2302", "J-CEA-D60": "2302", "CH-5": "0712"}
    t = table(turn=5, phase="reinforcement", units=units)
    assert t.goals("withdraw") == {"J-CEA-D26", "J-CEA-D62"}
    t.act("withdraw", "J-CEA-D26")
    assert t.goals("to-fourteenth-area") == {"J-CEA-D26", "J-CEA-D62"}
    t.act("to-fourteenth-area", "J-CEA-D62")
    assert (t.where("J-CEA-D26"), t.where("J-CEA-D62"), t.where("J-CEA-D116")) == ("OUT", "14AA", "2302")


@case("9.2a")
def test_divisions_out_of_supply_cannot_be_withdrawn(table):
    units = {"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D13": "2304", "J-CEA-D39": "3320", "CH-5": "0712"}
    t = table(turn=5, phase="reinforcement", units=units)
    assert t.goals("withdraw") == {"J-CEA-D26", "J-CEA-D62", "J-CEA-D13"}
    assert t.why("J-CEA-D39") == ["9.2a"]


@case("9.2c", "R42")
def test_for_lack_of_a_full_division_two_reduced_ones_go(table):
    units = {"J-CEA-D26": "2302", "J-CEA-D62": ["2303", 1], "J-CEA-D13": ["2303", 1], "J-CEA-D39": ["2303", 1],
             "CH-5": "0712"}  # fmt: skip
    t = table(turn=5, phase="reinforcement", units=units)
    assert t.goals("withdraw") == {"J-CEA-D62", "J-CEA-D13", "J-CEA-D39"}
    t.act("withdraw", "J-CEA-D62").act("withdraw", "J-CEA-D13")
    assert t.goals("to-fourteenth-area") == {"J-CEA-D26", "J-CEA-D62", "J-CEA-D13"}


@case("9.2c", "R42")
def test_for_lack_of_those_two_brigades_a_division_go(table):
    units = {f"J-CEA-B{n}": "2303" for n in (1, 7, 9, 5, 11)}
    t = table(turn=5, phase="reinforcement", units={**units, "CH-5": "0712"})
    for unit in ("J-CEA-B1", "J-CEA-B7", "J-CEA-B9", "J-CEA-B5"):
        t.act("withdraw", unit)
    assert t.asked.prompt == "withdrawn-to-pool"
    t.act("to-fourteenth-area", "J-CEA-B1")
    assert t.where("J-CEA-B11") == "2303"


# --- 9.3, 9.5


@case("9.3", "5.3.14", "R6")
def test_without_causeway_two_formosa_divisions_may_enter_on_turn_9(table):
    t = phase_v(table, turn=9, causeway="cancelled")
    garrison = {"J-FG-D9", "J-FG-D12", "J-FG-D50", "J-FG-D66"}
    assert garrison <= {words[1] for words in t.options("enter")}
    t.act("enter", "J-FG-D50", "2001").act("enter", "J-FG-D66", "2001")
    assert not garrison & {words[1] for words in t.options("enter")}
    assert not garrison & {words[1] for words in phase_v(table, turn=8, causeway="cancelled").options("enter")}


def absorbing(table, **change):
    units = {"J-CEA-D13": ["2302", 1], "J-CEA-B1": "2302", "J-CEA-B4C": "2302", "J-CEA-D26": ["2303", 1],
             "J-CEA-B7": "2303", "J-CEA-D3": "2302"}  # fmt: skip
    return phase_v(table, units=units, **change)


@case("9.5a", "R43")
def test_a_reduced_division_in_a_japanese_city_absorbs_an_infantry_brigade(table):
    t = absorbing(table)
    assert t.options("absorb") == [("absorb", "J-CEA-D13", "J-CEA-B1")]
    t.act("absorb", "J-CEA-D13", "J-CEA-B1")
    assert (t.steps("J-CEA-D13"), t.where("J-CEA-B1")) == (2, "OUT")


@case("9.5a")
def test_a_brigade_that_has_just_arrived_is_not_absorbed(table):
    t = phase_v(table, units={"J-CEA-D13": ["1901", 1]})
    t.act("enter", "J-CEA-B3", "1901")
    assert t.options("absorb") == []


@case("9.5b")
def test_any_number_of_absorptions_in_a_phase(table):
    units = {"J-CEA-D13": ["2302", 1], "J-CEA-B1": "2302", "J-CEA-D26": ["2404", 1], "J-CEA-B7": "2404"}
    t = phase_v(table, units=units)
    t.act("absorb", "J-CEA-D13", "J-CEA-B1").act("absorb", "J-CEA-D26", "J-CEA-B7")
    assert (t.steps("J-CEA-D13"), t.steps("J-CEA-D26")) == (2, 2)


# --- 9.4, 5.3.7-5.3.9 the 14th Area Army


def fourteenth(table, *dice: int, units=None, **change):
    """Phase V of turn 9 with Causeway, up to the dice of the 14th Area Army; its pool holds only what the test says."""
    pool = {name: "OUT" for name in GAME.unit_ids if name.startswith("J-14AA")}
    t = phase_v(table, turn=9, units={**pool, **(units or {})}, **{**LAUNCHED, **change})
    return t.act("end-reinforcement", dice=dice)


@case("9.4a")
def test_with_causeway_the_track_goes_on_and_the_kwantung_army_follows(table):
    t = phase_v(table, turn=8, **CLOSED)
    comes = {words[1] for words in t.options("enter")}
    assert {"J-CEA-D47", "J-KA-D11"} <= comes
    assert "J-KA-T1" not in comes


@case("5.3.7", "R41")
def test_a_die_less_one_units_are_drawn_by_lot(table):
    units = {"J-14AA-D8": "14AA", "J-14AA-B54": "14AA"}
    t = fourteenth(table, 2, 9, 5, 1, units=units)  # one unit; the lower lot is the brigade's
    assert t.told("fourteenth-drawn")[0].args[0] == [t.unit("J-14AA-B54")]
    t = fourteenth(table, 6, 1, 2, 1, 1, units=units)
    assert len(t.told("fourteenth-drawn")[0].args[0]) == 2


@case("5.3.8a", "9.4b")
def test_a_draw_of_none_closes_the_pool_for_good(table):
    t = fourteenth(table, 1, units={"J-14AA-D8": "14AA"})
    assert t.state.fourteenth_open == 0
    assert t.phase() == "japanese-order"


@case("5.3.9a")
def test_brigades_survive_the_crossing_on_1_to_3(table):
    for die, place in ((3, True), (4, False)):
        t = fourteenth(table, 2, 7, die, units={"J-14AA-B54": "14AA"})
        assert (t.where("J-14AA-B54") != "JDEAD") is place


@case("5.3.9b", "R80")
def test_divisions_arrive_full_on_1_2_reduced_on_3_4_and_are_lost_on_5_6(table):
    for die, steps in ((2, 2), (3, 1), (4, 1), (5, 0)):
        t = fourteenth(table, 2, 7, die, units={"J-14AA-D8": "14AA"})
        assert t.steps("J-14AA-D8") == steps


@case("5.3.9c", "9.4c", "11.28a")
def test_the_special_forces_group_does_not_roll(table):
    t = fourteenth(table, 2, 7, units={"J-14AA-SF": "14AA"})
    assert t.where("J-14AA-SF") == "SUPPORT"
    assert not t.told("crossing")


@case("5.3.8b", "R40", "R92")
def test_survivors_land_in_friendly_ports_or_on_formosa_away_from_us_units(table):
    t = fourteenth(table, 2, 7, 1, units={"J-14AA-D8": "14AA", "US-7": "3221"})
    goals = t.goals("land")
    assert {"3106", "3208", "2621", "2223", "3417", "3419"} <= goals
    assert not goals & {"2819", "3221", "3220", "3321", "3322", "2916", "3320", "2022"}
    t.act("land", "J-14AA-D8", "3417")
    assert t.where("J-14AA-D8") == "3417"


@case("5.3.10", "2.12a")
def test_the_2nd_tank_division_never_leaves_its_landing_hex(table):
    t = fourteenth(table, 2, 7, 1, units={"J-14AA-2T": "14AA"})
    t.act("land", "J-14AA-2T", "3417").act("move-first")
    assert not t.offers("move", "J-14AA-2T")


# --- 9.7 Chinese reinforcement


def phase_x(table, die: int, pool=("CH-5", "CH-18", "CH-74"), units=None, lots=None, **change):
    """Phase X with a small pool."""
    rest = dict.fromkeys(GAME.printed_ids[5:80], "OUT")
    placed = {**rest, **dict.fromkeys(pool, "POOL"), "J-CEA-D3": "2302", **(units or {})}
    keys = list(lots or range(1, len(pool) + 1))
    return table(turn=2, phase="chinese-reinforcement", units=placed, dice=[die, *keys], **change)


@case("9.7a", "R44")
def test_a_die_of_units_is_drawn_from_the_pool(table):
    t = phase_x(table, 2)
    assert t.asked.about == (2,)
    t.act("reinforce", "0712").act("reinforce", "0712", dice=[6, 1])
    assert t.state.at[GAME.space_index["0712"]].bit_count() == 2
    assert phase_x(table, 6).asked.about == (3,)


@case("9.7b", "R82")
def test_they_come_face_down_in_chinese_cities_still_held(table):
    t = phase_x(table, 1, japanese=["1813"], units={"US-7": "2916"})
    goals = t.goals("reinforce")
    assert {"0712", "1815"} <= goals
    assert not goals & {"1813", "2008", "2916"}
    assert "9.7b" in t.why(space="1813")


@case("9.7c")
def test_the_die_is_halved_up_when_every_airbase_is_japanese(table):
    assert phase_x(table, 5, japanese=BASES).asked.about == (3,)
    t = phase_x(table, 1, japanese=BASES)
    assert t.asked.about == (1,)


@case("9.7d", "R86", "2.14c")
def test_fronts_are_dealt_anew_in_the_pool_so_that_nobody_can_follow_a_unit(table):
    t = phase_x(table, 1, lots=[3, 2, 1])
    t.act("reinforce", "0712", dice=[6, 1])
    (placed,) = members(t.state.at[GAME.space_index["0712"]])
    assert t.state.front[GAME.regular_index[placed]] == GAME.printed_ids.index("CH-74")


@case("9.9")
def test_chinese_units_never_come_to_formosa(table):
    t = phase_x(table, 1, allied=["3219"])
    assert "3219" not in t.goals("reinforce")
    held = {**LAUNCHED, "allied": ["3221", "2819", "3219"]}
    t = table(turn=9, phase="chinese-movement", units={"CH-5": "1813"}, **held)
    t.act("airlift", "CH-5")
    assert "3219" not in t.goals("fly-to")
