"""Relief as lines: a height field over an island, its contours, and strokes shaded as if lit from the north-west.

Illuminated contours give the look of modelled ground at a few kilobytes, sharp at every zoom, where a picture of
shaded relief would be neither.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.atlas.geometry import Point, Polygon, number

LIGHT = (-math.sqrt(0.5), -math.sqrt(0.5))
"""Where the light comes from on the page: the upper left, the mapmakers' habit."""

SHADES = (-0.6, -0.2, 0.2, 0.6)
"""Bounds between the five classes of slope, from turned away from the light to turned towards it."""

GENTLE = 0.7
"""Metres per unit below which a slope catches less light: flat ground must not look like a step."""


@dataclass(frozen=True, slots=True)
class Rise:
    """A rounded height: so many metres at the top, falling off over a radius in map units."""

    at: Point
    metres: float
    radius: float


@dataclass(frozen=True, slots=True)
class HeightField:
    """Heights in metres on a square lattice; zero at sea and along the shore."""

    left: float
    top: float
    step: float
    rows: tuple[tuple[float, ...], ...]

    def slope(self, x: float, y: float) -> Point:
        """The uphill direction, in metres of height per map unit."""
        here = self._at(x, y)
        return (self._at(x + self.step, y) - here) / self.step, (self._at(x, y + self.step) - here) / self.step

    def _at(self, x: float, y: float) -> float:
        gx, gy = (x - self.left) / self.step, (y - self.top) / self.step
        i, j = int(gx), int(gy)
        if i < 0 or j < 0 or j + 1 >= len(self.rows) or i + 1 >= len(self.rows[0]):
            return 0.0
        fx, fy = gx - i, gy - j
        upper, lower = self.rows[j], self.rows[j + 1]
        return (upper[i] * (1 - fx) + upper[i + 1] * fx) * (1 - fy) + (lower[i] * (1 - fx) + lower[i + 1] * fx) * fy


def height_field(shore: Polygon, rises: Sequence[Rise], step: float = 8, bank: float = 34) -> HeightField:
    """The ground inside a shore line: the rises added up, roughened a little, let down to the sea over `bank` units."""
    left, top = min(x for x, _ in shore) - 2 * step, min(y for _, y in shore) - 2 * step
    columns = int((max(x for x, _ in shore) - left) / step) + 3
    count = int((max(y for _, y in shore) - top) / step) + 3
    away = _distance_inland(shore, left, top, step, columns, count)
    rows = []
    for j in range(count):
        y = top + j * step
        rows.append(
            tuple(
                _height(left + i * step, y, rises) * _ease(away[j][i] * step / bank) if away[j][i] else 0.0
                for i in range(columns)
            )
        )
    return HeightField(left, top, step, tuple(rows))


def contours(field: HeightField, level: float) -> list[list[Point]]:
    """The lines of one height. All are closed, because the field is zero around the island; the end is the start."""
    joins: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    for j in range(len(field.rows) - 1):
        upper, lower = field.rows[j], field.rows[j + 1]
        for i in range(len(upper) - 1):
            a, b, c, d = upper[i] >= level, upper[i + 1] >= level, lower[i + 1] >= level, lower[i] >= level
            if a == b == c == d:
                continue
            north, east, south, west = (i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1)
            cut = [e for e, x, y in ((north, a, b), (east, b, c), (south, c, d), (west, d, a)) if x != y]
            if len(cut) == 4 and a:
                cut = [north, east, south, west]
            elif len(cut) == 4:
                cut = [west, north, east, south]
            for first, second in zip(cut[::2], cut[1::2], strict=True):
                joins.setdefault(first, []).append(second)
                joins.setdefault(second, []).append(first)
    lines = []
    while joins:
        start = here = next(iter(joins))
        walk = [here]
        while joins.get(here):
            following = joins[here].pop()
            joins[following].remove(here)
            if not joins[here]:
                del joins[here]
            here = following
            walk.append(here)
            if here == start:
                break
        if not joins.get(here):
            joins.pop(here, None)
        lines.append([_crossing(field, edge, level) for edge in walk])
    return [_rounded(line) for line in lines if len(line) > 6]


