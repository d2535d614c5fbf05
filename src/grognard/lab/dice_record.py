"""Record of the dice: each side's throws against what it could expect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, sqrt

from grognard.kernel.ids import Side, every
from grognard.lab.match_log import Entry

MOST_FACES = 20
"""Dice with more faces are lots, and lots are nobody's luck."""


@dataclass(slots=True)
class Tally:
    """A sum of independent chances: what came, what was to be expected, and how far it usually strays."""

    dice: int = 0
    got: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, dice: int, got: float, expected: float, variance: float) -> None:
        """Count so many dice."""
        self.dice += dice
        self.got += got
        self.expected += dice * expected
        self.variance += dice * variance

    @property
    def luck(self) -> float:
        """The luck of a side: its results above what was to be expected."""
        return self.got - self.expected

    @property
    def spread(self) -> float:
        """One standard deviation."""
        return sqrt(self.variance)

    @property
    def sigmas(self) -> float:
        """The luck in standard deviations."""
        return self.luck / self.spread if self.variance else 0.0

    @property
    def rank(self) -> float:
        """The share of such records that would be less lucky, by the normal distribution."""
        return 0.5 * (1 + erf(self.sigmas / sqrt(2)))


@dataclass(slots=True)
class Record:
    """One side's dice."""

    side: Side | None
    rolls: int
    faces: Tally
    """In pips: a face is worth what it shows."""
    hits: Tally
    """In hits, over the dice of which the log knows from which face they hit."""


def of_entry(entry: Entry) -> tuple[Tally, Tally]:
    """Faces and hits of one roll."""
    faces, hits = Tally(), Tally()
    count, sides = len(entry.dice), entry.faces
    faces.add(count, sum(entry.dice), (sides + 1) / 2, (sides * sides - 1) / 12)
    if entry.hits:
        chance = (sides + 1 - entry.hits) / sides
        hits.add(count, sum(die >= entry.hits for die in entry.dice), chance, chance * (1 - chance))
    return faces, hits


def records(entries: Iterable[Entry], sides: int) -> list[Record]:
    """The record of every side, then that of dice that belong to neither, where there are any."""
    owners: list[Side | None] = [*every(Side, sides), None]
    out = {side: Record(side, 0, Tally(), Tally()) for side in owners}
    for entry in entries:
        if not entry.dice or entry.faces > MOST_FACES:
            continue
        record = out[entry.side]
        record.rolls += 1
        for whole, part in zip((record.faces, record.hits), of_entry(entry), strict=True):
            whole.dice += part.dice
            whole.got += part.got
            whole.expected += part.expected
            whole.variance += part.variance
    return [record for side, record in out.items() if record.rolls or side is not None]


def remarkable(entries: Iterable[Entry], most: int = 6) -> list[tuple[Entry, Tally]]:
    """The rolls that strayed furthest in hits, or in pips where no hits are known, in the order they fell."""
    found = []
    for number, entry in enumerate(entries):
        if entry.dice and entry.side is not None and entry.faces <= MOST_FACES:
            faces, hits = of_entry(entry)
            found.append((number, entry, hits if hits.dice else faces))
    found.sort(key=lambda item: -abs(item[2].sigmas))
    return [(entry, tally) for _, entry, tally in sorted(found[:most], key=lambda item: item[0])]
