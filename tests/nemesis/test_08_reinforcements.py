"""Chapter 8: replacements, reinforcements, rail and air."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.rail import rail_reach, suits
from grognard.games.nemesis.reinforcement_allied import (
    edge_near,
    entry_hexes,
    flights_allowed,
    landing_hexes,
    yunnan_hexes,
)
from grognard.games.nemesis.reinforcement_japanese import arrival_hexes, replacement_levels
from grognard.kernel.bits import members

case = pytest.mark.case


def names(t: Any, hexes: Any) -> set[str]:
    return {t.game.space_ids[h] for h in hexes}


def reach(t: Any, side: int, start: str) -> set[str]:
    return names(t, members(rail_reach(t.state, side, t.space(start))))


# --- 8.1-A Japanese replacements


@case("8.0-a", "8.1-A-a", "R79")
def test_up_to_three_battalions_of_different_divisions(table: Any) -> None:
    units = {"JH-31": "1111", "JH-15": "1112", "JH-33": "0720", "JH-18": "2107"}
    t = table(phase="japanese-reinforcements", units=units, yunnan_active=1)
    divisions = {name.split("-")[0] for name in t.goals("bring-back")}
    assert {"J31", "J15", "J33", "J18"} <= divisions
    t.do("bring-back", "J31-b1").do("place", "1110")
    assert "J31" not in {name.split("-")[0] for name in t.goals("bring-back")}
    t.do("bring-back", "J15-b3").do("place", "1113").do("bring-back", "J33-b1").do("place", "0819")
    assert t.phase() == "allied-assault"


@case("8.1-A-a", "R79")
def test_a_division_comes_again_only_when_no_other_is_left(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"JH-31": "1111"}, yunnan_active=1)
    lost = sorted(t.units_at("JLOSS"))
    others = {name: "OUT" for name in lost if not name.startswith("J31-b")}
    t = table(phase="japanese-reinforcements", units={"JH-31": "1111"}, box=others, yunnan_active=1)
    t.do("bring-back", "J31-b1").do("place", "1110")
    assert t.goals("bring-back") == {"J31-b2"}


@case("8.1-A-a")
def test_permanent_losses_and_support_stay_where_they_are(table: Any) -> None:
    box = {"J31-b1": "JPERM", "J31-E": "JLOSS"}
    t = table(phase="japanese-reinforcements", units={"JH-31": "1111"}, box=box, yunnan_active=1)
    assert "J31-b1" not in t.goals("bring-back")
    assert "J31-E" not in t.goals("bring-back")
    assert "8.1-A-a" in t.why("J31-b1")
    assert "8.1-A-e" in t.why("J31-E")


@case("8.1-A-b", "8.1-A-f", "R80")
def test_within_range_of_its_own_or_the_army_headquarters_that_is_in_supply(table: Any) -> None:
    units = {"JH-31": "1008", "JH-ARMY": "1516", "JH-15": "1214", "B20-32": "1007"}
    t = table(units=units, level={"JH-31": "limited"})
    found = replacement_levels(t.state, t.unit("J31-b1"))
    assert found[t.space("1009")] == 1
    assert found[t.space("1517")] == 0
    assert t.space("1007") not in found
    t = table(units=units, level={"JH-31": "out"})
    assert t.space("1009") not in replacement_levels(t.state, t.unit("J31-b1"))


@case("8.1-A-b", "R80", "R114")
def test_an_empty_enemy_objective_will_do_but_no_enemy_transporter(table: Any) -> None:
    t = table(units={"JH-31": "0706", "BM-3": "0707"})
    found = replacement_levels(t.state, t.unit("J31-b1"))
    assert t.space("0606") in found
    assert t.space("0707") not in found


@case("8.1-A-c", "8.1-A-f")
def test_or_at_a_depot_within_five_hexes_of_its_own_headquarters(table: Any) -> None:
    t = table(units={"JH-31": "1107"}, level={"JH-31": "out"})
    found = replacement_levels(t.state, t.unit("J31-b1"))
    assert found[t.space("1111")] == 0
    assert t.space("1114") not in found
    cut = {"C-16": "1713", "C-77": "1415"}
    t = table(units={"JH-31": "1107", **cut}, level={"JH-31": "out"})
    assert replacement_levels(t.state, t.unit("J31-b1"))[t.space("1111")] == 1


@case("8.1-A-d", "8.1-A-f")
def test_or_as_a_reinforcement_in_full_supply(table: Any) -> None:
    t = table(units={"JH-56": "3312"})
    found = replacement_levels(t.state, t.unit("J31-b1"))
    assert names(t, found) == {"1520"}
    assert found[t.space("1520")] == 0


@case("R80")
def test_a_placement_may_not_break_stacking_unless_it_merges(table: Any) -> None:
    full = {"J31-58": "1110", "J31-124": "1110", "J31-138": "1110", "JH-31": "1111"}
    t = table(units=full)
    assert t.space("1110") not in replacement_levels(t.state, t.unit("J31-b1"))
    t = table(units={**full, "J31-58": ["1110", 2]})
    assert t.space("1110") in replacement_levels(t.state, t.unit("J31-b1"))


@case("8.1-A-a", "R79")
def test_a_division_whose_battalion_can_be_placed_nowhere_keeps_nobody_waiting(table: Any) -> None:
    shut = dict(zip(("C-16", "C-77", "C-111", "B50P", "SG-1"), ("1520", "1522", "1422", "1722", "2722"), strict=True))
    units = {**shut, "J31-58": "0910", "JH-31": "1010"}
    t = table(phase="japanese-reinforcements", units=units, yunnan_active=1)
    assert t.where("J15-b9") == "JLOSS"
    assert "J15-b9" not in t.goals("bring-back")
    t.do("bring-back", min(t.goals("bring-back"))).do("place", "0910")
    assert {name[:4] for name in t.goals("bring-back")} == {"J31-"}


@case("R103")
def test_cavalry_comes_back_like_a_battalion(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"JH-56": "3312"}, box={"J56-C": "JLOSS"}, yunnan_active=1)
    assert t.offers("bring-back", "J56-C")


@case("8.1-A-e", "R81")
def test_in_a_red_dot_turn_one_support_step_instead(table: Any) -> None:
    units = {"J31-A": ["1110", 1], "JH-31": "1111", "J33-A": ["0617", 1]}
    box = {"J15-A": "JLOSS", "JX-14T": "JLOSS"}
    t = table(turn=3, phase="japanese-reinforcements", units=units, box=box, yunnan_active=1)
    assert t.goals("refit") == {"J31-A"}
    assert {"J15-A", "JX-14T"} <= t.goals("bring-back")
    assert "8.1-A-e" in t.why("J33-A")
    t.do("bring-back", "J15-A")
    assert t.where("J15-A") == "1520"
    assert t.steps("J15-A") == 1
    assert not t.options("refit")
    assert not {"JX-14T"} & t.goals("bring-back")
    t = table(turn=4, phase="japanese-reinforcements", units=units, box=box, yunnan_active=1)
    assert not t.options("refit")


# --- 8.1-B


@case("8.1-B-a", "2.4-g")
def test_japanese_superior_lament(table: Any) -> None:
    flags = ["2607", "2308", "1814"]
    t = table(
        phase="japanese-reinforcements", units={"J31-58": "1111"}, allied_flags=flags, lament=[0, 8], yunnan_active=1
    )
    t.finish("end-replacements")
    assert t.state.lament[JAPANESE] == 1
    assert t.state.superior == [5, 4]


@case("8.1-B-b")
def test_reinforcements_come_at_the_star_in_full_supply(table: Any) -> None:
    t = table(turn=2, phase="japanese-reinforcements", units={"J31-58": "1111"}, yunnan_active=1)
    t.finish("end-replacements")
    assert t.where("JX-24B") == "1520"
    assert t.level("JX-24B") == "full"


@case("8.1-B-c", "R89")
def test_a_full_star_sends_them_up_the_railway_then_to_the_entry_hexes_then_they_wait(table: Any) -> None:
    full = {"J31-58": "1520", "J31-124": "1520", "J31-138": "1520"}
    t = table(units=full)
    found = names(t, arrival_hexes(t.state, t.unit("JX-24B")))
    assert {"1519", "1516", "1814", "2607", "1522", "2722"} <= found
    assert "1520" not in found
    t = table(units={"C-77": "1520"})
    assert names(t, arrival_hexes(t.state, t.unit("JX-24B"))) == {"1522", "1422", "1722", "2722"}
    enemies = dict(
        zip(("C-16", "C-77", "C-111", "B50P", "SG-1"), ("1520", "1522", "1422", "1722", "2722"), strict=True)
    )
    t = table(turn=2, phase="japanese-reinforcements", units=enemies, yunnan_active=1)
    t.finish("end-replacements")
    assert t.where("JX-24B") == "T3"


@case("8.1-B-d", "R82", "R91")
def test_any_japanese_unit_on_the_railway_goes_by_rail_once_garrisons_too(table: Any) -> None:
    units = {"JG-IND": "1814", "J18-E": "1814", "JH-18": "1814", "J31-58": "1713"}
    t = table(phase="japanese-reinforcements", units=units, box={"J15-b1": "JLOSS"}, yunnan_active=1)
    t.finish("end-replacements")
    assert t.goals("entrain") == {"JG-IND", "J18-E"}
    t.do("entrain", "JG-IND").do("detrain", "2607")
    assert t.where("JG-IND") == "2607"
    assert t.goals("entrain") == {"J18-E"}
    assert t.why("JG-IND") == ["R82"]
    assert "R82" in t.why("JH-18")


@case("8.1-B-e", "R83")
def test_rail_needs_contact_with_the_map_edge_or_myitkyina(table: Any) -> None:
    t = table(units={"C-77": "1913", "C-16": "2109", "J18-E": "1911"})
    assert reach(t, JAPANESE, "1911") == set()
    t = table(units={"C-77": "1913", "J18-E": "1911"})
    assert "2607" in reach(t, JAPANESE, "1911")
    assert "1814" not in reach(t, JAPANESE, "1911")
    t = table(units={"J18-E": "1911"}, allied_flags=["2308"])
    assert "2607" not in reach(t, JAPANESE, "1911")
    assert "1516" in reach(t, JAPANESE, "1911")
    t = table(units={"J18-E": "1814"}, allied_flags=["1814"])
    assert reach(t, JAPANESE, "1814") == set()


@case("8.1-B-f")
def test_the_two_lines_are_joined_off_the_map(table: Any) -> None:
    t = table(units={"J18-E": "2821"})
    assert "1516" in reach(t, JAPANESE, "2821")
    t = table(units={"J18-E": "2821", "C-77": "1522"})
    assert "1516" not in reach(t, JAPANESE, "2821")


@case("3.3-b")
def test_a_regiment_may_split_by_rail(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"J18-114": "2607"}, yunnan_active=1)
    t.finish("end-replacements").do("detach", "J18-114").do("detrain", "1814")
    (battalion,) = t.units_at("1814")
    assert battalion.startswith("J18-b")
    assert t.steps("J18-114") == 2


@case("R114")
def test_enemy_transporters_on_the_line_make_way(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"J18-E": "1814", "BM-1": "1813", "SM-1": "1913"}, yunnan_active=1)
    t.finish("end-replacements").do("entrain", "J18-E").do("detrain", "1913")
    assert t.side == "Allied"
    assert t.asked.prompt == "withdraw"
    t.do(*t.options("withdraw")[0]).do(*t.options("withdraw")[0])
    assert t.where("J18-E") == "1913"
    assert not t.units_at("1813")


# --- 8.2-A Allied replacements


@case("8.2-A-a", "R104")
def test_two_british_or_stilwell_units_come_back_whole(table: Any) -> None:
    box = {"B17-48": "ALOSS", "S22-64": "ALOSS", "B20-32": "ALOSS", "B4C-A": "ALOSS", "B50P": "APERM"}
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, box=box)
    assert t.goals("recover") == {"B17-48", "S22-64", "B20-32"}
    assert "8.2-A-f" in t.why("B4C-A")
    assert "8.2-A-a" in t.why("B50P")
    t.do("recover", "B17-48").do("recover", "S22-64")
    assert {"B17-48", "S22-64"} <= t.units_at("OFFMAP")
    assert t.steps("B17-48") == 2
    assert t.asked.prompt == "bring-on"


@case("8.2-A-b", "R107")
def test_one_yunnan_unit_returns_by_itself_the_artillery_too(table: Any) -> None:
    box = {"Y87-259": "ALOSS", "Y-A": "ALOSS"}
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, box=box)
    assert t.asked.prompt == "yunnan-returns"
    assert t.goals("recover") == {"Y87-259", "Y-A"}
    t.do("recover", "Y-A")
    assert t.goals("enter") == {"3807", "3609"}
    t.do("enter", "Y-A", "3609")
    assert t.where("Y87-259") == "ALOSS"


@case("8.2-A-c", "R84")
def test_a_flip_action_costs_one_and_serves_two_units(table: Any) -> None:
    units = {"B17-48": ["0510", 1], "B17-63": ["0510", 1], "B20-32": ["0510", 1], "BH": "0511"}
    box = {"B23-37": "ALOSS", "B23-49": "ALOSS"}
    t = table(phase="allied-reinforcements", units=units, box=box, scale=3)
    t.do("flip", "B17-48")
    assert t.state.scale == 2
    t.do("flip", "B17-63")
    assert t.state.scale == 2
    assert not t.options("flip")
    assert t.goals("recover") == {"B23-37", "B23-49"}
    t.do("recover", "B23-37")
    assert t.where("B23-49") == "ALOSS"
    assert (t.steps("B17-48"), t.steps("B20-32")) == (2, 1)


@case("8.2-A-c", "R12")
def test_no_flip_with_an_empty_scale(table: Any) -> None:
    units = {"B17-48": ["0510", 1], "BH": "0511"}
    t = table(phase="allied-reinforcements", units=units, scale=0)
    assert not t.options("flip")


@case("8.2-A-d")
def test_no_flip_while_imphal_and_dimapur_live_on_air(table: Any) -> None:
    units = {"B17-48": ["0510", 1], "BH": "0511"}
    t = table(phase="allied-reinforcements", units=units, scale=3, used_airfields=["0511", "0404"])
    assert not t.options("flip")
    t = table(phase="allied-reinforcements", units=units, scale=3, used_airfields=["0511"])
    assert t.goals("flip") == {"B17-48"}


@case("8.2-A-e", "R80")
def test_flipped_units_are_in_range_of_a_headquarters_in_supply_replaceable_and_no_support(table: Any) -> None:
    units = {
        "B17-48": ["0510", 1],
        "B17-63": ["0418", 1],
        "B50P": ["0510", 1],
        "B20-A": ["0510", 1],
        "C-77": ["0512", 2],
        "BH": "0511",
    }
    t = table(phase="allied-reinforcements", units=units, scale=3)
    assert t.goals("flip") == {"B17-48"}
    assert "8.2-A-e" in t.why("B17-63")
    assert t.why("B50P") == ["8.2-A-e"]
    t = table(turn=3, phase="allied-reinforcements", units=units, scale=3)
    assert t.goals("flip") == {"B17-48", "B20-A"}
    t = table(phase="allied-reinforcements", units=units, scale=3, level={"BH": "out"})
    assert not t.options("flip")


@case("8.2-A-f", "R84")
def test_in_a_red_dot_turn_one_of_them_may_be_support(table: Any) -> None:
    box = {"B4C-A": "ALOSS", "BT-3C": "ALOSS", "B17-48": "ALOSS"}
    t = table(turn=3, phase="allied-reinforcements", units={"B23-1": "0511"}, box=box)
    assert t.goals("recover") == {"B4C-A", "BT-3C", "B17-48"}
    t.do("recover", "B4C-A")
    assert t.goals("recover") == {"B17-48"}


# --- 8.2-B arrivals


@case("8.2-B-1")
def test_what_is_due_goes_to_the_off_map_box(table: Any) -> None:
    t = table(turn=2, phase="allied-reinforcements", units={"B23-1": "0511"})
    assert {"B5-9", "B5-123", "B5-161", "C-14", "C-3WA"} <= t.units_at("OFFMAP")


@case("8.2-B-2", "8.2-B-5", "R89")
def test_yunnan_units_come_free_at_their_star_and_baoshan(table: Any) -> None:
    t = table(turn=6, phase="allied-reinforcements", units={"B23-1": "0511"}, scale=0)
    assert t.asked.prompt == "arrivals"
    assert t.goals("enter") == {"3807", "3609"}
    while t.asked.prompt in ("arrival", "arrivals"):
        t.do(*t.options("enter")[0])
    assert t.state.scale == 0
    assert not t.units_at("OFFMAP") & {"YH1-2", "YH1-3", "Y103-308"}
    t = table(units={"J33-214": "3807", "J33-215": "3609"})
    assert names(t, yunnan_hexes(t.state, t.unit("YH1-2"))) == {"3811"}


@case("8.2-B-3")
def test_allied_superior_lament(table: Any) -> None:
    flags = ["0606", "0418"]
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, japanese_flags=flags, lament=[8, 0])
    assert t.state.lament[ALLIED] == 0
    assert t.state.superior == [4, 5]


@case("8.2-B-4", "8.2-B-5", "8.2-B-6", "2.5-a", "R12")
def test_each_unit_from_the_box_costs_one_of_the_scale(table: Any) -> None:
    t = table(turn=2, phase="allied-reinforcements", units={"B23-1": "0511"}, scale=2)
    t.do("bring-on", "B5-9").do("enter", "B5-9", "0106")
    assert (t.where("B5-9"), t.level("B5-9"), t.state.scale) == ("0106", "full", 1)
    t.do("bring-on", "B5-161").do("enter", "B5-161", "0106")
    assert t.state.scale == 0
    assert not t.options("bring-on")
    assert "8.2-B-5" in t.why("B5-123")


@case("8.2-B-6", "8.2-B-7")
def test_stilwell_units_come_at_the_us_star_and_maingkwang(table: Any) -> None:
    t = table(units={"B23-1": "0511"})
    assert names(t, entry_hexes(t.state, t.unit("S30-88"))) == {"2001", "2102"}
    t = table(units={"J18-55": "2001"})
    found = names(t, entry_hexes(t.state, t.unit("S30-88")))
    assert found == {"1801", "1901", "2101", "2201"}


@case("8.2-B-7", "8.2-B-8", "R89")
def test_map_edge_hexes_within_two_of_a_star(table: Any) -> None:
    t = table(units={"J18-55": "0106"})
    assert names(t, edge_near(t.state, t.space("0106"))) == {"0104", "0105", "0106", "0107", "0108"}
    found = names(t, entry_hexes(t.state, t.unit("B5-9")))
    assert found == {"0104", "0105", "0107", "0108"}
    assert suits(t.state, t.unit("B2-4"), t.space("0106"))
    assert not suits(t.state, t.unit("B2-4"), t.space("0104"))
    assert names(t, entry_hexes(t.state, t.unit("B2-4"))) == set()


@case("8.2-B-8")
def test_a_full_british_star_sends_them_up_the_indian_railway(table: Any) -> None:
    full = dict.fromkeys(["B17-48", "B17-63", "B20-32"], "0106")
    t = table(units=full)
    assert names(t, entry_hexes(t.state, t.unit("B5-9"))) == {"0205", "0305", "0404", "0504", "0503", "0502", "0601"}


@case("R85", "R113", "3.2-f")
def test_a_truck_costs_one_and_needs_its_own_hex(table: Any) -> None:
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, scale=1)
    t.do("bring-on", "BTRK").do("enter", "BTRK", "0404")
    assert t.state.scale == 0
    t = table(phase="allied-reinforcements", units={"JM-31": "0404"}, scale=1)
    assert not t.offers("bring-on", "BTRK")
    assert "R113" in t.why("BTRK")


# --- rail and air


@case("8.2-B-9", "R91")
def test_british_units_use_the_indian_railway_garrisons_and_others_do_not(table: Any) -> None:
    units = {"B23-1": "0404", "BG-DIM": "0404", "S22-64": "0404", "BH": "0404", "C-77": "0404"}
    t = table(phase="allied-reinforcements", units=units)
    assert t.goals("entrain") == {"B23-1", "C-77"}
    t.do("entrain", "B23-1").do("detrain", "0601")
    assert t.where("B23-1") == "0601"
    t = table(units={"B23-1": "0404", "J31-58": "0503"})
    assert "0601" not in reach(t, ALLIED, "0404")
    t = table(units={"B23-1": "0205"}, japanese_flags=["0404"])
    assert reach(t, ALLIED, "0205") == {"0106", "0205", "0305"}


@case("8.2-B-10", "R88")
def test_the_truck_link_joins_golaghat_with_maingkwang(table: Any) -> None:
    t = table(units={"B23-1": "0404"})
    assert {"2001", "2102"} <= reach(t, ALLIED, "0404")
    t = table(units={"B23-1": "0404", "J18-55": "2001"})
    assert not {"2001", "2102"} & reach(t, ALLIED, "0404")
    assert not t.game.india_rail >> t.space("2102") & 1


@case("8.2-B-11", "8.2-B-14")
def test_two_counters_fly_between_allied_airfields(table: Any) -> None:
    units = {"B23-1": "0511", "BH": "0511", "BT-3C": "0511", "B23-37": "0510", "S22-64": "2102", "Y87-259": "3609"}
    t = table(phase="allied-reinforcements", units=units)
    assert t.goals("fly") == {"B23-1", "BH", "S22-64"}
    assert "8.2-B-14" in t.why("B23-37")
    t.do("fly", "B23-1")
    assert t.goals("enter") == {"0612", "0404", "2102", "3609"}
    t.do("enter", "B23-1", "0404").do("fly", "BH").do("enter", "BH", "0612")
    assert not t.options("fly")


@case("8.2-B-12", "8.2-B-13", "R87")
@pytest.mark.parametrize(
    ("used", "flipped", "flights"),
    [
        ([], 0, 2),
        (["0511"], 0, 1),
        (["0612"], 0, 1),
        (["0404"], 0, 2),
        (["0511", "0404"], 0, 0),
        ([], 1, 1),
        (["0511"], 1, 0),
    ],
)
def test_how_many_may_fly(table: Any, used: list[str], flipped: int, flights: int) -> None:
    t = table(used_airfields=used)
    t.state.flipped = flipped
    assert flights_allowed(t.state) == flights


@case("8.2-B-14", "R86")
def test_from_the_off_map_box_a_flight_counts_and_costs(table: Any) -> None:
    t = table(turn=2, phase="allied-reinforcements", units={"B23-1": "0511"}, scale=1)
    t.do("fly", "B5-161").do("enter", "B5-161", "0511")
    assert (t.state.scale, t.state.flights) == (0, 1)
    assert t.where("B5-161") == "0511"
    t = table(turn=3, phase="allied-reinforcements", units={"B23-1": "0511"}, scale=3)
    assert not t.offers("fly", "B2-4")


@case("8.2-B-15", "R114")
def test_beside_a_full_airfield(table: Any) -> None:
    full = dict.fromkeys(["B17-48", "B17-63", "B20-32", "B20-80"], "0612")
    t = table(units={**full, "B23-1": "0511", "J31-58": "0613", "JM-31": "0713"}, ambushes=["0711"])
    found = names(t, landing_hexes(t.state, t.unit("B23-1")))
    assert "0612" not in found
    assert {"0611", "0712"} <= found
    assert not {"0613", "0713"} & found


@case("R115")
def test_air_and_rail_in_any_order_each_once(table: Any) -> None:
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"})
    t.do("fly", "B23-1").do("enter", "B23-1", "0404").do("entrain", "B23-1").do("detrain", "0601")
    assert t.where("B23-1") == "0601"
    assert not t.offers("entrain", "B23-1")
