"""Tunes the weights of a staff: which of them win games, and how far to go.

    python bench/selfplay.py iwojima --games 2400 --into selfplay.jsonl
    python bench/tune.py selfplay.jsonl --side 0 --games 200 --into line.jsonl --write general.toml

The result of each game (half the victory, half the margin) is regressed on the logarithms of both sides' factors. Along
the slopes of one side the staff then plays against the staff as it is, or with the weights of `--against`, on the same
dice for every step of the line. The table says how each step fared; `--write FILE` puts the side's best weights into a
file of weights, which is begun with those that were varied. It goes on where `line.jsonl` ends. Tune the sides in turn,
each against the other's latest weights and against the first. Needs numpy.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from importlib import import_module
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np

from grognard import bots, games, interrupt
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import DRAW, ONGOING
from grognard.kernel.play import advance, apply
from grognard.lab.confidence_intervals import wilson
from grognard.lab.process_pool import spread

WEIGHTS = Path(bots.__file__).parent
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
RIDGE = 4.0
"""The prior of a slope, in games that say nought."""


def regressed(rows: list[dict[str, Any]], side: int) -> tuple[list[str], Any, Any]:
    """The weights of a side, what a unit of the logarithm of each is worth in points, and the standard errors."""
    names = [[*row] for row in rows[0]["factors"]]
    logs = np.array([[log(row["factors"][s][n]) for s in range(len(names)) for n in names[s]] for row in rows])
    won = np.array([0.5 if row["winner"] == DRAW else float(row["winner"] == 0) for row in rows])
    points = 0.5 * won + 0.25 * (1 + np.array([row["margin"] for row in rows]))
    x, y = logs - logs.mean(0), points - points.mean()
    curve = x.T @ x + RIDGE * x.var() * np.eye(x.shape[1])
    slopes = np.linalg.solve(curve, x.T @ y)
    noise = float(((y - x @ slopes) ** 2).sum() / max(1, len(y) - x.shape[1]))
    errors = np.sqrt(noise * np.diag(np.linalg.inv(curve)))
    start = sum(len(each) for each in names[:side])
    mine = slice(start, start + len(names[side]))
    return names[side], (slopes if side == 0 else -slopes)[mine], errors[mine]


def factors_at(names: list[str], slopes: Any, errors: Any, step: float) -> dict[str, float]:
    """So far along the slopes, each shrunk by how unsure it is; the steepest weight changes by e to the step."""
    sure = slopes * slopes**2 / (slopes**2 + errors**2)
    most = float(np.abs(sure).max()) or 1.0
    return {name: exp(step * float(slope) / most) for name, slope in zip(names, sure, strict=True)}


def rewritten(text: str, side: int, factors: dict[str, float]) -> str:
    """A file of weights with those of one side multiplied; the words beside them stay."""
    lines, at = text.split("\n"), -1
    for number, line in enumerate(lines):
        at += line.startswith("[")
        found = re.match(r"(\w+)( = )([^#]*?)( *)(#.*|)$", line)
        if at == side and found and found[1] in factors:
            factor = factors[found[1]]
            values = NUMBER.sub(lambda value, factor=factor: str(float(f"{float(value[0]) * factor:.4g}")), found[3])
            gap = " " * max(2, len(found[3]) + len(found[4]) - len(values)) if found[5] else ""
            lines[number] = f"{found[1]}{found[2]}{values}{gap}{found[5]}"
    return "\n".join(lines)


def met(job: tuple[dict[str, Any], int, float, dict[str, float], int, str]) -> tuple[float, int, float]:
    """One game of the tuned side, from the weights that were varied, against a staff with others: the step, the number
    of the game, and its points."""
    head, side, step, factors, number, against = job
    game: Any = games.load(head["game"])
    settings = import_module(f"grognard.bots.{game.id}.general_settings").GENERAL_SETTINGS
    rng = random.Random(f"tune {number}")
    used = [(head["files"][side], factors) if each == side else (against, None) for each in range(len(game.sides))]
    seated = [
        settings.staff(game, each, random.Random(rng.random()), settings.weights(each, file), by)
        for each, (file, by) in enumerate(used)
    ]
    dice = KeyedDice(rng.randbytes(32))
    s = game.new(head.get("scenario", ""), {})
    advance(s, dice)
    while s.winner == ONGOING:
        asked = s.pending
        interrupt.check()
        apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return step, number, 0.5 if s.winner == DRAW else float(s.winner == side)


def main() -> int:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("selfplay", type=Path)
    parser.add_argument("--side", type=int, required=True)
    parser.add_argument("--steps", default="0,0.3,0.6,1")
    parser.add_argument("--games", type=int, default=0, help="games a step; 0: only the regression")
    parser.add_argument("--against", default="", help="the file of weights that the other side plays by (the staff's)")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin no game after so long (default: play all)")
    chosen = parser.parse_args()
    head, *rows = [json.loads(line) for line in chosen.selfplay.read_text().splitlines() if line.endswith("}")]
    names, slopes, errors = regressed(rows, chosen.side)
    print(f"{head['game']}, side {chosen.side}: {len(rows)} games; points for a weight e times as large")
    for i in np.argsort(-np.abs(slopes / errors))[:16]:
        print(f"  {names[i]:<20} {slopes[i]:+.3f} (error {errors[i]:.3f})")
    steps = [float(step) for step in chosen.steps.split(",")]
    played: dict[tuple[float, int], float] = {}
    if chosen.into and chosen.into.exists():
        for line in chosen.into.read_text().splitlines():
            if line.endswith("]"):
                step, number, points = json.loads(line)
                played[step, int(number)] = points
    left = [
        (head, chosen.side, step, factors_at(names, slopes, errors, step), number, chosen.against)
        for number in range(chosen.games)
        for step in steps
        if (step, number) not in played
    ]
    until = time.monotonic() + chosen.seconds if chosen.seconds else float("inf")
    jobs = (job for job in left if time.monotonic() < until)
    for step, number, points in map(met, jobs) if chosen.jobs == 1 else spread(met, jobs, chosen.jobs):
        played[step, number] = points
        if chosen.into:
            with interrupt.held(), chosen.into.open("a") as kept:
                kept.write(json.dumps([step, number, points]) + "\n")
    best, most = 0.0, -1.0
    for step in steps:
        got = [points for (at, _), points in played.items() if at == step]
        if got:
            low, high = wilson(sum(got), len(got))
            print(f"step {step:g}: {sum(got) / len(got):.1%} of {len(got)} games ({low:.0%} to {high:.0%})")
            if sum(got) / len(got) > most:
                best, most = step, sum(got) / len(got)
    if chosen.write:
        varied = WEIGHTS.joinpath(head["game"], head["files"][chosen.side] or "weights.toml")
        kept = chosen.write if chosen.write.exists() else varied
        factors = factors_at(names, slopes, errors, best)
        chosen.write.write_text(rewritten(kept.read_text(encoding="utf-8"), chosen.side, factors), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))
