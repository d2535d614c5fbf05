"""Scripted bots: one function per decision, a reason for each choice, plans kept for a while."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from typing import Any, ClassVar, TypeVar

from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.position_cache import thinking

T = TypeVar("T")
Answer = Callable[[Any, Any, Decision], Option | None]
"""From the staff, the position it may know and the question: an option, or None when it has no opinion."""


class Scripted:
    """A game's staff names its answers by prompt, and what it takes when it has no opinion."""

    answers: ClassVar[Mapping[str, Answer]] = {}
    quiet: ClassVar[tuple[str, ...]] = ()
    """Verbs that never do harm, the first of them on offer is taken where there is no answer."""
    standing: ClassVar[tuple[str, ...]] = ()
    """Standing acts that an answer may choose though they are not among the options."""

    def __init__(self, game: Game, side: Side, rng: random.Random) -> None:
        self.game = game
        self.side = side
        self.rng = rng
        self.reason = ""
        self._made: dict[str, tuple[Any, Any]] = {}

    def choose(self, known: Any, asked: Decision) -> Option:
        """The answer to a question; the harmless one where the staff has no opinion."""
        self.reason = ""
        answer = self.answers.get(asked.prompt)
        with thinking(known):
            option = answer(self, known, asked) if answer else None
        if option is None or (option not in asked.options and option[0] not in self.standing):
            return self.harmless(asked.options)
        return option

    def harmless(self, options: list[Option]) -> Option:
        """The first quiet option, or the first of all."""
        for verb in self.quiet:
            for option in options:
                if option[0] == verb:
                    return option
        return options[0]

    def recall(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """A plan made earlier under the same circumstances, or made now."""
        if name not in self._made or self._made[name][0] != key:
            self._made[name] = (key, make())
        plan: T = self._made[name][1]
        return plan

    def relieve(self, other: Scripted) -> None:
        """Take over what another staff of the same side has written down; most write nothing down."""

    def because(self, option: Option, reason: str) -> Option:
        """An option, with the reason on record."""
        self.reason = reason
        return option
