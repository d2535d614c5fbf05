"""One vocabulary: terms are explained, rules are spelled out, and the about box says whose game it is."""

from __future__ import annotations

import re

from grognard.games import load

GAME = load("ichigo")
SHORTHAND = re.compile(r"\b(?:JP|J|OOS|GEARR|BDV|CRT|DRM|T\d+|\d[LR]|d6)\b")


def test_every_term_is_explained_by_cases_that_exist() -> None:
    known = {row["id"] for row in (*GAME.cases, *GAME.rulings)}
    assert len(GAME.glossary) > 20
    for row in GAME.glossary:
        assert row["means"].endswith(".")
        assert row["cases"]
        assert set(row["cases"]) <= known, row
    words = [word.lower() for row in GAME.glossary for word in (row["term"], *row["also"])]
    assert len(words) == len(set(words))


def test_rules_and_rulings_are_spelled_out() -> None:
    texts = [row["rule"] for row in GAME.cases] + [row["ruling"] for row in GAME.rulings]
    assert [text for text in texts if SHORTHAND.search(text)] == []
    assert [text for text in texts if not text[:1].isupper() and text[:1].isalpha()] == []


def test_the_about_box_names_publisher_and_the_text_that_is_followed() -> None:
    about = GAME.board()["about"]["credits"][0]
    assert "published by" in about
    assert "We follow the text" in about
