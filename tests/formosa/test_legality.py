"""What is worked out for all hexes or units at once agrees with the rule that is asked about one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_secrets import played
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US
from grognard.games.formosa.hex_movement import may_move, move_bar
from grognard.games.formosa.recruiting import deploy_bar, deployable
from grognard.games.formosa.setup import set_up_bar, set_up_hexes
from grognard.games.formosa.stacking import full_among, full_hexes, room
from grognard.games.formosa.support import interdictable, interdiction_bar
from grognard.kernel.bits import bitset, members

LAND = members(GAME.land)
KINDS = [GAME.unit_index[name] for name in ("J01", "J30", "J33", "J38", "J45", "J55", "J61", "J63", "J67", "J68")]


def hexes(bar: Callable[..., Any], *args: Any) -> int:
    """The hexes that a bar allows; the hex is its last argument."""
    return bitset(h for h in range(GAME.hexes) if bar(*args, h) is None)


@pytest.mark.parametrize("seed", range(2))
def test_sets_of_hexes_and_bars_agree(seed: int) -> None:
    in_set_up = later = 0
    for s in played(seed, every=31):
        waiting = [u for u in KINDS if s.where[u] >= GAME.hexes]
        for unit in waiting:
            if not s.is_set_up and not s.present[US]:
                in_set_up += 1
                assert set_up_hexes(s, unit) == hexes(set_up_bar, s, unit), GAME.unit_ids[unit]
            if not (GAME.takes_static_place | GAME.camp) >> unit & 1:
                later += 1
                assert deployable(s, unit) == hexes(deploy_bar, s, unit), GAME.unit_ids[unit]
        for nation in (US, CW):
            assert interdictable(s, nation) == hexes(interdiction_bar, s, nation)
        assert full_hexes(s, JAPANESE) == bitset(h for h in LAND if room(s, h, JAPAN) <= 0)
        for nation in (US, CW, JAPAN):
            assert full_among(s, GAME.land, nation) == bitset(h for h in LAND if room(s, h, nation) <= 0)
            assert full_among(s, 0, nation) == 0
    assert in_set_up > 10
    assert later > 10


@pytest.mark.parametrize("seed", range(2))
def test_units_that_may_move_and_bars_agree(seed: int) -> None:
    for s in played(seed, every=61):
        for side in (ALLIED, JAPANESE):
            on_map = [u for u in members(GAME.of_side[side]) if s.where[u] < GAME.hexes]
            one_by_one = {u for u in on_map if move_bar(s, side, u) is None}
            assert {u for u in members(may_move(s, side)) if u in on_map} == one_by_one
