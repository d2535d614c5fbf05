"""Many open matches at once: `python bench/crowd.py --matches 1000 --rate 200 --seconds 30`.

Each match is listened to over a WebSocket by both its seats (`--pages 1`: by one); decisions are spread over all of
them at a steady rate (0: everybody only listens). Says what the server's memory and processor time come to, and how
long answers and pushes took. `--db` takes a file or a database; without it a file in a temporary folder is used.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from grognard.lab.benchmarks import await_server, free_port
from grognard.lab.confidence_intervals import quantile
from grognard.lab.load_test import Player, processor_time


class Table(Player):
    """A match whose seats are listened to."""

    def __init__(self, port: int, game: str, rng: random.Random) -> None:
        super().__init__(port, json.dumps({"game": game}).encode(), rng, path="/api/matches")
        self.lines: list[ClientConnection] = []
        self.pushes = 0

    async def listen(self, pages: int) -> None:
        """Open a line for each seat, and hear on it."""
        for address, headers in self.addresses()[:pages]:
            line = await connect(address, additional_headers=headers, max_size=2**22, compression=None)
            self.lines.append(line)
        self._hearing = [asyncio.create_task(self._follow(line)) for line in self.lines]

    async def _follow(self, line: ClientConnection) -> None:
        async for _ in line:
            self.pushes += 1


async def crowd(port: int, server: int, chosen: argparse.Namespace) -> None:
    """Open, listen, play, tell."""
    tables = [Table(port, chosen.game, random.Random(number)) for number in range(chosen.matches)]
    empty = memory(server)
    began = time.perf_counter()
    for table in tables:
        await table.open()
        await table.listen(chosen.pages)
        if not chosen.rate:
            table.hang_up()
    took = time.perf_counter() - began
    await asyncio.sleep(2)
    print(
        f"{len(tables):,} matches of {chosen.game}, {chosen.pages * len(tables):,} lines, opened in {took:.0f} s; "
        f"memory {memory(server):,.0f} MB ({empty:,.0f} MB before)", flush=True,
    )  # fmt: skip
    if not chosen.rate:
        return
    before, until = processor_time(server) or 0.0, time.perf_counter() + chosen.seconds
    pace = len(tables) / chosen.rate
    await asyncio.gather(*(table.play(until, pace) for table in tables))
    used = (processor_time(server) or 0.0) - before
    late = [latency for table in tables for latency in table.latencies]
    print(
        f"{len(late):,} decisions, {len(late) / chosen.seconds:.0f} a second, "
        f"{sum(table.pushes for table in tables):,} pushes; "
        f"p50 {1000 * quantile(late, 0.5):.0f} ms, p99 {1000 * quantile(late, 0.99):.0f} ms; "
        f"{1e6 * used / len(late):.0f} us of processor time a decision; memory {memory(server):,.0f} MB; "
        f"load average {os.getloadavg()[0]:.1f}"
    )


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    """Start a server and crowd it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200, help="decisions a second, all together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pages", type=int, default=2, help="that listen to each match")
    parser.add_argument("--game", default="iwojima")
    parser.add_argument("--db")
    chosen = parser.parse_args()
    for who in (resource.RLIMIT_NOFILE,):
        most = resource.getrlimit(who)[1]
        resource.setrlimit(who, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        db = chosen.db or str(Path(folder) / "m.sqlite")
        command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(port), "--db", db]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            await_server(port, server)
            asyncio.run(crowd(port, server.pid, chosen))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
