"""Lines of a save: decisions gathered into runs, turn marks, and a checksum for each line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from grognard.kernel.dice import Throw
from grognard.kernel.flow import DRAW
from grognard.match.match import SHARE, Match
from grognard.match.notation import Names, dice_to_text, marked, quoted

LINE_LENGTH = 105
LONGEST_LINE = 132


def record(match: Match) -> Iterator[str]:
    game = match.game
    yield " ".join(["= turn", *map(str, match.turns[0]), *([dice_to_text(match.opening)] if match.opening else [])])
    names = Names(game)
    line = _Line(len(game.sides) == 2)
    for number, played in enumerate(match.played, 1):
        if played.option[0] == SHARE:
            if line.runs:
                yield line.text()
                line.clear()
            yield f"= share {game.sides[played.side].id} {played.option[1]}"
            continue
        words = marked(names.shortened(played.option), played.ordered)
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
    yield last_mark(match)


def _length(words: list[str], rolls: tuple[Throw, ...]) -> int:
    """The greatest length that a decision adds to a line, a change of side included."""
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


def last_mark(match: Match) -> str:
    state = match.state
    if not match.over:
        return f"= open {state.fingerprint()}"
    winner = "draw" if state.winner == DRAW else match.game.parties()[state.winner].id
    return f"= over {winner} {quoted(state.ending)} {state.fingerprint()}"


class Chain:
    """The check at the end of each line, over that line and all before it."""

    def __init__(self, header: str = "") -> None:
        self._digest = hashlib.sha256(header.encode())

    def close(self, line: str) -> str:
        self._digest.update(line.encode() + b"\n")
        return f"{line} #{self._digest.hexdigest()[:4]}"
