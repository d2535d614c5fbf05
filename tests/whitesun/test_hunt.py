"""Situations in which two or three rules meet: found by reading the rules as a stranger who means to break them."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.flotilla import ALONE, GONE
from grognard.kernel.bits import members
from whitesun.conftest import GAME, NOTHING, X, fire

case = pytest.mark.case
LAND = [GAME.space_ids[h] for h in members(GAME.land & ~GAME.base_area)]
RIVER = ["3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922", "4023"]


# --- the flotilla


@case("9.17b", "10.6a", "R14")
def test_a_force_that_dies_at_shanghai_takes_the_flotilla_with_it_and_makes_a_great_victory(table):
    force = ["J-2IMB", "J-3IMB", "J-1Cav", "J-3Cav"]
    t = table(ready=[*force, "J-27D"], pool=[]).muster(*force)
    t.do("land", "2504", dice=[*NOTHING, 1, *fire(2), *fire(4), 6, 6, 6])
    t.do("lose", "J-2IMB").do("lose", "J-3IMB").do("lose", "J-1Cav")
    t.do("fight-on", dice=[*fire(2), *fire(1), 6, 1, 1])
    assert t.state.flotilla == GONE
    assert t.where("J-YRF") == "OUT"
    assert t.state.great_victory


@case("9.17a", "RE.34a", "R14")
def test_the_rape_event_does_nothing_at_shanghai_and_the_flotilla_fights(table):
    t = table(ready=[*X, "J-27D"], pool=[]).muster(*X)
    t.do("land", "2504", dice=[3, 4, 1, *fire(2), *fire(14), *fire(3)])
    assert t.told("event")[-1].args[3] == "not in this city"
    assert t.told("flotilla-fire")


@case("9.17c", "9.17e", "R14")
def test_a_force_that_leaves_the_river_loses_the_flotilla_for_the_turn_only(marching):
    t = marching(X, "3414", turn=4, japanese=["area"], flotilla="usable", along=1)
    t.advance("3415", *NOTHING, 1)
    assert t.state.flotilla == ALONE
    assert t.where("J-YRF") == "OUT", "on Turn 4 there is no next turn"


@case("9.17f", "9.18a", "10.1b")
@pytest.mark.parametrize(("at", "to", "dice"), [("3617", "3618", 2), ("3618", "3619", 1)])
def test_the_flotillas_dice_change_with_the_sector(marching, at, to, dice):
    t = marching(X, at, turn=4, japanese=["area", *RIVER[: RIVER.index(at) + 1]], flotilla="usable", along=1,
                 pool=["R-17D"])  # fmt: skip
    t.advance(to, *NOTHING, 6, "R-17D", *fire(dice), *fire(14, 6), 3)
    assert len(t.told("flotilla-fire")[-1].dice) == dice


# --- events and what they meet


@case("RE.34a", "10.5c", "10.4a", "R41")
def test_the_rape_of_nanking_removes_garrison_fort_and_depot_together(marching):
    t = marching(X, "2608", japanese=["2504", "2505", "2605", "2606", "2607"])
    t.advance("2708", 3, 4, 1)
    assert t.own("2708")
    assert t.at("2708") == set()
    assert {t.where(u) for u in ("G-103", "F-2708", "S-2708")} == {"DEAD"}
    assert {t.where(u) for u in X} == {"T2"}, "out for the turn, Phase III too"


@case("RE.34b", "R15")
def test_puppets_in_a_rape_event_are_out_for_good(marching):
    t = marching([*X[:3], "P-HA"], "1518", japanese=["1417", "1517", "1618"]).advance("1419", 3, 5, 1)
    assert t.where("P-HA") == "OUT"
    assert t.where("J-3D") == "T2"


@case("10.3a", "8.11a", "R40")
def test_a_flood_comes_before_the_event_and_the_defence(marching):
    hexes = [GAME.space_ids[h] for h in members(GAME.flood_plain) if not GAME.rail_set >> h & 1]
    plain = next(h for h in hexes if any(GAME.land >> n & 1 for n in GAME.steps_from[GAME.space_index[h]]))
    start = GAME.space_ids[GAME.steps_from[GAME.space_index[plain]][0]]
    t = marching(["J-Kaw", "J-3D"], start, japanese=["area"], chinese=[plain])
    t.advance(plain, 6)
    assert not t.told("entry")
    assert t.where("J-Kaw") == "RESERVE", "no asterisk die"
    assert t.state.flood_used


@case("RE.31b", "2.4b", "R45")
def test_an_overzealous_advance_may_spare_the_asterisked_unit_and_is_no_great_victory(marching):
    t = marching(["J-Kaw", "J-101D", "J-108D", "J-109D"], "1417").advance("1517", 3, 1, 1, 5)
    assert t.goals("lose") == {"J-Kaw", "J-101D", "J-108D", "J-109D"}
    t.do("lose", "J-101D").do("lose", "J-108D").do("lose", "J-109D")
    assert t.at("1517") == {"J-Kaw"}
    assert not t.state.great_victory


@case("RE.31a", "10.6a", "R45")
def test_a_force_wiped_out_by_an_event_is_no_great_victory(marching):
    t = marching(["J-2IMB", "J-3IMB", "J-1Cav"], "1417").advance("1517", 3, 1, 1, 6)
    assert not t.state.force
    assert not t.state.great_victory
    assert not t.own("1517")


@case("RE.61b", "9.13a", "R43")
def test_a_fierce_counteroffensive_gives_the_units_back_but_not_the_ships(table):
    t = table([3], turn=2, phase="first", ready=X, flotilla="gone", japanese=["area"], pool=[])
    t.do("port", "3302").muster("J-3D", "J-5D").do("land", "3302", dice=[6, 2, 1, 1]).edit(mp=2)
    t.do("lose", "J-3D", dice=[1, 1, 3])
    assert {t.where("J-3D"), t.where("J-5D")} == {"READY"}
    assert t.state.amphibious == 2
    assert t.steps("J-3D") == 2


@case("RE.13", "10.5a", "R13")
def test_smoke_in_rough_terrain_leaves_puppets_at_six(marching):
    t = marching(["J-101D", "P-HA"], "1419", pool=["R-17D", "R-32D"], japanese=["1417", "1517", "1618", "1518"])
    t.advance("1420", 1, 3, 4, "R-17D", "R-32D", *fire(2), *fire(1), 1, 1)
    assert t.told("japanese-fire")[-1].args[2] == 5
    assert t.told("puppet-fire")[-1].args[2] == 6


@case("10.6b", "RE.11", "R12", "R9")
def test_bonuses_add_up_for_elites_and_communists(marching):
    t = marching(X, "1518", great_victory=1, pool=["E-88D", "C-8RA"], japanese=["1417", "1517", "1618"])
    t.advance("1419", 1, 1, 3, "E-88D", "C-8RA", 6, 2, *fire(14, 6, 6), 2)
    assert t.told("communist-fire")[-1].args[2] == 3, "Turn 1, Unity, Great Victory"
    assert t.told("elite-fire")[-1].args[2] == 3


# --- defenders that stay


@case("8.10b", "R38", "10.5b")
def test_a_second_attack_meets_those_in_place_and_rough_counts_again_in_its_first_round(marching):
    t = marching(["J-101D"], "1419", pool=["R-17D"], japanese=["1417", "1517", "1618", "1518"])
    t.advance("1420", *NOTHING, 6, "R-17D", 1, 1, 1).do("withdraw")
    assert t.at("1420") == {"R-17D"}
    t.muster("J-27D").do("start", "1419")
    t.advance("1420", *NOTHING, 5, 1, 1)
    assert t.told("entry-held")
    assert t.told("japanese-fire")[-1].args[2] == 6


@case("10.1a", "R58", "R38")
def test_the_fighters_alone_defend_a_hex_and_a_survivor_takes_it(marching):
    t = marching(["J-3D"], "3402", turn=2, pool=["A-AVG"], japanese=["area", "3302"], flotilla="gone")
    t.advance("3502", *NOTHING, 4, "A-AVG", 4)
    assert t.own("3502")
    assert t.steps("J-3D") == 1
    assert t.where("A-AVG") == "POOL"


# --- control and supply


@case("R24", "3.6e", "R52")
def test_a_broken_hex_beyond_the_line_that_is_given_up_is_no_longer_broken(table):
    t = table(turn=2, phase="administration", japanese=["area", "3513", "3614", "3714"], broken=["3614"],
              flotilla="gone").do("fill")  # fmt: skip
    t.do("give-up", "3714", dice=[3])
    assert not t.state.broken


@case("R52", "R31", "9.13b")
def test_a_broken_port_is_no_start_but_may_be_landed_in(table):
    t = table(turn=4, phase="first", japanese=["area"], broken=["2211"], flotilla="gone", ready=X).muster("J-3D")
    assert not t.offers("start", "2211")
    assert t.offers("land", "2211")


@case("9.16b", "9.16c", "R28")
@pytest.mark.parametrize("number", [1, 2])
def test_no_treaty_port_is_entered_landed_in_or_traced_through_too_early(marching, number):
    t = marching(X[:2], "4907", turn=number, japanese=["area"], flotilla="gone")
    assert not t.offers("advance", "4906")
    assert t.why(space="4906") == ["9.16b"]


@case("9.16c", "4.2d", "R28")
def test_from_turn_3_a_treaty_port_is_walked_into_without_dice_and_the_march_goes_on(marching):
    t = marching(X[:2], "4907", turn=4, japanese=["area"], flotilla="gone")
    t.advance("4906")
    assert t.own("4906")
    assert not t.told("entry")
    assert t.state.force


@case("3.7c", "R32", "9.11b")
def test_the_south_edge_railroads_cost_one_point_from_turn_3(table):
    t = table(turn=4, phase="first", japanese=["area"], flotilla="gone", ready=X, pool=[]).muster("J-3D")
    t.do("enter", "5822", dice=[*NOTHING, 1])
    assert t.mp == 17
    assert t.state.southern == 1


@case("4.2a", "R30", "R41")
def test_a_hex_given_by_an_event_may_win_the_war(marching):
    start = GAME.space_ids[GAME.steps_from[GAME.chengtu][0]]
    t = marching(X, start, turn=4, japanese=LAND, chinese=["4028"], flotilla="gone")
    t.advance("4028", 3, 4, 1)
    assert t.state.ending == "victory"


# --- the order of losses


@case("10.9a", "10.1a", "R16", "R58")
def test_the_fighters_may_not_eliminate_a_reduced_division_while_an_asterisk_is_there(marching):
    t = marching(["J-3D", "J-Kaw"], "3402", turn=2, pool=["A-AVG"], japanese=["area", "3302"], flotilla="gone")
    t.state.steps[t.unit("J-3D")] = 1
    t.advance("3502", *NOTHING, 4, "A-AVG", 4, 3)
    assert t.told("step-lost")[0].args[0] == t.unit("J-Kaw"), "the one-step unit with the asterisk goes"
    assert t.state.force == 1 << t.unit("J-3D")


@case("10.4a", "R59", "10.1b")
def test_the_depot_takes_the_flotillas_first_hit(table):
    t = table(ready=[*X, "J-27D"], pool=[]).muster(*X)
    t.do("land", "2504", dice=[*NOTHING, 1, 6, 1, *fire(14), *fire(3)])
    assert t.told("depot-lost")
    assert not t.told("chinese-lost")


@case("10.4b", "R59")
def test_changshas_depot_works_after_turn_1(marching):
    t = marching(X[:4], "3814", turn=2, objective="3913", japanese=["area", "3513", "3614", "3714"], flotilla="gone",
                 units={"F-3913": "3913", "S-3913": "3913", "R-17D": "3913"}, standing=["R-17D"],
                 changsha_set=1)  # fmt: skip
    t.advance("3913", *NOTHING, 1, *fire(8, 6), 1)
    assert t.told("depot-lost")
    assert t.at("3913") >= {"R-17D"}


@case("6.2a", "9.13a", "9.2b")
def test_eight_land_and_only_two_may_follow_in_the_phase(table):
    t = table(pool=[])
    eight = sorted(t.goals("join") - {u for u in t.goals("join") if u.startswith("P-")})[:8]
    t.muster(*eight).do("land", "1811", dice=[*NOTHING, 1]).do("halt")
    three = [u for u in sorted(t.goals("join")) if u.startswith("J-")][:3]
    t.muster(*three)
    assert not t.options("land")
    assert t.why(space="1411") == ["9.13a"]
    t.do("stand-down", three[0])
    assert t.offers("land", "1411")
