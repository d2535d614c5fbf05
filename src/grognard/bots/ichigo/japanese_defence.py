"""Aims of the Japanese staff after the landings: Wuhan and Shanghai held, Chungking, a beachhead."""

from __future__ import annotations

from collections.abc import Callable

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.ground import march
from grognard.bots.ichigo.japanese_aims import base_worth, guarded, horizon, left, pins, threat
from grognard.bots.ichigo.weights import JapaneseWeights
from grognard.games.ichigo.facts import ALLIED, JAPAN, JAPANESE, US
from grognard.games.ichigo.state import State, allied_hexes
from grognard.games.ichigo.victory import controls
from grognard.kernel.bits import members
from grognard.kernel.ids import Space

MOST_HELD, MOST_AT_END = 20.0, 12.0
"""What a full stack of divisions defends with, and the most that an end of the railroad is given."""
CHUNGKING_GUARD = 4.0
ASHORE = 99.0
"""The garrison of Formosa stays in its hills whatever its strength."""


def defence_aims(s: State, belief: Belief, w: JapaneseWeights) -> Aims:
    """4.3-4.5: the aims of the moment."""
    g = s.game
    worth = base_worth(s, w)
    for hex_ in members(g.airbases):
        worth[hex_] = min(worth[hex_], w.rail)
    need: dict[Space, float] = {}
    pull: dict[Space, float] = {}
    held: dict[Space, float] = {}

    def want(hex_: Space, strength: float, drawing: float) -> None:
        need[hex_] = max(need.get(hex_, 0.0), strength)
        pull[hex_] = max(pull.get(hex_, 0.0), drawing)

    for hex_, least, most, drawing in (
        (g.wuhan, w.wuhan, MOST_HELD, w.city_pull),
        (g.shanghai, w.shanghai, MOST_HELD, w.city_pull),
        (g.north_end, w.north, MOST_AT_END, w.end_pull),
        (g.south_end, w.south, MOST_AT_END, w.end_pull),
    ):
        worth[hex_] = w.point
        if controls(s, hex_, JAPANESE):
            facing = w.faced * american_threat(s, belief, hex_, w) + w.faced_beside * threat(s, belief, hex_, 1)
            held[hex_] = min(most, least + facing)
            want(hex_, held[hex_], drawing)
        else:
            want(hex_, w.odds * belief.strength(hex_) + 4, drawing)
    worth[g.chungking], worth[g.kunming] = w.point, w.city
    if controls(s, g.chungking, ALLIED):
        want(g.chungking, w.chungking_odds * belief.strength(g.chungking) + 6, w.chungking_pull)
    else:
        held[g.chungking] = CHUNGKING_GUARD
    beachheads(s, w, worth, want, held)
    missing = members(g.rail_set & ~s.japanese)
    for hex_ in missing:
        # The last hexes of the railroad are shares of its point (4.3d).
        worth[hex_] = max(worth[hex_], w.point / len(missing))
        want(hex_, 3.0 * belief.strength(hex_) + 2, max(1.0, w.railroad_pull / len(missing)))
    for hex_ in guarded(s, belief):
        want(hex_, 1.0, w.guard_pull)
    held |= {h: v for h, v in pins(s, belief, w).items() if h not in held and g.rail_set >> h & 1}
    tank = (w.tank_late if left(s) else w.tank_late / 4) * w.tank
    return Aims(
        w, worth, w.kill_late, w.price_late, w.use_late, need=need, pull=pull, pins=held, tank=tank, dear=w.dear,
        horizon=horizon(s),
    )  # fmt: skip


def american_threat(s: State, belief: Belief, hex_: Space, w: JapaneseWeights) -> float:
    """US strength that can come to a place."""
    ways = march(s.game, hex_)
    return sum(belief.striking(h, US) for h in members(s.present[US]) if ways[h] <= w.march)


def beachheads(
    s: State,
    w: JapaneseWeights,
    worth: list[float],
    want: Callable[[Space, float, float], None],
    held: dict[Space, float],
) -> None:
    """4.3b, 4.4: next to them at the end; before that, into the one on the mainland if it can be done."""
    g = s.game
    for beach in s.beachheads:
        worth[beach] = w.beachhead
        for hex_ in members(g.open_near[beach]):
            worth[hex_] = w.point if not left(s) else 0.5
            if not allied_hexes(s) >> hex_ & 1 and left(s) <= w.marching:
                want(hex_, 4.0, w.city_pull)
        if g.mainland >> beach & 1:
            want(beach, w.strike, w.beach_pull)
    if left(s):
        held |= dict.fromkeys(members(s.present[JAPAN] & g.formosa & g.mountains), ASHORE)
