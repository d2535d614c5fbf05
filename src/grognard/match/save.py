"""The save file: text, made to be read like the record of a game, and small.

    grognard 3
    {"game":"iwojima", … ,"check":"5d0c…"}
    = turn 1 3f9a2c0d11e4b7a6 #e1d0
    US assign NS1+NS2 CHI, AS1 OSA; confirm (pass [1356226] [55]); land 23 OKI (fire NMG [5525]) #77b2
    US land 24 FUT; end-movement / JP pass; kirikami GE #2f0e
    = over US forty 90b1e6a2c4f3d8e7 #0a4c

Line 2 is the header. Then come the decisions, in runs of one side each: `/` hands over to the other side, `(…)` is one
decision of the other side in between, `;` starts a verb, `,` repeats the last one with other arguments, `+` lists what
else is done alike, `[…]` are the rolls that a decision caused (with commas when a face has two digits). A unit goes by
what stands behind the first dash of its id, where no other unit can be meant. A line with `=` is a mark: the position's
fingerprint where a turn begins and at the end. `#` closes each line with a check over it and all lines before, so that
a changed line is found where it is; only replaying it, which the loader does as well, proves that it is true.

The chain of checks begins with the header. `= share US 5f0c…` is a number that a player added to the dice. `pass*` was
decided by a standing order, which changes nothing in the game.

Format 2 had no shares, and its header stood outside the chain. Format 1 had neither `(…)` nor short names of units;
whatever it could say means the same in format 2. Both are read.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from grognard import games
from grognard.kernel import bounds
from grognard.kernel.dice import Throw, commitment
from grognard.kernel.flow import DRAW, Option, Refused
from grognard.kernel.game import Game
from grognard.match.header import BOUND, Header, Seed, is_hexed
from grognard.match.match import SHARE, DiceError, Match

ORDERED = "*"
"""Behind the verb of a decision that a standing order took."""
FORMATS = ("1", "2", "3")
"""The formats that can be read; the last one is written."""
FIRST_LINE = f"grognard {FORMATS[-1]}"
HEADER_IN_CHAIN = 3
"""The first format in which it is."""
LINE_LENGTH = 105
LONGEST_LINE = 132
LONGEST_WORD = 40
LONGEST_LIST = 2_000
LARGEST = 1_000_000
"""Characters of the longest save that is read at all."""

ENTRIES = {
    "game", "version", "scenario", "options", "seats", "commitments", "seeds", "start", "dice", "chosen", "shares",
    "parent",
}  # fmt: skip
"""Of a header."""

_T = TypeVar("_T")
_SPECIAL = re.compile(r"[\s,;+\[\]()#%=]|^/$")
_ITEM = re.compile(r"([^,;\[\]()]*)((?:\[[\d,]*\] ?)*)(?:\(([^()]*)\))?([,;]|$)")
_CLOSED = re.compile(r"(.*) #([0-9a-f]{4})")


class SaveError(Exception):
    """What is wrong with a save, and where."""

    def __init__(self, line: int, problem: str, match: Match | None = None) -> None:
        super().__init__(f"Line {line}: {problem}")
        self.line = line
        self.match = match
        """The match as far as it could be replayed, when the save comes from another version of the game."""


# --- writing


def write(match: Match) -> str:
    """The save of a match: with its secrets when it is over, otherwise with the commitments to them only."""
    header = match.header.to_json(secret=match.over)
    number = match.header.format
    chain = _Chain(_dump(header) if number >= HEADER_IN_CHAIN else "")
    lines = [f"grognard {number}", _dump({**header, "check": _check(header)})]
    lines += [chain.close(line) for line in _record(match)]
    return "\n".join(lines) + "\n"


def dice_to_text(rolls: tuple[Throw, ...]) -> str:
    """Rolls in brackets: `[135] [12,4]`."""
    return " ".join(f"[{_faces(throw)}]" for throw in rolls)


def option_to_text(game: Game, option: Option, ordered: bool = False) -> str:
    """An option as the save writes it: `assign U-NS1 CHI`."""
    if option[0] == SHARE:
        return f"{SHARE} {option[1]}"
    return " ".join(_marked([_quoted(word) for word in game.to_words(option)], ordered))


def option_from_text(game: Game, text: str) -> tuple[Option, bool]:
    """The option that `option_to_text` wrote, and whether a standing order took it."""
    if text.startswith(f"{SHARE} "):
        return (SHARE, text.partition(" ")[2]), False
    words, ordered = _unmarked(text.split(" "))
    return game.from_words([_unquoted(word) for word in words]), ordered


def _marked(words: list[str], ordered: bool) -> list[str]:
    return [words[0] + ORDERED, *words[1:]] if ordered else words


def _unmarked(words: list[str]) -> tuple[list[str], bool]:
    ordered = words[0].endswith(ORDERED)
    return ([words[0].removesuffix(ORDERED), *words[1:]] if ordered else words), ordered


class _Names:
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
        return [_quoted(word) for word in self._renamed(words, self._short)]

    def option(self, words: list[str]) -> Option:
        """The option that a line's words stand for; whole ids are understood as well."""
        return self.game.from_words(self._renamed(words, self._long))

    def _renamed(self, words: list[str], names: dict[str, str]) -> list[str]:
        verb = self.game.verbs.get(words[0])
        kinds = ("", *verb.args) if verb else ()
        units = {at for at, kind in enumerate(kinds) if kind == "unit"}
        return [names.get(word, word) if at in units else word for at, word in enumerate(words)]


