"""One game played by a learning program: the part that both kinds of environment share."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from grognard import games
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import DRAW, ONGOING, Decision
from grognard.kernel.ids import Side
from grognard.kernel.play import advance, apply
from grognard.lab.env.encoding import encoding_of
from grognard.match.header import Header

MOST_OPTIONS = 1024
"""Actions of an environment. Where more is on offer, the last action turns to the next page of options."""
MOST_DECISIONS = 20_000
"""A game with more decisions is cut off."""


class Table:
    """A position, its dice, and actions by number."""

    def __init__(self, game: str, scenario: str = "", options: Mapping[str, str] | None = None) -> None:
        self.game = games.load(game)
        self.scenario, self.options = scenario, dict(options or {})
        Header.new(self.game, scenario, self.options)
        self.encoding = encoding_of(self.game)
        self.most = MOST_OPTIONS
        self.state: Any = None
        self.dice = KeyedDice(b"")
        self.decisions = 0
        self.page = 0

    def begin(self, seed: int | None, changes: Mapping[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same dice. `changes` may name a `scenario` and `options`."""
        scenario, options = self.scenario, dict(self.options)
        given = (changes or {}).get("options")
        if isinstance(given, Mapping):
            options |= given
        wanted = (changes or {}).get("scenario")
        header = Header.new(self.game, wanted if isinstance(wanted, str) else scenario, options)
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(f"env {seed}".encode()).digest()
        self.state = self.game.new(header.scenario, header.options)
        self.dice = KeyedDice(secret)
        self.decisions = self.page = 0
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
        asked = self.asked
        left = len(asked.options) - self.page if asked else 0
        return self.most if left > self.most else left

    def mask(self) -> np.ndarray:
        """1 for every action that is on offer."""
        out = np.zeros(self.most, dtype=np.int8)
        out[: self.count()] = 1
        return out

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

    def reward(self, side: Side) -> float:
        """A victory is 1, a defeat -1, a draw and a game that goes on 0."""
        winner = self.state.winner
        return 0.0 if winner in (ONGOING, DRAW) else 1.0 if winner == side else -1.0

    def observe(self, side: Side) -> dict[str, np.ndarray]:
        """The view of a side, the options if it is asked, and the mask of actions on offer."""
        asked = self.asked
        mine = asked is not None and asked.side == side
        return {
            "observation": self.encoding.observation(self.state, side),
            "options": self.encoding.options(asked if mine else None, self.most, self.page),
            "action_mask": self.mask() if mine else np.zeros(self.most, dtype=np.int8),
        }

    def svg(self, side: Side | None = None) -> str:
        """The map with everything on it."""
        from grognard.lab.position_picture import picture

        return picture(self.game, self.state, side)
