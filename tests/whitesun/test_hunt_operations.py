"""More situations in which rules meet: operations, garrisons, objectives and the turn."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.administration import garrisons_needed
from grognard.games.whitesun.state import own
from grognard.games.whitesun.supply import in_supply, supplied_net
from grognard.kernel.bits import members
from whitesun.conftest import GAME, HIT, NOTHING, X, fire

case = pytest.mark.case
DIVISION, BRIGADE, PORT, CHANGSHA, RAID = 1, 2, 3, 5, 6
LAND = [GAME.space_ids[h] for h in members(GAME.land & ~GAME.base_area)]


def objective(table, number, *dice, **change):
    settings = {"turn": number, "phase": "first", "ready": X, "flotilla": "gone", "pool": [], "japanese": ["area"]}
    return table(dice, **{**settings, **change})


@case("8.5d", "R62", "R38")
def test_the_base_area_rolls_anew_after_a_repulse(marching):
    t = marching(["J-3D", "J-5D"], "2622", japanese=LAND)
    near = in_supply(t.state) & GAME.base_area
    hex_ = next(h for h in members(near) if set(GAME.steps_from[h]) - set(members(GAME.base_area)))
    start = next(n for n in GAME.steps_from[hex_] if own(t.state) >> n & 1)
    t = marching(["J-3D", "J-5D"], GAME.space_ids[start], japanese=LAND)
    t.advance(GAME.space_ids[hex_], *NOTHING, 1, 6, *fire(4)).do("withdraw")
    assert t.at("BASE") == {"C-R1", "C-R2", "C-R3", "C-R4"}
    assert not t.state.held >> hex_ & 1


@case("9.6", "R37", "5.3a")
def test_a_repulsed_landing_goes_off_the_map_and_may_come_again_in_phase_iii(table):
    t = table(ready=["J-2IMB", "J-27D"], pool=["R-17D"]).muster("J-2IMB")
    t.do("land", "1411", dice=[*NOTHING, 4, "R-17D", 1, 1]).do("withdraw")
    assert t.where("J-2IMB") == "RESERVE"
    assert t.state.amphibious == 1
    t.do("end-phase")
    assert t.phase() == "second"
    assert t.state.amphibious == 0
    assert "J-2IMB" in t.goals("join")


@case("10.6b", "10.6c", "5.2c")
def test_a_great_victory_ends_with_the_phase(table):
    t = table(ready=["J-2IMB", "J-27D"], pool=[])
    t.edit(great_victory=1)
    t.do("end-phase")
    assert t.phase() == "second"
    assert not t.state.great_victory


@case("8.10b", "5.2c", "R38")
def test_defenders_that_held_in_phase_ii_still_hold_in_phase_iii(table):
    t = table(ready=["J-2IMB", "J-27D"], pool=["R-17D"], japanese=["1417"]).muster("J-2IMB")
    t.do("enter", "1418", dice=[*NOTHING, 4, "R-17D", 1, 1]).do("withdraw").do("end-phase")
    assert t.at("1418") == {"R-17D"}
    t.muster("J-27D").do("enter", "1418", dice=[*NOTHING, *fire(2, HIT), 6])
    assert t.told("entry-held")
    assert t.own("1418")


@case("2.5f", "R18", "3.5b")
def test_a_reduced_division_starts_phase_iii_whole(marching):
    t = marching(X, "1417").advance("1517", 3, 1, 1, 1).do("lose", "J-3D").do("halt").do("end-phase")
    assert t.phase() == "second"
    assert t.steps("J-3D") == 2


@case("OT.1", "11.2d", "R46")
def test_a_division_called_up_is_used_up_by_the_next_raid(table):
    t = objective(table, 2, DIVISION, ready=["J-3D"], units={"J-9D": "GARRISON", "J-10D": "GARRISON"})
    t.do("call-up", "J-9D", dice=[RAID]).muster("J-9D").do("fight", dice=[6, *fire(2), PORT])
    assert t.where("J-9D") == "T3"
    assert t.state.broken


@case("OT.3c", "9.16b", "R48")
def test_on_turn_2_all_open_ports_taken_means_a_second_die_though_treaty_ports_are_chinese(table):
    t = objective(table, 2, PORT, 2, japanese=["area", "3302", "3702", "5513", "5615", "5710", "3513", "3614", "3714"])
    assert t.told("alternative")
    assert t.asked.prompt == "muster"
    assert t.asked.about[0] == "changsha"


@case("3.8b", "3.6d", "R25")
@pytest.mark.parametrize(("cities", "needed"), [
    (["4906"], 1), (["4906", "5007"], 1), (["4906", "5007", "5107"], 1), (["4906", "5511"], 2), (["5710", "3302"], 2),
    (["5710", "3302", "5107"], 3),
])  # fmt: skip
def test_garrisons_beyond_the_line(table, cities, needed):
    t = table(turn=4, phase="first", japanese=["area", *cities], flotilla="gone", ready=X)
    assert garrisons_needed(t.state) == needed


@case("9.12b", "9.11e", "R34", "R35")
def test_coastal_supply_never_gives_the_railroads_cost(marching):
    t = marching(X, "4908", japanese=["4908", "4809"])
    assert not supplied_net(t.state) >> t.space("4908") & 1
    t.advance("4809")
    assert t.mp == 20, "two points although a railroad runs there"


@case("9.11b", "R33", "R52")
def test_a_broken_source_feeds_nothing_and_the_other_source_still_does(table):
    t = table(turn=4, phase="first", japanese=["area"], broken=["1417"], flotilla="gone", ready=X)
    net = supplied_net(t.state)
    assert not net >> t.space("1417") & 1
    assert net >> t.space("1419") & 1
    assert net >> t.space("2504") & 1


@case("9.11g", "9.6", "R34")
def test_a_force_may_always_step_back_into_supply(marching):
    t = marching(X[:3], "3420", japanese=["area", "3117", "3118", "3219", "3319"], came="3319", mp=14)
    assert t.offers("advance", "3319")


@case("4.1a", "R30", "5.2d")
def test_one_missing_port_loses_the_war_on_turn_1(table):
    t = table(phase="victory", japanese=["area"], chinese=["4102"])
    assert t.state.ending == "survival"
    assert t.told("objectives-missed")[0].args == ([t.space("4102")],)


@case("4.2e", "R29", "R52", "12.3")
def test_breaks_on_the_line_deny_victory_and_a_force_that_enters_repairs_them(marching):
    line = [GAME.space_ids[h] for h in members(GAME.trunk)]
    cut = ["4213", "4313", "4312"]
    t = marching(X, "4112", turn=4, japanese=[*LAND, *line], broken=cut, flotilla="gone")
    assert t.state.winner < 0
    t.advance("4213", *NOTHING, 1)
    assert t.own("4213")
    assert t.told("repaired")


@case("7.4b", "5.3a", "R15")
def test_puppets_operate_in_both_phases_of_turn_1(marching):
    t = marching(["P-HA", "J-3D"], "1417").advance("1517", *NOTHING, 1).do("halt").do("end-phase")
    assert t.phase() == "second"
    assert "P-HA" in t.goals("join")


@case("9.13d", "3.5f")
def test_a_force_with_a_puppet_may_enter_by_land_but_not_by_sea(table):
    t = table(ready=["P-HA", "J-3D"]).muster("P-HA", "J-3D")
    assert t.options("enter")
    assert not t.options("land")
    assert t.why(space="2504") == ["9.13d"]


@case("10.1h", "8.7c")
def test_on_turn_4_elites_fight_in_the_open(marching):
    t = marching(X, "1417", turn=4, japanese=["area"], chinese=["1517"], pool=["E-88D"], flotilla="gone")
    t.advance("1517", *NOTHING, 3, "E-88D", 1, *fire(14, HIT), 6)
    assert t.told("drawn")
    assert not t.told("no-show")


@case("8.8a", "8.8b", "R61")
@pytest.mark.parametrize(("army", "at", "to", "fights"), [
    ("C-8RA", "1417", "1517", True), ("C-N4A", "1417", "1517", False),
    ("C-8RA", "4908", "4809", False), ("C-N4A", "4908", "4809", True),
])  # fmt: skip
def test_each_army_keeps_to_its_side_of_the_river(marching, army, at, to, fights):
    t = marching(X, at, pool=[army])
    dice = [*NOTHING, 3, army, *([6, *fire(14, HIT)] if fights else [])]
    t.advance(to, *dice)
    assert bool(t.told("drawn")) == fights
    assert bool(t.told("no-show")) != fights
