"""Benchmarks of rules, saves and server on this machine, with the targets beside them.

What one process does alone is measured in processor time, so that other work on the machine counts little, with the
yardstick in between (`calibration.Stopwatch`); what a server does is measured by the clock on the wall, as its players
feel it, with the yardstick right after it.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grognard import interrupt, large_pages
from grognard.bots import usual
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Refused
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply
from grognard.lab.confidence_intervals import mean
from grognard.lab.machine_speed import USUAL, Stopwatch, calibration
from grognard.lab.simulate import Plan, processors, recorded
from grognard.match import Match
from grognard.match import save as saves

MATCHES = 50
PACE = 500
"""Decisions per second of the steady load."""
ROUNDS = 2
"""Of the load on the server; the better one counts."""


class Targets(NamedTuple):
    """Targets of a game on a machine of the usual speed; None where nobody has set a target."""

    decisions: float = 21_700
    """Three times what the nearest peer, a hex wargame in another language, does in the same minutes."""
    games: float | None = None
    copy: float = 15
    view: float = 80
    redaction: float = 100
    text: float = 100
    thinking: float = 0.8
    """Seconds of a whole game between staffs."""
    save: float | None = None
    replay: float = 80
    server: float = 1500
    answer: float = 60


TARGETS = {"iwojima": Targets(games=25, save=8000)}
"""The small game is held to more."""


class Figure(NamedTuple):
    """One measurement, with its target on a machine of the usual speed."""

    name: str
    value: float
    unit: str
    target: float | None = None
    more: bool = False
    """Whether more is better."""
    timed: bool = True
    """Whether it depends on the speed of the machine."""
    speed: float | None = None
    """How many times as long as the usual machine this one took while it was measured, where that was watched."""

    def usual(self, speed: float) -> float:
        """The figure on the usual machine: this one took `speed` times as long, unless it is known better."""
        if not self.timed:
            return self.value
        took = speed if self.speed is None else self.speed
        return self.value * took if self.more else self.value / took

    def met(self, speed: float) -> bool | None:
        """Whether it reaches the target, the machine's speed allowed for."""
        if self.target is None:
            return None
        value = self.usual(speed)
        return value >= self.target if self.more else value <= self.target


def bench(games: Sequence[Game], quick: bool = False, say: Callable[[str], None] = lambda line: None) -> dict[str, Any]:
    """Measure everything but the page; `say` hears the report line by line."""
    out = begin(say)
    out["games"] = {game.id: tell(game.title, figures(game, quick), say) for game in games}
    return out


def begin(say: Callable[[str], None]) -> dict[str, Any]:
    """The head of a report: the machine and how busy it is."""
    yardstick = calibration()
    busy = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    machine = f"Python {platform.python_version()}, {processors()} processors{busy}"
    say(f"calibration: {yardstick:.1f} us for a search over 1,200 hexes (targets are for about {USUAL:.0f}); {machine}")
    return {"calibration us": yardstick, "machine": machine}


def tell(title: str, measured: Iterable[Figure], say: Callable[[str], None]) -> dict[str, Any]:
    """Figures as they come, each as it would be on the usual machine too, beside its target."""
    say("")
    say(f"{title:56}{'measured':>12}{f'at {USUAL:.0f} us':>12}{'target':>12}")
    rows: dict[str, Any] = {}
    for figure in measured:
        # What has not watched the machine's speed itself is held against the yardstick of the moment after.
        speed = calibration(100) / USUAL
        say(_line(figure, speed))
        rows[figure.name] = _row(figure, speed) | {"at usual calibration": figure.usual(speed)}
    return rows


def tell_as_measured(title: str, measured: Iterable[Figure], say: Callable[[str], None]) -> dict[str, Any]:
    """Figures as they come, each beside its target, and held against that as it was measured."""
    say("")
    say(f"{title:68}{'measured':>12}{'target':>12}")
    rows: dict[str, Any] = {}
    for figure in measured:
        say(_line(figure))
        rows[figure.name] = _row(figure)
    return rows


def _row(figure: Figure, speed: float = 1.0) -> dict[str, Any]:
    return {"value": figure.value, "unit": figure.unit, "target": figure.target, "met": figure.met(speed)}


