"""Shared by the tests of Operation Causeway: a position under one's hands, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import position_table
from grognard.games import load
from grognard.games.formosa.game import Formosa
from grognard.games.formosa.odds import column

GAME = load("formosa")
assert isinstance(GAME, Formosa)


class Table(position_table.Table):
    """A sandbox that answers in names."""

    def plan(self, target: str, *units: str, also: Iterable[str] = ()) -> Table:
        """Plan an attack without confirming it."""
        if self.asked.prompt == "combat":
            self.do("attack", target)
        for unit in units:
            if self.offers("join", unit):
                self.do("join", unit)
        for hex_ in also:
            self.do("also", hex_)
        return self

    def fight(self, target: str, *units: str, also: Iterable[str] = (), dice: Iterable[int] = ()) -> Table:
        """Plan and confirm an attack, commit nothing, and roll."""
        self.plan(target, *units, also=also)
        self.dice.faces.extend(dice)
        self.do("confirm")
        return self.ready()

    def win(self, result: str, target: str, *units: str, dice: Iterable[int] = ()) -> Table:
        """Plan and confirm an attack with the die that gives this result, then these dice."""
        self.plan(target, *units)
        frame = self.state.agenda[-1]
        table, at = self.game.crt[frame.side], column(self.state, frame.combat(self.state))
        faces = [face for face in range(1, 7) if table.result(at, face) == result]
        assert faces, (table.columns[at], [table.result(at, face) for face in range(1, 7)])
        return self.confirm(dice=[faces[0], *dice])

    def confirm(self, dice: Iterable[int] = ()) -> Table:
        """Confirm the attack that is planned, commit nothing, and roll."""
        self.dice.faces.extend(dice)
        self.do("confirm")
        return self.ready()

    def ready(self, dice: Iterable[int] = ()) -> Table:
        """Commit nothing more."""
        self.dice.faces.extend(dice)
        while not self.over and self.asked.prompt in ("commit-attack", "commit-defence"):
            self.do("ready")
        return self

    def end(self, *verbs: str) -> Table:
        """Say these words one after the other."""
        for verb in verbs:
            self.do(verb)
        return self

    def prompt(self) -> str:
        """What is asked."""
        return "" if self.over else self.asked.prompt

    def result(self) -> str:
        """The last result of a combat table."""
        return str(self.told("result")[-1].args[1])

    def column(self) -> str:
        """The column of the last combat."""
        return str(self.told("battle")[-1].args[5])

    def shifts(self) -> dict[str, int]:
        """The shifts of the attack that is planned or under way."""
        (shown,) = self.game.previews(self.state, self.asked.side)
        return {row["text"]: int(row["value"].replace("−", "-")) for row in shown["shifts"][1:]}

    def is_concealed(self, unit: str) -> bool:
        """Whether a counter lies face down."""
        return bool(self.state.concealed >> self.unit(unit) & 1)

    def lp(self, side: str) -> int:
        """A side's logistics points."""
        return int(self.state.lp[self.game.side_index(side)])

    def mark(self, side: str, marker: str, space: str) -> int:
        """How many of a marker a side sees in a space."""
        number = next(i for i, row in enumerate(self.game.board()["markers"]) if row["id"] == marker)
        return sum(count for at, kind, count in self.view(side)["marks"] if (at, kind) == (self.space(space), number))


def table(scenario: str = "1", options: Iterable[str] = (), dice: Iterable[int] = (), **change: Any) -> Table:
    """A position of Operation Causeway: what can be set is said in grognard.games.formosa.sandbox."""
    chosen = dict.fromkeys(options, "on")
    return position_table.set_table(Table, "formosa", scenario=scenario, options=chosen, dice=dice, **change)


@pytest.fixture(name="table")
def _table() -> Any:
    return table