def _faces(throw: Throw) -> str:
    if all(face < 10 for face in throw):
        return "".join(map(str, throw))
    return ",".join(map(str, throw)) + ("," if len(throw) == 1 else "")


def _record(match: Match) -> Iterator[str]:
    game = match.game
    yield " ".join(["= turn", *map(str, match.turns[0]), *([dice_to_text(match.opening)] if match.opening else [])])
    names = _Names(game)
    line = _Line(len(game.sides) == 2)
    for number, played in enumerate(match.played, 1):
        if played.option[0] == SHARE:
            if line.runs:
                yield line.text()
                line.clear()
            yield f"= share {game.sides[played.side].id} {played.option[1]}"
            continue
        words = _marked(names.shortened(played.option), played.ordered)
        side = game.sides[played.side].id
        length = len(line.text())
        # A line ends when it is full, but not between a decision and the answer to it; and before a decision whose
        # dice would carry it far beyond that.
        full = length > LINE_LENGTH and not line.is_aside(side)
        if full or (length and length + _length(words, played.rolls) > LONGEST_LINE):
            yield line.text()
            line.clear()
        line.add(side, words, played.rolls)
        if number in match.turns:
            yield line.text()
            line.clear()
            yield "= turn {} {}".format(*match.turns[number])
    if line.runs:
        yield line.text()
    yield _last_mark(match)


def _length(words: list[str], rolls: tuple[Throw, ...]) -> int:
    """What a decision adds to a line at the most, a change of side included."""
    return len(" / side ; ") + len(" ".join(words)) + (len(dice_to_text(rolls)) if rolls else 0)


@dataclass(slots=True)
class _Item:
    """Decisions with one verb that differ in one argument at most: `assign NS1+NS2 CHI`."""

    words: list[str]
    rolls: tuple[Throw, ...]
    listed: int = 0
    """Which argument is a list."""
    last: str = ""
    """The last entry of that list."""
    aside: _Item | None = None
    """One decision of the other side that comes in between."""

    def takes(self, words: list[str]) -> bool:
        """Add a decision, if it fits; one that rolled or was answered stands last."""
        if self.rolls or self.aside or len(words) != len(self.words):
            return False
        now = [self.last if self.listed and at == self.listed else word for at, word in enumerate(self.words)]
        differ = [at for at, (word, other) in enumerate(zip(now, words, strict=True)) if word != other]
        if len(differ) != 1 or not differ[0] or self.listed not in (0, differ[0]):
            return False
        self.listed = differ[0]
        self.last = words[self.listed]
        self.words[self.listed] += f"+{self.last}"
        return True

    def text(self, verb: str = "") -> str:
        """As it stands in its run, without the verb if that is the one before it."""
        out = " ".join(self.words[1:] if self.words[0] == verb else self.words)
        if self.rolls:
            out += " " + dice_to_text(self.rolls)
        return f"{out} ({self.aside.text()})" if self.aside else out


