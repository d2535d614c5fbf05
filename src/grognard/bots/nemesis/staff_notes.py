"""Notes of the staff while it thinks. Its answers use it, and the staff is made of them: so it stands below both."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from grognard.bots.nemesis.sectors import is_raided
from grognard.bots.nemesis.weights import JapaneseWeights, Weights, shipped, while_raided
from grognard.bots.scripted import Scripted
from grognard.games.nemesis.odds import Attack
from grognard.games.nemesis.state import State
from grognard.games.nemesis.supply import Supply
from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import NO_SPACE, NO_UNIT, Side, Space, Spaces, Unit


@dataclass(slots=True)
class Orders:
    """Plans of one movement."""

    goals: dict[Unit, Space] = field(default_factory=dict)
    """Per unit, the Objective that it is to take or to hold."""
    worths: dict[Space, float] = field(default_factory=dict)
    """Per Objective, what it is worth."""
    supply: Supply | None = None
    close: list[Spaces] = field(default_factory=list)
    """Per nationality or division, the hexes next to those with Full supply."""
    seen: set[Unit] = field(default_factory=set)
    """Counters that have been thought about."""
    unit: Unit = NO_UNIT
    """The one that is moving, and"""
    way: list[Space] = field(default_factory=list)
    """the hexes that it still has to go through."""


class Planner(Scripted):
    """A scripted player with a plan."""

    def __init__(self, game: Game, side: Side, rng: random.Random, weights: Weights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = self._usual = weights or shipped().of(side)
        self.attack: Attack | None = None
        """The attack that is being put together."""
        self.stop = (NO_UNIT, NO_SPACE)
        """A unit on a train, and where it gets off."""

    def choose(self, known: State, asked: Decision) -> Option:
        """The answer to a question, by what counts in the position that it is asked in."""
        usual = self._usual
        if isinstance(usual, JapaneseWeights):
            self.weights = while_raided(usual) if is_raided(known) else usual
        return super().choose(known, asked)

    def plan_of_march(self, turn: int) -> Orders | None:
        """The movement that is under way."""
        key, plan = self._made.get("orders", ((0,), None))
        return plan if key[0] == turn else None
