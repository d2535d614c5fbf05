"""Plans of the staff: below its answers, which all use it, and below the staff, which is made of them."""

from __future__ import annotations

import random

from grognard.bots.scripted import Scripted
from grognard.bots.whitesun import aims
from grognard.bots.whitesun.weights import Weights, shipped
from grognard.games.whitesun.state import State
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space


class Planner(Scripted):
    """A scripted player with a plan."""

    def __init__(self, game: Game, side: Side, rng: random.Random, weights: Weights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = weights or shipped()

    def worth(self, s: State) -> dict[Space, float]:
        """Worth of each hex to the staff."""
        return aims.worth(s, self.weights)
