"""Small charts as SVG, in the ink of the page around them: lines over the turns, bars by turn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDE, HIGH = 560.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 132.0, 14.0, 34.0
DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""So that lines differ in more than colour."""


class Series(NamedTuple):
    """One line or one set of bars."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


def lines(title: str, unit: str, series: Sequence[Series], turns: int) -> str:
    """Values that hold until they change, from the start of turn 1 to the end of the last."""
    scale = _Scale([y for one in series for _, y in one.points], turns)
    out = []
    ends: list[tuple[float, Series, str]] = []
    for number, one in enumerate(series):
        path = f"M{scale.x(one.points[0][0]):.1f} {scale.y(one.points[0][1]):.1f}"
        path += "".join(f"H{scale.x(x):.1f}V{scale.y(y):.1f}" for x, y in one.points[1:])
        path += f"H{scale.x(turns + 1):.1f}"
        dash = DASHES[number % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        out.append(
            f'<path d="{path}" fill="none" stroke="{one.colour}" stroke-width="2.6"{dashed}>'
            f"<title>{escape(one.name)}</title></path>"
        )
        ends.append((scale.y(one.points[-1][1]), one, plain(one.points[-1][1])))
    out += _names(ends)
    return _framed(title, unit, scale, out)


def bars(title: str, unit: str, series: Sequence[Series], turns: int) -> str:
    """Amounts of each turn, side by side."""
    scale = _Scale([0.0, *(y for one in series for _, y in one.points)], turns)
    room = (scale.x(2) - scale.x(1)) * 0.8 / max(1, len(series))
    out = []
    for number, one in enumerate(series):
        for turn, value in one.points:
            left = scale.x(turn) + (scale.x(2) - scale.x(1)) * 0.1 + number * room
            top = scale.y(value)
            solid = "" if number % 2 == 0 else ' fill-opacity=".55"'
            out.append(
                f'<rect x="{left:.1f}" y="{top:.1f}" width="{max(room - 1, 1):.1f}" height="{scale.y(0) - top:.1f}" '
                f'fill="{one.colour}" stroke="{one.colour}"{solid}><title>{escape(one.name)}, turn {turn:g}: '
                f"{plain(value)} {escape(unit)}</title></rect>"
            )
    totals = [sum(y for _, y in one.points) for one in series]
    step = 16.0
    out += _names([(TOP + 10 + i * step, one, plain(totals[i])) for i, one in enumerate(series)])
    return _framed(title, unit, scale, out)


def plain(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.1f}".removesuffix(".0").replace("-", "−")


class _Scale:
    """From turns and values to places in the drawing."""

    def __init__(self, values: Sequence[float], turns: int) -> None:
        low, high = min([0.0, *values]), max([1.0, *values])
        step = _round_step((high - low) / 4)
        self.ticks = [step * i for i in range(floor(low / step), ceil(high / step) + 1)]
        self.turns = turns

    def x(self, turn: float) -> float:
        return LEFT + (turn - 1) / self.turns * (WIDE - LEFT - RIGHT)

    def y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return HIGH - BOTTOM - (value - low) / (high - low) * (HIGH - TOP - BOTTOM)


def _round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least 1."""
    power = 10 ** floor(log10(max(least, 1.0)))
    return float(next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least))


def _names(ends: list[tuple[float, Series, str]]) -> list[str]:
    """Names at the right edge, with the last value, moved apart where they would lie on each other."""
    out = []
    last = -99.0
    for y, one, value in sorted(ends, key=lambda end: end[0]):
        last = max(y + 4, last + 14)
        out.append(
            f'<text x="{WIDE - RIGHT + 8}" y="{last:.1f}" class="name"><tspan fill="{one.colour}">■</tspan> '
            f"{escape(one.name)} <tspan font-weight='bold'>{value}</tspan></text>"
        )
    return out


def _framed(title: str, unit: str, scale: _Scale, drawn: list[str]) -> str:
    grid = []
    for value in scale.ticks:
        y = scale.y(value)
        grid.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" class="grid"/>')
        grid.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{plain(value)}</text>')
    every = max(1, ceil(scale.turns / 16))
    for turn in range(1, scale.turns + 1, every):
        middle = (scale.x(turn) + scale.x(turn + 1)) / 2
        grid.append(f'<text x="{middle:.1f}" y="{HIGH - BOTTOM + 15}" text-anchor="middle">{turn}</text>')
    grid.append(
        f'<text x="{(LEFT + WIDE - RIGHT) / 2:.1f}" y="{HIGH - 4}" text-anchor="middle">turn</text>'
        f'<text x="12" y="{(HIGH - BOTTOM + TOP) / 2:.1f}" text-anchor="middle" '
        f'transform="rotate(-90 12 {(HIGH - BOTTOM + TOP) / 2:.1f})">{escape(unit)}</text>'
    )
    return (
        f'<figure class="plot"><figcaption>{escape(title)}</figcaption>'
        f'<svg viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" aria-label="{escape(title)}">{"".join(grid)}{"".join(drawn)}'
        "</svg></figure>"
    )
