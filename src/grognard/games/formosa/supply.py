"""Chapter 19: lines of supply, judged at the moment when an action needs one (19.0a, 19.5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import State, enemy_hexes, functional, spaces_of
from grognard.games.formosa.zones import enemy_zone
from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, Units
from grognard.kernel.position_cache import noted, thinking


@noted
def closed(s: State, side: Side) -> Spaces:
    """14.3a, 19.0c-d: hexes that a line of a side cannot enter: enemy units and enemy zones, friends there or not."""
    return enemy_hexes(s, side) | enemy_zone(s, side)


def can_trace(s: State, unit: Unit, sources: Spaces, blocked: Spaces) -> bool:
    """14.3b-c, 19.1, R75: a line no longer than the movement factor; a source in an enemy zone serves its own hex."""
    g = s.game
    hex_ = s.where[unit]
    if hex_ >= g.hexes:
        return False
    if sources >> hex_ & 1:
        return True
    length = 0 if s.bases >> unit & 1 else g.mf[unit]
    if not length:
        return False
    mech = g.is_mech[unit]
    return bool(g.enterable[mech][hex_] & g.traces(sources, blocked, mech)[length - 1])


# --- 19.2 Allied


@noted
def working_ports(s: State) -> Spaces:
    """19.2a, e: ports with a base."""
    return functional(s) & s.game.ports


def headquarters_open(s: State, unit: Unit, ports: Spaces, blocked: Spaces) -> bool:
    """19.2b-c, R76: the second leg: to a port, or to a road within the factor of the HQ and on along it to a port."""
    return can_trace(s, unit, ports | s.game.along_roads(ports, blocked), blocked)


@noted
def working_headquarters(s: State, ports: Spaces, blocked: Spaces) -> Units:
    """19.2b: headquarters on the map whose own leg is open."""
    g = s.game
    reached = ports | g.along_roads(ports, blocked)
    return bitset(u for u in each(g.headquarters) if s.where[u] < g.hexes and can_trace(s, u, reached, blocked))


@noted
def staff_hexes(s: State, nation: int) -> Spaces:
    """19.2b, 5.1e: where headquarters of a nation stand through which a line may lead."""
    staffs = working_headquarters(s, working_ports(s), closed(s, ALLIED))
    return spaces_of(s, each(staffs & s.game.of_nation[nation]))


def allied_in_supply(s: State, unit: Unit) -> bool:
    """19.2a-c, 5.1e-f: directly to a port, or through a headquarters of the same nation."""
    ports = working_ports(s)
    if not ports:
        return False
    blocked = closed(s, ALLIED)
    if can_trace(s, unit, ports, blocked):
        return True
    staffs = staff_hexes(s, s.game.nation_of[unit])
    return bool(staffs) and can_trace(s, unit, staffs, blocked)


# --- 19.3 Japanese


@noted
def open_sources(s: State) -> Spaces:
    """19.3a: hexes of revealed coastal defences and heavy weapons."""
    g = s.game
    return bitset(h for u in each(g.fortresses & ~s.concealed) if (h := s.where[u]) < g.hexes)


def japanese_in_supply(s: State, unit: Unit) -> bool:
    """19.0a, 19.3, R77, R84: to a revealed source; guerrillas always."""
    if s.game.guerrillas >> unit & 1:
        return True
    return can_trace(s, unit, open_sources(s), closed(s, JAPANESE))


@noted
def in_supply(s: State, unit: Unit) -> bool:
    """19.0a: whether a unit has a line of supply now."""
    return allied_in_supply(s, unit) if s.game.side_of[unit] == ALLIED else japanese_in_supply(s, unit)


def supplied(s: State, units: list[Unit]) -> Units:
    """Those of some units that have a line of supply."""
    with thinking(s):
        return bitset(u for u in units if in_supply(s, u))


def concealed_in_reach(s: State, unit: Unit) -> list[Unit]:
    """19.3b: concealed counters to which a Japanese unit could trace, if they were sources: so much anybody knows."""
    g = s.game
    hex_ = s.where[unit]
    if hex_ >= g.hexes:
        return []
    mech = g.is_mech[unit]
    free = ~closed(s, JAPANESE)
    seen = frontier = 1 << hex_
    for _ in range(g.mf[unit]):
        grown = NO_SPACES
        for h in each(frontier):
            grown |= g.enterable[mech][h]
        frontier = grown & free & ~seen
        seen |= frontier
    return [u for u in each(s.concealed) if s.where[u] < g.hexes and seen >> s.where[u] & 1]


def hidden_sources(s: State, unit: Unit) -> list[Unit]:
    """19.3b: those of them that really are coastal defences or heavy weapons."""
    return [u for u in concealed_in_reach(s, unit) if s.game.fortresses >> u & 1]


# --- the way a line takes, for the page


def supply_path(s: State, unit: Unit) -> list[Space]:
    """A shortest line from a unit to what supplies it, the road behind a headquarters included; empty without one."""
    g = s.game
    side = g.side_of[unit]
    blocked = closed(s, side)
    if side == JAPANESE:
        return _walk(s, unit, open_sources(s), blocked)
    ports = working_ports(s)
    direct = _walk(s, unit, ports, blocked)
    if direct:
        return direct
    staffs = working_headquarters(s, ports, blocked) & g.of_nation[g.nation_of[unit]]
    first = _walk(s, unit, bitset(s.where[u] for u in each(staffs)), blocked)
    if not first:
        return []
    staff = next(u for u in each(staffs) if s.where[u] == first[-1])
    second = _walk(s, staff, ports, blocked) or _walk(s, staff, g.along_roads(ports, blocked), blocked)
    road = _shortest(second[-1], ports, [row & ~blocked for row in g.linked], g.hexes)
    return [*first, *second[1:], *road[1:]]


def _walk(s: State, unit: Unit, sources: Spaces, blocked: Spaces) -> list[Space]:
    """A shortest way on foot within the movement factor, or nothing."""
    g = s.game
    if s.where[unit] >= g.hexes or not can_trace(s, unit, sources, blocked):
        return []
    rows = [row & ~blocked for row in g.enterable[g.is_mech[unit]]]
    return _shortest(s.where[unit], sources, rows, g.hexes)


def _shortest(start: Space, goals: Spaces, rows: Sequence[Spaces], most: int) -> list[Space]:
    """A shortest way by the hexes that may be entered from each."""
    before = {start: start}
    frontier = [start]
    for _ in range(most):
        for here in frontier:
            if goals >> here & 1:
                way = [here]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
        reached = [(there, here) for here in frontier for there in each(rows[here]) if there not in before]
        frontier = []
        for there, here in reached:
            if there not in before:
                before[there] = here
                frontier.append(there)
        if not frontier:
            break
    return []
