"""Plans and their results: the staff under varied weights, played out in sampled worlds to the end of the reply.

All plans meet the same worlds and the same dice. By sequential halving the worse half is dropped again and again, and
what is left is looked at in more worlds; the staff's own plan always stays, for what counts is the gain over it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple, TypeVar

from grognard.bots.general.fitted_value import Value
from grognard.bots.general.settings import GeneralSettings
from grognard.bots.general.simulation_dice import CommonDice, roll_on, take
from grognard.bots.general.weights import drawn
from grognard.kernel.flow import DRAW, ONGOING, Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, per

T = TypeVar("T")

SPREAD = 0.5
"""How far weights are varied: the standard deviation of the factor's logarithm."""
LONGEST = 3000
"""Decisions after which a simulation is broken off."""


@dataclass(slots=True)
class Plan:
    """One way to go on: a staff's weights times factors, and what came of it world by world."""

    factors: Mapping[str, float]
    options: list[Option]
    """What it does in the first world, to the end of the phase."""
    chances: list[float] = field(default_factory=list)
    script: tuple[Option, ...] = ()
    """What somebody really did in this phase: it is followed as far as a world lets one, the staff does the rest."""

    @property
    def mean(self) -> float:
        """The chance of winning."""
        return sum(self.chances) / len(self.chances) if self.chances else 0.0


class Verdict(NamedTuple):
    """Results of a search: the staff's plan, all others with the best first, and the one to follow."""

    staff: Plan
    others: list[Plan]
    chosen: Plan

    def gain(self, plan: Plan) -> tuple[float, float]:
        """The gain of a plan over the staff's in the same worlds, and its standard error."""
        return gain(plan, self.staff)


def gain(plan: Plan, other: Plan) -> tuple[float, float]:
    """The mean difference over the worlds that both met, and its standard error (infinite below two)."""
    pairs = [a - b for a, b in zip(plan.chances, other.chances, strict=False)]
    if len(pairs) < 2:
        return (sum(pairs) if pairs else 0.0), float("inf")
    mean = sum(pairs) / len(pairs)
    return mean, sqrt(sum((x - mean) ** 2 for x in pairs) / (len(pairs) - 1) / len(pairs))


class Table:
    """A table on which plans of one side are tried: the position as the side knows it, and everybody's weights."""

    def __init__(
        self, settings: GeneralSettings, value: Value, game: Game, side: Side, known: Any, seed: str, staff: Any
    ) -> None:
        self.settings = settings
        self.value = value
        self.game = game
        self.side = side
        self.known = known
        self.seed = seed
        self.staff = staff
        """The one whose notes those of the simulations start from."""
        sides = game.every_side
        enemy = settings.enemy
        self.weights = [settings.own(each) if each == side else settings.weights(each, enemy) for each in sides]
        self.tried = 0

    def world(self, number: int) -> tuple[Any, CommonDice]:
        """World number so-and-so, at the question that is asked, and its dice."""
        rng = random.Random(f"{self.seed}/world/{number}")
        s = self.settings.world(self.known, self.side, rng)
        s.pending = self.known.pending
        return s, CommonDice(rng.randbytes(32))

    def _seated(
        self, number: int, factors: Mapping[str, float], script: tuple[Option, ...] = ()
    ) -> tuple[list[Any], Any]:
        """Staffs for every side, and the one that carries out the plan."""
        settings, game = self.settings, self.game
        luck = [random.Random(f"{self.seed}/luck/{number}/{side}") for side in game.every_side]
        seated = [settings.staff(game, side, luck[side], weights) for side, weights in per(Side, self.weights)]
        seated[self.side].relieve(self.staff)
        planner = settings.staff(game, self.side, luck[self.side], self.weights[self.side], factors)
        planner.relieve(self.staff)
        return seated, Follower(script, planner) if script else planner

    def trace(self, factors: Mapping[str, float]) -> list[Option]:
        """The decisions of a plan in the first world to the end of this phase."""
        s, dice = self.world(0)
        seated, planner = self._seated(0, factors)
        phase = (s.turn, s.phase)
        done: list[Option] = []
        while s.winner == ONGOING and (s.turn, s.phase) == phase and len(done) < LONGEST:
            asked = s.pending
            mine = asked.side == self.side
            option = _chosen(self.game, s, planner if mine else seated[asked.side], asked)
            if mine:
                done.append(option)
            take(s, asked.side, option, dice)
        return done

    def play(self, plan: Plan, number: int) -> float:
        """Follow a plan in a world to the end of the reply: the side's chance of winning from there."""
        s, dice = self.world(number)
        seated, planner = self._seated(number, plan.factors, plan.script)
        settings, side = self.settings, self.side
        phase = (s.turn, s.phase)
        until = settings.half_turn(s) + settings.ahead
        self.tried += 1
        roll_on(s, dice)
        for _ in range(LONGEST):
            if s.winner != ONGOING or settings.half_turn(s) >= until:
                break
            asked = s.pending
            planning = asked.side == side and (s.turn, s.phase) == phase
            bot = planner if planning else seated[asked.side]
            take(s, asked.side, _chosen(self.game, s, bot, asked), dice)
        if s.winner != ONGOING:
            first = 0.5 if s.winner == DRAW else float(s.winner == 0)
        else:
            first = self.value.chance(settings.half_turn(s), settings.features(s))
        return first if side == 0 else 1.0 - first


