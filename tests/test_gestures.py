"""How many clicks a turn takes is counted from staff games, whatever the staff does."""

from __future__ import annotations

from grognard.games import load
from grognard.lab.gestures import measured


def test_a_turn_of_iwo_jima_takes_fewer_than_25_gestures() -> None:
    # In this game a unit under way says "stop", a step without a goal.
    row, kinds = measured(load("iwojima"), games=1, seed=3)
    assert row.gestures < 25 < row.one_by_one
    assert row.gestures <= row.with_habits <= row.with_sheets <= row.by_hand <= row.one_by_one
    assert sum(clicks for _, clicks in kinds) > 0
