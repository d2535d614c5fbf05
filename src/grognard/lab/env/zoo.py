"""Two-player games as PettingZoo AEC environments, any game for one player as a Gymnasium one.

`grognard.env(game)` makes them. Observations are `{"observation", "options", "action_mask"}`; what is in each is
said in `docs/programmers/environments.md`. An action that is not on offer loses the game for who takes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from grognard.bots.position_arrays import ARGUMENTS
from grognard.kernel.flow import Refused
from grognard.kernel.ids import Side, every
from grognard.lab.env.episode import Episode, Info, Table

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
    if mode == "svg":
        return table.svg(side)
    from grognard.lab.env.raster import pixels

    return pixels(table.game, table.state, side)


class GrognardAEC(AECEnv):  # type: ignore[misc]
    """A game for two: agents are the ids of its sides."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "name": "grognard", "is_parallelizable": False}

    def __init__(
        self, game: str, scenario: str = "", options: Mapping[str, str] | None = None, render_mode: str | None = None,
        rewards: str = "result", log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.table = Table(game, scenario, options, log)
        self._episode = Episode(self.table, None, rewards=rewards)
        if len(self.table.game.sides) != 2:
            raise Refused(f"{self.table.game.title} is for one player: it is a Gymnasium environment.")
        self.render_mode = _mode(render_mode)
        self.possible_agents = [side.id for side in self.table.game.sides]
        self._actions = {agent: spaces.Discrete(self.table.most) for agent in self.possible_agents}
        self._spaces = {agent: observation_space(self.table) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._episode.begin(seed, options)
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
        table, episode = self.table, self._episode
        self._cumulative_rewards[agent] = 0.0
        table.act_or_concede(-1 if action is None else int(action))
        if table.over or episode.rewards == "shaped":
            for side, each in zip(every(Side, 2), self.possible_agents, strict=True):
                self.rewards[each] = episode.reward(side)
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif table.cut:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to()
        self._accumulate_rewards()

    def _turn_to(self) -> None:
        """Whose turn it is; once the game is over, anybody's who is still to be told so."""
        asked = self.table.asked
        self.agent_selection = self.agents[0] if asked is None else self.possible_agents[asked.side]
        self.infos[self.agent_selection] = Info(self.table, self._side(self.agent_selection))

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
        side: str | None = None, opponent: str = "staff", observe: bool = True, rewards: str = "result",
        log: bool = False,
    ) -> None:  # fmt: skip
        self.table = Table(game, scenario, options, log)
        loaded = self.table.game
        self.side = Side(0) if side is None else loaded.side_index(side)
        self._episode = Episode(self.table, self.side, opponent if len(loaded.sides) > 1 else "", rewards)
        self.render_mode = _mode(render_mode)
        self.observation_space = observation_space(self.table)
        self.action_space = spaces.Discrete(self.table.most)
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
        self._episode.begin(int(self.np_random.integers(2**53)), options)
        return self._seen(), Info(self.table, self.side)

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        table = self.table
        reward = self._episode.act(int(action))
        return self._seen(), reward, table.over, table.cut and not table.over, Info(table, self.side)

    def render(self) -> Any:
        return drawn(self.table, self.render_mode, self.side)


def _mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, *MODES):
        raise Refused(f"A render mode is {' or '.join(MODES)}, not {render_mode!r}.")
    return render_mode
