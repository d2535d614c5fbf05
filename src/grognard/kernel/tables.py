"""Result tables: rows under columns, looked up with shifts that are itemised and clamped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Modifier(NamedTuple):
    """One line of a sum: how much, why, and the cases that say so."""

    value: int
    text: str
    cases: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A results table: `rows[die][column]`."""

    columns: tuple[str, ...]
    rows: dict[int, tuple[str, ...]]
    ends: tuple[int, int] = field(init=False, repr=False, compare=False)
    """The lowest and the highest die that has a row."""

    def __post_init__(self) -> None:
        for die, row in self.rows.items():
            if len(row) != len(self.columns):
                raise ValueError(f"row {die} has {len(row)} results for {len(self.columns)} columns")
        object.__setattr__(self, "ends", (min(self.rows, default=0), max(self.rows, default=0)))

    def shifted(self, column: int, modifiers: Sequence[Modifier]) -> int:
        """The column after all shifts, kept on the table."""
        return min(max(column + sum(m.value for m in modifiers), 0), len(self.columns) - 1)

    def result(self, column: int, die: int) -> str:
        """The result of a die, kept on the table."""
        row = self.rows.get(die)
        if row is None:
            low, high = self.ends
            row = self.rows[min(max(die, low), high)]
        return row[column]

    def chances(self, column: int, dice: Sequence[float]) -> dict[str, float]:
        """The chance of each result in a column; `dice[n]` is the chance of n."""
        out: dict[str, float] = {}
        for die, p in enumerate(dice):
            if p:
                result = self.result(column, die)
                out[result] = out.get(result, 0.0) + p
        return out
