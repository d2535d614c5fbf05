"""What the laboratory costs: steps a second of every environment, of vectors of them, and of two workers.

    python bench/environments.py steps --rounds 5                # every game, beside OpenSpiel's and PettingZoo's own
    python bench/environments.py steps iwojima --seconds 2
    python bench/environments.py vector --games 64               # one worker against two
    python bench/environments.py workers ichigo --games 40       # studies, one worker against two
    python bench/environments.py pettingzoo iwojima

Random play. `steps` counts processor time, each player in turn within a round, so that what is compared was measured in
the same minutes; printed is the median of the rounds. `vector` and `workers` measure by the clock on the wall: they
want a quiet machine.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import grognard
from grognard import games
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from grognard.lab.executors import processes
from grognard.lab.simulate import Plan
from grognard.lab.study import Study, run

Player = Callable[[int], Iterator[int]]
"""Plays one game of a seed and yields at every decision."""


def engine_alone(name: str, seed: int) -> Iterator[int]:
    """A random game without an environment."""
    game = games.load(name)
    rng = random.Random(seed)
    state = game.new(game.scenarios[0].id, {})
    dice = KeyedDice(hashlib.sha256(f"env {seed}".encode()).digest())
    advance(state, dice)
    while state.winner == ONGOING:
        asked = state.pending
        apply(state, asked.side, asked.options[rng.randrange(len(asked.options))], dice)
        yield 1


_made: dict[tuple[str, bool], Any] = {}


def environment(name: str, look: bool, seed: int) -> Iterator[int]:
    """The same through our environment, with observation, options and mask at every step, or without looking."""
    alone = len(games.load(name).sides) == 1
    if (name, look) not in _made:
        _made[name, look] = grognard.env(name, observe=look) if alone else grognard.env(name)
    env = _made[name, look]
    rng = random.Random(seed)
    if not alone:
        env.reset(seed=seed)
        yield from through_aec(env, look, lambda seen, info: rng.randrange(info["options"]))
        return
    _, info = env.reset(seed=seed)
    over = cut = False
    while not (over or cut):
        _, _, over, cut, info = env.step(rng.randrange(info["options"]))
        yield 1


def through_aec(env: Any, look: bool, choose: Callable[[Any, Any], int]) -> Iterator[int]:
    """Any PettingZoo environment to its end."""
    for _ in env.agent_iter():
        seen, _, over, cut, info = env.last(observe=look)
        if over or cut:
            env.step(None)
            continue
        env.step(choose(seen, info))
        yield 1


def connect_four(seed: int) -> Iterator[int]:
    """PettingZoo's own, which shows a mask too."""
    if ("connect four", True) not in _made:
        _made["connect four", True] = importlib.import_module("pettingzoo.classic.connect_four_v3").env()
    env = _made["connect four", True]
    rng = random.Random(seed)
    env.reset(seed=seed)
    yield from through_aec(env, True, lambda seen, info: rng.choice(np.flatnonzero(seen["action_mask"])))


def openspiel(name: str, seed: int) -> Iterator[int]:
    """One of OpenSpiel's own, with its observation tensor and its mask."""
    pyspiel = importlib.import_module("pyspiel")
    if (name, True) not in _made:
        _made[name, True] = pyspiel.load_game(name)
    rng = random.Random(seed)
    state = _made[name, True].new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
            continue
        player = state.current_player()
        np.asarray(state.observation_tensor(player), dtype=np.float32)
        np.asarray(state.legal_actions_mask(player), dtype=np.int8)
        state.apply_action(rng.choice(state.legal_actions()))
        yield 1


def pace(player: Player, seconds: float, first: int) -> float:
    """Decisions a second of processor time, one game after the other."""
    began, decisions, seed = time.process_time(), 0, first
    while True:
        for one in player(seed):
            decisions += one
            if decisions % 64 == 0 and time.process_time() - began > seconds:
                return decisions / (time.process_time() - began)
        seed += 1


def steps(names: list[str], rounds: int, seconds: float) -> None:
    """The table: medians of the rounds, with the least and the most."""
    players: dict[str, Player] = {}
    for name in names:
        title = games.load(name).title
        players[f"{title}: rules alone"] = partial(engine_alone, name)
        players[f"{title}: environment, not looked at"] = partial(environment, name, False)
        players[f"{title}: with observation, options and mask"] = partial(environment, name, True)
    peers: dict[str, tuple[str, Player]] = {
        "PettingZoo's connect four": ("pettingzoo.classic.connect_four_v3", connect_four),
        "OpenSpiel's chess": ("pyspiel", partial(openspiel, "chess")),
        "OpenSpiel's backgammon": ("pyspiel", partial(openspiel, "backgammon")),
    }
    for title, (module, player) in peers.items():
        try:
            importlib.import_module(module)
            players[title] = player
        except ImportError as missing:
            print(f"{title} is left out: {missing.name} is not installed")
    found: dict[str, list[float]] = {title: [] for title in players}
    for player in players.values():
        pace(player, 0.2, 10_000)  # what is worked out once in a process is not counted
    for number in range(rounds):
        for title, player in players.items():
            found[title].append(pace(player, seconds, 1 + 100 * number))
    for title, paces in found.items():
        print(f"{title:62} {statistics.median(paces):9,.0f} a second ({min(paces):,.0f} to {max(paces):,.0f})")


def vector(names: list[str], count: int, rounds: int, seconds: float) -> None:
    """Steps a second by the clock on the wall: one worker, then two, in turn."""
    for name in names:
        ratios, most = [], 0.0
        for _ in range(rounds):
            one, two = (vector_pace(name, count, workers, seconds) for workers in (1, 2))
            ratios.append(two / one)
            most = max(most, two)
        share = 50 * statistics.median(ratios)
        print(f"{name}: {count} games, at most {most:,.0f} steps a second with two workers, {share:.0f} % of linear")


def vector_pace(name: str, count: int, workers: int, seconds: float) -> float:
    """Steps a second of so many games."""
    env = grognard.vector(name, count, workers=workers, copy=False)
    rng = np.random.default_rng(1)
    try:
        _, info = env.reset(seed=1)
        began, done = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            _, _, _, _, info = env.step((rng.random(count) * info["options"]).astype(np.int64))
            done += count
        return done / (time.perf_counter() - began)
    finally:
        env.close()


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
    parser.add_argument("what", choices=["steps", "vector", "workers", "pettingzoo"])
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each player in a round")
    chosen = parser.parse_args()
    names = [chosen.game] if chosen.game else games.game_ids()
    if chosen.what == "workers":
        one, two = workers(chosen.game or "iwojima", chosen.games or 60)
        print(f"one worker {one:.1f} s, two {two:.1f} s: {one / two:.2f} times as fast")
    elif chosen.what == "pettingzoo":
        from pettingzoo.test import performance_benchmark

        performance_benchmark(grognard.env(chosen.game or "iwojima"))
    elif chosen.what == "vector":
        vector(names, chosen.games or 64, chosen.rounds, chosen.seconds)
    else:
        steps(names, chosen.rounds, chosen.seconds)


if __name__ == "__main__":
    main()
