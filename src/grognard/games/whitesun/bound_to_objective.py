"""Chapter 11: on Turns 2 and 3 a force is bound to its objective (11.2, OT.3a, OT.5a, R72)."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.whitesun.facts import Facts
from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.supply import net_of, supplied_of
from grognard.kernel.bits import bitset
from grognard.kernel.flow import Bar
from grognard.kernel.ids import NO_SPACES, Space, Spaces
from grognard.kernel.map_search import costs_to

FAR = 10**6


def objective_bar(s: State, objective: Space, hex_: Space, mp: int, taken: Spaces = NO_SPACES) -> Bar | None:
    """11.2a-b, R72: why a force with an objective may not enter a hex, with the points that it would have left.

    Japanese hexes are free to it. `taken` are hexes of its way that it would have entered before.
    """
    if objective < 0:
        return None
    g = s.game
    ours = own(s) | taken
    if ours >> hex_ & 1 or leads_on(s, objective, hex_, mp, ours | 1 << hex_, been(s) | taken):
        return None
    name, goal = g.space_names[hex_], g.space_names[objective]
    text = f"{name} is not on any supplied route to the objective, {goal}, within {mp} MP."
    return Bar(text, ("11.2a", "11.2b", "R72"))


def been(s: State) -> Spaces:
    """The hexes in which the operation under way has been: no way to an objective turns back."""
    return bitset(s.trail[s.trail_start[-1] :]) if s.force else NO_SPACES


def leads_on(s: State, objective: Space, hex_: Space, mp: int, ours: Spaces, before: Spaces) -> bool:
    """R72: whether the objective can be entered from a hex, every hex of the way being Japanese once it is entered.

    More hexes never make a way worse, so what costs no less with no more hexes taken need not be looked at again.
    """
    g = s.game
    least = least_costs(g, objective)
    closed = before | (g.treaty_ports if s.turn < g.treaty_ports_from else NO_SPACES)
    waiting = [(least[hex_], 0, hex_, ours)]
    seen: dict[Space, list[tuple[int, Spaces]]] = {}
    while waiting:
        in_all, cost, here, held = heappop(waiting)
        if in_all > mp:
            return False
        if here == objective:
            return True
        others = seen.setdefault(here, [])
        if any(paid <= cost and not held & ~more for paid, more in others):
            continue
        others.append((cost, held))
        net = net_of(s, held)
        open_ = supplied_of(s, held, net) & ~closed
        linked = g.links.near[here] if net >> here & 1 else NO_SPACES
        for there in g.steps_from[here]:
            if open_ >> there & 1:
                ahead = cost + (g.link_cost if linked >> there & 1 else g.entry_cost[there])
                if ahead + least[there] <= mp:
                    heappush(waiting, (ahead + least[there], ahead, there, held | 1 << there))
    return False


@lru_cache(maxsize=256)
def least_costs(g: Facts, objective: Space) -> tuple[int, ...]:
    """Per hex, the points that a way to the objective takes at least: as if every railroad and river were supplied."""

    def price(a: Space, b: Space) -> int:
        return g.link_cost if g.links.near[a] >> b & 1 else g.entry_cost[b]

    return costs_to(g.steps, objective, price, FAR)
