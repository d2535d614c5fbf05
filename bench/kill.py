"""Kill servers while people play: `python bench/kill.py --kills 1000`. Takes hours at full length.

With `--keep FILE` it goes in rounds, each on a fresh store and with a seed of its own, and adds a line of JSON per
round; begun again, it goes on where it was. `--tell` only adds up what is there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grognard.lab.confidence_intervals import quantile
from grognard.lab.crash_test import kill
from grognard.lab.postgres_cluster import Cluster

WAYS = {"sqlite": 1, "postgresql": 1, "postgresql, two processes": 2}
ROUND = 20


def rounds(kills: int, done: list[dict[str, Any]]) -> Iterator[tuple[str, int, int]]:
    """What is left to do, the ways in turn: the way, how many kills, and the round's own seed."""
    left = {
        way: kills // len(WAYS) + (number < kills % len(WAYS)) - sum(r["kills"] for r in done if r["way"] == way)
        for number, way in enumerate(WAYS)
    }
    seed = max((r["seed"] for r in done), default=100)
    while any(count > 0 for count in left.values()):
        for way, count in left.items():
            if count > 0:
                seed += 1
                yield way, min(ROUND, count), seed
                left[way] = count - ROUND


def one(way: str, kills: int, seed: int, clients: int, cluster: Cluster) -> dict[str, Any]:
    """One round, told as a line of the file."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "m.sqlite" if way == "sqlite" else cluster.fresh()
        outcome = kill(db, kills, WAYS[way], clients, seed)
    return {
        "way": way,
        "seed": seed,
        "kills": outcome.kills,
        "decisions": outcome.decisions,
        "away": [round(seconds, 3) for seconds in outcome.away],
        "problems": outcome.problems,
        "seconds": round(time.monotonic() - began),
        "load": round(os.getloadavg()[0], 1),
    }


def tell(done: list[dict[str, Any]]) -> None:
    """Everything added up."""
    for way in WAYS:
        of = [r for r in done if r["way"] == way]
        away = [seconds for r in of for seconds in r["away"]] or [0.0]
        print(
            f"{way}: {sum(r['kills'] for r in of)} kills, {sum(r['decisions'] for r in of):,} decisions acknowledged, "
            f"{sum(len(r['problems']) for r in of)} problems; without a server for {quantile(away, 0.5):.2f} s "
            f"(median), {quantile(away, 0.99):.2f} s (99 of 100), {max(away):.2f} s at most; "
            f"{sum(r['seconds'] for r in of):,} s, load average up to {max((r['load'] for r in of), default=0):.1f}"
        )
        for r in of:
            for problem in r["problems"]:
                print(f"  {problem} (seed {r['seed']})")


def main() -> int:
    """Kill, look, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000, help="in all, shared out evenly (default: 1000)")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--keep", type=Path, help="a file of what was done, to go on from")
    parser.add_argument("--tell", action="store_true", help="only tell what the file holds")
    chosen = parser.parse_args()
    kept = chosen.keep is not None and chosen.keep.exists()
    done = [json.loads(line) for line in chosen.keep.read_text("utf-8").splitlines()] if kept else []
    if not chosen.tell:
        cluster = Cluster()
        try:
            for way, kills, seed in rounds(chosen.kills, done):
                done.append(one(way, kills, seed, chosen.clients, cluster))
                print(json.dumps({**done[-1], "away": max(done[-1]["away"], default=0)}), flush=True)
                if chosen.keep is not None:
                    with chosen.keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(done[-1]) + "\n")
        finally:
            cluster.stop()
    tell(done)
    return 1 if any(r["problems"] for r in done) else 0


if __name__ == "__main__":
    sys.exit(main())
