"""6.1, 6.2: who may take part, what a plan begins with, and the small print of losses, retreats and advances."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.combat import PlanAttack, attacker_bar, can_reach_odds, declare, join_bar
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.retreat import Advance, Losses, Retreat, retreat_hexes
from grognard.games.nemesis.state import piece
from grognard.kernel.play import advance
from nemesis.conftest import GAME

case = pytest.mark.case


def asked(table: Any, units: dict[str, Any], frame: Any, **change: Any) -> Any:
    """A Japanese attack phase in which a procedure is under way; the enemy far away keeps the phase open."""
    t = table(phase="japanese-attack", units={"J33-214": "0419", **units}, **change).to_combat()
    t.state.agenda.append(frame(t))
    advance(t.state, t.dice)
    return t


def retreating(table: Any, side: int, hex_: str, *units: str, **change: Any) -> Any:
    """These units must leave their hex."""
    add = dict.fromkeys(units, hex_)
    return asked(
        table,
        {**add, **change.pop("more", {})},
        lambda t: Retreat(side, t.space(hex_), numbers(t, *units), 0),
        **change,
    )


def numbers(t: Any, *units: str) -> list[int]:
    return [t.unit(unit) for unit in units]


# --- who may take part


@case("6.1-C-c", "5.2-c")
def test_the_one_attack_of_the_stilwell_force_binds_nobody_else(table: Any) -> None:
    units = {"S22-64": "2103", "J18-E": "2104", "B17-48": "0418", "J33-214": "0419"}
    t = table(phase="allied-attack", units=units).to_combat()
    t.state.stilwell_done = 1
    assert attacker_bar(t.state, ALLIED, t.unit("B17-48"), False) is None
    bar = attacker_bar(t.state, ALLIED, t.unit("S22-64"), False)
    assert bar is not None
    assert bar.text == "The Stilwell Force has made its one attack of this phase."


@case("6.1-B-b", "6.2-A-b")
def test_guns_join_an_attack_unless_it_is_a_walk(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "J33-A": "0419", "B17-48": "0418"}).to_combat()
    guns, target = t.unit("J33-A"), t.space("0418")
    assert join_bar(t.state, JAPANESE, guns, target, False) is None
    bar = join_bar(t.state, JAPANESE, guns, target, False, True)
    assert bar is not None
    assert bar.text == "Artillery does not advance."


@case("6.1-D-d", "7.1-B-e")
def test_odds_of_exactly_one_to_two_are_enough_and_limited_supply_halves(table: Any) -> None:
    for units, limited, reached in (
        ({"J33-E": "0419", "BL-CHIN": "0418"}, [], True),
        ({"J33-E": "0419", "B17-48": ["0418", 1]}, [], False),
        ({"J33-214": "0419", "B17-48": "0418"}, [], True),
        ({"J33-214": "0419", "B17-48": "0418"}, ["J33-214"], False),
    ):
        t = table(phase="japanese-attack", units=units, used_air=["J-AIR"], limited=limited).to_combat()
        assert can_reach_odds(t.state, JAPANESE, t.space("0418"), False) is reached, units
        assert t.offers("attack", "0418") is reached


# --- plans


@case("6.1-B-b", "1.2-B-h", "1.2-B-j")
def test_a_plan_has_no_aircraft_until_they_are_called_and_none_when_only_the_yunnan_force_is_left(table: Any) -> None:
    units = {"BL-CHIN": "0418", "Y-A": "0418", "J33-214": "0319"}
    t = table(phase="allied-attack", units=units, yunnan_active=1).to_combat()
    assert PlanAttack(ALLIED, 0, t.space("0319")).air == -1
    t.do("attack", "0319").do("join", "Y-A")
    assert t.options("join") == [("join", "BL-CHIN")]
    assert not t.offers("join-all"), "one is no company"
    assert t.asked.about == (t.space("0319"), 0, ())
    t.do("join", "BL-CHIN").do("call-air", "A-US1")
    assert t.asked.about == (t.space("0319"), 0, (t.unit("A-US1"),))
    t.do("drop-out", "BL-CHIN")
    assert t.state.agenda[-1].air == -1


@case("1.2-B-e", "6.1-B-c")
def test_a_declared_attack_is_one_piece_of_news(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"}).to_combat()
    before = t.state.news
    declare(t.state, JAPANESE, numbers(t, "J33-214"))
    assert t.state.news == before + 1


@case("5.2-a", "6.1-B-a", "6.1-D-a")
@pytest.mark.parametrize(("phase", "name"), [("japanese-assault", "5.2-a"), ("japanese-attack", "6.1-B-a")])
def test_the_log_cites_an_assault_and_an_attack_each_by_its_own_case(table: Any, phase: str, name: str) -> None:
    t = table(phase=phase, units={"J33-214": "0419", "B17-48": "0418"}).to_combat()
    t.attack("0418", "J33-214")
    assert [event.cases for event in t.told("attack")] == [(name, "6.1-D-a")]


# --- losses


def fought(table: Any) -> Any:
    """The Japanese owe steps for an attack that went wrong."""
    units = {"J33-213": "0419", "J33-214": "0419", "J33-A": "0419", "B17-48": "0418", "B17-63": "0418"}
    t = table(phase="japanese-attack", units=units, dice=[1]).to_combat()
    t.attack("0418", "J33-213", "J33-214", "J33-A").do("spearhead", "J33-213").do("meet", "B17-48")
    return t.do("no-massive").do("no-banzai")


@case("6.1-G-b", "6.1-G-g", "6.2-B-a")
def test_losses_are_paid_for_a_retreat_only_if_it_is_said(table: Any) -> None:
    t = fought(table)
    frame = t.state.agenda[-1]
    assert t.asked.prompt == "losses"
    assert (frame.enforcing, frame.first) == (0, -1)
    assert {event.cases[0] for event in t.told("step-lost")} == {"6.1-G-d"}
    battle = t.state.agenda[-2]
    assert battle.payers == []
    t.do("lose", "J33-214")
    assert battle.payers == []


@case("6.1-G-d", "R57")
def test_where_all_steps_are_owed_nobody_is_asked(table: Any) -> None:
    for owed, is_asked in ((2, True), (3, False)):
        t = asked(
            table,
            {"B17-48": ["0418", 2], "B17-63": ["0418", 1]},
            lambda t, owed=owed: Losses(ALLIED, numbers(t, "B17-48", "B17-63"), owed, -1, 0),
        )
        assert (t.asked.prompt == "losses") is is_asked


@case("5.1-F-d", "6.1-G-b", "6.1-G-g")
def test_every_unit_is_told_why_it_loses_no_step(table: Any) -> None:
    t = fought(table)
    for unit, name in enumerate(GAME.unit_ids):
        (bar,) = t.state.agenda[-1].why_not(t.state, JAPANESE, unit, None)
        if GAME.transporters >> unit & 1:
            assert bar.text == "Transporters never satisfy step losses.", name
        elif name == "J33-A":
            assert bar.text == "The attacker's Artillery takes no losses."
        else:
            assert bar.text == "It takes no part in this combat.", name


# --- retreat


@case("6.2-D-f", "R64")
@pytest.mark.parametrize(("hex_", "leaves"), [("0103", True), ("0102", False), ("0203", False)])
def test_the_map_is_left_within_three_hexes_of_an_entry(table: Any, hex_: str, leaves: bool) -> None:
    t = retreating(table, ALLIED, hex_, "B17-48")
    assert t.offers("retreat-off", "B17-48") is leaves


@case("1.2-F-b", "6.2-D-c", "6.2-D-f")
def test_a_garrison_never_leaves_and_perishes_by_its_own_case(table: Any) -> None:
    t = retreating(table, ALLIED, "0104", "BG-DIM")
    assert [event.cases for event in t.told("no-retreat")] == [("1.2-F-b",)]
    t = retreating(table, ALLIED, "0104", "BL-LUSH")
    assert t.offers("retreat-off", "BL-LUSH")
    around = dict(zip(("J33-213", "J33-215", "J31-58", "J31-124", "J31-138"), around_of("0418"), strict=False))
    t = retreating(table, ALLIED, "0418", "BL-LUSH", more=around)
    assert [event.cases for event in t.told("no-retreat")] == [("6.2-D-c",)]


def around_of(hex_: str) -> list[str]:
    """The hexes next to one, without that in which a Japanese regiment stands anyway."""
    near = GAME.neighbours[GAME.space_index[hex_]]
    return [GAME.space_ids[h] for h in near if GAME.space_ids[h] != "0419"]


@case("5.1-B-c", "R33", "6.2-D-a")
def test_a_bunker_that_is_left_in_a_retreat_is_lost(table: Any) -> None:
    t = retreating(table, ALLIED, "0418", "B17-48", bunkers={"0418": "British"})
    assert t.where("B17-48") == "0417", "its only way"
    assert [event.args for event in t.told("bunker-lost")] == [(t.space("0418"),)]


@case("3.3-b", "R34")
def test_a_battalion_may_retreat_from_the_first_hex_of_the_map(table: Any) -> None:
    t = retreating(table, JAPANESE, "0101", "J31-58")
    goals = retreat_hexes(t.state, piece(t.state, t.unit("J31-b1")), t.space("0101"))
    assert {GAME.space_ids[goal] for goal in goals} == {"0102", "0201"}


@case("6.2-D-e", "3.3-b")
@pytest.mark.parametrize("again", [True, False])
def test_a_battalion_that_is_dropped_off_has_paid_if_its_regiment_has(table: Any, again: bool) -> None:
    units = {"J31-58": "0806"}
    t = asked(table, units, lambda t: Retreat(JAPANESE, t.space("0806"), numbers(t, "J31-58"), 0))
    frame = t.state.agenda[-1]
    if again:
        frame.paid.append(t.unit("J31-58"))
    t.do("split", "J31-58")
    assert len(frame.units) == 2
    assert frame.paid == (frame.units if again else [])


# --- advance


@case("6.2-E-b", "R34")
def test_who_must_advance_may_still_leave_a_battalion_behind(table: Any) -> None:
    units = {"J31-58": "0906", "J31-124": ["0906", 2]}
    t = asked(table, units, lambda t: Advance(JAPANESE, t.space("0806"), numbers(t, "J31-58"), []))
    assert t.asked.prompt == "advance"
    assert t.options("leave-behind") == [("leave-behind", "J31-58")]


@case("6.2-E-c")
def test_every_gun_and_every_transporter_is_told_that_it_does_not_advance(table: Any) -> None:
    t = asked(table, {"J31-58": "0906"}, lambda t: Advance(JAPANESE, t.space("0806"), numbers(t, "J31-58"), []))
    stay = "Artillery and Transporters do not advance."
    for unit, name in enumerate(GAME.unit_ids):
        (bar,) = t.state.agenda[-1].why_not(t.state, JAPANESE, unit, None)
        assert (bar.text == stay) == bool((GAME.artillery | GAME.transporters) >> unit & 1), name
