"""A game explains itself: lines that are read as one, how results were reckoned, why something is not on offer."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel.flow import Event, Option
from grognard.kernel.log_grouping import Runs
from grognard.lab import position_description
from grognard.lab.match_log import entries, joined
from grognard.server.matches.seat_view import SeatLog
from toy_game import BLUE, PATROL, RED, Roads, road

STEPS: tuple[Option, ...] = (("step", PATROL, 1), ("step", PATROL, 2), ("step", PATROL, 3))
SCOUT: Option = ("scout", PATROL)


def lines(log: SeatLog) -> list[dict[str, object]]:
    return [msgspec.json.decode(line) for line in log.lines]


# --- lines that are read as one


def test_the_hops_of_a_march_are_one_line_that_grows() -> None:
    match = road(*STEPS)
    runs = Runs(match.game)
    wholes = [runs.add(told.event, RED) for told in match.log]
    assert wholes == ["", "The patrol: A → B → C.", "The patrol: A → B → C → D."]


def test_a_hop_from_elsewhere_another_fact_or_another_phase_begins_anew() -> None:
    game = Roads()

    def hop(start: int, goal: int, phase: int = 0) -> Event:
        return Event("moved", (PATROL, start, goal), (), -1, (), 1, phase)

    for second in (hop(2, 3), hop(1, 2, phase=1), Event("scouted", (PATROL,), (), -1, (), 1, 0)):
        runs = Runs(game)
        assert [runs.add(hop(0, 1), RED), runs.add(second, RED)] == ["", ""]
    runs = Runs(game)
    assert [runs.add(hop(0, 1), RED), runs.add(hop(1, 2), BLUE)] == ["", ""], "two readers read two logs"


def test_what_is_told_several_times_is_counted() -> None:
    match = road(SCOUT, SCOUT, SCOUT)
    assert [line.text for line in joined(entries(match, BLUE))] == ["The patrol looks about (3 times)."]


def test_a_seat_is_sent_single_lines_and_what_they_are_together() -> None:
    match = road(*STEPS)
    log = SeatLog(BLUE)
    log.follow(match)
    assert [(line["text"], line.get("joins"), line.get("whole")) for line in lines(log)] == [
        ("The patrol: A → B.", None, None),
        ("The patrol: B → C.", 1, "The patrol: A → B → C."),
        ("The patrol: C → D.", 1, "The patrol: A → B → C → D."),
    ]


def test_lines_are_only_added_while_a_run_grows_and_an_undo_reads_the_log_anew() -> None:
    match = road(*STEPS[:2])
    log = SeatLog(RED)
    log.follow(match)
    before, chain = list(log.lines), list(log.chain)
    match.submit(RED, STEPS[2])
    log.follow(match)
    assert log.lines[:2] == before
    assert log.chain[:3] == chain
    assert len(log.lines) == 3
    match.undo(RED)
    match.submit(RED, SCOUT)
    log.follow(match)
    assert [line["text"] for line in lines(log)] == [
        "The patrol: A → B.",
        "The patrol: B → C.",
        "The patrol looks about.",
    ]
    assert log.lines[:2] == before
    assert "joins" not in lines(log)[2]


def test_a_log_that_is_read_late_is_the_log_that_was_followed() -> None:
    match = road()
    followed, late = SeatLog(RED), SeatLog(RED)
    for option in (*STEPS, SCOUT, SCOUT):
        match.submit(RED, option)
        followed.follow(match)
    late.follow(match)
    assert followed.lines == late.lines
    assert followed.chain == late.chain


# --- how a result was reckoned


def test_a_line_has_its_sum_as_far_as_a_seat_may_know() -> None:
    match = road(SCOUT)
    told = {}
    for side in (RED, BLUE, None):
        log = SeatLog(side)
        log.follow(match)
        told[side] = lines(log)[0]["sum"]
    eyes = {"text": "2 pairs of eyes", "cases": ["1.1"]}
    secret = {"text": "the enemy is in E", "cases": ["1.2"]}
    assert told == {RED: [eyes, secret], BLUE: [eyes], None: [eyes, secret]}


def test_a_line_without_a_sum_has_none() -> None:
    log = SeatLog(RED)
    log.follow(road(STEPS[0]))
    assert "sum" not in lines(log)[0]


def test_the_log_in_words_has_marches_as_one_line_and_every_reckoning() -> None:
    match = road(*STEPS, SCOUT)
    assert position_description.log(match, 4, BLUE) == [
        "Turn 1, March",
        "  The patrol: A → B → C → D.",
        "  The patrol looks about.",
        "    · 2 pairs of eyes (1.1)",
    ]
    assert position_description.log(match, 2, BLUE) == ["Turn 1, March", "  The patrol: A → B → C."]


def test_no_single_line_is_lost_in_a_joined_one() -> None:
    match = road(*STEPS, SCOUT)
    single = entries(match)
    rows = joined(single)
    assert [part for row in rows for part in (row.parts or (row,))] == single
    assert len(rows) == 2


# --- why not


@pytest.mark.parametrize(
    ("unit", "space", "verb", "answer"),
    [
        (PATROL, 1, "", "It is on offer."),
        (PATROL, 3, "", "It is on offer: March, 3 MP. Click it."),
        (PATROL, 4, "", "The enemy stands there."),
        (PATROL, 4, "step", "The enemy stands there."),
        (PATROL, None, "rest", "Nobody rests on the road."),
        (PATROL, None, "scout", "It is on offer."),
        (None, None, "", "The march has not begun."),
        (1, None, "", "That is the enemy's."),
    ],
)
def test_why_not_answers_what_was_asked(unit: int | None, space: int | None, verb: str, answer: str) -> None:
    match = road()
    bars = match.game.why_not(match.state, RED, unit, space, verb)
    assert [bar.text for bar in bars] == [answer]
    assert all(bar.cases for bar in bars)


def test_with_nothing_named_nothing_stands_in_the_way_of_an_end_on_offer() -> None:
    match = road(STEPS[0])
    assert [bar.text for bar in match.game.why_not(match.state, RED, None, None)] == ["Nothing prevents it."]


def test_the_verbs_of_a_unit_are_all_that_the_question_may_offer_each_with_its_bar() -> None:
    match = road()
    found = match.game.verbs_for(match.state, RED, PATROL)
    assert [(verb, [bar.text for bar in bars]) for verb, bars in found] == [
        ("step", []),
        ("scout", []),
        ("rest", ["Nobody rests on the road."]),
    ]
    assert match.game.verbs_for(match.state, BLUE, PATROL) == []
    assert match.game.verbs_for(match.state, RED, 1) == [], "the enemy's units have no verbs for us"
