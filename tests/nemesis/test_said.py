"""Prompts, log lines and cards that said too little, or what was not so."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.battle import Battle
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from nemesis.conftest import GAME

case = pytest.mark.case


def prompt(t: Any) -> str:
    """The question as it is read."""
    return str(GAME.prompt(t.state, t.asked, t.asked.side))


# --- 8.2-A

LOST = {"B17-48": "ALOSS", "B17-63": "ALOSS"}
REDUCED = {"BH": "0511", "B20-32": ["0512", 1], "B20-80": ["0512", 1], "B20-100": ["0512", 1]}


def replacing(table: Any, **change: Any) -> Any:
    change = {"units": REDUCED, "box": LOST, "scale": 3, **change}
    return table(phase="allied-reinforcements", **change)


@case("8.2-A-a", "8.2-A-c", "R84")
def test_the_question_of_replacements_names_what_can_be_done(table: Any) -> None:
    t = replacing(table)
    assert prompt(t) == (
        "Bring back up to 2 units from the Losses Box; instead of one of them you may bring up to 2 units on the map "
        "to full strength, for 1 of the scale."
    )
    t.do("flip", "B20-32")
    assert prompt(t) == (
        "Bring back 1 unit from the Losses Box, and bring 1 unit more on the map to full strength."
    )  # fmt: skip
    t.do("recover", "B17-48")
    assert prompt(t) == "Bring 1 unit more on the map to full strength, or end replacements."
    t = replacing(table, scale=0)
    assert prompt(t) == "Bring back up to 2 units from the Losses Box, or end replacements."
    t = replacing(table, used_airfields=["0511", "0404"])
    assert prompt(t) == "Bring back up to 2 units from the Losses Box, or end replacements."
    t = replacing(table, box={})
    assert prompt(t) == "Bring up to 2 units on the map to full strength, for 1 of the scale, or end replacements."


# --- 3.5


@case("3.5-b", "3.5-h")
def test_a_force_that_stays_asleep_may_still_be_woken(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111", "Y88-264": "3709"}, first=["Attack", ""], dice=[6])
    t.finish("end-movement").finish("end-combat").finish("end-ambush")
    (line,) = [line for line in t.lines() if line.startswith("The Yunnan Force")]
    assert line.startswith("The Yunnan Force stays inactive this turn, unless the Japanese attack it")


# --- 6.2-C

SHUT = {"B20-32": "0520", "B20-80": "0420", "B20-100": "0518"}


@case("6.2-C-a", "6.2-D-c")
def test_retreat_or_refuse_says_that_there_is_no_way_out(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": ["0419", 2], **SHUT}
    t = table(phase="allied-attack", units=units, dice=[4])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").finish("no-banzai")
    while t.asked.prompt != "retreat-or-refuse":
        t.do(*next(o for o in t.options() if o[0] in ("lead", "enforce", "lose", "refuse-with")))
    (standing,) = t.units_at("0419")
    name = GAME.unit_names[t.unit(standing)]
    assert prompt(t).endswith(f"{name} has no way out and would be eliminated.")
    t.do("retreat")
    assert t.told("no-retreat")


@case("6.2-C-c", "R60")
def test_it_says_that_a_refusal_costs_more_than_there_is(table: Any) -> None:
    units = {"J31-58": "0707", "J31-124": "0707", "BL-RIF": "0606", "B5-161": ["0606", 1]}
    t = table(phase="japanese-attack", units=units, dice=[5])
    t.to_combat().attack("0606", "J31-58", "J31-124").do("spearhead", "J31-58").do("meet", "BL-RIF").do("no-banzai")
    t.do("lead", "J31-58").finish("enforce")
    assert prompt(t) == (
        "Retreat from Kohima 0606, or refuse at the price of 2 steps, more than the 1 there: all of it would be lost?"
    )


# --- 6.1-C-b


@case("6.1-C-b")
def test_a_plan_of_guns_alone_says_that_they_do_not_attack_alone(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-A": "0707", "J31-58": "0707", "BL-CHIN": "0606"})
    t.to_combat().do("attack", "0606").do("join", "J31-A")
    (card,) = GAME.previews(t.state, 1)
    rows = {row["text"]: row["value"] for row in card["items"]}
    assert rows["Not permitted"] == "Artillery does not attack alone"
    assert "Needed for 1-2" not in rows


# --- 8.2-B


@case("8.2-B-11", "8.2-B-14")
def test_an_airlift_is_told_with_where_from_and_how(table: Any) -> None:
    units = {"B23-1": "0511", "J31-58": "1111"}
    t = table(phase="allied-reinforcements", units=units, box={"B17-48": "OFFMAP"}, scale=3)
    t.do("fly", "B17-48").do("enter", "B17-48", "0404")
    assert "48th Indian Brigade flies in from the Off-Map Box to Dimapur 0404." in t.lines()
    t.do("fly", "B23-1").do("enter", "B23-1", "0404")
    assert t.lines()[-1] == "1st Indian Brigade flies from Imphal 0511 to Dimapur 0404."
    assert t.state.where[t.unit("B23-1")] == t.space("0404")
    assert t.asked.side == ALLIED


@case("6.2-D-e", "6.2-C-a")
def test_it_says_who_has_no_step_left_for_a_second_retreat(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": "0419", "J33-E": "0419"}
    t = table(phase="allied-attack", units=units, dice=[3], retreated=["J33-E"])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").finish("no-banzai")
    while t.asked.prompt != "retreat-or-refuse":
        t.do(*next(o for o in t.options() if o[0] in ("lead", "enforce", "lose", "refuse-with")))
    assert prompt(t).endswith("33rd Engineers would lose their last step on the way.")
    t.do("retreat")
    assert t.where("J33-E") == "JLOSS"


# --- 5.1, 8


@case("R34", "5.1-A-b")
def test_who_has_to_leave_a_hex_is_not_asked_whether_to_stop(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111"})
    t.do("detach", "J31-58")
    assert prompt(t).endswith("MP left: it must leave the hex.")
    t.do("to", "1110")
    assert prompt(t).endswith("MP left: go on or stop.")


@case("8.2-B-5", "8.2-B-11")
def test_the_last_part_of_the_allied_phase_names_no_way_that_is_closed(table: Any) -> None:
    units = {"B23-1": "0511", "J31-58": "1111"}
    t = table(phase="allied-reinforcements", units=units, scale=0, used_airfields=["0511", "0404"])
    assert prompt(t) == "Go by rail, or end the phase."
    t = table(phase="allied-reinforcements", units=units, scale=2)
    assert prompt(t) == (
        "Bring on units (the Allied Reinforcement Scale is at 2), fly (2 flights), go by rail, or end the phase."
    )


@case("8.1-A-a", "8.1-A-e")
def test_replacements_say_whether_a_support_step_may_come_back(table: Any) -> None:
    units = {"J31-A": ["1110", 1], "JH-31": "1111", "J31-58": "1111"}
    t = table(phase="japanese-reinforcements", turn=3, units=units, yunnan_active=1)
    assert prompt(t).startswith(
        "Bring back up to 3 battalions, each of another division if possible; one may be a Support"
    )
    t = table(phase="japanese-reinforcements", turn=2, units=units, yunnan_active=1)
    assert prompt(t) == "Bring back up to 3 battalions, each of another division if possible."


@case("6.2-B-a", "R59")
def test_what_is_too_dear_is_reckoned_from_those_who_could_pay(table: Any) -> None:
    t = table(phase="japanese-attack", units={"JX-INA1": ["0706", 1], "J31-A": "0706", "B5-161": "0606"})
    ina, guns, brigade = t.unit("JX-INA1"), t.unit("J31-A"), t.unit("B5-161")
    battle = Battle(JAPANESE, t.space("0606"), [ina, guns], leader=ina, refuser=brigade)
    t.state.log = t.events
    assert battle.ask_enforce(t.state) is None
    (told,) = t.told("too-dear")
    said = [GAME.text.term(term) for term in told.sum]
    assert said[-1] == "1 step among those who could pay, of which one must be left to go in"


@case("8.1-B-d", "R82")
def test_ones_own_headquarters_is_told_that_transporters_take_no_train(table: Any) -> None:
    units = {"JH-18": "1814", "J18-55": "1814", "C-77": "2407", "J31-58": "1111"}
    t = table(phase="japanese-reinforcements", units=units, yunnan_active=1).finish("end-replacements")
    assert t.asked.prompt == "rail"
    assert t.reasons("JH-18") == ["Transporters and Air Support do not go by rail."]
    assert t.reasons("C-77") == ["It is not your unit."]
    assert t.reasons("J31-58") == ["58th Regiment is not on a railway hex."]


@case("8.1-B-e", "R83")
def test_a_cut_railway_says_where_and_from_what(table: Any) -> None:
    units = {"J18-55": "1814", "C-77": "1813", "C-16": "1914", "C-111": "1715", "J18-56": "1520"}
    t = table(phase="japanese-reinforcements", units=units, yunnan_active=1).finish("end-replacements")
    words = "The railway from Indaw 1814 is closed by the enemy: no way to the map edge or Myitkyina is free."
    assert t.reasons("J18-55") == [words]
