"""Many games at once in worker processes that share memory: gymnasium's vector environment.

Each worker plays its games one after the other and writes what is seen straight into arrays that all processes share;
only a word a step goes through a pipe. A game that has ended begins anew with the next step, whose action is ignored
(gymnasium's `NEXT_STEP`).
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from multiprocessing.shared_memory import SharedMemory
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from grognard import large_pages
from grognard.bots.position_arrays import ARGUMENTS, NONE
from grognard.kernel.flow import Refused
from grognard.kernel.ids import Side
from grognard.lab.env.episode import MOST_OPTIONS, Episode, Table
from grognard.lab.env.zoo import observation_space
from grognard.lab.simulate import processors

OPEN, STOP = b"open", b"stop"
FAREWELL = 5.0
"""Seconds in which a worker may end by itself."""


class Setting(NamedTuple):
    """All that a worker needs to lay out its tables."""

    game: str
    scenario: str
    options: Mapping[str, str] | None
    side: str | None
    opponent: str
    rewards: str
    observe: bool


class Arrays:
    """Arrays of so many games in one stretch of shared memory."""

    def __init__(self, count: int, size: int, sides: int, name: str | None = None) -> None:
        fields: list[tuple[str, tuple[int, ...], Any]] = [
            ("observation", (count, size), np.float32),
            ("options", (count, MOST_OPTIONS, 1 + ARGUMENTS), np.int32),
            ("action_mask", (count, MOST_OPTIONS), np.int8),
            ("action", (count,), np.int64),
            ("seed", (count,), np.int64),
            ("reward", (count,), np.float64),
            ("payoff", (count, sides), np.float64),
            ("terminated", (count,), np.bool_),
            ("truncated", (count,), np.bool_),
            ("count", (count,), np.int64),
            ("side", (count,), np.int64),
            ("turn", (count,), np.int64),
        ]
        sizes = [-(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64 for _, shape, kind in fields]
        self.memory = SharedMemory(name, create=name is None, size=sum(sizes))
        self.of: dict[str, np.ndarray] = {}
        first = 0
        for (field, shape, kind), octets in zip(fields, sizes, strict=True):
            self.of[field] = np.ndarray(shape, kind, self.memory.buf, first)
            first += octets

    def close(self) -> None:
        """Let go of the memory."""
        self.of.clear()
        with contextlib.suppress(BufferError):  # somebody still holds a view; the memory goes with it
            self.memory.close()


class GrognardVector(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of one kind, stepped together.

    With an opponent, and in games for one player, all are played for one side; without one, every side is played in
    turn: `infos["side"]` says whose eyes the observation is through, rewards are those of the side that has just
    acted, and `infos["payoff"]` has each side's.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as the base class has it

    def __init__(
        self, game: str, num_envs: int, scenario: str = "", options: Mapping[str, str] | None = None,
        side: str | None = None, opponent: str | None = None, rewards: str = "result", observe: bool = True,
        workers: int | None = None, copy: bool = True,
    ) -> None:  # fmt: skip
        if num_envs < 1:
            raise Refused("There is at least one game to play.")
        setting = Setting(game, scenario, options, side, opponent or "", rewards, observe)
        first = _episode(setting)  # refuses here what no worker could play
        table = first.table
        self.num_envs, self.copy = num_envs, copy
        self.encoding = table.encoding
        self.single_observation_space = observation_space(table)
        self.single_action_space = gymnasium.spaces.Discrete(table.most)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._arrays = Arrays(num_envs, table.encoding.size, len(table.game.sides))
        self._arrays.of["options"][:] = NONE
        count = min(num_envs, workers or processors())
        bounds = [num_envs * worker // count for worker in range(count + 1)]
        context = multiprocessing.get_context("spawn")
        self._pipes, self._workers = [], []
        for low, high in pairwise(bounds):
            ours, theirs = context.Pipe()
            told = (theirs, setting, self._arrays.memory.name, num_envs, low, high)
            worker = context.Process(target=_work, args=told, daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(ours)
            self._workers.append(worker)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All games anew; one seed gives each game its own, in order."""
        if isinstance(seed, int) or seed is None:
            super().reset(seed=seed)
            seeds = self.np_random.integers(2**53, size=self.num_envs)
        else:
            seeds = np.array([gymnasium.utils.seeding.np_random(one)[0].integers(2**53) for one in seed])
        self._arrays.of["seed"][:] = seeds
        self._all(options or {})
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action of each game."""
        of = self._arrays.of
        of["action"][:] = actions
        self._all(b"")
        return self._seen(), of["reward"].copy(), of["terminated"].copy(), of["truncated"].copy(), self._infos()

    def _all(self, word: Any) -> None:
        for pipe in self._pipes:
            if isinstance(word, bytes):
                pipe.send_bytes(word)
            else:
                pipe.send_bytes(OPEN)
                pipe.send(word)
        for pipe in self._pipes:
            try:
                problem = pipe.recv_bytes()
            except EOFError:
                raise Refused("A process that plays has ended. Make the environment anew.") from None
            if problem:
                raise Refused(problem.decode())

    def _seen(self) -> dict[str, np.ndarray]:
        names = ("observation", "options", "action_mask")
        return {name: self._arrays.of[name].copy() if self.copy else self._arrays.of[name] for name in names}

    def _infos(self) -> dict[str, Any]:
        of = self._arrays.of
        return {
            "options": of["count"].copy(), "side": of["side"].copy(), "turn": of["turn"].copy(),
            "payoff": of["payoff"].copy(),
        }  # fmt: skip

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers and give the memory back."""
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.send_bytes(STOP)
                pipe.close()
        for worker in self._workers:
            worker.join(FAREWELL)
            if worker.is_alive():
                worker.kill()
        self._arrays.close()
        self._arrays.memory.unlink()


