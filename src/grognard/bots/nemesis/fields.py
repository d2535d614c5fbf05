"""How near things are: the cost of marching to a hex from everywhere, worked out once per hex, way and weather."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.nemesis.facts import DRY, NORMAL, Facts

FAR = 9999


@lru_cache(maxsize=4096)
def distances(g: Facts, goal: int, way: int, weather: int = DRY) -> tuple[int, ...]:
    """Per hex, the half points from it to the goal, enemies apart."""
    into: list[list[tuple[int, int]]] = _backwards(g, way, weather)
    best = [FAR] * g.hexes
    best[goal] = 0
    heap = [(0, goal)]
    while heap:
        spent, here = heappop(heap)
        if spent > best[here]:
            continue
        for there, cost in into[here]:
            total = spent + cost
            if total < best[there]:
                best[there] = total
                heappush(heap, (total, there))
    return tuple(best)


@lru_cache(maxsize=32)
def _backwards(g: Facts, way: int, weather: int) -> list[list[tuple[int, int]]]:
    rows: list[list[tuple[int, int]]] = [[] for _ in range(g.hexes)]
    for here, row in enumerate(g.step_cost[way][NORMAL][weather]):
        for there, cost in row.items():
            rows[there].append((here, cost))
    return rows


@lru_cache(maxsize=4096)
def around(g: Facts, hex_: int, distance: int) -> int:
    """The hexes at most so far from one."""
    return g.around(1 << hex_, distance)
