"""Sentences for people: whatever the games say, in thousands of positions and in their data.

Finished games are replayed, random ones and some of the staffs played; every log line, reckoning, prompt, button,
preview, reason, standing order, term and rule is read (`phrases.Reader`) and held to `wording`. `make phrases` writes
what was read to files, for an editor.
"""

from __future__ import annotations

import os

import pytest

import grammar
from grognard import games
from grognard.games.iwojima.text import Text as IwoJimaText
from grognard.games.whitesun.hits import HitNumber
from grognard.games.whitesun.previews import hit_lines
from grognard.games.whitesun.text import Text as WhiteSunText
from grognard.kernel.tables import Modifier
from phrases import phrase, read
from wording import Vocabulary, english, offences, unfinished

NOW = 2, 250
"""Games of each game, half by lot and half of the staffs, and the most decisions of each."""
GRAMMAR_OF = 20
"""One text in so many goes through the grammar checker, which takes its time; all do in `make soak`."""
AT_LENGTH = 100, 2000
"""The same in `make soak`."""


KINDS = {"preview", "reason", "option", "button", "glossary", "rule", "advice", "together"}


def templates(game: str) -> set[str]:
    """The methods that word something."""
    text = type(games.load(game).text)
    return {name for name in dir(text) if name.startswith(("say_", "ask_", "term_"))}


@pytest.mark.parametrize("game", games.game_ids())
def test_sentences_are_in_order(game: str, long: bool) -> None:
    reader = read(game, *(AT_LENGTH if long else NOW))
    assert {fault: texts[:3] for fault, texts in reader.wrong.items()} == {}
    assert reader.used >= KINDS
    missed = templates(game) - reader.used
    assert len(missed) <= 0.25 * len(templates(game)), sorted(missed)
    if grammar.is_at_hand():
        texts = sorted(set(reader.phrases().values()))
        assert list(grammar.unknown_words(texts, reader.words.names)) == []
        assert list(grammar.mistakes(texts if long else texts[::GRAMMAR_OF])) == []


@pytest.mark.skipif(not grammar.is_at_hand() and "CI" not in os.environ, reason="harper-py is not installed")
def test_the_grammar_checker_finds_what_is_wrong() -> None:
    assert list(grammar.unknown_words(["The Chindits atack Wuhan's hexside."], ["Wuhan"])) == [
        "unknown word: atack | The Chindits atack Wuhan's hexside."
    ]
    assert list(grammar.mistakes(["The units moves to the the port."]))
    assert list(grammar.mistakes(["The units move to the port."])) == []


def test_a_phrase_is_a_text_without_its_names_and_numbers() -> None:
    words = Vocabulary(games.load("iwojima"))
    assert phrase("23/4 lands at Nishi, 2 MP.", words) == phrase("24/4 lands at Okina Hama, 3 MP.", words)
    assert phrase("23/4 and 24/4 move.", words) == phrase("23/4, 24/4 and 25/4 move.", words)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The the force moves.", "doubled word: The the"),
        ("2nd Division lands at 0404 (0404).", "doubled place: 0404 (0404"),
        ("Attacker −0.", "nothing taken off: −0"),
        ("None is reduced.", "an inner name: None"),
        ("1 dice for the raid.", "one of many: 1 dice"),
        ("2 step lost.", "many of one: 2 step"),
        ("Weather: 3.", "unlabelled number: : 3."),
        ("Coast Guns is revealed.", "agreement: Coast Guns is"),
        ("The unit is OOS.", "abbreviation: OOS"),
        ("It has 3 QQ left.", "abbreviation: QQ"),
        ("U-23 moves.", "an id: U-23"),
        ("It stops , here.", "spacing: ,"),
    ],
)
def test_the_reader_finds_what_is_wrong(text: str, fault: str) -> None:
    words = Vocabulary(games.load("iwojima"))
    words.units.add("Coast Guns")
    assert fault in list(offences(text, words))


@pytest.mark.parametrize(
    "text",
    [
        "5 Hits − 3 (hill) − 2 (Caves) = Damage 0.",
        "1 die: 6.5 on average.",
        "23/4: Chidori Airfield → Motoyama Airfield.",
        "Turn 4: 1943.",
        "1 of the units is reduced.",
    ],
)
def test_the_reader_leaves_what_is_right(text: str) -> None:
    assert list(offences(text, Vocabulary(games.load("iwojima")))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 Chinese units are placed.", "one of many: 1 Chinese units"),
        ("1 steps count.", "one of many"),
        ("Wuhan costs 2 MP; 1 are left.", "one are: 1 are"),
        ("1 MP are left.", "one are: 1 MP are"),
        ("3 units is left.", "many is: 3 units is"),
        ("US has units in Wuhan.", "a side is no sentence's subject: US has"),
        ("It is not Japanese's decision.", "a side's adjective: Japanese's"),
        ("Die 3, -1.", "a hyphen for a minus: -1"),
        ("A Allied unit moves.", "article: A Allied"),
        ("An headquarters is needed.", "article: An headquarters"),
        ("It is a 8th Army.", "article: a 8th"),
        ("Lost (2 steps.", "unbalanced: ()"),
        ("He said “go.", "unbalanced: “”"),
        ("The owner chooses from his units.", "he: his"),
    ],
)
def test_the_closer_reader_finds_what_is_wrong(text: str, fault: str) -> None:
    words = Vocabulary(games.load("ichigo"))
    assert any(found.startswith(fault) for found in [*english(text, words), *offences(text, words)])


@pytest.mark.parametrize(
    "text",
    [
        "1 of 3 steps is lost.",
        "An Allied unit, a US division and an 8th Army attack.",
        "Die 1 to 3: 1 in 2 units goes.",
        "B-29s within 3 hexes: −1 (odds 2:1).",
        "2 units go on; 1 unit stays.",
    ],
)
def test_the_closer_reader_leaves_what_is_right(text: str) -> None:
    assert list(english(text, Vocabulary(games.load("ichigo")))) == []


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("reason", "It is on", "no end: on"),
        ("ask_move_on", "go on or stop.", "begins with a small letter: go"),
        ("preview", "Odds and", "breaks off: and"),
        ("glossary", "What a unit can lose", "no end: lose"),
    ],
)
def test_a_sentence_begins_and_ends_as_one(kind: str, text: str, fault: str) -> None:
    assert fault in list(unfinished(kind, text))


def test_one_phase_left_and_one_flotilla_are_one() -> None:
    iwojima, whitesun = games.load("iwojima").text, games.load("whitesun").text
    assert isinstance(iwojima, IwoJimaText)
    assert isinstance(whitesun, WhiteSunText)
    assert iwojima.term_safe_due(2, 1) == "Airfields: 2 VP in the End Phase to come"
    assert iwojima.term_safe_due(2, 3) == "Airfields: 2 VP in each of 3 End Phases to come"
    assert whitesun.say_raid_fire(0, 2, "1–2: no hit.").endswith("the raiders fire, hits on 1–2: no hit.")
    six = HitNumber(6, (Modifier(0, "hits on 6", ()),))
    assert [row["text"] for row in hit_lines("The flotilla", six)] == ["The flotilla hits on 6"]
    assert [row["text"] for row in hit_lines("Puppets", six)] == ["Puppets hit on 6"]
