"""Distances on the map: the cost of marching to a hex from everywhere, worked out once per hex and class."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.formosa.facts import JAPANESE, Facts
from grognard.games.formosa.state import State, enemy_hexes, movement_factor
from grognard.games.formosa.support import interdiction_at
from grognard.games.formosa.zones import enemy_zone
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit
from grognard.kernel.map_search import costs_to

FAR = 9999


@lru_cache(maxsize=1024)
def distances(g: Facts, goal: Space, mech: int) -> tuple[int, ...]:
    """Per hex, the half points from it to the goal, enemies apart."""
    rows = g.step_halves[mech]

    def cost(here: Space, there: Space) -> int | None:
        return rows[here].get(there)

    return costs_to(g.map.graph, goal, cost, FAR)


def marches(s: State, unit: Unit) -> dict[Space, Space]:
    """12.0-12.4, 14.1: hexes that a unit could reach, each with the hex before it; stacking apart."""
    g = s.game
    side, start = g.side_of[unit], s.where[unit]
    closed = enemy_hexes(s, side) | (1 << s.suppressed if side == JAPANESE and s.suppressed >= 0 else NO_SPACES)
    zone = NO_SPACES if g.guerrillas >> unit & 1 else enemy_zone(s, side)
    most = 2 * movement_factor(s, unit)
    tolls: dict[Space, int] = {}
    if side == JAPANESE:
        tolls = {h: 2 * interdiction_at(s, h) for h in s.interdict_hex}
    return _marches(g, g.is_mech[unit], start, most, closed, zone, tuple(tolls.items()))


@lru_cache(maxsize=1024)
def _marches(
    g: Facts, mech: int, start: Space, most: int, closed: Spaces, zone: Spaces, tolls: tuple[tuple[Space, int], ...]
) -> dict[Space, Space]:
    """The same for all that stand together and are alike: never to be changed."""
    rows, bombed = g.step_halves[mech], dict(tolls)
    best = {start: 0}
    before: dict[Space, Space] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if spent > best[here] or (here != start and zone >> here & 1):
            continue
        shut = closed | zone if zone >> here & 1 else closed
        for there, price in rows[here].items():
            cost = spent + price
            if bombed:
                cost += bombed.get(there, 0)
            if cost < best.get(there, FAR) and (cost <= most or here == start) and not shut >> there & 1:
                best[there] = cost
                before[there] = here
                heappush(heap, (cost, there))
    return before
