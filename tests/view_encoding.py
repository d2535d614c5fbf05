"""Second opinion on observations: the page's view of a side as numbers, made anew for every position.

The environments keep such numbers up to date by what has changed (`grognard.bots.position_arrays`); these must be the
same to the bit.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

ARGUMENTS = 4
"""Numbers that follow the verb in a row of `options`."""
NONE = -1


class Encoding:
    """The encoding of one game as numbers; the same for all its positions."""

    def __init__(self, game: Game) -> None:
        board = game.board()
        self.game = game
        self.parties = len(game.parties())
        self.flags = [(flag["bit"], flag["name"]) for flag in board["flags"]]
        self.markers = [marker["name"] for marker in board["markers"]]
        self.tracks = [track["id"] for track in board["tracks"]]
        self.spaces = len(board["spaces"])
        self.units = len(board["units"])
        self.side_of = np.array([unit["side"] for unit in board["units"]], dtype=np.int64)
        self.verbs = {verb: number for number, verb in enumerate(game.verbs)}
        words = sorted({word for verb in game.verbs.values() for word in verb.words})
        self.words = {word: number for number, word in enumerate(words)}
        names = [party.adjective for party in game.parties()]
        self.planes = [
            *(f"{name} units" for name in names), *(f"{name} steps" for name in names),
            *(f"{flag} units" for _, flag in self.flags), *self.markers,
        ]  # fmt: skip
        self.numbers = ["turn", "phase", "side", *self.tracks]
        """The names of what stands before the planes."""
        self.size = len(self.numbers) + len(self.planes) * self.spaces + 4 * self.units

    def observation(self, state: Any, side: Side) -> np.ndarray:
        """The position as a side may know it: one row of numbers."""
        view = self.game.view(state, side)
        out = np.zeros(self.size, dtype=np.float32)
        first, middle = len(self.numbers), len(self.numbers) + len(self.planes) * self.spaces
        numbers, units = out[:first], out[middle:].reshape(self.units, 4)
        planes = out[first:middle].reshape(len(self.planes), self.spaces)
        numbers[:3] = view["turn"], view["phase"], side
        tracks = view["tracks"]
        for i, name in enumerate(self.tracks):
            value = tracks.get(name, NONE)
            numbers[3 + i] = value if isinstance(value, (int, float)) else NONE
        if rows := view["units"]:
            flat = np.fromiter(chain.from_iterable(row[:4] for row in rows), dtype=np.int64, count=4 * len(rows))
            who, where, steps, flags = flat.reshape(-1, 4).T
            units[who, 0] = 1
            units[who, 1:] = flat.reshape(-1, 4)[:, 1:]
            at = self.side_of[who] * self.spaces + where
            several = self.parties * self.spaces
            planes[: self.parties] = np.bincount(at, minlength=several).reshape(self.parties, -1)
            planes[self.parties : 2 * self.parties] = np.bincount(at, steps, several).reshape(self.parties, -1)
            if flags.any():
                for i, (bit, _) in enumerate(self.flags, 2 * self.parties):
                    marked = where[(flags & bit) > 0]
                    if len(marked):
                        planes[i] = np.bincount(marked, minlength=self.spaces)
        first = 2 * self.parties + len(self.flags)
        for space, marker, count in view["marks"]:
            planes[first + marker, space] = count
        return out

    def options(self, asked: Decision | None, most: int, first: int = 0) -> np.ndarray:
        """Each option as a row: the verb's number, then units, spaces and words in order; -1 where there is nothing."""
        out = np.full((most, 1 + ARGUMENTS), NONE, dtype=np.int32)
        for row, option in zip(out, asked.options[first:] if asked else (), strict=False):
            self._write(row, option)
        return out

    def _write(self, row: np.ndarray, option: Option) -> None:
        verb = str(option[0])
        row[0] = self.verbs[verb]
        for i, (kind, value) in enumerate(zip(self.game.verbs[verb].args, option[1:], strict=True)):
            if i < ARGUMENTS:
                row[1 + i] = self.words.get(str(value), NONE) if kind == "word" else int(value)