def _episode(setting: Setting) -> Episode:
    table = Table(setting.game, setting.scenario, setting.options)
    alone = len(table.game.sides) == 1
    if setting.opponent and alone:
        raise Refused(f"{table.game.title} is for one player: there is no opponent.")
    if setting.side is not None and not setting.opponent and not alone:
        raise Refused("A side of your own needs an opponent.")
    side = Side(0) if setting.side is None else table.game.side_index(setting.side)
    return Episode(table, side if alone or setting.opponent else None, setting.opponent, setting.rewards)


def _work(pipe: Any, setting: Setting, memory: str, count: int, low: int, high: int) -> None:
    """One worker: its games from `low` up to `high`."""
    lanes = [Lane(_episode(setting), setting.observe) for _ in range(low, high)]
    table = lanes[0].episode.table
    arrays = Arrays(count, table.encoding.size, len(table.game.sides), memory)
    parent = os.getppid()
    large_pages.settle()
    while True:
        while not pipe.poll(FAREWELL):
            if os.getppid() != parent:
                return  # the process that stepped us has died
        try:
            word = pipe.recv_bytes()
            if word == STOP:
                break
            changes = pipe.recv() if word == OPEN else None
        except EOFError:
            break
        try:
            for place, lane in enumerate(lanes, low):
                if changes is None:
                    lane.step(arrays.of, place)
                else:
                    lane.begin(arrays.of, place, int(arrays.of["seed"][place]), changes)
            pipe.send_bytes(b"")
        except Refused as problem:
            pipe.send_bytes(str(problem).encode())
    arrays.close()


class Lane:
    """One of the games of a worker, and its places in the shared arrays."""

    def __init__(self, episode: Episode, observe: bool) -> None:
        self.episode = episode
        self._observe = observe
        self._changes: Mapping[str, Any] = {}
        self._luck = np.random.default_rng(0)
        self._over = False
        self._rows = 0

    def begin(self, of: Mapping[str, np.ndarray], place: int, seed: int, changes: Mapping[str, Any]) -> None:
        """The first game, and those after it: all follow from the seed."""
        self._changes = changes
        self._luck = np.random.default_rng(seed)
        self._begin(of, place)

    def _begin(self, of: Mapping[str, np.ndarray], place: int) -> None:
        self.episode.begin(int(self._luck.integers(2**53)), self._changes)
        self._over = False
        of["terminated"][place] = of["truncated"][place] = False
        of["reward"][place] = 0.0
        of["payoff"][place] = 0.0
        self._show(of, place)

    def step(self, of: Mapping[str, np.ndarray], place: int) -> None:
        """One action; the first step after a game's end begins the next one."""
        if self._over:
            self._begin(of, place)
            return
        episode, table = self.episode, self.episode.table
        of["reward"][place] = episode.act(int(of["action"][place]))
        if table.over:
            of["payoff"][place] = [table.reward(side) for side in table.game.every_side]
        of["terminated"][place] = table.over
        of["truncated"][place] = table.cut and not table.over
        self._over = table.over or table.cut
        self._show(of, place)

    def _show(self, of: Mapping[str, np.ndarray], place: int) -> None:
        table, mover = self.episode.table, self.episode.mover
        count = table.count()
        of["count"][place], of["side"][place], of["turn"][place] = count, mover, table.state.turn
        of["action_mask"][place] = table.shown_mask(count)
        if not self._observe:
            return
        of["observation"][place] = table.observer.shown(table.state, mover)
        rows = of["options"][place]
        written = table.encoding.write_options(table.asked, rows, table.page)
        if written < self._rows:
            rows[written : self._rows] = NONE
        self._rows = written
