"""Chapter 9: movement and supply."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games.whitesun.movement import March, open_steps, step_bar
from grognard.games.whitesun.supply import first_cost, in_supply, sources, step_cost, supplied_net, supply_levels
from grognard.kernel.bits import bitset, members
from grognard.match import save as saves
from whitesun.conftest import GAME, HIT, NOTHING, SPARE, X, fire

case = pytest.mark.case
PINGHAN = ["1419", "1519", "1620", "1719", "1820", "1920"]
EAST = ["1919", "1918", "1917", "1916", "1915", "1914"]
"""Clear hexes in a row from Shihkiachwang; the railroad that crosses them is joined to nothing."""


def cost(t, a: str, b: str) -> int:
    return step_cost(t.state, t.space(a), t.space(b), supplied_net(t.state))


def supplied(t, hex_: str) -> bool:
    return bool(in_supply(t.state) >> t.space(hex_) & 1)


def names(hexes: int) -> set[str]:
    return {GAME.space_ids[h] for h in members(hexes)}


# --- 9.1-9.9


@case("9.1a", "9.2a")
def test_one_force_at_a_time_and_nobody_joins_or_leaves_it(marching):
    t = marching(X, "1417")
    assert t.verbs() == {"advance", "halt"}
    assert t.why(SPARE) == ["9.1a", "9.2a"]


@case("9.1b", "11.1a", "12.1")
@pytest.mark.parametrize(("turn", "points"), [(1, 22), (2, 12), (3, 12), (4, 18)])
def test_the_allowance_of_each_turn(marching, turn, points):
    change = {"japanese": ["area"], "flotilla": "gone", "objective": "3913"}
    assert marching(["J-3D"], "2718", turn=turn, **change).mp == points


@case("9.1c", "9.2b")
def test_any_subset_of_the_ready_units_may_be_a_force_and_the_rest_act_later(table):
    t = table(pool=[]).muster("J-3D").do("enter", "1417", dice=[*NOTHING, 1])
    assert t.state.force == 1 << t.unit("J-3D")
    t.do("halt")
    assert "J-5D" in t.goals("join")
    assert "J-3D" not in t.goals("join")


@case("9.6", "9.4")
def test_without_points_for_another_round_the_battle_is_lost(marching):
    t = marching(X, "1417", pool=["R-17D"], mp=1)
    t.advance("1517", *NOTHING, 3, "R-17D", *fire(14), *fire(1))
    assert t.told("repulsed")
    assert t.asked.prompt == "muster"
    assert {t.where(u) for u in X} == {"RESERVE"}


@case("9.4", "R36")
def test_another_round_costs_what_the_entry_cost(marching):
    t = marching(X, "1416", pool=["R-17D"], mp=22)
    t.advance("1417", *NOTHING, 3, "R-17D", *fire(14), *fire(1))
    assert t.mp == 20, "no supplied railroad leads here from 1416"
    t.do("fight-on", dice=[*fire(14, HIT), 6])
    assert t.mp == 18


@case("9.7")
def test_the_track_shows_the_points_left(marching):
    t = marching(X, "1417").advance("1517", *NOTHING, 1)
    assert t.view("Japanese")["tracks"]["mp"] == 21


@case("9.8a")
def test_a_force_goes_hex_by_hex_within_its_points(marching):
    t = marching(X, "1417", mp=1)
    assert t.goals("advance") == {"1517"}, "one point: only along the railroad"
    assert t.why(space="1418") == ["9.8a", "9.8b", "9.10a"]
    assert t.why(space="1618") == ["9.8a", "9.10a"]
    assert t.why(space="1415") in (["9.8a", "9.13a"], ["9.8a"])


@case("9.8b")
def test_there_is_no_guaranteed_step(marching):
    t = marching(X, "1417", mp=0)
    assert t.asked.prompt == "muster", "nothing was left but to halt"


@case("9.9")
def test_a_hex_may_be_attacked_again_by_another_force(marching):
    t = marching(["J-3D"], "1417", pool=["R-17D"])
    t.advance("1517", *NOTHING, 3, "R-17D", *fire(2), *fire(1)).do("withdraw")
    t.muster(SPARE).do("enter", "1417").advance("1517", *NOTHING, *fire(2), *fire(1)).do("withdraw")
    assert t.at("1517") == {"R-17D"}
    assert t.kinds().count("repulsed") == 2


# --- 9.10 costs


@case("9.10a", "R35")
def test_one_along_supplied_links_four_into_rough_two_elsewhere(table):
    t = table(japanese=PINGHAN)
    assert cost(t, "1920", "2020") == 1, "whoever holds the hex ahead"
    assert cost(t, "1920", "2021") == 1, "a rough hex along the railroad costs 1 as well"
    assert cost(t, "1920", "1921") == 4
    assert cost(t, "1920", "1919") == 2
    assert cost(t, "1419", "1420") == 1


@case("9.10b", "R35")
def test_the_one_point_cost_needs_a_link_from_the_supplied_net(table):
    t = table(japanese=[*PINGHAN, "4908"])
    assert cost(t, "4908", "4809") == 2, "a landing at Canton is on no supplied railroad"
    cut = table(japanese=PINGHAN, broken=["1620"])
    assert cost(cut, "1920", "2020") == 2
    assert cost(table(japanese=["2504"]), "2504", "2505") == 1, "the river is as good"
    assert cost(table(japanese=["2504"]), "2505", "2506") == 2


@case("R32")
def test_the_first_hex_costs_1_at_1417_and_by_terrain_elsewhere(table):
    t = table()
    assert [first_cost(t.state, t.space(h)) for h in ("1417", "1419", "1420", "4102")] == [1, 2, 4, 2]
    late = table(turn=4, phase="first", japanese=["area"], flotilla="gone")
    assert [first_cost(late.state, late.space(h)) for h in ("5819", "5822", "5820")] == [1, 1, 4]


# --- 9.11, 9.12 supply


@case("9.11a")
def test_units_in_a_box_are_always_in_supply(table):
    t = table(pool=[]).muster("J-3D")
    assert t.options("enter")
    assert t.options("land")


@case("9.11b", "R33", "3.7d")
def test_sources_by_turn(table):
    held = ["1417", "1419", "2504", "5819", "5822"]
    t = table(japanese=held)
    assert names(sources(t.state)) == {"1417", "1419", "2504"}
    t.state.turn = 3
    assert names(sources(t.state)) == set(held)
    t.state.broken = 1 << t.space("1417")
    assert "1417" not in names(supplied_net(t.state))
    assert "1419" in names(supplied_net(t.state))


@case("9.11c", "9.11f", "R34")
def test_six_hexes_from_the_net_and_rough_counts_two(table):
    t = table(japanese=[*PINGHAN, *EAST[:5]])
    assert supplied(t, "1914"), "five clear hexes and the supply hex make six"
    assert not supplied(table(japanese=[*PINGHAN, *EAST]), "1913"), "seven"
    levels = supply_levels(table(japanese=["1419", "1420"]).state, bitset(map(GAME.map.hex, ("1419", "1420"))))
    hexes = [GAME.space_index[h] for h in ("1419", "1420")]
    lengths = [next(n for n, reached in enumerate(levels) if reached >> h & 1) for h in hexes]
    assert lengths == [1, 2], "the supply hex itself counts too, two if it is rough"
    rough = table(japanese=[*PINGHAN, "1921", "1922"])
    assert supplied(rough, "1923"), "two rough hexes and the clear city: five"
    assert not supplied(table(japanese=[*PINGHAN, "1921", "1922", "1923"]), "1924"), "three rough hexes: seven"


@case("9.11d")
def test_each_taken_railroad_hex_carries_supply_on(marching):
    t = marching(X, "1417")
    assert names(supplied_net(t.state)) == {"1417"}
    t.advance("1517", *NOTHING, 1)
    assert names(supplied_net(t.state)) == {"1417", "1517"}


@case("9.11e")
def test_railroad_and_river_mix_in_one_line(table):
    line = ["2504", "2605", "2606", "2607", "2608", "2708", "2809", "2909"]
    assert names(supplied_net(table(japanese=line).state)) == set(line)


@case("9.11g", "R34")
def test_no_force_moves_out_of_supply(marching):
    t = marching(X, "1620", japanese=["1519"])
    assert not t.told("enters")
    assert t.asked.prompt == "muster", "there was no legal step"
    t = marching(X, "1919", japanese=[*PINGHAN, *EAST])
    for hex_ in EAST[1:]:
        t.advance(hex_)
    assert (t.mp, t.offers("advance", "1913")) == (12, False)
    assert t.why(space="1913") == ["9.11g", "R34"]


@case("9.12a", "9.12c", "9.12b", "R34")
def test_coastal_supply_reaches_six_hexes_but_gives_no_cheap_railroad(table):
    t = table(japanese=["4102", "4103", "4104"])
    assert supplied(t, "4105"), "4102 1, 4103 and 4104 two each"
    assert not supplied(table(japanese=["4102", "4103", "4104", "4105"]), "4106"), "seven"
    canton = table(japanese=["4908", "4809", "4709"])
    assert supplied(canton, "4609")
    assert cost(canton, "4709", "4609") == 4, "coastal supply never gives the railroad cost"
    walked = table(japanese=["2504", "2604", "2704"])
    assert supplied(walked, "2805"), "a force that came by land may use it too"


@case("9.14")
def test_surrounded_hexes_stay_chinese(table):
    ring = [GAME.space_ids[h] for h in GAME.steps_from[GAME.space_index["1919"]]]
    t = table(japanese=ring)
    assert not t.own("1919")


# --- 9.16 treaty ports


@case("9.16a", "9.16b")
def test_treaty_ports_are_closed_on_turns_1_and_2(table, marching):
    assert names(GAME.treaty_ports) == {"4906", "5007", "5107", "5511"}
    t = table().muster("J-3D")
    assert not t.goals("land") & {"4906", "5007", "5107", "5511"}
    assert t.why(space="4906") == ["9.16b"]
    t = marching(X, "4907")
    assert t.why(space="4906") == ["9.16b"]
    assert not t.offers("advance", "4906")


@case("9.16c", "R28")
def test_later_a_force_walks_or_lands_in_without_dice(marching, table):
    t = marching(X, "4907", turn=4, japanese=["area"], flotilla="gone").advance("4906")
    assert t.own("4906")
    assert not t.own("5007"), "that hex alone"
    assert not t.told("entry")
    assert t.asked.prompt == "march"
    t = table(turn=4, phase="first", japanese=["area"], flotilla="gone").muster("J-3D").do("land", "5511")
    assert t.own("5511")
    assert t.mp == 16


@case("9.18b", "9.18c", "R61")
def test_the_tertiary_sector_is_no_river_for_movement(table):
    t = table(turn=4, phase="first", japanese=["area", "4224"], flotilla="gone")
    assert not GAME.links.near[t.space("4224")] >> t.space("4324") & 1
    assert GAME.links.near[t.space("3618")] >> t.space("3619") & 1
    assert GAME.yangtze >> t.space("4324") & 1, "but it divides north from south"
    assert not GAME.north >> t.space("4324") & 1
    assert not GAME.south >> t.space("4324") & 1
    assert not GAME.land & ~(GAME.north | GAME.south | GAME.yangtze)


@case("9.8a", "9.10a", "9.11g")
def test_the_steps_on_offer_are_those_that_no_bar_forbids():
    seen = set()
    for name in ("time", "victory"):
        text = (Path(__file__).parent / "games" / f"{name}.grog").read_text(encoding="utf-8")
        for s in saves.load(text).match.walk():
            if s.agenda and isinstance(s.agenda[-1], March) and s.force:
                net, supplied = supplied_net(s), in_supply(s)
                near = GAME.steps_from[s.force_hex]
                assert open_steps(s) == [b for b in near if step_bar(s, b, net, supplied) is None]
                seen.add((s.objective >= 0, s.turn < GAME.treaty_ports_from))
    assert len(seen) == 4, "with an objective and without, treaty ports closed and open"
