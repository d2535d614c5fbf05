"""Validation of a save's header: every entry is known, of its type and within its bounds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, TypeVar

from grognard.kernel import bounds
from grognard.kernel.dice import commitment
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.match.header import BOUND, Header, Seed, is_hexed
from grognard.match.match import Match

ENTRIES = {
    "game", "version", "scenario", "options", "seats", "commitments", "seeds", "start", "dice", "chosen", "shares",
    "parent",
}  # fmt: skip
"""Of a header."""

_T = TypeVar("_T")


class SaveError(Exception):
    """A fault of a save, and where it is."""

    def __init__(self, line: int, problem: str, match: Match | None = None) -> None:
        super().__init__(f"Line {line}: {problem}")
        self.line = line
        self.match = match
        """The match as far as it could be replayed, when the save comes from another version of the game."""


def header_values(line: str) -> dict[str, Any]:
    try:
        values = bounds.read_json(line)
    except Refused as refused:
        raise SaveError(2, f"the header cannot be read. {refused}") from None
    if not isinstance(values, dict):
        raise SaveError(2, "the header is not a JSON object.")
    check = values.pop("check", None)
    if check != check_of(values):
        raise SaveError(2, "the header was changed: its check does not fit.")
    return values


def header_from(game: Game, values: dict[str, Any]) -> Header:
    """The header, with everything in it known to this game."""
    unknown = set(values) - ENTRIES
    if unknown:
        raise SaveError(2, f"the header has an unknown entry {min(unknown)!r}.")
    start = values.get("start")
    if start is not None and not isinstance(start, dict):
        raise SaveError(2, "`start` is not a position.")
    header = at_line(
        2,
        lambda: Header.new(
            game,
            text_in(values, "scenario"),
            _words(values, "options"),
            _words(values, "seats"),
            start=start,
            shares=_words(values, "shares") if "shares" in values else None,
        ),
    )
    header.version = text_in(values, "version")
    header.options = _words(values, "options")  # as they were: they are in the key of the dice
    header.seeds = _seeds(values)
    header.dice = values.get("dice", 1)
    header.chosen = values.get("chosen", False)
    header.parent = values.get("parent")
    if header.dice not in (1, BOUND) or type(header.dice) is not int or type(header.chosen) is not bool:
        raise SaveError(2, "how the dice are made is not said rightly.")
    if header.parent is not None and not (
        isinstance(header.parent, dict) and set(header.parent) == {"commitment", "at"}
        and is_hexed(header.parent["commitment"]) and type(header.parent["at"]) is int
    ):  # fmt: skip
        raise SaveError(2, "`parent` does not name a match that this one left.")
    return header


def _seeds(values: dict[str, Any]) -> list[Seed]:
    """The commitments, each with its secret where the save publishes it."""
    pairs = _pairs(values.get("commitments"))
    secrets = _pairs(values.get("seeds", [[first, None] for first, _ in pairs]))
    if [first for first, _ in pairs] != [first for first, _ in secrets] or any(hexed is None for _, hexed in pairs):
        raise SaveError(2, "`commitments` and `seeds` are lists of [first roll, hex digits], one for one.")
    if not all(is_hexed(committed) for _, committed in pairs):
        raise SaveError(2, "a commitment is not written in 64 hex digits.")
    firsts = [first for first, _ in pairs]
    if not pairs or firsts[0] != 0 or firsts != sorted(set(firsts)):
        raise SaveError(2, "`commitments` start at roll 0 and rise.")
    seeds = []
    for (first, committed), (_, secret) in zip(pairs, secrets, strict=True):
        if secret is None:
            seeds.append(Seed(first, str(committed), None))
            continue
        if not is_hexed(secret):
            raise SaveError(2, "a seed is not written in 64 hex digits.")
        key = bytes.fromhex(secret)
        if commitment(key) != committed:
            raise SaveError(2, "a seed is not the one that was committed to.")
        seeds.append(Seed(first, str(committed), key))
    return seeds


def _pairs(value: Any) -> list[tuple[int, str | None]]:
    """A list of [first roll, hex digits or nothing]; an empty one when it is anything else."""
    if not isinstance(value, list):
        return []
    pairs = [(pair[0], pair[1]) for pair in value if isinstance(pair, list) and len(pair) == 2]
    sound = all(type(first) is int and (hexed is None or isinstance(hexed, str)) for first, hexed in pairs)
    return pairs if sound and len(pairs) == len(value) else []


def text_in(values: dict[str, Any], name: str) -> str:
    value = values.get(name)
    if not isinstance(value, str):
        raise SaveError(2, f"the header's {name!r} is missing or not text.")
    return value


def _words(values: dict[str, Any], name: str) -> dict[str, str]:
    value = values.get(name)
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in value.values()):
        raise SaveError(2, f"the header's {name!r} is missing or not a list of names.")
    return value


def at_line(line: int, call: Callable[[], _T]) -> _T:
    try:
        return call()
    except Refused as refused:
        raise SaveError(line, str(refused)) from None


def check_of(header: dict[str, Any]) -> str:
    return hashlib.sha256(dump(header).encode()).hexdigest()[:16]


def dump(values: dict[str, Any]) -> str:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False)
