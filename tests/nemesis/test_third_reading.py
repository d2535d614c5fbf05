"""Corners of Nemesis read in the rulebook by a third referee; what must come was written down before it was run."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.odds import Attack, die_modifiers, final_column
from grognard.games.nemesis.reinforcement_allied import flights_allowed
from grognard.games.nemesis.satisfaction import add_lament, please_general
from grognard.games.nemesis.stacking import is_full_for, overstacked
from grognard.games.nemesis.supply import levels

case = pytest.mark.case


def reasons(t: Any, unit: str | None = None, space: str | None = None, verb: str = "") -> list[str]:
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return [bar.text for bar in t.game.why_not(t.state, t.asked.side, u, h, verb)]


def level(t: Any, side: int) -> dict[str, str]:
    return {t.game.unit_ids[u]: ("full", "limited", "out")[n] for u, n in levels(t.state, side).items()}


def column(t: Any, side: int, ours: tuple[str, ...], goal: str, meeting: str, **more: Any) -> tuple[str, int]:
    attack = Attack(side, t.space(goal), [t.unit(u) for u in ours], -1, t.unit(ours[0]), t.unit(meeting), **more)
    found, _ = final_column(t.state, attack)
    return t.game.results.columns[found], sum(m.value for m in die_modifiers(t.state, attack))


# --- 2.2: room


@case("2.2-a", "3.3-e", "R23", "R35")
def test_three_battalions_of_a_division_take_the_room_of_one_regiment_once_they_merge(table: Any) -> None:
    units = {"J31-58": "1111", "J31-124": "1111", **dict.fromkeys(("J15-b1", "J15-b2"), "1111")}
    t = table(units=units)
    assert not is_full_for(t.state, t.space("1111"), t.unit("J15-b3"))


@case("2.2-g", "3.4-a", "R98")
def test_a_chindit_brigade_and_two_battalions_are_three_chindits(table: Any) -> None:
    t = table(units={"C-77": "1111", "C-b1": "1111", "C-b2": "1111"})
    assert t.space("1111") in overstacked(t.state, ALLIED)
    t = table(units={"C-77": "1111", "C-b1": "1111"})
    assert t.space("1111") not in overstacked(t.state, ALLIED)


# --- 2.3, 2.4, 9.0: tracks


@case("2.3-g", "2.3-i", "R42")
def test_at_9_and_0_a_general_past_9_moves_nobody(table: Any) -> None:
    t = table(units={"B17-48": "0418"}, general=[9, 0], superior=[9, 0])
    please_general(t.state, ALLIED, 3)
    assert t.state.superior == [9, 0]
    assert t.state.general[ALLIED] == 2


@case("2.4-g", "2.3-h")
def test_a_lament_past_9_at_0_pleases_the_other_superior(table: Any) -> None:
    t = table(units={"B17-48": "0418"}, lament=[9, 0], superior=[0, 4])
    add_lament(t.state, ALLIED, 1)
    assert t.state.superior == [0, 5]


@case("2.4-g")
def test_thirteen_laments_in_one_go_pass_9_once(table: Any) -> None:
    t = table(units={"B17-48": "0418"}, lament=[0, 0], superior=[5, 5])
    add_lament(t.state, JAPANESE, 13)
    assert (t.state.lament[JAPANESE], t.state.superior) == (3, [5, 4])


# --- 6.1: the column


@case("6.1-D-c", "7.1-B-d", "R50")
def test_two_hungry_brigades_of_7_attack_with_8(table: Any) -> None:
    full = table(units={"B17-48": "0418", "B17-63": "0418", "J33-214": "0419"})
    hungry = table(units={"B17-48": "0418", "B17-63": "0418", "J33-214": "0419"},
                   level={"B17-48": "limited", "B17-63": "limited"})  # fmt: skip
    columns = list(full.game.results.columns)
    ours = ("B17-48", "B17-63")
    first = columns.index(column(full, ALLIED, ours, "0419", "J33-214")[0])
    assert columns.index(column(hungry, ALLIED, ours, "0419", "J33-214")[0]) <= first


@case("6.1-F-g", "R52")
@pytest.mark.parametrize(("defender", "may"), [("J33-214", True), ("JX-14T", False)])
def test_a_banzai_needs_a_unit_that_is_not_motorized(table: Any, defender: str, may: bool) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", defender: "0419"},
              dice=[3])  # fmt: skip
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "B17-48")
    assert any(event.kind == "combat" for event in t.events) != may
    assert ("banzai" in t.verbs()) == may


# --- 7.1: supply


@case("7.1-C-b", "7.1-B-c")
def test_a_chindit_far_from_everything_is_limited_and_a_battalion_of_the_line_is_out(table: Any) -> None:
    t = table(units={"C-77": "1408", "B17-48": "1308", "J31-58": "1111"})
    assert level(t, ALLIED)["C-77"] == "limited"


@case("7.1-A-g", "7.1-C-a", "R68")
def test_with_the_indian_railway_cut_maingkwang_gives_limited_supply_by_air(table: Any) -> None:
    units = {"S22-64": "2102", "J31-58": "1111"}
    assert level(table(units=units), ALLIED)["S22-64"] == "full"
    railway = next(h for h in ("0502", "0601", "0503", "0602", "0404") if is_indian_rail(table(units=units), h))
    cut = table(units={"S22-64": "2102", "J31-58": railway})
    assert level(cut, ALLIED)["S22-64"] == "limited"


def is_indian_rail(t: Any, hex_: str) -> bool:
    """Whether the railway in India runs there."""
    return bool(t.game.india_rail >> t.space(hex_) & 1)


# --- 8: reinforcements


@case("8.2-B-12", "8.2-B-13", "R87")
@pytest.mark.parametrize(("used", "flights"), [([], 2), (["0511"], 1), (["0612"], 1)])
def test_airfields_that_feed_the_army_carry_fewer_flights(table: Any, used: list[str], flights: int) -> None:
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, used_airfields=used)
    assert flights_allowed(t.state) == flights


@case("8.1-A-a", "8.1-A-e")
@pytest.mark.parametrize(("turn", "support"), [(1, False), (3, True), (4, False), (6, True), (9, True)])
def test_guns_come_back_in_every_third_turn_alone(table: Any, turn: int, support: bool) -> None:
    t = table(turn=turn, phase="japanese-reinforcements", units={"JH-31": "1111", "J31-58": "1111"},
              box={"J31-A": "JLOSS"}, yunnan_active=1)  # fmt: skip
    assert any("J31-A" in option for option in t.options()) == support


@case("3.5-d", "3.5-h", "R39")
def test_before_game_turn_7_a_sleeping_force_does_not_move_and_from_7_on_it_does(table: Any) -> None:
    for turn, awake in ((6, 0), (7, 1)):
        t = table(turn=turn, phase="allied-assault", units={"Y87-259": "3510", "J31-58": "1111"}, yunnan_active=awake)
        assert any("Y87-259" in option for option in t.options("move")) == bool(awake)
        if not awake:
            assert reasons(t, "Y87-259") == ["The Yunnan Force is not active this turn."]
