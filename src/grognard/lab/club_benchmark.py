"""Benchmark of a club with many members, matches by correspondence and people online.

The server is a process as an owner starts it, with the usual settings, on one file; all who load it share the other
core. Notices go to a push service and a mail server on this machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from grognard import interrupt
from grognard.club.config import NotificationSettings
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.lab import club_population
from grognard.lab.benchmarks import Figure, await_server, begin, free_port, tell
from grognard.lab.club_population import Place

ANSWER = 150.0
"""Milliseconds in which 99 of 100 decisions are answered, and 99 of 100 visits to the lobby."""
TOLD = 5.0
"""Seconds in which the member who is asked is told so, the wait to see whether they are looking included."""


class Size(NamedTuple):
    """Of a club, and of the load on it."""

    members: int = 10_000
    matches: int = 1_000
    online: int = 200
    pace: float = 4.0
    """Seconds that a player thinks, on average."""
    seconds: float = 90.0


WHOLE = Size()
QUICK = Size(100, 200, 20, 2.0, 15.0)


def clubbench(
    games: Sequence[Game], size: Size = WHOLE, say: Callable[[str], None] = lambda line: None, keep: Path | None = None
) -> dict[str, Any]:
    """Measure a club; `keep` is a folder in which it stays, to be used again."""
    games = [game for game in games if len(game.sides) > 1]
    if not games:
        raise Refused("A club is for games between two.")
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    with nullcontext(str(keep)) if keep else tempfile.TemporaryDirectory(prefix="grognard-club-") as name:
        place = Place(free_port(), free_port())
        club_population.settled(Path(name), games, size.members, size.matches, place)
        out = begin(say)
        title = f"A club: {size.members:,} members, {size.matches:,} matches, {size.online} people there"
        out["club"] = tell(title, figures(_load(Path(name), size, place)), say)
    return out


def figures(measured: dict[str, float]) -> Iterator[Figure]:
    """The figures of the benchmark, with its settings."""
    yield Figure("decisions", measured["per second"], "per second")
    yield Figure("a decision, p50", measured["decision p50 ms"], "ms")
    yield Figure("a decision, p95", measured["decision p95 ms"], "ms")
    yield Figure("a decision, p99", measured["decision p99 ms"], "ms", ANSWER)
    yield Figure("a decision while they come, p99", measured["coming p99 ms"], "ms")
    yield Figure("a match opened, p99", measured["opened p99 ms"], "ms")
    yield Figure("the lobby, p99", measured["lobby p99 ms"], "ms", ANSWER)
    if "processor ms" in measured:
        yield Figure("the server's processor time, all told", measured["processor ms"], "ms a decision")
    yield Figure("visits", measured["visits"], "members")
    yield Figure("hand-overs", measured["hand-overs"], "in all", timed=False)
    yield Figure("tables sent to pages that listen", measured["pushes"], "in all")
    yield Figure("notices that arrived by Web Push", measured["by push"], "in all")
    yield Figure("notices that arrived by mail", measured["by mail"], "in all")
    yield Figure("hand-overs that were seen first", measured["seen before"], "in all")
    yield Figure("hand-overs that nobody was told of", measured["never told"], "in all", 0, timed=False)
    wait = f"s, of which {NotificationSettings().wait:g} s are the wait"
    yield Figure("a notice after its hand-over, p50", measured["notice p50 s"], wait)
    yield Figure("a notice after its hand-over, p99", measured["notice p99 s"], "s", TOLD, timed=False)
    yield Figure("the latest notice", measured["notice latest s"], "s", TOLD, timed=False)


def _load(folder: Path, size: Size, place: Place) -> dict[str, float]:
    config = folder / "club.toml"
    config.write_text(club_population.config_of(place), encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(port), "--config", str(config)]
    with interrupt.child([*command, "--db", str(folder / club_population.FILE)], stdout=subprocess.DEVNULL) as server:
        await_server(port, server)
        numbers = map(str, (port, server.pid, size.seconds, size.online, size.pace, *place))
        command = [sys.executable, "-m", "grognard.lab.club_load", *numbers, str(folder / club_population.PEOPLE)]
        with interrupt.child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as loading:
            out, err = loading.communicate()
    if loading.returncode:
        raise Refused(f"The club did not stand the load: {err.strip().splitlines()[-1]}")
    measured: dict[str, float] = json.loads(out)
    return measured