class _Run:
    """Decisions of one side in a row, as they are being written."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.items: list[_Item] = []

    def add(self, words: list[str], rolls: tuple[Throw, ...]) -> None:
        """Write one more decision."""
        if self.items and self.items[-1].takes(words):
            self.items[-1].rolls = rolls
        else:
            self.items.append(_Item(words, rolls))

    def text(self) -> str:
        """The run as it stands in its line."""
        out, verb = self.side, ""
        for item in self.items:
            repeats = item.words[0] == verb and len(item.words) > 1
            out += ("," if repeats else ";") if verb else ""
            out += " " + item.text(verb if repeats else "")
            verb = item.words[0]
        return out


class _Line:
    """Runs of both sides, as they are being written."""

    def __init__(self, asides: bool) -> None:
        self.asides = asides
        """Whether there are two sides, so that nobody asks whose decision stands in `(…)`."""
        self.runs: list[_Run] = []

    def clear(self) -> None:
        """The next line."""
        self.runs = []

    def text(self) -> str:
        """The line without its check."""
        return " / ".join(run.text() for run in self.runs)

    def is_aside(self, side: str) -> bool:
        """Whether a decision of this side would stand in round brackets."""
        return self.asides and bool(self.runs) and self.runs[-1].side != side and self.runs[-1].items[-1].aside is None

    def add(self, side: str, words: list[str], rolls: tuple[Throw, ...]) -> None:
        """Write one more decision: in its side's run, as an aside in the other's, or as the first of a new run."""
        if not self.runs:
            self.runs.append(_Run(side))
        run = self.runs[-1]
        if run.side != side:
            last = run.items[-1]
            if self.is_aside(side):
                last.aside = _Item(words, rolls)
                return
            run = _Run(side)
            self.runs.append(run)
            if last.aside is not None:  # a second decision in a row is no aside any more
                run.items.append(last.aside)
                last.aside = None
        run.add(words, rolls)


def _last_mark(match: Match) -> str:
    state = match.state
    if not match.over:
        return f"= open {state.fingerprint()}"
    winner = "draw" if state.winner == DRAW else match.game.parties()[state.winner].id
    return f"= over {winner} {_quoted(state.ending)} {state.fingerprint()}"


def _quoted(word: str) -> str:
    return _SPECIAL.sub(lambda found: quote(found[0], safe=""), word) or "%"


def _unquoted(word: str) -> str:
    return "" if word == "%" else unquote(word)


class _Chain:
    """The check at the end of each line, over that line and all before it."""

    def __init__(self, header: str = "") -> None:
        self._digest = hashlib.sha256(header.encode())

    def close(self, line: str) -> str:
        self._digest.update(line.encode() + b"\n")
        return f"{line} #{self._digest.hexdigest()[:4]}"


def _check(header: dict[str, Any]) -> str:
    return hashlib.sha256(_dump(header).encode()).hexdigest()[:16]


def _dump(values: dict[str, Any]) -> str:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False)


# --- reading


@dataclass(slots=True)
class Loaded:
    """A match from a save, and what its reader should know about it."""

    match: Match
    notes: list[str] = field(default_factory=list)
    last_line: int = 0


def load(text: str, find: Callable[[str], Game] = games.load) -> Loaded:
    """The match that a save holds: every decision is checked by the rules, every known roll by its secret."""
    if len(text) > LARGEST:
        raise SaveError(1, f"this is longer than a save can be ({LARGEST:,} characters).")
    lines = text.split("\n")
    first = re.fullmatch(r"grognard (\d+)", lines[0].strip())
    if first is None:
        raise SaveError(1, f"this is not a Grognard save: it does not begin with “{FIRST_LINE}”.")
    if first[1] not in FORMATS:
        known = f"{', '.join(FORMATS[:-1])} and {FORMATS[-1]}"
        raise SaveError(1, f"this is a save of format {first[1]}; formats {known} can be read.")
    if lines[-1] == "":
        lines.pop()
    if len(lines) < 2:
        raise SaveError(2, "the header is missing; the file is cut short.")
    values = _header_values(lines[1])
    game = _at(2, lambda: find(_text(values, "game")))
    header = _header(game, values)
    header.format = max(2, int(first[1]))
    reader = _Reader(game, header, _dump(values) if header.format >= HEADER_IN_CHAIN else "")
    if header.version != game.version:
        reader.version_note = (
            f"This save was made with version {header.version} of {game.title}; this is {game.version}."
        )
    for number, line in enumerate(lines[2:], 3):
        reader.read(number, line.rstrip("\r"))
    return reader.finish(len(lines))


def _header_values(line: str) -> dict[str, Any]:
    try:
        values = bounds.read_json(line)
    except Refused as refused:
        raise SaveError(2, f"the header cannot be read. {refused}") from None
    if not isinstance(values, dict):
        raise SaveError(2, "the header is not a JSON object.")
    check = values.pop("check", None)
    if check != _check(values):
        raise SaveError(2, "the header was changed: its check does not fit.")
    return values


def _header(game: Game, values: dict[str, Any]) -> Header:
    """The header, with everything in it known to this game."""
    unknown = set(values) - ENTRIES
    if unknown:
        raise SaveError(2, f"the header has an unknown entry {min(unknown)!r}.")
    start = values.get("start")
    if start is not None and not isinstance(start, dict):
        raise SaveError(2, "`start` is not a position.")
    header = _at(
        2,
        lambda: Header.new(
            game,
            _text(values, "scenario"),
            _words(values, "options"),
            _words(values, "seats"),
            start=start,
            shares=_words(values, "shares") if "shares" in values else None,
        ),
    )
    header.version = _text(values, "version")
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


def _text(values: dict[str, Any], name: str) -> str:
    value = values.get(name)
    if not isinstance(value, str):
        raise SaveError(2, f"the header's {name!r} is missing or not text.")
    return value


def _words(values: dict[str, Any], name: str) -> dict[str, str]:
    value = values.get(name)
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in value.values()):
        raise SaveError(2, f"the header's {name!r} is missing or not a list of names.")
    return value


def _at(line: int, call: Callable[[], _T]) -> _T:
    try:
        return call()
    except Refused as refused:
        raise SaveError(line, str(refused)) from None


class _Reader:
    """Replays a save line by line."""

    def __init__(self, game: Game, header: Header, chained: str) -> None:
        self.game = game
        self.header = header
        self.match: Match | None = None
        self.version_note = ""
        self.ended = False
        self._names = _Names(game)
        self._chain = _Chain(chained)

    def read(self, number: int, line: str) -> None:
        if self.ended:
            raise SaveError(number, "nothing may follow the last mark.")
        closed = _CLOSED.fullmatch(line)
        if not closed:
            raise self._error(number, "this line is cut short or changed: the check at its end is missing.")
        body = closed[1]
        try:
            if body.startswith("= "):
                self._mark(number, body.split(" ")[1:])
            else:
                self._decisions(body)
        except (Refused, DiceError, ValueError) as problem:
            raise self._error(number, _sentence(problem)) from None
        except Exception as error:
            # A position set up by hand may look sound and break the rules later; any other fault is ours.
            if self.header.start is None:
                raise
            raise SaveError(number, "the rules fail from the position that this match starts from.") from error
        if self._chain.close(body) != line:
            raise SaveError(number, "this line, or the order of lines before it, was changed: its check does not fit.")

    def finish(self, lines: int) -> Loaded:
        if self.match is None or not self.ended:
            raise SaveError(lines + 1, "the file ends before its last mark; it is cut short.")
        self.match.renew_dice()
        return Loaded(self.match, [f"{self.version_note} It replays alike."] if self.version_note else [], lines)

    def _error(self, line: int, problem: str) -> SaveError:
        """Under other rules a difference is no damage: say so, and hand over what could be replayed."""
        if self.version_note:
            return SaveError(line, f"{problem} {self.version_note} Up to here it replays alike.", self.match)
        return SaveError(line, problem)

    def _mark(self, number: int, words: list[str]) -> None:
        if self.match is None:
            if number != 3 or len(words) < 3 or words[0] != "turn":
                raise Refused("The first turn's mark is missing.")
            self.match = self._begin(dice_from_text(" ".join(words[3:])))
            words = words[:3]
        match = self.match
        if words[0] == "share":
            if len(words) != 3 or self.header.format < HEADER_IN_CHAIN:
                raise Refused("This is not a number that a player added to the dice.")
            match.share(self.game.side_index(words[1]), words[2])
            return
        if words[0] == "turn":
            expected = [str(part) for part in ("turn", *match.turns.get(len(match.played), ()))]
        else:
            expected = _last_mark(match).split(" ")[1:]
            self.ended = True
        if words[:1] != expected[:1] and words[0] in ("over", "open"):
            raise Refused("The match goes on here." if words[0] == "over" else "The match is over here.")
        if words != expected:
            raise Refused("The position is not the one that this mark was made of.")

    def _begin(self, opening: tuple[Throw, ...]) -> Match:
        try:
            if self.header.start is not None:
                bounds.sound_position(self.game, self.header.start)
            return Match(self.game, self.header, opening, check=True)
        except (Refused, DiceError):
            raise
        except Exception as error:
            if self.header.start is None:
                raise
            raise Refused("The position to start from is not a position of this game.") from error

    def _decisions(self, body: str) -> None:
        if self.match is None:
            raise Refused("The first turn's mark is missing.")
        for run in body.split(" / "):
            name, _, rest = run.partition(" ")
            side = self.game.side_index(name)
            for words, rolls, aside in _items(self.game, rest):
                self._redo(side, words, rolls)
                if aside is not None:
                    self._aside(1 - side, aside)

    def _aside(self, side: int, text: str) -> None:
        """What the other side decided in between."""
        if len(self.game.sides) != 2:
            raise Refused("In a game without two sides nothing stands in round brackets.")
        for words, rolls, _ in _items(self.game, text):
            self._redo(side, words, rolls)

    def _redo(self, side: int, marked: list[str], rolls: tuple[Throw, ...]) -> None:
        assert self.match is not None
        words, ordered = _unmarked(marked)
        self.match.redo(side, self._names.option(words), rolls, ordered)


def _items(game: Game, text: str) -> Iterator[tuple[list[str], tuple[Throw, ...], str | None]]:
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
    known = game.verbs.get(_unquoted(words[0].removesuffix(ORDERED)))
    if known is None:
        raise Refused(f"{words[0][:LONGEST_WORD]!r} is not something one can do in {game.title}.")
    if len(words) - 1 != len(known.args):
        raise Refused(f"{words[0]!r} takes {len(known.args)} arguments, not {len(words) - 1}.")
    if any(word.count("+") > LONGEST_LIST for word in words):
        raise Refused(f"A list of arguments has at most {LONGEST_LIST:,} entries.")


def _spread(words: list[str]) -> Iterator[list[str]]:
    """One decision for each entry of the argument that is a list."""
    listed = [at for at, word in enumerate(words) if "+" in word]
    if len(listed) > 1:
        raise Refused("Only one argument may be a list.")
    at = listed[0] if listed else 0
    for entry in words[at].split("+"):
        yield [_unquoted(word) for word in (*words[:at], entry, *words[at + 1 :])]


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


def _sentence(problem: Exception) -> str:
    text = str(problem)
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else text + "."
