"""Worlds for the general: what the US side cannot see, dealt by belief (`grognard.games.iwojima.belief`)."""

from __future__ import annotations

import random

from grognard.games.iwojima.knowledge import resample
from grognard.games.iwojima.state import State
from grognard.kernel.ids import Side


def hidden(s: State) -> list[list[int]]:
    """Of every unit that the US side cannot see: the unit, where it is (-1: dead), and its steps."""
    g = s.game
    unseen = s.concealed | s.at[g.secret]
    return [[u, s.where[u] if s.steps[u] else -1, s.steps[u]] for u in g.jp_units if unseen >> u & 1]


def world(s: State, side: Side, rng: random.Random) -> State:
    """A full position that agrees with what a side has seen; the Japanese side sees all but unconfirmed plans."""
    return resample(s, side, rng)
