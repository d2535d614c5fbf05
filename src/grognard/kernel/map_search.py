"""Search on the map: floods over bitsets, and cheapest paths with costs that a game gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

from grognard.kernel.bits import members
from grognard.kernel.graph import Graph
from grognard.kernel.ids import NO_SPACES, Space, Spaces

Cost = Callable[[Space, Space], int | None]
"""The cost of stepping from one space into the next, or None when it is closed."""
Rows = Sequence[Mapping[Space, int]]
"""Per space, what it costs to step into each neighbour that is ever open."""
NO_TOLL: Mapping[Space, int] = {}


def flood(graph: Graph, sources: Spaces, blocked: Spaces = NO_SPACES) -> Spaces:
    """Every space joined to a source without entering a blocked space (sources that are blocked do not count)."""
    free = graph.every & ~blocked
    if not graph.shifts:
        return _flood_by_space(graph, sources & free, free)
    seen: int = sources & free
    before = 0
    while seen != before:
        before = seen
        # Each shift works on what the ones before it have added, so that a round carries farther than one space.
        for distance, low, high in graph.shifts:
            seen |= ((seen & low) << distance | (seen & high) >> distance) & free
    return seen  # type: ignore[return-value]


def _flood_by_space(graph: Graph, seen: Spaces, free: Spaces) -> Spaces:
    """The same for a graph without a regular numbering."""
    near = graph.near
    frontier = seen
    while frontier:
        nearby = NO_SPACES
        for space in members(frontier):
            nearby |= near[space]
        frontier = nearby & ~seen & free
        seen |= frontier
    return seen


def reach(graph: Graph, start: Space, budget: int, cost: Cost, stops: Spaces = NO_SPACES) -> dict[Space, int]:
    """Every space within the budget and what it costs to get there; a space in `stops` is entered but not left.

    Costs are small whole numbers, so spaces wait in a list per cost instead of in a heap.
    """
    best = {start: 0}
    waiting = {0: [start]}
    neighbours = graph.neighbours
    known = best.get
    spent = 0
    while waiting:
        for here in waiting.get(spent, ()):
            if best[here] < spent or (stops >> here & 1 and here != start):
                continue
            for there in neighbours[here]:
                already = known(there, budget + 1)
                if already <= spent:
                    continue
                price = cost(here, there)
                if price is not None and (total := spent + price) < already and total <= budget:
                    best[there] = total
                    waiting.setdefault(total, []).append(there)
        waiting.pop(spent, None)
        spent += 1
    return best


def spread(
    rows: Rows, start: Space, budget: int, closed: Spaces = NO_SPACES, toll: Mapping[Space, int] = NO_TOLL
) -> tuple[dict[Space, int], dict[Space, Space]]:
    """Every space within the budget and what it costs to get there, and the space before each on a cheapest way.

    For ground whose costs are known beforehand: what changes in play are the spaces that nobody enters and the toll
    that some of them ask. Of two cheapest ways the one from the lower space counts, as in `path`.
    """
    best = {start: 0}
    before: dict[Space, Space] = {}
    waiting: list[list[Space]] = [[] for _ in range(budget + 1)]
    waiting[0].append(start)
    known = best.get
    for spent, spaces in enumerate(waiting):
        for here in spaces:
            if best[here] < spent:
                continue
            for there, price in rows[here].items():
                total = spent + price
                if toll:
                    total += toll.get(there, 0)
                if total > budget or total > (already := known(there, total + 1)) or closed >> there & 1:
                    continue
                if total < already:
                    best[there] = total
                    before[there] = here
                    waiting[total].append(there)
                elif here < before[there]:
                    before[there] = here
    return best, before


def way_back(before: Mapping[Space, Space], start: Space, goal: Space) -> list[Space]:
    """The way to a space that `spread` found, both ends included."""
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def ways(
    graph: Graph, start: Space, budget: int, cost: Cost, stops: Spaces = NO_SPACES
) -> dict[Space, tuple[int, Space]]:
    """Every space within the budget but the first: what it costs, and the space before it on a cheapest way."""
    best = reach(graph, start, budget, cost, stops)
    return {space: (spent, _before(graph, start, space, best, cost, stops)) for space, spent in best.items() if spent}


def _before(graph: Graph, start: Space, here: Space, best: dict[Space, int], cost: Cost, stops: Spaces) -> Space:
    for before in graph.neighbours[here]:
        if before in best and (before == start or not stops >> before & 1):
            price = cost(before, here)
            if price is not None and best[before] + price == best[here]:
                return before
    raise AssertionError("a space that is reached has one before it")


def path(
    graph: Graph, start: Space, goal: Space, budget: int, cost: Cost, stops: Spaces = NO_SPACES
) -> list[Space] | None:
    """A cheapest way from start to goal, both ends included, or None when it is beyond the budget."""
    best = reach(graph, start, budget, cost, stops)
    if goal not in best:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(_before(graph, start, way[-1], best, cost, stops))
    return way[::-1]


def costs_to(graph: Graph, goal: Space, cost: Cost, far: int) -> tuple[int, ...]:
    """Per space, what a cheapest way from it to the goal costs, however long; `far` where there is none."""
    best = [far] * len(graph)
    best[goal] = 0
    waiting = [(0, goal)]
    while waiting:
        spent, here = heappop(waiting)
        if spent > best[here]:
            continue
        for before in graph.neighbours[here]:
            price = cost(before, here)
            if price is not None and spent + price < best[before]:
                best[before] = spent + price
                heappush(waiting, (spent + price, before))
    return tuple(best)
