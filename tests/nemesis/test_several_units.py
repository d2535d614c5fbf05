"""Where several units are handled the owner chooses: mergers, retreats, arrivals, leaders (3.3, 6.2, 8.1-B, 8.2-B)."""

from __future__ import annotations

from typing import Any

import pytest

case = pytest.mark.case


# --- 3.3-e, f: who may merge, and when


@case("3.3-f")
def test_after_a_combat_only_those_merge_who_have_moved(table: Any) -> None:
    units = {"J31-58": "0707", "J31-b1": "0707", "B5-161": "0606", "BL-RIF": "0708"}
    t = table(phase="japanese-assault", units=units, dice=[5, 1, 1], yunnan_active=1)
    t.to_combat().attack("0606", "J31-58")
    t.finish("no-banzai", "no-force")
    assert t.steps("J31-58") == 2
    assert t.where("J31-b1") == "0707"
    assert t.offers("attack", "0708")
    t.end_phase()
    assert t.where("J31-b1") == "JBATT"
    assert t.steps("J31-58") == 3


@case("3.3-f", "3.3-g")
def test_battalions_that_stood_by_are_not_asked_about_in_the_middle_of_a_phase(table: Any) -> None:
    units = {"J31-58": "0707", "J31-b1": "0707", "J31-b2": "0707", "B5-161": "0606", "BL-RIF": "0708"}
    t = table(phase="japanese-attack", units=units, dice=[5, 1, 1], yunnan_active=1)
    t.to_combat().attack("0606", "J31-58")
    t.finish("no-banzai", "no-force")
    assert t.asked.prompt == "attacks"
    assert t.units_at("0707") == {"J31-58", "J31-b1", "J31-b2"}
    t.do("end-combat")
    assert t.steps("J31-58") == 3


@case("3.3-f", "6.2-E-a")
def test_who_advances_merges_where_it_arrives(table: Any) -> None:
    units = {"J31-58": ["0707", 2], "J31-b1": "0607", "BL-RIF": "0606", "J31-b2": "0605"}
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0606", "J31-58", "J31-b1").do("spearhead", "J31-58").do("no-banzai")
    t.do("advance-all")
    assert t.where("J31-b1") == "JBATT"
    assert (t.where("J31-58"), t.steps("J31-58")) == ("0606", 3)
    assert t.where("J31-b2") == "0605"


