"""Chapter 3: where an operation may start (3.5, 3.7, 3.8, 9.13, R31, R49, R53, R72), and why not elsewhere."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.whitesun.bound_to_objective import objective_bar
from grognard.games.whitesun.facts import TURNS, Facts
from grognard.games.whitesun.movement import closed_bar
from grognard.games.whitesun.state import State, is_own, own
from grognard.games.whitesun.supply import first_cost, in_supply, start_cities, supply_ends
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit
from grognard.kernel.words import listed

FREE, PORT, CHANGSHA, RAID = range(4)
"""What the force is for: whatever the player likes, or an objective of Turns 2 and 3."""


# --- R31a cities


def cities_to_start(s: State, kind: int) -> Spaces:
    """R31a; R49: against Changsha the closest; 9.11g: free operations only where a first step is in supply."""
    if kind == CHANGSHA:
        return nearest_cities(s)
    cities = start_cities(s)
    return cities & ~stuck(s, cities) if kind == FREE else cities


def stuck(s: State, cities: Spaces) -> Spaces:
    """9.11g: of some cities, those with no hex around them that a force may step into.

    Next to the end of a line every hex is in supply (R34): there it is enough that one may be entered at all.
    """
    g = s.game
    closed = g.treaty_ports if s.turn < g.treaty_ports_from else NO_SPACES
    found = cities & ~next_to_open(g, closed)
    for city in each(cities & ~supply_ends(s)):
        if not in_supply(s) & g.steps.near[city] & g.land & ~closed:
            found |= 1 << city
    return found


@lru_cache(maxsize=8)
def next_to_open(g: Facts, closed: Spaces) -> Spaces:
    """9.8, 9.16b: the hexes with a hex around them that a force may enter."""
    return g.steps.next_to(g.land & ~closed)


def nearest_cities(s: State) -> Spaces:
    """OT.5a, R49: the start cities closest to Changsha."""
    g = s.game
    cities = members(start_cities(s))
    away = {h: g.map.distance(h, g.changsha) for h in cities}
    least = min(away.values(), default=0)
    return bitset(h for h in cities if away[h] == least)


def city_bar(s: State, kind: int, hex_: Space) -> Bar | None:
    """R31a: why the force may not start in a city."""
    g = s.game
    name = g.space_names[hex_]
    bit = 1 << hex_
    if cities_to_start(s, kind) & bit:
        return None
    if not g.cities & bit:
        return Bar(f"{name} is not a city.", ("3.5f", "R31"))
    if not s.japanese & bit:
        return Bar(f"{name} is not Japanese.", ("3.5f", "R31"))
    if s.broken & bit:
        return Bar(f"The railroad at {name} is broken: nothing starts there until it is repaired.", ("R52", "12.3"))
    cities = start_cities(s)
    if not cities & bit:
        return Bar(f"No Japanese railroad or river joins {name} to the coast or an entry edge.", ("3.5g", "R31"))
    if kind == CHANGSHA:
        closest = listed([g.space_names[h] for h in each(nearest_cities(s))])
        return Bar(f"The drive on Changsha starts in the closest city: {closest}.", ("OT.5a", "R49"))
    return Bar(f"No hex around {name} is in supply: the force could not take a step.", ("9.11g", "R34"))


# --- 3.5f, 3.7c, 3.8c over the edges


def south_bar(s: State, units: int) -> Bar | None:
    """3.7c, 3.8c, R54: why so many units may not come over the south edge."""
    most = s.game.from_the_south[s.turn]
    if not most:
        return Bar("The south edge opens on Turn 3.", ("3.7c", "3.7d"))
    if s.southern + units > most:
        left, case = most - s.southern, "3.7c" if s.turn < TURNS else "3.8c"
        return Bar(f"At most {most} units come over the south edge this turn; {left or 'none'} left.", (case, "R54"))
    return None


def enter_bar(s: State, kind: int, target: Space, units: list[Unit], hex_: Space) -> Bar | None:
    """3.5f, R32: why the force may not enter the map in a hex."""
    g = s.game
    name = g.space_names[hex_]
    if not (g.north_edge | g.south_edge) >> hex_ & 1:
        return Bar(f"{name} is on no edge of the map over which forces come.", ("3.5f", "3.7d"))
    if kind == CHANGSHA:
        return Bar("The drive on Changsha starts in a city.", ("OT.5a", "R49"))
    if g.south_edge >> hex_ & 1 and (bar := south_bar(s, len(units))):
        return bar
    return target_bar(s, target, hex_)


# --- 9.13 from the sea


def landing_hexes(s: State) -> Spaces:
    """9.13b, R53: coastal hexes that are not Japanese, treaty ports from Turn 3."""
    g = s.game
    closed = g.treaty_ports if s.turn < g.treaty_ports_from else NO_SPACES
    return g.coast & ~own(s) & ~closed


def sea_bar(s: State, units: list[Unit]) -> Bar | None:
    """9.13a, d: why these units may not come by sea."""
    g = s.game
    if bitset(units) & g.puppets:
        return Bar("Puppet units never move by sea.", ("9.13d",))
    if s.amphibious + len(units) > g.amphibious_most:
        left = g.amphibious_most - s.amphibious
        return Bar(f"At most {g.amphibious_most} units per phase move by sea; {left or 'none'} left.", ("9.13a",))
    return None


def land_bar(s: State, kind: int, target: Space, units: list[Unit], hex_: Space) -> Bar | None:
    """9.13b, R53: why the force may not land in a hex."""
    g = s.game
    name = g.space_names[hex_]
    if not g.coast >> hex_ & 1:
        return Bar(f"{name} is not on the coast.", ("9.13b",))
    if kind == CHANGSHA:
        return Bar("The drive on Changsha starts in a city.", ("OT.5a", "R49"))
    if is_own(s, hex_):
        return Bar(f"{name} is Japanese: a landing enters a Chinese hex.", ("9.13b", "R53"))
    return closed_bar(s, hex_) or sea_bar(s, units) or target_bar(s, target, hex_)


def target_bar(s: State, target: Space, hex_: Space) -> Bar | None:
    """R72: the first hex from off the map must lie on a way to the objective too."""
    return objective_bar(s, target, hex_, s.game.mp[s.turn] - first_cost(s, hex_)) if target >= 0 else None
