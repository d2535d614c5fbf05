"""One game played by a learning program: the part that all environments share."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grognard import bots, games
from grognard.bots.general.settings import settings_of
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, DRAW, ONGOING, Decision, Refused
from grognard.kernel.ids import Side
from grognard.kernel.play import advance, apply
from grognard.lab.env.encoding import Observer, encoding_of
from grognard.lab.env.starts import start_at
from grognard.match.header import Header

MOST_OPTIONS = 1024
"""Actions of an environment. Where more is on offer, the last action turns to the next page of options."""
MOST_DECISIONS = 20_000
"""A game with more decisions is cut off."""
REWARDS = ("result", "margin", "shaped")


class Table:
    """A position, its dice, and actions by number."""

    def __init__(
        self, game: str, scenario: str = "", options: Mapping[str, str] | None = None, log: bool = False
    ) -> None:
        self.game = games.load(game)
        self.scenario, self.options = scenario, dict(options or {})
        Header.new(self.game, scenario, self.options)
        self.encoding = encoding_of(self.game)
        self.most = MOST_OPTIONS
        self.observer = Observer(self.encoding)
        self.log = log
        self.state: Any = None
        self.dice = KeyedDice(b"")
        self.decisions = 0
        self.page = 0
        self._read = [0] * len(self.game.sides)
        self._offered = np.repeat(np.array([1, 0], dtype=np.int8), self.most)

    def begin(self, seed: int | None, changes: Mapping[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same dice.

        `changes` may name a `scenario`, `options`, and the `turn` at which it begins (`lab/env/starts.py`).
        """
        changes = changes or {}
        scenario, options = self.scenario, dict(self.options)
        given = changes.get("options")
        if isinstance(given, Mapping):
            options |= given
        wanted = changes.get("scenario")
        header = Header.new(self.game, wanted if isinstance(wanted, str) else scenario, options)
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(f"env {seed}".encode()).digest()
        turn = changes.get("turn")
        if turn is None:
            self.state = self.game.new(header.scenario, header.options)
        else:
            self.state = start_at(self.game, header.scenario, header.options, turn, int.from_bytes(secret[:4], "big"))
        self.dice = KeyedDice(secret)
        self.decisions = self.page = 0
        self._read = [0] * len(self.game.sides)
        self.observer.forget()
        if self.log:
            self.state.log = []
        advance(self.state, self.dice)

    @property
    def asked(self) -> Decision | None:
        """The open question."""
        asked = self.state.pending
        return asked if isinstance(asked, Decision) and self.state.winner == ONGOING else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.winner != ONGOING)

    @property
    def cut(self) -> bool:
        """Whether it was cut off."""
        return self.decisions >= MOST_DECISIONS

    def count(self) -> int:
        """The number of actions on offer."""
        state = self.state
        asked = state.pending
        if state.winner != ONGOING or not isinstance(asked, Decision):
            return 0
        left = len(asked.options) - self.page
        return self.most if left > self.most else left

    def mask(self) -> np.ndarray:
        """1 for every action that is on offer."""
        return self.shown_mask(self.count()).copy()

    def shown_mask(self, count: int) -> np.ndarray:
        """The mask of so many actions, to be copied."""
        return self._offered[self.most - count : 2 * self.most - count]

    def act(self, action: int) -> None:
        """Take an option by its number."""
        asked = self.asked
        assert asked is not None
        if action == self.most - 1 and len(asked.options) - self.page > self.most:
            self.page += self.most - 1
        else:
            option = asked.options[self.page + action]
            self.page = 0
            apply(self.state, asked.side, option, self.dice)
        self.decisions += 1

    def act_or_concede(self, action: int) -> None:
        """Take an option by its number; who names one that is not on offer has lost."""
        if 0 <= action < self.count():
            self.act(action)
        elif (asked := self.asked) is not None:
            apply(self.state, asked.side, CONCEDE, self.dice)

    def reward(self, side: Side) -> float:
        """A victory is 1, a defeat -1, a draw and a game that goes on 0."""
        winner = self.state.winner
        return 0.0 if winner in (ONGOING, DRAW) else 1.0 if winner == side else -1.0

    def potential(self, side: Side) -> float:
        """By how much a side is ahead, from -1 to 1, as far as it knows: what each game counts stands in
        `docs/programmers/environments.md`. 0 in a game that has no such measure."""
        settings = settings_of(self.game.id)
        if settings is None:
            return 0.0
        lead = settings.margin(self.game.known(self.state, side))
        return lead if side == 0 else -lead

    def news(self, side: Side) -> list[str]:
        """The lines of the log that a side has read since it was told the last ones; none where no log is kept."""
        log = self.state.log or []
        first, self._read[side] = self._read[side], len(log)
        return [self.game.sentence(event) for event in log[first:] if event.seen >> side & 1]

    def observe(self, side: Side) -> dict[str, np.ndarray]:
        """The view of a side, the options if it is asked, and the mask of actions on offer."""
        asked = self.asked
        mine = asked is not None and asked.side == side
        return {
            "observation": self.observer.observation(self.state, side),
            "options": self.encoding.options(asked if mine else None, self.most, self.page),
            "action_mask": self.shown_mask(self.count() if mine else 0).copy(),
        }

    def svg(self, side: Side | None = None) -> str:
        """The map with everything on it."""
        from grognard.lab.position_picture import picture

        return picture(self.game, self.state, side)


