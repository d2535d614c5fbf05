"""What is wrong with a sentence for people: doubled words, unknown names, agreement, bare numbers and abbreviations.

`offences(text, vocabulary)` names the faults of one text; `Vocabulary` knows what a game's own names and terms are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

BANNED = frozenset(("OOS", "LOS", "EZOC", "ZOC", "CF", "CD", "HW", "DZ", "CW", "YRF", "RR", "FTMOL", "LOC"))
"""Our shorthand: spelled out for people, whatever a glossary says."""
PLAIN = re.compile("US|USA|USAAF|USN|OK|[IVX]+")
"""Capitals that are no abbreviation of a rulebook."""
SINGULAR = "is|was|has|does|loses|takes|gains|draws|decides|scores|wins|holds|retreats|chooses|moves|enters|lands|fires"
THINGS = "step unit hit point hex division brigade regiment battalion column shift round turn base marker die raid city"
ONE_OF = re.compile(
    rf"(?<![\w.,–−:/-])1 (dice|cities|hexes|{'|'.join(f'{thing}s' for thing in THINGS.split())})\b(?! of)"
)
MANY_OF = re.compile(rf"(?<![\w.,–−:/-])(?:[2-9]|\d\d+) ({THINGS.replace(' ', '|')})\b(?![-–]| loss)")

CHECKS: dict[str, re.Pattern[str]] = {
    "doubled word": re.compile(r"\b([A-Za-z]{2,}) \1\b", re.IGNORECASE),
    "doubled place": re.compile(r"\(?\b(\d{4})\)? \(?\1\b"),
    "nothing taken off": re.compile(r"(?<![\w–])[−+-]0\b(?![.,]\d)"),
    "an inner name": re.compile(r"\b(?:None|True|False|nan|inf)\b|[{}<>_\[\]]|\b[a-z]+[A-Z]\w*"),
    "spacing": re.compile(r"  |^ | [.,;:!?](?:\s|$)|\.\.(?!\.)|,,|\(\s|\s\)"),
    "unlabelled number": re.compile(r"^\W*\d+\W*$|(?<!die): (?!19\d\d)\d+\.?$"),
}


class Vocabulary:
    """The names and terms of a game."""

    def __init__(self, game: Any) -> None:
        board = game.board()
        self.names = sorted(
            {
                row["name"]
                for part in ("units", "spaces", "sides", "phases", "markers", "tracks", "flags")
                for row in board[part]
            }
            | {face["name"] for face in board.get("faces", ()) if face.get("name")}
            | {side["adjective"] for side in board["sides"]},
            key=len,
            reverse=True,
        )
        self.units = {row["name"] for row in board["units"]}
        self.ids = {
            name
            for name in (*game.unit_ids, *game.space_ids)
            if not name.isdigit() and not any(name in known.split() for known in self.names) and name not in self.names
        }
        self.terms = {word for row in game.glossary for word in (row["term"], *row.get("also", ()))}

    @cached_property
    def named(self) -> re.Pattern[str]:
        return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, self.names)) + r")(?!\w)")

    @cached_property
    def plural(self) -> re.Pattern[str]:
        """Names that are many: `Coast Guns is`, `The Allies decides`."""
        many = sorted(
            {name for name in self.units if re.search(r"[a-z]{2,}(?<![us])s$", name) and not name.endswith("Corps")},
            key=len,
            reverse=True,
        )
        names = "|".join(
            map(re.escape, [*many, "The Allies", "The Japanese", "The Chinese", "The British", "The Marines"])
        )
        return re.compile(rf"(?<![\w,] )(?<!and )(?<!of )(?:{names}) ({SINGULAR})\b")

    def abbreviations(self, text: str) -> Iterator[str]:
        """Capitals that are spelled out nowhere, and our own shorthand, in a text without names."""
        for word in re.findall(r"(?<![\w-])[A-Z][A-Z0-9]{1,5}(?![\w-])|(?<![\w-])[TA-Z]\d(?![\w-])", text):
            if word in BANNED or not (PLAIN.fullmatch(word) or {word, word.rstrip("0123456789")} & self.terms):
                yield word


def offences(text: str, words: Vocabulary) -> Iterable[str]:
    """What is wrong with a text, each fault in a few words."""
    for fault, pattern in CHECKS.items():
        found = pattern.search(text)
        if found:
            yield f"{fault}: {found[0].strip()}"
    rest = words.named.sub("·", text)
    for pattern, fault in ((ONE_OF, "one of many"), (MANY_OF, "many of one")):
        for found in pattern.finditer(rest):
            yield f"{fault}: {found[0]}"
    for found in words.plural.finditer(text):
        yield f"agreement: {found[0]}"
    for word in words.abbreviations(rest):
        yield f"abbreviation: {word}"
    for word in re.findall(r"[\w-]+", text):
        if word in words.ids:
            yield f"an id: {word}"
