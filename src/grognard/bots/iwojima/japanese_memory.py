"""The desk of the Japanese staff: its weights."""

from __future__ import annotations

import random

from grognard.bots.iwojima.common import Staff
from grognard.bots.iwojima.weights import JapaneseWeights, shipped
from grognard.games.iwojima.game import IwoJima
from grognard.kernel.ids import Side


class JapaneseMemory(Staff):
    """A staff that weighs."""

    def __init__(self, game: IwoJima, side: Side, rng: random.Random, weights: JapaneseWeights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = weights or shipped().japanese
