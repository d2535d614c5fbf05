"""What the laboratory costs: two workers against one, the environments over the bare engine, PettingZoo's benchmark.

    python bench/environments.py workers ichigo --games 40
    python bench/environments.py overhead
    python bench/environments.py pettingzoo iwojima

Random play: the same choices by the same random numbers, once with the engine alone and once through the environment.
Processor time of this process, the best of several rounds in turn; workers are measured by the clock on the wall.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import tempfile
import time
from pathlib import Path

import grognard
from grognard import games
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from grognard.lab.executors import processes
from grognard.lab.simulate import Plan
from grognard.lab.study import Study, run

ROUNDS = 5


def engine_alone(name: str, seed: int) -> int:
    """A random game without an environment: decisions."""
    game = games.load(name)
    rng = random.Random(seed)
    state = game.new(game.scenarios[0].id, {})
    dice = KeyedDice(hashlib.sha256(f"env {seed}".encode()).digest())
    advance(state, dice)
    decisions = 0
    while state.winner == ONGOING:
        asked = state.pending
        apply(state, asked.side, asked.options[rng.randrange(len(asked.options))], dice)
        decisions += 1
    return decisions


def through_environment(name: str, seed: int) -> int:
    """The same game through the environment, which is not asked for observations: decisions."""
    alone = len(games.load(name).sides) == 1
    env = grognard.env(name, observe=False) if alone else grognard.env(name)
    rng = random.Random(seed)
    decisions = 0
    if alone:
        env.reset(seed=seed)
        env.table.begin(seed)
        over, info = False, {"options": env.table.count()}
        while not over:
            _, _, over, _, info = env.step(rng.randrange(info["options"]))
            decisions += 1
        return decisions
    env.reset(seed=seed)
    for _agent in env.agent_iter():
        _, _, over, cut, info = env.last(observe=False)
        if over or cut:
            env.step(None)
            continue
        env.step(rng.randrange(info["options"]))
        decisions += 1
    return decisions


def overhead(name: str, seeds: range) -> tuple[float, float]:
    """Seconds a decision: alone, and through the environment."""
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for i, play in enumerate((engine_alone, through_environment)):
            began = time.process_time()
            decisions = sum(play(name, seed) for seed in seeds)
            best[i] = min(best[i], (time.process_time() - began) / decisions)
    return best[0], best[1]


def workers(name: str, count: int) -> tuple[float, float]:
    """Seconds on the wall for so many staff games: one worker, then two."""
    out = []
    for jobs in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            plan = Plan(name, ("staff",) * len(games.load(name).sides), count, seed=3)
            study = Study.begin(Path(folder) / "study", plan, 1)
            began = time.perf_counter()
            run(study, count, processes(jobs))
            out.append(time.perf_counter() - began)
    return out[0], out[1]


def main() -> None:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["workers", "overhead", "pettingzoo"])
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--games", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.what == "workers":
        one, two = workers(chosen.game or "iwojima", chosen.games or 60)
        print(f"one worker {one:.1f} s, two {two:.1f} s: {one / two:.2f} times as fast")
    elif chosen.what == "pettingzoo":
        from pettingzoo.test import performance_benchmark

        performance_benchmark(grognard.env(chosen.game or "iwojima"))
    else:
        for name in [chosen.game] if chosen.game else games.game_ids():
            alone, through = overhead(name, range(1, 1 + (chosen.games or (8 if name == "iwojima" else 2))))
            print(
                f"{name}: {1e6 * alone:.1f} us a decision alone, {1e6 * through:.1f} through the environment: "
                f"{100 * (through / alone - 1):+.0f} %",
                flush=True,
            )


if __name__ == "__main__":
    main()
