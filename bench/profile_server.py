"""Where the server's time goes: `python bench/profile_server.py [GAME…] [--seconds 6] [--top 30] [--db URL]`.

A server process is played on by 50 matches at once with random choices, as in `grognard bench`, and looked at every few
milliseconds of its processor time (a profiler that counts calls would make small ones dear): what share of a decision
each part has, in microseconds. What the storage thread does counts where the server's thread waits for it meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from grognard import games
from grognard.lab.benchmarks import MATCHES, await_server, free_port, open_match
from grognard.lab.load_test import SPARE, Player, Ready, processor_time
from grognard.lab.machine_speed import calibration
from grognard.match import save as saves

SERVE = """
import collections, json, signal, sys
from grognard.server.start import bind, serve
port, db, out = sys.argv[1:]
stacks = collections.Counter()
def note(_, frame):
    held = []
    while frame is not None:
        code = frame.f_code
        held.append(code.co_filename + " " + code.co_name)
        frame = frame.f_back
    stacks["|".join(held)] += 1
signal.signal(signal.SIGPROF, note)
signal.signal(signal.SIGUSR1, lambda *_: signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002))
try: serve(bind(port=int(port)), db)
finally:
    signal.setitimer(signal.ITIMER_PROF, 0)
    with open(out, "w") as file: json.dump(list(stacks.items()), file)
"""
PARTS = (
    "connection.py data_received", "access_log.py __call__", "trusted_hosts.py __call__", "fast_routes.py __call__",
    "routes.py decide", "request_parsing.py read", "credentials.py credentials", "live_match.py decide",
    "match.py submit_all", "live_match.py _store", "match_rows.py lines_of", "checksums.py chain",
    "write_thread.py _put", "seat_view.py table_now", "seat_view.py follow", "log_runs.py add", "seat_view.py line_of",
    "game.py reckoning", "knowledge.py view", "seat_view.py _ask", "game.py previews", "game.py standing",
    "game.py held_open", "match.py can_undo", "seat_view.py sealed", "seat_view.py lines_when_decided",
    "json_responses.py __call__", "access_log.py _note",
)  # fmt: skip
"""Files and functions: what is under way with them, whatever they call."""


class Measured(NamedTuple):
    """What came of it."""

    decisions: int
    looks: int
    each: float
    """Microseconds of processor time a decision, looks included."""
    rate: float


def played(game: str, seconds: float, out: str, profiled: bool, db: str | None) -> Measured:
    """Play; the profile lies in the file then."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(MATCHES):
            text = saves.write(open_match(games.load(game), number))
            (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
        port = free_port()
        command = [sys.executable, "-c", SERVE, str(port), db or str(folder / "m.sqlite"), out]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            await_server(port, server)
            return asyncio.run(_play(port, server.pid, seconds, profiled, sorted(folder.glob("*.txt"))))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


async def _play(port: int, server: int, seconds: float, profiled: bool, files: list[Path]) -> Measured:
    ready: list[Ready] = []
    players = [Player(port, file.read_bytes(), random.Random(n), ready=ready) for n, file in enumerate(files)]
    for player in players:
        await player.open(SPARE)
    if profiled:
        os.kill(server, signal.SIGUSR1)
    before, began = processor_time(server) or 0.0, time.perf_counter()
    await asyncio.gather(*(player.play(began + seconds, 0) for player in players))
    used, took = (processor_time(server) or 0.0) - before, time.perf_counter() - began
    decisions = sum(len(player.latencies) for player in players)
    return Measured(decisions, sum(player.looks for player in players), 1e6 * used / decisions, decisions / took)


def main() -> None:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=games.game_ids())
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--top", type=int, default=0, help="also the functions with most time of their own")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--db")
    chosen = parser.parse_args()
    for game in chosen.games or games.game_ids():
        with tempfile.NamedTemporaryFile() as file:
            found = played(game, chosen.seconds, file.name, not chosen.plain, chosen.db)
            print(
                f"{game}: {found.decisions:,} decisions, {found.looks / found.decisions:.2f} looks each, "
                f"{found.each:.0f} us of processor time each; calibration {calibration(100):.0f} us; "
                f"{found.rate:,.0f} a second",
                flush=True,
            )
            if not chosen.plain:
                parts(json.load(file), found.each, chosen.top)


def parts(stacks: list[tuple[str, int]], each: float, top: int) -> None:
    """The parts, and the functions in which most samples were taken."""
    taken = sum(count for _, count in stacks)
    within: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for stack, count in stacks:
        frames = stack.split("|")
        within.update({frame.rpartition("/")[2]: count for frame in frames})
        own["/".join(frames[0].split("/")[-3:])] += count
    for name in PARTS:
        print(f"  {name:34}{each * within[name] / taken:8.0f} us")
    for name, count in own.most_common(top):
        print(f"    {each * count / taken:7.1f} us  {name}")


if __name__ == "__main__":
    main()
