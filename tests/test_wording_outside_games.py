"""Sentences of server, emails and command line, by the checks that the games' sentences pass, and some of their own."""

from __future__ import annotations

import pytest

import wording_outside_games as outside
from wording_outside_games import faults

SOURCES = {"errors": 250, "messages": 60, "emails": 20, "helps": 250}
"""How many sentences there are at least."""


@pytest.mark.parametrize("source", SOURCES)
def test_sentences_outside_the_games_are_in_order(source: str) -> None:
    said = list(getattr(outside, source)())
    assert len(said) >= SOURCES[source]
    wrong = [f"{where}: {fault}\n    {text}" for where, text in said for fault in faults(text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("source", ["errors", "emails"])
def test_sentences_are_whole(source: str) -> None:
    """A refusal is a sentence; a reason that goes into one, and the subject of an email, may be a part."""
    said = getattr(outside, source)()
    assert not [each for each in said if each[1][0].isupper() and each[1].endswith((" ", ",", ";"))]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Nobody suspends himself.", "a member is no he"),
        ("A letter is on its way.", "old word: letter"),
        ("Whoever opens it has the seat.", "old word: Whoever"),
        ("Try again in 7 s.", "a unit is spelled out: 7 s"),
        ("There are 1 units left.", "one of many: 1 units"),
        ("The the match is over.", "doubled word: The the"),
        ("A error has happened.", "article: A error"),
        ("That link is (closed.", "unbalanced: ()"),
    ],
)
def test_a_fault_is_found(text: str, fault: str) -> None:
    assert fault in set(faults(text))


@pytest.mark.parametrize("text", ["You have 1 open match.", "Set `[mail]` in the file of --config.", "Save as an SVG."])
def test_what_is_right_is_left(text: str) -> None:
    assert not set(faults(text))
