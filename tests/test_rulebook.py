"""Finding a rule by its words, its heading, another word for it, or the beginning of a word; and reading on from it."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from grognard import games
from grognard.cli import main
from grognard.kernel.rules_search import Rulebook, stem
from match_server import Server

FIRST: dict[tuple[str, str], str] = {
    ("iwojima", "weather"): r"6",
    ("ichigo", "collapse"): r"4\.1",
    ("ichigo", "stacking limits"): r"6\.",
    ("whitesun", "stacking limits"): r"6\.",
    ("nemesis", "retreat"): r"(3\.3|6\.2)",
    ("iwojima", "landing"): r"10\.3a",
    ("iwojima", "cave collapse"): r"9\.3\.4a",
    ("iwojima", "surprise"): r"11\.1\.1b",
    ("ichigo", "landing"): r"5\.3\.4",
    ("ichigo", "railroad"): r"3\.5c",
    ("ichigo", "line of supply"): r"7\.1a",
    ("whitesun", "landing"): r"9\.13a",
    ("whitesun", "flotilla"): r"9\.17a",
    ("whitesun", "railroad"): r"9\.1[01]",
    ("whitesun", "objective line"): r"4\.1a",
    ("whitesun", "line of supply"): r"9\.11",
    ("nemesis", "railroad"): r"8\.1-B-d",
    ("nemesis", "line of supply"): r"7\.1-A-a",
    ("formosa", "railroad"): r"12\.4d",
    ("formosa", "line of supply"): r"19\.",
    ("formosa", "landing"): r"10\.1a",
    ("formosa", "invasions"): r"10\.1a",
    ("formosa", "units land from the sea"): r"10\.",
}
"""What words lead to first, in every game that has the thing."""
REFERENCE = re.compile(
    r"(?<![\w.])(?:R\d+[a-z]?\b|\d+(?:\.\d+)+(?:\(\d+\))?[a-z]?\b|\d+[a-z]\b(?!-))"
    r"|(?:[Ss]ections?|[Cc]hapters?|[Cc]ases?|[Ss]ee) (\d+(?:\.\d+)*)"
)
NO_REFERENCE = {("ichigo", "R39"), ("nemesis", "R95"), ("ichigo", "11.13a"), ("whitesun", "2.2c")}
"""Texts with a number that only looks like one."""

SMALL = Rulebook(
    [
        {"id": "1.1", "rule": "A unit may land on any beach."},
        {"id": "1.2", "rule": "Ships carry supplies; the supplied may attack."},
        {"id": "2.1", "rule": "Trace a chain of hexes to a source."},
        {"id": "2.2", "rule": "A chain is cut by the enemy. A chain across the sea, whatever the weather, is cut too."},
    ],
    [{"id": "R1", "cases": ["1.1"], "ruling": "Beaches are coastal hexes, where units land."}],
    {"1": "Landings", "2": "Supply"},
    [{"term": "supply line", "also": ["line of supply", "LOS"], "means": "A chain.", "cases": ["2.1", "2.2"]}],
)


@pytest.mark.parametrize(
    "forms",
    ["land lands landed landing landings", "supply supplies supplied supplying", "move moves moved moving movement",
     "collapse collapses collapsed collapsing", "ship ships shipped shipping", "city cities", "hex hexes",
     "railroad railroads", "pass passes passed passing"],
)  # fmt: skip
def test_the_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(word) for word in forms.split()}) == 1, {word: stem(word) for word in forms.split()}


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("landing", ["1.1"]),
        ("units land", ["1.1", "R1"]),
        ("line of supply", ["2.1", "2.2"]),
        ("LOS", ["2.1", "2.2"]),
        ("the supply lines", ["2.1", "2.2"]),
        ("beac", ["1.1", "R1"]),
        ("weather", ["2.2"]),
        ("weather elephants", ["2.2"]),
        ("elephants", []),
        ("1.9", []),
        ("of the", []),
    ],
)
def test_words_lead_to_the_rule_first(words: str, ids: list[str]) -> None:
    assert list(SMALL.search(words).ids[: len(ids)]) == ids
    if not ids:
        assert SMALL.search(words).ids == ()


def test_a_search_says_which_terms_it_named_and_what_to_mark() -> None:
    found = SMALL.search("lines of supply")
    assert [term["term"] for term in found.terms] == ["supply line"]
    assert set(found.stems) >= {"lin", "suppl", "los"}


def test_a_case_knows_its_chapter_and_its_neighbours() -> None:
    assert SMALL.heading("2.1") == "2 Supply"
    assert SMALL.neighbours("1.2") == ("1.1", "2.1")
    assert SMALL.neighbours("1.1") == ("", "1.2")
    assert SMALL.neighbours("2.2") == ("2.1", "")
    assert SMALL.neighbours("R1") == ("", "")


@pytest.mark.parametrize(("game", "words"), FIRST, ids=lambda part: str(part))
def test_in_the_games_words_lead_to_the_rule_first(game: str, words: str) -> None:
    found = games.load(game).rulebook.search(words).ids
    assert found, words
    assert re.match(FIRST[game, words], found[0]), found[:5]


@pytest.mark.parametrize("game", games.game_ids())
def test_a_search_takes_less_than_a_moment(game: str) -> None:
    book = games.load(game).rulebook
    words = [*dict.fromkeys(words for _, words in FIRST), "may a unit retreat into the enemy", "su"]
    for each in words:
        book.search(each)
    start = time.process_time()
    for each in words * 5:
        book.search(each)
    assert (time.process_time() - start) / (5 * len(words)) < 0.02


@pytest.mark.parametrize("game", games.game_ids())
def test_no_text_names_a_section_that_cannot_be_opened(game: str) -> None:
    loaded = games.load(game)
    known = loaded.rulebook.rows

    def opens(number: str) -> bool:
        under = any(ident.startswith(number) and not ident[len(number) :][:1].isdigit() for ident in known)
        return number in known or number in loaded.chapters or under

    lost = {
        (row["id"], named)
        for row in (*loaded.cases, *loaded.rulings)
        if (game, row["id"]) not in NO_REFERENCE
        for text in (str(row.get(key, "")) for key in ("rule", "problem", "ruling"))
        for found in REFERENCE.finditer(text)
        if not opens(named := (found[1] or found[0]).rstrip("."))
    }
    assert lost == set()


@pytest.mark.parametrize("game", games.game_ids())
def test_a_glossary_is_sound(game: str) -> None:
    loaded = games.load(game)
    seen: set[str] = set()
    for row in loaded.glossary:
        assert set(row) <= {"term", "also", "means", "cases"}, row
        assert row["means"].endswith("."), row
        assert not re.search(r"\b(?:OOS|LOS|EZOC|CF|CD|HW|DZ|CW|YRF|RR|FTMOL)\b", row["means"]), row
        assert set(row.get("cases", ())) <= set(loaded.rulebook.rows), row
        forms = [form.casefold() for form in (row["term"], *row.get("also", ()))]
        assert len(forms) == len(set(forms)), row
        assert not seen & set(forms), f"{row['term']}: {seen & set(forms)} stands there twice"
        seen |= set(forms)


def test_the_command_shows_where_a_case_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "iwojima", "10.3b"]) == 0
    out = capsys.readouterr().out
    assert "10 US movement" in out
    assert "before it 10.3a" in out
    assert main(["rules", "iwojima", "landings"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^\d+\.\S+", out, re.MULTILINE)[0] == "10.3a"


def test_the_server_searches_with_the_same_index(server: Server) -> None:
    book = games.load("ichigo").rulebook
    answer: Any = server.get("/api/games/ichigo/rules?q=stacking+limits").json()
    assert answer["ids"] == list(book.search("stacking limits").ids)
    assert answer["stems"] == list(book.search("stacking limits").stems)
    assert server.get("/api/games/ichigo/cases").json()["glossary"] == list(games.load("ichigo").glossary)
    assert server.http.get("/api/games/waterloo/rules?q=x").status_code == 404
