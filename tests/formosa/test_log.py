"""The log: marches and repeated facts in one line, results reckoned out, words that agree."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard.bots.formosa.staff import FormosaStaff
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.log_grouping import Runs
from grognard.kernel.play import advance, apply

case = pytest.mark.case
MOST_ROWS = 250
KNOWN = {str(row["id"]) for row in (*GAME.cases, *GAME.rulings)}


@cache
def staff_log(scenario: str, seed: int) -> list[Event]:
    """Three turns between two staffs."""
    s: Any = GAME.new(scenario, {})
    s.log = []
    dice = KeyedDice(b"log %d" % seed)
    bots = [FormosaStaff(GAME, side, random.Random(seed + side)) for side in (0, 1)]
    advance(s, dice)
    while s.winner == ONGOING and s.turn <= 3:
        asked = s.pending
        apply(s, asked.side, bots[asked.side].choose(GAME.redact(s, asked.side), asked), dice)
    return list(s.log)


def rows(events: list[Event], side: int) -> list[tuple[str, list[Event]]]:
    """What one side reads, line by line."""
    runs = Runs(GAME)
    found: list[tuple[str, list[Event]]] = []
    for event in events:
        if event.seen == -1 or event.seen >> side & 1:
            whole = runs.add(event, side)
            if whole:
                found[-1] = (whole, [*found[-1][1], event])
            else:
                found.append((GAME.sentence(event), [event]))
    return found


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("scenario", "seed"), [("1", 7), ("1", 11), ("2", 7)])
def test_three_turns_are_read_in_less_than_250_lines_and_no_fact_is_lost(scenario: str, seed: int, side: int) -> None:
    events = staff_log(scenario, seed)
    told = rows(events, side)
    assert len(told) < MOST_ROWS
    assert sum(len(run) for _, run in told) > 2 * len(told)
    for text, run in told:
        for event in run:
            seen = GAME.mentions(event)
            for name in [GAME.unit_names[u] for u in seen["units"]] + [GAME.space_names[h] for h in seen["spaces"]]:
                assert name in text or name in GAME.sentence(event) or event.kind == "back-to-sea", (text, event)


def test_every_result_is_reckoned_out_with_cases() -> None:
    for event in staff_log("1", 7):
        if event.kind in ("result", "lp", "air-result", "kamikaze-result", "moved", "built", "combat-lp", "eliminated"):
            assert event.sum, event
        for words, cases in GAME.reckoning(event, None):
            assert words
            assert cases
            assert set(cases) <= KNOWN


@case("15.2a", "15.4a")
def test_the_fold_of_a_result_has_strengths_percentage_shifts_column_and_die(table):
    units = {"A01": "0614", "A02": "0614", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("A1", "0615", "A01")
    fold = [words for words, _ in GAME.reckoning(t.told("result")[0], 0)]
    assert fold == [
        "Attack: 1st Marines 6, 5th Marines 6 = 12",
        "Defence: 7th Infantry Regiment 4",
        "12 ÷ 4 = 300 %: column 300–399%",
        "City: 2 columns left",
        "In all 2 columns left: 300–399% → 100–199%",
        "Die 1 in column 100–199%: A1",
    ]


@case("12.0b", "14.1a")
def test_a_march_is_one_line_with_its_cost_and_the_fold_says_why_it_ended(table):
    t = table(turn=2, phase="allied-movement", units={"A01": "0518", "A02": "0518", "J01": "0615"})
    t.do("move", "A01").do("to", "0517").do("to", "0516")
    told = rows(t.events, 0)
    assert told[-1][0] == "1st Marines: 0518 → Shin'ei 0517 → 0516, 1 movement point."
    assert [words for words, _ in GAME.reckoning(t.events[-1], 0)] == [
        "0516: half a movement point (by road or railroad), 4 movement points left",
        "0516 is in an enemy zone of control: it stops here",
    ]


@case("8.3a", "8.3b", "4.2h")
def test_a_loss_says_whether_it_is_for_good(table):
    units = {"A01": "0614", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("A1", "0615", "A01")
    assert GAME.sentence(t.told("eliminated")[0]) == "1st Marines in 0614 are eliminated, for good."
    assert [words for words, _ in GAME.reckoning(t.told("eliminated")[0], 0)] == [
        "It had no line of supply: it is gone for good",
        "1 Japanese victory point at the end",
    ]


@case("15.5g")
def test_a_counterattack_that_does_not_come_says_why(table):
    units = {"A01": "0614", "A02": "0614", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("CA", "0615", "A01")
    assert [GAME.sentence(e) for e in t.told("no-counterattack")] == [
        "No counterattack at Kagi 0615: coastal defences and heavy weapons do not leave their guns."
    ]


WRONG = (
    r"\b(\w+) \1\b",
    r"\((\d{4})\) \(\1\)",
    r"\b(Marines|Raiders|Guerrillas) (is|has|lands|sails|retreats|advances|returns|builds)\b",
    r"^(?!.* and )[^,;]*\b\w+ (Regiment|Brigade|Group|Corps|Battalion|Garrison) (are|have|land|sail|retreat|advance)\b",
    r"\b1 (points|units|steps|columns|hits|markers)\b",
    r"\bNone\b|\bTrue\b|\bFalse\b|  ",
    r"\b(LP|VP|TAC|CF|MF|GT|EZOC|LOS|CD|HW|DZ|CW)\b(?!:)",
)


@pytest.mark.parametrize("pattern", WRONG)
def test_lines_agree_and_spell_their_words_out(pattern: str) -> None:
    for scenario, seed in (("1", 7), ("1", 11), ("2", 7)):
        for event in staff_log(scenario, seed):
            for words in (GAME.sentence(event), *(line for line, _ in GAME.reckoning(event, None))):
                assert not re.search(pattern, words), words
        for side in (0, 1):
            for words, _ in rows(staff_log(scenario, seed), side):
                assert not re.search(pattern, words), words
