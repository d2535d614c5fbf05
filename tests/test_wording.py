"""Sentences for people: every template of every game, over thousands of real events.

Finished games are replayed and random ones played; every log line, every line of a reckoning, every joined line and
every prompt is read by `wording.offences`. What is still wrong is listed in `wording_known.txt`, which may only shrink.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import games
from grognard.kernel.flow import Decision
from grognard.kernel.log_grouping import Runs
from grognard.match.save import load
from why_not import positions
from wording import Vocabulary, offences

TESTS = Path(__file__).parent
DECISIONS = 400
KNOWN = set((TESTS / "wording_known.txt").read_text(encoding="utf-8").splitlines())
"""`game template: fault` that is still there; `*` is any template."""


def is_known(game: str, fault: str) -> bool:
    """Whether a fault is on the list."""
    return f"{game} {fault}" in KNOWN or f"{game} *: {fault.partition(': ')[2]}" in KNOWN


def templates(game: str) -> set[str]:
    """The methods that word something."""
    text = type(games.load(game).text)
    return {name for name in dir(text) if name.startswith(("say_", "ask_", "term_"))}


class Reader:
    """Reads everything that a game says, and keeps what is wrong with it."""

    def __init__(self, game: str) -> None:
        self.game = games.load(game)
        self.words = Vocabulary(self.game)
        self.read: set[tuple[str, str]] = set()
        self.used: set[str] = set()
        self.wrong: dict[str, list[str]] = defaultdict(list)

    def take(self, template: str, text: str) -> None:
        """One text."""
        self.used.add(template)
        if (template, text) in self.read:
            return
        self.read.add((template, text))
        for fault in offences(text, self.words):
            self.wrong[f"{template}: {fault.partition(':')[0]}"].append(f"{fault} | {text}")

    def events(self, told: Iterator[Any]) -> None:
        """A log, as each side reads it."""
        runs = [Runs(self.game) for _ in self.game.sides]
        for event in told:
            for side, run in enumerate(runs):
                if event.seen >> side & 1:
                    self.take("say_" + event.kind.replace("-", "_"), self.game.sentence(event))
                    whole = run.add(event, side)
                    if whole:
                        self.take("together", whole)
            for term in event.sum:
                self.take("term_" + term.kind.replace("-", "_"), self.game.text.term(term))

    def question(self, s: Any) -> None:
        """A prompt, for who is asked and for who waits."""
        asked = s.pending
        if isinstance(asked, Decision):
            for side in range(len(self.game.sides)):
                mine = side == asked.side
                template = "ask_" + asked.prompt.replace("-", "_") if mine else "waiting"
                self.take(template, self.game.prompt(s, asked, side))


@pytest.fixture(scope="module", params=games.game_ids())
def reader(request: Any, long: bool) -> Reader:
    """What a game has said in its finished games and in some random ones."""
    out = Reader(request.param)
    for file in sorted((TESTS / request.param / "games").glob("*.grog")):
        match = load(file.read_text(encoding="utf-8")).match
        out.events(told.event for told in match.log)
        for s in match.walk():
            out.question(s)
    for seed in range(20 if long else 1):
        log: list[Any] = []
        for s in positions(out.game, seed, DECISIONS, 1):
            s.log = log
            out.question(s)
        out.events(iter(log))
    return out


def test_sentences_are_in_order(reader: Reader) -> None:
    assert len(reader.read) > 500
    game = reader.game.id
    new = {fault: texts[:3] for fault, texts in reader.wrong.items() if not is_known(game, fault)}
    assert new == {}


def test_nearly_every_template_was_read(reader: Reader) -> None:
    missed = templates(reader.game.id) - reader.used
    assert len(missed) <= 0.25 * len(templates(reader.game.id)), sorted(missed)


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
