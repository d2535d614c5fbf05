"""Test positions with names in place of numbers, for the tests of every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from grognard.games import load
from grognard.kernel.ids import Space, Unit
from grognard.kernel.sandbox import Sandbox


class Table(Sandbox):
    """A sandbox that answers in names. A game's tests add what is its own."""

    def unit(self, name: str) -> Unit:
        """A unit's number."""
        return self.game.unit_index[name]

    def space(self, name: str) -> Space:
        """A space's number."""
        return self.game.space_index[name]

    def steps(self, unit: str) -> int:
        """Steps left."""
        return int(self.state.steps[self.unit(unit)])

    def where(self, unit: str) -> str:
        """The space a unit is in."""
        return str(self.game.space_ids[self.state.where[self.unit(unit)]])

    def phase(self) -> str:
        """The phase's id."""
        return str(self.game.phases[self.state.phase].id)

    def sees(self, side: str, unit: str) -> bool:
        """Whether a unit is in a side's view at all."""
        return any(row[0] == self.unit(unit) for row in self.view(side)["units"])

    def goals(self, verb: str) -> set[str]:
        """The last arguments of the options of a verb."""
        return {words[-1] for words in self.options(verb)}

    def offers(self, *words: str) -> bool:
        """Whether an option is on the table."""
        return tuple(words) in self.options()

    def why(self, unit: str | None = None, space: str | None = None) -> list[str]:
        """The cases of the reasons why something is not on offer."""
        u = None if unit is None else self.unit(unit)
        h = None if space is None else self.space(space)
        return [c for bar in self.game.why_not(self.state, self.asked.side, u, h) for c in bar.cases]


T = TypeVar("T", bound=Table)


def set_table(
    kind: type[T],
    game: str,
    scenario: str = "",
    options: dict[str, str] | None = None,
    dice: Iterable[int] = (),
    **change: Any,
) -> T:
    """A position of a game: what can be changed is said in its `sandbox` module."""
    loaded = load(game)
    state = loaded.new(scenario, options or {})
    if change:
        loaded.edit(state, change)
    return kind(loaded, state, dice)