def _line(figure: Figure, speed: float | None = None) -> str:
    name = f"{figure.name} ({figure.unit})"
    scaled = "" if speed is None else f"{_number(figure.usual(speed)) if figure.timed else '':>12}"
    line = f"  {name:{66 if speed is None else 54}}{_number(figure.value):>12}{scaled}"
    if figure.target is None:
        return line.rstrip()
    bound = ">=" if figure.more else "<="
    verdict = "" if figure.met(1.0 if speed is None else speed) else "  missed"
    return f"{line}{bound + _number(figure.target):>12}{verdict}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}" if value >= 10 else f"{value:,.2f}"


def figures(game: Game, quick: bool = False) -> Iterator[Figure]:
    """Every measurement of one game."""
    seconds = 1.0 if quick else 5.0
    due = TARGETS.get(game.id, Targets())
    yield from random_figures(game, seconds, due)
    states = positions(game, 2 if quick else 8)
    yield _each("copy of a position", states, lambda s: s.copy(), due.copy)
    views = [(s, side) for s in states for side in game.every_side]
    known = [(game.known(s, side), side) for s, side in views]
    yield _each("view of a position", known, lambda pair: game.view(*pair), due.view)
    yield _each("redaction of a position", views, lambda pair: game.redact(*pair), due.redaction)
    luck = random.Random(1)
    yield _each("resampling of a position", views, lambda pair: game.resample(pair[0], pair[1], luck), due.redaction)
    yield _each("position to JSON", states, lambda s: s.to_text(), due.text)
    player = usual(game)
    with Stopwatch() as watch:
        matches = [played_match(game, player, number) for number in range(2 if quick else 5)]
    yield Figure(f"{player} game", watch.seconds / len(matches), "s", due.thinking, speed=watch.speed)
    texts = [saves.write(match) for match in matches]
    yield _each(f"save of a {player} game, written", matches, saves.write)
    yield Figure(f"save of a {player} game, mean size", mean([len(text.encode()) for text in texts]), "bytes", due.save,
                 timed=False)  # fmt: skip
    yield Figure(f"save of a {player} game, largest", max(len(text.encode()) for text in texts), "bytes", timed=False)
    yield Figure(f"decisions of a {player} game", mean([len(match.played) for match in matches]), "mean", timed=False)
    yield _each(f"replay of a {player} game", matches, replay, due.replay, "ms")
    yield _each("the same from its save, every check made", texts, saves.load, unit="ms")
    yield from server_figures(game, 3.0 if quick else 10.0)


# --- the rules


def random_figures(game: Game, seconds: float, due: Targets) -> Iterator[Figure]:
    """Decisions and games per second of random legal play, all options enumerated each time."""
    decisions = number = 0
    random_game(game, 0)  # what is worked out once in a process is not counted
    gc.collect()
    large_pages.settle()  # as anyone who plays many games has them
    watch = Stopwatch()
    while watch.seconds < seconds:
        with watch:
            decisions += random_game(game, number)
        number += 1
    for name, count, target in (("legal decisions", decisions, due.decisions), ("games", number, due.games)):
        yield Figure(f"random {name}", count / watch.seconds, "per second", target, more=True, speed=watch.speed)


def random_game(game: Game, number: int, visit: Callable[[Any], None] | None = None) -> int:
    """One game by lot: how many decisions it took. `visit` sees every position."""
    dice = KeyedDice(b"bench/%d" % number)
    luck = random.Random(number).random
    state = game.new(game.scenarios[0].id, {choice.id: choice.default for choice in game.options})
    advance(state, dice)
    decisions = 0
    while state.winner == ONGOING:
        asked = state.pending
        options = asked.options
        apply(state, asked.side, options[int(luck() * len(options))], dice)
        decisions += 1
        if visit is not None:
            visit(state)
    return decisions


