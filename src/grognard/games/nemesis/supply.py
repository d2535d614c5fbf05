"""7.1-A..C: who supplies whom: entry hexes, depots, chains of Transporters with one headquarters, air and river.

Every check finds all levels anew from the position (R67). Of each depot and Transporter the hexes in its range are
worked out once; the chains are then a matter of sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from grognard.games.nemesis.facts import ALLIED, AUX, DIVISIONS, JAPANESE, NATIONS, US, Facts
from grognard.games.nemesis.movement_costs import DRY
from grognard.games.nemesis.state import FULL, LIMITED, OUT_OF_SUPPLY, State, blocked, controlled
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNIT, NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.map_search import flood

DEPOTS = NO_UNIT
"""Among those that feed Transporters: depots and Airfields, which are no counters."""
# --- 7.1-A depots


def rail_is_open(s: State) -> bool:
    """7.1-A-g: no railway hex in India is enemy occupied."""
    return not s.present[JAPANESE] & s.game.india_rail


def depot_entries(s: State, side: Side) -> dict[Space, int]:
    """7.1-A-f, g, R68-R70: per depot of a side in a free hex, the nationalities whose entry hexes reach it, as bits.

    The way leads along Roads and Tracks, never through enemy occupied hexes or enemy controlled Objectives.
    """
    g = s.game
    shut = blocked(s, side)
    found = {hex_: 0 for hex_ in g.depots[side] if not shut >> hex_ & 1}
    for nation, entries in enumerate(g.entries[side]):
        if side == ALLIED and nation == US and not rail_is_open(s):
            continue
        joined = _by_road(g, entries, shut & (g.roads | entries))
        for hex_ in found:
            found[hex_] |= (joined >> hex_ & 1) << nation
    return found


@lru_cache(maxsize=1 << 10)
def _by_road(g: Facts, entries: Spaces, shut: Spaces) -> Spaces:
    """The hexes that Roads and Tracks join to some, from what is shut of them: kept, because it seldom changes."""
    return flood(g.road_graph, entries, shut)


def usable_airfields(s: State) -> Spaces:
    """7.1-C-a, R73: Airfields in Objectives that the Allies control, with no Japanese unit in the hex."""
    return s.game.airfields & controlled(s, ALLIED) & ~s.present[JAPANESE]


def gives_river_supply(s: State, depot: Space) -> bool:
    """7.1-C-c, d, 2.6-e: dark rings at any time, light ones from the Light Monsoon on."""
    ring = s.game.depot_ring[depot]
    return ring == "dark" or (ring == "light" and s.turn >= s.game.light_from)


def limited_depots(s: State, side: Side, entries: dict[Space, int], airfields: Spaces) -> Spaces:
    """7.1-C-a, c, R109: depots cut off from every entry hex that still give Limited Supply."""
    g = s.game
    cut_off = [hex_ for hex_, nations in entries.items() if not nations]
    if side == JAPANESE:
        return bitset(hex_ for hex_ in cut_off if gives_river_supply(s, hex_))
    return bitset(cut_off) & g.grown(airfields)


def depots_that_supply(s: State, side: Side) -> list[Space]:
    """R108: depots of a side that can give any supply at this moment."""
    entries = depot_entries(s, side)
    limited = limited_depots(s, side, entries, usable_airfields(s))
    return [hex_ for hex_, nations in entries.items() if nations or limited >> hex_ & 1]


# --- 7.1-A the trace


def trace(s: State, side: Side, start: Space, reach: int, shut: Spaces) -> Spaces:
    """7.1-A-a..d, j, R72, R102: the hexes that supply from a hex reaches, its own included, within so many half points.

    One hex is always reached, whatever it costs.
    """
    g = s.game
    wet = int(g.weather(s.turn) != DRY)
    near = traced(g, start, reach, wet, NO_SPACES, NO_SPACES)
    shut, ambushes = shut & near, s.ambushes & near if side == ALLIED else NO_SPACES
    return traced(g, start, reach, wet, shut, ambushes) if shut or ambushes else near


@lru_cache(maxsize=1 << 14)
def traced(g: Facts, start: Space, reach: int, wet: int, shut: Spaces, ambushes: Spaces) -> Spaces:
    """The same from what lies near enough to matter: the same comes back again and again."""
    near = g.trace_near[wet]
    ambush = g.costs["ambush"]
    waiting = [NO_SPACES] * (reach + g.trace_most + ambush)
    """Per half points spent, the hexes that are reached for them."""
    waiting[0] = 1 << start
    reached = NO_SPACES
    for spent in range(reach + 1):
        fresh: int = waiting[spent] & ~reached
        reached |= waiting[spent]
        while fresh and spent < reach:
            here = fresh.bit_length() - 1
            fresh ^= 1 << here
            for cost, hexes in near[here]:
                hexes &= ~shut
                if hexes & ambushes:
                    waiting[spent + cost + ambush] |= hexes & ambushes
                    hexes &= ~ambushes
                waiting[spent + cost] |= hexes
    return reached | g.open_near[start] & ~shut


# --- the network of a side


@dataclass(slots=True)
class Network:
    """All that can give supply to a side in one position."""

    side: Side
    shut: Spaces
    entries: dict[Space, int]
    """Per depot, the nationalities whose entry hexes reach it, as bits."""
    depots: dict[Space, Spaces] = field(default_factory=dict)
    """Per depot, the hexes in its range."""
    ranges: dict[Unit, Spaces] = field(default_factory=dict)
    """Per Transporter that may supply, the hexes in its range."""
    hex_of: dict[Unit, Space] = field(default_factory=dict)
    """Per Transporter on the map, its hex."""
    links: dict[Unit, Units] = field(default_factory=dict)
    """Per Transporter that may supply, the Transporters in its range."""
    at_depots: dict[Space, Units] = field(default_factory=dict)
    """Per depot, the Transporters in its range."""


def network(s: State, side: Side, working_only: bool = False) -> Network:
    """7.1-A. `working_only`: Transporters on their Out of Supply side supply nobody (1.2-C-c, R77)."""
    g = s.game
    shut = blocked(s, side)
    net = Network(side, shut, depot_entries(s, side))
    for hex_ in net.entries:
        net.depots[hex_] = trace(s, side, hex_, g.depot_range[hex_], shut)
    for unit in each(g.transporters_of[side] & s.on_map):
        here = s.where[unit]
        net.hex_of[unit] = here
        if not working_only or s.level[unit] != OUT_OF_SUPPLY:
            net.ranges[unit] = trace(s, side, here, g.range[unit], shut)
    net.links = {unit: transporters_within(s, side, hexes) for unit, hexes in net.ranges.items()}
    net.at_depots = {depot: transporters_within(s, side, hexes) for depot, hexes in net.depots.items()}
    return net


def transporters_within(s: State, side: Side, hexes: Spaces) -> Units:
    """The Transporters of a side in some hexes."""
    found = NO_UNITS
    for hex_ in each(hexes & s.transporter_hexes[side]):
        found |= s.at[hex_]
    return found & s.game.transporters_of[side]


@dataclass(slots=True)
class Chains:
    """Where supply of one kind arrives: with and without a headquarters in the chain."""

    net: Network
    depots: Spaces
    """Where it comes from,"""
    eligible: Units
    """the Transporters that may be part of it, and"""
    fed_by_air: Units
    """those of them that an Airfield feeds."""
    covered: Spaces = NO_SPACES
    """Hexes in which a unit, Mule or Truck receives it."""
    without_hq: Spaces = NO_SPACES
    """Hexes in which a headquarters receives it: no other may be in its chain (7.1-A-i)."""


def chains(s: State, net: Network, depots: Spaces, eligible: Units, fed_by_air: Units = NO_UNITS) -> Chains:
    """7.1-A-e, h, i, k, R111: supply spreads from depots through Transporters, at most one headquarters in a chain."""
    hqs, ranges, links = s.game.hqs, net.ranges, net.links
    covered, near = NO_SPACES, fed_by_air
    for depot in each(depots):
        covered |= net.depots[depot]
        near |= net.at_depots[depot]
    free = NO_UNITS
    """Who receives it without a headquarters in the chain, set by set; then who does behind or as one."""
    while fresh := near & eligible & ~hqs & ~free:
        free |= fresh
        for unit in each(fresh):
            covered |= ranges.get(unit, NO_SPACES)
            near |= links.get(unit, NO_UNITS)
    without_hq, others = covered, eligible & ~hqs & ~free
    fresh = near & eligible & hqs
    while fresh:
        near = NO_UNITS
        for unit in each(fresh):
            covered |= ranges.get(unit, NO_SPACES)
            near |= links.get(unit, NO_UNITS)
        fresh = near & others
        others &= ~fresh
    return Chains(net, depots, eligible, fed_by_air, covered, without_hq)


def feeders(s: State, found: Chains) -> dict[Unit, Unit]:
    """Per Transporter that receives supply from these chains, who feeds it: a Transporter, or `DEPOTS`; in the order
    in which it comes to them."""
    hqs, eligible = s.game.hqs, found.eligible
    links = {**found.net.links, DEPOTS: NO_UNITS}
    for depot in each(found.depots):
        links[DEPOTS] |= found.net.at_depots[depot]
    frontier = [(unit, hqs >> unit & 1) for unit in each(found.fed_by_air & eligible)]
    """Who gives supply from here on, and whether a headquarters is in the chain; the depots come first."""
    fed = {unit: DEPOTS for unit, _ in frontier}
    free, led = found.fed_by_air & eligible & ~hqs, found.fed_by_air & eligible & hqs
    frontier.append((DEPOTS, 0))
    while frontier:
        source, used = frontier.pop()
        near = links.get(source, NO_UNITS) & eligible
        if used:
            near &= ~(hqs | led)
            led |= near
        else:
            near &= ~(free | led & hqs)
            free |= near & ~hqs
            led |= near & hqs
        for unit in each(near):
            fed.setdefault(unit, source)
            frontier.append((unit, used or hqs >> unit & 1))
    return fed


def full_chains(s: State, net: Network, tag: int) -> Chains:
    """7.1-B-b, 7.1-C-e, f: entry hex, depot and every Transporter of one nationality or division.

    Japanese entries and depots have no division; auxiliary Transporters fit every division, and an auxiliary receiver
    accepts any.
    """
    return chains(s, net, bitset(live_depots(s, net, tag)), links_of(s.game, net.side, tag))


def links_of(g: Facts, side: Side, tag: int) -> Units:
    """7.1-B-b, 7.1-C-e, f: the Transporters that may be part of a chain of one nationality or division."""
    if side == ALLIED:
        return g.transporters_of_nation[tag]
    return g.transporters_of[JAPANESE] if tag == AUX else g.of_division[tag] | g.of_division[AUX]


def live_depots(s: State, net: Network, tag: int) -> list[Space]:
    """7.1-A-f, 7.1-B-b: depots that give Full supply to a nationality or division."""
    if net.side == JAPANESE:
        return [hex_ for hex_, nations in net.entries.items() if nations]
    return [h for h, nations in net.entries.items() if nations >> tag & 1 and s.game.depot_nation[h] == tag]


def any_chains(s: State, net: Network, airfields: Spaces) -> Chains:
    """7.1-C, R111: any live chain, no matter who owns its links, and what Airfields and rivers give."""
    live = bitset(hex_ for hex_, nations in net.entries.items() if nations)
    live |= limited_depots(s, net.side, net.entries, airfields)
    around = s.game.grown(airfields) if net.side == ALLIED else NO_SPACES
    fed_by_air = bitset(unit for unit, here in net.hex_of.items() if around >> here & 1)
    return chains(s, net, live, s.game.transporters_of[net.side], fed_by_air)


@dataclass(slots=True)
class Supply:
    """What a side's counters would receive if they were checked now."""

    net: Network
    full: list[Chains]
    """Per nationality (Allied) or division (Japanese)."""
    limited: Chains
    airlifted: Spaces
    """Hexes in or next to a usable Airfield."""


