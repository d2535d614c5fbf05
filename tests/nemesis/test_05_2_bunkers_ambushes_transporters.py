"""5.1-B, E, F: Bunkers, Ambushes, Transporters pushed aside."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.supply import trace

case = pytest.mark.case


# --- 5.1-B Bunkers


@case("5.1-B-a", "R32")
def test_a_unit_digs_in_instead_of_moving_and_may_still_assault(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J33-214": "0419", "B17-48": "0418"})
    t.do("dig", "J33-214")
    assert t.bunker("0419")
    assert not t.offers("move", "J33-214")
    t.do("end-movement")
    assert t.offers("attack", "0418")


@case("5.1-B-a")
def test_who_has_moved_does_not_dig(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J33-214": "0520"})
    t.march("J33-214", "0419")
    assert not t.options("dig")
    assert "5.1-B-a" in t.why("J33-214")


@case("5.1-B-b")
@pytest.mark.parametrize("unit", ["J56-C", "JX-3H", "JX-14T"])
def test_cavalry_and_motorized_units_dig_nothing(table: Any, unit: str) -> None:
    t = table(phase="japanese-assault", units={unit: "0618"})
    assert not t.options("dig")


@case("R32")
def test_one_bunker_a_hex_and_garrisons_may_dig(table: Any) -> None:
    t = table(phase="japanese-assault", units={"JG-MYI": "2607", "J18-114": "2607"})
    assert t.goals("dig") == {"JG-MYI", "J18-114"}
    t.do("dig", "JG-MYI")
    assert not t.options("dig")


@case("5.1-B-c", "R118")
def test_a_bunker_without_proper_occupants_goes_at_the_end_of_the_phase(table: Any) -> None:
    units = {"J33-214": "0419", "JX-14T": "0618", "J33-213": "0617", "JH-33": "0720"}
    bunkers = dict.fromkeys(["0419", "0618", "0617", "0720"], "Japanese")
    t = table(phase="japanese-attack", units=units, bunkers=bunkers, yunnan_active=1)
    t.end_phase()
    assert [t.bunker(h) for h in bunkers] == [True, False, True, False]


@case("5.1-B-c", "R33")
def test_in_combat_it_goes_at_once_and_never_passes_to_the_enemy(table: Any) -> None:
    units = {"J31-58": "0906", "J31-124": "0906", "BL-RIF": "0806", "BT-7C": "0806"}
    t = table(phase="japanese-attack", units=units, bunkers={"0806": "British"}, dice=[6])
    t.to_combat().attack("0806", "J31-58", "J31-124")
    t.do("spearhead", "J31-58").do("meet", "BL-RIF").do("no-banzai")
    assert t.where("BL-RIF") == "APERM"
    assert not t.bunker("0806")


@case("5.1-B-e", "R118")
def test_the_yunnan_force_has_one_bunker_and_may_move_it(table: Any) -> None:
    t = table()
    assert t.bunker("3511")
    t = table(
        phase="allied-assault",
        units={"Y87-259": "3609", "Y88-262": "3511"},
        bunkers={"3511": "Yunnan"},
        yunnan_active=1,
    )
    t.do("dig", "Y87-259")
    assert t.bunker("3609")
    assert not t.bunker("3511")


@case("5.1-B-f", "R118")
def test_when_none_is_left_one_comes_from_the_map_whoever_built_it(table: Any) -> None:
    hexes = ["0418", "0511", "0612", "0714", "0809", "0606", "0404", "2102"]
    units = {"B17-48": "0418", "S22-64": "2103", "SG-1": "2102"}
    t = table(phase="allied-assault", units=units, bunkers=dict.fromkeys(hexes, "British"))
    t.do("dig", "S22-64")
    assert t.goals("take-bunker") == set(hexes)
    t.do("take-bunker", "0418")
    assert t.bunker("2103")
    assert not t.bunker("0418")


@case("6.1-A-b")
def test_no_bunkers_in_the_attack_phase(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419"})
    assert not t.options("dig")


# --- 5.1-E Ambushes


@case("5.1-E-a")
def test_ambushes_lie_in_and_next_to_units_of_quality_2_and_3(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0806", "JX-INA1": "0720", "B17-48": "0706"})
    t.finish("end-movement", "end-combat")
    assert t.goals("ambush") == {"0806", "0805", "0906", "0907", "0807", "0707", "0706"}
    t.do("ambush", "0706")
    assert t.ambush("0706")
    assert "5.1-E-a" in t.why(space="0720")


@case("5.1-E-b")
def test_one_ambush_a_hex_and_six_in_all(table: Any) -> None:
    t = table(
        phase="japanese-assault", units={"J31-58": "0806"}, ambushes=["0510", "0511", "0610", "0611"], yunnan_active=1
    )
    t.finish("end-movement", "end-combat")
    t.do("ambush", "0706")
    assert not t.offers("ambush", "0706")
    assert t.why(space="0706") == ["5.1-E-b"]
    t.do("ambush", "0806")
    assert t.phase() == "allied-assault"
    assert t.state.ambushes.bit_count() == 6


@case("5.1-E-a")
def test_the_allies_lay_no_ambushes(table: Any) -> None:
    t = table(phase="allied-assault", units={"B50P": "0511"})
    t.do("end-movement").do("end-combat", dice=[1])
    assert t.side == "Japanese"
    assert t.phase() != "allied-assault"


@case("5.1-E-c", "R20", "R112")
@pytest.mark.parametrize(("turn", "cost"), [(1, 1 + 2), (8, 4 + 4)])
def test_an_ambush_costs_allied_units_a_point_more(table: Any, turn: int, cost: int) -> None:
    t = table(turn=turn, phase="allied-assault", units={"BT-3C": "0511"}, ambushes=["0510"])
    t.do("move", "BT-3C").do("to", "0510")
    assert t.asked.about[2] == 16 - cost
    t = table(turn=1, phase="japanese-assault", units={"J31-58": "0511"}, ambushes=["0510"])
    t.do("move", "J31-58").do("to", "0510")
    assert t.asked.about[2] == 20 - 1


@case("5.1-E-d", "R72")
def test_an_ambush_makes_an_allied_trace_longer(table: Any) -> None:
    t = table(units={"B17-48": "0511"}, ambushes=["0510"])
    s, start, goal = t.state, t.space("0511"), t.space("0509")
    assert trace(s, ALLIED, start, 4, 0) >> goal & 1
    assert not trace(s, ALLIED, start, 3, 0) >> goal & 1
    assert trace(s, JAPANESE, start, 2, 0) >> goal & 1


@case("5.1-E-e")
def test_an_ambush_goes_at_the_end_of_an_allied_phase_where_an_allied_unit_stands(table: Any) -> None:
    units = {"B17-48": "0510", "BM-1": "0511"}
    t = table(phase="allied-attack", units=units, ambushes=["0510", "0511", "0509"], dice=[1])
    t.end_phase()
    assert [t.ambush(h) for h in ("0510", "0511", "0509")] == [False, True, True]
    t = table(phase="japanese-attack", units=units, ambushes=["0510"], yunnan_active=1)
    t.end_phase()
    assert t.ambush("0510")


@case("5.1-E-e", "4.0-A-g")
def test_the_rest_goes_at_the_end_of_the_turn(table: Any) -> None:
    t = table(phase="end", units={"J31-58": "1111"}, ambushes=["0510"])
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert not t.state.ambushes


# --- 5.1-F Transporters


@case("5.1-F-a", "5.1-F-b")
def test_a_unit_pushes_transporters_aside_at_no_cost_and_the_owner_chooses_where(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0906", "BM-3": "0806", "BH": "0806", "B20-32": "0606"})
    t.do("move", "J31-58").do("to", "0806")
    assert t.side == "Allied"
    assert t.asked.prompt == "withdraw"
    assert t.goals("withdraw") == {"0706", "0707", "0807", "0805", "0907"}
    assert "5.1-F-b" in t.why("BH", "0906")
    t.do("withdraw", "BH", "0706").do("withdraw", "BM-3", "0807")
    assert t.side == "Japanese"
    assert t.asked.about[2] == 10 - 2
    t.do("to", "0706").do("withdraw", "BH", "0606")
    assert t.where("BH") == "0606"


@case("5.1-F-c")
def test_transporters_alone_are_not_attacked(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "BM-3": "0806"})
    t.to_combat()
    assert not t.options("attack")
    assert t.why(space="0806")[0] == "5.1-F-c"


@case("5.1-F-d")
def test_transporters_take_no_losses(table: Any) -> None:
    units = {"J31-58": "0906", "J31-124": "0906", "BM-3": "0806", "B17-48": "0806", "B17-63": "0806"}
    t = table(phase="allied-attack", units=units, dice=[1])
    t.to_combat().attack("0906", "B17-48", "B17-63").do("spearhead", "B17-48")
    t.do("meet", "J31-58").do("no-banzai")
    assert t.asked.prompt == "losses"
    assert "BM-3" not in t.goals("lose")
    assert t.why("BM-3") == ["5.1-F-d"]


@case("5.1-F-e", "R65")
def test_left_alone_after_combat_they_retreat_before_the_advance(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "BM-3": "0806", "BL-RIF": "0806"}, dice=[6])
    t.to_combat().attack("0806", "J31-58").do("no-banzai")
    assert t.asked.prompt == "withdraw"
    t.do("withdraw", "BM-3", "0706").do("advance", "J31-58")
    assert t.where("J31-58") == "0806"


@case("5.1-F-f", "R108", "R65")
def test_a_transporter_that_cannot_retreat_reappears_at_a_depot_that_can_supply(table: Any) -> None:
    ring = dict(
        zip(("J31-58", "J31-124", "J31-138", "J15-51", "J15-60"), ("0805", "0906", "0907", "0807", "0707"), strict=True)
    )
    t = table(phase="japanese-assault", units={**ring, "J33-214": "0706", "BM-3": "0806"}, japanese_flags=["0418"])
    t.do("move", "J33-214").do("to", "0806")
    assert t.asked.prompt == "relocate"
    assert t.goals("relocate") >= {"0404", "0511", "3609", "2102"}
    assert "0418" not in t.goals("relocate")
    t.do("relocate", "BM-3", "0511")
    assert t.where("BM-3") == "0511"


@case("5.1-F-f", "R113")
def test_a_truck_comes_back_next_turn_instead(table: Any) -> None:
    ring = dict(zip(("J31-58", "J31-124"), ("0605", "0607"), strict=True))
    units = {**ring, "J33-214": "0706", "J31-138": "0705", "BTRK": "0606"}
    t = table(phase="japanese-assault", units=units)
    t.do("move", "J33-214").do("to", "0606")
    assert t.where("BTRK") == "T2"
