"""Kill servers while people play: `python bench/kill.py --kills 1000`. Takes hours at full length; see --help."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from grognard.lab.cluster import Cluster
from grognard.lab.killing import kill
from grognard.lab.statistics import quantile

WAYS = {"sqlite": 1, "postgresql": 1, "postgresql, two processes": 2}


def main() -> int:
    """Kill, look, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="in all, shared out evenly (default: 1000)")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    cluster = Cluster()
    wrong = 0
    for number, (name, processes) in enumerate(WAYS.items()):
        share = chosen.kills // len(WAYS) + (number < chosen.kills % len(WAYS))
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            db = Path(folder) / "m.sqlite" if name == "sqlite" else cluster.fresh()
            outcome = kill(db, share, processes, chosen.clients, chosen.seed, _say)
        away = outcome.away or [0.0]
        print(
            f"{name}: {outcome.kills} kills, {outcome.decisions:,} decisions acknowledged, {len(outcome.problems)} "
            f"problems; without a server for {quantile(away, 0.5):.2f} s (median), {max(away):.2f} s at most; "
            f"{time.monotonic() - began:.0f} s, load average {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        for problem in outcome.problems:
            print(f"  {problem}")
        wrong += len(outcome.problems)
    cluster.stop()
    return 1 if wrong else 0


def _say(line: str) -> None:
    print(f"  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
