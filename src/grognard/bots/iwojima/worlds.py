"""Worlds for the general: what the US side cannot see, dealt as self-play had it."""

from __future__ import annotations

import random
from typing import Any

from grognard.games.iwojima.knowledge import resample
from grognard.games.iwojima.state import State


def hidden(s: State) -> list[list[int]]:
    """Of every unit that the US side cannot see: the unit, where it is (-1: dead), and its steps."""
    g = s.game
    unseen = s.concealed | s.at[g.secret]
    return [[u, s.where[u] if s.steps[u] else -1, s.steps[u]] for u in g.jp_units if unseen >> u & 1]


def world(s: State, side: int, rng: random.Random) -> Any:
    """A full position."""
    return resample(s, side, rng)
