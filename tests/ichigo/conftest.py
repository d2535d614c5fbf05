"""Shared by the tests of Operation Ichi-Go: a position under one's hands, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Any

import pytest

from grognard.games.ichigo.game import IchiGo, build
from grognard.games.ichigo.sandbox import unit_named
from grognard.kernel.sandbox import Sandbox


def load() -> IchiGo:
    """The game with its own data."""
    folder = resources.files("grognard.games.ichigo") / "data"
    names = ("map.toml", "units.csv", "tables.toml", "cases.toml")
    return build({name: (folder / name).read_text(encoding="utf-8") for name in names})


GAME = load()


class Table(Sandbox):
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

    def steps(self, unit: str) -> int:
        """Steps left."""
        return int(self.state.steps[self.unit(unit)])

    def where(self, unit: str) -> str:
        """The space a unit is in."""
        return self.game.space_ids[self.state.where[self.unit(unit)]]

    def owner(self, hex_: str) -> str:
        """Who controls a tracked hex."""
        return "Japanese" if self.state.japanese >> self.game.space_index[hex_] & 1 else "Allied"

    def phase(self) -> str:
        """The phase's id."""
        return self.game.phases[self.state.phase].id

    def goals(self, verb: str) -> set[str]:
        """The last arguments of the options of a verb."""
        return {words[-1] for words in self.options(verb)}

    def offers(self, *words: str) -> bool:
        """Whether an option is on the table."""
        named = tuple(self.id(n) if n in GAME.printed_ids and n not in GAME.unit_index else n for n in words)
        return named in self.options()

    def why(self, unit: str | None = None, space: str | None = None) -> list[str]:
        """The cases of the reasons why something is not on offer."""
        u = None if unit is None else self.unit(unit)
        h = None if space is None else self.game.space_index[space]
        return [c for bar in self.game.why_not(self.state, self.asked.side, u, h) for c in bar.cases]

    def result(self) -> str:
        """The last result of the combat table."""
        return str(self.told("result")[-1].args[1])

    def column(self) -> int:
        """The column of the last battle's die."""
        return int(self.told("battle")[-1].args[3])


def table(dice: Iterable[int] = (), **change: Any) -> Table:
    """A position of Operation Ichi-Go: what can be set is said in grognard.games.ichigo.sandbox."""
    state = GAME.new("", {})
    if change:
        GAME.edit(state, change)
    return Table(GAME, state, dice)


@pytest.fixture(name="table")
def _table() -> Any:
    return table
