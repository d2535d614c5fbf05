"""One vocabulary: rules texts are spelled out, and every short form has its word in the glossary."""

from __future__ import annotations

import re

import pytest

from whitesun.conftest import GAME

case = pytest.mark.case
SHORT = re.compile(r"\b(?:T[1-4]|FTMOL|RR|CDR|YRF|AVG|CCP|8RA|N4A|HK|d6|EZOC|OOS)\b")
NOWHERE_TO_BE_READ = re.compile(r"\b[Ss]ection \d")


def test_rules_texts_use_no_shorthand_and_point_at_nothing_that_cannot_be_opened():
    texts = [row["rule"] for row in GAME.cases] + [row["ruling"] for row in GAME.rulings]
    assert [text for text in texts if SHORT.search(text) or NOWHERE_TO_BE_READ.search(text)] == []


def test_the_glossary_explains_every_short_form_and_cites_rules_that_exist():
    known = {row["id"] for row in (*GAME.cases, *GAME.rulings)}
    words = [word for row in GAME.glossary for word in (row["term"], *row["also"])]
    assert {"MP", "FTMOL", "RR", "CDR", "YRF", "AVG", "CCP", "8RA", "N4A"} <= set(words)
    assert len(words) == len({word.lower() for word in words}), "no word leads to two terms"
    for row in GAME.glossary:
        assert row["means"].endswith(".")
        assert row["cases"]
        assert set(row["cases"]) <= known
        assert not SHORT.search(row["means"])


def test_the_about_box_names_publisher_year_and_the_text_of_the_rules():
    about = GAME.board()["about"]["evidence"]
    assert all(word in about for word in ("Strategy & Tactics 305", "Decision Games", "2017", "designer", "R1 to R16"))


def test_event_texts_give_numbers():
    for event in GAME.events:
        if event.id not in ("rape", "kill-all", "cut-short"):
            assert re.search(r"\d|die|dice", event.text), event
