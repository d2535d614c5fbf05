"""Positions and options as flat arrays of numbers, kept up to date by what has changed since the last look.

The one encoder of positions: the environments show these arrays to programs that learn, and a bot that has learned
reads the same. Plain Python; `lab/env/encoding.py` lays numpy over it. The numbers are those of the view
(`Game.view`), made from the same sets (`Game.sight`), so that nothing is in them that a side may not know.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Any

from grognard.kernel.flow import Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.position_cache import Memory, looking

ARGUMENTS = 4
"""Numbers that follow the verb in a row of `options`."""
NONE = -1
MOST_KEPT = 1 << 17
"""Options whose rows are kept."""


class Layout:
    """The places of all numbers in a game's arrays; the same for all its positions."""

    def __init__(self, game: Game) -> None:
        board = game.board()
        self.game = game
        self.parties = len(game.parties())
        self.flags = [(flag["bit"], flag["name"]) for flag in board["flags"]]
        self.markers = [marker["name"] for marker in board["markers"]]
        self.tracks = [track["id"] for track in board["tracks"]]
        self.spaces = len(board["spaces"])
        self.units = len(board["units"])
        self.side_of = [unit["side"] for unit in board["units"]]
        names = [party.adjective for party in game.parties()]
        self.planes = [
            *(f"{name} units" for name in names), *(f"{name} steps" for name in names),
            *(f"{flag} units" for _, flag in self.flags), *self.markers,
        ]  # fmt: skip
        self.numbers = ["turn", "phase", "side", *self.tracks]
        """The names of what stands before the planes."""
        self.first_plane = len(self.numbers)
        self.first_unit = self.first_plane + len(self.planes) * self.spaces
        self.size = self.first_unit + 4 * self.units
        first_flag, first_marker = 2 * self.parties, 2 * self.parties + len(self.flags)
        self.plane_of_flag = {bit: self.plane(first_flag + i) for i, (bit, _) in enumerate(self.flags)}
        self.plane_of_marker = [self.plane(first_marker + i) for i in range(len(self.markers))]
        self.rows = OptionRows(game)

    def plane(self, number: int) -> int:
        """The place at which a plane begins."""
        return self.first_plane + number * self.spaces