class Follower:
    """Does what was done, in its order, wherever it is on offer; a staff answers what the script does not."""

    def __init__(self, script: tuple[Option, ...], staff: Any) -> None:
        self._script = script
        self._staff = staff
        self._at = 0

    def choose(self, known: Any, asked: Decision) -> Option:
        """The next thing of the script that is on offer; what is passed over was not to be had here."""
        for at in range(self._at, len(self._script)):
            if self._script[at] in asked.options:
                self._at = at + 1
                return self._script[at]
        option: Option = self._staff.choose(known, asked)
        return option


def _chosen(game: Game, s: Any, bot: Any, asked: Decision) -> Option:
    option: Option = bot.choose(game.redact(s, asked.side), asked)
    return option


def candidates(table: Table, rng: random.Random) -> list[Plan]:
    """The staff's plan first, then others that really differ from it and from each other."""
    return finished(gathering(table, rng))


def gathering(
    table: Table, rng: random.Random, enough: Callable[[], bool] = lambda: False, few: int = 0
) -> Generator[float, None, list[Plan]]:
    """The same in small pieces, or only a `few`. The game's own intents come first, then weights by lot."""
    plans = [Plan({}, table.trace({}))]
    known = {tuple(plans[0].options)}
    weights = table.weights[table.side]
    intents = [*table.settings.intents.get(table.side, {}).values()]
    most = few or table.settings.plans
    for number in range(min(table.settings.draws, 2 * few) if few else table.settings.draws):
        if len(plans) == most or (len(plans) > 1 and enough()):
            break
        yield 0.0
        factors = intents[number] if number < len(intents) else drawn(weights, rng, SPREAD)
        options = table.trace(factors)
        if tuple(options) not in known:
            known.add(tuple(options))
            plans.append(Plan(factors, options))
    return plans


def search(
    table: Table, plans: list[Plan], nodes: int, enough: Callable[[], bool] = lambda: False, gate: float = 1.0
) -> Verdict:
    """Sequential halving over the plans within so many simulations; `enough` breaks it off earlier.

    The first plan is the staff's, which is left only for a gain above `gate` standard errors.
    """
    return finished(searching(table, plans, nodes, enough, gate))


def finished(thought: Generator[float, None, T]) -> T:
    """The result of thinking without a time limit."""
    while True:
        try:
            next(thought)
        except StopIteration as stop:
            found: T = stop.value
            return found


def searching(
    table: Table, plans: list[Plan], nodes: int, enough: Callable[[], bool], gate: float = 1.0
) -> Generator[float, None, Verdict]:
    """The same in small pieces: after each it says how much of it is done."""
    staff, left = plans[0], plans[1:]
    rounds = max(1, len(plans).bit_length() - 1)
    spent = 0
    while left:
        worlds = max(2, nodes // rounds // (len(left) + 1))
        stop = False
        for _ in range(worlds):
            if spent + len(left) + 1 > nodes and len(staff.chances) >= 2:
                stop = True
                break
            number = len(staff.chances)
            for plan in (staff, *left):
                if number >= 2 and enough():
                    break  # those that came too late met one world less: a gain counts the worlds that both met
                plan.chances.append(table.play(plan, number))
                spent += 1
                yield min(1.0, spent / nodes)
            if enough() and len(staff.chances) >= 2:
                stop = True
                break
        left.sort(key=lambda plan: -gain(plan, staff)[0])
        if stop or len(left) == 1:
            break
        left = left[: (len(left) + 1) // 2]
    others = sorted(plans[1:], key=lambda plan: (-len(plan.chances), -gain(plan, staff)[0]))
    chosen = staff
    if left:
        best, error = gain(left[0], staff)
        if best > gate * error:
            chosen = left[0]
    return Verdict(staff, others, chosen)
