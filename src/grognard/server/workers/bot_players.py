"""Bots that play at a match: each is given what its side may know and chooses among the legal options."""

from __future__ import annotations

import hmac
import logging
import random
import time

from grognard import bots
from grognard.bots import budget
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.header import HUMAN

BURST_SECONDS = 0.015
"""How long bots decide before what they did is stored and shown."""

_log = logging.getLogger("grognard")


def bot_names(game: Game | type[Game]) -> list[str]:
    """The bots that can play a game, strongest first."""
    return bots.names(game)


def no_player(name: str, side: str, game: Game) -> str:
    """Why nobody of this name can be seated."""
    rank, given = budget.split(name)
    if given and rank in bot_names(game):
        try:
            bots.maker_of(name, game)
        except Refused as refused:
            return str(refused)
        return f"{name!r} would keep others waiting: at a table {budget.SERVED} for a decision are the most."
    return f"There is no player {name!r} for {side}: {', '.join([HUMAN, *bot_names(game)])}."


class Bots:
    """The bots of one match. Their luck comes from the match's secret: nobody can foresee it, anyone can check it."""

    def __init__(self, match: Match, before: int = 0) -> None:
        """`before` is how many decisions there were before the match's own first."""
        self._match = match
        self._before = before
        self._seated: dict[int, tuple[bots.Bot, random.Random]] = {}

    def play_burst(self) -> None:
        """Decide for the bots until a human is asked, the match is over, or the time is up."""
        until = time.monotonic() + BURST_SECONDS
        while (name := self._match.bot_to_move) is not None and not self.thinks(name):
            self.decide(name)
            if time.monotonic() >= until:
                return

    def thinks(self, name: str) -> bool:
        """Whether a bot takes its time, and a process of its own to think in."""
        return bots.searches(name, self._match.game)

    def decide(self, name: str) -> None:
        """One decision, here and now."""
        match = self._match
        asked = match.asked
        assert asked is not None
        bot, rng = self._seat(name, asked.side)
        rng.seed(self.luck(asked.side))
        try:
            option = bot.choose(match.game.redact(match.state, asked.side), asked)
            if option not in asked.options and option not in match.game.standing(match.state, asked.side):
                raise ValueError(f"{name} chose {option!r}, which is not on offer")
        except Exception:
            # A bot's fault must not end a person's evening: any legal option will do, and the fault is on record.
            _log.exception("The bot %s failed; a legal option was taken at random.", name)
            option = rng.choice(asked.options)
        match.submit(asked.side, option)

    def _seat(self, name: str, side: Side) -> tuple[bots.Bot, random.Random]:
        if side not in self._seated:
            rng = random.Random()
            self._seated[side] = (bots.make(name, self._match.game, side, rng), rng)
        return self._seated[side]

    def luck(self, side: Side) -> bytes:
        """The seed of a bot's next decision."""
        secret = self._match.header.seeds[-1].secret or b""
        return hmac.digest(secret, f"bot/{side}/{self._before + len(self._match.played)}".encode(), "sha256")
