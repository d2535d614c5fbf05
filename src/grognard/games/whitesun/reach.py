"""How far a force could go: every hex with its cost, the way there, and about the chance of getting through.

A plan takes for granted that every hex on the way is taken, so that railroads behind the force carry its supply on;
the points that further rounds of a battle cost are left out.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

from grognard.games.whitesun.movement import March, closed_bar
from grognard.games.whitesun.odds import EntryOdds, Strength, entry_odds, in_place, strength_of
from grognard.games.whitesun.state import State, is_entrenched, is_own
from grognard.games.whitesun.supply import entry_edges, in_supply, supplied_net, supply_ends, supply_levels
from grognard.kernel.bits import members
from grognard.kernel.showing import Reached, way_to_move

OFF_THE_NET = 2
"""What it is worth in points to come to a hex along a supplied railroad or river, and so to go on cheaply."""


class Stop(NamedTuple):
    """A hex of the plan, once it is taken."""

    cost: int
    before: int
    on_net: bool
    back: int
    """R34: the length of its line of supply, itself included."""
    chance: float
    loss: float


def ways_to_move(s: State, units: list[int]) -> list[dict[str, Any]]:
    """9.8: how far the march under way can go on."""
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, March) or units or not s.force:
        return []
    more = {
        "look": "",
        "points": f"{s.mp} MP",
        "cases": ["9.8a", "9.10a", "9.11g"],
        "from": s.force_hex,
        "start": [],
        "step": "advance",
        "notes": [],
    }
    return [way_to_move("March", members(s.force), planned(s), **more)]


def planned(s: State) -> list[Reached]:
    """Each hex within the points: its cost, the hex before it, and about the chance to take it and go on."""
    found = plan(s, strength_of(s, s.force), s.force_hex, s.mp)
    return [(h, stop.cost, stop.before, round(stop.chance, 3)) for h, stop in found.items() if h != s.force_hex]


def plan(s: State, strength: Strength, start: int, mp: int) -> dict[int, Stop]:
    """One way to each hex: the cheapest, but along the railroad where that is dearer by less than a clear hex."""
    planner = Planner(s, strength, mp)
    first = planner.first(start)
    waiting: list[tuple[int, float, int, Stop]] = [(0, -1.0, start, first)]
    done: dict[int, Stop] = {}
    while waiting:
        _, _, here, stop = heappop(waiting)
        if here in done:
            continue
        done[here] = stop
        if here == s.objective:
            continue
        for there in s.game.steps_from[here]:
            ahead = None if there in done else planner.step(here, stop, there)
            if ahead is not None:
                rank = ahead.cost + (0 if ahead.on_net else OFF_THE_NET)
                heappush(waiting, (rank, -ahead.chance, there, ahead))
    return done


class Planner:
    """What a plan asks again and again."""

    def __init__(self, s: State, strength: Strength, mp: int) -> None:
        self.s = s
        self.strength = strength
        self.mp = mp
        self.net = supplied_net(s)
        self.supplied = in_supply(s)
        self.levels = supply_levels(s, supply_ends(s))
        self.ends = s.game.coast | entry_edges(s)
        self.known: dict[tuple[Any, ...], EntryOdds] = {}
        g = s.game
        self.sources = g.sources | (g.later_sources if s.turn >= g.treaty_ports_from else 0)

    def first(self, hex_: int) -> Stop:
        """Where it starts."""
        on_net = bool(self.net >> hex_ & 1)
        return Stop(0, hex_, on_net, self.back(hex_, on_net, self.s.game.supply_range), 1.0, 0.0)

    def back(self, hex_: int, on_net: bool, before: int) -> int:
        """R34: a hex's line of supply when it is taken."""
        g = self.s.game
        own_length = g.supply_rough if g.rough >> hex_ & 1 else g.supply_other
        length = own_length if on_net or self.ends >> hex_ & 1 else own_length + before
        for known, hexes in enumerate(self.levels):
            if hexes >> hex_ & 1:
                return min(length, known)
        return length

    def step(self, here: int, stop: Stop, there: int) -> Stop | None:
        """9.8, 9.10, 9.11g: one step farther, or None when it is closed."""
        s, g = self.s, self.s.game
        linked = stop.on_net and bool(g.links.near[here] >> there & 1)
        cost = stop.cost + (g.link_cost if linked else g.entry_cost[there])
        if cost > self.mp or closed_bar(s, there) is not None:
            return None
        if stop.back > g.supply_range and not self.supplied >> there & 1:
            return None
        on_net = linked or bool((self.net | self.sources) >> there & 1)
        odds = self.odds(there, round(stop.loss), self.mp - cost)
        chance, loss = stop.chance * odds.through, stop.loss + odds.loss
        return Stop(cost, here, on_net, self.back(there, on_net, stop.back), chance, loss)

    def odds(self, hex_: int, lost: int, mp: int) -> EntryOdds:
        """The chances of an entry; hexes that are alike are worked out once."""
        s, g = self.s, self.s.game
        bit = 1 << hex_
        key = (
            g.defence_line[hex_],
            bool(g.cities & bit),
            is_entrenched(s, hex_),
            bool(g.flood_plain & bit),
            bool(g.north & bit),
            bool(g.south & bit),
            bool(g.szechuan & bit),
            bool(s.held & bit),
            is_own(s, hex_),
            in_place(s, hex_),
            bool(s.at[hex_] & g.depots),
            hex_ in (g.shanghai, g.chungking),
            lost,
            mp if not g.free[s.turn] else 0,
        )
        if key not in self.known:
            self.known[key] = entry_odds(s, self.strength, hex_, mp, min(lost, self.strength.steps), brief=True)
        return self.known[key]
