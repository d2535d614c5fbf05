"""Notation of decisions and dice in saves and stores: `assign NS1+NS2 CHI [135]`, written and read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import quote, unquote

from grognard.kernel.dice import Throw
from grognard.kernel.flow import Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.words import numbered
from grognard.match.match import SHARE

ORDERED = "*"
"""Behind the verb of a decision that a standing order took."""
LONGEST_WORD = 40
LONGEST_LIST = 2_000

_SPECIAL = re.compile(r"[\s,;+\[\]()#%=]|^/$")
_ITEM = re.compile(r"([^,;\[\]()]*)((?:\[[\d,]*\] ?)*)(?:\(([^()]*)\))?([,;]|$)")


def dice_to_text(rolls: tuple[Throw, ...]) -> str:
    """Rolls in brackets: `[135] [12,4]`."""
    return " ".join(f"[{_faces(throw)}]" for throw in rolls)


def dice_from_text(text: str) -> tuple[Throw, ...]:
    """The rolls that `dice_to_text` wrote."""
    rolls = []
    for part in text.split():
        if not re.fullmatch(r"\[(\d*|(\d+,)+\d*)\]", part):
            raise Refused(f"{part[:LONGEST_WORD]!r} is not a roll.")
        inner = part[1:-1]
        faces = [face for face in inner.split(",") if face] if "," in inner else list(inner)
        rolls.append(tuple(map(int, faces)))
    return tuple(rolls)


def _faces(throw: Throw) -> str:
    if all(face < 10 for face in throw):
        return "".join(map(str, throw))
    return ",".join(map(str, throw)) + ("," if len(throw) == 1 else "")


@lru_cache(maxsize=1 << 13)
def option_to_text(game: Game, option: Option, ordered: bool = False) -> str:
    """An option as the save writes it: `assign U-NS1 CHI`."""
    if option[0] == SHARE:
        return f"{SHARE} {option[1]}"
    return " ".join(marked([quoted(word) for word in game.to_words(option)], ordered))


def option_from_text(game: Game, text: str) -> tuple[Option, bool]:
    """The option that `option_to_text` wrote, and whether a standing order took it."""
    if text.startswith(f"{SHARE} "):
        return (SHARE, text.partition(" ")[2]), False
    words, ordered = unmarked(text.split(" "))
    return game.from_words([unquoted(word) for word in words]), ordered


def marked(words: list[str], ordered: bool) -> list[str]:
    return [words[0] + ORDERED, *words[1:]] if ordered else words


def unmarked(words: list[str]) -> tuple[list[str], bool]:
    ordered = words[0].endswith(ORDERED)
    return ([words[0].removesuffix(ORDERED), *words[1:]] if ordered else words), ordered


class Names:
    """The short names of a game's units: what stands behind the first dash of the id, where only one can be meant."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rests = Counter(name.partition("-")[2] for name in game.unit_ids)
        ids = game.unit_index
        self._long = {
            rest: name
            for name in game.unit_ids
            if (rest := name.partition("-")[2]) and rests[rest] == 1 and rest not in ids
        }
        self._short = {name: rest for rest, name in self._long.items()}

    def shortened(self, option: Option) -> list[str]:
        """The words of an option as a line has them."""
        words = self.game.to_words(option)
        return [quoted(word) for word in self._renamed(words, self._short)]

    def option(self, words: list[str]) -> Option:
        """The option that a line's words stand for; whole ids are understood as well."""
        return self.game.from_words(self._renamed(words, self._long))

    def _renamed(self, words: list[str], names: dict[str, str]) -> list[str]:
        verb = self.game.verbs.get(words[0])
        kinds = ("", *verb.args) if verb else ()
        units = {at for at, kind in enumerate(kinds) if kind == "unit"}
        return [names.get(word, word) if at in units else word for at, word in enumerate(words)]


def items_of(game: Game, text: str) -> Iterator[tuple[list[str], tuple[Throw, ...], str | None]]:
    """The decisions of a run: words, rolls, and what the other side decided in between."""
    at, verb = 0, ""
    while True:
        found = _ITEM.match(text, at)
        words = found[1].split() if found else []
        if found is None or not words:
            raise Refused(f"This cannot be read from character {at + 1} on: {text[at : at + 20]!r}.")
        if verb:
            words.insert(0, verb)
        _check_words(game, words)
        alike = list(_spread(words))
        for single in alike[:-1]:
            yield single, (), None
        yield alike[-1], dice_from_text(found[2].strip()), found[3]
        if not found[4]:
            return
        at, verb = found.end(), words[0] if found[4] == "," else ""


def _check_words(game: Game, words: list[str]) -> None:
    """As many arguments as the verb takes, and no longer a list than there are things to name."""
    known = game.verbs.get(unquoted(words[0].removesuffix(ORDERED)))
    if known is None:
        raise Refused(f"{words[0][:LONGEST_WORD]!r} is not possible in {game.title}.")
    if len(words) - 1 != len(known.args):
        raise Refused(f"{words[0]!r} takes {numbered(len(known.args), 'argument')}, not {len(words) - 1}.")
    if any(word.count("+") > LONGEST_LIST for word in words):
        raise Refused(f"A list of arguments has at most {LONGEST_LIST:,} entries.")


def _spread(words: list[str]) -> Iterator[list[str]]:
    """One decision for each entry of the argument that is a list."""
    listed = [at for at, word in enumerate(words) if "+" in word]
    if len(listed) > 1:
        raise Refused("Only one argument may be a list.")
    at = listed[0] if listed else 0
    for entry in words[at].split("+"):
        yield [unquoted(word) for word in (*words[:at], entry, *words[at + 1 :])]


def quoted(word: str) -> str:
    return _SPECIAL.sub(lambda found: quote(found[0], safe=""), word) or "%"


def unquoted(word: str) -> str:
    return "" if word == "%" else unquote(word)
