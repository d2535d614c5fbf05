"""The desk of the US staff: its weights and its notes."""

from __future__ import annotations

import random

from grognard.bots.iwojima.belief import Notes
from grognard.bots.iwojima.common import Staff
from grognard.bots.iwojima.weights import UsWeights, shipped
from grognard.bots.scripted import Scripted
from grognard.games.iwojima.game import IwoJima
from grognard.kernel.ids import Side


class UsMemory(Staff):
    """A staff with notes of its bombardments."""

    def __init__(self, game: IwoJima, side: Side, rng: random.Random, weights: UsWeights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = weights or shipped().us
        self.notes = Notes()
        self.calm = ""
        """Why nobody attacks, while that is so."""

    def relieve(self, other: Scripted) -> None:
        """The notes are copied: what the new staff writes down is its own."""
        assert isinstance(other, UsMemory)
        self.notes = other.notes.copy()
