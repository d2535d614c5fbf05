"""Clicks of one player's turn that is left to the staff: by its plan for each phase, or from one roll to the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.bots import make
from grognard.bots.hints import STAFF
from grognard.bots.staff_plans import PHASE, Planned, planned
from grognard.kernel.flow import Decision
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.lab.clicks_per_turn import is_idle
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.match.order_execution import Wanted, carried

BEGIN = 3
"""Help, "Finish this phase", and the button under the plan that has one drawn for each phase from then on."""
ASKED_FOR = 2
"""Ask for the staff's plan up to the next roll, and take it."""


class Click(NamedTuple):
    """Clicks at one moment."""

    phase: str
    what: str
    clicks: int


class PlannedTurn:
    """A turn of one side, whose player takes what the staff plans; staffs play the others."""

    def __init__(self, game: Game, side: Side, turn: int, seed: int) -> None:
        self.game, self.side, self.turn = game, side, turn
        self.match = Match.new(game, "", {}, {each.id: HUMAN for each in game.sides}, seed)
        self.staffs = [make(STAFF, game, each, random.Random(f"{seed}/{each}")) for each in game.every_side]
        self.phases = game.board()["phases"]

    def own_questions(self) -> Iterator[Decision]:
        """The questions of the turn to this side that have more than one answer; all others are answered."""
        while (asked := self.match.asked) is not None and self.match.state.turn <= self.turn:
            before = self.match.state.turn < self.turn
            if asked.side != self.side or before:
                option = self.staffs[asked.side].choose(self.game.redact(self.match.state, asked.side), asked)
                self.match.submit(asked.side, option)
            elif is_idle(self.game, self.match.state, asked):
                self.match.submit(asked.side, asked.options[0])
            else:
                yield asked

    def plan(self, asked: Decision) -> list[Planned]:
        known: dict[str, Any] = self.match.known(self.side).to_json()
        return planned(self.game.id, "turn", self.side, known, asked, PHASE)

    def take(self, orders: list[Planned]) -> None:
        options = tuple(option for order in orders for option in order.options)
        carried(self.match, self.side, Wanted(options=options))

    def phase(self) -> tuple[int, int]:
        return self.match.state.turn, self.match.state.phase

    def clicks(self, what: str, clicks: int) -> Click:
        return Click(self.phases[self.match.state.phase]["name"], what, clicks)

    def by_phases(self, begun: bool = False) -> Iterator[Click]:
        """A plan is drawn for each phase, and goes on over dice to where the player is to choose."""
        finishing: tuple[int, int] | None = None
        for asked in self.own_questions():
            orders = self.plan(asked)
            if finishing == self.phase() and not orders[0].weighs:
                self.take(orders[: next((n for n, order in enumerate(orders) if order.weighs), len(orders))])
                continue
            yield self.clicks("go on" if finishing == self.phase() else "plan", 1 if begun else BEGIN)
            begun, finishing = True, self.phase()
            self.take(orders)

    def by_rolls(self) -> Iterator[Click]:
        """A plan is asked for after each roll or question; sets that are owed fill themselves in."""
        for asked in self.own_questions():
            orders = self.plan(asked)
            verbs = [self.game.verbs[str(option[0])] for option in asked.options]
            resolves = next((str(o[0]) for o in asked.options if self.game.verbs[str(o[0])].resolves), "")
            if resolves:
                yield self.clicks("resolve all", 1)
                carried(self.match, self.side, Wanted(resolve=resolves))
                continue
            plain = (
                len(orders) == 1
                and len(orders[0].options) == 1
                and not self.game.verbs[str(orders[0].options[0][0])].args
            )
            owed = all(verb.fills for verb in verbs)
            yield self.clicks(asked.prompt, 1 if plain or owed else ASKED_FOR)
            self.take(orders)


class Written(NamedTuple):
    """A turn that is counted before and after a change: the same game, side and dice."""

    game: str
    side: Side
    turn: int
    seed: int
    most: int
    """Clicks at most."""
    begun: bool = False
    """Plans come unasked already."""

    def open(self, game: Game) -> PlannedTurn:
        return PlannedTurn(game, self.side, self.turn, self.seed)


WRITTEN = (
    Written("iwojima", Side(0), 3, 3, 8, begun=True),
    Written("formosa", Side(0), 1, 3, 15),
    Written("nemesis", Side(1), 1, 3, 12),
    Written("whitesun", Side(0), 1, 3, 25),
)
"""Turns through plans. White Sun's turn has two halves, of which both are counted."""
