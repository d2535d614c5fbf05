"""Chapter 3: set-up, control, where operations start."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.supply import start_cities
from grognard.kernel.bits import members
from whitesun.conftest import GAME, HIT, NOTHING, SPARE, X, fire

case = pytest.mark.case


def starts(t) -> set[str]:
    return {GAME.space_ids[h] for h in members(start_cities(t.state))}


# --- 3.1, 3.2 the pieces


@case("3.1a", "8.3")
def test_only_garrisons_forts_and_depots_start_on_the_map(table):
    t = table()
    on_map = {h: t.at(h) for h in ("2504", "2708", "3414", "5710")}
    assert on_map == {
        "2504": {"G-M", "G-56", "F-2504", "S-2504"},
        "2708": {"G-103", "G-112", "F-2708", "S-2708"},
        "3414": {"G-WG", "G-43", "G-185", "F-3414", "S-3414"},
        "5710": {"G-HDG"},
    }
    assert sum(t.state.at[h].bit_count() for h in range(GAME.hexes)) == 14


@case("3.1b")
def test_static_units_never_move_except_to_the_dead_pile(marching):
    t = marching(X, "2809", flotilla="gone", japanese=["2504", "2505", "2506", "2607", "2608"])
    t.advance("2708", *NOTHING, 1, *fire(14, 6, 6, 6))
    assert t.own("2708")
    assert {t.where(u) for u in ("G-103", "G-112", "F-2708", "S-2708")} == {"DEAD"}


@case("3.1c", "3.1d", "3.1e")
def test_the_pool_and_the_turn_track_hold_the_chinese_by_their_number(table):
    t = table()
    boxes = ("POOL", "T2", "T3", "T4")
    chinese = [{u for u in t.at(box) if u[0] in "ERCA"} for box in boxes]
    assert [len(units) for units in chinese] == [58, 19, 14, 18]
    assert {"C-8RA", "C-N4A"} <= chinese[0]
    assert t.where("A-AVG") == "T2"
    assert t.at("BASE") == {"C-R1", "C-R2", "C-R3", "C-R4"}


@case("3.2a", "3.2b", "3.5a")
def test_japanese_units_of_turn_1_are_ready_and_the_others_on_the_track(table):
    t = table()
    assert len(t.goals("join")) == 49
    assert t.goals("join") == t.at("READY")
    assert [len({u for u in t.at(box) if u.startswith("J-")}) for box in ("T2", "T3", "T4")] == [22, 8, 4]


# --- 3.3, 3.4 control


@case("3.3a")
def test_at_the_start_every_hex_is_chinese(table):
    assert table().state.japanese == 0


@case("3.3b", "R22")
def test_control_passes_once_and_comes_back_only_by_giving_up_or_by_a_break(marching):
    t = marching(X, "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 1).advance("1417")
    assert (t.own("1517"), t.mp) == (True, 20)
    assert t.kinds().count("entry") == 1, "a Japanese hex is entered without dice"
    t.edit(broken=["1517"]).advance("1517", *NOTHING, 1)
    assert t.own("1517")
    assert t.kinds().count("entry") == 2


@case("3.3c")
def test_control_matters_for_supply(marching):
    far = marching(X, "1620", japanese=["1419", "1519"])
    assert far.offers("advance", "1719")
    cut = marching(X, "1620", chinese=["1519", "1419"])
    assert not cut.options("advance")


@case("3.4c", "9.6", "R37")
def test_a_repulse_leaves_control_as_it_was_and_ends_the_operation(marching):
    t = marching(X, "1417", pool=["R-NR", "R-SR"])
    t.advance("1517", *NOTHING, 4, "R-NR", "R-SR", *fire(14), *fire(24)).do("withdraw")
    assert not t.own("1517")
    assert t.at("1517") == {"R-NR", "R-SR"}
    assert {t.where(u) for u in X} == {"RESERVE"}
    t.do("end-phase")
    assert set(X) <= t.goals("join"), "they may operate again in Phase III"


@case("R39", "3.4a", "3.4b")
def test_the_order_on_entry_points_dice_event_draw_battle(marching):
    t = marching(X, "1417", pool=["R-17D"])
    t.advance("1517", 3, 1, 3, 1)
    assert t.asked.prompt == "losses"
    assert not t.told("drawn"), "steps go before anybody is drawn"
    assert t.mp == 21
    t.do("lose", "J-3D", dice=["R-17D", *fire(13, HIT), 6])
    order = [k for k in t.kinds() if k in ("enters", "entry", "event", "setback", "drawn", "japanese-fire", "taken")]
    assert order == ["enters", "entry", "event", "setback", "drawn", "japanese-fire", "taken"]


@case("R68", "9.5")
def test_nobody_there_the_hex_is_taken_and_the_force_goes_on(marching):
    t = marching(X, "1417").advance("1517", *NOTHING, 2)
    assert t.own("1517")
    assert t.asked.prompt == "march"


# --- 3.5 where an operation starts, and where its units go


@case("3.5b", "5.3a", "R19")
def test_units_that_have_operated_wait_in_the_reserve_box_for_phase_iii(marching):
    t = marching(X, "1417").advance("1517", *NOTHING, 1).do("halt")
    assert {t.where(u) for u in X} == {"RESERVE"}
    assert t.goals("join") == {SPARE}
    t.do("end-phase")
    assert t.phase() == "second"
    assert t.goals("join") == {*X, SPARE}


@case("3.5c", "10.1g", "R19")
def test_in_phase_iii_of_turn_1_eliminated_units_go_to_turn_2(marching):
    t = marching(["J-101D", "J-2IMB"], "1417", phase="second", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(3), *fire(12, 6)).do("lose", "J-2IMB")
    assert t.where("J-2IMB") == "T2"


@case("3.5e", "7.4b", "R15")
def test_eliminated_puppets_are_out_without_a_die(marching):
    t = marching(["P-HA", "J-3D"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(2), *fire(1), *fire(12, 6)).do("lose", "P-HA")
    assert t.where("P-HA") == "OUT"
    assert not t.told("asterisk")


@case("3.5f")
def test_a_force_enters_by_the_north_edge_the_coast_or_a_city(table):
    t = table().muster("J-3D")
    assert t.goals("enter") == {str(n) for n in range(1416, 1429)}
    assert t.goals("land") == {GAME.space_ids[h] for h in members(GAME.coast & ~GAME.treaty_ports)}
    assert not t.options("start")
    t = table(japanese=["1417", "1517", "1618"]).muster("J-3D")
    assert t.goals("start") == {"1618"}
    assert t.why(space="1619") == ["3.5f", "R31"]


@case("3.5g", "R31")
def test_a_start_city_needs_a_line_to_an_edge_or_the_coast(table):
    line = ["1419", "1519", "1620", "1719", "1820", "1920"]
    assert starts(table(japanese=line)) == {"1419", "1920"}
    cut = table(japanese=line, broken=["1719"])
    assert starts(cut) == {"1419"}
    assert cut.muster("J-3D").why(space="1920") == ["3.5g", "R31"]
    assert starts(table(japanese=["1811"])) == {"1811"}, "a coastal city needs nothing else"
    assert starts(table(japanese=["2504", "2505", "2506", "2607", "2608"])) == {"2504", "2608"}, "by river"
    assert starts(table(japanese=["2608"])) == set()
    assert starts(table(japanese=["1419"], broken=["1419"])) == set()


@case("3.5h")
def test_each_later_operation_may_start_in_any_such_city(table):
    t = table(pool=[], japanese=["1417", "1517", "1618", "1518", "1419"]).muster("J-3D").do("start", "1419")
    assert (t.mp, t.where("J-3D")) == (22, "1419")
    t.do("halt").muster("J-5D").do("start", "1618")
    assert t.where("J-5D") == "1618"


@case("3.10a")
def test_the_chinese_never_enter_japanese_hexes(marching):
    t = marching(X, "1417", pool=["R-NR", "R-SR"])
    t.advance("1517", *NOTHING, 4, "R-NR", "R-SR", *fire(14), *fire(24)).do("withdraw")
    t.do("end-phase").do("end-phase")
    assert t.own("1417")
    assert t.at("1517") == {"R-NR", "R-SR"}
