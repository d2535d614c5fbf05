"""Shared by both staffs: harmless answers, and the facts that plans rest on."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import ClassVar

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.weights import Weights, shipped
from grognard.bots.scripted import Scripted
from grognard.games.ichigo.game import IchiGo
from grognard.games.ichigo.state import State
from grognard.kernel.ids import Side


class Staff(Scripted, ABC):
    """A scripted player of either side."""

    quiet: ClassVar[tuple[str, ...]] = (
        "stop", "end-movement", "end-combat", "no-momentum", "stay", "go-on", "end-reinforcement", "end-landing",
        "no-raid", "confirm", "call-off", "to", "fight-first",
    )  # fmt: skip
    standing: ClassVar[tuple[str, ...]] = ("supply-by-air",)

    def __init__(self, game: IchiGo, side: Side, rng: random.Random, weights: Weights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = weights or shipped().of(side)

    @abstractmethod
    def aims(self, s: State, nation: int) -> Aims:
        """Present aims of a nation of this side."""

    def belief(self, s: State) -> Belief:
        """Belief about the enemy's stacks, as things stand."""
        return self.recall("belief", circumstances(s), lambda: Belief(s, self.side))

    def forget(self, name: str) -> None:
        """A plan that no longer fits."""
        self._made.pop(name, None)


def circumstances(s: State) -> Hashable:
    """Foundations of a plan: it is made again when dice have been thrown or anything stands elsewhere."""
    return (s.turn, s.phase, s.rolls, s.clock, s.japanese, s.attacked)
