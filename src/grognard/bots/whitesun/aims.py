"""Aims of the Japanese on the map, turn by turn, in points."""

from __future__ import annotations

from grognard.bots.whitesun.weights import Weights, shipped
from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.victory import missing_objectives, missing_victory_hexes
from grognard.kernel.bits import bitset, members
from grognard.kernel.ids import Space, Spaces
from grognard.kernel.map_search import path

CORNERS = ("2211", "1411", "1811", "1524", "1422")
"""Objectives that lie on the way to nothing else."""


def worth(s: State, weights: Weights | None = None) -> dict[Space, float]:
    """The value of each hex that is not Japanese."""
    w = weights or shipped()
    if s.turn > 1:
        return later(s, w)
    return first_turn_and_chungking(s, w, w.early_capital) if w.early_capital >= 1 else first_turn(s, w)


def first_turn(s: State, w: Weights) -> dict[Space, float]:
    """4.1: the cities and ports of the line, and a little for what lies on the way to Changsha and Chungking."""
    g = s.game
    river = g.navigable & ~(1 << g.chungking)
    out = dict.fromkeys(members((bitset(towards_changsha(s)) | river) & ~own(s)), w.beyond)
    for h in members(missing_objectives(s)):
        out[h] = w.hard if h == g.wuhan else w.outlying if g.space_ids[h] in CORNERS else w.objective
    return out


def later(s: State, w: Weights) -> dict[Space, float]:
    """4.2: Chungking and Chengtu, the ports, the line from north to south and the river."""
    g = s.game
    ours = own(s)
    out: dict[Space, float] = dict.fromkeys(members(g.navigable & ~ours), w.river)
    for h in trunk_line(s):
        if not ours >> h & 1:
            out[h] = w.repair if s.broken >> h & 1 else w.trunk
    for h in members(missing_victory_hexes(s)):
        out[h] = w.capital_city if h in (g.chungking, g.chengtu) else w.port
    return out


def trunk_line(s: State) -> list[Space]:
    """R29: the railroad from 5819 to the north that needs fewest hexes more."""
    g = s.game
    ours = own(s)

    def price(a: Space, b: Space) -> int | None:
        return (1 if ours >> b & 1 else 6) if g.trunk >> b & 1 else None

    found = [path(g.rail, g.south_end, end, 6 * g.hexes, price) for end in members(g.north_ends)]
    lines = [line for line in found if line]
    return min(lines, key=lambda line: sum(not ours >> h & 1 for h in line), default=[])


def first_turn_and_chungking(s: State, w: Weights, capital: float = 0.0) -> dict[Space, float]:
    """The objectives as ever; once they are taken, at once up the river to Chungking and on to Chengtu."""
    if s.turn > 1 or missing_objectives(s):
        return first_turn(s, w) if s.turn == 1 else later(s, w)
    g = s.game
    out = dict.fromkeys(members(g.navigable & ~own(s)), w.river) | first_turn(s, w)
    for h in members((1 << g.chungking | 1 << g.chengtu) & ~own(s)):
        out[h] = capital or w.capital_city
    return out


def towards_changsha(s: State) -> list[Space]:
    """From Wuhan down the railroad to Hengyang."""
    names = ("3513", "3614", "3714", "3814", "3913", "4013", "4112", "4213")
    return [s.game.space_index[name] for name in names]


def needed_cities(s: State) -> Spaces:
    """3.6f: cities beyond the line that are worth a garrison: ports, capitals, the trunk line, the river."""
    g = s.game
    wanted = g.victory_hexes | g.navigable & g.cities
    for h in trunk_line(s):
        wanted |= 1 << h
    return wanted & g.cities
