"""Work spread over processes that share nothing and end with the process that started them."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from grognard import interrupt, large_pages
from grognard.kernel.flow import Refused

AHEAD = 2
"""Things that a worker has before it, so that it never waits for the next."""
LOOK = 0.5
"""Seconds after which a process that waits for results looks up."""

_T = TypeVar("_T")
_R = TypeVar("_R")


def spread(work: Callable[[_T], _R], things: Iterable[_T], jobs: int) -> Generator[_R, None, None]:
    """Results of `work` for each thing, in the order in which they are done. An exception of `work` is raised here."""
    left = iter(things)
    hired: dict[Any, BaseProcess] = {}
    owed: dict[Any, int] = {}

    def give(worker: Any) -> None:
        for thing in left:
            worker.send(thing)
            owed[worker] = owed.get(worker, 0) + 1
            return

    try:
        for _ in range(jobs):
            with interrupt.held(), interrupt.unheard():
                ours, process = _hire(work)
                hired[ours] = process
            for _ in range(AHEAD):
                give(ours)
        while any(owed.values()):
            interrupt.check()
            for worker in connection.wait([each for each, count in owed.items() if count], LOOK):
                done, result = _answer(worker)
                owed[worker] -= 1
                give(worker)
                if not done:
                    raise result
                yield result
    finally:
        with interrupt.held(last=True):
            for process in hired.values():
                process.terminate()
            for process in hired.values():
                process.join(interrupt.FAREWELL)
                process.kill()


def _hire(work: Callable[[_T], _R]) -> tuple[Any, BaseProcess]:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_labour, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _answer(worker: Any) -> tuple[bool, Any]:
    try:
        answer: tuple[bool, Any] = worker.recv()
        return answer
    except (EOFError, OSError):
        raise Refused("A process that was at work for this has died.") from None


def _labour(orders: Any, work: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, interrupt.leave)
    threading.Thread(target=_follow, daemon=True).start()
    large_pages.keep()
    while True:
        thing = orders.recv()
        try:
            answer = (True, work(thing))
        except Exception as error:
            answer = (False, error)
        orders.send(answer)


def _follow() -> None:
    """End with the process that hired this one, however that ends."""
    above = multiprocessing.parent_process()
    assert above is not None
    connection.wait([above.sentinel])
    interrupt.leave()
