"""2.1: zones of control, by Quality. All they do is to bar enemy Operational Movement."""

from __future__ import annotations

from grognard.games.nemesis.state import State
from grognard.kernel.bits import each
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces


def in_zone_of(s: State, side: Side, hex_: Space) -> bool:
    """2.1-a..g, R24: whether a side's units exert a zone of control into a hex, no matter who stands there."""
    g = s.game
    everywhere, along_roads = g.zoc_all[side], g.zoc_roads[side]
    for other in each(g.open_near[hex_] & s.present[side]):
        here = s.at[other]
        if here & everywhere or (here & along_roads and g.road_near[hex_] >> other & 1):
            return True
    return False


def zone_of(s: State, side: Side) -> Spaces:
    """2.1: every hex in a side's zones of control."""
    g = s.game
    found = NO_SPACES
    for hex_ in each(s.present[side]):
        here = s.at[hex_]
        if here & g.zoc_all[side]:
            found |= g.open_near[hex_]
        elif here & g.zoc_roads[side]:
            found |= g.road_near[hex_]
    return found
