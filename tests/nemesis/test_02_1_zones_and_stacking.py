"""2.1 and 2.2: zones of control and stacking."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.zones import in_zone_of, zone_of
from grognard.kernel.bits import members

case = pytest.mark.case


def zone(t: Any, side: int) -> set[str]:
    return {t.game.space_ids[h] for h in members(zone_of(t.state, side))}


@case("2.1-a", "2.1-d")
def test_quality_3_on_foot_has_a_zone_all_round(table: Any) -> None:
    t = table(units={"J31-58": "0806", "JM-31": "1111"})
    assert zone(t, JAPANESE) == {"0805", "0906", "0907", "0807", "0707", "0706"}


@case("2.1-a")
def test_transporters_have_no_zone(table: Any) -> None:
    t = table(units={"JH-31": "0806", "JM-31": "1111"})
    assert zone(t, JAPANESE) == set()


@case("2.1-e", "2.1-f")
@pytest.mark.parametrize("unit", ["B20-32", "BT-3C"])
def test_quality_2_and_motorized_quality_3_have_a_zone_along_roads_and_tracks_only(table: Any, unit: str) -> None:
    t = table(units={unit: "0809"})
    assert zone(t, ALLIED) == {"0710"}


@case("2.1-g")
def test_quality_1_has_no_zone(table: Any) -> None:
    t = table(units={"JX-INA1": "0720", "Y87-259": "3609"})
    assert zone(t, JAPANESE) == zone(t, ALLIED) == set()


@case("2.1-b")
def test_a_zone_hinders_neither_movement_nor_supply(table: Any) -> None:
    units = {"B17-48": "0413", "J33-214": "0514"}
    t = table(phase="allied-assault", units=units)
    assert in_zone_of(t.state, JAPANESE, t.space("0413"))
    t.do("move", "B17-48").do("to", "0412").do("to", "0411")
    assert t.where("B17-48") == "0411"
    t = table(phase="allied-supply", units=units, dice=[6, 1])
    assert t.level("B17-48") == "full"


@case("2.1-c", "R24")
def test_a_friendly_unit_does_not_cancel_an_enemy_zone(table: Any) -> None:
    t = table(units={"J31-58": "0806", "B20-32": "0706"})
    assert in_zone_of(t.state, JAPANESE, t.space("0706"))


@case("R24")
def test_no_zone_reaches_over_a_lake_but_rivers_do_not_matter(table: Any) -> None:
    t = table(units={"J31-58": "0411", "J56-113": "3411"})
    assert not in_zone_of(t.state, JAPANESE, t.space("0512"))
    assert in_zone_of(t.state, JAPANESE, t.space("3511"))


@case("2.2-a")
def test_enemies_never_share_a_hex(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0806", "BL-RIF": "0706"})
    t.do("move", "J31-58")
    assert not t.offers("to", "0706")
    assert t.why("J31-58", "0706") == ["2.2-a"]


@case("2.2-b", "2.2-c", "2.2-d")
def test_three_large_japanese_units_fill_a_hex_and_small_ones_count_half(table: Any) -> None:
    units = {"J31-58": "1111", "J31-124": "1111", "J31-E": "1111", "JM-31": "1111", "JH-31": "1111"}
    t = table(units=units)
    assert not is_full_for(t.state, t.space("1111"), t.unit("J33-E"))
    assert is_full_for(t.state, t.space("1111"), t.unit("J31-138"))
    assert not is_full_for(t.state, t.space("1111"), t.unit("JM-15"))


@case("2.2-e")
def test_four_yunnan_units_in_any_terrain(table: Any) -> None:
    t = table(units={"Y87-259": "3409", "Y87-261": "3409", "Y88-262": "3409"})
    assert not is_full_for(t.state, t.space("3409"), t.unit("Y88-264"))
    t = table(units={"Y87-259": "3409", "Y87-261": "3409", "Y88-262": "3409", "Y88-264": "3409"})
    assert is_full_for(t.state, t.space("3409"), t.unit("Y9-25"))


@case("2.2-f", "R116", "R23")
@pytest.mark.parametrize(
    ("hex_", "most"),
    [("0510", 4), ("0607", 3), ("0311", 2), ("0511", 4), ("0714", 3)],
    ids=["clear", "hill with a road", "hill with a path", "town in clear", "road in jungle"],
)
def test_other_allies_stack_by_terrain(table: Any, hex_: str, most: int) -> None:
    names = ["B17-48", "B17-63", "B20-32", "B20-80", "B20-100"]
    t = table(units=dict.fromkeys(names[: most - 1], hex_))
    assert not is_full_for(t.state, t.space(hex_), t.unit(names[most - 1]))
    t = table(units=dict.fromkeys(names[:most], hex_))
    assert is_full_for(t.state, t.space(hex_), t.unit(names[most]))


@case("R21")
def test_one_other_ally_brings_the_lower_limit_to_a_yunnan_stack(table: Any) -> None:
    t = table(units={"Y87-259": "3409", "Y87-261": "3409"})
    assert not is_full_for(t.state, t.space("3409"), t.unit("Y88-262"))
    assert is_full_for(t.state, t.space("3409"), t.unit("S22-64"))


@case("2.2-g", "R98")
def test_a_third_chindit_is_too_much_and_only_chindits_go(table: Any) -> None:
    units = {"C-16": "0512", "C-77": "0512", "C-b1": "0512", "B50P": "0512"}
    t = table(phase="allied-attack", units=units, level={"C-16": "limited"})
    t.end_phase()
    assert t.asked.prompt == "overstacked"
    assert t.goals("eliminate") == {"C-16", "C-77", "C-b1"}
    before = t.state.scale
    t.do("eliminate", "C-16", dice=[1])
    assert t.where("C-16") == "APERM"
    assert t.state.lament[ALLIED] == 3
    assert t.state.scale == before + 1


@case("2.2-h")
def test_a_motorized_unit_counts_double_where_only_a_path_runs(table: Any) -> None:
    t = table(units={"B2-4": "0311"})
    assert is_full_for(t.state, t.space("0311"), t.unit("BL-RIF"))
    t = table(units={"B2-4": "0607"})
    assert not is_full_for(t.state, t.space("0607"), t.unit("B2-5"))


@case("2.2-i", "R22")
def test_too_high_stacks_are_cut_down_at_the_end_of_the_phase_not_before(table: Any) -> None:
    units = {"J31-58": "1111", "J31-124": "1111", "J31-138": "1111", "J31-A": "1110"}
    t = table(phase="japanese-assault", units=units, yunnan_active=1)
    t.march("J31-A", "1111")
    assert t.asked.prompt == "movement"
    t.end_phase()
    assert t.asked.prompt == "overstacked"
    assert t.why("JM-X1") == ["2.2-i"]
    t.do("eliminate", "J31-A")
    assert t.where("J31-A") == "JLOSS"
    assert t.state.lament[JAPANESE] == 3


@case("2.2-i", "R22")
def test_mergers_come_before_the_limit(table: Any) -> None:
    units = {"J31-58": ["1111", 2], "J31-124": "1111", "J31-A": "1111", "J31-b1": "1110"}
    t = table(phase="japanese-assault", units=units, yunnan_active=1)
    t.march("J31-b1", "1111").end_phase(dice=[])
    assert t.asked.prompt == "movement"
    assert t.side == "Allied"
    assert t.steps("J31-58") == 3


@case("2.2-j", "R22")
def test_the_other_sides_stacks_are_cut_down_too_the_phasing_side_first(table: Any) -> None:
    british = dict.fromkeys(["B17-48", "B17-63", "B20-32"], "0311")
    japanese = dict.fromkeys(["J31-58", "J31-124", "J31-138", "J31-A"], "1111")
    t = table(phase="japanese-attack", units=british | japanese, yunnan_active=1)
    t.end_phase()
    assert t.side == "Japanese"
    t.do("eliminate", "J31-A")
    assert t.side == "Allied"
    assert t.goals("eliminate") == {"B17-48", "B17-63", "B20-32"}
