"""Sentences for people: every template of every game, over thousands of real events.

Finished games are replayed and random ones played; every log line, every line of a reckoning, every joined line and
every prompt is read by `wording.offences`. What is still wrong is listed in `wording_known.txt`, which may only shrink.
Of the games in `READ_WHOLE` everything else that they say is read too, and all of it by `wording.english`.
"""

from __future__ import annotations

import random
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
from wording import Vocabulary, english, offences, said_by, staff_reasons

TESTS = Path(__file__).parent
DECISIONS = 400
LOG_AND_PROMPTS = "log and prompts"
ALL_THAT_IS_SAID = "log, prompts, previews, reasons, ways to move, layers, score, a staff's reasons; also by english"
WHAT_IS_CHECKED = {
    "formosa": LOG_AND_PROMPTS,
    "ichigo": ALL_THAT_IS_SAID,
    "iwojima": LOG_AND_PROMPTS,
    "nemesis": LOG_AND_PROMPTS,
    "whitesun": LOG_AND_PROMPTS,
}
"""How much of each game is read: a game moves to all that is said when its findings are mended."""
EVERY = 7
"""How many questions lie between two at which everything is asked."""
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
        self.reads_all = WHAT_IS_CHECKED[game] == ALL_THAT_IS_SAID
        self.rng = random.Random(game)

    def take(self, template: str, text: str) -> None:
        """One text."""
        self.used.add(template)
        if (template, text) in self.read:
            return
        self.read.add((template, text))
        faults = [*offences(text, self.words), *(english(text, self.words) if self.reads_all else ())]
        for fault in faults:
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

    def everything(self, s: Any) -> None:
        """All else that is said at a question."""
        for where, text in said_by(self.game, s, self.rng):
            self.take(where, text)

    def staffs(self, seed: int, decisions: int) -> None:
        """A game of the staffs, with the reasons that they give."""
        log: list[Any] = []
        for number, (s, _, reason) in enumerate(staff_reasons(self.game, seed, decisions)):
            log = s.log
            self.question(s)
            if reason:
                self.take("advice", reason)
            if number % EVERY == 0:
                self.everything(s)
        self.events(iter(log))


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
        for number, s in enumerate(positions(out.game, seed, DECISIONS, 1)):
            s.log = log
            out.question(s)
            if out.reads_all and number % EVERY == 0:
                out.everything(s)
        out.events(iter(log))
        if out.reads_all:
            out.staffs(seed, DECISIONS)
    return out


def test_sentences_are_in_order(reader: Reader) -> None:
    assert len(reader.read) > 500
    game = reader.game.id
    new = {fault: texts[:3] for fault, texts in reader.wrong.items() if not is_known(game, fault)}
    assert new == {}


def test_every_game_says_how_much_of_it_is_checked() -> None:
    assert set(WHAT_IS_CHECKED) == set(games.game_ids())


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
