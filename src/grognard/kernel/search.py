"""Searching the map: floods over bitsets, and cheapest ways with costs a game plugs in."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from grognard.kernel.bits import members
from grognard.kernel.graph import Graph

Cost = Callable[[int, int], int | None]
"""The cost of stepping from one space into the next, or None when it is closed."""


def flood(graph: Graph, sources: int, blocked: int = 0) -> int:
    """Every space joined to a source without entering a blocked space (sources that are blocked do not count)."""
    near = graph.near
    seen = frontier = sources & ~blocked
    while frontier:
        nearby = 0
        for space in members(frontier):
            nearby |= near[space]
        frontier = nearby & ~seen & ~blocked
        seen |= frontier
    return seen


def reach(graph: Graph, start: int, budget: int, cost: Cost, stops: int = 0) -> dict[int, int]:
    """Every space within the budget and what it costs to get there; a space in `stops` is entered but not left."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if spent > best[here] or (stops >> here & 1 and here != start):
            continue
        for there in graph.neighbours[here]:
            price = cost(here, there)
            if price is None:
                continue
            total = spent + price
            if total <= budget and total < best.get(there, budget + 1):
                best[there] = total
                heappush(heap, (total, there))
    return best


def path(graph: Graph, start: int, goal: int, budget: int, cost: Cost, stops: int = 0) -> list[int] | None:
    """A cheapest way from start to goal, both ends included, or None when it is beyond the budget."""
    best = reach(graph, start, budget, cost, stops)
    if goal not in best:
        return None
    way = [goal]
    while way[-1] != start:
        here = way[-1]
        for before in graph.neighbours[here]:
            if before not in best or (stops >> before & 1 and before != start):
                continue
            price = cost(before, here)
            if price is not None and best[before] + price == best[here]:
                way.append(before)
                break
    return way[::-1]
