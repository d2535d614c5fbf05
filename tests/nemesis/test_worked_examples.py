"""The examples of the rules, set on this map."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.losses import destroy, lose_step
from grognard.games.nemesis.odds import (
    Attack,
    attack_quality,
    attack_total,
    defence_quality,
    final_column,
    shifts,
    start_column,
)
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import may_be_first
from grognard.games.nemesis.supply import levels, trace

case = pytest.mark.case


def supplied(t: Any, *units: str) -> list[str]:
    found = levels(t.state, JAPANESE)
    return [("full", "limited", "out")[found[t.unit(u)]] for u in units]


E1 = {"JH-31": "1008", "J31-58": "0806"}


@case("7.1-A-a", "7.1-A-h")
def test_e1_homalin_feeds_a_headquarters_that_feeds_a_regiment(table: Any) -> None:
    assert supplied(table(units=E1), "JH-31", "J31-58") == ["full", "full"]


@case("7.1-A-i")
def test_e2_a_headquarters_cannot_supply_another(table: Any) -> None:
    assert supplied(table(units={**E1, "JH-15": "0807"}), "JH-31", "JH-15") == ["full", "out"]


@case("7.1-A-i", "7.1-C-e")
def test_e3_mules_of_another_division_give_it_limited_supply(table: Any) -> None:
    t = table(units={**E1, "JH-15": "0807", "JM-31": "0907", "J15-51": "0808"})
    assert supplied(t, "JH-15", "JM-31", "J15-51") == ["limited", "full", "limited"]


@case("7.1-B-e")
def test_e4_two_limited_7_4_units_attack_with_8(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "J33-214": "0419"}
    t = table(units=units, level={"B17-48": "limited", "B17-63": "limited"})
    attack = Attack(ALLIED, t.space("0419"), [t.unit("B17-48"), t.unit("B17-63")])
    assert attack_total(t.state, attack) == 8


@case("6.1-D-e")
def test_e5_one_column_up_from_3_to_1_is_5_to_1(table: Any) -> None:
    columns = table().game.results.columns
    assert columns[columns.index("3-1") + 1] == "5-1"
    t = table(units={"J31-58": "0511", "BL-RIF": "0510"})
    attack = Attack(JAPANESE, t.space("0510"), [t.unit("J31-58")], -1, t.unit("J31-58"), t.unit("BL-RIF"))
    assert columns[start_column(t.state, attack)] == "3-1"
    assert columns[final_column(t.state, attack)[0]] == "5-1"


@case("6.1-D-b")
def test_e6_4_to_1_without_shifts_is_3_to_1(table: Any) -> None:
    t = table(units={"BT-3C": "0511", "BT-149": "0511", "J31-b1": "0510"})
    units = [t.unit("BT-3C"), t.unit("BT-149")]
    attack = Attack(ALLIED, t.space("0510"), units, -1, t.unit("BT-3C"), t.unit("J31-b1"))
    assert (attack_total(t.state, attack), t.game.results.columns[start_column(t.state, attack)]) == (8, "3-1")


@case("6.1-F-j")
def test_e7_a_regiment_in_a_bunker_has_quality_4(table: Any) -> None:
    t = table(units={"J31-58": "0510", "B23-1": "0511"}, bunkers={"0510": "Japanese"})
    attack = Attack(ALLIED, t.space("0510"), [t.unit("B23-1")], -1, t.unit("B23-1"), t.unit("J31-58"))
    assert (attack_quality(t.state, t.unit("B23-1"), t.space("0510")), defence_quality(t.state, t.unit("J31-58"))) == (
        2,
        4,
    )
    assert [m.value for m in shifts(t.state, attack)] == [-2]


@case("6.1-F-m", "R49")
def test_e8_across_the_salween_uphill_from_5_to_1_to_1_to_2(table: Any) -> None:
    force = ["Y87-259", "Y87-261", "Y88-262", "Y88-264", "Y9-25"]
    t = table(units={**dict.fromkeys(force, "3511"), "Y9-25": "3512", "J56-113": ["3411", 2]})
    s = t.state
    units = [t.unit(u) for u in force]
    attack = Attack(ALLIED, t.space("3411"), units, -1, units[0], t.unit("J56-113"))
    assert attack_quality(s, units[0], attack.target) == 0
    assert t.game.results.columns[start_column(s, attack)] == "5-1"
    assert sorted(m.value for m in shifts(s, attack)) == [-3, -1]
    assert final_column(s, attack) == (t.game.results.columns.index("1-2"), 0)


@case("2.2-h")
def test_e9_a_large_motorized_unit_fills_a_path_hex(table: Any) -> None:
    t = table(units={"B2-4": "0311"})
    assert all(is_full_for(t.state, t.space("0311"), t.unit(u)) for u in ("B17-48", "BL-RIF"))


@case("2.3-g")
def test_e10_slim_on_8_takes_an_objective_worth_3(table: Any) -> None:
    t = table(phase="allied-attack", units={"C-77": "2308"}, general=[8, 0], dice=[1])
    t.end_phase()
    assert t.state.general[ALLIED] == 1
    assert t.state.superior == [6, 5]


@case("2.4-h", "2.5-c")
def test_e11_lament_on_8_and_a_brigade_is_eliminated(table: Any) -> None:
    t = table(units={"B17-48": "0418"}, lament=[8, 0])
    destroy(t.state, t.unit("B17-48"))
    assert (t.state.lament[ALLIED], t.state.superior[ALLIED], t.state.scale) == (1, 4, 1)


@case("6.1-G-f")
def test_e12_a_reduced_regiment_takes_a_step(table: Any) -> None:
    t = table()
    boxed = len([u for u in t.units_at("JBATT") if u.startswith("J18-b")])
    lost = len([u for u in t.units_at("JLOSS") if u.startswith("J18-b")])
    hex_ = t.where("J18-55")
    lose_step(t.state, t.unit("J18-55"))
    assert t.where("J18-55") == "JSHELF"
    assert any(u.startswith("J18-b") for u in t.units_at(hex_))
    assert len([u for u in t.units_at("JBATT") if u.startswith("J18-b")]) == boxed - 2
    assert len([u for u in t.units_at("JLOSS") if u.startswith("J18-b")]) == lost + 1
    assert t.state.lament[JAPANESE] == 1


@case("3.4-b", "3.4-c", "3.4-d")
def test_e13_the_77th_brigade_takes_three_steps(table: Any) -> None:
    t = table(units={"C-77": "2211"})
    unit = t.unit("C-77")
    for _ in range(3):
        unit = lose_step(t.state, unit)
    assert t.where("C-77") == "APERM"
    assert (t.state.scale, t.state.lament[ALLIED]) == (1, 3)
    assert len(t.units_at("CHINDIT")) == 6


@case("4.0-A-d")
def test_e14_assault_supply_check_or_attack_may_be_first_after_reinforcements_came_last(table: Any) -> None:
    t = table(last=["Reinforcements", ""])
    assert may_be_first(t.state, ALLIED) == [0, 1, 2]


@case("6.1-F-c")
def test_e15_1_to_2_and_two_down_is_one_off_the_die(table: Any) -> None:
    t = table(units={"B17-48": "0418", "J33-214": "0419", "J33-215": "0419"})
    attack = Attack(ALLIED, t.space("0419"), [t.unit("B17-48")], -1, t.unit("B17-48"), t.unit("J33-214"))
    assert start_column(t.state, attack) == 0
    assert sum(m.value for m in shifts(t.state, attack)) == -2
    assert final_column(t.state, attack) == (0, -1)


@case("6.1-F-b")
def test_e16_9_to_1_and_one_up_is_one_on_the_die(table: Any) -> None:
    units = {"J31-58": "0511", "J31-124": "0511", "J31-138": "0511", "BL-RIF": "0510"}
    t = table(units=units)
    attack = Attack(
        JAPANESE, t.space("0510"), [t.unit(u) for u in list(units)[:3]], -1, t.unit("J31-58"), t.unit("BL-RIF")
    )
    assert sum(m.value for m in shifts(t.state, attack)) == 1
    assert final_column(t.state, attack) == (6, 1)


@case("7.1-A-c")
def test_e17_a_mountain_beyond_a_major_river_is_reached_next_door(table: Any) -> None:
    t = table(units={"J31-58": "1111"})
    g = t.game
    a, b = next((a, b) for a, b in sorted(g.major) if g.mountains >> b & 1 and not g.link_near[a] >> b & 1)
    assert g.trace_cost[0][a][b] == 2 * 6
    assert trace(t.state, JAPANESE, a, 2 * 3, 0) >> b & 1
