"""The sheet of a hex map: where every hex, corner and box lies in map units.

A hex is 64 units from side to side, so that a counter of 46 sits well in it. What stands where in the margins comes
from the map's own text; what it leaves out is laid out here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from grognard.atlas.geometry import Point, Rect, line_path, number
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, Spaces
from grognard.maps.hexmap import HexMap, cells_of

HEX = 64.0
LEFT, TOP = 60.0, 90.0
"""Where the hexes begin unless the map's [sheet] says otherwise."""
EDGE = 30.0
HEADING, FURNITURE = 30.0, 230.0
"""Of a sheet that is laid out here: more room for the title, and the height of compass and scale bar together."""
BOX = (420.0, 132.0)
CAPTION = 20.0
"""Height of a box's caption strip: the page keeps counters clear of it."""
"""Size of a box for which the map gives none: eight counters in a row, twice."""
SIDE_INKS = ("#2c4a33", "#7a2a20")
"""Olive for side 0, brick for side 1, unless a game has it the other way round."""

Corner = tuple[int, int]
"""A hex corner, as its place in tenths of a unit: equal from all hexes that share it."""


@dataclass(frozen=True)
class Art:
    """The built geography of a map: lines in hex units and the picture of the relief."""

    lines: Mapping[str, Any] = field(default_factory=dict)
    relief: bytes = b""

    @classmethod
    def read(cls, coast: str, relief: bytes) -> Art:
        """From the content of `coast.json` and `relief.webp`."""
        return cls(json.loads(coast), relief)


