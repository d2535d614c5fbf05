"""Shared by the tests of Operation Ichi-Go: a position under one's hands, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import position_table
from grognard.games import load
from grognard.games.ichigo.game import IchiGo
from grognard.games.ichigo.sandbox import unit_named

GAME = load("ichigo")
assert isinstance(GAME, IchiGo)


class Table(position_table.Table):
    """A sandbox that answers in names; Chinese regulars go by the front they carry."""

    def unit(self, name: str) -> int:
        """A unit's number."""
        return unit_named(self.state, name)

    def id(self, name: str) -> str:
        """The id by which options name a unit."""
        return self.game.unit_ids[self.unit(name)]

    def act(self, verb: str, *names: str, dice: Iterable[int] = ()) -> Table:
        """Decide, with fronts allowed in place of the ids of Chinese regulars."""
        args = [self.id(n) if n in GAME.printed_ids and n not in GAME.unit_index else n for n in names]
        self.do(verb, *args, dice=dice)
        return self

    def attack(self, target: str, *units: str, tanks: int = 0, special: int = 0, dice: Iterable[int] = ()) -> Table:
        """Plan and confirm an attack in one go."""
        self.act("attack", target)
        for unit in units:
            self.act("join", unit)
        for _ in range(tanks):
            self.act("commit-tank")
        for _ in range(special):
            self.act("commit-special-forces")
        return self.act("confirm", dice=dice)

    def owner(self, hex_: str) -> str:
        """Who controls a tracked hex."""
        return "Japanese" if self.state.japanese >> self.game.space_index[hex_] & 1 else "Allied"

    def offers(self, *words: str) -> bool:
        """Whether an option is on the table."""
        named = tuple(self.id(n) if n in GAME.printed_ids and n not in GAME.unit_index else n for n in words)
        return named in self.options()

    def result(self) -> str:
        """The last result of the combat table."""
        return str(self.told("result")[-1].args[1])

    def column(self) -> int:
        """The column of the last battle's die."""
        return int(self.told("battle")[-1].args[3])


def table(dice: Iterable[int] = (), **change: Any) -> Table:
    """A position of Operation Ichi-Go: what can be set is said in grognard.games.ichigo.sandbox."""
    return position_table.set_table(Table, "ichigo", dice=dice, **change)


@pytest.fixture(name="table")
def _table() -> Any:
    return table
