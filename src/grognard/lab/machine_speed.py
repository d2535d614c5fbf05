"""Speed of the machine: the time plain Python takes for one fixed search."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Self

COLUMNS, ROWS = 40, 30
USUAL = 60.0
"""Microseconds on the machine that the targets were set on."""

SLICE = 0.005
"""Seconds of work between two looks at the yardstick."""

_ALL = (1 << COLUMNS * ROWS) - 1
_EVEN = sum(1 << row * COLUMNS + column for row in range(ROWS) for column in range(0, COLUMNS, 2))
_FIRST = sum(1 << row * COLUMNS for row in range(ROWS))
_LAST = _FIRST << COLUMNS - 1
_MIDDLE = ROWS // 2 * COLUMNS + COLUMNS // 2


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
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        search(_MIDDLE)
        best = min(best, time.perf_counter() - began)
    return best * 1e6


class Stopwatch:
    """The processor time of what is done in its block, and what it would have been on the usual machine.

    A machine that is shared changes its pace from one second to the next. So the work is stopped every few
    milliseconds for some searches, which are not counted, and each slice is weighed by the searches at its two ends.
    Where there is no such alarm (on Windows, or beside the main thread) the searches before and after have to do.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        """As they went by here."""
        self.usual = 0.0
        """The same at the usual calibration."""
        self.slices = 0

    @property
    def speed(self) -> float:
        """The ratio of this machine's time to the usual one's meanwhile."""
        return self.seconds / self.usual if self.usual else calibration(100) / USUAL

    def __enter__(self) -> Self:
        self._alarmed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._before: Any = signal.signal(signal.SIGPROF, self._pause) if self._alarmed else None
        self._yardstick = _searches()
        if self._alarmed:
            signal.setitimer(signal.ITIMER_PROF, SLICE, SLICE)
        self._began = time.thread_time()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ended = time.thread_time()
        if self._alarmed:
            signal.setitimer(signal.ITIMER_PROF, 0)
        self._count(ended)
        if self._alarmed:
            signal.signal(signal.SIGPROF, self._before)

    def _pause(self, number: int, frame: FrameType | None) -> None:
        self._count(time.thread_time())
        self._began = time.thread_time()

    def _count(self, ended: float) -> None:
        took, yardstick = ended - self._began, _searches()
        self.seconds += took
        self.usual += took * 2 * USUAL / (self._yardstick + yardstick)
        self._yardstick = yardstick
        self.slices += 1


def _searches() -> float:
    """Microseconds of processor time for a search: the mean of five, after three that find the caches cold."""
    for _ in range(3):
        search(_MIDDLE)
    began = time.thread_time()
    for _ in range(5):
        search(_MIDDLE)
    return (time.thread_time() - began) / 5 * 1e6
