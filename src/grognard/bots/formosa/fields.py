"""How near things are: the cost of marching to a hex from everywhere, worked out once per hex and class."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.formosa.facts import JAPANESE, Facts, hexes_in
from grognard.games.formosa.march import step_halves
from grognard.games.formosa.state import State, enemy_hexes, movement_factor
from grognard.games.formosa.zones import enemy_zone
from grognard.kernel.bits import members

FAR = 9999


@lru_cache(maxsize=1024)
def distances(g: Facts, goal: int, mech: int) -> tuple[int, ...]:
    """Per hex, the half points from it to the goal, enemies apart."""
    best = [FAR] * g.hexes
    best[goal] = 0
    heap = [(0, goal)]
    while heap:
        spent, here = heappop(heap)
        if spent > best[here]:
            continue
        for back in members(g.land_near[here]):
            if not g.enterable[mech][back] >> here & 1:
                continue
            if g.linked[back] >> here & 1:
                cost = g.road_halves
            else:
                cost = g.cost_halves[mech][here] + (g.river_halves if g.rivers[back] >> here & 1 else 0)
            if spent + cost < best[back]:
                best[back] = spent + cost
                heappush(heap, (spent + cost, back))
    return tuple(best)


def marches(s: State, unit: int) -> dict[int, int]:
    """12.0-12.4, 14.1: hexes that a unit could reach, each with the hex before it; stacking apart."""
    g = s.game
    side, start = g.side_of[unit], s.where[unit]
    closed = enemy_hexes(s, side) | (1 << s.suppressed if side == JAPANESE and s.suppressed >= 0 else 0)
    zone = 0 if g.guerrillas >> unit & 1 else enemy_zone(s, side)
    most = 2 * movement_factor(s, unit)
    rows = g.enterable[g.is_mech[unit]]
    best = {start: 0}
    before: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if spent > best[here] or (here != start and zone >> here & 1):
            continue
        open_ = rows[here] & ~closed
        if zone >> here & 1:
            open_ &= ~zone
        for there in hexes_in(open_):
            cost = spent + step_halves(s, unit, here, there)
            if cost > most and here != start:
                continue
            if cost < best.get(there, FAR):
                best[there] = cost
                before[there] = here
                heappush(heap, (cost, there))
    return before
