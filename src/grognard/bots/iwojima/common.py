"""Shared by both staffs: notes of marches, and the arithmetic of dice."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import ClassVar

from grognard.bots.scripted import Scripted
from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.state import State
from grognard.kernel.ids import Space, Unit
from grognard.kernel.odds import pool


class Staff(Scripted):
    """A scripted player of Iwo Jima."""

    quiet: ClassVar[tuple[str, ...]] = (
        "rank-rest", "confirm", "pass", "stop", "end-movement", "stay", "no-more-retreats", "end-construction",
        "no-recovery", "go-on", "auto-set-up", "confirm-set-up",
    )  # fmt: skip
    standing: ClassVar[tuple[str, ...]] = ("commit",)

    def send(self, turn: int, unit: Unit, way: tuple[Space, ...]) -> None:
        """Write down the way that a unit is to go."""
        self._made["march"] = ((turn, unit), way)

    def planned_way(self, turn: int, unit: Unit) -> tuple[Space, ...]:
        """The way a unit was sent on this turn; none when that was not written down."""
        key, way = self._made.get("march", ((0, -1), ()))
        found: tuple[Space, ...] = way if key == (turn, unit) else ()
        return found


@lru_cache(maxsize=8192)
def mean_damage(dice: int, reduction: int = 0, most: int = 99) -> float:
    """The Damage to expect of so many dice after a reduction, never counted beyond what there is to hurt."""
    return sum(min(max(hits - reduction, 0), most) * chance for hits, chance in enumerate(pool(dice)))


@lru_cache(maxsize=8192)
def chance_of(dice: int, hits: int) -> float:
    """The chance of at least so many Hits."""
    return sum(pool(dice)[max(hits, 0) :])


@lru_cache(maxsize=8)
def distances(game: Facts) -> tuple[tuple[int, ...], ...]:
    """Number of areas between any two."""
    table = []
    for start in game.every_area:
        far = [99] * game.areas
        far[start] = 0
        queue = [start]
        for here in queue:
            for there in game.adjacent[here]:
                if far[there] == 99:
                    far[there] = far[here] + 1
                    queue.append(there)
        table.append(tuple(far))
    return tuple(table)


def circumstances(s: State) -> Hashable:
    """Foundations of a plan: it is made again when dice have been thrown or something has come into view."""
    g = s.game
    return (s.turn, s.phase, s.rolls, s.concealed, s.control, s.at[g.reserve], s.vp[0], s.vp[1])