class HexSheet:
    """A hex map laid out on its sheet."""

    def __init__(self, m: HexMap, art: Art, inks: tuple[str, ...] = SIDE_INKS) -> None:
        self.m = m
        self.art = art
        self.inks = inks
        """Captions and frames of boxes, one colour per side."""
        spec = m.spec.values
        self.sheet: Mapping[str, Any] = spec.get("sheet", {})
        self.margin: Mapping[str, Any] = spec.get("margin", {})
        plain = not self.sheet and not self.margin
        left, top, right, bottom = _bounds(m)
        place = self.sheet.get("field", (LEFT, TOP + HEADING * plain))
        self.origin = (float(place[0]) - left * HEX, float(place[1]) - top * HEX)
        self.field: Rect = (float(place[0]), float(place[1]), (right - left) * HEX, (bottom - top) * HEX)
        self.boxes = self._boxes(spec.get("box", ()))
        far = [(x + w, y + h) for x, y, w, h in (self.field, *self.boxes.values())]
        self.width = float(self.sheet.get("width", max(x for x, _ in far) + EDGE))
        self.height = float(self.sheet.get("height", max(y for _, y in far) + EDGE))
        if plain:
            self._furnish()

    def _furnish(self) -> None:
        """Defaults of a sheet: the title above the hexes, compass and scale right of them under the
        boxes, the credit below."""
        x, y, w, h = self.field
        column = x + w + 22
        down = max((b + d for _, b, _, d in self.boxes.values()), default=y)
        self.width = max(self.width, column + BOX[0] + EDGE)
        self.height = max(self.height, down + FURNITURE + EDGE) + EDGE / 2
        self.margin = {
            "title": (x + w / 2, 58.0),
            "compass": (column + BOX[0] / 2, down + 90),
            "scale": (column + 60, down + FURNITURE - 20),
            "credit": (x, max(y + h + 24, self.height - EDGE)),
        }

    # --- places

    def point(self, at: Point) -> Point:
        """A point given in hex units."""
        return self.origin[0] + at[0] * HEX, self.origin[1] + at[1] * HEX

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The middle of every hex."""
        return tuple(self.point(self.m.centre(h)) for h in self.m.every_hex)

    def centre(self, h: Space) -> Point:
        """The middle of a hex."""
        return self.centres[h]

    def at(self, column: int, row: int) -> Point:
        """The middle of a place in the grid, also of one without a hex."""
        return self.point(self.m.grid.centre(column, row))

    @cached_property
    def spokes(self) -> tuple[Point, ...]:
        """From the middle of a hex to its corners; side d of a hex runs from corner d to corner d + 1."""
        first, reach = (-90 if self.m.grid.pointed else -120), HEX / 3**0.5
        turns = (math.radians(first + 60 * k) for k in range(6))
        return tuple((math.cos(turn) * reach, math.sin(turn) * reach) for turn in turns)

    def corners(self, h: Space) -> tuple[Point, ...]:
        """The corners of a hex, clockwise."""
        x, y = self.centre(h)
        return tuple((x + dx, y + dy) for dx, dy in self.spokes)

    def path(self, h: Space) -> str:
        """SVG path data of a hex."""
        return line_path(self.corners(h), close=True)

    def side(self, a: Space, b: Space) -> tuple[Point, Point]:
        """The two ends of the side between adjacent hexes."""
        corners, d = self.corners(a), self.m.direction(a, b)
        return corners[d], corners[(d + 1) % 6]

    def line(self, values: Sequence[float]) -> list[Point]:
        """A line of the built geography on the sheet."""
        return [self.point((values[k], values[k + 1])) for k in range(0, len(values), 2)]

    def lines(self, name: str) -> list[list[Point]]:
        """All lines of one kind of the built geography."""
        return [self.line(values) for values in self.art.lines.get(name, ())]

    def _boxes(self, entries: Iterable[Mapping[str, Any]]) -> dict[str, Rect]:
        """The place of each box; boxes without a place of their own stand in a column right of the hexes."""
        x, y, w, _ = self.field
        out: dict[str, Rect] = {}
        down = y
        for entry in entries:
            rect = entry.get("rect")
            if rect is None:
                rect = (x + w + 22, down, *BOX)
                down += BOX[1] + 12
            a, b, c, d = (float(v) for v in rect)
            out[str(entry["id"])] = (a, b, c, d)
        return out

    @cached_property
    def cells(self) -> dict[str, Rect]:
        """The spaces of tracks and displays, side by side under the caption of their box."""
        out: dict[str, Rect] = {}
        for entry in self.m.spec.values.get("box", ()):
            x, y, w, h = self.boxes[str(entry["id"])]
            names = cells_of(entry)
            for k, name in enumerate(names):
                out[name] = (x + k * w / len(names), y + CAPTION, w / len(names), h - CAPTION)
        return out


def _bounds(m: HexMap) -> tuple[float, float, float, float]:
    """The box around all places of the grid, in hex units."""
    (c0, r0), grid = m.grid.first, m.grid
    c1, r1 = c0 + grid.columns - 1, r0 + grid.rows - 1
    ends = [grid.centre(c, r) for c in (c0, c0 + 1, c1 - 1, c1) for r in (r0, r0 + 1, r1 - 1, r1)]
    half_wide, half_high = (0.5, 3**-0.5) if grid.pointed else (3**-0.5, 0.5)
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    return min(xs) - half_wide, min(ys) - half_high, max(xs) + half_wide, max(ys) + half_high


def corner_of(point: Point) -> Corner:
    """The corner at a point."""
    return round(point[0] * 10), round(point[1] * 10)


def waver(corner: Corner, reach: float) -> Point:
    """A small shift that depends on the corner alone, so that all lines through it agree."""
    code = (corner[0] * 73856093 ^ corner[1] * 19349663) & 0xFFFF
    return ((code & 0xFF) / 127.5 - 1) * reach, ((code >> 8) / 127.5 - 1) * reach


def border_sides(sheet: HexSheet, hexes: Spaces, inside_map: bool = True) -> list[tuple[Space, Space]]:
    """Pairs (in, out) of adjacent hexes on the border of a set; beyond the edge of the map lies `NO_SPACE`."""
    out = []
    for h in members(hexes):
        for other in sheet.m.sides[h]:
            if (other >= 0 or not inside_map) and not (other >= 0 and hexes >> other & 1):
                out.append((h, other))
    return out


def chains(sides: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Sides joined to lines; a line ends where sides end or three meet, and closes on itself where it can."""
    joined: dict[Corner, dict[Corner, None]] = {}
    places: dict[Corner, Point] = {}
    for a, b in sides:
        one, other = corner_of(a), corner_of(b)
        places[one], places[other] = a, b
        joined.setdefault(one, {})[other] = None
        joined.setdefault(other, {})[one] = None
    used: set[frozenset[Corner]] = set()
    out = []
    ends = [corner for corner in joined if len(joined[corner]) != 2]
    for start in [*ends, *joined]:
        for there in joined[start]:
            if frozenset((start, there)) in used:
                continue
            line = [start]
            here: Corner = start
            ahead: Corner | None = there
            while ahead is not None:
                used.add(frozenset((here, ahead)))
                line.append(ahead)
                onward = [c for c in joined[ahead] if frozenset((ahead, c)) not in used]
                here, ahead = ahead, onward[0] if len(joined[ahead]) == 2 and onward else None
            out.append([places[corner] for corner in line])
    return out


def rounded(line: Sequence[Point], reach: float = 0.0) -> str:
    """Path data of a line of hex corners with its corners rounded off: it keeps to the middle of every side."""
    closed = corner_of(line[0]) == corner_of(line[-1])
    moved = [(x + dx, y + dy) for x, y in line for dx, dy in [waver(corner_of((x, y)), reach)]]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(moved)]
    text = ["M", _pair(middles[0] if closed else moved[0])]
    if not closed:
        text.append(f"L{_pair(middles[0])}")
    for corner, middle in zip(moved[1:-1], middles[1:], strict=True):
        text.append(f"Q{_pair(corner)} {_pair(middle)}")
    text.append(f"Q{_pair(moved[0])} {_pair(middles[0])}Z" if closed else f"L{_pair(moved[-1])}")
    return "".join(text)


def flowing(line: Sequence[Point], closed: bool) -> str:
    """Path data of a dense line, made smooth through the middles of its stretches."""
    ring = [*line, line[0]] if closed else list(line)
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(ring)]
    text = [f"M{_pair(middles[0] if closed else ring[0])}"]
    text += [f"Q{_pair(p)} {_pair(q)}" for p, q in zip(ring[1:-1], middles[1:], strict=True)]
    text.append(f"Q{_pair(ring[0])} {_pair(middles[0])}Z" if closed else f"L{_pair(ring[-1])}")
    return "".join(text)


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
