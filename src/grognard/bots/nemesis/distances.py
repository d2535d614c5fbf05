"""Distances on the map: the cost of marching to a hex from everywhere, worked out once per hex, way and weather."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.nemesis.facts import Facts
from grognard.games.nemesis.movement_costs import DRY, FOOT, LIGHT, MOTOR, NORMAL
from grognard.kernel.ids import Space, Spaces
from grognard.kernel.map_search import costs_to

FAR = 9999


@lru_cache(maxsize=4096)
def distances(g: Facts, goal: Space, way: int, weather: int = DRY) -> tuple[int, ...]:
    """Per hex, the half points from it to the goal, enemies apart."""
    steps = g.step_cost[way][NORMAL][weather]
    return costs_to(g.map.graph, goal, lambda here, there: steps[here].get(there), FAR)


@lru_cache(maxsize=1024)
def fields(g: Facts, goal: Space, weather: int) -> tuple[tuple[int, ...], ...]:
    """The distances to a goal by way of moving."""
    return tuple(distances(g, goal, way, weather) for way in (LIGHT, FOOT, MOTOR))


@lru_cache(maxsize=4096)
def around(g: Facts, hex_: Space, distance: int) -> Spaces:
    """The hexes at most so far from one."""
    return g.around(1 << hex_, distance)
