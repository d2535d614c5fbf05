"""The bot that any game has: it plays by the rules and by nothing else."""

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