def positions(game: Game, count: int) -> list[Any]:
    """Positions from all stages of some random games."""
    out: list[Any] = []
    for number in range(count):
        met: list[Any] = []
        random_game(game, number, lambda state, met=met: met.append(state.copy()))  # type: ignore[misc]
        out += met[:: max(1, len(met) // 40)]
    return [state for state in out if state.winner == ONGOING]


def _each(
    name: str,
    things: Sequence[Any],
    work: Callable[[Any], Any],
    target: float | None = None,
    unit: str = "us",
    least: float = 0.2,
) -> Figure:
    """The time per thing, in the mean of several rounds over all of them."""
    large_pages.settle()
    watch, rounds = Stopwatch(), 0
    while watch.seconds < least or rounds < 3:
        with watch:
            for thing in things:
                work(thing)
        rounds += 1
    took = watch.seconds / rounds / len(things) * (1e6 if unit == "us" else 1e3)
    return Figure(name, took, unit, target, speed=watch.speed)


# --- the match


def played_match(game: Game, player: str, number: int) -> Match:
    """A finished match between bots."""
    plan = Plan(game.id, (player,) * len(game.sides), 1, seed=number)
    match = recorded(plan, game, number)
    if not match.over:
        raise Refused(f"A game between {player} bots failed: `grognard simulate {game.id} --games 1000` says where.")
    return match


def replay(match: Match) -> Match:
    """The match again, from its decisions and rolls."""
    return Match.resumed(match.game, match.header, match.opening, [played[:3] for played in match.played])


# --- the server


def server_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Decisions over HTTP, every one on disk before its answer: flat out, and at a steady pace."""
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as name:
        folder = Path(name)
        for number in range(MATCHES):
            (folder / f"{number:02}.txt").write_text(saves.write(open_match(game, number)), encoding="utf-8")
        port, db = free_port(), folder / "db.sqlite"
        command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(port), "--db", str(db)]
        with interrupt.child(command, stdout=subprocess.DEVNULL) as server:
            await_server(port, server)
            rounds = [
                _load(server, port, seconds / ROUNDS, pace, folder) for pace in (0.0, 1 / PACE) for _ in range(ROUNDS)
            ]
        flat_out = max(rounds[:ROUNDS], key=lambda measured: measured["per second"])
        steady = min(rounds[ROUNDS:], key=lambda measured: measured["p99 ms"])
    due = TARGETS.get(game.id, Targets())
    where = f"{MATCHES} matches"
    yield Figure(f"server, {where}, flat out", flat_out["per second"], "decisions per second", due.server, more=True)
    yield Figure("server, flat out, looks at the table besides", flat_out["looks per second"], "per second")
    yield Figure("server, flat out, matches loaded besides", flat_out["loads per second"], "per second")
    if "processor us" in flat_out:
        yield Figure("server, flat out, its processor time", flat_out["processor us"], "us a decision")
    yield Figure("server, flat out, p50", flat_out["p50 ms"], "ms")
    yield Figure("server, flat out, p99", flat_out["p99 ms"], "ms")
    yield Figure(f"server at {PACE} a second, reached", steady["per second"], "decisions per second")
    yield Figure(f"server at {PACE} a second, p50", steady["p50 ms"], "ms")
    yield Figure(f"server at {PACE} a second, p99", steady["p99 ms"], "ms", due.answer)


def open_match(game: Game, number: int) -> Match:
    """A match somewhere in the middle, by lot."""
    rng = random.Random(number)
    match = Match.new(game, seed=number)
    for _ in range(rng.randrange(40, 400)):
        asked = match.asked
        if asked is None:
            return open_match(game, number + MATCHES)
        match.submit(asked.side, rng.choice(asked.options))
    return match if match.asked is not None else open_match(game, number + MATCHES)


def _load(server: subprocess.Popen[bytes], port: int, seconds: float, pace: float, folder: Path) -> dict[str, float]:
    numbers = map(str, (port, server.pid, seconds, pace))
    command = [sys.executable, "-m", "grognard.lab.load_test", *numbers, str(folder)]
    with interrupt.child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as loading:
        out, err = loading.communicate()
    if loading.returncode:
        raise Refused(f"The server did not stand the load: {err.strip().splitlines()[-1]}")
    measured: dict[str, float] = json.loads(out)
    return measured


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def await_server(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until it can be reached: on a busy machine that may take its time."""
    for _ in range(1200):
        if server.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Refused("The server did not start.")
