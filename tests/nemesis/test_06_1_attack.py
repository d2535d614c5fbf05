"""6.1: Into the Fire, who attacks what, odds, shifts, Banzai, Massive Combat, losses."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.odds import (
    Attack,
    attack_quality,
    defence_quality,
    die_modifiers,
    final_column,
    net_shift,
    shifts,
    start_column,
)
from grognard.kernel.odds import odds_column
from grognard.kernel.tables import Modifier

case = pytest.mark.case
TIDDIM = {"J33-214": "0419", "B17-48": "0418"}


def attack_of(t: Any, target: str, units: list[str], meeting: str = "", air: str = "") -> Attack:
    """Against a hex, the first unit as the spearhead."""
    side = t.game.side_of[t.unit(units[0])]
    found = Attack(side, t.space(target), [t.unit(u) for u in units], t.unit(air) if air else -1, t.unit(units[0]))
    found.meeting = t.unit(meeting) if meeting else -1
    return found


def values(modifiers: list[Modifier]) -> dict[str, int]:
    return {m.text: m.value for m in modifiers}


# --- 6.1-A


@case("6.0-a", "6.1-A-a")
@pytest.mark.parametrize(
    ("unit", "points"), [("J31-58", 4), ("JX-24B", 4), ("J31-A", 4), ("JX-INA1", 2), ("JX-14T", 2), ("JM-31", 2)]
)
def test_into_the_fire(table: Any, unit: str, points: int) -> None:
    t = table(phase="japanese-attack", units={unit: "1111", "B17-48": "0418"})
    assert t.asked.prompt == "into-the-fire"
    t.do("move", unit)
    assert t.asked.about[2] == points


@case("6.1-A-a")
def test_the_allies_have_one_point(table: Any) -> None:
    t = table(phase="allied-attack", units={"B50P": "0511", "BT-3C": "0511"})
    t.do("move", "B50P").do("to", "0510")
    assert t.asked.about[2] == 2 - 1
    t.do("to", "0509")
    assert t.where("B50P") == "0509"


@case("6.1-A-b")
def test_no_minimum_move_and_limited_movement_applies(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0415"}, level={"B17-48": "limited"})
    assert not t.options("move")
    assert "6.1-A-b" in t.why("B17-48")


@case("6.1-A-b", "R20")
def test_in_the_heavy_monsoon_one_point_moves_nobody(table: Any) -> None:
    t = table(turn=8, phase="allied-attack", units={"B23-37": "0511"})
    assert not t.options("move")


# --- 6.1-B, C


@case("6.1-B-a", "6.1-B-b")
def test_units_of_several_hexes_combine(table: Any) -> None:
    t = table(phase="japanese-attack", units={**TIDDIM, "J33-215": "0518"}, dice=[4])
    t.to_combat().attack("0418", "J33-214", "J33-215")
    assert t.told("attack")[0].args[4] == "1-1"


@case("6.1-B-c", "R44")
def test_a_unit_attacks_once_and_is_attacked_once(table: Any) -> None:
    units = {**TIDDIM, "J33-215": "0518", "B17-63": "0417"}
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0418", "J33-214").do("no-banzai").finish("no-force")
    assert not t.offers("attack", "0418")
    assert "R44" in t.why(space="0418")
    t.do("attack", "0417")
    assert t.goals("join") == {"J33-215"}
    assert "6.1-B-c" in t.why("J33-214")


@case("R44", "6.2-D-e")
def test_friends_whom_retreated_units_joined_may_still_be_attacked(table: Any) -> None:
    units = {"J33-215": "0518", "B17-48": "0417", "B17-63": "0417"}
    t = table(phase="japanese-attack", units=units, retreated=["B17-63"], defended=["B17-63"])
    t.to_combat()
    assert t.offers("attack", "0417")


@case("R100")
def test_a_stack_that_has_only_just_retreated_is_left_alone(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-215": "0518", "B17-48": "0417"}, retreated=["B17-48"])
    t.to_combat()
    assert not t.options("attack")
    assert "R100" in t.why(space="0417")


@case("6.1-C-a", "R46")
def test_who_may_not_enter_a_hex_may_not_attack_it_but_artillery_may(table: Any) -> None:
    units = {"B17-48": "0418", "BL-CHIN": "0418", "Y-A": "0418", "J33-214": "0319"}
    t = table(phase="allied-attack", units=units, yunnan_active=1)
    assert t.game.mountains >> t.space("0319") & 1
    t.to_combat().do("attack", "0319")
    assert t.goals("join") == {"BL-CHIN", "Y-A"}
    assert "6.1-C-a" in t.why("B17-48")


@case("R46", "5.1-A-f")
def test_nobody_attacks_across_a_lake_not_even_artillery(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0412", "B4C-A": "0412", "J33-214": "0512"})
    t.to_combat()
    assert not t.options("attack")


@case("6.1-C-b")
def test_artillery_does_not_attack_alone(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-A": "0419", "J33-E": "0419", "BL-CHIN": "0418"})
    t.to_combat().do("attack", "0418").do("join", "J33-A")
    assert not t.offers("confirm")
    assert t.state.agenda[-1].confirm_bar(t.state).cases == ("6.1-C-b",)
    t.do("join", "J33-E")
    assert t.offers("confirm")


@case("6.1-C-c")
def test_the_stilwell_force_makes_one_attack(table: Any) -> None:
    units = {"S22-64": "2103", "S22-65": "2203", "J18-E": "2104", "J33-E": "2303"}
    t = table(phase="allied-attack", units=units, dice=[4])
    t.to_combat().attack("2104", "S22-64").finish("no-banzai", "no-force", "stay")
    assert not t.options("attack")
    assert t.why("S22-65") == ["6.1-C-c"]


# --- 6.1-D odds


@case("6.1-D-a", "6.1-D-b", "R95", "R2")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(11, 4, "2-1"), (19, 4, "3-1"), (3, 5, "1-2"), (4, 4, "1-1"), (16, 4, "3-1"), (20, 4, "5-1"), (36, 4, "9-1")],
)
def test_odds_are_rounded_down_to_a_column(table: Any, attack: int, defence: int, column: str) -> None:
    g = table().game
    assert g.results.columns[odds_column(attack, defence, g.ratios)] == column


@case("6.1-D-c")
def test_odds_above_9_to_1_start_at_9_to_1(table: Any) -> None:
    g = table().game
    assert g.results.columns[odds_column(99, 2, g.ratios)] == "9-1"


@case("6.1-D-d", "R95")
def test_below_1_to_2_no_combat_is_permitted(table: Any) -> None:
    units = {"J33-E": "0419", "J33-214": "0419", "B17-48": "0418"}
    t = table(phase="japanese-attack", units=units)
    t.to_combat().do("attack", "0418").do("join", "J33-E")
    assert not t.offers("confirm")
    t.do("join", "J33-214")
    assert t.offers("confirm")
    t = table(phase="japanese-attack", units={"J33-E": "0419", "B17-48": "0418"}, used_air=["J-AIR"])
    t.to_combat()
    assert not t.options("attack")
    assert "6.1-D-d" in t.why(space="0418")


@case("6.1-D-e", "6.1-F-a", "R49")
@pytest.mark.parametrize(("sum_", "net"), [(3, 3), (4, 4), (6, 4), (-5, -4), (0, 0)])
def test_at_most_four_columns_either_way(table: Any, sum_: int, net: int) -> None:
    t = table()
    assert net_shift(t.state, [Modifier(sum_, "", ())]) == net


# --- 6.1-E barricades


@case("6.1-E-a", "R47")
def test_the_attacker_names_a_spearhead_never_artillery(table: Any) -> None:
    units = {**TIDDIM, "J33-A": "0419", "J33-E": "0419"}
    t = table(phase="japanese-attack", units=units)
    t.to_combat().attack("0418", "J33-214", "J33-A", "J33-E")
    assert t.side == "Japanese"
    assert t.goals("spearhead") == {"J33-214", "J33-E"}
    assert t.why("J33-A") == ["6.1-E-a", "6.2-A-b"]


@case("6.1-E-b", "R47")
def test_then_the_defender_names_the_meeting_unit_artillery_only_alone(table: Any) -> None:
    units = {**TIDDIM, "J33-215": "0518", "B4C-A": "0418", "B17-63": "0418"}
    t = table(phase="japanese-attack", units=units)
    t.to_combat().attack("0418", "J33-214", "J33-215").do("spearhead", "J33-214")
    assert t.side == "Allied"
    assert t.goals("meet") == {"B17-48", "B17-63"}
    assert "6.1-E-b" in t.why("B4C-A")
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B4C-A": "0418"})
    t.to_combat().attack("0418", "J33-214")
    assert t.told("meeting")[0].args == (t.unit("B4C-A"),)


@case("6.1-E-b", "R52")
def test_artillery_alone_declares_no_banzai(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0418", "J33-A": "0419"}, dice=[3])
    t.to_combat().attack("0419", "B17-48")
    assert t.told("combat")


# --- 6.1-F shifts


@case("6.1-F-d")
def test_the_better_quality_shifts_columns(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0511", "B23-1": "0510", "BL-ASM": "0510", "BG-DIM": "0510"})
    against = {u: values(shifts(t.state, attack_of(t, "0510", ["J31-58"], u))) for u in ("B23-1", "BL-ASM", "BG-DIM")}
    assert against["B23-1"] == {"Quality 3 against 2": 1}
    assert against["BL-ASM"] == {}
    assert against["BG-DIM"] == {"Quality 3 against 1": 2}


@case("6.1-F-e", "R51")
@pytest.mark.parametrize(
    ("hex_", "name"),
    [("0607", "Hill"), ("1107", "Mountain"), ("0511", "Town"), ("0606", "Town"), ("0510", ""), ("0714", "")],
)
def test_hill_mountain_and_town_are_one_column_for_the_defender(table: Any, hex_: str, name: str) -> None:
    other = {"0607": "0608", "1107": "1006", "0511": "0510", "0606": "0607", "0510": "0511", "0714": "0713"}[hex_]
    t = table(phase="japanese-attack", units={"J31-58": other, "BL-ASM": hex_})
    moved = values(shifts(t.state, attack_of(t, hex_, ["J31-58"], "BL-ASM")))
    assert moved == ({name: -1} if name else {})


@case("6.1-F-e")
@pytest.mark.parametrize("unit", ["B4C-A", "BT-7C"])
def test_artillery_and_tanks_that_meet_the_charge_get_nothing_from_the_hill(table: Any, unit: str) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0608", unit: "0607"})
    assert "Hill" not in values(shifts(t.state, attack_of(t, "0607", ["J31-58"], unit)))


@case("6.1-F-b", "R49")
def test_beyond_9_to_1_is_one_on_the_die_however_far(table: Any) -> None:
    units = {"J31-58": "0511", "J31-124": "0511", "J31-138": "0511", "BL-RIF": "0510"}
    t = table(phase="japanese-attack", units=units)
    attack = attack_of(t, "0510", ["J31-58", "J31-124", "J31-138"], "BL-RIF")
    assert t.game.results.columns[start_column(t.state, attack)] == "9-1"
    assert final_column(t.state, attack) == (6, 1)
    assert values(die_modifiers(t.state, attack)) == {"Beyond the last column": 1}


@case("6.1-F-c", "R49")
def test_below_1_to_2_by_shifts_is_allowed_with_one_off_the_die(table: Any) -> None:
    t = table(phase="allied-attack", units={"Y87-259": "3511", "J56-113": "3411"}, yunnan_active=1)
    attack = attack_of(t, "3411", ["Y87-259"], "J56-113")
    assert start_column(t.state, attack) == 0
    assert final_column(t.state, attack) == (0, -1)
    assert values(die_modifiers(t.state, attack)) == {"Below the first column": -1}


@case("6.1-F-g", "R52")
@pytest.mark.parametrize(("phase", "target", "drm"), [("japanese-attack", "0418", 1), ("allied-attack", "0419", -1)])
def test_banzai_is_one_on_the_die_for_the_japanese(table: Any, phase: str, target: str, drm: int) -> None:
    t = table(phase=phase, units={**TIDDIM, "BT-3C": "0418"}, dice=[3])
    if target == "0418":
        t = table(phase=phase, units=TIDDIM, dice=[3])
        t.to_combat().attack(target, "J33-214")
    else:
        t.to_combat().attack(target, "B17-48", "BT-3C").do("spearhead", "BT-3C")
    assert t.side == "Japanese"
    t.do("banzai")
    assert t.drm() == drm


@case("6.1-F-g", "R52")
@pytest.mark.parametrize("unit", ["JX-14T", "JX-INA1"])
def test_motorized_and_quality_1_units_declare_no_banzai(table: Any, unit: str) -> None:
    t = table(phase="japanese-attack", units={unit: "0419", "BL-CHIN": "0418"}, dice=[3])
    t.to_combat().attack("0418", unit)
    assert t.told("combat")


@case("6.1-F-h", "R53", "2.4-e")
def test_after_a_banzai_japanese_losses_are_for_good_and_lamented_twice(table: Any) -> None:
    t = table(phase="japanese-attack", units=TIDDIM, dice=[2])
    t.to_combat().attack("0418", "J33-214").do("banzai")
    lost = t.units_at("JPERM")
    assert lost
    assert all(name.startswith("J33-b") for name in lost)
    assert t.state.lament[JAPANESE] == 2 * len(lost)


@case("6.1-F-i", "R54")
@pytest.mark.parametrize(
    ("names", "drm"),
    [(["B17-48", "S22-64"], -1), (["B17-48", "SG-1"], 0), (["S22-64", "SG-1"], 0), (["B17-48", "Y87-259"], -1)],
)
def test_british_and_chinese_together_confuse_an_attack(table: Any, names: list[str], drm: int) -> None:
    t = table(phase="allied-attack", units={**dict.fromkeys(names, "0418"), "J33-214": "0419"}, yunnan_active=1)
    attack = attack_of(t, "0419", names, "J33-214", air="A-US1")
    assert values(die_modifiers(t.state, attack)).get("Command Confusion", 0) == drm


@case("6.1-F-i", "R54")
def test_a_mixed_stack_helps_a_japanese_attack_even_if_some_had_retreated_there(table: Any) -> None:
    units = {"J33-214": "0419", "B17-48": "0418", "S22-64": "0418"}
    t = table(phase="japanese-attack", units=units, retreated=["S22-64"])
    attack = attack_of(t, "0418", ["J33-214"], "B17-48")
    assert values(die_modifiers(t.state, attack))["Command Confusion"] == 1


@case("6.1-F-j")
def test_a_bunker_raises_quality_in_defence_to_4(table: Any) -> None:
    units = {"J33-214": "0419", "JX-14T": "0419", "J56-C": "0419"}
    t = table(units=units, bunkers={"0419": "Japanese"})
    assert [defence_quality(t.state, t.unit(u)) for u in units] == [4, 2, 3]


@case("6.1-F-k")
def test_against_a_bunker_artillery_and_air_are_no_support(table: Any) -> None:
    units = {"B17-48": "0418", "B4C-A": "0418", "BT-3C": "0418", "J33-214": "0419"}
    names = ["B17-48", "B4C-A"]
    t = table(phase="allied-attack", units=units)
    open_ = shifts(t.state, attack_of(t, "0419", names, "J33-214", air="A-US1"))
    assert any("Support" in m.text for m in open_)
    t = table(phase="allied-attack", units=units, bunkers={"0419": "Japanese"})
    dug = attack_of(t, "0419", names, "J33-214", air="A-US1")
    assert not any("Support" in m.text for m in shifts(t.state, dug))
    assert start_column(t.state, dug) == odds_column(7 + 5 + 4, 6, t.game.ratios)
    tanks = shifts(t.state, attack_of(t, "0419", [*names, "BT-3C"], "J33-214"))
    assert any("Support Advantage, 4 to 0" in m.text for m in tanks)


@case("6.1-F-l")
def test_a_bunker_does_not_help_an_attack(table: Any) -> None:
    t = table(units=TIDDIM, bunkers={"0419": "Japanese"})
    assert attack_quality(t.state, t.unit("J33-214"), t.space("0418")) == 3


@case("6.1-F-m", "R48", "R19")
def test_across_a_major_river_quality_is_one_less_road_or_not(table: Any) -> None:
    t = table(units={"Y87-259": "3511", "B17-48": "0415"})
    assert attack_quality(t.state, t.unit("Y87-259"), t.space("3411")) == 0
    assert attack_quality(t.state, t.unit("B17-48"), t.space("0515")) == 2
    t = table(turn=5, units={"B17-48": "0415"})
    assert attack_quality(t.state, t.unit("B17-48"), t.space("0515")) == 1


# --- Massive Combat

MASS = {"B17-48": "0418", "B17-63": "0418", "B20-32": "0418", "B20-80": "0418"}


@case("6.1-F-n", "R55")
def test_massive_combat_needs_eight_steps_guns_or_aircraft_and_a_low_column(table: Any) -> None:
    enemy = {"J33-214": "0419", "J33-215": "0419"}
    t = table(phase="allied-attack", units={**MASS, **enemy}, scale=1)
    t.to_combat().attack("0419", *MASS, air="A-US1").do("spearhead", "B17-48").do("meet", "J33-214")
    assert t.verbs() == {"massive", "no-massive"}
    t = table(phase="allied-attack", units={**MASS, **enemy}, scale=1)
    t.to_combat().attack("0419", *MASS).do("spearhead", "B17-48").do("meet", "J33-214")
    assert t.asked.prompt == "banzai"
    fewer = {**MASS, "B20-80": ["0418", 1]}
    t = table(phase="allied-attack", units={**fewer, **enemy}, scale=1)
    t.to_combat().attack("0419", *MASS, air="A-US1").do("spearhead", "B17-48").do("meet", "J33-214")
    assert t.asked.prompt == "banzai"
    t = table(phase="allied-attack", units={**MASS, "J33-E": "0419"}, scale=1)
    t.to_combat().attack("0419", *MASS, air="A-US1").do("spearhead", "B17-48")
    assert t.asked.prompt == "banzai"


@case("6.1-F-o", "R12")
def test_the_allies_pay_one_of_the_scale(table: Any) -> None:
    enemy = {"J33-214": "0419", "J33-215": "0419"}
    t = table(phase="allied-attack", units={**MASS, **enemy}, scale=0)
    t.to_combat().attack("0419", *MASS, air="A-US1").do("spearhead", "B17-48").do("meet", "J33-214")
    assert t.asked.prompt == "banzai"
    t = table(phase="allied-attack", units={**MASS, **enemy}, scale=2)
    t.to_combat().attack("0419", *MASS, air="A-US1").do("spearhead", "B17-48").do("meet", "J33-214").do("massive")
    assert t.state.scale == 1
    assert t.asked.prompt == "banzai"


@case("6.1-F-o")
def test_the_japanese_pay_with_lament(table: Any) -> None:
    units = {
        "J33-213": "0419",
        "J33-214": "0419",
        "J33-215": "0419",
        "B17-48": "0418",
        "B17-63": "0418",
        "B20-32": "0418",
    }
    t = table(phase="japanese-attack", units=units)
    t.to_combat().attack("0418", "J33-213", "J33-214", "J33-215", air="J-AIR")
    t.do("spearhead", "J33-213").do("meet", "B17-48").do("massive")
    assert t.state.lament[JAPANESE] == 1


@case("6.1-F-p", "R56")
def test_massive_combat_costs_both_a_step_more(table: Any) -> None:
    enemy = {"J33-214": "0419", "J33-215": "0419"}
    t = table(phase="allied-attack", units={**MASS, **enemy}, scale=2, dice=[6])
    t.to_combat().attack("0419", *MASS, air="A-US1").do("spearhead", "B17-48").do("meet", "J33-214").do("massive")
    t.do("no-banzai")
    lost, slain = (int(part.strip("r")) for part in t.result().split("-"))
    assert t.side == "Allied"
    assert t.state.agenda[-1].owed == lost
    assert t.steps("B17-48") == 1
    assert t.told("general")[-1].args[1] == 1
    assert slain >= 1


# --- 6.1-G


@case("6.1-G-a", "2.3-a")
def test_the_die_is_modified_and_read_in_the_column(table: Any) -> None:
    t = table(phase="japanese-attack", units=TIDDIM, dice=[5])
    t.to_combat().attack("0418", "J33-214").do("banzai")
    assert t.modified() == 6 + (t.drm() - 1)
    column = t.game.results.columns.index(t.column())
    assert t.result() == t.game.results.result(column, t.modified())


@case("6.1-G-b", "6.1-G-g")
def test_the_spearhead_loses_first_and_artillery_nothing(table: Any) -> None:
    units = {"J33-213": "0419", "J33-214": "0419", "J33-A": "0419", "B17-48": "0418", "B17-63": "0418"}
    t = table(phase="japanese-attack", units=units, dice=[1])
    t.to_combat().attack("0418", "J33-213", "J33-214", "J33-A").do("spearhead", "J33-213").do("meet", "B17-48")
    t.do("no-massive").do("no-banzai")
    assert t.steps("J33-213") == 2
    assert t.goals("lose") == {"J33-213", "J33-214"}
    assert "6.1-G-b" in t.why("J33-A")


@case("6.1-G-c", "6.1-G-g", "R57")
def test_the_meeting_unit_loses_first_then_any_artillery_too(table: Any) -> None:
    units = {
        "J33-213": "0419",
        "J33-214": "0419",
        "J33-215": "0419",
        "BL-CHIN": "0418",
        "B20-A": "0418",
        "B17-48": "0418",
    }
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.to_combat().attack("0418", "J33-213", "J33-214", "J33-215", air="J-AIR").do("spearhead", "J33-213")
    t.do("meet", "B17-48").do("no-massive").do("banzai")
    assert t.result() == "1-2r"
    assert t.side == "Allied"
    assert t.steps("B17-48") == 1
    assert t.goals("lose") == {"BL-CHIN", "B20-A", "B17-48"}


@case("6.1-G-e", "6.1-G-f")
def test_what_a_regiment_loses_are_its_battalions(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0418", "B17-63": "0418", "J33-214": ["0419", 2]}, dice=[5])
    t.to_combat().attack("0419", "B17-48", "B17-63").do("spearhead", "B17-48").do("no-banzai").finish("no-force")
    assert t.where("J33-214") == "JSHELF"
    (battalion,) = t.units_at("0419")
    assert battalion.startswith("J33-b")
    assert t.state.lament[JAPANESE] == 1


@case("R58")
def test_an_attacker_who_cannot_pay_loses_what_he_can_and_enforces_nothing(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-E": "0419", "J33-A": "0419", "B17-48": ["0418", 1]}, dice=[1])
    t.to_combat().attack("0418", "J33-E", "J33-A").do("no-banzai")
    assert t.result() == "2-0"
    assert t.where("J33-E") == "JLOSS"
    assert t.where("J33-A") == "0419"
    assert t.asked.prompt == "attacks"
    assert t.state.lament[ALLIED] == 0
