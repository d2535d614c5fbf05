"""What the staff wants: below its answers, which all use it, and below the staff, which is made of them."""

from __future__ import annotations

import random
from typing import Any

from grognard.bots.scripted import Scripted
from grognard.bots.whitesun import aims
from grognard.bots.whitesun.weights import Weights, shipped
from grognard.games.whitesun.state import State


class Planner(Scripted):
    """A scripted player with a plan."""

    def __init__(self, game: Any, side: int, rng: random.Random, weights: Weights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = weights or shipped()

    def worth(self, s: State) -> dict[int, float]:
        """What it wants on the map."""
        return aims.worth(s, self.weights)
