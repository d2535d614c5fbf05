"""One game between programs, watched: what happened in it turn by turn, as numbers that a study can add up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from grognard import interrupt
from grognard.kernel.bits import members
from grognard.kernel.dice import Dice, KeyedDice
from grognard.kernel.flow import ONGOING, Event, advance, apply
from grognard.kernel.game import Game
from grognard.lab.simulate import Plan, Result, chosen, named, wrong
from grognard.match.header import Header


@dataclass(slots=True)
class Turn:
    """How things stood when a turn was over."""

    turn: int
    numbers: dict[str, float]
    """What the game keeps score of."""
    units: list[int]
    """Per party, its units on the map; then their steps."""
    steps: list[int]
    held: list[list[int]]
    """Per party, the spaces of those the game is about that it has."""


@dataclass(slots=True)
class Watched:
    """A game and what was seen of it."""

    result: Result
    turns: list[Turn] = field(default_factory=list)
    fought: Counter[int] = field(default_factory=Counter)
    """Per space, the rolls that were about it."""
    walked: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Per step from a space to the next, how often it was made."""
    died: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """Per turn, party and space (-1 where it is not known), the steps that were lost."""


class Watcher:
    """Follows a game as it is played."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        state.log = self.events
        self.turns: list[Turn] = []
        self.fought: Counter[int] = Counter()
        self.walked: Counter[tuple[int, int]] = Counter()
        self.died: Counter[tuple[int, int, int]] = Counter()
        self._turn = state.turn
        self._where: list[int] = []
        self._side_of = game.text.facts.side_of
        self._map = [space["kind"] != "box" for space in game.board()["spaces"]]

    def before(self) -> None:
        """A decision is about to be taken: remember who stands where."""
        self._where = self.state.where[:] if hasattr(self.state, "where") else []

    def after(self) -> None:
        """It has been taken: count what came of it."""
        for event in self.events:
            self._count(event)
        self.events.clear()
        if self.state.turn != self._turn:
            self.turns.append(self._snapshot(self._turn))
            self._turn = self.state.turn

    def end(self) -> None:
        """The game is over: the last turn counts as it stands."""
        if not self.turns or self.turns[-1].turn != self._turn:
            self.turns.append(self._snapshot(self._turn))

    def _count(self, event: Event) -> None:
        about = self.game.mentions(event, 0)
        spaces, units = about.get("spaces") or [], about.get("units") or []
        if event.dice:
            self.fought.update(dict.fromkeys(spaces, 1))
        else:
            self.walked.update(pairwise(spaces))
        lost, side = about.get("loss") or 0, about.get("side")
        if lost and side is not None:
            self.died[event.turn, side, self._place(spaces, units)] += lost

    def _place(self, spaces: list[int], units: list[int]) -> int:
        if spaces:
            return spaces[0]
        return self._where[units[0]] if units and self._where else -1

    def _snapshot(self, turn: int) -> Turn:
        game, state = self.game, self.state
        numbers = {name: float(value) for name, value in game.score(state).items() if name != "turns"}
        count = len(game.parties())
        units, steps = [0] * count, [0] * count
        for unit, space in enumerate(getattr(state, "where", ())):
            if self._map[space]:
                units[self._side_of[unit]] += 1
                steps[self._side_of[unit]] += state.steps[unit]
        return Turn(turn, numbers, units, steps, [members(held) for held in game.prizes(state)])


def watch(plan: Plan, game: Game, index: int) -> Watched:
    """The game that `play_one` plays, with everything that was seen on the way."""
    header = Header.new(game, plan.scenario, dict(plan.options))
    state = game.new(header.scenario, header.options)
    return watched(plan, game, index, state, KeyedDice(plan.secret(index)))


def watched(plan: Plan, game: Game, index: int, state: Any, dice: Dice) -> Watched:
    """A game from any position to its end."""
    watcher = Watcher(game, state)
    seated = plan.seated(game, index)
    decisions, problem = 0, ""
    try:
        if state.pending is None:
            advance(state, dice)
        watcher.after()
        while state.winner == ONGOING and not problem:
            asked = state.pending
            interrupt.check()
            option = chosen(game, state, seated, asked)
            watcher.before()
            apply(state, asked.side, option, dice)
            watcher.after()
            decisions += 1
            problem = wrong(plan, game, state, decisions)
    except Exception as error:
        problem = named(error)
    watcher.end()
    result = Result(index, int(state.winner), str(state.ending), decisions, game.score(state), problem)
    return Watched(result, watcher.turns, watcher.fought, watcher.walked, watcher.died)
