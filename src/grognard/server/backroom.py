"""The back room: one process beside the server, for work that would hold up decisions if it shared its processor time.

It is opened when it is first needed, takes one job at a time in the order they come, at low priority, and ends with the
server, however that ends.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from pathlib import Path
from typing import TypeVar

from grognard import games, interrupt
from grognard.server.errors import ApiError

PATIENCE = 10
"""How much the back room yields to everything else, as `nice` counts it."""

_T = TypeVar("_T")


class Backroom:
    """Where long work is done."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, work: Callable[..., _T], *given: object) -> _T:
        """Have a function of a module called with plain values; one that brings the room down is tried once more."""
        for _ in range(2):
            pool = self._pool = self._pool or _open()
            try:
                with interrupt.unheard():  # the process is started with the first job
                    job = pool.submit(work, *given)
                return await asyncio.wrap_future(job)
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                self._pool = None
        raise ApiError(500, "fault", "The program failed at this; the position is unchanged.")

    def close(self) -> None:
        """Finish the job at hand and let the others go."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _open() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin, (games.own_folders(),))


def _begin(folders: dict[str, Path]) -> None:
    """In the new process: keep out of the way, know the same games, and do not outlive the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    for game, folder in folders.items():
        games.use(game, folder)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    connection.wait([server.sentinel])
    os._exit(0)
