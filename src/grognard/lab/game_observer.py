"""Figures of one game between bots, turn by turn, for a study to add up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from grognard import interrupt
from grognard.kernel.bits import members
from grognard.kernel.dice import Dice as Source
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.game import Game
from grognard.kernel.ids import NO_SIDE, NO_SPACE, Side, Space, Unit
from grognard.kernel.play import advance, apply
from grognard.lab.simulate import Plan, Result, chosen, named, wrong
from grognard.match.header import Header


class Throw(NamedTuple):
    """A kind of roll."""

    side: Side
    """Whose dice they are; -1 for nobody's."""
    kind: str
    """What is rolled for, as the log's event is called."""
    faces: int
    hits: int
    """The face from which a die hits; 0 where that is not how it is read."""


class Dice(NamedTuple):
    """The results of one kind of roll in one game."""

    dice: int
    pips: int
    hits: int


@dataclass(slots=True)
class Turn:
    """The state of the game at the end of a turn."""

    turn: int
    numbers: dict[str, float]
    """What the game keeps score of."""
    units: list[int]
    """Per party, its units on the map; then their steps."""
    steps: list[int]
    held: list[list[Space]]
    """Per party, the spaces of those the game is about that it has."""


@dataclass(slots=True)
class Watched:
    """A game and what was seen of it."""

    result: Result
    turns: list[Turn] = field(default_factory=list)
    fought: Counter[Space] = field(default_factory=Counter)
    """Per space, the rolls that were about it."""
    walked: Counter[tuple[Space, Space]] = field(default_factory=Counter)
    """Per step from a space to the next, how often it was made."""
    died: Counter[tuple[int, int, Space]] = field(default_factory=Counter)
    """Per turn, party and space (-1 where it is not known), the steps that were lost."""
    thrown: dict[Throw, Dice] = field(default_factory=dict)
    """Per kind of roll, what its dice showed."""
    ended: list[Space] = field(default_factory=list)
    """Per unit, the space where it was when the game was over; none for one that left play unharmed."""


class Watcher:
    """Follows a game as it is played."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        state.log = self.events
        self.turns: list[Turn] = []
        self.fought: Counter[Space] = Counter()
        self.walked: Counter[tuple[Space, Space]] = Counter()
        self.died: Counter[tuple[int, int, Space]] = Counter()
        self.thrown: dict[Throw, Dice] = {}
        self._turn = state.turn
        self._where: list[Space] = []
        self._unharmed: set[Unit] = set()
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

    def ended(self) -> list[Space]:
        """Per unit, where it is when the game is over; no box of losses for one that left play unharmed."""
        where: list[Space] = list(getattr(self.state, "where", ()))
        for unit in self._unharmed:
            where[unit] = NO_SPACE
        return where

    def _count(self, event: Event) -> None:
        about = self.game.mentions(event)
        spaces, units = about.get("spaces") or [], about.get("units") or []
        if event.kind in self.game.text.unharmed:
            self._unharmed.update(units)
        if event.dice:
            self.fought.update(dict.fromkeys(spaces, 1))
            self._throw(event, about.get("side"), about.get("hits") or 0)
        else:
            self.walked.update(pairwise(spaces))
        lost, side = about.get("loss") or 0, about.get("side")
        if lost and side is not None:
            self.died[event.turn, side, self._place(spaces, units)] += lost

    def _throw(self, event: Event, side: Side | None, hits: int) -> None:
        whose = self.game.phases[event.phase].side if side is None else side
        kind = Throw(NO_SIDE if whose is None else whose, event.kind, event.faces, hits)
        dice, pips, hit = self.thrown.get(kind, (0, 0, 0))
        hit += sum(die >= hits for die in event.dice) if hits else 0
        self.thrown[kind] = Dice(dice + len(event.dice), pips + sum(event.dice), hit)

    def _place(self, spaces: list[Space], units: list[Unit]) -> Space:
        if spaces:
            return spaces[0]
        return self._where[units[0]] if units and self._where else NO_SPACE

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


def watched(plan: Plan, game: Game, index: int, state: Any, dice: Source) -> Watched:
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
    return Watched(
        result, watcher.turns, watcher.fought, watcher.walked, watcher.died,
        watcher.thrown, watcher.ended(),
    )  # fmt: skip