@case("3.3-e", "3.3-f", "R35")
def test_a_battalion_left_behind_merges_with_who_stands_there(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1110", "J31-124": ["1110", 2]})
    t.do("leave-behind", "J31-58").do("to", "1009").do("stop")
    assert t.steps("J31-58") == 2
    assert (t.where("J31-124"), t.steps("J31-124")) == ("1110", 3)
    assert t.offers("move", "J31-124")


@case("3.3-e", "3.3-f", "R35")
def test_a_regiment_that_sends_its_battalion_away_takes_in_another(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1110", "J31-b9": "1110"})
    t.do("detach", "J31-58").do("to", "1009").do("stop")
    assert t.where("J31-b9") == "JBATT"
    assert t.steps("J31-58") == 3
    assert t.offers("move", "J31-58")


@case("3.3-e", "8.1-B-d", "R35")
def test_who_is_left_at_the_station_merges_too(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"J18-55": "1814", "J18-56": ["1814", 2]})
    t.finish("end-replacements")
    t.do("leave-behind", "J18-55").do("detrain", "1914")
    assert (t.where("J18-55"), t.steps("J18-55")) == ("1914", 2)
    assert t.steps("J18-56") == 3


@case("3.3-e", "R36")
def test_of_two_reduced_regiments_the_owner_chooses_who_takes_the_battalion_in(table: Any) -> None:
    units = {"J31-58": ["1110", 2], "J31-124": ["1110", 2], "J31-b1": "1009"}
    for chosen, other in (("J31-58", "J31-124"), ("J31-124", "J31-58")):
        t = table(phase="japanese-assault", units=units)
        t.march("J31-b1", "1110")
        assert t.asked.prompt == "absorb"
        t.do("absorb", chosen, "J31-b1")
        assert t.steps(chosen) == 3
        assert t.steps(other) == 2
        assert t.offers("move", other)
        assert not t.offers("move", chosen)


@case("3.3-f", "R36")
def test_who_has_not_moved_does_not_lose_his_move_to_a_merger_of_others(table: Any) -> None:
    units = {"J31-58": "1110", "J31-b1": "1110", "J31-124": ["1009", 2]}
    t = table(phase="japanese-assault", units=units)
    t.march("J31-124", "1110")
    assert t.steps("J31-124") == 3
    assert t.offers("move", "J31-58")


# --- 6.2-D: retreats of regiments and battalions

# Of Fort White 0418 is the enemy's, 0420 is full, the rest but 0520 are Mountains; behind both there are enemies.
ROAD = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418"}
SHUT = {
    "J31-58": "0420", "J31-124": "0420", "J31-138": "0420",
    "B20-32": "0421", "B20-80": "0619", "B20-100": "0620",
}  # fmt: skip
HALF = {"J15-51": "0520", "J15-60": "0520", "J31-E": "0520"}
"""0520 has room for half a unit."""


def forced_out(table: Any, units: dict[str, Any], meets: str, **more: Any) -> Any:
    """An Allied attack on Fort White after which the Japanese have to leave it: its 0-2r falls on who meets it."""
    t = table(phase="allied-attack", units={**ROAD, **units}, dice=[6], **more)
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C", air="A-US1").do("spearhead", "BT-3C")
    if t.asked.prompt == "meeting":
        t.do("meet", meets)
    t.finish("no-massive", "no-banzai")
    while t.asked.prompt == "losses":
        t.do("lose", meets if t.offers("lose", meets) else min(t.goals("lose")))
    t.do("lead", "B17-48")
    if t.asked.prompt == "refuser":
        t.do("refuse-with", min(t.goals("refuse-with")))
    return t.finish("enforce").do("retreat")


@case("3.3-b", "3.3-i", "R34", "6.2-D-c")
def test_a_regiment_with_room_for_half_of_it_may_split_before_it_is_lost(table: Any) -> None:
    t = forced_out(table, {**SHUT, **HALF, "J33-214": "0419", "J33-213": "0419", "J33-E": "0419"}, "J33-213")
    assert t.offers("split", "J33-214")
    t.do("split", "J33-214")
    battalion = next(u for _, u, goal in t.options("retreat-to") if u.startswith("J33-b"))
    t.do("retreat-to", battalion, "0520")
    assert t.where(battalion) == "0520"
    assert t.where("J33-214") == "JSHELF"


@case("R45", "6.2-D-e")
def test_who_retreats_again_loses_its_step_first_and_needs_room_only_for_the_rest(table: Any) -> None:
    units = {**SHUT, **HALF, "J33-214": ["0419", 2], "J15-67": "0419"}
    t = forced_out(table, units, "J15-67", retreated=["J33-214"])
    # 214, reduced, is a battalion once its step is lost: half a unit finds room in 0520.
    assert t.where("J33-214") == "JSHELF"
    battalion = next(u for _, u, goal in t.options("retreat-to") if u.startswith("J33-b"))
    t.do("retreat-to", battalion, "0520")
    assert t.where(battalion) == "0520"


@case("6.2-D-d", "R63")
def test_behind_a_full_hex_room_is_judged_for_what_is_left_after_the_step(table: Any) -> None:
    units = {
        **SHUT, "J15-51": "0520", "J15-60": "0520", "J15-67": "0520",
        "B20-80": "0718", "J18-55": "0619", "J18-56": "0619", "J18-E": "0619",
        "J33-214": ["0419", 2], "J33-213": "0419",
    }  # fmt: skip
    t = forced_out(table, units, "J33-213")
    # Reduced, it goes through the full 0520 as a battalion; 0619 has room for half a unit.
    assert any(u.startswith("J33-b") for u in t.units_at("0619"))


# --- R59: who leads when the leader has died


@case("R59")
def test_the_attacker_chooses_who_leads_after_the_leader_has_died(table: Any) -> None:
    units = {"J33-b1": "0419", "J31-58": "0419", "J31-124": "0419", "BL-ASM": "0418", "B17-48": ["0418", 1]}
    t = table(phase="japanese-attack", units=units, bunkers={"0418": "British"}, dice=[5])
    t.to_combat().attack("0418", "J33-b1", "J31-58", "J31-124")
    t.do("spearhead", "J31-58").do("meet", "B17-48").do("no-banzai")
    t.do("lead", "J33-b1").finish("enforce")
    assert t.where("J33-b1") == "JLOSS"
    assert t.asked.prompt == "new-leader"
    assert t.goals("lead") == {"J31-58", "J31-124"}
    t.do("lead", "J31-124")
    assert t.side == "Allied"
    t.do("retreat")
    assert t.offers("advance", "J31-124")
    assert not t.offers("stay")


# --- R45: storming


@case("6.1-B-d", "R45")
def test_an_objective_that_own_units_have_entered_is_not_stormed(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0707", "J31-124": "0707"})
    t.march("J31-58", "0606")
    t.to_combat()
    assert not t.offers("storm", "0606")
    assert "R45" in t.why(None, "0606")


# --- 5.1-B-a: a move without a step is none


@case("5.1-B-a")
def test_a_move_without_a_step_is_no_move(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0707"})
    t.do("move", "J31-58").do("stop")
    assert t.offers("dig", "J31-58")
    assert t.offers("move", "J31-58")


# --- 8.1-B-b, c, 8.2-B-2: the last place at a Star


@case("8.1-B-b", "8.1-B-c")
def test_the_owner_chooses_who_gets_the_last_place_at_the_star(table: Any) -> None:
    # The railway is cut right behind the Star, so that who finds no room there goes to a Supply Entry Hex.
    units = {"J31-58": "1520", "J31-124": "1520"}
    t = table(phase="japanese-reinforcements", turn=4, units=units)
    t.finish("end-replacements")
    assert t.asked.prompt == "arrivals"
    assert {o[1] for o in t.options("enter")} >= {"J53-119", "J53-151", "JX-INA3"}
    t.do("enter", "J53-151", "1520")
    assert t.where("J53-151") == "1520"
    assert not t.offers("enter", "J53-119", "1520")


@case("8.1-B-b")
def test_with_room_for_all_nobody_is_asked(table: Any) -> None:
    t = table(phase="japanese-reinforcements", turn=2, units={"J31-58": "1111"})
    t.finish("end-replacements")
    assert t.where("JX-24B") == "1520"
    assert t.asked.prompt == "rail"


@case("8.2-B-2")
def test_the_owner_chooses_which_yunnan_unit_goes_to_the_star(table: Any) -> None:
    t = table(phase="allied-reinforcements", turn=6, units={"B17-48": "0511"})
    t.finish("end-replacements")
    assert t.asked.prompt == "arrivals"
    assert {o[1] for o in t.options("enter")} == {"YH1-2", "YH1-3", "Y103-308", "Y103-309", "Y82-245"}
    t.do("enter", "Y82-245", "3609")
    assert t.where("Y82-245") == "3609"


# --- Transporters never share a hex with the enemy


@case("8.1-A-a", "R114")
def test_a_replacement_does_not_land_on_an_allied_transporter(table: Any) -> None:
    units = {"JH-31": "1111", "BM-1": "1520"}
    t = table(phase="japanese-reinforcements", units=units, box={"J31-b1": "JLOSS"})
    t.do("bring-back", "J31-b1")
    assert "1520" not in t.goals("place")


@case("8.1-A-e", "R114")
def test_support_that_comes_as_a_reinforcement_drives_an_allied_transporter_off(table: Any) -> None:
    units = {"JH-31": "1111", "BM-1": "1520"}
    t = table(phase="japanese-reinforcements", turn=3, units=units, box={"JX-14T": "JLOSS"})
    t.do("bring-back", "JX-14T")
    while t.asked.prompt == "withdraw":
        t.do("withdraw", "BM-1", sorted(t.goals("withdraw"))[0])
    assert t.where("JX-14T") == "1520"
    assert t.where("BM-1") != "1520"


@case("5.1-F-a", "R27")
def test_an_allied_transporter_does_not_land_on_a_japanese_one(table: Any) -> None:
    units = {"BM-1": "0511", "JM-31": "0612", "B17-48": "0511"}
    t = table(phase="allied-reinforcements", units=units)
    t.do("fly", "BM-1")
    assert "0612" not in t.goals("enter")
    t.do("call-off").do("fly", "B17-48")
    assert "0612" in t.goals("enter")


@case("5.1-F-a", "8.1-B-c")
def test_a_japanese_transporter_does_not_arrive_on_an_allied_one(table: Any) -> None:
    t = table(phase="japanese-reinforcements", turn=3, units={"J31-58": "1111", "BM-1": "1520"})
    t.finish("end-replacements")
    assert not t.offers("enter", "JH-53", "1520")


@case("5.1-F-a", "5.1-F-f")
def test_a_transporter_does_not_reappear_at_a_depot_where_an_enemy_one_stands(table: Any) -> None:
    units = {"BM-1": "1408", "JM-31": "0404"}
    t = table(turn=2, phase="end", units=units, level={"BM-1": "out"})
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.asked.prompt == "relocate"
    assert "0404" not in t.goals("relocate")


# --- the sandbox


@case("R37")
def test_a_regiment_placed_reduced_from_the_track_takes_its_battalions_along(table: Any) -> None:
    for steps in (2, 3):
        t = table(add={"J53-119": ["1520", steps]})
        assert t.game.check(t.state) == []
        t = table(units={"J53-119": ["1520", steps]})
        assert t.game.check(t.state) == []
