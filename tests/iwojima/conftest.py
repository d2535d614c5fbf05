"""Shared by the tests of Iwo Jima: a position under one's hands, with names in place of numbers."""

from __future__ import annotations

from typing import Any

import pytest

import position_table


class Table(position_table.Table):
    """A position of Iwo Jima."""

    def is_fired(self, unit: str) -> bool:
        """Whether it is turned to Fired (a support unit: used)."""
        return bool(self.state.fired >> self.game.unit_index[unit] & 1)

    def is_concealed(self, unit: str) -> bool:
        """Whether it is on the MilOps map."""
        return bool(self.state.concealed >> self.game.unit_index[unit] & 1)

    def us_controls(self, area: str) -> bool:
        """Whether the area has a US Control marker."""
        return bool(self.state.control >> self.game.space_index[area] & 1)

    def has(self, marker: str, area: str) -> bool:
        """Whether a Beachhead ("beachheads") or Safe to Land ("safe") marker is there."""
        return bool(getattr(self.state, marker) >> self.game.space_index[area] & 1)

    def caves(self, area: str) -> tuple[int, int]:
        """Concealed and Revealed Caves."""
        at = self.game.space_index[area]
        return self.state.caves[at], self.state.shown[at]

    def vp(self) -> tuple[int, int]:
        """US VP, Japanese VP."""
        return self.state.vp[0], self.state.vp[1]


def table(**change: Any) -> Table:
    """A position of Iwo Jima: what can be set is said in grognard.games.iwojima.sandbox."""
    return position_table.set_table(Table, "iwojima", **change)


@pytest.fixture(name="table")
def _table() -> Any:
    return table
