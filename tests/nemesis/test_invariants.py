"""Every invariant is seen to be broken: a check that cannot fail is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nemesis.conftest import GAME


def _twice(s: Any) -> None:
    s.at[0] |= 1 << GAME.unit_index["J31-58"]


def _elsewhere(s: Any) -> None:
    s.where[GAME.unit_index["J31-58"]] = 0


def _steps(s: Any) -> None:
    s.steps[GAME.unit_index["B17-48"]] = 3


def _off_the_map(s: Any) -> None:
    s.on_map ^= 1 << GAME.unit_index["B17-48"]


def _one_step(s: Any) -> None:
    s.steps[GAME.unit_index["C-77"]] = 1


def _since(s: Any) -> None:
    s.out_since[GAME.unit_index["B17-48"]] = 1


def _limited_in_a_box(s: Any) -> None:
    s.level[GAME.unit_index["B5-9"]] = 1


def _presence(s: Any) -> None:
    s.present[0] |= 1


def _enemies(s: Any) -> None:
    unit = GAME.unit_index["J31-58"]
    hex_ = s.where[GAME.unit_index["B17-48"]]
    s.at[s.where[unit]] &= ~(1 << unit)
    s.at[hex_] |= 1 << unit
    s.where[unit] = hex_
    s.present[1] |= 1 << hex_


def _battalions(s: Any) -> None:
    s.steps[GAME.unit_index["J31-58"]] = 2


def _track(s: Any) -> None:
    s.lament[0] = 10


def _flag(s: Any) -> None:
    s.flags[0] = 1


def _flags(s: Any) -> None:
    s.flags[0] = GAME.objectives


def _two_flags(s: Any) -> None:
    s.flags = [GAME.printed[0] & -GAME.printed[0]] * 2


def _bunkers(s: Any) -> None:
    s.bunkers[0] = (1 << 9) - 1


def _two_bunkers(s: Any) -> None:
    s.bunkers[0] = s.bunkers[2]


def _ambushes(s: Any) -> None:
    s.ambushes = (1 << 7) - 1


def _chit_twice(s: Any) -> None:
    s.played = [0, 0, 0]


def _chit_kept(s: Any) -> None:
    s.first[1] = 2


BROKEN: dict[Callable[[Any], None], str] = {
    _twice: "two places",
    _elsewhere: "not where it stands",
    _steps: "B17-48 has 3 steps",
    _off_the_map: "on or off the map",
    _one_step: "should have become a battalion",
    _since: "since when",
    _limited_in_a_box: "not in Full Supply",
    _presence: "occupied hexes are wrong",
    _enemies: "enemies share",
    _battalions: "8 regiment steps",
    _track: "off its track",
    _flag: "a flag stands",
    _flags: "too many flags",
    _two_flags: "a flag stands",
    _bunkers: "too many Bunkers",
    _two_bunkers: "two Bunkers",
    _ambushes: "too many Ambushes",
    _chit_twice: "played twice",
    _chit_kept: "lies face down",
}


@pytest.mark.parametrize("breaking", BROKEN, ids=lambda f: f.__name__)
def test_a_broken_position_is_found(table: Any, breaking: Callable[[Any], None]) -> None:
    s = table().state
    assert GAME.check(s) == []
    breaking(s)
    assert any(BROKEN[breaking] in line for line in GAME.check(s)), GAME.check(s)


def test_stacks_are_judged_between_phases(table: Any) -> None:
    s = table(units=dict.fromkeys(["J31-58", "J31-124", "J31-138", "J31-A"], "1111")).state
    assert not any("overstacked" in line for line in GAME.check(s))
    s.agenda = [frame for frame in s.agenda if type(frame).__name__ == "Turn"]
    assert any("overstacked" in line for line in GAME.check(s))
