"""Standstills: when the machine stood still or no server ran, so that nobody's clock counts that time.

A thread of its own notes every two seconds that the server is alive. A gap counts as a standstill only where the
machine stood still: a request that keeps this process busy uses processor time, and a system clock that is set forward
leaves the machine's own measure of time as it was.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from grognard.club.clock import Span
from grognard.store.interface import StoreError

BEAT = 2.0
"""Seconds between two notes."""
GAP = 8.0
"""Seconds without a note after which time is said to have stood still."""
BUSY = 0.5
"""Share of a gap that this process must have worked to be the cause of it."""
_log = logging.getLogger("grognard")


class Witness:
    """A process's own measure of the time since it last looked."""

    def __init__(self, elapsed: Callable[[], float] | None = None, worked: Callable[[], float] | None = None) -> None:
        self._elapsed = elapsed or _since_boot
        self._worked = worked or time.process_time
        self._before: tuple[float, float] | None = None

    def stood_still(self) -> float | None:
        """For how many seconds the machine stood still since the last look; None at the first look."""
        now, before = (self._elapsed(), self._worked()), self._before
        self._before = now
        if before is None:
            return None
        gap, worked = now[0] - before[0], now[1] - before[1]
        return 0.0 if worked > gap * BUSY else gap


class Heartbeat:
    """The thread that notes that the server is alive."""

    def __init__(self, note: Callable[[float, float | None], Span | None]) -> None:
        """`note` is `Lobby.beat`."""
        self._note = note
        self._witness = Witness()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self.found_standstill = threading.Event()
        self.noted = threading.Event()
        """Set after the first note: before, nobody knows for how long no server ran."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, after the note that is being written."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(BEAT)

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                if self._note(time.time(), self._witness.stood_still()) is not None:
                    self.found_standstill.set()
                self.noted.set()
            except StoreError as failed:
                _log.warning("It could not be noted that the server is alive: %s", failed)
            except Exception:
                _log.exception("It could not be noted that the server is alive.")
            self._ending.wait(BEAT)


def _since_boot() -> float:
    """Seconds that no change of the system clock touches; on Linux the time that a machine slept is among them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
