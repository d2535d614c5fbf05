"""What both staffs share: how a question finds its answer, and where plans are kept."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import Any, ClassVar, TypeVar

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.games.ichigo.game import IchiGo
from grognard.games.ichigo.state import State
from grognard.kernel.flow import Decision, Option

QUIET = (
    "stop", "end-movement", "end-combat", "no-momentum", "stay", "go-on", "end-reinforcement", "end-landing",
    "no-raid", "confirm", "call-off", "to", "fight-first",
)  # fmt: skip
"""What is taken when a decision has no answer of its own: the first of these on offer, which never does harm."""

STANDING = ("supply-by-air",)

T = TypeVar("T")


def default(options: list[Option]) -> Option:
    """The harmless option."""
    for verb in QUIET:
        for option in options:
            if option[0] == verb:
                return option
    return options[0]


class Staff(ABC):
    """A scripted player: one function per question, found by the question's prompt."""

    answers: ClassVar[Mapping[str, Callable[[Any, State, Decision], Option | None]]] = {}

    def __init__(self, game: IchiGo, side: int, rng: random.Random) -> None:
        self.game = game
        self.side = side
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

    @abstractmethod
    def aims(self, s: State, nation: int) -> Aims:
        """What a nation of this side wants now."""

    def belief(self, s: State) -> Belief:
        """What the enemy's stacks may be, as things stand."""
        return self.recall("belief", circumstances(s), lambda: Belief(s, self.side))

    def recall(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """A plan made earlier under the same circumstances, or made now."""
        if name not in self._made or self._made[name][0] != key:
            self._made[name] = (key, make())
        plan: T = self._made[name][1]
        return plan

    def forget(self, name: str) -> None:
        """A plan that no longer fits."""
        self._made.pop(name, None)

    def because(self, option: Option, reason: str) -> Option:
        """An option, with the reason on record."""
        self.reason = reason
        return option


def circumstances(s: State) -> Hashable:
    """What a plan rests on: it is made anew when dice have been thrown or anything stands elsewhere."""
    return (s.turn, s.phase, s.rolls, s.clock, s.japanese, s.attacked)
