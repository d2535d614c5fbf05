"""What both staffs share: how a question finds its answer, and the arithmetic of dice."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.game import IwoJima
from grognard.games.iwojima.state import State
from grognard.kernel.flow import Decision, Option
from grognard.kernel.odds import pool

QUIET = (
    "rank-rest", "confirm", "pass", "stop", "end-movement", "stay", "no-more-retreats", "end-construction",
    "no-recovery", "go-on", "auto-set-up", "confirm-set-up",
)  # fmt: skip
"""What is taken when a decision has no answer of its own: the first of these on offer, which never does harm."""

T = TypeVar("T")

STANDING = ("commit",)


def default(options: list[Option]) -> Option:
    """The harmless option."""
    for verb in QUIET:
        for option in options:
            if option[0] == verb:
                return option
    return options[0]


class Staff:
    """A scripted player: one function per question, found by the question's prompt."""

    answers: ClassVar[Mapping[str, Callable[[Any, State, Decision], Option | None]]] = {}

    def __init__(self, game: IwoJima, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.reason = ""
        self._made: dict[str, tuple[Any, Any]] = {}

    def choose(self, known: State, asked: Decision) -> Option:
        """The answer to a question; the harmless one where the staff has no opinion."""
        self.reason = ""
        answer = self.answers.get(asked.prompt)
        option = answer(self, known, asked) if answer else None
        if option is None or (option not in asked.options and option[0] not in STANDING):
            return default(asked.options)
        return option

    def recall(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """A plan made earlier under the same circumstances, or made now."""
        if name not in self._made or self._made[name][0] != key:
            self._made[name] = (key, make())
        plan: T = self._made[name][1]
        return plan

    def send(self, turn: int, unit: int, way: tuple[int, ...]) -> None:
        """Write down the way that a unit is to go."""
        self._made["march"] = ((turn, unit), way)

    def planned_way(self, turn: int, unit: int) -> tuple[int, ...]:
        """The way a unit was sent on this turn; none when that was not written down."""
        key, way = self._made.get("march", ((0, -1), ()))
        found: tuple[int, ...] = way if key == (turn, unit) else ()
        return found

    def because(self, option: Option, reason: str) -> Option:
        """An option, with the reason on record."""
        self.reason = reason
        return option


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
    """How many areas lie between any two."""
    table = []
    for start in range(game.areas):
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
    """What a plan rests on: it is made anew when dice have been thrown or something has come into view."""
    g = s.game
    return (s.turn, s.phase, s.rolls, s.concealed, s.control, s.at[g.reserve], s.vp[0], s.vp[1])
