"""One vocabulary: a glossary whose cases exist, rules texts without shorthand, an about box that names its source."""

from __future__ import annotations

import re

from nemesis.conftest import GAME
from nemesis.test_fuzz import KNOWN

SHORT = re.compile(r"(?<![\w-])(OOS|SC|GT\d*|SaP|CRT|DRM|ZoC|mp|Q\d?|HQs?)(?![\w-])")


def test_the_glossary_names_cases_that_exist_and_no_term_twice() -> None:
    assert len(GAME.glossary) >= 40
    for row in GAME.glossary:
        assert row["means"].endswith("."), row["term"]
        assert set(row["cases"]) <= KNOWN, row["term"]
        assert not SHORT.search(row["means"]), row["means"]
    words = [word.lower() for row in GAME.glossary for word in (row["term"], *row["also"])]
    assert sorted(words) == sorted(set(words))


def test_rules_texts_are_spelled_out() -> None:
    for row in (*GAME.cases, *GAME.rulings):
        for key in ("rule", "problem", "ruling"):
            found = SHORT.search(str(row.get(key, "")))
            assert found is None, (row["id"], found)


def test_the_about_box_names_designer_publisher_and_text() -> None:
    said = " ".join(GAME.board()["about"]["credits"])
    for words in ("Kim Kanger", "Legion Wargames", "before the printed rules of 2018"):
        assert words in said
