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
        "12 ÷ 4 = 300%: column 300–399%",
        "City: 2 columns left",
        "Net 2 columns left: 300–399% → 100–199%",
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
    assert GAME.sentence(t.told("eliminated")[0]) == "1st Marines in 0614 are eliminated for good."
    assert [words for words, _ in GAME.reckoning(t.told("eliminated")[0], 0)] == [
        "It had no line of supply: it is gone for good",
        "1 Japanese victory point at the end",
    ]


@case("15.5g")
def test_a_counterattack_that_does_not_come_says_why(table):
    units = {"A01": "0614", "A02": "0614", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}).win("CA", "0615", "A01")
    assert [GAME.sentence(e) for e in t.told("no-counterattack")] == [
        "No counterattack at Kagi 0615: coastal defences and heavy weapons never counterattack."
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


# --- counters that leave the map


@case("8.3a", "8.3b", "R21", "19.3c")
def test_a_unit_for_which_no_supply_is_shown_is_told_to_be_gone_for_good(table):
    units = {"J45": "0612", "J38": "0615", "A01": "0713", "A02": "0713", "A03": "0713"}
    for answer, told in ((("let-go",), "not-proved"), (("prove", "J38"), "proved")):
        t = table(turn=2, phase="allied-combat", units=units, concealed=["J38"], lp={"Allied": 0, "Japanese": 0})
        t.win("DE", "0612", "A01")
        t.do(*answer)
        (event,) = t.told(told)
        assert t.unit("J45") in event.args
        assert "1st Garrison" in GAME.sentence(event)
        for side in ("Allied", "Japanese"):
            assert event in t.heard(side)


@case("19.3c", "R21", "8.3a")
def test_a_source_that_was_shown_for_one_lost_unit_proves_the_others_too(table):
    units = {"J45": "0612", "J46": "0612", "J38": "0615", "A01": "0713", "A02": "0713", "A03": "0713"}
    t = table(turn=2, phase="allied-combat", units=units, concealed=["J38"], lp={"Allied": 0, "Japanese": 0},
              support={"0612": ["US"] * 4})  # fmt: skip
    t.win("DE", "0612", "A01").do("prove", "J38")
    assert t.where("J45") == t.where("J46") == "J-REPLACEMENTS"
    assert len(t.told("proved")) == 2


@case("25.8d", "R95")
def test_raiders_that_are_spent_are_told_to_be_eliminated(table):
    units = {"A01": "0615", "J66": "J-REINFORCEMENTS"}
    t = table("1", ["25.8"], turn=2, phase="japanese-movement", units=units)
    t.do("raid", "J66").do("raid-at", "0615", dice=[5, 1])
    said = [GAME.sentence(event) for event in t.heard("Allied") if event.kind in ("raid-result", "raiders-spent")]
    assert said == [
        "Airborne Raiders land among the Allies at Kagi 0615.",
        "Airborne Raiders are spent in the raid and eliminated.",
    ]


@case("25.6a", "R93", "R68")
@pytest.mark.parametrize("unseen", [False, True])
def test_nobody_rises_for_want_of_guerrillas_is_told_to_who_may_know_it(table, unseen):
    units = {f"J{number}": hex_ for number, hex_ in enumerate(("1702", "1703", "1604", "1602", "1504", "1503"), 55)}
    units |= {"J01": "0716", "A46": "1121"}
    if unseen:
        t = table("1", ["25.6"], turn=2, phase="b29", units={**units, "J02": "0716"}, concealed=["J01", "J02"],
                  b29="committed")  # fmt: skip
        t.do("bomb", "0716").do("stay-hidden", dice=[6]).do("lose", "J01").do("let-go", dice=[1])
    else:
        units |= dict.fromkeys(("A01", "A02", "A03", "A04"), "0616")
        t = table("1", ["25.6"], turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
        t.win("DE", "0716", "A01", dice=[1])
    assert not t.told("die-hards-rise")
    assert "no-guerrillas-left" in [event.kind for event in t.heard("Japanese")]
    heard = [event.kind for event in t.heard("Allied")]
    assert ("no-guerrillas-left" in heard, "no-die-hards" in heard) == (not unseen, unseen)


@case("13.3a", "R22", "11.0c")
@pytest.mark.parametrize("concealed", [[], ["J02"]])
def test_a_unit_too_many_is_named_to_those_who_may_know_it(table, concealed):
    units = {"A46": "1706", "J01": "0516", "J02": "0516", "J03": "0516", "J04": "0516"}
    t = table(turn=2, phase="allied-combat", units=units, concealed=concealed)
    while t.prompt() != "excess":
        t.do("end-combat")
    t.do("remove", "J02")
    assert t.unit("J02") in next(event.args for event in t.heard("Japanese") if event.kind == "overstacked")
    heard = [event.kind for event in t.heard("Allied") if "overstacked" in event.kind]
    assert heard == (["counter-overstacked"] if concealed else ["overstacked"])


# --- what is said is what there is


@case("25.8d", "R95")
@pytest.mark.parametrize(("held", "lost"), [(0, 0), (1, 1), (5, 2)])
def test_raiders_are_said_to_destroy_no_more_points_than_there_are(table, held, lost):
    units = {"A01": "0615", "J66": "J-REINFORCEMENTS"}
    tac = {"US": {"available": held}}
    t = table("1", ["25.8"], turn=2, phase="japanese-movement", units=units, tac=tac)
    t.do("raid", "J66").do("raid-at", "0615", dice=[5, 6])
    assert t.told("sabotage-result")[-1].args[1] == lost


@case("16.2d", "R62")
def test_an_air_battle_is_said_to_cost_no_more_points_than_were_sent(table):
    units = {"J01": "0615", "A01": "0420"}
    tac = {"US": {"superiority": 12}, "Japan": {"superiority": 1}}
    t = table(turn=2, phase="superiority", units=units, tac=tac, dice=[6, 1, 1])
    event = t.told("air-result")[0]
    assert GAME.sentence(event) == "Japanese loss: 1 air point instead of 4: more were not sent."


@case("25.5a", "24.1m")
def test_why_the_97th_division_is_not_to_be_had(table):
    units = {"J01": "0615", "A01": "0420"}
    for options, words in (([], "takes part only with"), (["25.5"], "has been recruited")):
        t = table("1", options, turn=2, phase="recruit", units=units, lp={"Allied": 9}, bought_97th=len(options))
        t.do("end-recruit")
        assert words in t.game.why_not(t.state, 0, None, None, "recruit-97th")[0].text


@case("15.5f", "R53")
def test_a_bloodbath_between_equals_is_told_as_one(table):
    units = {"A01": "0713", "J01": "0612", "J45": "0612"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0}, support={"0612": ["US"] * 3})
    t.win("BB", "0612", "A01")
    (event,) = t.told("bloodbath")
    assert GAME.sentence(event) == "0612: both sides have as many printed combat factors, and both are eliminated."


@case("7.3a", "3.0g", "25.7a")
def test_what_is_bought_in_set_up_says_its_price_and_what_is_left(table):
    t = table("1", ["25.7"], dice=[1, 1, 6])
    t.do("recruit", "J65").do("recruit", "J13").do("place", "0615").do("set-up", "J01").do("place", "0615")
    bought, deployed, free = t.told("bought-unit")[0], *t.told("deployed")[:2]
    assert [GAME.text.term(term) for term in bought.sum] == ["3 Japanese logistics points, 18 left"]
    assert [GAME.text.term(term) for term in deployed.sum] == ["2 Japanese logistics points, 16 left"]
    assert free.sum == ()


@case("16.5a", "16.5c")
def test_a_strike_is_named_once_in_a_line(table):
    t = table(turn=2, phase="b29", units={"A01": "0420", "J33": "0522"}, b29="committed").do("bomb", "0522", dice=[1])
    runs, lines = Runs(GAME), []
    for event in t.heard("Allied"):
        whole = runs.add(event, 0)
        if whole:
            lines.append(whole)
    line = next(line for line in lines if line.endswith("No effect."))
    assert line == "The B-29 bombs Takao 0522, column Fortified. No effect."
