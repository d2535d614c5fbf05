"""6.2: enforcing, refusing, retreating, advancing; 6.1-B-d..f Objectives that nobody holds."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.retreat import may_leave_map, ways_out
from grognard.games.nemesis.transporters import retreat_bar

case = pytest.mark.case

# Two brigades and tanks of Quality 3 against a regiment on a hill: column 3-1, and a 3 is 1-1r.
WEST = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": "0419"}


def forced(table: Any, extra: dict[str, Any] | None = None, die: int = 3, **more: Any) -> Any:
    """An Allied attack on Fort White whose result lets a retreat be forced."""
    t = table(phase="allied-attack", units={**WEST, **(extra or {})}, dice=[die], **more)
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C")
    if t.asked.prompt == "meeting":
        t.do("meet", "J33-214")
    t.do("no-banzai")
    assert t.result().endswith("r")
    return t


# --- 6.2-A, B


@case("6.2-A-a", "6.2-A-b")
def test_the_attacker_may_force_a_retreat_and_names_a_leader(table: Any) -> None:
    t = forced(table)
    assert t.side == "Allied"
    assert t.goals("lead") == {"B17-48", "B17-63"}
    t.do("no-force")
    assert t.where("J33-214") == "0419"


@case("6.2-A-a")
def test_without_an_r_nothing_is_forced(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"}, dice=[4])
    t.to_combat().attack("0418", "J33-214").do("no-banzai")
    assert not t.result().endswith("r")
    assert t.asked.prompt == "attacks"


@case("6.2-A-b")
def test_a_leader_must_be_able_to_move_in_and_is_no_artillery(table: Any) -> None:
    units = {"BL-CHIN": "0418", "Y-A": "0418", "J33-E": "0319"}
    t = table(phase="allied-attack", units=units, dice=[6], yunnan_active=1)
    t.to_combat().attack("0319", "BL-CHIN", "Y-A")
    t.do("no-banzai")
    assert t.goals("lead") | t.goals("advance") == {"BL-CHIN"}


@case("6.2-A-c")
def test_the_defender_names_who_would_refuse(table: Any) -> None:
    t = forced(table, {"J33-A": "0419", "J33-E": "0419"}, die=6)
    t.do("lead", "B17-48")
    assert t.side == "Japanese"
    assert t.goals("refuse-with") == {"J33-214", "J33-E"}
    assert "6.2-A-c" in t.why("J33-A")


@case("6.2-A-d")
def test_nobody_retreats_of_his_own_will(table: Any) -> None:
    t = forced(table)
    t.do("no-force")
    assert t.told("retreat") == []
    assert t.asked.prompt == "attacks"


@case("6.2-B-a", "R110")
def test_a_better_refuser_costs_the_difference_or_the_attacker_desists(table: Any) -> None:
    t = forced(table)
    t.do("lead", "B17-48")
    assert t.asked.prompt == "enforce"
    assert t.asked.about[1] == 1
    t.do("desist")
    assert t.where("J33-214") == "0419"
    assert t.steps("B17-48") == 2
    t = forced(table)
    t.do("lead", "B17-48").do("enforce")
    assert t.steps("B17-48") == 1
    assert t.side == "Japanese"
    assert t.verbs() == {"retreat", "refuse"}


@case("6.2-B-a")
def test_an_equal_leader_enforces_for_nothing(table: Any) -> None:
    units = {"J33-214": "0419", "J33-215": "0419", "BL-CHIN": "0418"}
    t = table(phase="japanese-attack", units={**units, "B17-48": "0418"}, dice=[6])
    t.to_combat().attack("0418", "J33-214", "J33-215").do("spearhead", "J33-214").do("meet", "B17-48").do("no-banzai")
    assert t.asked.prompt == "force"
    t.do("lead", "J33-215").do("refuse-with", "B17-48")
    assert t.asked.about[1] == 0


@case("6.2-B-a")
def test_who_cannot_pay_cannot_enforce(table: Any) -> None:
    units = {"BL-CHIN": "0418", "B4C-A": "0418", "J33-214": "0419", "J33-b1": "0419"}
    t = table(phase="allied-attack", units=units, dice=[6])
    t.to_combat().attack("0419", "BL-CHIN", "B4C-A", air="A-US1").do("meet", "J33-214").do("no-banzai")
    assert t.result() == "1-1r"
    # The Chin Levies died as the spearhead: nobody is left to lead.
    assert t.where("BL-CHIN") == "APERM"
    assert t.asked.prompt == "attacks"


@case("6.2-B-b", "R53")
def test_what_the_japanese_pay_for_enforcing_is_never_permanent(table: Any) -> None:
    units = {"JX-24B": "0419", "JX-4": "0419", "BL-ASM": "0418", "B17-48": "0418", "JX-INA1": "0518"}
    t = table(phase="japanese-attack", units=units, dice=[5])
    t.to_combat().attack("0418", "JX-24B", "JX-4").do("spearhead", "JX-24B").do("meet", "B17-48").do("banzai")
    assert t.result() == "1-1r"
    permanent = t.units_at("JPERM")
    assert permanent
    t.do("lead", "JX-4").do("refuse-with", "BL-ASM").do("enforce")
    assert t.units_at("JPERM") == permanent
    assert any(name.startswith("JX-b") for name in t.units_at("JLOSS"))


@case("6.2-B-c", "R48")
def test_a_bunker_makes_enforcing_dearer(table: Any) -> None:
    t = forced(table, die=6, bunkers={"0419": "Japanese"})
    t.do("lead", "B17-48")
    assert t.asked.about[1] == 2


@case("R59")
def test_when_the_leader_dies_paying_another_leads_and_must_advance(table: Any) -> None:
    units = {"J33-b1": "0419", "J31-58": "0419", "BL-ASM": "0418", "B17-48": ["0418", 1]}
    t = table(phase="japanese-attack", units=units, bunkers={"0418": "British"}, dice=[6])
    t.to_combat().attack("0418", "J33-b1", "J31-58").do("spearhead", "J31-58").do("meet", "B17-48").do("no-banzai")
    assert t.result() == "1-1r"
    t.do("lead", "J33-b1").do("enforce")
    assert t.where("J33-b1") == "JLOSS"
    t.do("retreat")
    assert t.where("BL-ASM") == "0417"
    assert t.where("J31-58") == "0418"


# --- 6.2-C


@case("6.2-C-a", "6.2-C-b", "6.2-C-c")
def test_refusing_costs_a_step_and_keeps_the_attacker_out(table: Any) -> None:
    t = forced(table)
    assert t.steps("J33-214") == 2
    t.do("lead", "B17-48").do("enforce").do("refuse")
    assert t.where("J33-214") == "JSHELF"
    assert any(name.startswith("J33-b") for name in t.units_at("0419"))
    assert t.asked.prompt == "attacks"
    assert t.where("B17-48") == "0418"


@case("6.2-C-b", "R48")
def test_a_worse_refuser_pays_the_difference_too(table: Any) -> None:
    units = {"J33-214": "0419", "J33-215": "0419", "B17-48": "0418", "B17-63": "0418"}
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0418", "J33-214", "J33-215").do("spearhead", "J33-214").do("meet", "B17-48").do("no-banzai")
    t.do("lead", "J33-215").do("refuse-with", "B17-63").do("enforce")
    assert t.asked.about[1] == 2
    t.do("refuse")
    assert t.steps("B17-63") == 1
    assert t.goals("lose") == {"B17-48", "B17-63"}


@case("6.2-C-c", "R65", "5.1-F-e")
def test_a_last_man_refusal_keeps_the_attacker_out_of_an_empty_hex(table: Any) -> None:
    units = {"J33-214": "0419", "J33-215": "0419", "B50P": "0418", "BM-1": "0418"}
    t = table(phase="japanese-attack", units=units, dice=[5])
    t.to_combat().attack("0418", "J33-214", "J33-215").do("spearhead", "J33-214").do("no-banzai")
    assert t.steps("B50P") == 1
    t.do("lead", "J33-215").do("enforce")
    assert t.asked.about[1] == 1
    t.do("refuse")
    assert t.where("B50P") == "APERM"
    # R65: the mules that are left alone go too, and nobody comes in.
    assert t.where("BM-1") == "0417"
    assert t.asked.prompt == "attacks"
    assert t.units_at("0418") == set()


@case("R60")
def test_a_refusal_that_cannot_be_paid_opens_the_hex(table: Any) -> None:
    units = {"J33-214": "0419", "J33-215": "0419", "B17-48": "0418"}
    t = table(phase="japanese-attack", units=units, dice=[5])
    t.to_combat().attack("0418", "J33-214", "J33-215").do("spearhead", "J33-214").do("no-banzai")
    t.do("lead", "J33-215").do("enforce")
    assert t.asked.about[1] == 2
    t.do("refuse")
    # Two steps are owed and one is there: everybody dies and the attacker comes in.
    assert t.where("B17-48") == "ALOSS"
    assert t.asked.prompt == "advance"


@case("R61")
def test_retreat_or_refuse_is_one_decision_for_the_hex(table: Any) -> None:
    t = forced(table, {"J33-E": "0419"}, die=5)
    t.do("lead", "B17-48").do("refuse-with", "J33-E").do("enforce").do("retreat")
    assert {words[1] for words in t.options("retreat-to")} == {"J33-214", "J33-E"}


# --- 6.2-D


@case("6.2-D-a")
def test_every_unit_goes_where_its_owner_likes(table: Any) -> None:
    t = forced(table, {"J33-E": "0419"}, die=5)
    t.do("lead", "B17-48").do("refuse-with", "J33-E").do("enforce").do("retreat")
    assert t.goals("retreat-to") == {"0520", "0420"}
    t.do("retreat-to", "J33-E", "0520").do("retreat-to", "J33-214", "0420")
    assert (t.where("J33-E"), t.where("J33-214")) == ("0520", "0420")


@case("6.2-D-b", "R29", "R62")
def test_never_into_a_mountain_an_enemy_transporter_or_an_enemy_ambush(table: Any) -> None:
    units = {"B17-48": "0419", "BL-CHIN": "0419", "JM-33": "0520", "J33-214": "0418"}
    t = table(units=units, ambushes=["0420"])
    s, here = t.state, t.space("0419")
    assert retreat_bar(s, t.unit("BL-CHIN"), here, t.space("0319")).cases[0] == "6.2-D-b"
    assert retreat_bar(s, t.unit("B17-48"), here, t.space("0520")).cases == ("6.2-D-b",)
    assert retreat_bar(s, t.unit("B17-48"), here, t.space("0420")).cases == ("6.2-D-b",)
    assert retreat_bar(s, t.unit("B17-48"), here, t.space("0418")).cases == ("2.2-a",)
    units = {"J33-215": "0419"}
    t = table(units=units, ambushes=["0420"])
    assert retreat_bar(t.state, t.unit("J33-215"), t.space("0419"), t.space("0420")) is None


@case("R62")
def test_an_enemy_objective_is_no_bar_and_motorized_units_need_a_link(table: Any) -> None:
    t = table(units={"J33-214": "0419", "BT-3C": "0511"})
    assert retreat_bar(t.state, t.unit("J33-214"), t.space("0419"), t.space("0418")) is None
    assert retreat_bar(t.state, t.unit("BT-3C"), t.space("0511"), t.space("0512")) is not None
    assert retreat_bar(t.state, t.unit("BT-3C"), t.space("0511"), t.space("0510")) is None


@case("6.2-D-c")
def test_who_has_no_way_out_is_eliminated(table: Any) -> None:
    ring = dict(zip(("B20-32", "B20-80", "B20-100", "B23-1"), ("0420", "0520", "0519", "0319"), strict=True))
    t = forced(table, ring)
    t.do("lead", "B17-48").do("enforce").do("retreat")
    assert t.where("J33-214") == "JSHELF"
    assert t.told("no-retreat")


@case("6.2-D-d", "R63")
def test_through_a_full_hex_one_farther_for_a_step(table: Any) -> None:
    full = {"J31-58": "0520", "J31-124": "0520", "J31-138": "0520", "B20-32": "0420", "B20-80": "0519"}
    t = forced(table, full)
    assert t.steps("J33-214") == 2
    t.do("lead", "B17-48").do("enforce").do("retreat")
    assert t.asked.prompt == "retreat-on"
    (unit,) = {words[1] for words in t.options("retreat-to")}
    assert unit.startswith("J33-b")
    assert t.goals("retreat-to") == {"0619", "0620"}
    assert t.why(unit, "0419") == ["6.2-D-d", "R63"]
    t.do("retreat-to", unit, "0619")
    assert t.where(unit) == "0619"
    assert t.state.retreated >> t.unit(unit) & 1


@case("6.2-D-d", "R63")
def test_a_single_step_behind_a_full_hex_is_lost(table: Any) -> None:
    full = {"J31-58": "0520", "J31-124": "0520", "J31-138": "0520", "B20-32": "0420", "B20-80": "0519", "B23-1": "0319"}
    t = table(units={**full, "J33-b1": "0419", "B17-48": "0418"})
    assert ways_out(t.state, t.unit("J33-b1")) == []


@case("6.2-D-e")
def test_who_retreats_again_loses_a_step(table: Any) -> None:
    units = {**WEST, "J33-215": "0419"}
    t = table(phase="allied-attack", units=units, retreated=["J33-215"], dice=[6])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").do("no-banzai")
    assert t.told("attack")[0].args[4] == "3-1"
    assert t.result() == "0-2r"
    assert t.goals("lose") == {"J33-214", "J33-215"}
    t.do("lose", "J33-214").do("lead", "BT-3C")
    assert t.asked.prompt == "enforce"
    t.do("enforce").do("retreat").do("retreat-to", "J33-215", "0520")
    assert t.steps("J33-215") == 2


@case("6.2-D-e")
def test_units_that_had_retreated_neither_meet_nor_refuse(table: Any) -> None:
    units = {**WEST, "J33-215": "0419"}
    t = table(phase="allied-attack", units=units, retreated=["J33-215"])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C")
    assert t.told("meeting")[0].args == (t.unit("J33-214"),)


@case("6.2-D-f", "R64")
def test_off_the_map_near_an_entry_hex_it_comes_back_next_turn(table: Any) -> None:
    t = table(units={"B17-48": ["0107", 1], "B17-63": "0118", "J33-214": "1421", "J33-215": "1422"})
    assert may_leave_map(t.state, t.unit("B17-48"))
    assert not may_leave_map(t.state, t.unit("B17-63"))
    assert not may_leave_map(t.state, t.unit("J33-214"))
    assert may_leave_map(t.state, t.unit("J33-215"))
    t = table(units={"B17-48": "0107", "J33-214": "0106"})
    assert not may_leave_map(t.state, t.unit("B17-48"))


@case("6.2-D-f", "R64")
def test_it_returns_in_its_present_state_and_in_full_supply(table: Any) -> None:
    units = {"J33-214": "0207", "J33-215": "0207", "B17-48": "0107"}
    t = table(phase="japanese-attack", units=units, level={"B17-48": "limited"}, dice=[6])
    t.to_combat().attack("0107", "J33-214", "J33-215").do("spearhead", "J33-214").do("no-banzai")
    t.do("lead", "J33-214").do("enforce").do("retreat")
    assert t.offers("retreat-off", "B17-48")
    t.do("retreat-off", "B17-48")
    assert t.where("B17-48") == "T2"
    assert t.steps("B17-48") == 1
    assert t.level("B17-48") == "full"


@case("R64")
def test_after_the_last_turn_nobody_returns(table: Any) -> None:
    units = {"J33-214": "0207", "J33-215": "0207", "B17-48": "0107"}
    t = table(turn=10, phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0107", "J33-214", "J33-215").do("spearhead", "J33-214").do("no-banzai")
    t.do("lead", "J33-214").do("enforce").do("retreat").do("retreat-off", "B17-48")
    assert t.where("B17-48") == "OUT"
    assert len(t.told("never-returns")) == 1
    assert not t.told("returns-later")


@case("3.3-i", "R34")
def test_a_full_regiment_may_split_when_it_retreats_and_both_pieces_go(table: Any) -> None:
    t = forced(table, {"J33-215": "0419"}, die=6)
    t.do("lead", "B17-48").do("refuse-with", "J33-214").do("enforce").do("retreat")
    assert t.offers("split", "J33-215")
    t.do("split", "J33-215")
    going = {words[1] for words in t.options("retreat-to")}
    assert sum(name.startswith("J33-b") for name in going) == 1
    assert {"J33-214", "J33-215"} <= going
    assert t.steps("J33-215") == 2


# --- 6.2-E


@case("6.2-E-a", "R66")
def test_all_attackers_may_advance_into_a_hex_emptied_by_losses(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "J31-124": "0906", "BL-RIF": "0806"}, dice=[6])
    t.to_combat().attack("0806", "J31-58", "J31-124").do("spearhead", "J31-58").do("no-banzai")
    assert t.goals("advance") == {"J31-58", "J31-124"}
    # There is room for all: nothing has to be said of it beforehand.
    assert t.game.preview(t.state, t.asked.side, ("advance-all",)) is None
    t.do("advance-all")
    assert t.units_at("0806") == {"J31-58", "J31-124"}


@case("6.2-E-a")
def test_advance_is_voluntary_after_losses(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "BL-RIF": "0806"}, dice=[6])
    t.to_combat().attack("0806", "J31-58").do("no-banzai").do("stay")
    assert t.units_at("0806") == set()


@case("6.2-D-f", "3.3-d")
def test_why_a_unit_in_retreat_neither_leaves_the_map_nor_splits(table: Any) -> None:
    t = forced(table)
    t.do("lead", "B17-48").do("enforce").do("retreat")
    unit = t.unit("J33-214")
    found = [t.game.why_not(t.state, t.asked.side, unit, None, verb)[0].cases for verb in ("retreat-off", "split")]
    assert found == [("6.2-D-f", "R64"), ("3.3-d",)]


@case("6.2-E-b")
def test_leader_and_payers_must_advance(table: Any) -> None:
    t = forced(table)
    t.do("lead", "B17-48").do("enforce").do("retreat").do("retreat-to", "J33-214", "0520")
    assert t.where("B17-48") == "0419"
    assert t.asked.prompt == "advance"
    assert t.goals("advance") == {"B17-63"}


@case("6.2-E-c")
def test_artillery_does_not_advance(table: Any) -> None:
    units = {"J31-58": "0906", "J31-A": "0906", "BL-RIF": "0806"}
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0806", "J31-58", "J31-A").do("no-banzai")
    assert t.goals("advance") == {"J31-58"}
    assert not t.options("advance-all"), "there is but one"
    assert t.why("J31-A") == ["6.2-E-c"]


@case("3.3-i", "R34")
def test_a_full_regiment_may_split_when_it_advances(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "J31-124": "0906", "BL-RIF": "0806"}, dice=[6])
    t.to_combat().attack("0806", "J31-58", "J31-124").do("spearhead", "J31-58").do("no-banzai")
    t.do("detach", "J31-124").finish("stay")
    (battalion,) = t.units_at("0806")
    assert battalion.startswith("J31-b")
    assert t.steps("J31-124") == 2


# --- 6.1-B-d..f


@case("6.1-B-d", "R45")
def test_an_objective_that_nobody_holds_is_walked_into(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": ["0706", 2], "BM-3": "0606"}, yunnan_active=1)
    t.to_combat()
    assert t.offers("storm", "0606")
    t.storm("0606", "J31-58")
    assert t.asked.prompt == "withdraw"
    t.do("withdraw", "BM-3", "0607")
    assert t.where("J31-58") == "0606"
    assert t.state.attacked >> t.unit("J31-58") & 1
    t.end_phase()
    assert t.flag("0606") == "Japanese"


@case("6.1-B-d", "R45")
def test_not_an_objective_of_ones_own_nor_one_that_is_held(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0706", "BL-RIF": "0606", "J18-E": "2207"})
    t.to_combat()
    assert not t.options("storm")


@case("R45", "5.2-d", "5.2-b")
def test_in_an_assault_phase_it_takes_full_supply_and_no_yunnan_unit(table: Any) -> None:
    units = {"C-77": "2407", "Y87-259": "3410"}
    t = table(phase="allied-assault", units=units, level={"C-77": "limited"}, yunnan_active=1, moved=list(units))
    t.to_combat()
    assert not t.options("storm")
    t = table(phase="allied-attack", units=units, level={"C-77": "limited"}, yunnan_active=1, moved=list(units))
    assert t.to_combat().offers("storm", "2308")


@case("R45", "6.1-C-c")
def test_for_the_stilwell_force_it_is_its_one_attack(table: Any) -> None:
    units = {"SG-1": "2307", "S22-64": "2103", "J18-E": "2104"}
    t = table(phase="allied-attack", units=units)
    t.to_combat().storm("2308", "SG-1").finish("advance-all")
    assert t.where("SG-1") == "2308"
    assert not t.options("attack")


@case("6.1-B-e")
def test_units_that_fled_into_it_lose_a_step_and_go_on(table: Any) -> None:
    units = {"J31-58": ["0706", 2], "B17-48": "0606"}
    t = table(phase="japanese-attack", units=units, retreated=["B17-48"])
    t.to_combat()
    assert not t.options("attack")
    t.storm("0606", "J31-58").do("retreat-to", "B17-48", "0607")
    assert t.steps("B17-48") == 1
    assert t.where("J31-58") == "0606"


@case("6.1-B-f")
def test_a_worse_leader_loses_one_step_however_great_the_difference(table: Any) -> None:
    units = {"JX-INA1": "0706", "B50P": "0606"}
    t = table(phase="japanese-attack", units=units, retreated=["B50P"])
    t.to_combat().storm("0606", "JX-INA1")
    assert t.steps("JX-INA1") == 1
    t.do("retreat-to", "B50P", "0607")
    assert t.steps("B50P") == 1


@case("6.1-B-f", "R45", "R59")
def test_a_leader_that_dies_leaves_the_way_to_another_or_to_nobody(table: Any) -> None:
    units = {"JX-INA1": ["0706", 1], "BL-ASM": "0606"}
    t = table(phase="japanese-attack", units=units, retreated=["BL-ASM"])
    t.to_combat().storm("0606", "JX-INA1")
    assert t.where("JX-INA1") == "JPERM"
    assert t.where("BL-ASM") == "0606"
    assert t.asked.prompt == "attacks"
