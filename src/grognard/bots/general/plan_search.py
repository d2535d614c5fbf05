"""The general bot: the staff bot's rules, and a search where a whole plan is made.

It is handed what its side may know, draws worlds that agree with it, and follows each of a few plans through the same
worlds. Where nothing is clearly better it does what the staff would do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any, NamedTuple

from grognard import interrupt
from grognard.bots.budget import Budget
from grognard.bots.general import fitted_value
from grognard.bots.general.plans import Plan, Table, Verdict, finished, gain, gathering, searching
from grognard.bots.general.settings import GeneralSettings
from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

LEAST = 14
"""Simulations of a search that is short of time."""


class General:
    """A player who looks ahead."""

    def __init__(
        self, settings: GeneralSettings, game: Game, side: Side, rng: random.Random, budget: Budget | None = None
    ) -> None:
        self.reason = ""
        self.verdict: Verdict | None = None
        """What the last search found."""
        # One plan, its own staff's: nothing to weigh it against.
        self._settings = settings if settings.looks or budget else replace(settings, plans=1)
        self._game = game
        self._side = side
        self._rng = rng
        self._budget = budget or Budget(nodes=settings.nodes)
        # With a number of nodes it takes the time that they need, and plays the same on every machine.
        self._seconds = budget.seconds if budget else settings.seconds
        self._weights = settings.own(side)
        self._staff = settings.staff(game, side, rng, self._weights)
        self._phase: tuple[int, int] | None = None
        self._planner = self._staff
        self._hurried = False

    def choose(self, known: Any, asked: Decision) -> Option:
        """The staff's answer; for a plan, that of the staff under the weights that fared best."""
        return finished(self.consider(known, asked))

    def hurry(self) -> None:
        """Decide by what is known so far."""
        self._hurried = True

    def consider(self, known: Any, asked: Decision) -> Generator[float, None, Option]:
        """The same in small pieces: after each it says how much of the thought is done."""
        phase = (known.turn, known.phase)
        found = ""
        self._hurried = False
        if asked.prompt in self._settings.prompts[self._side] and phase != self._phase:
            found = yield from self._plan(known, asked)
            self._phase = phase
        bot = self._planner if phase == self._phase else self._staff
        option: Option = bot.choose(known, asked)
        self.reason = found or bot.reason
        return option

    def _plan(self, known: Any, asked: Decision) -> Generator[float, None, str]:
        """Look for a plan for this phase; its sentence."""
        known.pending = asked
        seed = f"{self._rng.getrandbits(64):x}"
        table = table_at(self._settings, self._game, self._side, known, seed, self._staff)
        seconds = self._seconds
        until = time.monotonic() + seconds

        def enough() -> bool:
            interrupt.check()
            return self._hurried or (bool(seconds) and time.monotonic() >= until)

        plans = yield from gathering(table, random.Random(f"{seed}/plans"), enough)
        nodes = self._budget.nodes or self._within(table, plans[0], until)
        self.verdict = yield from searching(table, plans, nodes, enough)
        chosen = self.verdict.chosen
        self._planner = self._settings.staff(self._game, self._side, self._rng, self._weights, chosen.factors)
        self._planner.relieve(self._staff)
        return sentence(self._settings, known, self._side, self.verdict)

    def _within(self, table: Table, plan: Plan, until: float) -> int:
        """The number of simulations that fit into the time left, by the time that one takes."""
        began = time.monotonic()
        table.play(plan, 0)
        took = max(1e-4, time.monotonic() - began)
        return max(LEAST, int((until - began) / took))


def table_at(settings: GeneralSettings, game: Game, side: Side, known: Any, seed: str, staff: Any) -> Table:
    """A table where a side tries plans, by the value that lies beside the game's bots."""
    model = fitted_value.load(settings.package, settings.value, settings.names)
    return Table(settings, model, game, side, known, seed, staff)


class Alternative(NamedTuple):
    """A plan that was weighed: what it is about, its chance, and how it differs from the plan that was chosen."""

    text: str
    chance: float
    difference: float
    error: float


def alternatives(settings: GeneralSettings, known: Any, side: Side, verdict: Verdict) -> list[Alternative]:
    """The chosen plan, and the two best besides it, each over the worlds that it met together with the chosen one."""
    out: list[Alternative] = []
    told: set[str] = set()
    rest = [plan for plan in (verdict.staff, *verdict.others) if plan is not verdict.chosen and plan.chances]
    rest.sort(key=lambda plan: -gain(plan, verdict.chosen)[0])
    for plan in [verdict.chosen, *rest]:
        text = about(settings, known, side, plan)
        if text in told or (plan.script and out) or not plan.chances:
            continue
        told.add(text)
        difference, error = gain(plan, verdict.chosen) if out else (0.0, 0.0)
        out.append(Alternative(text, plan.mean, difference, 0.0 if error == float("inf") else error))
        if len(out) == 3:
            break
    return out


def about(settings: GeneralSettings, known: Any, side: Side, plan: Plan) -> str:
    """The aim of a plan."""
    text = settings.aim(known, side, plan.options)
    return text[:1].upper() + text[1:]


def sentence(settings: GeneralSettings, known: Any, side: Side, verdict: Verdict) -> str:
    """The aim of the plan and its worth: the staff's chance and the plan's, in the same worlds."""
    chosen, staff = verdict.chosen, verdict.staff
    text = about(settings, known, side, chosen)
    if chosen is staff or not staff.chances:
        chance = f"; {100 * staff.mean:.0f}%" if staff.chances else ""
        return f"{text}{chance}."
    before = staff.chances[: len(chosen.chances)]
    return f"{text}; {100 * sum(before) / len(before):.0f} % → {100 * chosen.mean:.0f} %."
