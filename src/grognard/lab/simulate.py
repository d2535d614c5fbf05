"""Simulations: bots play a game many times; the same seed gives the same games in any number of processes."""

from __future__ import annotations

import hashlib
import os
import random
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from grognard import games, interrupt
from grognard.bots import Bot, make
from grognard.collector import seldom
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, per
from grognard.kernel.play import advance, apply
from grognard.lab.process_pool import spread
from grognard.match import Match
from grognard.match import save as saves
from grognard.match.header import Header

MOST_DECISIONS = 20_000
"""A game with more decisions is taken for endless."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings that all games of a simulation share."""

    game: str
    bots: tuple[str, ...]
    """By side, in the game's order."""
    games: int
    seed: int = 1
    first: int = 0
    """The number of the first game: any one can be played again by itself."""
    scenario: str = ""
    options: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None
    check: bool = False
    """Look for broken invariants after every decision."""

    def load(self) -> Game:
        """The game with its data."""
        return games.load(self.game, self.folder)

    def secret(self, index: int) -> bytes:
        """The seed of a game's dice."""
        return hashlib.sha256(f"simulate {self.seed} {index}".encode()).digest()

    def seated(self, game: Game, index: int) -> list[Bot]:
        """The bots of one game, each with luck of its own."""
        return [
            make(name, game, side, random.Random(f"{self.seed}/{index}/{side}")) for side, name in per(Side, self.bots)
        ]


class Result(NamedTuple):
    """The result of one game."""

    number: int
    winner: int
    ending: str
    decisions: int
    score: dict[str, float]
    problem: str
    """What failed, or nothing."""


@dataclass(slots=True)
class Outcome:
    """All games, in order, and how long they took."""

    plan: Plan
    results: list[Result] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def failures(self) -> list[Result]:
        """The games that did not end as games should."""
        return [result for result in self.results if result.problem]


def processors() -> int:
    """The number of processes that can run at once."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def checked(plan: Plan) -> Game:
    """The game, once its scenario, options and bots are known to be right."""
    game = plan.load()
    Header.new(game, plan.scenario, dict(plan.options))
    plan.seated(game, 0)
    return game


def simulate(plan: Plan, jobs: int = 1, told: Callable[[int], None] = lambda done: None) -> Outcome:
    """Play all games; `told` hears how many are done."""
    outcome = Outcome(plan)
    started = time.perf_counter()
    with closing(_results(plan, jobs)) as results:
        for result in results:
            outcome.results.append(result)
            told(len(outcome.results))
            interrupt.check()
    outcome.seconds = time.perf_counter() - started
    outcome.results.sort()
    return outcome


def _results(plan: Plan, jobs: int) -> Generator[Result, None, None]:
    numbers = range(plan.first, plan.first + plan.games)
    if jobs == 1 or plan.games == 1:
        game = plan.load()
        return (play_one(plan, game, index) for index in numbers)
    return spread(partial(_play, plan), numbers, min(jobs, plan.games))


def _play(plan: Plan, index: int) -> Result:
    return play_one(plan, plan.load(), index)


# --- one game


@seldom()
def play_one(plan: Plan, game: Game, index: int, seated: list[Bot] | None = None) -> Result:
    """One game without a record: a failing one is played again with a record. Others than the plan's may be seated."""
    header = Header.new(game, plan.scenario, dict(plan.options))
    dice = KeyedDice(plan.secret(index))
    state = game.new(header.scenario, header.options)
    seated = plan.seated(game, index) if seated is None else seated
    decisions = 0
    problem = ""
    try:
        advance(state, dice)
        while state.winner == ONGOING and not problem:
            asked = state.pending
            interrupt.check()
            apply(state, asked.side, chosen(game, state, seated, asked), dice)
            decisions += 1
            problem = wrong(plan, game, state, decisions)
    except Exception as error:
        problem = named(error)
    return Result(index, int(state.winner), str(state.ending), decisions, game.score(state), problem)


@seldom()
def recorded(plan: Plan, game: Game, index: int) -> Match:
    """The same game with a record: to its end, or to where it fails."""
    match = Match.new(game, plan.scenario, dict(plan.options), seed=plan.secret(index).hex())
    seated = plan.seated(game, index)
    try:
        while (asked := match.asked) is not None:
            match.submit(asked.side, chosen(game, match.state, seated, asked))
            if wrong(plan, game, match.state, len(match.played)):
                break
    except Exception:
        pass  # The match stands at the decision that led to the fault; `play_one` says which it is.
    return match


def failing_save(plan: Plan, game: Game, failed: Result) -> str | None:
    """A failed game as a save that opens on the page, all seats human; None when it failed before any decision."""
    try:
        return saves.write(recorded(plan, game, failed.number))
    except Exception:
        return None


def chosen(game: Game, state: Any, seated: list[Bot], asked: Decision) -> Option:
    """The option that the bot to decide takes, from what it may know."""
    return seated[asked.side].choose(game.redact(state, asked.side), asked)


def wrong(plan: Plan, game: Game, state: Any, decisions: int) -> str:
    """The fault of a game that goes on, or nothing."""
    if plan.check and (broken := game.check(state)):
        return f"broken invariant: {'; '.join(broken)}"
    if decisions > MOST_DECISIONS:
        return f"endless: more than {MOST_DECISIONS:,} decisions"
    return ""


def named(error: Exception) -> str:
    """An exception and its place, in one line."""
    trace = error.__traceback__
    where = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        where = f" in {code.co_name} ({Path(code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{where}"
