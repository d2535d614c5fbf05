"""Worker process: takes one job after the other and is killed when a job exceeds its limits.

Processor time and memory are the kernel's business (`setrlimit`): no loop, however written, gets around them. Wall time
is kept by the process that waits. A worker that was killed is replaced when the next job comes.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing import connection
from pathlib import Path
from typing import Any

from grognard import games, interrupt, large_pages
from grognard.kernel.flow import Refused
from grognard.work.limits import Limits

try:
    import resource
except ImportError:  # where there are no such limits, wall time alone is kept
    resource = None  # type: ignore[assignment]

DONE, REFUSED, OVERRUN, FAILED = range(4)

Job = tuple[Callable[..., Any], tuple[Any, ...]]


class Overrun(Exception):
    """The job cost more than it may, and was ended."""


class Broken(Exception):
    """The worker is gone, and not because of a limit."""


class Failed(Exception):
    """The job itself failed; the worker's own record of it is in the message."""


class Worker:
    """The near end of a worker process. `do` blocks, and is called in a thread; `kill` may be called from any."""

    def __init__(self, limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")
        self._limits = limits
        self._using = threading.RLock()
        self._line, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far, limits, games.own_folders()), daemon=True)
        with interrupt.unheard():
            self._process.start()
        far.close()
        self.is_alive = True

    def do(self, job: Job) -> Any:
        """The result of the job."""
        with self._using:
            return self._answer(job)

    def _answer(self, job: Job) -> Any:
        try:
            self._line.send(job)
            if not self._line.poll(self._limits.wall):
                self.kill()
                raise Overrun
            kind, value = self._line.recv()
        except (EOFError, OSError):
            self.kill()
            limits = (-signal.SIGXCPU,) if hasattr(signal, "SIGXCPU") else ()
            if self._process.exitcode in limits:
                raise Overrun from None
            raise Broken from None
        if kind == OVERRUN:
            self.kill()  # what is left of its memory is not worth keeping
            raise Overrun
        if kind == REFUSED:
            raise Refused(value)
        if kind == FAILED:
            raise Failed(value)
        return value

    def kill(self) -> None:
        """End the process, whatever it does. The waiting side hears that it is gone, and closes it: the number
        of a file that is closed under a thread, or twice, may be another file's by then."""
        self.is_alive = False
        self._process.kill()
        with self._using:
            self._process.join()
            self._line.close()


def _serve(line: connection.Connection, limits: Limits, folders: dict[str, Path]) -> None:
    """In the new process: keep out of the way, know the same games, do not outlive the server, and work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(limits.patience)
    for game, folder in folders.items():
        games.use(game, folder)
    threading.Thread(target=_follow, daemon=True).start()
    large_pages.keep()
    if resource is not None:
        # macOS knows this limit and will not have it set: wall time and processor time are kept there all the same.
        with contextlib.suppress(*(() if sys.platform == "linux" else (ValueError, OSError))):
            resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        try:
            work, given = line.recv()
        except EOFError:
            return
        _allow(limits.processor)
        line.send(_done(work, given))


def _done(work: Callable[..., Any], given: tuple[Any, ...]) -> tuple[int, Any]:
    try:
        return DONE, work(*given)
    except Refused as refused:
        return REFUSED, str(refused)
    except (MemoryError, RecursionError):
        return OVERRUN, None
    except Exception:
        return FAILED, traceback.format_exc()


def _allow(seconds: int) -> None:
    """From now on so much processor time; the kernel ends the process at its end."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, hard))


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    connection.wait([server.sentinel])
    os._exit(0)
