"""Belief of the US side about Concealed units: how often each was where, counted from games of generals.

The rules say where a Concealed unit may be and no more. How often one was dead by a half-turn, how many steps it had
left and where it lay is data (`data/beliefs.toml`, made by `bench/belief.py`). Not every player lays out a garrison as
a general does: some part is believed to lie anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.kernel.datafile import Toml
from grognard.kernel.ids import Space, Unit

STAGES = ("set-up", "landing", "first-days", "middle", "end")
LAST_OF_STAGE = (0, 2, 5, 9)
"""The last half-turn of each stage but the last."""
ANYWHERE = 0.1
"""How often a unit lies where no general would have put it."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Chances counted from games of generals."""

    edition: int
    caves: tuple[float, ...]
    """By area, how many Caves are dug there on average; none is ever added or moved."""
    dead: tuple[float, ...]
    """By half-turn, the part of the unseen units that is dead."""
    whole: tuple[float, ...]
    """By half-turn, the part of those alive that has all its steps."""
    places: tuple[dict[Unit, tuple[float, ...]], ...]
    """By stage and unit, how it is spread over the areas."""

    def spread(self, stage: int, unit: Unit, areas: Sequence[Space]) -> list[float]:
        """What speaks for each of these areas."""
        row = self.places[stage][unit]
        rest = ANYWHERE / len(row)
        return [(1 - ANYWHERE) * row[area] + rest for area in areas]


def read(spec: Toml, units: dict[str, Unit]) -> Beliefs:
    """The beliefs as the data have them."""
    found = spec.values
    places = tuple({units[name]: tuple(map(float, row)) for name, row in found[stage].items()} for stage in STAGES)
    return Beliefs(int(found["edition"]), tuple(found["caves"]), tuple(found["dead"]), tuple(found["whole"]), places)


def stage_of(half: int) -> int:
    """The stage that a half-turn is part of."""
    return sum(half > last for last in LAST_OF_STAGE)
