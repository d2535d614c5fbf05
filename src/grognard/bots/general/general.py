"""The general: the staff's trade, and a look ahead at the questions where a whole plan is made.

He is handed what his side may know, draws worlds that agree with it, and follows each of a few plans through the same
worlds. Where nothing is clearly better he does what the staff would do.
"""

from __future__ import annotations

import random
import time
from typing import Any

from grognard import interrupt
from grognard.bots.budget import Budget
from grognard.bots.general import value
from grognard.bots.general.outfit import Outfit
from grognard.bots.general.plans import Plan, Table, Verdict, candidates, search
from grognard.kernel.flow import Decision, Option

NODES = 120
"""Simulations for a plan where no budget is given."""
LEAST = 14
"""Simulations of a search that is short of time."""


class General:
    """A player who looks ahead."""

    def __init__(
        self, outfit: Outfit, game: Any, side: int, rng: random.Random, budget: Budget | None = None
    ) -> None:
        self.reason = ""
        self.verdict: Verdict | None = None
        """What the last search found."""
        self._outfit = outfit
        self._game = game
        self._side = side
        self._rng = rng
        self._budget = budget or Budget(nodes=NODES)
        self._weights = outfit.weights(side, "")
        self._staff = outfit.staff(game, side, rng, self._weights)
        self._phase: tuple[int, int] | None = None
        self._planner = self._staff

    def choose(self, known: Any, asked: Decision) -> Option:
        """The staff's answer; for a plan, that of the staff under the weights that fared best."""
        phase = (known.turn, known.phase)
        found = ""
        if asked.prompt in self._outfit.prompts[self._side] and phase != self._phase:
            found = self._plan(known, asked)
            self._phase = phase
        bot = self._planner if phase == self._phase else self._staff
        option: Option = bot.choose(known, asked)
        self.reason = found or bot.reason
        return option

    def _plan(self, known: Any, asked: Decision) -> str:
        """Look for a plan for this phase; its sentence."""
        known.pending = asked
        seed = f"{self._rng.getrandbits(64):x}"
        table = Table(
            self._outfit, value.load(self._outfit.package, self._outfit.value, self._outfit.names), self._game,
            self._side, known, seed, self._staff,
        )  # fmt: skip
        until = time.monotonic() + self._budget.seconds

        def enough() -> bool:
            interrupt.check()
            return bool(self._budget.seconds) and time.monotonic() >= until

        plans = candidates(table, random.Random(f"{seed}/plans"))
        nodes = self._budget.nodes or self._within(table, plans[0], until)
        self.verdict = search(table, plans, nodes, enough)
        chosen = self.verdict.chosen
        self._planner = self._outfit.staff(self._game, self._side, self._rng, self._weights, chosen.factors)
        self._planner.relieve(self._staff)
        return sentence(self._outfit, known, self._side, self.verdict)

    def _within(self, table: Table, plan: Plan, until: float) -> int:
        """How many simulations the time that is left will do, from how long one of them takes."""
        began = time.monotonic()
        table.play(plan, 0)
        took = max(1e-4, time.monotonic() - began)
        return max(LEAST, int((until - began) / took))


def sentence(outfit: Outfit, known: Any, side: int, verdict: Verdict) -> str:
    """What the plan is about, and what it is worth: the staff's chance and the plan's, in the same worlds."""
    chosen, staff = verdict.chosen, verdict.staff
    about = outfit.aim(known, side, chosen.options)
    about = about[:1].upper() + about[1:]
    if chosen is staff or not staff.chances:
        chance = f"; {100 * staff.mean:.0f} %" if staff.chances else ""
        return f"{about}{chance}."
    before = staff.chances[: len(chosen.chances)]
    return f"{about}; {100 * sum(before) / len(before):.0f} % → {100 * chosen.mean:.0f} %."
