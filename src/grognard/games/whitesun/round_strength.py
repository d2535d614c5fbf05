"""The deciding numbers of a round of battle: the dice of a force after each loss, and the faces that hit.

Who takes a loss is the player's choice; wherever chances are worked out, two-step units are reduced first, then those
with fewest dice go.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from grognard.games.whitesun.facts import COMMUNIST, ELITE, IMPERIAL, PUPPET, REGULAR
from grognard.games.whitesun.hits import chinese_hits, japanese_hits
from grognard.games.whitesun.state import State
from grognard.kernel.bits import members
from grognard.kernel.ids import NO_UNIT, Space, Units
from grognard.kernel.odds import added, pool


@dataclass(frozen=True, slots=True)
class Strength:
    """A force: Imperial and puppet dice after each number of steps lost, in the order in which they would be."""

    dice: tuple[tuple[int, int], ...]
    steps: int

    def after(self, lost: int) -> tuple[int, int]:
        """The dice left."""
        return self.dice[min(lost, self.steps)]


def strength_of(s: State, force: Units, fresh: bool = False) -> Strength:
    """R16, R18: reductions first, asterisked units next, then by fewest dice. Fresh units have all their steps."""
    g = s.game
    left = {u: g.full[u] if fresh else s.steps[u] for u in members(force)}
    reduced = [u for u, steps in left.items() if steps > 1]
    order = reduced + sorted(left, key=lambda u: (not g.asterisk >> u & 1, g.dice[u][1], not g.puppets >> u & 1, u))
    out = []
    for unit in [NO_UNIT, *order]:
        if unit >= 0:
            left[unit] -= 1
        imperial = sum(g.dice[u][n] for u, n in left.items() if g.imperial >> u & 1)
        out.append((imperial, sum(g.dice[u][n] for u, n in left.items() if g.puppets >> u & 1)))
    return Strength(tuple(out), len(order))


class Numbers(NamedTuple):
    """Faces that hit, by who fires."""

    imperial: int
    puppet: int
    elite: int
    communist: int
    regular: int


def numbers(s: State, hex_: Space, round_: int, event: str) -> Numbers:
    """10.2: for one round."""
    return Numbers(
        japanese_hits(s, IMPERIAL, hex_, round_, event).faces,
        japanese_hits(s, PUPPET, hex_, round_, event).faces,
        chinese_hits(s, ELITE, round_, event).faces,
        chinese_hits(s, COMMUNIST, round_, event).faces,
        chinese_hits(s, REGULAR, round_, event).faces,
    )


@lru_cache(maxsize=1 << 12)
def fire(dice: float, hitting: int) -> tuple[float, ...]:
    """The chance of each number of hits; of a number of dice that is an average, between those of the whole ones."""
    whole = int(dice)
    part = dice - whole
    if not part:
        return pool(whole, hitting)
    fewer, more = pool(whole, hitting), pool(whole + 1, hitting)
    return tuple((1 - part) * p + part * q for p, q in zip((*fewer, 0.0), more, strict=True))


@lru_cache(maxsize=1 << 14)
def both(dice: float, hitting: int, more: int, hitting_too: int) -> tuple[float, ...]:
    """The chance of each number of hits of two kinds of dice."""
    return added(fire(dice, hitting), pool(more, hitting_too))
