"""The graph of spaces: areas or hexes as small integers, their neighbours as tuples and as bitsets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Space, Spaces, per

ONE = ord("1")


@dataclass(frozen=True)
class Graph:
    """Spaces and who is next to whom. Everything about the map that never changes is worked out once, here."""

    ids: tuple[str, ...]
    neighbours: tuple[tuple[Space, ...], ...]
    near: tuple[Spaces, ...] = field(init=False)
    """Per space, its neighbours as a set."""
    index: dict[str, Space] = field(init=False)
    every: Spaces = field(init=False)
    """All spaces."""
    shifts: tuple[tuple[int, int, int], ...] = field(init=False)
    """Where neighbours lie at few distances in the numbering, as on a hex grid: each distance, the spaces that have a
    neighbour so far above them and those so far below. A whole set then grows by a few shifts. Else empty. A way may
    lead in one direction only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "every", Spaces((1 << len(self.ids)) - 1))
        object.__setattr__(self, "shifts", self._shifts())
        object.__setattr__(self, "near", tuple(bitset(row) for row in self.neighbours))
        object.__setattr__(self, "index", {name: space for space, name in per(Space, self.ids)})

    def __len__(self) -> int:
        return len(self.ids)

    def next_to(self, spaces: Spaces) -> Spaces:
        """Every space next to one of these."""
        if not self.shifts:
            found = NO_SPACES
            for space in each(spaces):
                found |= self.near[space]
            return found
        shifted = 0
        for distance, low, high in self.shifts:
            shifted |= (spaces & low) << distance | (spaces & high) >> distance
        return shifted  # type: ignore[return-value]

    def _shifts(self) -> tuple[tuple[int, int, int], ...]:
        # Per distance, up or down, the spaces as binary digits, the last space first: a set is made of them at once.
        digits: dict[int, bytearray] = defaultdict(lambda: bytearray(b"0") * len(self.ids))
        for space, row in enumerate(self.neighbours):
            for other in row:
                digits[other - space][~space] = ONE
        distances = sorted(set(map(abs, digits)))
        if not distances or len(distances) * 12 > len(self.ids):
            return ()
        ways = {way: int(spaces, 2) for way, spaces in digits.items()}
        return tuple((distance, ways.get(distance, 0), ways.get(-distance, 0)) for distance in distances)

    @classmethod
    def of_areas(cls, adjacent: Mapping[str, Sequence[str]]) -> Graph:
        """A graph from names and the names next to them; one-sided adjacency is an error."""
        ids = tuple(adjacent)
        index = {name: space for space, name in per(Space, ids)}
        for name, others in adjacent.items():
            for other in others:
                if other not in index:
                    raise ValueError(f"{name} is next to {other}, which is not on the map")
                if name not in adjacent[other]:
                    raise ValueError(f"{name} is next to {other}, but {other} is not next to {name}")
        return cls(ids, tuple(tuple(sorted(index[o] for o in adjacent[name])) for name in ids))


@dataclass(frozen=True)
class HexGrid:
    """The geometry of a hex map: columns and rows, flat-topped hexes, every second column pushed half a hex down.

    Directions run clockwise from north: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. Direction d of a hex and direction d + 3 of
    its neighbour are the same hexside. A map with pointed tops has `pointed` set and reads the same directions turned
    by thirty degrees: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW, with every second row pushed half a hex right.
    """

    columns: int
    rows: int
    offset: int = 1
    """Which columns (rows, when pointed) are pushed: those whose number has this remainder by two."""
    pointed: bool = False
    missing: frozenset[tuple[int, int]] = frozenset()
    first: tuple[int, int] = (1, 1)
    """The column and row numbers of the first hex."""
    rows_first: bool = False
    """Hex numbers are `rrcc` instead of `ccrr`."""
    mirrored: bool = False
    """The printed column numbers grow westward; ours never do."""

    def name(self, column: int, row: int) -> str:
        """The number printed in a hex."""
        printed = 2 * self.first[0] + self.columns - 1 - column if self.mirrored else column
        return f"{row:02d}{printed:02d}" if self.rows_first else f"{printed:02d}{row:02d}"

    def step(self, column: int, row: int, direction: int) -> tuple[int, int]:
        """The hex next door; it may lie off the map."""
        across, down = self._ways((row if self.pointed else column) % 2 == self.offset)[direction]
        return column + across, row + down

    def _ways(self, pushed: bool) -> tuple[tuple[int, int], ...]:
        """Per direction, how many columns and rows away the hex next door lies."""
        if self.pointed:
            east, west = (1, 0) if pushed else (0, -1)
            return (east, -1), (1, 0), (east, 1), (west, 1), (-1, 0), (west, -1)
        north, south = (0, 1) if pushed else (-1, 0)
        return (0, -1), (1, north), (1, south), (0, 1), (-1, south), (-1, north)

    def hexes(self) -> list[tuple[int, int]]:
        """Every hex of the map, column by column."""
        c0, r0 = self.first
        return [
            (c, r)
            for c in range(c0, c0 + self.columns)
            for r in range(r0, r0 + self.rows)
            if (c, r) not in self.missing
        ]

    def graph(self) -> tuple[Graph, tuple[tuple[Space, ...], ...]]:
        """The graph of the map, ids as printed, and per hex its six neighbours by direction (-1 = none)."""
        hexes = self.hexes()
        index = {place: hex_ for hex_, place in per(Space, hexes)}
        ways = [self._ways(pushed) for pushed in (False, True)]
        sides = tuple(
            tuple(
                [
                    index.get((c + dc, r + dr), NO_SPACE)
                    for dc, dr in ways[(r if self.pointed else c) % 2 == self.offset]
                ]
            )
            for c, r in hexes
        )
        ids = tuple(self.name(c, r) for c, r in hexes)
        return Graph(ids, tuple(tuple(sorted(n for n in row if n >= 0)) for row in sides)), sides

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a hex, for hexes whose neighbours lie at distance 1; y grows downward."""
        wide, high = 3**0.5 / 2, 1.0
        if self.pointed:
            return column + 0.5 * (row % 2 == self.offset), row * wide
        return column * wide, row * high + 0.5 * (column % 2 == self.offset)

    def axial(self, column: int, row: int) -> tuple[int, int]:
        """Coordinates along two of the three hex axes, in which distances are plain arithmetic."""
        if self.pointed:
            return (2 * column + (row % 2 == self.offset) - row) // 2, row
        return column, (2 * row + (column % 2 == self.offset) - column) // 2


def hex_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes from one to the other, by their axial coordinates."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))