class OptionRows(dict[Option, bytes]):
    """Rows of options: the verb's number, then units, spaces and words in order, each four octets; -1 where nothing is.

    An option is mostly one that has been on offer before, so its row is kept.
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._args = {verb: what.args for verb, what in game.verbs.items()}
        self.verbs = {verb: number for number, verb in enumerate(game.verbs)}
        words = sorted({word for verb in game.verbs.values() for word in verb.words})
        self.words = {word: number for number, word in enumerate(words)}

    def __missing__(self, option: Option) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        verb = str(option[0])
        row = [self.verbs[verb]]
        for kind, value in zip(self._args[verb], option[1:], strict=True):
            row.append(self.words.get(str(value), NONE) if kind == "word" else int(value))
        row = [*row, *([NONE] * ARGUMENTS)][: 1 + ARGUMENTS]
        self[option] = octets = array("i", row).tobytes()
        return octets

    def of(self, options: Iterable[Option]) -> bytes:
        """The rows of these options, one after the other."""
        return b"".join(map(self.__getitem__, options))


class PositionArrays:
    """Numbers that one observer has been shown, brought up to date by `show`.

    Each call writes what differs from the call before, whatever position that was of: positions that follow each other
    differ in little. Not for several threads at once.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.values = array("f", bytes(4 * layout.size))
        self._memory: Memory = {}
        self._units = 0
        self._where: list[int] = [NONE] * layout.units
        self._steps: Sequence[int] = bytes(layout.units)
        self._flags: Sequence[tuple[int, int]] = ()
        self._noted = [0] * layout.units
        self._counted: Sequence[tuple[int, int, int]] = ()
        self._areas: dict[int, int] = {}
        self._tracks: Any = None

    def forget(self) -> None:
        """Another match begins: nothing found out about positions holds any more. The numbers may stay."""
        self._memory = {}

    def show(self, s: Any, side: Side) -> array[float]:
        """The numbers of a position as a side may know it. The array belongs to this object: copy what is to stay."""
        layout, values = self.layout, self.values
        with looking(s, self._memory):
            seen = layout.game.sight(s, side)
        values[0], values[1], values[2] = s.turn, s.phase, side
        if seen.tracks is not self._tracks:
            self._show_tracks(seen.tracks)
        changed = seen.units ^ self._units
        where, steps, flags = s.where, seen.steps, seen.flags
        if where != self._where:
            for unit in compress(range(len(where)), map(ne, where, self._where)):
                changed |= 1 << unit
        if steps != self._steps:
            for unit in compress(range(len(steps)), map(ne, steps, self._steps)):
                changed |= 1 << unit
        if flags != self._flags:
            changed |= _differing(flags, self._flags)
        changed &= seen.units | self._units
        if changed:
            self._show_units(changed, seen.units, where, steps, flags)
        self._units, self._flags = seen.units, flags
        self._where, self._steps = where[:], steps[:]
        if seen.counted is not self._counted and seen.counted != self._counted:
            self._show_counted(seen.counted)
        self._show_areas(seen.areas)
        return values

    def _show_tracks(self, tracks: Any) -> None:
        values = self.values
        for place, name in enumerate(self.layout.tracks, 3):
            value = tracks.get(name, NONE)
            values[place] = value if isinstance(value, (int, float)) else NONE
        self._tracks = tracks

    def _show_units(
        self, changed: int, seen: int, where: Sequence[int], steps: Sequence[int], flags: Sequence[tuple[int, int]]
    ) -> None:
        """Take each of these units from where it was, and put it where it is now, on planes and in its row."""
        layout, values = self.layout, self.values
        spaces, first, parties = layout.spaces, layout.first_plane, layout.parties
        for unit in _members(changed):
            row, bit = layout.first_unit + 4 * unit, 1 << unit
            plane = first + layout.side_of[unit] * spaces
            if self._units & bit:
                place = self._where[unit]
                values[plane + place] -= 1
                values[plane + parties * spaces + place] -= self._steps[unit]
                if self._noted[unit]:
                    for flag in _flags_in(self._noted[unit]):
                        if (of_flag := layout.plane_of_flag.get(flag)) is not None:
                            values[of_flag + place] -= 1
            if not seen & bit:
                values[row] = values[row + 1] = values[row + 2] = values[row + 3] = 0
                continue
            place, noted = where[unit], 0
            values[plane + place] += 1
            values[plane + parties * spaces + place] += steps[unit]
            for flag, carriers in flags:
                if carriers & bit:
                    noted |= flag
            self._noted[unit] = noted
            for flag in _flags_in(noted) if noted else ():
                if (of_flag := layout.plane_of_flag.get(flag)) is not None:
                    values[of_flag + place] += 1
            values[row], values[row + 1], values[row + 2], values[row + 3] = 1, place, steps[unit], noted

    def _show_counted(self, counted: Sequence[tuple[int, int, int]]) -> None:
        values, planes = self.values, self.layout.plane_of_marker
        for space, marker, _ in self._counted:
            values[planes[marker] + space] = 0
        for space, marker, count in counted:
            values[planes[marker] + space] = count
        self._counted = counted

    def _show_areas(self, areas: Iterable[tuple[int, int]]) -> None:
        values, planes, before = self.values, self.layout.plane_of_marker, self._areas
        now: dict[int, int] = {}
        for marker, spaces in areas:
            now[marker] = now.get(marker, 0) | spaces
        if now == before:
            return
        for marker in before.keys() | now.keys():
            there = now.get(marker, 0)
            for space in _members(there ^ before.get(marker, 0)):
                values[planes[marker] + space] = there >> space & 1
        self._areas = now


def _differing(flags: Sequence[tuple[int, int]], before: Sequence[tuple[int, int]]) -> int:
    """The units of which something else is noted; perhaps more, where other flags than before are told."""
    found = 0
    if [flag for flag, _ in flags] == [flag for flag, _ in before]:
        for (_, now), (_, then) in zip(flags, before, strict=True):
            found |= now ^ then
        return found
    for _, carriers in (*flags, *before):
        found |= carriers
    return found


def _members(numbers: int) -> list[int]:
    """The members of a set that is not met again."""
    out = []
    while numbers:
        last = numbers & -numbers
        out.append(last.bit_length() - 1)
        numbers ^= last
    return out


@lru_cache(maxsize=1024)
def _flags_in(noted: int) -> tuple[int, ...]:
    return tuple(1 << number for number in _members(noted))


@lru_cache(maxsize=16)
def layout_of(game: Game) -> Layout:
    """The layout of a game, made once."""
    return Layout(game)
