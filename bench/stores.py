"""SQLite, PostgreSQL, and two processes on PostgreSQL, side by side: `python bench/stores.py [--game iwojima]`.

The same 50 matches are played flat out on each in turn, several rounds, so that whatever else the machine does strikes
all alike; the best round of each counts. Each match is played at one of the processes. The load, the servers and
PostgreSQL share the processors: with two of them, two processes have no processor of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grognard import games
from grognard.lab.benchmarks import MATCHES, await_server, free_port, open_match
from grognard.lab.load_test import Player, processor_time
from grognard.lab.machine_speed import calibration
from grognard.lab.postgres_cluster import Cluster
from grognard.match import save as saves

WAYS = {"SQLite": 1, "PostgreSQL": 1, "PostgreSQL, two processes": 2}


async def rate(ports: list[int], texts: list[bytes], seconds: float) -> float:
    """Decisions a second."""
    players = [Player(ports[n % len(ports)], text, random.Random(n)) for n, text in enumerate(texts)]
    for player in players:
        await player.open()
    began = time.perf_counter()
    await asyncio.gather(*(player.play(began + seconds, 0) for player in players))
    took = time.perf_counter() - began
    for player in players:
        player.hang_up()
    return sum(len(player.latencies) for player in players) / took


def main() -> None:
    """Start all, load each in turn, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="iwojima")
    parser.add_argument("--seconds", type=float, default=5, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    texts = [saves.write(open_match(games.load(chosen.game), number)).encode() for number in range(MATCHES)]
    cluster, servers, ports = Cluster(), [], {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            for way, count in WAYS.items():
                db = str(Path(folder) / "m.sqlite") if way == "SQLite" else cluster.fresh()
                ports[way] = [free_port() for _ in range(count)]
                for port in ports[way]:
                    command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(port), "--db", db]
                    servers.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
                    await_server(port, servers[-1])
            found: dict[str, list[float]] = {way: [] for way in WAYS}
            for _ in range(chosen.rounds):
                for way in WAYS:
                    found[way].append(asyncio.run(rate(ports[way], texts, chosen.seconds)))
            print(f"{chosen.game}; calibration {calibration(100):.0f} us, load average {os.getloadavg()[0]:.1f}")
            for way, rates in found.items():
                share = max(rates) / max(found["SQLite"])
                print(f"  {way:28}{max(rates):7,.0f} decisions a second at best ({share:.2f} of SQLite); "
                      f"rounds {', '.join(f'{each:,.0f}' for each in rates)}")  # fmt: skip
            used = ", ".join(f"{processor_time(server.pid) or 0:.1f} s" for server in servers)
            print(f"  processor time of the server processes: {used}")
        finally:
            for server in servers:
                server.terminate()
                server.wait()
            cluster.stop()


if __name__ == "__main__":
    main()