def survey(s: State, side: Side) -> Supply:
    """R67: the whole of a side's supply in one position."""
    net = network(s, side)
    tags = range(len(DIVISIONS) if side == JAPANESE else len(NATIONS))
    airfields = usable_airfields(s) if side == ALLIED else NO_SPACES
    return Supply(
        net, [full_chains(s, net, tag) for tag in tags], any_chains(s, net, airfields), s.game.grown(airfields)
    )


def survey_after(s: State, before: Supply, unit: Unit) -> Supply:
    """R67: the same where nothing but one Transporter has gone elsewhere: what it has no part in stays as it was."""
    g, net = s.game, before.net
    here = s.where[unit]
    ranges = dict(net.ranges)
    if unit in ranges:
        ranges[unit] = trace(s, net.side, here, g.range[unit], net.shut)
    moved = Network(net.side, net.shut, net.entries, net.depots, ranges, {**net.hex_of, unit: here})
    others = ~(1 << unit)
    moved.links = {u: net.links[u] & others | (hexes >> here & 1) << unit for u, hexes in ranges.items()}
    moved.at_depots = {h: net.at_depots[h] & others | (hexes >> here & 1) << unit for h, hexes in net.depots.items()}
    if unit in ranges:
        moved.links[unit] = transporters_within(s, net.side, ranges[unit])
    full = [
        full_chains(s, moved, tag) if links_of(g, net.side, tag) >> unit & 1 else chains
        for tag, chains in enumerate(before.full)
    ]
    airfields = usable_airfields(s) if net.side == ALLIED else NO_SPACES
    return Supply(moved, full, any_chains(s, moved, airfields), before.airlifted)


