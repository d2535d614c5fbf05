"""A yardstick for machines: how long plain Python takes for one fixed search."""

from __future__ import annotations

import time

COLUMNS, ROWS = 40, 30
USUAL = 60.0
"""Microseconds on the machine that the targets were set on."""

_ALL = (1 << COLUMNS * ROWS) - 1
_EVEN = sum(1 << row * COLUMNS + column for row in range(ROWS) for column in range(0, COLUMNS, 2))
_FIRST = sum(1 << row * COLUMNS for row in range(ROWS))
_LAST = _FIRST << COLUMNS - 1


def search(start: int) -> int:
    """A breadth-first search over 1,200 hexes, set by set: how many steps until every hex is reached."""
    steps = 0
    seen = frontier = 1 << start
    while True:
        even, odd = frontier & _EVEN, frontier & ~_EVEN
        beside_even = (even & ~_FIRST) >> 1 | (even & ~_LAST) << 1
        beside_odd = (odd & ~_FIRST) >> 1 | (odd & ~_LAST) << 1
        near = frontier >> COLUMNS | frontier << COLUMNS | beside_even | beside_odd
        near |= beside_even >> COLUMNS | beside_odd << COLUMNS
        frontier = near & _ALL & ~seen
        if not frontier:
            return steps
        seen |= frontier
        steps += 1


def calibration(rounds: int = 400) -> float:
    """Microseconds for the search from the middle of the map: the best of many rounds."""
    start = ROWS // 2 * COLUMNS + COLUMNS // 2
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        search(start)
        best = min(best, time.perf_counter() - began)
    return best * 1e6
