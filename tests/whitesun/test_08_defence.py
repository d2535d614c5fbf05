"""Chapter 8: the Chinese defence of a hex."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.defence import called_for, no_show
from grognard.games.whitesun.hits import communist_hits
from grognard.kernel.bits import members
from whitesun.conftest import GAME, HIT, MISS, NOTHING, X, fire

case = pytest.mark.case
NORTH_LINE = ["1417", "1517", "1618", "1518", "1419"]
BASE_ROAD = {"turn": 4, "japanese": ["area", "2322", "2423"]}


def numbers(t, hex_: str) -> list[int]:
    """What the defence table gives for each face of the die."""
    return [called_for(t.state, t.space(hex_), die) for die in range(1, 7)]


# --- 8.1, 8.2 the table


@case("8.1a", "8.2a", "8.6")
def test_each_entry_into_a_chinese_hex_rolls_up_its_defence(marching):
    t = marching(X, "1417", pool=["R-17D", "R-32D"])
    t.advance("1517", *NOTHING, 4, "R-32D", "R-17D", *fire(14, HIT, HIT), 6, 6)
    assert [GAME.unit_ids[e.args[0]] for e in t.told("drawn")] == ["R-32D", "R-17D"]
    assert len(t.told("draw")) == 2
    t.advance("1417")
    assert len(t.told("entry")) == 1, "no dice in a Japanese hex"


@case("8.1b", "R57")
def test_with_an_empty_pool_nobody_is_drawn_and_garrisons_still_defend(marching):
    t = marching(X, "2809", japanese=["2504", "2505", "2506", "2607", "2608"], flotilla="gone")
    t.advance("2708", *NOTHING, 6, *fire(14, 6, 6, 6))
    assert t.told("pool-empty")
    assert t.kinds().count("chinese-lost") == 2
    t = marching(X, "1417").advance("1517", *NOTHING, 6)
    assert t.own("1517")


@case("8.2b")
def test_the_first_line_that_fits_the_hex_counts(table):
    t = table()
    assert GAME.cities >> t.space("4224") & 1
    assert numbers(t, "4224") == [1, 2, 3, 4, 5, 6], "a river city has its own line above"
    assert numbers(t, "3913") == numbers(t, "3414") == [0, 1, 2, 2, 3, 3]


@case("8.2c", "8.2d", "8.2e", "8.2f", "R26")
@pytest.mark.parametrize(
    ("hexes", "line"),
    [
        (["2504", "4224"], [1, 2, 3, 4, 5, 6]),
        (["1419", "2708", "3618", "4908", "4907", "3822"], [0, 1, 2, 2, 3, 3]),
        (["1417", "2505", "4123", "3619"], [0, 0, 1, 2, 2, 3]),
        (["1411", "4102", "3118", "4324", "4526", "4028"], [0, 0, 0, 1, 2, 3]),
    ],
)
def test_the_lines_of_the_defence_table(table, hexes, line):
    found = {h: numbers(table(), h) for h in hexes}
    assert set(map(tuple, found.values())) == {tuple(line)}


@case("8.2g", "12.4a", "R56")
def test_one_more_in_szechuan_on_turn_4_but_not_in_chungking(table):
    t = table(turn=4, phase="first", japanese=["area"], flotilla="gone")
    assert numbers(t, "4028") == [1, 1, 1, 2, 3, 4]
    assert numbers(t, "3822") == [1, 2, 3, 3, 4, 4]
    assert numbers(t, "4224") == [1, 2, 3, 4, 5, 6]
    assert numbers(t, "3619") == [0, 0, 1, 2, 2, 3], "still in Hupeh"
    assert numbers(table(turn=3, phase="administration", japanese=["area"], flotilla="gone"), "4028")[0] == 0


@case("8.3", "8.2c")
def test_shanghai_has_its_garrison_and_rolls_as_well(marching):
    t = marching(X, "2604", pool=["R-17D", "R-32D"], flotilla="gone")
    t.advance("2504", *NOTHING, 2, "R-17D", "R-32D", *fire(14, *[6] * 5), 6, 6)
    assert t.kinds().count("chinese-lost") == 4
    assert {t.where("G-M"), t.where("G-56")} == {"DEAD"}


@case("8.4", "9.15", "R60")
def test_hainan_has_one_garrison_and_no_defence_die(table):
    t = table(pool=["R-NR"], flotilla="gone").muster(*X).do("land", "5710", dice=[*NOTHING, *fire(14, HIT)])
    assert not t.told("entry")
    assert len(t.told("entry-held")[0].dice) == 2, "event dice only"
    assert t.own("5710")
    assert t.where("R-NR") == "POOL"
    assert not t.options("advance"), "no land touches it"


# --- 8.5 the base area


@case("8.5a")
def test_the_four_regiments_live_in_the_base_area_and_never_enter_the_pool(table):
    t = table()
    assert t.at("BASE") == {"C-R1", "C-R2", "C-R3", "C-R4"}


@case("8.5d", "R10", "R62")
def test_up_to_four_regiments_defend_a_hex_of_the_base_area_again_and_again(marching):
    t = marching(X, "2424", **BASE_ROAD)
    t.advance("2425", *NOTHING, 6, 5, 5, 5, 5, *fire(14, 6, 6, 6, 6))
    assert len(t.told("drawn")) == 4
    assert t.own("2425")
    assert t.at("BASE") == {"C-R1", "C-R2", "C-R3", "C-R4"}
    assert not t.told("cohesion")
    t.advance("2426", *NOTHING, 2, 4, 6)
    assert t.told("communist-fire")[-1].args[2] == 4, "four or less on Turn 4"
    t.do("lose", "J-3D", dice=fire(13)).do("withdraw")
    assert t.at("2426") == set(), "they go back to their box"
    assert not t.state.held >> t.space("2426") & 1


@case("8.5d")
def test_the_base_area_table(table):
    assert numbers(table(), "2626") == [1, 2, 3, 4, 4, 4]


# --- 8.7, 8.8 who shows up


@case("8.7a", "8.7b", "R6")
def test_elites_stay_away_from_hexes_without_a_city_and_count_all_the_same(marching):
    t = marching(X, "1417", pool=["E-88D", "E-87D", "R-17D"])
    t.advance("1517", *NOTHING, 4, "E-88D", "E-87D")
    assert t.own("1517"), "two were called for, two stayed away"
    assert len(t.told("draw")) == 2
    assert t.where("E-88D") == "POOL"


@case("8.7a")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_elites_defend_cities_on_turns_1_to_3(table, turn):
    t = table(turn=turn)
    assert no_show(t.state, t.space("1419"), t.unit("E-88D")) == ""
    assert no_show(t.state, t.space("3302"), t.unit("E-88D")) == "", "a port is a city"
    assert no_show(t.state, t.space("1517"), t.unit("E-88D")) == "elite"


@case("8.7c")
def test_on_turn_4_elites_fight_anywhere(table):
    t = table(turn=4, phase="first", japanese=["area"], flotilla="gone")
    assert no_show(t.state, t.space("3619"), t.unit("E-88D")) == ""


@case("8.8a", "8.8b", "R7", "R61")
def test_the_communist_armies_keep_to_their_side_of_the_yangtze(table):
    t = table()
    stays = {h: (no_show(t.state, t.space(h), t.unit("C-8RA")), no_show(t.state, t.space(h), t.unit("C-N4A")))
             for h in ("1419", "3414", "3714", "4908", "4828", "4727")}  # fmt: skip
    assert stays["1419"] == ("", "south")
    assert stays["3414"] == stays["3714"] == stays["4727"] == ("north", "south"), "in the river neither fights"
    assert stays["4908"] == stays["4828"] == ("north", "")


@case("8.8a", "R7", "R6")
def test_an_army_out_of_its_area_is_replaced_and_a_substitute_elite_counts(marching):
    t = marching(X, "1417", pool=["C-N4A", "E-88D", "R-17D"])
    t.advance("1517", *NOTHING, 3, "C-N4A", "E-88D")
    assert t.own("1517")
    assert t.where("C-N4A") == "POOL"
    t = marching(X, "1417", pool=["C-N4A"]).advance("1517", *NOTHING, 3, "C-N4A")
    assert t.told("pool-empty"), "no substitute is left"


@case("8.8d", "R8")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_communists_roll_one_die_and_hit_at_or_below_the_turn(table, turn):
    t = table()
    t.state.turn = turn
    assert communist_hits(t.state, "").counted((1, 2, 3, 4, 5, 6)) == turn


@case("8.8c", "8.8e", "10.1h")
def test_the_armies_fire_with_the_elites_and_take_no_cohesion_die(marching):
    t = marching(X, "1417", pool=["C-8RA"])
    t.advance("1517", *NOTHING, 3, "C-8RA", 2, *fire(14, HIT))
    assert t.kinds().index("communist-fire") < t.kinds().index("japanese-fire")
    assert not t.told("cohesion")
    assert t.where("C-8RA") == "POOL"


@case("8.9")
def test_all_combat_is_inside_the_hex(marching):
    t = marching(X, "1417", pool=["R-17D"])
    t.advance("1517", *NOTHING, 3, "R-17D", *fire(14), *fire(1))
    assert {t.where(u) for u in (*X, "R-17D")} == {"1517"}


# --- 8.10 again and again


@case("8.10a", "8.10b", "R38", "9.9")
def test_defenders_in_place_fight_the_next_force_without_a_new_roll(marching):
    t = marching(["J-3D"], "1417", pool=["R-17D", "R-NR"])
    t.advance("1517", *NOTHING, 3, "R-17D", *fire(2), *fire(1)).do("withdraw")
    assert t.at("1517") == {"R-17D"}
    t.muster("J-27D").do("start" if t.options("start") else "enter", "1417")
    t.advance("1517", *NOTHING, *fire(2, HIT), 6)
    assert len(t.told("entry-held")) == 1, "event dice for every force, no defence die"
    assert t.own("1517")


@case("R38")
def test_a_hex_that_no_chinese_unit_has_held_rolls_normally(marching):
    t = marching(["J-3D"], "1417", held=["1517"]).advance("1517", *NOTHING, 6)
    assert t.told("entry")


@case("8.11a", "8.11b")
def test_two_ordered_dice_make_the_event(marching):
    t = marching(X, "1417").advance("1517", 4, 2, 1).advance("1618", 2, 4, 1)
    assert [GAME.events[e.args[0]].id for e in t.told("event")] == ["kill-all", "baoding"]


@case("8.12")
def test_event_losses_stand_even_if_nobody_defends(marching):
    t = marching(X, "1417").advance("1517", 3, 1, 1, 2).do("lose", "J-3D")
    assert t.own("1517")
    assert t.steps("J-3D") == 1
    assert not t.told("japanese-fire")


@case("R40", "10.3a")
def test_the_flood_die_comes_before_everything_else(marching):
    t = marching(X, "2613", japanese=["area"], chinese=["2612"], pool=["R-NR"])
    t.advance("2612", 6)
    assert t.told("flood")
    assert not t.told("entry")
    assert not t.own("2612")
    assert {t.where(u) for u in X} == {"RESERVE"}
    assert not members(t.state.force)


@case("10.3a", "R40")
def test_any_other_flood_die_has_no_effect(marching):
    t = marching(X, "2613", japanese=["area"], chinese=["2612"]).advance("2612", MISS, *NOTHING, 1)
    assert t.own("2612")


@case("10.3b")
def test_a_flood_happens_once_a_game(marching):
    t = marching(X, "2613", japanese=["area"], chinese=["2612"], flood_used=1).advance("2612", *NOTHING, 1)
    assert not t.told("flood-die")
