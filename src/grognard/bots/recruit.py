"""The recruit: a weaker staff bot, at times hasty and at times too cautious.

It means to do what the staff would do. Now and then it does not think it through: it lets it be when that is on offer,
or takes whatever comes to hand. How often is a figure of the game (`HASTE` and `CAUTION` of its bots), for a question
weighs more in a game with few of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

HASTE = 0.15
"""The share of questions answered in haste where a game says nothing else."""
CAUTION = 0.5
"""The part of these in which it leaves it at that, where one may and the game says nothing else."""


class Recruit:
    """A staff that does not always think."""

    def __init__(
        self,
        staff: Callable[[Game, Side, random.Random], Any],
        haste: float | Sequence[float],
        caution: float,
        game: Game,
        side: Side,
        rng: random.Random,
    ) -> None:
        self._staff = staff(game, side, rng)
        self._haste = haste if isinstance(haste, float) else haste[side]
        self._caution = caution
        self._game = game
        self._rng = rng
        self.reason = ""

    def choose(self, known: Any, asked: Decision) -> Option:
        """The staff's answer, or a hasty one. Standing acts, and so conceding, are never taken in haste."""
        self.reason = ""
        if len(asked.options) > 1 and self._rng.random() < self._haste:
            return self._hasty(asked.options)
        option: Option = self._staff.choose(known, asked)
        self.reason = str(self._staff.reason)
        return option

    def _hasty(self, options: list[Option]) -> Option:
        calm = [option for option in options if self._lets_be(option)]
        if calm and self._rng.random() < self._caution:
            self.reason = "That is enough for now."
            return self._rng.choice(calm)
        self.reason = "It was the first thing at hand."
        return self._rng.choice(options)

    def _lets_be(self, option: Option) -> bool:
        verb = self._game.verbs[str(option[0])]
        return verb.forgoes or verb.primary
