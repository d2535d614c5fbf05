"""Every sentence that a game can say, gathered from games by lot and of the staffs and from its data.

python tests/phrases.py iwojima --games 100 --faults    its phrases with one example each, and what is wrong with them

`Reader` plays and reads; `phrase` is a text without its names and numbers, so that a sentence counts once.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from grognard import games
from grognard.bots.hints import in_words
from grognard.kernel.flow import Decision
from grognard.kernel.log_grouping import Runs
from grognard.match.save import load
from why_not import positions
from wording import RULES, Vocabulary, english, offences, said_by, staff_reasons, unfinished, words_in_data

TESTS = Path(__file__).parent
NOT_IN_RULES = ("abbreviation", "an id", "an inner name", "unlabelled number", "spacing", "nothing taken off")
"""Faults that rules are free of: they quote tables, formulas and ids."""
EVERY = 9
"""How many questions lie between two at which everything is asked."""
SENTENCES = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.) (?=[A-Z\d“])|(?<=;) ")
NUMBER = re.compile(r"(?<![\w.])(?:[−+≤≥]?\d+(?:[.–]\d+)?½?%?|½)(?:st|nd|rd|th)?(?!\w)")


def phrase(text: str, words: Vocabulary) -> str:
    """A text with its names, numbers and lists of names taken out."""
    bare = NUMBER.sub("#", words.named.sub("·", text))
    bare = re.sub(r"(?:·(?:, (?:then )?| and | → | or |; )){1,}·", "·", bare)
    return re.sub(r"(?:#(?: |$)){2,}", "# ", re.sub(r"(?:·(?: |$)){2,}", "· ", bare)).strip()


def faults(kind: str, text: str, words: Vocabulary) -> Iterator[str]:
    """What is wrong with a text of a kind."""
    yield from unfinished(kind, text)
    yield from english(text, words)
    found = offences(text, words)
    yield from (fault for fault in found if kind not in RULES or not fault.startswith(NOT_IN_RULES))


class Reader:
    """Reads everything that a game says, and keeps what is wrong with it."""

    def __init__(self, game: str) -> None:
        self.game = games.load(game)
        self.words = Vocabulary(self.game)
        self.read: set[tuple[str, str]] = set()
        self.used: set[str] = set()
        self.wrong: dict[str, list[str]] = defaultdict(list)
        self.rng = random.Random(game)

    def take(self, template: str, text: str) -> None:
        """One text."""
        self.used.add(template)
        if (template, text) in self.read:
            return
        self.read.add((template, text))
        for fault in faults(template, text, self.words):
            self.wrong[f"{template}: {fault.partition(':')[0]}"].append(f"{fault} | {text}")

    def events(self, told: Iterable[Any]) -> None:
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
        """A prompt, for who is asked and for who waits, and some of its options as their buttons say them."""
        asked = s.pending
        if isinstance(asked, Decision):
            for side in range(len(self.game.sides)):
                mine = side == asked.side
                template = "ask_" + asked.prompt.replace("-", "_") if mine else "waiting"
                self.take(template, self.game.prompt(s, asked, side))
            for option in self.rng.sample(asked.options, min(3, len(asked.options))):
                self.take("option", in_words(self.game, option))

    def everything(self, s: Any) -> None:
        """All else that is said at a question."""
        for where, text in said_by(self.game, s, self.rng):
            self.take(where, text)

    def data(self) -> None:
        """What stands in the game's data: buttons, standing orders, terms, rules."""
        for where, text in words_in_data(self.game):
            if text:
                self.take(where, text)

    def by_lot(self, seed: int, decisions: int) -> None:
        """A game by lot."""
        log: list[Any] = []
        for number, s in enumerate(positions(self.game, seed, decisions, 1)):
            s.log = log
            self.question(s)
            if number % EVERY == 0:
                self.everything(s)
        self.events(log)

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
        self.events(log)

    def finished(self) -> None:
        """The finished games that are kept for the tests."""
        for file in sorted((TESTS / self.game.id / "games").glob("*.grog")):
            match = load(file.read_text(encoding="utf-8")).match
            self.events(told.event for told in match.log)
            for s in match.walk():
                self.question(s)

    def phrases(self) -> dict[tuple[str, str], str]:
        """Per template and phrase one sentence, the shortest."""
        found: dict[tuple[str, str], str] = {}
        said = {(template, each) for template, text in self.read for each in SENTENCES.split(text)}
        for template, sentence in sorted(said, key=lambda each: (len(each[1]), each[1])):
            found.setdefault((template, phrase(sentence, self.words)), sentence)
        return found


def read(game: str, how_many: int, decisions: int) -> Reader:
    """So many games, half of them by lot and half of the staffs."""
    reader = Reader(game)
    reader.data()
    reader.finished()
    for seed in range(how_many):
        if seed % 2:
            reader.staffs(seed // 2, decisions)
        else:
            reader.by_lot(seed // 2, decisions)
    return reader


def lines(reader: Reader) -> Iterator[str]:
    """The phrase file: under each template its phrases, each with a text as it was said."""
    last = ""
    for (template, _), text in sorted(reader.phrases().items()):
        if template != last:
            yield f"\n== {template}"
            last = template
        yield text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=games.game_ids())
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--faults", action="store_true", help="what is wrong, after the phrases")
    asked = parser.parse_args()
    reader = read(asked.game, asked.games, asked.decisions)
    print(f"{len(reader.read)} texts, {len(reader.phrases())} phrases", *lines(reader), sep="\n")
    if asked.faults:
        for fault, texts in sorted(reader.wrong.items()):
            print(f"\n!! {fault} ({len(texts)})", *texts[:5], sep="\n   ")


if __name__ == "__main__":
    main()
