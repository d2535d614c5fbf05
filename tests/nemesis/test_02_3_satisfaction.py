"""2.3-2.6: Generals, Superiors, flags, Lament, the Reinforcement Scale and the monsoon."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.losses import destroy, lose_step
from grognard.games.nemesis.satisfaction import add_lament, lower_superior, please_general, raise_scale, raise_superior
from grognard.games.nemesis.supply import gives_river_supply
from grognard.games.nemesis.victory import instant_winner
from grognard.kernel.flow import Term

WHY = Term("passed", (ALLIED,), ("2.3-g",))

case = pytest.mark.case

FIGHT = {"J33-214": "0419", "B17-48": "0418"}


# --- 2.3 the General


@case("2.3-a")
def test_a_modified_5_pleases_the_attackers_general(table: Any) -> None:
    t = table(phase="japanese-attack", units=FIGHT, dice=[5])
    t.to_combat().attack("0418", "J33-214").do("no-banzai")
    assert t.state.general == [0, 1]


@case("2.3-b")
def test_a_modified_2_pleases_the_defenders_general(table: Any) -> None:
    t = table(phase="japanese-attack", units=FIGHT, dice=[2])
    t.to_combat().attack("0418", "J33-214").do("no-banzai")
    assert t.state.general == [1, 0]


@case("2.3-a", "2.3-b")
def test_a_3_or_4_pleases_nobody(table: Any) -> None:
    t = table(phase="japanese-attack", units=FIGHT, dice=[4])
    t.to_combat().attack("0418", "J33-214").do("no-banzai")
    assert t.state.general == [0, 0]


@case("2.3-a")
def test_the_modified_die_counts(table: Any) -> None:
    t = table(phase="japanese-attack", units=FIGHT, dice=[4])
    t.to_combat().attack("0418", "J33-214").do("banzai")
    assert t.state.general == [0, 1]


@case("2.3-c", "2.5-b", "R11")
def test_an_objective_without_a_flag_is_worth_its_value(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0606"}, yunnan_active=1)
    t.end_phase()
    assert t.flag("0606") == "Japanese"
    assert t.state.general[JAPANESE] == 4
    assert t.state.scale == 1


@case("2.3-d", "R7", "R11")
def test_turning_an_enemy_flag_is_worth_half_rounded_up(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J18-114": "2308"}, allied_flags=["2308"], yunnan_active=1)
    t.end_phase()
    assert t.flag("2308") == "Japanese"
    assert t.state.general[JAPANESE] == 2
    assert t.state.scale == 1


@case("2.3-d", "2.5-b")
def test_an_allied_capture_does_not_move_the_scale(table: Any) -> None:
    t = table(phase="allied-attack", units={"C-77": "2308"}, dice=[1])
    t.end_phase()
    assert t.flag("2308") == "Allied"
    assert t.state.general[ALLIED] == 3
    assert t.state.scale == 0


@case("2.3-e")
def test_passing_through_gives_nothing(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0706"}, yunnan_active=1)
    t.march("J31-58", "0606", "0605").end_phase()
    assert t.flag("0606") == ""
    assert t.state.general == [0, 0]
    assert t.state.scale == 0


@case("R10")
def test_objectives_of_both_sides_are_checked_in_every_phase(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0606", "C-77": "2308"}, yunnan_active=1)
    t.end_phase()
    assert (t.flag("0606"), t.flag("2308")) == ("Japanese", "Allied")


ALL_FLAGS = ["0511", "0404", "0601", "3609", "0418", "0612", "0809", "0714", "2102", "3611"]


@case("2.3-f", "R9")
def test_without_a_flag_left_own_objectives_give_theirs_first(table: Any) -> None:
    own = [*ALL_FLAGS, "2308", "2607", "1814", "1914", "1516", "2514"]
    t = table(phase="japanese-attack", units={"J31-58": "0606"}, japanese_flags=own, yunnan_active=1)
    t.end_phase()
    assert t.asked.prompt == "take-flag"
    assert t.goals("take-flag") == {"2308", "2607", "1814", "1914", "1516", "2514"}
    t.do("take-flag", "2308")
    assert (t.flag("0606"), t.flag("2308")) == ("Japanese", "")
    assert t.state.general[JAPANESE] == 4


@case("2.3-f", "R9")
def test_then_captured_objectives_that_are_not_occupied_then_others(table: Any) -> None:
    own = [*ALL_FLAGS]
    theirs = ["2308", "2607", "1814", "1914", "1516", "2514"]
    units = {"J31-58": "0606", "J31-124": "0511"}
    t = table(phase="japanese-attack", units=units, japanese_flags=own, allied_flags=theirs, yunnan_active=1)
    t.end_phase()
    assert t.goals("take-flag") == set(ALL_FLAGS) - {"0511"}
    t.do("take-flag", "0404")
    assert (t.flag("0606"), t.flag("0404")) == ("Japanese", "")


@case("2.3-f", "R9")
def test_an_objective_that_lost_its_flag_while_held_scores_again_only_after_leaving(table: Any) -> None:
    theirs = ["2308", "2607", "1814", "1914", "1516", "2514", "2821", "0720", "1520", "3312", "3209", "1111", "0619"]
    theirs += ["3313", "1414"]
    units = {"J31-58": "0606", "J31-124": "0511"}
    t = table(phase="japanese-attack", units=units, japanese_flags=["0511"], allied_flags=theirs, yunnan_active=1)
    t.end_phase()
    assert t.flag("0511") == ""
    assert t.state.unscored[JAPANESE] >> t.space("0511") & 1
    assert t.state.general[JAPANESE] == 4
    t.edit(phase="japanese-assault")
    t.march("J31-124", "0510")
    assert not t.state.unscored[JAPANESE]


@case("2.3-f", "R9")
def test_with_no_flag_of_ones_own_an_enemy_flag_is_turned(table: Any) -> None:
    theirs = ["2308", "2607", "1814", "1914", "1516", "2514", "2821", "0720", "1520", "3312", "3209", "1111", "0619"]
    theirs += ["3313", "1414", "0404"]
    t = table(phase="japanese-attack", units={"J31-58": "0606"}, allied_flags=theirs, yunnan_active=1)
    t.end_phase()
    assert t.goals("take-flag") == set(theirs)
    t.do("take-flag", "2607")
    assert (t.flag("0606"), t.flag("2607")) == ("Japanese", "")


# --- wrap-arounds


@case("2.3-g", "2.4-h")
def test_past_9_the_general_begins_again_and_pleases_his_superior(table: Any) -> None:
    t = table(general=[8, 0])
    please_general(t.state, ALLIED, 3)
    assert t.state.general[ALLIED] == 1
    assert t.state.superior == [6, 5]
    please_general(t.state, ALLIED, 8)
    assert t.state.general[ALLIED] == 9
    assert t.state.superior == [6, 5]


@case("2.3-h")
def test_a_superior_at_9_pushes_the_other_down(table: Any) -> None:
    t = table(superior=[9, 5])
    raise_superior(t.state, ALLIED, WHY)
    assert t.state.superior == [9, 4]


@case("2.3-i")
def test_a_superior_at_0_pushes_the_other_up(table: Any) -> None:
    t = table(superior=[0, 5])
    lower_superior(t.state, ALLIED, WHY)
    assert t.state.superior == [0, 6]


@case("2.3-j", "R42")
def test_when_nothing_can_move_the_game_still_ends_only_with_the_turn(table: Any) -> None:
    t = table(superior=[0, 9])
    raise_superior(t.state, JAPANESE, WHY)
    lower_superior(t.state, ALLIED, WHY)
    assert t.state.superior == [0, 9]
    assert instant_winner(t.state) == JAPANESE
    assert not t.over


# --- 2.4 Lament


def lament_of(t: Any, unit: str, banzai: bool = False) -> int:
    side = t.game.side_of[t.unit(unit)]
    before = t.state.lament[side]
    destroy(t.state, t.unit(unit), banzai)
    return int(t.state.lament[side] - before)


@case("2.4-a")
@pytest.mark.parametrize("unit", ["JX-INA1", "Y87-259", "BG-DIM"])
def test_quality_1_is_not_lamented(table: Any, unit: str) -> None:
    assert lament_of(table(units={unit: "0511"}), unit) == 0


@case("2.4-b", "R14")
@pytest.mark.parametrize("unit", ["J31-E", "BL-ASM", "BT-3C", "J31-b1"])
def test_a_small_unit_is_one_lament(table: Any, unit: str) -> None:
    assert lament_of(table(units={unit: "0511"}), unit) == 1


@case("2.4-c", "R14")
def test_large_local_rifles_of_one_step_are_one_lament(table: Any) -> None:
    assert lament_of(table(units={"BL-CHIN": "0511"}), "BL-CHIN") == 1


@case("2.4-d", "R15")
def test_each_chindit_step_is_one_lament(table: Any) -> None:
    assert lament_of(table(units={"C-77": "0511"}), "C-77") == 3


@case("2.4-e", "R13", "R14")
def test_banzai_makes_a_lost_battalion_two_laments(table: Any) -> None:
    assert lament_of(table(units={"J31-b1": "0511"}), "J31-b1", banzai=True) == 2
    assert lament_of(table(units={"J31-A": "0511"}), "J31-A", banzai=True) == 3


@case("2.4-f", "R15")
@pytest.mark.parametrize("unit", ["B17-48", "J31-A", "B50P"])
def test_other_large_units_are_three_laments(table: Any, unit: str) -> None:
    assert lament_of(table(units={unit: "0511"}), unit) == 3


@case("R13", "R15")
def test_a_destroyed_regiment_is_one_lament_for_each_battalion(table: Any) -> None:
    t = table(units={"J31-58": "0511"})
    boxed = len(t.units_at("JBATT") & {f"J31-b{n}" for n in range(1, 10)})
    assert lament_of(t, "J31-58") == 3
    assert t.where("J31-58") == "JSHELF"
    assert boxed - len(t.units_at("JBATT") & {f"J31-b{n}" for n in range(1, 10)}) == 3


@case("2.4-h")
def test_past_9_lament_begins_again_and_the_superior_goes_down(table: Any) -> None:
    t = table(lament=[8, 0])
    add_lament(t.state, ALLIED, 3)
    assert t.state.lament[ALLIED] == 1
    assert t.state.superior == [4, 5]


@case("2.4-g", "R5")
def test_enemy_flags_are_lamented_in_the_reinforcements_phase_not_in_the_supply_check(table: Any) -> None:
    flags = ["0606", "0418"]
    t = table(phase="allied-supply", units={"B17-48": "0511"}, japanese_flags=flags, dice=[6, 1])
    assert t.state.lament[ALLIED] == 0
    t = table(phase="allied-reinforcements", units={"B17-48": "0511"}, japanese_flags=flags)
    assert t.state.lament[ALLIED] == 2


# --- 2.5 the scale


@case("2.5-c", "2.5-d", "R16")
@pytest.mark.parametrize(
    ("unit", "more"), [("B17-48", 1), ("BG-DIM", 1), ("S22-64", 1), ("Y87-259", 0), ("C-b1", 0), ("C-77", 1)]
)
def test_lost_allied_units_move_the_scale(table: Any, unit: str, more: int) -> None:
    t = table(units={unit: "0511"})
    destroy(t.state, t.unit(unit))
    assert t.state.scale == more


@case("2.5-c")
def test_japanese_losses_do_not_move_the_scale(table: Any) -> None:
    t = table(units={"J31-A": "0511"})
    destroy(t.state, t.unit("J31-A"))
    assert t.state.scale == 0


@case("R12", "2.5-a")
def test_the_scale_ends_at_9(table: Any) -> None:
    t = table(scale=8)
    raise_scale(t.state, 3)
    assert t.state.scale == 9


@case("2.5-e", "8.2-B-4")
@pytest.mark.parametrize(("superior", "scale"), [([3, 6], 3), ([6, 3], 0), ([0, 9], 9)])
def test_a_happier_hirohito_fills_the_scale(table: Any, superior: list[int], scale: int) -> None:
    t = table(phase="allied-reinforcements", units={"B17-48": "0511"}, superior=superior)
    assert t.state.scale == scale


# --- 2.6 monsoon


@case("2.6-a", "2.6-b", "R17")
def test_the_light_monsoon_grounds_three_air_units_before_the_first_chit(table: Any) -> None:
    t = table(turn=5, phase="start", first=["Attack", "Attack"], last=["Assault", "Assault"])
    assert t.side == "Allied"
    assert t.where("J-AIR") == "OUT"
    t.do("ground", "A-RAF1").do("ground", "A-US2")
    assert {u for u in ("A-RAF1", "A-RAF2", "A-US1", "A-US2") if t.where(u) == "OUT"} == {"A-RAF1", "A-US2"}
    assert t.phase() == "japanese-attack"


@case("2.6-c", "R18")
def test_the_light_monsoon_takes_a_step_from_who_is_not_in_full_supply(table: Any) -> None:
    units = {"J31-58": "0806", "J31-A": "1111", "JX-14T": "0806"}
    t = table(turn=5, phase="japanese-supply", units=units, yunnan_active=1, dice=[6])
    assert t.level("J31-58") == t.level("JX-14T") == "out"
    assert [event.args[0] for event in t.told("step-lost")] == [t.unit("J31-58")]


@case("2.6-c")
def test_with_everyone_in_full_supply_the_light_monsoon_takes_nothing(table: Any) -> None:
    t = table(turn=5, phase="japanese-supply", units={"J31-58": "1111"}, yunnan_active=1, dice=[6])
    assert t.steps("J31-58") == 3


@case("2.6-d", "R19")
def test_minor_rivers_become_major(table: Any) -> None:
    g = table().game
    a, b = g.space_index["0415"], g.space_index["0515"]
    assert (a, b) in g.minor
    dry, wet = (g.step_cost[1][0][weather][a][b] for weather in (0, 1))
    assert wet - dry == g.costs["major_river"]
    assert g.trace_cost[1][a][b] - g.trace_cost[0][a][b] == g.costs["major_river"]


@case("2.6-e", "7.1-C-d")
@pytest.mark.parametrize(("turn", "given"), [(4, False), (5, True)])
def test_light_rings_give_river_supply_from_the_light_monsoon_on(table: Any, turn: int, given: bool) -> None:
    t = table(turn=turn)
    assert gives_river_supply(t.state, t.space("2107")) == given
    assert gives_river_supply(t.state, t.space("1111"))
    assert not gives_river_supply(t.state, t.space("1516"))


@case("2.6-f", "2.6-g", "R18")
def test_the_heavy_monsoon_takes_two_steps_more_in_clear_and_jungle(table: Any) -> None:
    units = {"J31-58": "1111", "J31-124": "1111", "J31-A": "0910", "JX-3H": "1114"}
    t = table(turn=8, phase="japanese-supply", units=units, yunnan_active=1)
    assert t.asked.prompt == "monsoon"
    assert t.asked.cases[0] == "2.6-g"
    assert t.goals("suffer") == {"J31-58", "J31-124"}
    t.do("suffer", "J31-58").do("suffer", "J31-58", dice=[6])
    assert t.where("J31-58") == "JSHELF"
    assert t.phase() == "allied-assault"


@case("2.6-h", "R20")
def test_heavy_monsoon_costs(table: Any) -> None:
    g = table().game
    clear, jungle, hill = (g.space_index[name] for name in ("0510", "0714", "0607"))

    def entry(goal: int) -> set[int]:
        return {
            row[goal]
            for a, row in enumerate(g.step_cost[0][1][2])
            if goal in row and (a, goal) not in g.minor | g.major
        }

    assert entry(clear) == {4}
    assert entry(jungle) == {8}
    assert entry(hill) == {12}


@case("R18")
def test_a_monsoon_loss_is_lamented_like_any_other(table: Any) -> None:
    t = table(units={"J31-b1": "1111"})
    lose_step(t.state, t.unit("J31-b1"))
    assert t.state.lament[JAPANESE] == 1
    assert t.where("J31-b1") == "JLOSS"