def shaded_strokes(field: HeightField, lines: Sequence[Sequence[Point]]) -> list[str]:
    """Path data of contours, split into five classes by how far each stretch turns from or to the light."""
    paths: list[list[str]] = [[] for _ in range(len(SHADES) + 1)]
    for line in lines:
        run: list[Point] = []
        current = -1
        for a, b in pairwise(line):
            uphill = field.slope((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            steep = max(GENTLE, math.hypot(*uphill))
            lit = -(uphill[0] * LIGHT[0] + uphill[1] * LIGHT[1]) / steep
            shade = sum(lit > bound for bound in SHADES)
            if shade != current:
                if run:
                    paths[current].append(_relative(run))
                run, current = [a], shade
            run.append(b)
        if run:
            paths[current].append(_relative(run))
    return ["".join(parts) for parts in paths]


def hachures(field: HeightField, lines: Sequence[Sequence[Point]], reach: float = 6) -> list[tuple[Point, Point]]:
    """Short strokes that run downhill from contours, longer and closer where the ground is steeper."""
    strokes = []
    for line in lines:
        walked = 0.0
        for a, b in pairwise(line):
            walked += math.dist(a, b)
            uphill = field.slope(*a)
            steep = math.hypot(*uphill)
            gap = 9 - min(4.5, steep * 4)
            if walked < gap or steep < 0.12:
                continue
            walked = 0.0
            length = reach * (0.55 + min(0.8, steep)) / steep
            strokes.append((a, (a[0] - uphill[0] * length, a[1] - uphill[1] * length)))
    return strokes


def _height(x: float, y: float, rises: Sequence[Rise]) -> float:
    total = 0.0
    for rise in rises:
        far = ((x - rise.at[0]) ** 2 + (y - rise.at[1]) ** 2) / rise.radius**2
        if far < 7:
            total += rise.metres * math.exp(-far)
    rough = math.sin(x / 17.3 + y / 41) * math.sin(y / 19.1 - x / 53) + 0.7 * math.sin(x / 9.7 - y / 14.9 + 1)
    return total * (1 + 0.045 * rough)


def _ease(t: float) -> float:
    t = min(1.0, t)
    return t * t * (3 - 2 * t)


def _distance_inland(
    shore: Polygon, left: float, top: float, step: float, columns: int, count: int
) -> list[list[float]]:
    """Distance from the sea in lattice steps, by two sweeps: near enough for a bank, and quick."""
    away = [_row_inside(shore, left, top + j * step, step, columns) for j in range(count)]
    diagonal = math.sqrt(2)
    for j in range(1, count):
        row, above = away[j], away[j - 1]
        for i in range(1, columns - 1):
            if row[i]:
                row[i] = min(row[i], row[i - 1] + 1, above[i] + 1, above[i - 1] + diagonal, above[i + 1] + diagonal)
    for j in range(count - 2, -1, -1):
        row, below = away[j], away[j + 1]
        for i in range(columns - 2, 0, -1):
            if row[i]:
                row[i] = min(row[i], row[i + 1] + 1, below[i] + 1, below[i - 1] + diagonal, below[i + 1] + diagonal)
    return away


def _row_inside(shore: Polygon, left: float, y: float, step: float, columns: int) -> list[float]:
    cuts = sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in zip(shore, (*shore[1:], shore[0]), strict=True)
        if (y1 > y) != (y2 > y)
    )
    row = [0.0] * columns
    for enter, leave in zip(cuts[::2], cuts[1::2], strict=True):
        for i in range(math.ceil((enter - left) / step), math.floor((leave - left) / step) + 1):
            row[i] = math.inf
    return row


def _crossing(field: HeightField, edge: tuple[int, int, int], level: float) -> Point:
    i, j, down = edge
    a = field.rows[j][i]
    b = field.rows[j + 1][i] if down else field.rows[j][i + 1]
    t = (level - a) / (b - a) if b != a else 0.5
    x, y = field.left + i * field.step, field.top + j * field.step
    return (x, y + t * field.step) if down else (x + t * field.step, y)


def _rounded(line: list[Point]) -> list[Point]:
    """Midpoints of a closed line: takes the stair steps of the lattice out of it."""
    points = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(line)]
    return [*points, points[0]]


def _relative(run: Sequence[Point]) -> str:
    """Relative path data. Each step is taken from the rounded pen, so that errors never add up."""
    x, y = round(run[0][0], 1), round(run[0][1], 1)
    parts = [f"M{number(x)} {number(y)}l"]
    for px, py in run[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        parts.append(f"{number(dx)} {number(dy)} ")
        x, y = x + dx, y + dy
    return "".join(parts).rstrip()
