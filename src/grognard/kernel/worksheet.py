"""Worksheets: tables of figures beside a question that is too large for a row of buttons, such as a shop or a plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from grognard.kernel.flow import Option
from grognard.kernel.ids import Space, Unit

Act = tuple[str, Option]
"""The words of a button, and the option it stands for."""


@dataclass(slots=True)
class Row:
    """One line of a sheet."""

    text: str
    figures: tuple[str, ...] = ()
    """One per column."""
    note: str = ""
    cases: tuple[str, ...] = ()
    units: tuple[Unit, ...] = ()
    spaces: tuple[Space, ...] = ()
    """What it speaks of, to be pointed at on the map."""
    acts: list[Act] = field(default_factory=list)
    tone: str = ""
    """As an overlay's tones."""


@dataclass(slots=True)
class Sheet:
    """A table with a name."""

    name: str
    columns: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)

    def row(
        self,
        text: str,
        *figures: int | str,
        note: str = "",
        cases: tuple[str, ...] = (),
        units: Iterable[Unit] = (),
        spaces: Iterable[Space] = (),
        acts: Iterable[Act] = (),
        tone: str = "",
    ) -> None:
        """Add a line."""
        words = tuple(str(figure) for figure in figures)
        self.rows.append(Row(text, words, note, cases, tuple(units), tuple(spaces), list(acts), tone))
