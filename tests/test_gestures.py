"""How many clicks a turn takes is counted from staff games, whatever the staff does."""

from __future__ import annotations

import pytest

from grognard.games import load
from grognard.lab.clicks_per_turn import counted, measured, played
from grognard.lab.gesture_planner import HABITS, LEVEL, Reader


def test_a_turn_of_iwo_jima_takes_fewer_than_25_gestures() -> None:
    # In this game a unit under way says "stop", a step without a goal.
    row, kinds = measured(load("iwojima"), games=1, seed=3)
    assert row.gestures < 25 < row.one_by_one
    assert row.gestures <= row.with_habits <= row.with_sheets <= row.by_hand <= row.one_by_one
    assert sum(clicks for _, clicks in kinds) > 0


@pytest.mark.soak
def test_a_phase_of_white_sun_takes_fewer_than_40_clicks_with_rounds_that_go_by_themselves() -> None:
    game = load("whitesun")
    steps = list(played(game, 3, 1))
    rounds = [g for g in Reader(game, steps, HABITS).read() if g.how == "renew"]
    # One click a phase says it.
    assert sum(g.clicks for g in rounds) == len({g.first.phase for g in rounds}) == 2
    assert all(g.first.hope >= LEVEL for g in rounds)
    phases = counted(game, steps, lambda step: step.phase)
    assert all(turn.most("with_habits") < 40 for turn in phases.values())
    # Who breaks off at such odds has not left it to the page.
    first = next(i for i, step in enumerate(steps) if step.hope >= LEVEL)
    steps[first] = steps[first]._replace(option=("withdraw",))
    again = [g for g in Reader(game, steps, HABITS).read() if g.how == "renew" and g.first.phase == steps[first].phase]
    assert again
    assert all(g.clicks == 1 for g in again)
