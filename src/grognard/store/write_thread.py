"""Write thread: waiting jobs are run together in one transaction.

Every accepted decision is on disk before anybody is told of it. A sync per decision would be dear, so the writer takes
all jobs that are waiting: the busier the server, the larger the groups.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from grognard.store.interface import Change, DamagedError, OvertakenError, StoreError, TooManyError

LARGEST_GROUP = 256
CLOSED = "The store of matches is closed."

Connection = TypeVar("Connection")
_T = TypeVar("_T")
Waiting = Future[Any] | asyncio.Future[Any]
Outcome = tuple[Waiting, Any, Exception | None]


class Writer(ABC, Generic[Connection]):
    """Runs jobs in groups on a thread of its own. An engine says how a group is run."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[tuple[Any, Waiting] | None] = queue.SimpleQueue()
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name=name, daemon=True)

    def change(self, change: Change) -> Future[None]:
        """Add decisions to a match, or take some back; refused when another process wrote to it meanwhile."""
        return self._put(change)

    def written(self, change: Change) -> asyncio.Future[None]:
        """The same for callers that wait in an event loop: the answers to a group come back to it in one go."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            future.set_exception(StoreError(CLOSED))
        else:
            self._jobs.put((change, future))
        return future

    def waiting(self) -> int:
        """The number of waiting calls."""
        return self._jobs.qsize()

    def _start(self) -> None:
        self._thread.start()

    def _stop(self) -> None:
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()

    def _call(self, work: Callable[[Connection], _T]) -> Future[_T]:
        return self._put(work)

    def _put(self, work: Any) -> Future[Any]:
        future: Future[Any] = Future()
        # What was handed over is always carried out: nobody may call it off half-way.
        future.set_running_or_notify_cancel()
        if self._is_closed:
            future.set_exception(StoreError(CLOSED))
        else:
            self._jobs.put((work, future))
        return future

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            ending = False
            with contextlib.suppress(queue.Empty):
                while len(group) < LARGEST_GROUP:
                    waiting = self._jobs.get_nowait()
                    if waiting is None:
                        ending = True
                        break
                    group.append(waiting)
            self._answer(group)
            if ending:
                return

    def _answer(self, group: list[tuple[Any, Waiting]]) -> None:
        changes = [(work, future) for work, future in group if isinstance(work, Change)]
        others = [(work, future) for work, future in group if not isinstance(work, Change)]
        try:
            outcomes = self._run(changes, others)
        except Exception as error:
            outcomes = [(future, None, error) for _, future in group]
        in_loops: dict[asyncio.AbstractEventLoop, list[Outcome]] = {}
        for outcome in outcomes:
            if isinstance(outcome[0], asyncio.Future):
                in_loops.setdefault(outcome[0].get_loop(), []).append(outcome)
            else:
                self._answered([outcome])
        for loop, settled in in_loops.items():
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._answered, settled)

    def _answered(self, outcomes: list[Outcome]) -> None:
        try:
            self._check()
        except StoreError as problem:
            outcomes = [(future, None, problem) for future, _, _ in outcomes]
        _settle(outcomes)

    def _check(self) -> None:
        """Before anybody is answered: is what was written kept?"""

    @abstractmethod
    def _run(
        self,
        changes: list[tuple[Change, Waiting]],
        others: list[tuple[Callable[[Connection], Any], Waiting]],
    ) -> list[Outcome]:
        """One transaction for all; a job that fails is undone by itself and the others stand."""


def _settle(outcomes: list[Outcome]) -> None:
    """Say to those who wait what came of it."""
    for future, result, problem in outcomes:
        if future.done():  # who waited in a loop has gone
            continue
        if problem is None:
            future.set_result(result)
        elif isinstance(problem, (OvertakenError, DamagedError, TooManyError, StoreError)):
            future.set_exception(problem)
        else:
            failed = StoreError(f"The store of matches failed: {problem}")
            failed.__cause__ = problem
            future.set_exception(failed)
