"""Chapter 14: zones of control."""

from __future__ import annotations

from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.formosa.state import State, allied_hexes
from grognard.kernel.bits import each
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit
from grognard.kernel.position_cache import noted


@noted
def exerting(s: State, side: Side) -> Spaces:
    """14.0a, c, e, R43, R44: land hexes whose units of a side exert a zone; open guerrillas and a bombed hex none."""
    g = s.game
    if side == ALLIED:
        return allied_hexes(s) & g.land
    hexes = s.present[JAPAN]
    if s.suppressed >= 0:
        hexes &= ~(1 << s.suppressed)
    shown, where, at = g.guerrillas & ~s.concealed, s.where, s.at
    binding = g.of_side[JAPANESE] & ~shown
    for unit in each(shown):
        hex_ = where[unit]
        if hex_ < g.hexes and not at[hex_] & binding:
            hexes &= ~(1 << hex_)
    return hexes


def zone(s: State, side: Side) -> Spaces:
    """14.0a-b: every land hex in the zone of a side."""
    return s.game.spread(exerting(s, side))


def enemy_zone(s: State, side: Side) -> Spaces:
    """The hexes that are in an enemy zone for this side."""
    return s.game.spread(exerting(s, 1 - side))


def zone_around(s: State, side: Side, hex_: Space) -> Spaces:
    """14.0a-c, R44: `enemy_zone` as far as a hex and those next to it: into these nobody reaches from further off."""
    g = s.game
    near, around, found = g.land_near, g.within_two[hex_], NO_SPACES
    if side == JAPANESE:
        for enemy in each(allied_hexes(s) & around):
            found |= near[enemy]
        return found
    enemies = s.present[JAPAN] & around
    if not enemies:
        return NO_SPACES
    at, binding = s.at, g.of_side[JAPANESE] & (~g.guerrillas | s.concealed)
    for enemy in each(enemies):
        if at[enemy] & binding and enemy != s.suppressed:
            found |= near[enemy]
    return found


def ignores_zones(s: State, unit: Unit) -> bool:
    """23.0a: guerrillas, whether the other side knows it or not."""
    return bool(s.game.guerrillas >> unit & 1)
