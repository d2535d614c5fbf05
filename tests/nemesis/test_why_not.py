"""“Why not?”: the right case for each reason, whatever is asked.

A row is a position, what was done in it, what is pointed at, and a case of the answer.
"""

from __future__ import annotations

from typing import Any

import pytest

from nemesis.conftest import GAME

WEST = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": "0419"}
FORCED: list[tuple[str, ...]] = [("end-movement",), ("attack", "0419"), ("join", "B17-48"), ("join", "B17-63")]
FORCED += [("join", "BT-3C"), ("confirm",), ("spearhead", "BT-3C"), ("no-banzai",)]
ATTACKED = {"phase": "allied-attack", "units": {**WEST, "B4C-A": "0418"}, "dice": [3]}
HEAVY = {"turn": 8, "yunnan_active": 1}
LOST = {"B23-37": "ALOSS", "B23-49": "ALOSS", "B23-1": "ALOSS"}

ROWS: list[tuple[str, dict[str, Any], list[tuple[str, ...]], str | None, str | None, str]] = [
    ("a unit that has not come yet", {"phase": "allied-assault"}, [], "B5-9", None, "5.1-A-a"),
    ("a hex too far away", {"phase": "allied-assault"}, [("move", "B17-48")], "B17-48", "0511", "5.1-A-b"),
    ("another unit during a move", {"phase": "allied-assault"}, [("move", "B17-48")], "B17-63", None, "5.1-A-b"),
    ("a hex seen from the phase", {"phase": "allied-assault"}, [], "BT-3C", "0512", "5.1-A-h"),
    ("a target that is not chosen yet", ATTACKED, FORCED[:1], "B17-48", "0419", "6.1-B-b"),
    ("nobody there to attack", ATTACKED, FORCED[:1], "B17-48", "0517", "6.1-B-a"),
    ("a box for a target", ATTACKED, FORCED[:1], "B17-48", "ALOSS", "6.1-B-a"),
    ("another target", ATTACKED, FORCED[:2], None, "0520", "6.1-B-a"),
    ("a unit elsewhere", {"phase": "allied-attack"}, [("end-movement",), ("attack", "0419")], "B23-1", None, "6.1-B-b"),
    ("a unit not in the box of the attack", ATTACKED, FORCED[:2], "BM-1", None, "1.2-A-a"),
    ("air that is used", {**ATTACKED, "used_air": ["A-US1"]}, FORCED[:3], "A-US1", None, "1.2-B-e"),
    ("guns that take no part as leader", ATTACKED, FORCED, "B4C-A", None, "6.1-E-a"),
    ("a bystander as leader", ATTACKED, FORCED, "B23-1", None, "6.1-E-a"),
    (
        "guns that walk in",
        {"phase": "japanese-attack", "units": {"J31-58": "0706", "J31-A": "0706"}},
        [("end-movement",), ("storm", "0606")],
        "J31-A",
        None,
        "6.2-A-b",
    ),
    (
        "another Objective",
        {"phase": "japanese-attack", "units": {"J31-58": "0706"}},
        [("end-movement",), ("storm", "0606")],
        None,
        "0511",
        "6.1-B-d",
    ),
    (
        "a retreat into a Mountain",
        {**ATTACKED, "units": {**WEST, "J33-E": "0419"}, "dice": [5]},
        [
            *FORCED[:7],
            ("meet", "J33-214"),
            ("no-banzai",),
            ("lead", "B17-48"),
            ("refuse-with", "J33-E"),
            ("enforce",),
            ("retreat",),
        ],
        "J33-E",
        "0519",
        "6.2-D-b",
    ),
    (
        "a retreat of somebody else",
        {**ATTACKED, "units": {**WEST, "J33-E": "0419", "J33-215": "0520"}, "dice": [5]},
        [
            *FORCED[:7],
            ("meet", "J33-214"),
            ("no-banzai",),
            ("lead", "B17-48"),
            ("refuse-with", "J33-E"),
            ("enforce",),
            ("retreat",),
        ],
        "J33-215",
        None,
        "6.2-D-a",
    ),
    (
        "no advance for a bystander",
        {"phase": "japanese-attack", "units": {"J31-58": "0906", "J31-124": "0906", "BL-RIF": "0806"}, "dice": [6]},
        [("end-movement",), ("attack", "0806"), ("join", "J31-58"), ("confirm",), ("no-banzai",)],
        "J31-124",
        None,
        "6.2-E-c",
    ),
    (
        "losses of a bystander",
        {
            "phase": "japanese-attack",
            "units": {"J33-213": "0419", "J33-214": "0419", "J33-E": "0419", "B17-48": "0418", "B17-63": "0418"},
            "dice": [1],
        },
        [
            ("end-movement",),
            ("attack", "0418"),
            ("join", "J33-213"),
            ("join", "J33-214"),
            ("confirm",),
            ("spearhead", "J33-213"),
            ("meet", "B17-48"),
            ("no-banzai",),
        ],
        "J33-E",
        None,
        "6.1-G-g",
    ),
    (
        "Transporters into a Mountain",
        {"phase": "japanese-assault", "units": {"J31-58": "1010", "BM-1": "0910", "BH": "0910"}},
        [("move", "J31-58"), ("to", "0910")],
        "BH",
        "0909",
        "6.2-D-b",
    ),
    (
        "a hex nobody watches",
        {"phase": "japanese-assault", "units": {"J31-58": "1111"}},
        [("end-movement",), ("end-combat",)],
        None,
        "0511",
        "5.1-E-a",
    ),
    (
        "a depot that is cut off",
        {"turn": 2, "phase": "end", "units": {"BM-1": "1408"}, "level": {"BM-1": "out"}},
        [("choose-first", "Assault"), ("choose-first", "Assault")],
        None,
        "1111",
        "R108",
    ),
    (
        "the monsoon and motors",
        {**HEAVY, "phase": "japanese-supply", "units": {"J31-58": "1111", "J31-124": "1111", "JX-3H": "1112"}},
        [],
        "JX-3H",
        None,
        "2.6-g",
    ),
    (
        "the monsoon and hills",
        {**HEAVY, "phase": "japanese-supply", "units": {"J31-58": "1111", "J31-124": "1111", "J31-138": "0910"}},
        [],
        "J31-138",
        None,
        "2.6-g",
    ),
    (
        "a second battalion of a division",
        {"phase": "japanese-reinforcements", "units": {"JH-31": "1111", "JH-33": "0720"}},
        [("bring-back", "J31-b1"), ("place", "1110")],
        "J31-b2",
        None,
        "R79",
    ),
    (
        "a battalion far away",
        {"phase": "japanese-reinforcements", "units": {"JH-31": "1111", "JH-33": "0720"}},
        [("bring-back", "J31-b1")],
        None,
        "0511",
        "8.1-A-b",
    ),
    (
        "a battalion that is not lost",
        {"phase": "japanese-reinforcements", "units": {"JH-31": "1111", "J31-58": "1111"}},
        [],
        "J31-58",
        None,
        "8.1-A-a",
    ),
    (
        "no railway here",
        {"phase": "japanese-reinforcements", "units": {"J31-58": "1111", "J18-E": "1814"}},
        [("end-replacements",)],
        "J31-58",
        None,
        "8.1-B-d",
    ),
    (
        "a line that is cut",
        {
            "phase": "japanese-reinforcements",
            "units": {"J18-E": "1911", "C-77": "1913", "C-16": "2109", "J33-E": "1516"},
        },
        [("end-replacements",)],
        "J18-E",
        None,
        "8.1-B-e",
    ),
    (
        "where no train goes",
        {"phase": "japanese-reinforcements", "units": {"J18-E": "1814"}},
        [("end-replacements",), ("entrain", "J18-E")],
        None,
        "0511",
        "8.1-B-e",
    ),
    (
        "both slots used",
        {"phase": "allied-reinforcements", "units": {"B17-48": "0511"}, "box": LOST, "turn": 3},
        [("recover", "B23-37")],
        "B17-48",
        None,
        "8.2-A-c",
    ),
    (
        "a Yunnan unit",
        {"phase": "allied-reinforcements", "units": {"B17-48": "0511"}, "box": {**LOST, "Y87-259": "ALOSS"}},
        [],
        "Y87-259",
        None,
        "8.2-A-b",
    ),
    (
        "a motorized flight",
        {"phase": "allied-reinforcements", "units": {"BT-3C": "0511"}},
        [],
        "BT-3C",
        None,
        "8.2-B-11",
    ),
    (
        "a garrison's flight",
        {"phase": "allied-reinforcements", "units": {"BG-DIM": "0404"}},
        [],
        "BG-DIM",
        None,
        "1.2-F-a",
    ),
    (
        "a second flight",
        {"phase": "allied-reinforcements", "units": {"B17-48": "0511"}},
        [("fly", "B17-48"), ("enter", "B17-48", "0612")],
        "B17-48",
        None,
        "R115",
    ),
    (
        "no flights left",
        {"phase": "allied-reinforcements", "units": {"B17-48": "0511"}, "used_airfields": ["0511", "0404"]},
        [],
        "B17-48",
        None,
        "8.2-B-12",
    ),
    (
        "where nobody lands",
        {"phase": "allied-reinforcements", "units": {"B17-48": "0511"}},
        [("fly", "B17-48")],
        None,
        "0418",
        "8.2-B-11",
    ),
    (
        "where nobody comes in",
        {"phase": "allied-reinforcements", "units": {"B17-48": "0511"}, "scale": 2, "turn": 4},
        [("bring-on", "S30-88")],
        None,
        "0511",
        "8.2-B-6",
    ),
    (
        "Stilwell on the Indian railway",
        {"phase": "allied-reinforcements", "units": {"S22-64": "0205"}},
        [],
        "S22-64",
        None,
        "8.2-B-9",
    ),
    (
        "a third air unit lost",
        {"turn": 5, "phase": "start", "last": ["Assault", "Assault"]},
        [],
        "B17-48",
        None,
        "2.6-b",
    ),
    ("a chit that came last", {"phase": "end", "units": {"J31-58": "1111"}}, [], None, None, "4.0-A-d"),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_reason_names_its_case(table: Any, row: tuple[Any, ...]) -> None:
    _, change, steps, unit, space, expected = row
    t = table(**{"dice": [], **change})
    for words in steps:
        t.do(*words)
    assert expected in t.why(unit, space), (t.asked.prompt, t.options()[:6])


def test_the_other_side_and_a_finished_game(table: Any) -> None:
    t = table(phase="japanese-assault")
    assert GAME.why_not(t.state, 0, t.unit("B17-48"), None)[0].cases == ("4.0-A-a",)
    assert GAME.why_not(t.state, 1, t.unit("B17-48"), None)[0].text == "It is not your unit."
    t = table(turn=10, phase="end", units={"J31-58": "1111"}, dice=[6, 6])
    assert GAME.why_not(t.state, 1, t.unit("J31-58"), None)[0].text == "The game is over."