def receives(s: State, found: Chains, unit: Unit) -> bool:
    """7.1-A-h, i: whether a counter gets supply from these chains."""
    hexes = found.without_hq if s.game.hqs >> unit & 1 else found.covered
    return bool(hexes >> s.where[unit] & 1)


def tag_of(s: State, unit: Unit) -> int:
    """7.1-C-e: the nationality or division that a counter's supply must be of."""
    return s.game.supply_tag[unit]


def level_of(s: State, found: Supply, unit: Unit) -> int:
    """7.1-B, C: Full, Limited or Out of Supply."""
    g = s.game
    if receives(s, found.full[g.supply_tag[unit]], unit):
        return FULL
    if g.chindits >> unit & 1 or receives(s, found.limited, unit) or found.airlifted >> s.where[unit] & 1:
        return LIMITED
    return OUT_OF_SUPPLY


def fed_by(s: State, found: Supply, unit: Unit) -> tuple[Unit, Space]:
    """Of a counter in Full supply, the Transporter or else the depot that feeds it."""
    g, net, here, tag = s.game, found.net, s.where[unit], tag_of(s, unit)
    depot = next((h for h in live_depots(s, net, tag) if net.depots[h] >> here & 1), NO_SPACE)
    transporters = [u for u in feeders(s, found.full[tag]) if u != unit and net.ranges.get(u, NO_SPACES) >> here & 1]
    if g.hqs >> unit & 1:
        transporters = [u for u in transporters if not g.hqs >> u & 1]
    return (NO_UNIT, depot) if depot >= 0 else (transporters[0] if transporters else NO_UNIT, NO_SPACE)


