"""The likely worth of enemy stacks of which only the tops are seen (6.6a), and untried units to anyone (3.3a)."""

from __future__ import annotations

from grognard.games.ichigo.facts import SIDE_OF_NATION
from grognard.games.ichigo.knowledge import hidden_from
from grognard.games.ichigo.previews import Chances, averaged, summed, unit_chances, untried_chances
from grognard.games.ichigo.state import State, has_garrison, is_untried
from grognard.kernel.bits import members
from grognard.kernel.ids import Side, Space, Unit

Defence = tuple[tuple[int, int, float], ...]
"""Strength, steps and chance of each thing that a stack may turn out to be."""


class Belief:
    """The position as one side can judge it."""

    def __init__(self, s: State, side: Side) -> None:
        g = s.game
        self.s = s
        self.side = side
        self.hidden = hidden_from(s, side) & ~g.militia
        self.untried = untried_chances(s, False)
        self.mean_untried = _mean(self.untried)
        self._average: dict[int, Chances] = {}
        self._defence: dict[Space, Defence] = {}
        self._strength: dict[Space, float] = {}

    def unit(self, unit: Unit) -> Chances:
        """One unit in defence."""
        if self.hidden >> unit & 1:
            nation = self.s.game.nation_of[unit]
            if nation not in self._average:
                alike = members(self.hidden & self.s.game.of_nation[nation])
                self._average[nation] = averaged(self._open(u) for u in alike)
            return self._average[nation]
        return self._open(unit)

    def _open(self, unit: Unit) -> Chances:
        return self.untried if is_untried(self.s, unit) else unit_chances(self.s, unit, attacking=False)

    def defence(self, hex_: Space) -> Defence:
        """All that may defend a hex, a lone garrison included."""
        if hex_ not in self._defence:
            g = self.s.game
            units = members(self.s.at[hex_] & g.of_side[1 - self.side])
            if units:
                chances = summed(self.unit(u) for u in units)
            elif has_garrison(self.s, hex_):
                chances = {(g.garrison_factor, 1): 1.0}
            else:
                chances = {(0, 0): 1.0}
            self._defence[hex_] = tuple((d, steps, p) for (d, steps), p in chances.items())
        return self._defence[hex_]

    def strength(self, hex_: Space) -> float:
        """Expected defence strength of a hex."""
        found = self._strength.get(hex_)
        if found is None:
            found = self._strength[hex_] = sum(d * p for d, _, p in self.defence(hex_))
        return found

    def own(self, unit: Unit) -> float:
        """The factor of a unit of ours; untried ones at their average."""
        if is_untried(self.s, unit):
            return self.mean_untried
        return _mean(unit_chances(self.s, unit, attacking=False))

    def striking(self, hex_: Space, nation: int) -> float:
        """Attack strength of a nation's units in a hex, ours or theirs."""
        units = members(self.s.at[hex_] & self.s.game.of_nation[nation] & ~self.s.game.static)
        if SIDE_OF_NATION[nation] == self.side:
            return sum(self.own(u) for u in units)
        return sum(_mean(self.unit(u)) for u in units)


def _mean(chances: Chances) -> float:
    return sum(a * p for (a, _), p in chances.items())


def enemy_nations(side: Side) -> tuple[int, ...]:
    """The nations on the other side."""
    return tuple(nation for nation in range(3) if SIDE_OF_NATION[nation] != side)
