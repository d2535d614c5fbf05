"""One vocabulary: rules, layers and the board's words are spelled out, and short forms stand in the glossary alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.facts import movement

case = pytest.mark.case

SHORT = re.compile(
    r"(?<![\w-])(?:GT|LP|VP|MP|MF|CF|E?ZOC|LOS|TAC|DZ|HQ|CD|HW|CW|CRT|OPT|PW|D/O|N/A|\d?d6|incl\.)(?![\w-])"
)
RESULTS = {"A1", "AE", "AR", "B1", "BB", "CA", "D1", "DR", "DE", "DS"}
"""What stands in the tables is written so; the glossary explains it."""


def test_rules_problems_and_rulings_are_spelled_out() -> None:
    for row in (*GAME.cases, *GAME.rulings):
        for key in ("rule", "problem", "ruling"):
            text = str(row.get(key, ""))
            assert not SHORT.search(text), (row["id"], text)
            assert not re.match('"?[a-z]', text), (row["id"], text)


def test_what_stands_in_the_tables_is_explained() -> None:
    explained = {word for row in GAME.glossary for word in row.get("also", ())}
    assert explained >= RESULTS
    assert not [row["term"] for row in GAME.glossary if SHORT.search(row["means"])]


def texts(value: Any) -> Iterator[str]:
    """Every string in a piece of the board."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)


def test_what_the_board_says_of_hexes_units_and_tracks_is_spelled_out() -> None:
    board = GAME.board()
    said = [fact for space in board["spaces"] for fact in texts(space.get("facts", ()))]
    said += [unit["name"] for unit in board["units"]]
    said += [text for unit in board["units"] for text in texts(unit.get("facts", ()))]
    said += [text for part in ("tracks", "markers", "flags") for row in board[part] for text in texts(row["name"])]
    said += [text for verb in board["verbs"].values() for text in (verb["label"], *verb.get("words", {}).values())]
    assert len(said) > 500
    assert [text for text in said if SHORT.search(text)] == []


@case("12.0b", "12.4a")
@pytest.mark.parametrize(
    ("halves", "words"),
    [(0, "no movement points"), (1, "half a movement point"), (2, "1 movement point"), (3, "1½ movement points"),
     (4, "2 movement points")],
)  # fmt: skip
def test_movement_points_are_counted_in_halves(halves: int, words: str) -> None:
    assert movement(halves) == words


@case("20.1b")
def test_a_base_that_costs_one_point_costs_one_point(table: Any) -> None:
    t = table(turn=2, phase="bases", units={"A39": "0521", "A01": "0522"}, lp={"Allied": 5})
    t.do("build", "A39")
    assert GAME.sentence(t.told("built")[-1]).endswith("for 1 logistics point.")


def test_the_about_box_names_designer_publisher_and_year() -> None:
    said = " ".join(GAME.board()["about"]["credits"])
    for words in ("Joseph Miranda", "Decision Games", "World at War", "2022"):
        assert words in said
