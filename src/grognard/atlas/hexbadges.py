"""Values of hexes on the map, as SVG: set at the rim, clear of names, signs and counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.atlas.geometry import Point, Rect
from grognard.atlas.hexlabels import COUNTER, occupied
from grognard.atlas.hexsheet import HexSheet
from grognard.kernel.ids import Space

RADIUS = 8.0
"""Of the badge, close up; from far away it is drawn larger, at most as large as `FAR`."""
FAR = 14.0
RIM = COUNTER / 2 + RADIUS
STEPS = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)


def badges(sheet: HexSheet, hexes: Iterable[Space]) -> Mapping[Space, Point]:
    """For each of these hexes the best place of its badge."""
    taken = occupied(sheet)
    return {h: _best(sheet.centre(h), taken) for h in hexes}


def _best(centre: Point, taken: Iterable[Rect]) -> Point:
    x, y = centre
    near = [rect for rect in taken if rect[0] < x + 70 and rect[0] + rect[2] > x - 70 and abs(rect[1] - y) < 70]
    spots = [(RIM * dx, RIM * dy) for dx in STEPS for dy in STEPS if max(abs(dx), abs(dy)) == 1.0]
    costs = [(_cost((x + dx, y + dy), near) + _unease(dx, dy), (dx, dy)) for dx, dy in spots]
    dx, dy = min(costs)[1]
    return round(x + dx, 1), round(y + dy, 1)


def _cost(at: Point, near: Iterable[Rect]) -> float:
    """The area of names and signs that would be covered."""
    return sum(10 * _within(at, RADIUS + 1, rect) + _within(at, FAR, rect) for rect in near)


def _within(at: Point, radius: float, rect: Rect) -> float:
    """The depth that a disc reaches into a rectangle."""
    x = min(max(at[0], rect[0]), rect[0] + rect[2]) - at[0]
    y = min(max(at[1], rect[1]), rect[1] + rect[3]) - at[1]
    return max(0.0, radius - float((x * x + y * y) ** 0.5))


def _unease(dx: float, dy: float) -> float:
    """Best at the left above; how many lie in a stack stands at the right above, the number of the hex on top."""
    number = 12.0 if abs(dx) < COUNTER / 2 and dy < 0 else 0.0
    stack = 12.0 if dx > COUNTER / 4 and dy < 0 else 0.0
    corner = 4.0 if abs(dx) == abs(dy) else 0.0
    return number + stack + corner + (1.0 if dx > 0 else 0.0) + (0.5 if dy > 0 else 0.0)
