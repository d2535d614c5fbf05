"""Raster work for building a map's geography: filling, blurring, contouring, simplifying and writing a PNG.

Developers only: arrays are numpy's, which is handed in by the caller and never imported when the program runs.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from grognard.atlas.geometry import Point

Array = Any


def fill(np: Any, rings: Iterable[Sequence[Point]], width: int, height: int) -> Array:
    """The cells whose middle lies in an odd number of rings; rings are in cells, x to the right and y down."""
    flips = np.zeros((height, width + 1), dtype=np.uint8)
    for ring in rings:
        points = np.asarray(ring, dtype=float)
        for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, axis=0), strict=True):
            if y0 == y1:
                continue
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            rows = np.arange(max(0, math.ceil(low - 0.5)), min(height, math.ceil(high - 0.5)))
            if len(rows):
                across = x0 + (rows + 0.5 - y0) * (x1 - x0) / (y1 - y0)
                columns = np.clip(np.ceil(across - 0.5), 0, width).astype(int)
                np.bitwise_xor.at(flips, (rows, columns), 1)
    return np.bitwise_xor.accumulate(flips, axis=1)[:, :width].astype(bool)


def blur(np: Any, field: Array, sigma: float) -> Array:
    """A Gaussian blur, edges repeated."""
    reach = max(1, round(3 * sigma))
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma * sigma))
    weights /= weights.sum()
    for axis in (0, 1):
        pad = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
        wide = np.pad(field, pad, mode="edge")
        length = field.shape[axis]
        parts = (w * wide.take(range(k, k + length), axis=axis) for k, w in enumerate(weights))
        field = sum(parts)
    return field


def contour(np: Any, field: Array, level: float) -> list[list[Point]]:
    """Closed lines where the field crosses the level, the higher ground on the left hand; cell middles are at .5."""
    high = field > level
    mixed = high[:-1, :-1].astype(int) + high[:-1, 1:] + high[1:, :-1] + high[1:, 1:]
    after: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for r, c in zip(*(axis.tolist() for axis in np.nonzero((mixed > 0) & (mixed < 4))), strict=True):
        # Corners clockwise from the upper left; sides top, right, bottom, left, named by cell and direction.
        corners = [high[r, c], high[r, c + 1], high[r + 1, c + 1], high[r + 1, c]]
        sides = [(r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1)]
        leaving = [k for k in range(4) if corners[k] and not corners[k - 3]]
        for k in leaving:
            # Walk back over the high corners to where the line came in.
            j = k
            while corners[j - 1] and (j - 1) % 4 != k:
                j -= 1
            after[sides[(j - 1) % 4]] = sides[k]

    def point(side: tuple[int, int, int]) -> Point:
        r, c, down = side
        a = float(field[r, c])
        b = float(field[r + 1, c] if down else field[r, c + 1])
        t = (level - a) / (b - a) if b != a else 0.5
        return (c + 0.5, r + 0.5 + t) if down else (c + 0.5 + t, r + 0.5)

    rings = []
    while after:
        start = side = next(iter(after))
        ring = []
        while side in after:
            ring.append(point(side))
            side = after.pop(side)
        if side == start and len(ring) > 2:
            rings.append(ring)
    return rings


def simplified(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Fewer points, none farther from the old line than the tolerance (Douglas and Peucker)."""
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        a, b = points[first], points[last]
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy)
        worst, at = 0.0, -1
        for k in range(first + 1, last):
            p = points[k]
            away = abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / length if length else math.dist(p, a)
            if away > worst:
                worst, at = away, k
        if worst > tolerance:
            keep.add(at)
            stack += [(first, at), (at, last)]
    return [points[k] for k in sorted(keep)]


def simplified_ring(ring: Sequence[Point], tolerance: float) -> list[Point]:
    """The same for a closed ring, split at its first point and the one farthest from it."""
    far = max(range(len(ring)), key=lambda k: math.dist(ring[0], ring[k]))
    one, other = simplified(ring[: far + 1], tolerance), simplified([*ring[far:], ring[0]], tolerance)
    return one[:-1] + other[:-1]


def palette_png(np: Any, levels: Array, colours: Sequence[tuple[int, int, int, int]]) -> bytes:
    """An image of palette entries, each red, green, blue and opacity; of two ways to pack it the smaller."""
    height, width = levels.shape
    rows = levels.astype(np.uint8)
    ahead = np.hstack([rows[:, :1], np.diff(rows.astype(int), axis=1).astype(np.uint8)])
    above = np.vstack([rows[:1], np.diff(rows.astype(int), axis=0).astype(np.uint8)])
    packed = []
    for kind, body in ((0, rows), (1, ahead), (2, above)):
        heads = np.full((height, 1), kind, dtype=np.uint8)
        packed.append(zlib.compress(np.hstack([heads, body]).tobytes(), 9))
    size = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    plain = bytes(v for colour in colours for v in colour[:3])
    opacity = bytes(colour[3] for colour in colours)
    parts = ((b"IHDR", size), (b"PLTE", plain), (b"tRNS", opacity), (b"IDAT", min(packed, key=len)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
