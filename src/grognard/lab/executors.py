"""Executors of a study's games: this process, several of this machine, or a Ray cluster.

Any worker may play a chunk: its rows are the same; so workers may come, go and die as they like.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from grognard import extras, interrupt
from grognard.kernel.flow import Refused
from grognard.lab.game_observer import Watched
from grognard.lab.process_pool import spread
from grognard.lab.simulate import Plan
from grognard.lab.study import Engine, Played, play_chunk

T = TypeVar("T")
RAY = "ray"
AHEAD = 4
"""Chunks that are given out per worker beyond the one it plays, so that none waits for the next."""


def here(plan: Plan, chunks: list[range]) -> Played:
    """One game after the other."""
    for numbers in chunks:
        yield numbers, play_chunk(plan, numbers)


def processes(jobs: int) -> Engine:
    """Several processes of this machine."""

    def played(plan: Plan, chunks: list[range]) -> Played:
        return spread(partial(_chunk, plan), chunks, min(jobs, len(chunks)))

    return here if jobs == 1 else played


def _chunk(plan: Plan, numbers: range) -> tuple[range, list[Watched]]:
    return numbers, play_chunk(plan, numbers)


def several(work: Callable[[int], T], numbers: range, jobs: int) -> list[T]:
    """The answers for several numbers, in order, from several processes."""
    if jobs == 1 or len(numbers) < 2:
        return [work(number) for number in numbers]
    answers = dict(spread(partial(_numbered, work), numbers, min(jobs, len(numbers))))
    return [answers[number] for number in numbers]


def _numbered(work: Callable[[int], T], number: int) -> tuple[int, T]:
    return number, work(number)


def cluster(address: str, workers: int | None = None) -> Engine:
    """A Ray cluster: `ray` starts one on this machine, `ray://HOST:PORT` joins one that is there."""

    def played(plan: Plan, chunks: list[range]) -> Played:
        ray = _joined(address, workers)
        try:
            yield from _given_out(ray, plan, chunks)
        finally:
            ray.shutdown()

    return played


def _joined(address: str, workers: int | None) -> Any:
    try:
        import ray
    except ImportError:
        raise Refused(f"Playing on a Ray cluster needs Ray: {extras.install('cluster')}.") from None
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == RAY:
            ray.init(num_cpus=workers, include_dashboard=False, **settings)
        else:
            ray.init(address, **settings)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise Refused(f"There is no Ray cluster at {address}: {str(error).splitlines()[0].rstrip('.')}.") from None
    return ray


def _given_out(ray: Any, plan: Plan, chunks: list[range]) -> Played:
    """Each chunk to a worker that is free; one whose worker died is given out again, for ever."""
    task: Callable[..., Any] = ray.remote(play_chunk).options(max_retries=-1, num_cpus=1).remote
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = list(reversed(chunks))
    out: dict[Any, range] = {}
    while waiting or out:
        while waiting and len(out) < most:
            numbers = waiting.pop()
            out[task(plan, numbers)] = numbers
        interrupt.check()
        done, _ = ray.wait(list(out), num_returns=1, timeout=1.0)
        for ready in done:
            yield out.pop(ready), ray.get(ready)


def engine(on: str, jobs: int) -> Engine:
    """The executor that `--on` and `--jobs` name."""
    if not on:
        return processes(jobs)
    if on == RAY or on.startswith(f"{RAY}://"):
        return cluster(on, jobs if on == RAY else None)
    raise Refused(f"--on takes {RAY} or {RAY}://HOST:PORT, not {on!r}.")
