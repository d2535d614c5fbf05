"""Queue of one kind of work, in which owners take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from grognard.work.limits import LIMITS, Limits
from grognard.work.worker import Broken, Job, Worker

_T = TypeVar("_T")


class QueueFull(Exception):
    """The owner has too many jobs waiting."""


class Queue:
    """One kind of work: its queue and its workers, which are started when they are first needed."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._waiting: OrderedDict[str, deque[tuple[Job, asyncio.Future[Any]]]] = OrderedDict()
        self._idle: list[Worker] = []
        self._busy: dict[asyncio.Future[Any], Worker] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(limits.workers, "queue")
        self.is_closed = False

    @property
    def length(self) -> int:
        """The number of waiting jobs."""
        return sum(map(len, self._waiting.values()))

    async def do(self, owner: str, work: Callable[..., _T], *given: Any) -> _T:
        """Have a function of a module called with plain values, when the owner's turn comes.

        Cancelling the wait cancels the job: it leaves the queue, or ends together with its worker.
        """
        queue = self._waiting.setdefault(owner, deque())
        if len(queue) >= self.limits.waiting:
            raise QueueFull
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue.append(((work, given), done))
        self._begin()
        try:
            result: _T = await done
            return result
        finally:
            self._call_off(owner, done)

    def _begin(self) -> None:
        """Start as many jobs as there are workers for, the owners in turn."""
        while self._waiting and len(self._running) < self.limits.workers and not self.is_closed:
            owner, queue = next(iter(self._waiting.items()))
            job, done = queue.popleft()
            del self._waiting[owner]
            if queue:
                self._waiting[owner] = queue  # behind everybody else
            task = asyncio.create_task(self._run(job, done))
            self._running.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._begin()

    async def _run(self, job: Job, done: asyncio.Future[Any]) -> None:
        """One job; a worker that went down by itself is replaced, and the job tried once more."""
        loop = asyncio.get_running_loop()
        for last in (False, True):
            if done.done():
                return
            worker = self._idle.pop() if self._idle else await loop.run_in_executor(self._threads, Worker, self.limits)
            self._busy[done] = worker
            try:
                result = await loop.run_in_executor(self._threads, worker.do, job)
            except Broken as broken:
                if last and not done.done():
                    done.set_exception(broken)
                continue
            except Exception as problem:
                if not done.done():
                    done.set_exception(problem)
            else:
                if not done.done():
                    done.set_result(result)
            finally:
                self._busy.pop(done, None)
                if worker.is_alive and not self.is_closed:
                    self._idle.append(worker)
            return

    def _call_off(self, owner: str, done: asyncio.Future[Any]) -> None:
        """Nobody waits for it any more."""
        queue = self._waiting.get(owner)
        if queue is not None:
            kept = deque(entry for entry in queue if entry[1] is not done)
            if kept:
                self._waiting[owner] = kept
            else:
                del self._waiting[owner]
        worker = self._busy.get(done)
        if worker is not None:
            worker.kill()

    async def close(self) -> None:
        """End all workers, whatever they do."""
        self.is_closed = True
        self._waiting.clear()
        for done, worker in list(self._busy.items()):
            done.cancel()
            worker.kill()
        for worker in self._idle:
            worker.kill()
        self._idle.clear()
        if self._running:
            await asyncio.wait(self._running)
        self._threads.shutdown(wait=False)


class Queues:
    """All kinds of work of one server."""

    def __init__(self) -> None:
        self._queues = {kind: Queue(limits) for kind, limits in LIMITS.items()}

    def __getitem__(self, kind: str) -> Queue:
        return self._queues[kind]

    async def close(self) -> None:
        """End all workers."""
        for queue in self._queues.values():
            await queue.close()
