"""What a player would colour in on the map of China: supply, control, objectives, past operations."""

from __future__ import annotations

from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.supply import in_supply, start_cities, supplied_net
from grognard.games.whitesun.victory import missing_objectives, missing_victory_hexes
from grognard.kernel.bits import members
from grognard.kernel.overlays import BAD, GOOD, WARN, Overlay

JAPANESE_TONE = "side0"


def overlays(s: State) -> list[Overlay]:
    """All layers."""
    return [operations(s), supply(s), control(s), objectives(s)]


def operations(s: State) -> Overlay:
    """The operations of this turn as lines, their last hexes marked."""
    layer = Overlay("operations", "Operations", ("9.1a",))
    layer.means((GOOD, "where an operation ended"))
    ends = [*s.trail_start[1:], len(s.trail)]
    for start, end in zip(s.trail_start, ends, strict=True):
        way = s.trail[start:end]
        if way:
            layer.lines.append(way)
            layer.spaces.append((way[-1], GOOD))
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


def _wanted(s: State) -> int:
    return s.game.victory_hexes | _trunk(s)


def _missing(s: State) -> int:
    return missing_victory_hexes(s) | _trunk(s) & ~own(s)


def _trunk(s: State) -> int:
    """4.2e: the shortest line from 5819 to Peking by railroad, coast left out."""
    from grognard.kernel.search import path

    g = s.game
    ours = own(s)

    def price(a: int, b: int) -> int | None:
        return (1 if ours >> b & 1 else 3) if g.trunk >> b & 1 else None

    ways = [path(g.rail, g.south_end, end, 3 * g.hexes, price) for end in members(g.north_ends)]
    best = min((way for way in ways if way), key=lambda way: sum(price(h, h) or 0 for h in way), default=[])
    out = 0
    for h in best:
        out |= 1 << h
    return out
