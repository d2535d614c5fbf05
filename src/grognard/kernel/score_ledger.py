"""Scores, point by point: cause and case of each, what the end would add, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.kernel import messages
from grognard.kernel.flow import Event, Term
from grognard.kernel.ids import Side, Space, per
from grognard.kernel.words import Words

OVER = "game-over"


class Entry(NamedTuple):
    """The points that one cause brings a side."""

    side: Side
    points: int
    why: Term
    most: int | None = None
    """Where something hidden, or a die, decides: the most that it can be; `points` is then the least."""
    of: int | None = None
    """How much of it there is to be had, where that can be said."""
    due: bool = False
    """Not counted yet: what the end would bring if all stayed as it is."""
    spaces: tuple[Space, ...] = ()


NOTHING = Term("")


@dataclass(slots=True)
class Ledger:
    """A game's score, as far as a side may know it."""

    unit: str
    """What is counted, short: `VP`."""
    tracks: tuple[str, ...]
    """The gauges that it explains."""
    entries: list[Entry] = field(default_factory=list)
    verdict: Term = NOTHING
    """How the game was decided, or would be if all stayed as it is."""
    closed: bool = False
    """The game is over: nothing is added any more."""

    def total(self, side: Side, due: bool = True) -> int:
        """A side's points; without what is due, those that are scored."""
        return sum(entry.points for entry in self.entries if entry.side == side and (due or not entry.due))

    def most(self, side: Side) -> int:
        """The most that a side's points can be in the end, as things stand."""
        return sum(e.points if e.most is None else e.most for e in self.entries if e.side == side)


def how_it_ended(told: Iterable[Event]) -> str:
    """The ending's own word, or nothing while the game goes on."""
    return next((str(event.args[1]) for event in told if event.kind == OVER), "")


def in_words(ledger: Ledger, text: Words[Any], names: Sequence[str]) -> messages.Ledger:
    """The ledger as the page wants it. Once closed, the verdict names the causes: `You lost by 23 VP. Japan 54: …`"""
    said = text.term(ledger.verdict)
    if ledger.closed and ledger.unit:
        said = " ".join([said, *filter(None, (_causes(ledger, text, side, name) for side, name in per(Side, names)))])
    entries = [_in_words(entry, text) for entry in ledger.entries]
    return messages.Ledger(
        ledger.unit, ledger.tracks, ledger.closed, messages.Reason(said, ledger.verdict.cases), entries
    )


def _in_words(e: Entry, text: Words[Any]) -> messages.LedgerEntry:
    return messages.LedgerEntry(e.side, e.points, e.most, e.of, e.due, e.spaces, text.term(e.why), e.why.cases)


def _causes(ledger: Ledger, text: Words[Any], side: Side, name: str) -> str:
    """A side's points by cause, the greatest first: `Japan 24: steps lost 18, areas 6.`"""
    found = sorted((e for e in ledger.entries if e.side == side and e.points), key=lambda e: -abs(e.points))
    each = ", ".join(f"{_inside(text, text.term(entry.why))} {minus(entry.points)}" for entry in found)
    return f"{name} {minus(ledger.total(side))}: {each}." if each else ""


def _inside(text: Words[Any], words: str) -> str:
    """A line's words within a sentence: names and short forms keep their capital."""
    first = words.split(" ", 1)[0]
    named = first[1:2].isupper() or first in text.adjectives or first in text.capitals
    return words if named else words[0].lower() + words[1:]


def minus(number: int) -> str:
    """A number with a proper minus sign."""
    return str(number).replace("-", "−")


def between(least: int, most: int) -> str:
    """`12`, or `12 to 15`."""
    return minus(least) if least == most else f"{minus(least)} to {minus(most)}"


def lead(you: Side | None, winner: int, names: Sequence[str], margin: int, unit: str) -> str:
    """`You lost by 23 VP.`, or, for somebody who only looks on, who won."""
    if winner < 0:
        return "A draw."
    who = names[winner] if you is None else "You"
    return f"{who} {'won' if you in (None, winner) else 'lost'} by {margin} {unit}."
