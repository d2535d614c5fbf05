"""Worth in victory points: units, hexes, ground that is near something."""

from __future__ import annotations

from functools import lru_cache

from grognard.bots.formosa.weights import AlliedWeights, Weights, allied
from grognard.games.formosa.facts import ALLIED, JAPANESE, Facts
from grognard.games.formosa.state import State, allied_hexes, factor, functional, units_at
from grognard.games.formosa.supply import in_supply
from grognard.kernel.bits import each, members
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.position_cache import noted

NEARNESS = 0.72
"""What is left of an objective's pull one hex further away."""


@lru_cache(maxsize=4)
def site_values(g: Facts) -> dict[Space, float]:
    """4.2b-d: points for a base, per hex."""
    found = dict.fromkeys(members(g.sites), 0.0)
    for hexes, name in ((g.major_ports, "major_port"), (g.minor_ports, "minor_port"), (g.airfields, "airfield")):
        for hex_ in each(hexes):
            found[hex_] += g.vp[name]
    return found


@lru_cache(maxsize=4)
def plain_values(g: Facts) -> dict[Space, float]:
    """4.2e: points for a unit that stands there."""
    found: dict[Space, float] = {}
    for hexes, name in ((g.industry, "industry"), (g.peaks, "peak")):
        for hex_ in each(hexes):
            found[hex_] = found.get(hex_, 0.0) + g.vp[name]
    return found


@lru_cache(maxsize=4)
def values(g: Facts) -> dict[Space, float]:
    """4.2b-f: all the points of a hex."""
    found = dict(site_values(g))
    for hex_, value in plain_values(g).items():
        found[hex_] = found.get(hex_, 0.0) + value
    return found


def turns_left(s: State) -> int:
    """This turn included."""
    return s.game.last_turns[s.scenario] - s.turn + 1


def horizon(s: State, w: Weights) -> float:
    """1 while there is time to use a strength, less towards the end."""
    return min(1.0, turns_left(s) / w.horizon)


def unit_factor(s: State, unit: Unit, viewer: Side, w: Weights) -> float:
    """A combat factor, guessed where the viewer may not look."""
    if viewer == ALLIED and s.concealed >> unit & 1:
        return allied(w).hidden_factor
    return float(factor(s, unit))


@noted
def unit_worth(s: State, unit: Unit, viewer: Side, w: Weights) -> float:
    """Cost to its owner of losing a unit, as the viewer weighs it."""
    g = s.game
    strength = w.strength * unit_factor(s, unit, viewer, w) * horizon(s, w)
    if g.side_of[unit] == JAPANESE:
        known = viewer == JAPANESE or not s.concealed >> unit & 1
        return strength + (w.fortress * horizon(s, w) if known and g.fortresses >> unit & 1 else 0.0)
    if turns_left(s) <= 1:
        return strength + (1.0 if g.worth_vp >> unit & 1 else 0.0)
    extra = w.headquarters if g.headquarters >> unit & 1 else w.engineers if g.engineers >> unit & 1 else 0.0
    return strength + extra + (w.lost_supplied if in_supply(s, unit) else w.lost_cut_off)


@noted
def strength_at(s: State, hex_: Space, side: Side, viewer: Side, w: Weights) -> float:
    """All factors of a side in a hex."""
    return sum(unit_factor(s, u, viewer, w) for u in each(units_at(s, hex_, side)))


@noted
def ground_worth(s: State, side: Side, hex_: Space, w: Weights) -> float:
    """Gain of a side from clearing a hex of the enemy and standing there."""
    g = s.game
    value = values(g).get(hex_, 0.0)
    if side == ALLIED:
        kept = 1.0 if turns_left(s) <= 1 else w.held
        if turns_left(s) <= 1:
            value = plain_values(g).get(hex_, 0.0)
        return w.room + kept * value
    held = plain_values(g).get(hex_, 0.0)
    if functional(s) >> hex_ & 1:
        held += site_values(g).get(hex_, 0.0)
    else:
        held += w.unbuilt * site_values(g).get(hex_, 0.0)
    return w.room * horizon(s, w) + w.held * held


def objectives(s: State, side: Side) -> dict[Space, float]:
    """Hexes with points that a side does not have yet (Allied), or has to keep (Japanese)."""
    g = s.game
    found = {}
    held, working = allied_hexes(s), functional(s)
    for hex_, value in values(g).items():
        if side == ALLIED:
            left = 0.0
            if not working >> hex_ & 1:
                left += site_values(g).get(hex_, 0.0)
            if not held >> hex_ & 1:
                left += plain_values(g).get(hex_, 0.0)
            if left:
                found[hex_] = left
        elif not held >> hex_ & 1:
            found[hex_] = value
    return found


def pull(s: State, hex_: Space, goals: dict[Space, float], w: AlliedWeights) -> float:
    """Points to be had around a hex."""
    away = s.game.map.distances[hex_]
    return float(sum(value * NEARNESS ** (away[goal] * w.shore_fade) for goal, value in goals.items()))
