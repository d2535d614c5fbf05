"""15.0-15.1: who must attack whom (R45), as a question about a graph.

Friendly hexes that must attack and enemy hexes that must be attacked are the two kinds of points, adjacency the lines
between them. A declaration takes away a set of attackers and a set of targets, each next to each. It is allowed when no
point that is left stands alone: then the rest can always be met, one hex against several or several against one. What
a declaration forces in is forced whatever else is added, so the smallest allowed declaration is found by adding.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.formosa.facts import Facts
from grognard.games.formosa.state import State, enemy_hexes, hexes_of, statics, units_at
from grognard.games.formosa.zones import enemy_zone, exerting
from grognard.kernel.bits import each
from grognard.kernel.flow import Bar
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Units
from grognard.kernel.position_cache import noted


class Duties(NamedTuple):
    """What is still to be done in a combat phase."""

    must: Spaces
    """Hexes that must attack."""
    targets: Spaces
    """Hexes that must be attacked."""
    able: Spaces
    """Hexes next to an enemy out of which somebody can attack."""
    open: Spaces
    """Hexes that can be attacked."""


def fighting(s: State) -> Side | None:
    """6.1l, 6.1o: the side whose combat phase it is; everybody knows it, no matter who is asked what."""
    phase = s.game.phases[s.phase]
    return phase.side if phase.id.endswith("-combat") else None


def obliged_units(s: State, side: Side, hex_: Space) -> Units:
    """15.0d-e, R46: mobile units that are no guerrillas and do not stand with a static unit of their side."""
    g = s.game
    here = units_at(s, hex_, side)
    if here & statics(s):
        return NO_UNITS
    return here & ~(g.guerrillas | g.camp | g.deceptions)


def may_attack(s: State, side: Side, hex_: Space) -> Units:
    """15.0e, g-h, j: units in a hex that have not attacked; nobody joins later out of a hex that has."""
    g = s.game
    if s.attacked_from >> hex_ & 1:
        return NO_UNITS
    return units_at(s, hex_, side) & ~(s.attacked | g.camp | g.deceptions)


def begin_duties(s: State, side: Side) -> None:
    """14.2a, 15.0d, R45: judged when the phase begins, after the reveals."""
    zone = enemy_zone(s, side)
    found = NO_SPACES
    for hex_ in each(hexes_of(s, side) & zone):
        if obliged_units(s, side, hex_):
            found |= 1 << hex_
    s.obliged_hexes = found
    s.obliged_targets = exerting(s, 1 - side) & s.game.spread(found)


@noted
def duties(s: State, side: Side) -> Duties:
    """R45, R107: what can still be met; a duty lapses when its hex is emptied or its target has been attacked.

    25.6, R114: die-hards that have risen in a hex have no zone: nobody need attack them.
    """
    g = s.game
    at, able, must = s.at, NO_SPACES, NO_SPACES
    fresh = g.of_side[side] & ~(s.attacked | g.camp | g.deceptions)
    enemies = enemy_hexes(s, side)
    for hex_ in each(hexes_of(s, side) & g.spread(enemies) & ~s.attacked_from):
        if at[hex_] & fresh:
            able |= 1 << hex_
    attackable = enemies & g.spread(able)
    if struck := s.struck & g.of_side[1 - side]:
        for hex_ in each(attackable):
            if at[hex_] & struck:
                attackable ^= 1 << hex_
    for hex_ in each(s.obliged_hexes & able):
        if obliged_units(s, side, hex_) & ~s.attacked:
            must |= 1 << hex_
    targets = s.obliged_targets & attackable & exerting(s, 1 - side)
    near = g.land_near
    for hex_ in each(must):
        if not near[hex_] & targets:
            must &= ~(1 << hex_)
    for hex_ in each(targets):
        if not near[hex_] & able:
            targets &= ~(1 << hex_)
    return Duties(must, targets, able, attackable)


def beside_all(g: Facts, targets: Spaces) -> Spaces:
    """15.0l: the hexes out of which each of these can be attacked."""
    found = g.land
    for hex_ in each(targets):
        found &= g.land_near[hex_]
    return found


def completed(
    g: Facts, d: Duties, attackers: Spaces, targets: Spaces, fixed: bool = False
) -> tuple[Spaces, Spaces] | None:
    """R45: the smallest allowed declaration that contains this one, or None when there is none.

    `fixed` attackers cannot be joined by others (25.1c).
    """
    near = g.land_near
    while True:
        grown_attackers, grown_targets = attackers, targets
        for hex_ in each(d.must & ~attackers):
            if not near[hex_] & d.targets & ~targets:
                if fixed or targets & ~near[hex_]:
                    return None
                grown_attackers |= 1 << hex_
        for hex_ in each(d.targets & ~targets):
            if not near[hex_] & d.able & ~attackers:
                if attackers & ~near[hex_]:
                    return None
                grown_targets |= 1 << hex_
        if (grown_attackers, grown_targets) == (attackers, targets):
            return attackers, targets
        attackers, targets = grown_attackers, grown_targets
        if attackers & ~beside_all(g, targets):
            return None


def can_begin(g: Facts, d: Duties, targets: Spaces) -> bool:
    """Whether some hex can lead an attack on these."""
    leaders = d.able & beside_all(g, targets)
    if not d.must and not d.targets:
        return bool(leaders)  # nothing that could be left undone
    return any(completed(g, d, 1 << h, targets) is not None for h in each(leaders))


def end_bar(s: State, side: Side) -> Bar | None:
    """15.0d: why the phase may not end yet."""
    d = duties(s, side)
    names = s.game.space_names
    if d.must or d.targets:
        must = ", ".join(names[h] for h in each(d.must)) or "none"
        targets = ", ".join(names[h] for h in each(d.targets)) or "none"
        return Bar(f"Still to attack: {must}; to be attacked: {targets}.", ("15.0d", "R45"))
    return None
