"""Benchmark beside a peer: random decisions of our rules and of a Rally the Troops module, in turn.

A machine does not keep its pace, so figures of different days are never divided by each other: each round measures the
peer and every game for a few seconds of processor time, and the median of the rounds' ratios counts.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.lab.benchmarks import random_game

DRIVER = Path(__file__).with_name("random_play.js")
ROUNDS = 5
SECONDS, QUICK_SECONDS = 5.0, 1.0
TARGET = 3.0
"""Times the peer's decisions a second that every game should make."""
PATIENCE = 60.0
"""Times as long by the clock as it may take in processor time: a busy machine."""


def peerbench(
    games: Sequence[Game], folder: Path, quick: bool = False, say: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Measure the rules beside the peer's; `say` hears the report line by line."""
    node = shutil.which("node")
    if node is None:
        raise Refused("`bench --peer` needs Node, which runs the peer's rules.")
    if not (folder / "rules.js").is_file():
        raise Refused(f"There is no rules.js in {folder}: a Rally the Troops module has one.")
    seconds, rounds = (QUICK_SECONDS, 3) if quick else (SECONDS, ROUNDS)
    for game in games:
        random_game(game, 0)  # what is worked out once in a process is not counted
    found: dict[str, list[tuple[float, float]]] = {game.id: [] for game in games}
    for number in range(rounds):
        theirs = peer_pace(node, folder, seconds, number + 1)
        for game in games:
            found[game.id].append((pace(game, seconds, number), theirs))
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    say(f"Random decisions a second of processor time; Python {platform.python_version()}, Node {version}")
    say(f"{'':36}{'ours':>10}{folder.resolve().name[:24]:>26}{'ratio':>8}")
    out: dict[str, Any] = {}
    for game in games:
        rows = found[game.id]
        ratios = [ours / theirs for ours, theirs in rows]
        ours, theirs = (statistics.median(row[column] for row in rows) for column in (0, 1))
        ratio = statistics.median(ratios)
        verdict = "" if ratio >= TARGET else f"  missed (at least {TARGET:g})"
        spread = f"({min(ratios):.2f} to {max(ratios):.2f})"
        say(f"  {game.title[:32]:34}{ours:>10,.0f}{theirs:>26,.0f}{ratio:>8.2f} {spread}{verdict}")
        out[game.id] = {"ours": ours, "peer": theirs, "ratio": ratio, "least": min(ratios), "most": max(ratios)}
    return {"peer": out}


def pace(game: Game, seconds: float, first: int) -> float:
    """Random decisions a second of processor time."""
    began, decisions, number = time.process_time(), 0, 1000 * first
    while time.process_time() - began < seconds:
        decisions += random_game(game, number)
        number += 1
    return decisions / (time.process_time() - began)


def peer_pace(node: str, folder: Path, seconds: float, seed: int) -> float:
    """The same of the peer, in a process of Node."""
    call = [node, str(DRIVER), str(folder), str(seconds), str(seed)]
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=PATIENCE * (seconds + 1))
    except subprocess.TimeoutExpired:
        raise Refused(f"The peer in {folder} did not end.") from None
    if done.returncode:
        raise Refused(f"The peer in {folder} does not play: {_reason(done.stderr)}.")
    told = json.loads(done.stdout)
    return float(told["decisions"] / told["seconds"])


def _reason(said: str) -> str:
    lines = [line.strip().rstrip(".") for line in said.splitlines() if re.match(r"\w*Error\b", line)]
    return lines[0] if lines else "it ended without a word"
