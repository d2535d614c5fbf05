"""OpenSpiel games: `load("iwojima")` is a game that its algorithms can play.

The dice of a game hang on its first two chance nodes, of 1,024 outcomes each; everything after them follows from the
players' actions. An action is the number of an option. A player's observation is the view of their side and the
question that they are asked; their information state is the chain of all that they have observed and done.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import numpy as np
import pyspiel

from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.ids import Side, every, per
from grognard.kernel.play import apply
from grognard.lab.env.episode import MOST_DECISIONS, Table

DEALS = 1024
PREFIX = "grognard_"


class Held:
    """A position that OpenSpiel may copy as it likes: the game's data is never copied with it."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> Held:
        return Held(None if self.state is None else self.state.copy())


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games."""

    def __init__(self, name: str, recall: bool = True) -> None:
        self.name = name
        self.recall = recall
        self.table = Table(name)
        self.players = len(self.table.game.sides)
        super().__init__(_type(name, self.players), _info(self.players, self.table.most), {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._key = (game.name, game.recall)
        self._deals: list[int] = []
        self._held = Held(None)
        self._secret = b""
        self._decisions = 0
        self._heard = [b""] * game.players

    def _table(self) -> Table:
        """The game's table with this position on it."""
        table = load(*self._key).table
        table.state, table.dice, table.decisions = self._held.state, KeyedDice(self._secret), self._decisions
        table.page = 0
        return table

    # --- what OpenSpiel asks

    def current_player(self) -> int:
        if len(self._deals) < 2:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self._asked()
        return int(pyspiel.PlayerId.TERMINAL) if asked is None else asked.side

    def _asked(self) -> Decision | None:
        state = self._held.state
        if self._decisions >= MOST_DECISIONS or state.winner != ONGOING:
            return None
        asked = state.pending
        return asked if isinstance(asked, Decision) else None

    def is_terminal(self) -> bool:
        return len(self._deals) == 2 and self._asked() is None

    def _legal_actions(self, player: int) -> list[int]:
        asked = self._asked()
        return list(range(len(asked.options))) if asked is not None and asked.side == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / DEALS) for outcome in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if len(self._deals) < 2:
            self._deals.append(action)
            if len(self._deals) == 2:
                self._begin(self._deals[0] * DEALS + self._deals[1])
            return
        table = self._table()
        side = table.state.pending.side
        table.act(action)
        self._decisions = table.decisions
        self._hear(side, action)

    def act_besides(self, option: Option) -> None:
        """A standing act of who is asked, for programs of ours at the same table: OpenSpiel's own know of none."""
        table = self._table()
        side = table.state.pending.side
        apply(table.state, side, option, table.dice)
        self._decisions += 1
        self._hear(side, -1)

    def _begin(self, seed: int) -> None:
        table = load(*self._key).table
        table.begin(seed)
        self._held = Held(table.state)
        self._secret = table.dice.seed
        self._hear(-1, 0)

    def _hear(self, actor: int, action: int) -> None:
        """Each player adds their present view to what they have seen, and the actor their act."""
        if not self._key[1]:
            return
        for side, before in per(Side, self._heard):
            did = f"/{action}/" if side == actor else "/"
            self._heard[side] = hashlib.sha256(before + did.encode() + self.seen(side).encode()).digest()[:16]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        asked = self._asked()
        assert asked is not None
        return " ".join(self._table().game.to_words(asked.options[action]))

    def returns(self) -> list[float]:
        players = every(Side, len(self._heard))
        return [self._table().reward(player) for player in players] if self.is_terminal() else [0.0 for _ in players]

    def __str__(self) -> str:
        if len(self._deals) < 2:
            return f"dealing {self._deals}"
        return f"{self._key[0]} {self._held.state.fingerprint()} {self._secret.hex()[:8]}"

    # --- knowing

    def seen(self, side: Side) -> str:
        """The view of a side now, with the question if it is asked."""
        if len(self._deals) < 2:
            return ""
        table = self._table()
        asked = table.asked
        question = asked.options if asked is not None and asked.side == side else None
        return json.dumps([table.game.view(table.state, side), question], separators=(",", ":"))

    def heard(self, side: Side) -> str:
        """All that a side has seen and done, as a fingerprint."""
        return self._heard[side].hex()

    def position(self) -> Any:
        """The true position; None while dice are dealt."""
        return self._held.state

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A position that the player could not tell from the true one, with dice of its own."""
        twin: SpielState = self.clone()
        rng = random.Random(int(sampler() * 2**53))
        twin._held = Held(self._table().game.resample(self._held.state, Side(player), rng))
        twin._secret = rng.randbytes(32)
        return twin


class SpielObserver:
    """Observations as strings and tensors."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._recall = kind.perfect_recall
        self._code = game.table.encoding
        self.tensor = np.zeros(self._code.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = 0 if state.position() is None else self._code.observation(state.position(), Side(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The view of a player, or all that they have seen."""
        side = Side(player)
        return state.heard(side) if self._recall else state.seen(side)


def _type(name: str, players: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + name, long_name=f"Grognard {name}", dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC, information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL, max_num_players=players, min_num_players=players,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False,
    )  # fmt: skip


def _info(players: int, actions: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=actions, max_chance_outcomes=DEALS, num_players=players, min_utility=-1.0,
        max_utility=1.0, utility_sum=0.0 if players == 2 else None, max_game_length=MOST_DECISIONS,
    )  # fmt: skip


_games: dict[tuple[str, bool], SpielGame] = {}


def load(name: str, recall: bool = True) -> SpielGame:
    """A game of ours for OpenSpiel.

    Without `recall` nobody keeps what they have seen: several times as fast, for what looks at observations only.
    """
    if (name, recall) not in _games:
        _games[name, recall] = SpielGame(name, recall)
    return _games[name, recall]
