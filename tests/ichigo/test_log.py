"""The log tells why: sums under the lines, one march in one line, and what becomes of the lost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from grognard.match.save import load
from ichigo.conftest import GAME

case = pytest.mark.case
NO_TANKS = {"J-CEA-T12": "OUT", "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}


def folds(t: Any, kind: str, side: int | None = None) -> list[str]:
    """The sum under a line."""
    return [text for text, _ in GAME.reckoning(t.told(kind)[0], side)]


def said(t: Any, kinds: Iterable[str]) -> list[str]:
    """The sentences of some kinds of events."""
    return [GAME.sentence(event) for event in t.events if event.kind in kinds]


@case("11.6", "11.9", "11.23a")
def test_a_battle_is_reckoned_from_strengths_to_steps(table):
    units = {"CH-5": "2301", "CH-18": "2301", "J-CEA-B1": "2302", **NO_TANKS}
    t = table(turn=2, phase="chinese-combat", units=units, tried=["CH-5", "CH-18"])
    t.act("attack", "2302").act("join-all").act("confirm", dice=[5])
    fold = folds(t, "result")
    assert fold[0].startswith("Attacker: ")
    assert fold[2].startswith("Defender: ")
    assert any(line == "City: 1 column left" for line in fold)
    assert any(line.startswith("From ") and ", net 1 column left: rolled at " in line for line in fold)
    assert any(line.startswith("Die 5: ") for line in fold)
    assert fold[-1].startswith("A Chinese attacker loses twice the steps, at least 1: ")


@case("11.29a")
def test_a_garrison_is_not_nobody(table):
    t = table(turn=2, phase="chinese-combat", units={"CH-5": "2704", "J-CEA-D3": "2008"}, tried=["CH-5"])
    t.act("attack", "2705").act("join", "CH-5").act("confirm", dice=[6])
    assert said(t, ["defenders"]) == ["Nanking 2705 is defended by its own garrison (strength 1)."]


@case("8.1c", "8.7a")
def test_airpower_is_reckoned_die_by_die(table):
    t = table(turn=8, phase="airpower", causeway="cancelled", dice=[6, 1])
    assert folds(t, "air-superiority")[:2] == ["Japanese die: 6 points", "Turn 7 or later: −2 to the result"]
    assert any(line.startswith("8 US airbases held") for line in folds(t, "air-superiority"))


@case("5.2a", "5.2f")
def test_the_causeway_die_is_reckoned_before_and_after_it_falls(table):
    t = table(turn=7, phase="start", units={"CH-5": "2223", "J-CEA-D3": "2008"}, dice=[1])
    before = folds(t, "causeway-due")
    assert "Hong Kong 2223 is in Allied hands: +1 to the result" in before
    assert folds(t, "causeway-cancelled")[: len(before)] == before
    assert folds(t, "causeway-cancelled")[-1].startswith("Die 1, with all modifiers ")


@case("4.1a", "4.1b")
def test_the_die_on_chinas_collapse_is_reckoned_before_and_after_it_falls(table):
    units = {"J-CEA-D3": "0713", "CH-18": "2712"}
    t = table(turn=3, phase="japanese-movement", units=units, japanese=["0119"]).act("move", "J-CEA-D3")
    t.act("to", "0712", dice=[1])
    before = folds(t, "collapse-due")
    assert before == ["Kunming is Japanese: +1 to the result"]
    assert folds(t, "china-fights-on")[:1] == before
    assert folds(t, "china-fights-on")[-1].startswith("Die 1, with all modifiers 2")


@case("11.25a")
def test_a_momentum_attack_is_called_one(table):
    units = {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "J-CEA-D26": "2303", "CH-4": "2304", "CH-18": "2305"}
    t = table(turn=2, phase="japanese-combat", units={**units, **NO_TANKS}, tried=["CH-4", "CH-18"])
    t.act("attack", "2304").act("join-all").act("confirm", dice=[6]).act("advance", "J-CEA-D3").act("stay")
    t.act("attack", "2305").act("join", "J-CEA-D3").act("confirm", dice=[6])
    assert [line.split(" on ")[0] for line in said(t, ["attack"])] == ["Attack", "Momentum attack"]


@case("10.2", "10.9")
def test_a_march_is_one_line_and_its_owner_reads_who_went(table):
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units)
    t.act("move-stack", "2006").act("to", "2106").act("to", "2206").act("stop")
    run = t.told("moved")
    cost = sum(term.args[1] for event in run for term in event.sum if term.kind == "step")
    assert GAME.together(run) == f"2 Japanese units: 2006 → 2106 → Lihuang 2206, {cost} MP."
    assert "13th Division and 3rd Division set out" in folds(t, "moved", 1) or (
        "3rd Division and 13th Division set out" in folds(t, "moved", 1)
    )
    assert not any("Division" in line for line in folds(t, "moved", 0))
    assert "Full supply: 6 MP" in folds(t, "moved", 0)


@case("9.7a", "9.7c")
def test_the_draw_of_chinese_units_says_why_it_is_halved(table):
    bases = ("1815", "1617", "1418", "1321", "1123", "1422", "2116", "2217")
    units = {"CH-5": "0712", "J-CEA-D3": "2008"}
    t = table(turn=2, phase="chinese-reinforcement", units=units, japanese=bases, dice=[5, *range(1, 75)])
    assert folds(t, "chinese-drawn") == ["Die 5, halved to 3 without an airbase; 74 units in the pool"]


@case("R81", "2.15b")
def test_what_becomes_of_the_lost_is_said(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", **NO_TANKS}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-5"])
    t.act("attack", "2303").act("join-all").act("confirm", dice=[6])
    assert said(t, ["step-lost"])[0].endswith("is eliminated in 2303 and goes back to the pool.")


@case("8.2")
def test_markers_of_a_phase_are_one_line(table):
    t = table(turn=2, phase="airpower", dice=[6, 1])
    while t.verbs() == {"air-marker"}:
        t.act("air-marker", t.options()[0][1])
    run = t.told("air-marker")
    assert len(run) > 1
    assert GAME.together(run).count("airpower over") == 1


@case("11.24a")
def test_an_advance_is_one_line_and_says_where_from(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-D26": "2304", "CH-4": "2303"}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-4"])
    t.attack("2303", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", dice=[6]).act("advance-all")
    run = t.told("advanced")
    assert GAME.together(run) == "Japanese units advance into 2303: 2 from Hsuchow 2302 and 1 from 2304."
    assert GAME.together([run[1], run[1]]) == "2 Japanese units advance from 2304 into 2303."
    assert folds(t, "advanced", 1) == ["3rd Division and 13th Division advance"]
    assert folds(t, "advanced", 0) == []


@case("11.8a", "R53")
def test_odds_beyond_the_attackers_line_are_said_to_be_read_at_its_end(table):
    units = {**{f"US-{n}": "2718" for n in (6, 7, 24, 25)}, "US-31": "2819", "J-CEA-B1": "2717", "CH-5": "0712"}
    t = table(turn=9, phase="us-combat", units={**units, **NO_TANKS}, causeway="launched", beachheads=["3221", "2819"],
              allied=["3221", "2819"])  # fmt: skip
    t.act("attack", "2717").act("join-all")
    (card,) = t.game.previews(t.state, 0)
    assert {row["text"]: row["value"] for row in card["shifts"]}["The US line of the table ends at"] == "1:5 and 8:1"
    t.act("confirm", dice=[1])
    end = next(line for line in folds(t, "result") if "beyond" in line)
    assert end.endswith("is beyond the US line of the table: read in its end column, 8:1")


@case("4.2d", "5.2d", "5.2e")
def test_a_city_that_is_japanese_is_not_a_unit_near_it(table):
    near, taken = "A Japanese unit within five hexes of Chungking", "Chungking is Japanese"
    for units, japanese, words in (
        ({"J-CEA-D3": "1210"}, (), near),
        ({"J-CEA-D3": "2302"}, ("0712",), taken),
        ({"J-CEA-D3": "2302"}, (), f"{near}, or the city itself Japanese"),
    ):
        placed = {"CH-5": "1609", "CH-18": "2712", **units}
        t = table(turn=6, phase="end", units=placed, japanese=japanese, dice=[1])
        lines = [text for text, _ in GAME.reckoning(t.told("standing")[0], None)]
        assert (f"{words}: +1 VP" in lines) == (words != f"{near}, or the city itself Japanese")
        assert words in [GAME.text.term(entry.why) for entry in GAME.ledger(t.state, 1, []).entries]
        due = [text for text, _ in GAME.reckoning(t.told("causeway-due")[0], None)]
        assert (f"{words}: +1 to the result" in due) == (words != f"{near}, or the city itself Japanese")


@case("10.1a")
def test_who_sets_out_where_another_stopped_begins_a_line_of_its_own(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2006", "J-CEA-D13": "2106", "CH-5": "0712"})
    t.act("move", "J-CEA-D3").act("to", "2106").act("stop").act("move", "J-CEA-D13").act("to", "2206")
    assert GAME.together(t.told("moved")) == ""


def test_every_case_under_a_line_exists() -> None:
    known = {str(row["id"]) for row in (*GAME.cases, *GAME.rulings)}
    match = load((Path(__file__).parent / "games" / "allied-points-causeway.grog").read_text(encoding="utf-8")).match
    cited = {case for told in match.log for term in told.event.sum for case in term.cases}
    assert len(cited) > 20
    assert cited <= known
