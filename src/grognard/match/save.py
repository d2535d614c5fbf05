"""Save files: small, and readable like the record of a game.

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

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from grognard import games
from grognard.collector import seldom
from grognard.kernel import bounds
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.match.header import Header
from grognard.match.header_validation import SaveError, at_line, check_of, dump, header_from, header_values, text_in
from grognard.match.match import DiceError, Match
from grognard.match.notation import Names, dice_from_text, items_of, unmarked
from grognard.match.save_lines import Chain, last_mark, record

__all__ = ["FIRST_LINE", "FORMATS", "LARGEST", "Loaded", "SaveError", "load", "write"]


FORMATS = ("1", "2", "3")
"""The formats that can be read; the last one is written."""
FIRST_LINE = f"grognard {FORMATS[-1]}"
HEADER_IN_CHAIN = 3
"""The first format in which it is."""
LARGEST = 1_000_000
"""Characters of the longest save that is read at all."""

_CLOSED = re.compile(r"(.*) #([0-9a-f]{4})")


def write(match: Match) -> str:
    """The save of a match: with its secrets when it is over, otherwise with the commitments to them only.

    A seed that somebody chose is no secret: it is in both.
    """
    header = match.header.to_json(secret=match.over)
    number = match.header.format
    chain = Chain(dump(header) if number >= HEADER_IN_CHAIN else "")
    lines = [f"grognard {number}", dump({**header, "check": check_of(header)})]
    lines += [chain.close(line) for line in record(match)]
    return "\n".join(lines) + "\n"


@dataclass(slots=True)
class Loaded:
    """A match from a save, and what its reader should know about it."""

    match: Match
    notes: list[str] = field(default_factory=list)
    last_line: int = 0


@seldom()
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
    values = header_values(lines[1])
    game = at_line(2, lambda: find(text_in(values, "game")))
    header = header_from(game, values)
    header.format = max(2, int(first[1]))
    reader = _Reader(game, header, dump(values) if header.format >= HEADER_IN_CHAIN else "")
    if header.version != game.version:
        reader.version_note = (
            f"This save was made with version {header.version} of {game.title}; this is {game.version}."
        )
    for number, line in enumerate(lines[2:], 3):
        reader.read(number, line.rstrip("\r"))
    return reader.finish(len(lines))


class _Reader:
    """Replays a save line by line."""

    def __init__(self, game: Game, header: Header, chained: str) -> None:
        self.game = game
        self.header = header
        self.match: Match | None = None
        self.version_note = ""
        self.ended = False
        self._names = Names(game)
        self._chain = Chain(chained)

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
            expected = last_mark(match).split(" ")[1:]
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
            for words, rolls, aside in items_of(self.game, rest):
                self._redo(side, words, rolls)
                if aside is not None:
                    self._aside(1 - side, aside)

    def _aside(self, side: Side, text: str) -> None:
        """The decisions of the other side in between."""
        if len(self.game.sides) != 2:
            raise Refused("In a game without two sides nothing stands in round brackets.")
        for words, rolls, _ in items_of(self.game, text):
            self._redo(side, words, rolls)

    def _redo(self, side: Side, marked: list[str], rolls: tuple[Throw, ...]) -> None:
        assert self.match is not None
        words, ordered = unmarked(marked)
        self.match.redo(side, self._names.option(words), rolls, ordered)


def _sentence(problem: Exception) -> str:
    text = str(problem)
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else text + "."
