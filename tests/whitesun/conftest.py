"""Shared by the tests of Armies of the White Sun: a position under one's hands, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import position_table
from grognard.games import load
from grognard.games.whitesun.game import WhiteSun
from grognard.games.whitesun.state import own
from grognard.kernel.bits import members
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.play import advance

loaded = load("whitesun")
assert isinstance(loaded, WhiteSun)
GAME: WhiteSun = loaded

NOTHING = (4, 1)
"""Event dice that come to nothing on Turns 1, 2 and 4."""
X = ("J-3D", "J-5D", "J-6D", "J-101D", "J-108D", "J-109D", "J-2IMB", "J-3IMB")
"""The force of the example of play: 14 dice, 11 steps."""
SPARE = "J-27D"
"""Ready besides, so that the phase goes on when the operation is over."""


class Dice(ScriptedDice):
    """A script in which the draw of a unit is written as its name."""

    def __init__(self, table: Table, faces: Iterable[Any]) -> None:
        super().__init__(faces)
        self.table = table

    def roll(self, number: int, count: int, sides: int) -> tuple[int, ...]:
        if self.faces and isinstance(self.faces[0], str):
            name = str(self.faces.pop(0))
            urn = members(self.table.state.agenda[-1].urn(self.table.state))
            return (urn.index(GAME.unit_index[name]) + 1,)
        return super().roll(number, count, sides)


class Table(position_table.Table):
    """A sandbox whose dice may name the units that are drawn."""

    def __init__(self, game: Any, state: Any, dice: Iterable[Any] = ()) -> None:
        self.game = game
        self.state = state
        self.dice = Dice(self, dice)
        self.events = []
        self.state.log = self.events
        advance(self.state, self.dice)

    def muster(self, *units: str) -> Table:
        """Put units into the force."""
        for unit in units:
            self.do("join", unit)
        return self

    def advance(self, hex_: str, *dice: Any) -> Table:
        """One step of a march."""
        self.do("advance", hex_, dice=dice)
        return self

    def own(self, hex_: str) -> bool:
        """Whether a hex works as Japanese."""
        return bool(own(self.state) >> self.space(hex_) & 1)

    def at(self, space: str) -> set[str]:
        """The units in a space."""
        return {GAME.unit_ids[u] for u in members(self.state.at[self.space(space)])}

    def kinds(self) -> list[str]:
        """The kinds of all events told so far."""
        return [event.kind for event in self.events]

    def said(self) -> list[str]:
        """The log in words."""
        return [self.game.sentence(event) for event in self.events if event.seen]

    @property
    def mp(self) -> int:
        """Movement points left."""
        return int(self.state.mp)


def table(dice: Iterable[Any] = (), options: dict[str, str] | None = None, **change: Any) -> Table:
    """A position of Armies of the White Sun: what can be set is said in grognard.games.whitesun.sandbox."""
    return position_table.set_table(Table, "whitesun", options=options, dice=dice, **change)


def marching(force: Iterable[str], at: str, **change: Any) -> Table:
    """A force on the march, on Turn 1 unless said otherwise, with a pool of nothing unless one is given."""
    spare = [] if change.get("turn", 1) in (2, 3) else [SPARE]
    ready = [*force, *spare]
    settings: dict[str, Any] = {"turn": 1, "phase": "first", "pool": [], "ready": ready, "force": [*force], "at": at}
    dice = change.pop("dice", ())
    options = change.pop("options", None)
    return table(dice, options, **{**settings, **change})


@pytest.fixture(name="table")
def _table() -> Any:
    return table


@pytest.fixture(name="marching")
def _marching() -> Any:
    return marching


MISS, HIT = 1, 5


def fire(count: int, *faces: int) -> list[int]:
    """So many dice, those not named being misses."""
    return [*faces, *[MISS] * (count - len(faces))]
