"""Worker processes: whatever a job does, it ends, it costs what it may, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import misbehaving_jobs
from async_waiting import wait_for
from grognard.kernel.flow import Refused
from grognard.work.limits import MB, Limits
from grognard.work.queue import Queue, QueueFull
from grognard.work.worker import Broken, Failed, Overrun, Worker

SMALL = Limits(processor=1, memory=700 * MB, wall=60, workers=1, waiting=3)


def test_a_job_that_does_not_end_is_ended_and_the_next_is_done() -> None:
    async def work() -> None:
        lane = Queue(SMALL)
        first = await lane.do("a", misbehaving_jobs.number)
        with pytest.raises(Overrun):
            await lane.do("a", misbehaving_jobs.ever)
        with pytest.raises(Overrun):
            await lane.do("a", misbehaving_jobs.hungry)
        with pytest.raises(Refused, match="Not here"):
            await lane.do("a", misbehaving_jobs.refusing)
        with pytest.raises(Failed, match="a fault of ours"):
            await lane.do("a", misbehaving_jobs.failing)
        with pytest.raises(Broken):
            await lane.do("a", misbehaving_jobs.dying)
        second = await lane.do("a", misbehaving_jobs.number)
        assert second != first
        assert await lane.do("b", misbehaving_jobs.number) == second, "a worker that is in order is kept"
        await lane.close()

    wait_for(work())


def test_a_job_that_only_waits_is_ended_by_the_clock() -> None:
    async def work() -> None:
        lane = Queue(SMALL._replace(wall=3))
        with pytest.raises(Overrun):
            await lane.do("a", misbehaving_jobs.sleeping)
        await lane.close()

    wait_for(work())


def test_owners_take_turns_and_none_has_too_many_waiting(tmp_path: Path) -> None:
    note = str(tmp_path / "order")

    async def work() -> None:
        lane = Queue(SMALL)
        await lane.do("warm", misbehaving_jobs.number)
        jobs = [asyncio.create_task(lane.do("many", misbehaving_jobs.noting, note, f"many {n}", 0.2)) for n in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await lane.do("many", misbehaving_jobs.noting, note, "one too many")
        jobs.append(asyncio.create_task(lane.do("few", misbehaving_jobs.noting, note, "few")))
        await asyncio.gather(*jobs)
        await lane.close()

    wait_for(work())
    done = Path(note).read_text().split("\n")[:-1]
    assert done.index("few") <= 2
    assert done[0] == "many 0"
    assert len(done) == 5


def test_who_goes_away_takes_his_jobs_with_him(tmp_path: Path) -> None:
    note = str(tmp_path / "order")

    async def work() -> None:
        lane = Queue(SMALL)
        await lane.do("warm", misbehaving_jobs.number)
        running = asyncio.create_task(lane.do("a", misbehaving_jobs.sleeping))
        waiting = asyncio.create_task(lane.do("a", misbehaving_jobs.noting, note, "abandoned"))
        await asyncio.sleep(0.1)
        assert lane.length == 1
        waiting.cancel()
        running.cancel()
        await asyncio.wait([running, waiting])
        assert lane.length == 0
        begun = time.monotonic()
        await lane.do("b", misbehaving_jobs.noting, note, "next")
        assert time.monotonic() - begun < SMALL.wall
        await lane.close()

    wait_for(work())
    assert Path(note).read_text() == "next\n"


class Slow(Connection):
    """A line that takes its time to close, so that whoever closes it too does so meanwhile."""

    def _close(self) -> None:
        time.sleep(0.2)
        super()._close()  # type: ignore[misc]


def test_a_worker_is_killed_while_it_is_waited_for_and_its_line_is_closed_once() -> None:
    """The number of a file that is closed twice may be another file's by then: a socket's, or the database's."""
    worker = Worker(SMALL)
    worker._line.__class__ = Slow
    with ThreadPoolExecutor(1) as thread:
        waits = thread.submit(worker.do, (misbehaving_jobs.sleeping, ()))
        time.sleep(0.2)
        worker.kill()
        with pytest.raises(Broken):
            waits.result()