def without_trace(s: State, side: Side, units: list[Unit]) -> list[Unit]:
    """7.1-D-f, R77: those of some counters of a side whom nothing that works now reaches.

    What is fed by chains of its own kind is fed by any.
    """
    g = s.game
    airfields = usable_airfields(s) if side == ALLIED else NO_SPACES
    some, around = any_chains(s, network(s, side, working_only=True), airfields), g.grown(airfields)
    hungry = [u for u in units if not g.chindits >> u & 1 and not around >> s.where[u] & 1]
    return [u for u in hungry if not receives(s, some, u)]


def levels(s: State, side: Side) -> dict[Unit, int]:
    """7.1-B: the level of every counter of a side on the map, if it were checked now."""
    found = survey(s, side)
    counters = members(s.on_map & s.game.of_side[side])
    return {unit: level_of(s, found, unit) for unit in counters}


# --- 8.2: Airfields that are used for air supply


def airfields_in_use(s: State, found: Supply | None = None) -> Spaces:
    """R74: the set kindest to the owner that gives every depot, Transporter and unit its level.

    Without Imphal if possible, then without Palel, then without Dimapur, then the smallest, then the lowest numbers.
    `found` is the Allied supply in this position, where it is known.
    """
    g = s.game
    usable = usable_airfields(s)
    all_of_it = found or survey(s, ALLIED)
    net, full = all_of_it.net, all_of_it.full
    counters = s.on_map & g.of_side[ALLIED] & ~g.chindits
    needy = bitset(u for u in each(counters) if not receives(s, full[tag_of(s, u)], u))
    hqs = bitset(s.where[u] for u in each(needy & g.hqs))
    others = bitset(s.where[u] for u in each(needy & ~g.hqs))

    def served(airfields: Spaces) -> tuple[Spaces, Spaces, Spaces]:
        """Where those who need it get it, and the depots that give it."""
        some, around = any_chains(s, net, airfields), g.grown(airfields)
        fed = others & (some.covered | around), hqs & (some.without_hq | around)
        return *fed, limited_depots(s, ALLIED, net.entries, airfields)

    wanted = served(usable)
    kept, needed = usable, NO_SPACES
    for hex_ in (g.imphal, g.palel, g.dimapur, *members(usable)):
        # What all the others cannot do without it, no fewer of them can.
        if (kept & ~needed) >> hex_ & 1:
            if served(kept & ~(1 << hex_)) != wanted:
                needed |= 1 << hex_
            elif hex_ in (g.imphal, g.palel, g.dimapur):
                kept &= ~(1 << hex_)
    doubtful = members(kept & ~needed)
    sets = (needed | bitset(some) for size in range(len(doubtful) + 1) for some in combinations(doubtful, size))
    return next(some for some in sets if served(some) == wanted)
