"""Shared by the tests of Nemesis: a position under one's hands, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import position_table
from grognard.games import load
from grognard.games.nemesis.game import Nemesis
from grognard.games.nemesis.state import State

LEVELS = ("full", "limited", "out")


def _load() -> Nemesis:
    found = load("nemesis")
    assert isinstance(found, Nemesis)
    return found


GAME = _load()


class Table(position_table.Table):
    """A sandbox that answers in names."""

    state: State

    def attack(self, target: str, *units: str, air: str = "", dice: Iterable[int] = ()) -> Table:
        """Plan and confirm an assault or attack in one go."""
        self.do("attack", target)
        for unit in units:
            self.do("join", unit)
        if air:
            self.do("call-air", air)
        self.do("confirm", dice=dice)
        return self

    def storm(self, target: str, *units: str) -> Table:
        """Walk into an Objective that nobody holds."""
        self.do("storm", target)
        for unit in units:
            self.do("join", unit)
        self.do("confirm")
        return self

    def march(self, unit: str, *hexes: str, stop: bool = True) -> Table:
        """Move a counter hex by hex."""
        self.do("move", unit)
        for hex_ in hexes:
            self.do("to", hex_)
        if stop and "stop" in self.verbs():
            self.do("stop")
        return self

    def to_combat(self) -> Table:
        """End the movement part of a phase."""
        self.do("end-movement")
        return self

    def level(self, unit: str) -> str:
        """A counter's supply level."""
        return LEVELS[self.state.level[self.unit(unit)]]

    def flag(self, hex_: str) -> str:
        """Whose flag stands on an Objective."""
        bit = 1 << self.space(hex_)
        allied, japanese = self.state.flags
        return "Allied" if allied & bit else "Japanese" if japanese & bit else ""

    def bunker(self, hex_: str) -> bool:
        """Whether a Bunker stands in a hex."""
        return any(pool >> self.space(hex_) & 1 for pool in self.state.bunkers)

    def ambush(self, hex_: str) -> bool:
        """Whether an Ambush lies in a hex."""
        return bool(self.state.ambushes >> self.space(hex_) & 1)

    def units_at(self, space: str) -> set[str]:
        """The counters in a space."""
        held = self.state.at[self.space(space)]
        return {name for u, name in enumerate(self.game.unit_ids) if held >> u & 1}

    def reasons(self, unit: str | None = None, space: str | None = None) -> list[str]:
        """The sentences of the reasons why something is not on offer."""
        u = None if unit is None else self.unit(unit)
        h = None if space is None else self.space(space)
        return [bar.text for bar in self.game.why_not(self.state, self.asked.side, u, h)]

    def lines(self) -> list[str]:
        """The log so far, in sentences."""
        return [self.game.text.sentence(event) for event in self.events]

    def result(self) -> str:
        """The last result of the combat table."""
        return str(self.told("result")[-1].args[1])

    def modified(self) -> int:
        """The last die of the combat table, modified."""
        return int(self.told("result")[-1].args[2])

    def column(self) -> str:
        """The column of the last combat."""
        return str(self.told("combat")[-1].args[2])

    def drm(self) -> int:
        """The die modifier of the last combat."""
        return int(self.told("combat")[-1].args[3])

    def finish(self, *verbs: str) -> Table:
        """Press these buttons as often as they are offered, one after the other."""
        while not self.over:
            offered = [verb for verb in verbs if (verb,) in self.options()]
            if not offered:
                break
            self.do(offered[0])
        return self

    def end_phase(self, dice: Iterable[int] = ()) -> Table:
        """End movement, combat, Ambushes or reinforcements: the phase is over and the next chit is drawn."""
        self.dice.faces.extend(dice)
        phase, turn = self.phase(), self.state.turn
        while not self.over and (self.phase(), self.state.turn) == (phase, turn):
            ends = ("end-movement", "end-combat", "end-ambush", "end-replacements", "end-rail", "end-reinforcements")
            offered = [verb for verb in ends if (verb,) in self.options()]
            if not offered:
                break
            self.do(offered[0])
        return self


def table(dice: Iterable[int] = (), **change: Any) -> Table:
    """A position of Nemesis: what can be set is said in grognard.games.nemesis.sandbox."""
    return position_table.set_table(Table, "nemesis", dice=dice, **change)


@pytest.fixture(name="table")
def _table() -> Any:
    return table
