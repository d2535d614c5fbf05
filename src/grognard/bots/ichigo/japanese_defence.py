"""What the Japanese staff wants after the landings: Wuhan and Shanghai held, Chungking, a beachhead."""

from __future__ import annotations

from collections.abc import Callable

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.ground import march
from grognard.bots.ichigo.japanese_aims import CITY, ODDS, RAIL, base_worth, guarded, horizon, left, pins, threat
from grognard.games.ichigo.facts import ALLIED, JAPAN, JAPANESE, US
from grognard.games.ichigo.state import State, allied_hexes
from grognard.games.ichigo.victory import controls
from grognard.kernel.bits import members

POINT = 8.0
"""What a victory point is worth."""
BEACHHEAD = 40.0
"""What the game is worth (4.4)."""
KILL, PRICE, TANK, SPENT = 0.5, 0.4, 0.8, 0.2
"""Tank regiments are kept for what decides the game, and spent on the last day."""
WUHAN, SHANGHAI, NORTH, END = 16.0, 14.0, 8.0, 6.0
"""The strength that holds the two cities and the ends of the railroad, with nobody near."""
FULL, MOST = 20.0, 12.0
"""What a full stack of divisions defends with, and the most that an end of the railroad is given."""
MARCH = 14
"""Movement points within which a US stack threatens a place in its next turn or the one after."""
FACED, BESIDE = 0.5, 1.0
"""The part of what threatens a place that is wanted there: US stacks, and Chinese next to it."""
CITY_PULL, CHUNGKING_PULL, END_PULL, BEACH_PULL = 7.0, 6.0, 5.0, 4.0
RAILROAD_PULL, GUARD_PULL = 12.0, 3.0
"""What draws to the whole railroad, shared by the hexes that are missing, and to one that could be lost."""
MARCHING = 2
"""Turns before the last in which units set out for the free hexes next to a beachhead."""
CHUNGKING_ODDS, CHUNGKING_GUARD = 3.0, 4.0
STRIKE = 16.0
"""The strength that is brought up against a beachhead on the mainland."""
ASHORE = 99.0
"""The garrison of Formosa stays in its hills whatever its strength."""


def defence_aims(s: State, belief: Belief) -> Aims:
    """4.3-4.5: the aims of the moment."""
    g = s.game
    worth = base_worth(s)
    for hex_ in members(g.airbases):
        worth[hex_] = min(worth[hex_], RAIL)
    need: dict[int, float] = {}
    pull: dict[int, float] = {}
    held: dict[int, float] = {}

    def want(hex_: int, strength: float, drawing: float) -> None:
        need[hex_] = max(need.get(hex_, 0.0), strength)
        pull[hex_] = max(pull.get(hex_, 0.0), drawing)

    for hex_, least, most, drawing in (
        (g.wuhan, WUHAN, FULL, CITY_PULL),
        (g.shanghai, SHANGHAI, FULL, CITY_PULL),
        (g.north_end, NORTH, MOST, END_PULL),
        (g.south_end, END, MOST, END_PULL),
    ):
        worth[hex_] = POINT
        if controls(s, hex_, JAPANESE):
            facing = FACED * american_threat(s, belief, hex_) + BESIDE * threat(s, belief, hex_, 1)
            held[hex_] = min(most, least + facing)
            want(hex_, held[hex_], drawing)
        else:
            want(hex_, ODDS * belief.strength(hex_) + 4, drawing)
    worth[g.chungking], worth[g.kunming] = POINT, CITY
    if controls(s, g.chungking, ALLIED):
        want(g.chungking, CHUNGKING_ODDS * belief.strength(g.chungking) + 6, CHUNGKING_PULL)
    else:
        held[g.chungking] = CHUNGKING_GUARD
    beachheads(s, worth, want, held)
    missing = members(g.rail_set & ~s.japanese)
    for hex_ in missing:
        # The last hexes of the railroad are shares of its point (4.3d).
        worth[hex_] = max(worth[hex_], POINT / len(missing))
        want(hex_, 3.0 * belief.strength(hex_) + 2, max(1.0, RAILROAD_PULL / len(missing)))
    for hex_ in guarded(s, belief):
        want(hex_, 1.0, GUARD_PULL)
    held |= {h: v for h, v in pins(s, belief).items() if h not in held and g.rail_set >> h & 1}
    tank = TANK if left(s) else SPENT
    return Aims(worth, KILL, PRICE, need=need, pull=pull, pins=held, tank=tank, horizon=horizon(s))


def american_threat(s: State, belief: Belief, hex_: int) -> float:
    """US strength that can come to a place."""
    ways = march(s.game, hex_)
    return sum(belief.striking(h, US) for h in members(s.present[US]) if ways[h] <= MARCH)


def beachheads(s: State, worth: list[float], want: Callable[[int, float, float], None], held: dict[int, float]) -> None:
    """4.3b, 4.4: next to them at the end; before that, into the one on the mainland if it can be done."""
    g = s.game
    for beach in s.beachheads:
        worth[beach] = BEACHHEAD
        for hex_ in members(g.open_near[beach]):
            worth[hex_] = POINT if not left(s) else 0.5
            if not allied_hexes(s) >> hex_ & 1 and left(s) <= MARCHING:
                want(hex_, 4.0, CITY_PULL)
        if g.mainland >> beach & 1:
            want(beach, STRIKE, BEACH_PULL)
    if left(s):
        held |= dict.fromkeys(members(s.present[JAPAN] & g.formosa & g.mountains), ASHORE)
