"""Chapter 7: supply. Chinese units need none (7.0)."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.ichigo.facts import CHINA, JAPAN, US, Facts
from grognard.games.ichigo.state import LAUNCHED, State, allied_hexes
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Bar, Option
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Space, Spaces, Unit
from grognard.kernel.map_search import flood

FULL, ATTENUATED, OUT = range(3)


def supply(s: State, unit: Unit) -> int:
    """7.0, 7.2, 7.6: the state of a unit where it stands, at this moment."""
    nation = s.game.nation_of[unit]
    if nation == CHINA:
        return FULL
    if nation == US:
        return FULL if us_supplied(s) >> s.where[unit] & 1 else OUT
    if s.cut_off >> unit & 1 or not japanese_supplied(s) >> s.where[unit] & 1:
        return OUT
    return ATTENUATED if is_attenuated(s) else FULL


def is_attenuated(s: State) -> bool:
    """7.4a: for good, with Causeway or without."""
    return s.turn >= s.game.attenuated_from


# --- 7.1 Japanese supply


def japanese_supplied(s: State) -> Spaces:
    """7.1a, 7.1e: hexes in which a Japanese unit has supply: joined to a source, or a city never lost."""
    return japanese_network(s) | s.game.japanese_cities & s.japanese & ~s.fallen


def japanese_network(s: State) -> Spaces:
    """7.1a-d, R69: hexes joined to a working source, never through lakes, sea, enemy units or enemy cities."""
    g = s.game
    return _network(g, working_sources(s), allied_hexes(s) | g.cities & ~s.japanese)


def working_sources(s: State) -> Spaces:
    """7.1b, R71: Japanese-controlled land hexes of the north edge, and 0925, without enemy units."""
    return s.game.sources & s.japanese & ~allied_hexes(s)


@lru_cache(maxsize=1 << 10)
def _network(g: Facts, sources: Spaces, blocked: Spaces) -> Spaces:
    """7.1c, 7.5b: the same question comes again and again between two changes of the map."""
    return flood(g.open_graph, sources, blocked)


# --- 7.5 US supply


def us_supplied(s: State) -> Spaces:
    """7.5a, 7.7, 7.8a: joined to a beachhead, on a coast, or under the aerial supply marker."""
    aerial = 1 << s.aerial if s.aerial >= 0 else NO_SPACES
    return beachhead_network(s) | s.game.coast | aerial


def beachhead_network(s: State) -> Spaces:
    """7.5a-b, R69: hexes joined to a beachhead, never through lakes, sea, Japanese units or Japanese cities."""
    g = s.game
    sources = bitset(s.beachheads)
    return _network(g, sources, s.present[JAPAN] | g.cities & s.japanese)


# --- 7.8 aerial supply, at any moment


def aerial_bar(s: State, hex_: Space | None = None) -> Bar | None:
    """7.8, 8.11c, R32: why the aerial supply marker may not be placed (there)."""
    g = s.game
    if s.causeway != LAUNCHED:
        return Bar("Aerial supply comes with Operation Causeway only.", ("7.8a",))
    if s.airdrop_used == s.turn:
        return Bar("The airdrop has used up this turn's aerial supply.", ("8.11c", "R32"))
    if s.aerial_placed:
        return Bar("The aerial supply marker has been placed this turn.", ("7.8b",))
    if hex_ is None:
        return None
    if hex_ >= g.hexes or not s.present[US] >> hex_ & 1:
        return Bar("Aerial supply goes to US units on the map.", ("7.8a",))
    if (beachhead_network(s) | g.coast) >> hex_ & 1 or hex_ == s.aerial:
        return Bar(f"The US units in {g.space_names[hex_]} are in supply.", ("7.8a",))
    return None


def aerial_options(s: State) -> list[Option]:
    """7.8b: what the Allied player may do with the marker, no matter who is deciding."""
    options: list[Option] = []
    if s.aerial >= 0:
        options.append(("lift-supply",))
    if aerial_bar(s) is None:
        options += [("supply-by-air", h) for h in each(s.present[US]) if aerial_bar(s, h) is None]
    return options


def supply_by_air(s: State, hex_: Space) -> None:
    """7.8b."""
    s.aerial = hex_
    s.aerial_placed = 1
    s.tell("aerial-supply", hex_, cases=("7.8b",))


def lift_supply(s: State, *cases: str) -> None:
    """7.8b, R32: the marker leaves the map; it is available anew next turn."""
    if s.aerial >= 0:
        s.tell("aerial-supply-lifted", s.aerial, cases=cases or ("7.8b",))
        s.aerial = NO_SPACE
