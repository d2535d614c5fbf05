"""Overlays for the map of China: supply, control, objectives, past operations."""

from __future__ import annotations

from grognard.games.whitesun.state import DESTROYED, EVENT_ENDED, HALTED, REPULSED, TAKEN, UNDER_WAY, State, own
from grognard.games.whitesun.supply import in_supply, start_cities, supplied_net
from grognard.games.whitesun.victory import missing_objectives, missing_victory_hexes
from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import Space, Spaces
from grognard.kernel.map_search import path
from grognard.kernel.overlays import BAD, GOOD, WARN, Overlay

JAPANESE_TONE = "side0"
TONES = {UNDER_WAY: GOOD, HALTED: GOOD, TAKEN: GOOD, REPULSED: BAD, DESTROYED: BAD, EVENT_ENDED: WARN}


def overlays(s: State) -> list[Overlay]:
    """All layers."""
    out = [operations(s, s.turn, s.turn, "operations", "Operations this turn")]
    if s.trail_turn and s.trail_turn[0] < s.turn:
        out.append(operations(s, 1, s.turn - 1, "earlier-operations", "Earlier operations"))
    return [*out, supply(s), control(s), objectives(s)]


def operations(s: State, first: int, last: int, id_: str, name: str) -> Overlay:
    """Operations as lines; the hexes where they ended are coloured by how they did."""
    layer = Overlay(id_, name, ("9.1a",))
    layer.means((GOOD, "halted, or objective taken"), (WARN, "ended by an event"), (BAD, "repulsed or destroyed"))
    for i, (start, turn, how) in enumerate(zip(s.trail_start, s.trail_turn, s.trail_end, strict=True)):
        way = s.trail[start : s.trail_start[i + 1] if i + 1 < len(s.trail_start) else None]
        if way and first <= turn <= last:
            layer.lines.append(way)
            layer.spaces.append((way[-1], TONES[how]))
    return layer


def supply(s: State) -> Overlay:
    """9.11, 9.12: the supplied railroads and river, and how far supply reaches beyond them."""
    layer = Overlay("supply", "Supply", ("9.11c", "9.12a", "R34"))
    layer.means((GOOD, "supplied railroad and river: 1 MP along them"), (WARN, "within supply range"))
    net = supplied_net(s)
    layer.tint(net, GOOD)
    layer.tint(in_supply(s) & s.game.land & ~net, WARN)
    return layer


def control(s: State) -> Overlay:
    """3.3: Japanese hexes, breaks, and cities where an operation may start."""
    layer = Overlay("control", "Control", ("3.3a", "R31"))
    layer.means((JAPANESE_TONE, "Japanese"), (GOOD, "operations may start here"), (BAD, "railroad broken"))
    starts = start_cities(s)
    layer.tint(own(s) & ~starts, JAPANESE_TONE)
    layer.tint(starts, GOOD)
    layer.tint(s.broken, BAD)
    return layer


def objectives(s: State) -> Overlay:
    """4.1, 4.2: what is still missing."""
    g = s.game
    wanted, missing = (g.objectives, missing_objectives(s)) if s.turn == 1 else (_wanted(s), _missing(s))
    layer = Overlay("objectives", "Objectives", ("4.1a",) if s.turn == 1 else ("4.2a",))
    layer.means((GOOD, "taken"), (BAD, "missing"))
    layer.tint(wanted & ~missing, GOOD)
    layer.tint(missing, BAD)
    return layer


def _wanted(s: State) -> Spaces:
    return s.game.victory_hexes | _trunk(s)


def _missing(s: State) -> Spaces:
    return missing_victory_hexes(s) | _trunk(s) & ~own(s)


def _trunk(s: State) -> Spaces:
    """4.2e: the shortest line from 5819 to Peking by railroad, coast left out."""
    g = s.game
    ours = own(s)

    def price(a: Space, b: Space) -> int | None:
        return (1 if ours >> b & 1 else 3) if g.trunk >> b & 1 else None

    ways = [path(g.rail, g.south_end, end, 3 * g.hexes, price) for end in each(g.north_ends)]
    best = min((way for way in ways if way), key=lambda way: sum(price(h, h) or 0 for h in way), default=[])
    return bitset(best)