class Info(dict[str, Any]):
    """Facts that a step tells besides: `options` and `turn` at once; `score`, `margin` and `log` if they are asked for.

    They are worked out of what the side may know, which takes longer than a step. Ask before the next step.
    """

    LATER = ("score", "margin", "log")

    def __init__(self, table: Table, side: Side) -> None:
        super().__init__(options=table.count(), turn=table.state.turn)
        self._table, self._side, self._when = table, side, (table.state, table.decisions)

    def __missing__(self, key: str) -> Any:
        if key not in self.LATER:
            raise KeyError(key)
        table, side = self._table, self._side
        if self._when != (table.state, table.decisions):
            raise KeyError(f"{key}: the game has gone on since; ask before the next step")
        if key == "log":
            found: Any = table.news(side)
        elif key == "score":
            found = table.game.score(table.game.known(table.state, side))
        else:
            found = table.potential(side)
        self[key] = found
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process it is a plain dict, whole."""
        return dict, ({**self, **{key: self[key] for key in self.LATER}},)


class Episode:
    """Games of one learner at a table: a side of its own against a bot, alone, or every side in turn."""

    def __init__(self, table: Table, side: Side | None, opponent: str = "", rewards: str = "result") -> None:
        if rewards not in REWARDS:
            raise Refused(f"Rewards are {', '.join(REWARDS[:-1])} or {REWARDS[-1]}, not {rewards!r}.")
        self.table, self.side, self.opponent, self.rewards = table, side, opponent, rewards
        self._bot: bots.Bot | None = None
        self._before: dict[Side, float] = {}
        if opponent:
            bots.maker_of(opponent, table.game)

    @property
    def mover(self) -> Side:
        """The side that looks and acts: the learner's own, or the one that is asked."""
        if self.side is not None:
            return self.side
        asked = self.table.asked
        return Side(0) if asked is None else asked.side

    def begin(self, luck: int | None, changes: Mapping[str, Any] | None = None) -> None:
        """A new game."""
        table = self.table
        table.begin(luck, changes)
        if self.opponent and self.side is not None:
            self._bot = bots.make(self.opponent, table.game, 1 - self.side, random.Random(luck))
        self._let_opponent_play()
        self._before = {}
        if self.rewards == "shaped":
            self._before = {side: table.potential(side) for side in self._learners()}

    def act(self, action: int) -> float:
        """Take an action; the reward of the side that took it."""
        mover = self.mover
        self.table.act_or_concede(action)
        self._let_opponent_play()
        return self.reward(mover)

    def reward(self, side: Side) -> float:
        """Reward that a side has earned with its last step, by the choice of rewards.

        `result`: 1, 0 or -1 at the end. `margin`: at the end the potential. `shaped`: the result, and at every step the
        growth of the potential since this side's step before.
        """
        table = self.table
        if self.rewards == "margin":
            return table.potential(side) if table.over else 0.0
        if self.rewards == "shaped":
            now = table.potential(side)
            grown, self._before[side] = now - self._before[side], now
            return table.reward(side) + grown
        return table.reward(side)

    def _learners(self) -> Iterator[Side]:
        yield from self.table.game.every_side if self.side is None else (self.side,)

    def _let_opponent_play(self) -> None:
        table = self.table
        while self._bot is not None and (asked := table.asked) is not None and asked.side != self.side:
            known = table.game.redact(table.state, asked.side)
            apply(table.state, asked.side, self._bot.choose(known, asked), table.dice)
