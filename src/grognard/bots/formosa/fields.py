"""How near things are: the cost of marching to a hex from everywhere, worked out once per hex and class."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.formosa.facts import Facts
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
