"""The random bot: chooses among the legal options by lot, in any game."""

from __future__ import annotations

import random
from typing import Any

from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


class RandomBot:
    """Any option that is on offer, each as likely as the other."""

    def __init__(self, game: Game, side: Side, rng: random.Random) -> None:
        self._rng = rng
        self.reason = ""

    def choose(self, known: Any, asked: Decision) -> Option:
        """One of the options, by lot. Standing acts, and so conceding, are never chosen."""
        return self._rng.choice(asked.options)
