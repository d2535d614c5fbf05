"""The scheduler of `grognard lab` on more workers than this machine has: a simulation.

    python bench/scheduler.py STUDY --seconds 2.0 --handing 0.004

Chunks of a study go to workers as `lab/executors.py` gives them out: so many are out at once, and one process takes the
results in, writes them, and gives out the next. How long a game takes is drawn from a study's own games (decisions,
scaled to `--seconds` of mean processor time a game); `--handing` is what the one process needs to take a chunk in and
write it. Nothing else is simulated: no network, no machine that is slower than another, no worker that dies.
"""

from __future__ import annotations

import argparse
import heapq
import random
from collections import deque
from pathlib import Path

from grognard.lab.study import Study

AHEAD = 4


def played(workers: int, chunks: list[float], handing: float) -> float:
    """Seconds until the last chunk is written."""
    waiting = list(reversed(chunks))
    queue = deque((0.0, waiting.pop()) for _ in range(min(AHEAD * workers, len(waiting))))
    """Chunks that are out and not begun: when each was given out, and how long it takes."""
    free = [0.0] * workers
    done: list[float] = []
    writer = 0.0
    while queue or done:
        # Who is free first begins the oldest chunk, unless a chunk is finished before that.
        if queue and (not done or max(free[0], queue[0][0]) <= done[0]):
            given, takes = queue.popleft()
            ends = max(heapq.heappop(free), given) + takes
            heapq.heappush(free, ends)
            heapq.heappush(done, ends)
            continue
        writer = max(writer, heapq.heappop(done)) + handing
        if waiting:
            queue.append((writer, waiting.pop()))
    return writer


def main() -> None:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--chunk", type=int, default=20)
    parser.add_argument("--seconds", type=float, required=True, help="mean processor time of a game")
    parser.add_argument("--handing", type=float, required=True, help="seconds to take in and write one chunk")
    chosen = parser.parse_args()
    decisions = [row.result.decisions for row in Study.open(chosen.study).rows()]
    scale = chosen.seconds * len(decisions) / sum(decisions)
    rng = random.Random(1)
    chunks = [
        scale * sum(rng.choice(decisions) for _ in range(min(chosen.chunk, chosen.games - first)))
        for first in range(0, chosen.games, chosen.chunk)
    ]
    alone = sum(chunks) + chosen.handing * len(chunks)
    for workers in (1, 2, 8, 64, 512):
        seconds = played(workers, chunks, chosen.handing)
        print(
            f"{workers:>4} workers: {seconds / 3600:>9.2f} h, {alone / seconds:>6.1f} times one, "
            f"{100 * alone / seconds / workers:.0f} % of the ideal",
            flush=True,
        )


if __name__ == "__main__":
    main()
