"""Garbage collection is made rare: positions, events and records hold no cycles.

A record that is played again spent a ninth to a sixth of its time on that: anyone who makes so many of them has it look
seldom.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

SELDOM = (50_000, 20, 100)
"""Thresholds, as `gc.set_threshold` takes them."""

_books = Lock()
_held = 0
_before = gc.get_threshold()


@contextmanager
def seldom() -> Iterator[None]:
    """The collector looks seldom, until everybody who has asked for it is done."""
    global _held, _before
    with _books:
        if not _held:
            _before = gc.get_threshold()
            gc.set_threshold(*SELDOM)
        _held += 1
    try:
        yield
    finally:
        with _books:
            _held -= 1
            if not _held and gc.get_threshold() == SELDOM:  # else somebody has set others meanwhile
                gc.set_threshold(*_before)
