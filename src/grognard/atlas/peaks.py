"""Peaks, hills and summits, lit from the left, foot at the origin.

A map has thousands of them. Those that lie together are drawn as one path for each style: a browser that had to make
every one of them would take longer over them than over all the rest of the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grognard.atlas.geometry import Point, number

PEAK_SHADE = 'fill="#5a3f22" fill-opacity=".38"'
PEAK_LINE = 'fill="none" stroke="#4f371f" stroke-width="1.1" stroke-opacity=".72" stroke-linejoin="round"'
HUMP_LINE = 'fill="none" stroke="#6a5026" stroke-width="1.1" stroke-opacity=".62"'
HUMP_SIDE = 'fill="none" stroke="#6a5026" stroke-width=".8" stroke-opacity=".62"'
HUMP_STROKES = ("M2.5-1L3.7 2M4.6.4L5.6 2.6", HUMP_SIDE)
ROCK = 'fill="#7a5738" stroke="#3d2816" stroke-width="1.6" stroke-linejoin="round"'
SNOW = 'fill="#fbf7ec"'
DARK = 'fill="#000" fill-opacity=".22"'

STAMPS: dict[str, tuple[tuple[tuple[str, str], ...], ...]] = {
    "peaks": (
        (("M-1-9Q0-5-1-2 1 0 0 4H8Q6 1 4-1 2-3-1-9Z", PEAK_SHADE), ("M-8 4Q-5-1-1-9 2-3 4-1 6 1 8 4", PEAK_LINE)),
        (("M-2-7Q-1-4-2-1L0 4H8Q5 1 2-2 0-5-2-7Z", PEAK_SHADE), ("M-9 4Q-6 0-4-3L-2-7Q0-5 2-2 5 1 8 4", PEAK_LINE)),
        (("M0-8Q1-3 0-1L2 4H7L3-3Q2-5 0-8Z", PEAK_SHADE), ("M-7 4Q-4-2 0-8 2-5 3-3L7 4", PEAK_LINE)),
    ),
    "humps": (
        (("M-7 3Q-4-4 0-4T7 3", HUMP_LINE), HUMP_STROKES),
        (("M-6 2.5Q-3-3 1-3T7 3", HUMP_LINE), HUMP_STROKES),
        (("M-7 3Q-5-2-1-3.5T6 2.5", HUMP_LINE), HUMP_STROKES),
    ),
    "summit": (
        (
            ("M-13 6L-3-13 1-7 4-10 13 6Z", ROCK),
            ("M-3-13L1-7-1-4-3-6-5-3-6.4-6.6ZM4-10L6.8-5 4.6-6.4 3-5 2.3-8.3Z", SNOW),
            ("M1-7L4-10 13 6H3L0-1Z", DARK),
        ),
    ),
}
"""By kind, its variants, each of paths and their styles."""


class Stamp(NamedTuple):
    """One of them on the map."""

    kind: str
    variant: int
    at: Point
    scale: float


def stamped(stamps: Iterable[Stamp]) -> str:
    """Stamps that lie together."""
    styles: dict[str, list[str]] = {}
    for kind, variant, (x, y), scale in stamps:
        for path, style in STAMPS[kind][variant]:
            pieces = styles.setdefault(style, [])
            pieces += [f"M{number(x + dx)} {number(y + dy)}{rest}" for dx, dy, rest in _pieces(path, scale)]
    return "".join(f'<path d="{"".join(pieces)}" {style}/>' for style, pieces in styles.items())


@lru_cache(maxsize=256)
def _pieces(path: str, scale: float) -> tuple[tuple[float, float, str], ...]:
    """The parts of a path: where each begins, and how it goes on from there, whatever that place is."""
    out: list[tuple[float, float, str]] = []
    x = y = 0.0
    for command, text in re.findall(r"([MLQTHZ])([^MLQTHZ]*)", path):
        values = [scale * float(value) for value in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if command == "M":
            x, y = values
            out.append((x, y, ""))
            continue
        step = {"Q": 4, "H": 1}.get(command, 2)
        rest = command.lower()
        for k in range(0, len(values), step):
            xs, ys = values[k : k + step : 2], values[k + 1 : k + step : 2] or [y]
            pairs = [(px - x, py - y) for px, py in zip(xs, ys, strict=True)]
            rest += "".join(_signed(v) for pair in pairs for v in (pair[:1] if command == "H" else pair))
            x, y = xs[-1], ys[-1]
        begin_x, begin_y, before = out[-1]
        out[-1] = (begin_x, begin_y, before + rest)
    return tuple(out)


def _signed(value: float) -> str:
    """A number that may stand right after another one."""
    text = number(value)
    return text if text.startswith("-") else f" {text}"
