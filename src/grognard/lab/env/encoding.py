"""Observations and options as numpy arrays, over the numbers that `bots/position_arrays.py` keeps."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

import numpy as np

from grognard.bots.position_arrays import ARGUMENTS, NONE, PositionArrays, layout_of
from grognard.kernel.flow import Decision
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


class Encoding:
    """The encoding of one game as numbers; the same for all its positions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout = layout_of(game)
        self.flags, self.markers, self.tracks, self.planes = layout.flags, layout.markers, layout.tracks, layout.planes
        self.numbers, self.spaces, self.units, self.size = layout.numbers, layout.spaces, layout.units, layout.size
        self.side_of = np.array(layout.side_of, dtype=np.int64)
        self.verbs, self.words = layout.rows.verbs, layout.rows.words
        self._of_thread = threading.local()

    def observation(self, state: Any, side: Side) -> np.ndarray:
        """The position as a side may know it: one row of numbers, taken apart by `parts`.

        An `Observer` is quicker where one position follows the other.
        """
        kept: Observer | None = getattr(self._of_thread, "observer", None)
        if kept is None:
            self._of_thread.observer = kept = Observer(self)
        kept.forget()
        return kept.observation(state, side)

    def blank(self, most: int) -> dict[str, np.ndarray]:
        """The observation for a program that does not look."""
        return {"observation": np.zeros(self.size, dtype=np.float32), "options": self.options(None, most)}

    def parts(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """An observation taken apart, without a copy: numbers, planes over the spaces, and a row per unit.

        A unit's row is: seen or not, space, steps, flags.
        """
        first, middle = self.layout.first_plane, self.layout.first_unit
        planes = observation[first:middle].reshape(len(self.planes), self.spaces)
        return observation[:first], planes, observation[middle:].reshape(self.units, 4)

    def options(self, asked: Decision | None, most: int, first: int = 0) -> np.ndarray:
        """Each option as a row: the verb's number, then units, spaces and words in order; -1 where there is nothing."""
        out = _no_options(most).copy()
        self.write_options(asked, out, first)
        return out

    def write_options(self, asked: Decision | None, out: np.ndarray, first: int = 0) -> int:
        """Write the rows of options into an array whose other rows are blank; how many there are."""
        if asked is None:
            return 0
        options = asked.options
        if first or len(options) > len(out):
            options = options[first : first + len(out)]
        out[: len(options)] = np.frombuffer(self.layout.rows.of(options), np.int32).reshape(-1, 1 + ARGUMENTS)
        return len(options)


class Observer:
    """One table's observations of either side, each made from what has changed since that side's last."""

    def __init__(self, encoding: Encoding) -> None:
        sides = range(len(encoding.game.sides))
        self._arrays = [PositionArrays(encoding.layout) for _ in sides]
        self._seen = [np.frombuffer(arrays.values, dtype=np.float32) for arrays in self._arrays]

    def forget(self) -> None:
        """Another match begins."""
        for arrays in self._arrays:
            arrays.forget()

    def shown(self, state: Any, side: Side) -> np.ndarray:
        """The position as a side may know it, in an array that the next call writes anew."""
        self._arrays[side].show(state, side)
        return self._seen[side]

    def observation(self, state: Any, side: Side) -> np.ndarray:
        """The same in an array of its own."""
        return self.shown(state, side).copy()


@lru_cache(maxsize=16)
def _no_options(most: int) -> np.ndarray:
    return np.full((most, 1 + ARGUMENTS), NONE, dtype=np.int32)


@lru_cache(maxsize=16)
def encoding_of(game: Game) -> Encoding:
    """The encoding of a game, made once."""
    return Encoding(game)
