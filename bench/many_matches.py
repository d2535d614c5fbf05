"""A store full of finished matches: `python bench/many_matches.py --matches 100000 [--db postgresql://…]`.

Says how long a server takes to start on it and to answer with the list of matches, by the clock and in processor time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from grognard import games
from grognard.lab.benchmarks import await_server, free_port, played_match
from grognard.lab.confidence_intervals import quantile
from grognard.lab.load_test import processor_time
from grognard.store import open_store
from grognard.store.interface import Store
from grognard.store.match_rows import standing_of, stored_of

ASKED = 30


def fill(store: Store, count: int, decisions: int) -> None:
    """The end of one finished match, under so many ids: neither start nor list reads decisions, so few will do."""
    match = played_match(games.load("iwojima"), "random", 1)
    standing, pending = standing_of(match), []
    whole = stored_of("x", match, {"US": "t"})
    for number in range(count):
        short = whole._replace(lines=whole.lines[-decisions:])
        pending.append(store.create(f"{number:010x}", short, standing))
        if len(pending) == 200:
            for future in pending:
                future.result()
            pending.clear()
    for future in pending:
        future.result()


def main() -> None:
    """Fill, start, ask, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--decisions", type=int, default=20, help="kept of each match")
    parser.add_argument("--db")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = chosen.db or str(Path(folder) / "m.sqlite")
        store = open_store(db)
        fill(store, chosen.matches, chosen.decisions)
        store.close()
        size = "" if chosen.db else f", {Path(db).stat().st_size / 1e6:,.0f} MB"
        port = free_port()
        began = time.perf_counter()
        command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(port), "--db", db]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            await_server(port, server)
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").read()
            started, used = time.perf_counter() - began, processor_time(server.pid) or 0.0
            times = []
            for _ in range(ASKED):
                asked = time.perf_counter()
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/matches").read()
                times.append(time.perf_counter() - asked)
            each = ((processor_time(server.pid) or 0.0) - used) / ASKED
        finally:
            server.terminate()
            server.wait()
    print(
        f"{chosen.matches:,} finished matches{size}: ready in {started:.2f} s ({used:.2f} s of processor time); "
        f"the list in {1000 * quantile(times, 0.5):.0f} ms (median), {1000 * max(times):.0f} ms at most "
        f"({1000 * each:.1f} ms of processor time); load average {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
