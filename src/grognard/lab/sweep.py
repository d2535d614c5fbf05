"""Sweeps: the same games and dice in every cell of a design, and the effect of each factor.

A game is worth 1 when the first side wins, half for a draw. Effects are differences of means over pairs of games with
the same number, so the dice that both cells share do not blur them. Games of one number in several pairs of cells are
no further evidence where their dice decide both: they are averaged first, and the error is that between numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from grognard.kernel.flow import DRAW
from grognard.lab.simulate import Plan, checked
from grognard.lab.study import Engine, Study, run
from grognard.lab.sweep_factors import Cell, Factor, cells, plan_of

BATCH = 40
"""Games between two looks at a cell."""
CLEAR = 3.29
"""Standard errors from the base cell at which a cell is clear: one in a thousand, because one looks often."""
MOST_CELLS = 256


class Effect(NamedTuple):
    """The effect of a level against the first one, in points of the share of the first side."""

    name: str
    points: float
    low: float
    high: float
    pairs: int

    @property
    def unmoved(self) -> bool:
        """Whether it changed the result of no game."""
        return self.pairs > 0 and self.low == self.high == 0

    @property
    def clear(self) -> bool:
        """Whether the interval leaves nothing out."""
        return self.low > 0 or self.high < 0


class Sweep:
    """A design and the folder in which its cells are kept."""

    def __init__(self, folder: Path, base: Plan, factors: tuple[Factor, ...]) -> None:
        self.folder = folder
        self.factors = factors
        self.cells = cells(factors)
        self.plans = {cell: plan_of(base, factors, cell, folder / "data" / cell.name) for cell in self.cells}
        for plan in self.plans.values():
            checked(plan)
        self.worth: dict[Cell, dict[int, float]] = {cell: {} for cell in self.cells}
        self.stopped: set[Cell] = set()

    def play(self, count: int, engine: Engine, told: Callable[[int], None], early: bool = True) -> None:
        """Up to so many games a cell, batch by batch; a cell whose difference to the first is clear is left alone."""
        first = self.cells[0]
        for wanted in [*range(BATCH, count, BATCH), count]:
            for cell in self.cells:
                if cell in self.stopped:
                    continue
                study = Study.begin(self.folder / cell.name, self.plans[cell])
                run(study, wanted, engine, folder=self.plans[cell].folder)
                self.worth[cell] = {row.result.number: worth(row.result.winner) for row in study.rows()}
                told(sum(map(len, self.worth.values())))
            for cell in self.cells[1:]:
                mean, error, _ = paired(self.worth[cell], self.worth[first])
                if early and len(self.cells) > 2 and error and abs(mean) > CLEAR * error:
                    self.stopped.add(cell)

    def effects(self) -> list[Effect]:
        """Every level of every factor against its first, then pairs of factors, the strongest first."""
        out = [
            self._effect(f"{factor.name}: {factor.levels[0]} → {factor.levels[level]}", {i: level})
            for i, factor in enumerate(self.factors)
            for level in range(1, len(factor.levels))
        ]
        for (i, a), (j, b) in combinations(enumerate(self.factors), 2):
            for x in range(1, len(a.levels)):
                for y in range(1, len(b.levels)):
                    name = f"{a.name} = {a.levels[x]} together with {b.name} = {b.levels[y]}"
                    out.append(self._interaction(name, i, x, j, y))
        return sorted(out, key=lambda effect: -abs(effect.points))

    def _effect(self, name: str, levels: dict[int, int]) -> Effect:
        """Cells with these levels against the same cells with the first level of each."""
        pairs = [
            (cell, _with(cell, dict.fromkeys(levels, 0)))
            for cell in self.cells
            if all(cell.levels[i] == level for i, level in levels.items())
        ]
        return _pooled(name, [_by_number(self.worth[a], self.worth[b]) for a, b in pairs])

    def _interaction(self, name: str, i: int, x: int, j: int, y: int) -> Effect:
        """The effect of both together beyond that of each by itself."""
        out = []
        for cell in self.cells:
            if cell.levels[i] == x and cell.levels[j] == y:
                both, one = self.worth[cell], self.worth[_with(cell, {j: 0})]
                other, none = self.worth[_with(cell, {i: 0})], self.worth[_with(cell, {i: 0, j: 0})]
                numbers = both.keys() & one.keys() & other.keys() & none.keys()
                out.append({n: both[n] - one[n] - other[n] + none[n] for n in numbers})
        return _pooled(name, out)


def worth(winner: int) -> float:
    """A game as the first side counts it."""
    return 0.5 if winner == DRAW else float(winner == 0)


def _with(cell: Cell, levels: dict[int, int]) -> Cell:
    return Cell(tuple(levels.get(i, level) for i, level in enumerate(cell.levels)))


def _by_number(one: dict[int, float], other: dict[int, float]) -> dict[int, float]:
    return {number: one[number] - other[number] for number in one.keys() & other.keys()}


def paired(one: dict[int, float], other: dict[int, float]) -> tuple[float, float, int]:
    """The mean difference of games with the same number, its standard error, and how many pairs there are."""
    values = list(_by_number(one, other).values())
    if len(values) < 2:
        return 0.0, 0.0, len(values)
    return float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(len(values)), len(values)


def _pooled(name: str, groups: Sequence[dict[int, float]]) -> Effect:
    """The mean over several pairs of cells, with its 95 % interval."""
    numbers = sorted({number for group in groups for number in group})
    values = [np.mean([group[number] for group in groups if number in group]) for number in numbers]
    if len(values) < 2:
        return Effect(name, 0.0, -100.0, 100.0, 0)
    points = 100 * float(np.mean(values))
    half = 196.0 * float(np.std(values, ddof=1)) / sqrt(len(values))
    return Effect(name, points, points - half, points + half, sum(map(len, groups)))


def lines(sweep: Sweep, first_side: str) -> list[str]:
    """The findings as text."""
    out = [f"Share of the points of {first_side} (a draw is half), and what changes it:", ""]
    for cell in sweep.cells:
        values = list(sweep.worth[cell].values())
        named = ", ".join(f"{f.name} = {f.levels[i]}" for f, i in zip(sweep.factors, cell.levels, strict=True))
        early = ", clear early" if cell in sweep.stopped else ""
        share = 100 * sum(values) / len(values) if values else 0.0
        out.append(f"{share:>6.1f} %  {len(values):>6,} games{early}  {named}")
    out += ["", f"{'points':>8}   95 % interval"]
    for effect in sweep.effects():
        mark = "" if effect.clear else "  (changed no result)" if effect.unmoved else "  (may be chance)"
        out.append(f"{effect.points:>+8.1f}   {effect.low:+.1f} to {effect.high:+.1f}   {effect.name}{mark}")
    said = [f for f in sweep.factors if f.kind == "data"]
    if said:
        out += ["", "What is known of the values:"]
        out += [f"  {f.name}: {f.evidence or 'nothing is said'}" for f in said]
    return out
