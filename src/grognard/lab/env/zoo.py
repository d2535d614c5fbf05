"""Two-player games as PettingZoo AEC environments, any game for one player as a Gymnasium one.

`grognard.env(game)` makes them. Observations are `{"observation", "options", "action_mask"}`; what is in each is
said in `docs/programmers/environments.md`. An action that is not on offer loses the game for who takes it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from grognard import bots
from grognard.kernel.flow import CONCEDE, Refused
from grognard.kernel.ids import Side, per
from grognard.kernel.play import apply
from grognard.lab.env.encoding import ARGUMENTS
from grognard.lab.env.raster import pixels
from grognard.lab.env.table import Table

MODES = ["svg", "rgb_array"]


def observation_space(table: Table) -> spaces.Dict:
    """The space of observations."""
    return spaces.Dict({
        "observation": spaces.Box(-np.inf, np.inf, (table.encoding.size,), np.float32),
        "options": spaces.Box(-1, np.iinfo(np.int32).max, (table.most, 1 + ARGUMENTS), np.int32),
        "action_mask": spaces.Box(0, 1, (table.most,), np.int8),
    })  # fmt: skip


def drawn(table: Table, mode: str | None, side: Side | None = None) -> Any:
    """The picture that a render mode names."""
    if mode is None:
        return None
    return table.svg(side) if mode == "svg" else pixels(table.game, table.state, side)


class GrognardAEC(AECEnv):  # type: ignore[misc]
    """A game for two: agents are the ids of its sides."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "name": "grognard", "is_parallelizable": False}

    def __init__(
        self, game: str, scenario: str = "", options: Mapping[str, str] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.table = Table(game, scenario, options)
        if len(self.table.game.sides) != 2:
            raise Refused(f"{self.table.game.title} is for one player: it is a Gymnasium environment.")
        self.render_mode = _mode(render_mode)
        self.possible_agents = [side.id for side in self.table.game.sides]
        self._space = observation_space(self.table)
        self._actions = {agent: spaces.Discrete(self.table.most) for agent in self.possible_agents}
        self._spaces = {agent: observation_space(self.table) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self.table.observe(self._side(agent))

    def _side(self, agent: str) -> Side:
        return Side(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        self._cumulative_rewards[agent] = 0.0
        number = -1 if action is None else int(action)
        if 0 <= number < table.count():
            table.act(number)
        else:
            apply(table.state, self._side(agent), CONCEDE, table.dice)
        if table.over:
            self.rewards = {each: table.reward(side) for side, each in per(Side, self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif table.cut:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to()
        self._accumulate_rewards()

    def _turn_to(self) -> None:
        """Whose turn it is; once the game is over, anybody's who is still to be told so."""
        asked = self.table.asked
        self.agent_selection = self.agents[0] if asked is None else self.possible_agents[asked.side]
        self.infos[self.agent_selection] = {"options": self.table.count()}

    def render(self) -> Any:
        return drawn(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class GrognardEnv(gymnasium.Env[Any, Any]):
    """One side of a game: alone against the rules, or against a bot."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class has it
        "render_modes": MODES,
        "render_fps": 4,
    }

    def __init__(
        self, game: str, scenario: str = "", options: Mapping[str, str] | None = None, render_mode: str | None = None,
        side: str | None = None, opponent: str = "staff", observe: bool = True,
    ) -> None:  # fmt: skip
        self.table = Table(game, scenario, options)
        loaded = self.table.game
        self.side = Side(0) if side is None else loaded.side_index(side)
        self.opponent = opponent
        if len(loaded.sides) > 1:
            bots.maker_of(opponent, loaded)
        self.render_mode = _mode(render_mode)
        self.observation_space = observation_space(self.table)
        self.action_space = spaces.Discrete(self.table.most)
        self._bot: bots.Bot | None = None
        self._blank = None if observe else self.table.encoding.blank(self.table.most)

    def _seen(self) -> dict[str, np.ndarray]:
        """The observation; without `observe` only the mask says something."""
        if self._blank is None:
            return self.table.observe(self.side)
        return {**self._blank, "action_mask": self.table.mask()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(2**53))
        self.table.begin(luck, options)
        if len(self.table.game.sides) > 1:
            self._bot = bots.make(self.opponent, self.table.game, 1 - self.side, random.Random(luck))
        self._let_opponent_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        table = self.table
        if 0 <= int(action) < table.count():
            table.act(int(action))
        else:
            apply(table.state, self.side, CONCEDE, table.dice)
        self._let_opponent_play()
        return self._seen(), table.reward(self.side), table.over, table.cut and not table.over, self._info()

    def _let_opponent_play(self) -> None:
        table = self.table
        while self._bot is not None and (asked := table.asked) is not None and asked.side != self.side:
            known = table.game.redact(table.state, asked.side)
            apply(table.state, asked.side, self._bot.choose(known, asked), table.dice)

    def _info(self) -> dict[str, Any]:
        return {"options": self.table.count()}

    def render(self) -> Any:
        return drawn(self.table, self.render_mode, self.side)


def _mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, *MODES):
        raise Refused(f"A render mode is {' or '.join(MODES)}, not {render_mode!r}.")
    return render_mode
