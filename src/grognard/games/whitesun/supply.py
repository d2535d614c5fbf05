"""Chapter 9: supply (9.11, 9.12, 9.18), and what hangs on it: where operations start and what a step costs."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.whitesun.facts import Facts
from grognard.games.whitesun.state import State, own
from grognard.kernel.bits import members
from grognard.kernel.ids import NO_SPACES, Space, Spaces
from grognard.kernel.map_search import flood


def sources(s: State) -> Spaces:
    """9.11b, R33: where supply comes from while it is Japanese and unbroken; in the south from Turn 3."""
    g = s.game
    return g.sources | g.later_sources if s.turn >= g.treaty_ports_from else g.sources


def entry_edges(s: State) -> Spaces:
    """3.5f, 3.7d: the north edge, and from Turn 3 the south edge."""
    g = s.game
    return g.north_edge | g.south_edge if g.from_the_south[s.turn] else g.north_edge


def supplied_net(s: State) -> Spaces:
    """9.11b-e, R34: railroad and Yangtze hexes joined to a source through Japanese hexes."""
    return net_of(s, own(s))


def net_of(s: State, ours: Spaces) -> Spaces:
    """The same if these hexes were Japanese and unbroken."""
    return joined(s.game, sources(s) & ours, ours)


@lru_cache(maxsize=1 << 12)
def joined(g: Facts, starts: Spaces, ours: Spaces) -> Spaces:
    """Railroad and river hexes joined to some through Japanese hexes: kept, for they change with what is Japanese."""
    return flood(g.links, starts, ~ours)


def in_supply(s: State) -> Spaces:
    """9.11c, f, 9.12, R34: every hex from which a line of at most six leads back; rough hexes count two.

    The hex itself counts nothing; what is counted are the hexes after it, the supply hex included.
    """
    return supplied_of(s, own(s), supplied_net(s))


def supplied_of(s: State, ours: Spaces, net: Spaces) -> Spaces:
    """The same if these hexes were Japanese and unbroken, with the net that they make."""
    return around(s.game, ours, ends_of(s, ours, net))


@lru_cache(maxsize=1 << 12)
def around(g: Facts, ours: Spaces, ends: Spaces) -> Spaces:
    """The ends of the lines, and every hex next to a hex that is on one."""
    return ends | g.steps.next_to(levels_of(g, ours, ends)[-1])


def supply_ends(s: State) -> Spaces:
    """9.11, 9.12, R33: hexes at which a line of supply may end: the net, Japanese coast and entry edges."""
    return ends_of(s, own(s), supplied_net(s))


def ends_of(s: State, ours: Spaces, net: Spaces) -> Spaces:
    """The same if these hexes were Japanese and unbroken, with the net that they make."""
    return net | ours & (s.game.coast | entry_edges(s))


def supply_levels(s: State, ends: Spaces) -> tuple[Spaces, ...]:
    """R34: per length from 0 to six, the Japanese hexes whose line, themselves included, is no longer."""
    return levels_of(s.game, own(s), ends)


@lru_cache(maxsize=1 << 12)
def levels_of(g: Facts, ours: Spaces, ends: Spaces) -> tuple[Spaces, ...]:
    """The same if these hexes were Japanese and unbroken: kept, for it changes only when they do."""
    clear, rough, next_to = ours & ~g.rough, ours & g.rough, g.steps.next_to
    levels, beside = [NO_SPACES], [NO_SPACES]
    for length in range(1, g.supply_range + 1):
        reached = levels[-1] | beside[-1] & clear
        if length == g.supply_other:
            reached |= ends & clear
        if length >= g.supply_rough:
            reached |= beside[length - g.supply_rough] & rough | ends & rough
        levels.append(reached)
        beside.append(next_to(reached))
    return tuple(levels)


def next_in_supply(s: State, hex_: Space, net: Spaces) -> Spaces:
    """R34: of the hexes around a Japanese hex, those in supply: next to the end of a line all of them are."""
    near, ours = s.game.steps.near[hex_], own(s)
    ends = ends_of(s, ours, net)
    return near if ends >> hex_ & 1 else near & around(s.game, ours, ends)


def start_cities(s: State) -> Spaces:
    """3.5g, R31: Japanese cities on the coast, or joined by railroad or river to the coast or an entry edge."""
    g = s.game
    ours = own(s)
    return joined(g, ours & (g.coast | entry_edges(s)), ours) & g.cities & ours


def step_cost(s: State, a: Space, b: Space, net: Spaces) -> int:
    """9.10, R35: 1 along a railroad or river link from the supplied net, else by the terrain entered."""
    g = s.game
    if net >> a & 1 and g.links.near[a] >> b & 1:
        return g.link_cost
    return g.entry_cost[b]


def first_cost(s: State, b: Space) -> int:
    """R32: the first hex from off the map."""
    g = s.game
    if b in g.one_point_entries and entry_edges(s) >> b & 1:
        return g.link_cost
    return g.entry_cost[b]


def links_of(s: State, hex_: Space) -> list[Space]:
    """Railroad and river links of a hex."""
    return members(s.game.links.near[hex_])
