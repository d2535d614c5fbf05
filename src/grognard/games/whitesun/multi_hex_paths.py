"""Chapter 9: ways over several hexes for a force that takes every hex on its way (9.8, 9.10, 9.11, R34, R35)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from grognard.games.whitesun.bound_to_objective import least_costs
from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.supply import (
    entry_edges,
    in_supply,
    sources,
    supplied_net,
    supply_ends,
    supply_levels,
)
from grognard.kernel.ids import NO_SPACES, Space


class Here(NamedTuple):
    """A hex of a way, once it is taken."""

    cost: int
    on_net: bool
    back: int
    """R34: the length of its line of supply, itself included."""


class Ground:
    """The map as it stands, for a force that thinks ahead: hexes that it takes carry its supply on."""

    def __init__(self, s: State) -> None:
        g = s.game
        self.s = s
        self.net = supplied_net(s)
        self.supplied = in_supply(s)
        self.ends = g.coast | entry_edges(s)
        self.sources = sources(s)
        self.closed = g.treaty_ports if s.turn < g.treaty_ports_from else NO_SPACES
        self.levels = supply_levels(s, supply_ends(s))
        self.beside = [g.steps.next_to(hexes) for hexes in self.levels]
        """Per length, the hexes next to one with a line of supply no longer than that."""
        self.ours = own(s)

    def start(self, hex_: Space) -> Here:
        """Where the force stands."""
        on_net = bool(self.net >> hex_ & 1)
        return Here(0, on_net, self.back(hex_, on_net, self.s.game.supply_range))

    def back(self, hex_: Space, on_net: bool, before: int) -> int:
        """R34: a hex's line of supply when it is taken: back the way it was reached, or over other Japanese hexes."""
        g = self.s.game
        own_length = g.supply_rough if g.rough >> hex_ & 1 else g.supply_other
        if on_net or self.ends >> hex_ & 1:
            return own_length
        for known, hexes in enumerate(self.beside):
            if hexes >> hex_ & 1:
                return own_length + min(before, known)
        return own_length + before

    def step(self, here: Space, at: Here, there: Space) -> Here | None:
        """9.8, 9.10, 9.11g: one step farther, or None when it is closed or out of supply."""
        g = self.s.game
        if self.closed >> there & 1:
            return None
        if at.back > g.supply_range and not self.supplied >> there & 1:
            return None
        linked = at.on_net and bool(g.links.near[here] >> there & 1)
        cost = at.cost + (g.link_cost if linked else g.entry_cost[there])
        on_net = linked or bool((self.net | self.sources) >> there & 1 or g.links.near[there] & self.net)
        return Here(cost, on_net, self.back(there, on_net, at.back))


def cheapest(s: State, start: Space, goal: Space, most: int) -> list[Space]:
    """A cheapest way in supply for no more than so many points, both ends included; empty when there is none.

    What costs no less, is no better joined to the net and no nearer to supply than something known is passed over.
    """
    ground = Ground(s)
    least = least_costs(s.game, goal)
    first = ground.start(start)
    waiting: list[tuple[int, int, Space, Here, tuple[Space, ...]]] = [(0, 0, start, first, (start,))]
    known: dict[Space, list[Here]] = {}
    count = 0
    while waiting:
        _, _, here, at, way = heappop(waiting)
        if here == goal:
            return list(way)
        others = known.setdefault(here, [])
        if any(other.on_net >= at.on_net and other.back <= at.back for other in others):
            continue
        others.append(at)
        for there in s.game.steps_from[here]:
            ahead = ground.step(here, at, there)
            if ahead is not None and ahead.cost <= most:
                count += 1
                heappush(waiting, (ahead.cost + least[there], -count, there, ahead, (*way, there)))
    return []


def cost_of(s: State, way: list[Space]) -> int:
    """What a way costs in all."""
    ground = Ground(s)
    at = ground.start(way[0])
    for here, there in pairwise(way):
        ahead = ground.step(here, at, there)
        assert ahead is not None
        at = ahead
    return at.cost
