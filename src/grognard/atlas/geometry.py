"""Plane geometry for maps: curves through nodes, polygons, rectangles. Map units, y downwards, no drawing."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Rect = tuple[float, float, float, float]
"""Left, top, width, height."""
Cubic = tuple[Point, Point, Point, Point]
"""Start, two control points, end."""

FLAT_STEPS = 5


def closed_spline(nodes: Sequence[Point]) -> list[Cubic]:
    """One curve from each node to the next and back to the first: smooth, and through every node.

    The handles are kept to a third of their own stretch, so that short stretches beside long ones make no loops.
    """
    return _through([nodes[-1], *nodes, *nodes[:2]])


def open_spline(nodes: Sequence[Point]) -> list[Cubic]:
    """Like `closed_spline`, with two loose ends."""
    return _through([nodes[0], *nodes, nodes[-1]])


def drawn_border(a: str, b: str, start: Point, end: Point) -> Cubic:
    """A border between two inland nodes, bent a little as a hand would draw it.

    The bend depends only on the two names, so both areas beside the border draw the same line.
    """
    if a > b:
        return reverse(drawn_border(b, a, end, start))
    code = zlib.crc32(f"{a}-{b}".encode())
    first, second = ((code & 0xFF) / 255 - 0.5) * 0.24, ((code >> 8 & 0xFF) / 255 - 0.5) * 0.24
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (
        start,
        (start[0] + dx / 3 - dy * first, start[1] + dy / 3 + dx * first),
        (start[0] + 2 * dx / 3 - dy * second, start[1] + 2 * dy / 3 + dx * second),
        end,
    )


def reverse(curve: Cubic) -> Cubic:
    """The same curve walked the other way."""
    return curve[3], curve[2], curve[1], curve[0]


def flatten(curves: Iterable[Cubic], steps: int = FLAT_STEPS) -> Polygon:
    """Points along joined curves, each curve's start included and the last end left out."""
    points = []
    for p, q, r, s in curves:
        for k in range(steps):
            t = k / steps
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            points.append((a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]))
    return tuple(points)


def curve_path(curves: Sequence[Cubic], close: bool = True) -> str:
    """SVG path data of joined curves, with one decimal: a tenth of a unit is less than a metre on the ground."""
    parts = [f"M{number(curves[0][0][0])} {number(curves[0][0][1])}"]
    for _, q, r, s in curves:
        parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in (q, r, s)))
    return "".join(parts) + ("Z" if close else "")


def line_path(points: Sequence[Point], close: bool = False) -> str:
    """SVG path data of straight stretches."""
    text = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{text}" + ("Z" if close else "")


def number(value: float) -> str:
    """A coordinate as short text."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def area_of(polygon: Sequence[Point]) -> float:
    """Signed area: positive when the corners run clockwise on the page (y downwards)."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(polygon)) / 2


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies within a polygon (even-odd)."""
    x, y = point
    hit = False
    for (x1, y1), (x2, y2) in _sides(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            hit = not hit
    return hit


def distance_to_edge(point: Point, polygon: Sequence[Point]) -> float:
    """The distance of a point from the nearest side of a polygon."""
    return min(_distance_to_side(point, a, b) for a, b in _sides(polygon))


def rects_overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share more than an edge."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def rect_meets_polygon(rect: Rect, polygon: Sequence[Point]) -> bool:
    """Whether a rectangle and a polygon share ground: a corner of one in the other, or sides that cross."""
    x, y, w, h = rect
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    if any(x < px < x + w and y < py < y + h for px, py in polygon) or any(inside(c, polygon) for c in corners):
        return True
    return any(_cross(a, b, c, d) for a, b in _sides(corners) for c, d in _sides(polygon))


def _through(nodes: Sequence[Point]) -> list[Cubic]:
    """Curves from the second node to the last but one; the outer two only give direction."""
    curves = []
    for before, start, end, after in zip(nodes, nodes[1:], nodes[2:], nodes[3:], strict=False):
        reach = math.dist(start, end) / 3
        out, back = _along(before, end, reach), _along(after, start, reach)
        curves.append((start, (start[0] + out[0], start[1] + out[1]), (end[0] + back[0], end[1] + back[1]), end))
    return curves


def _along(start: Point, end: Point, length: float) -> Point:
    whole = math.dist(start, end) or 1.0
    return (end[0] - start[0]) * length / whole, (end[1] - start[1]) * length / whole


def _sides(polygon: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _distance_to_side(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
