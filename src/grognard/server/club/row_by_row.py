"""Work on many rows, each by itself: one that fails is put off and reported once, and the others go on."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable

PUT_OFF = 600.0
"""Seconds after which a row that failed is tried again."""
_log = logging.getLogger("grognard")


class RowByRow:
    """The rows that are put off, and work on all others."""

    def __init__(self) -> None:
        self._until: dict[tuple[str, str], float] = {}

    @property
    def put_off(self) -> int:
        """The number of rows that failed lately: a figure for anyone who runs the server."""
        now = time.monotonic()
        return sum(until > now for until in self._until.values())

    async def each(self, what: str, idents: Iterable[str], work: Callable[[str], Awaitable[object]]) -> None:
        """Do the work for each row that is not put off."""
        for ident in idents:
            if self._until.get((what, ident), 0.0) > time.monotonic():
                continue
            try:
                await work(ident)
            except Exception as failed:
                known = (what, ident) in self._until
                self._until[what, ident] = time.monotonic() + PUT_OFF
                if not known:
                    _log.error(
                        "%s of %s: %s. It is put off for %d minutes at a time; `grognard doctor` looks at the store.",
                        what, ident, str(failed).rstrip(".") or type(failed).__name__, PUT_OFF // 60, exc_info=failed,
                    )  # fmt: skip
            else:
                self._until.pop((what, ident), None)
