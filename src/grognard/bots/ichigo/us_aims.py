"""Aims of the US Army: beachheads that nobody can reach, Formosa cleared, Wuhan and Shanghai."""

from __future__ import annotations

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.chinese_aims import left
from grognard.bots.ichigo.ground import march
from grognard.bots.ichigo.weights import AlliedWeights
from grognard.games.ichigo.battle import ALL
from grognard.games.ichigo.facts import ALLIED, JAPAN, JAPANESE, US
from grognard.games.ichigo.odds import tanks_at_hand, terrain_shifts
from grognard.games.ichigo.state import State, garrisons
from grognard.games.ichigo.victory import controls, holds_railroad
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, every


def us_aims(s: State, belief: Belief, w: AlliedWeights) -> Aims:
    """The aims of the moment."""
    g = s.game
    worth = [0.1] * g.hexes
    need: dict[Space, float] = {}
    pull: dict[Space, float] = {}
    pins: dict[Space, float] = {}

    def want(hex_: Space, strength: float, drawing: float) -> None:
        need[hex_], pull[hex_] = max(need.get(hex_, 0.0), strength), max(pull.get(hex_, 0.0), drawing)

    for hex_ in every(Space, g.hexes):
        if not (s.present[JAPAN] | garrisons(s)) >> hex_ & 1:
            worth[hex_] = 0.0
    for beach in s.beachheads:
        guard_beachhead(s, belief, w, beach, worth, pins)
        if belief.striking(beach, US) < pins[beach]:
            want(beach, pins[beach], w.guard_pull)
        ring = g.open_near[beach]
        for hex_ in members(ring):
            worth[hex_] = max(worth[hex_], w.ring) if s.present[JAPAN] >> hex_ & 1 else worth[hex_]
            if left(s) <= 1:
                want(hex_, 2.0, w.ring_pull)
                if s.present[US] >> hex_ & 1:
                    pins[hex_] = 1.0
    for hex_ in members(s.present[JAPAN] & g.formosa):
        worth[hex_] = w.formosa
        want(hex_, w.odds * belief.strength(hex_), w.formosa_pull)
    for hex_ in members(garrisons(s) & g.formosa):
        worth[hex_] = 0.6
        want(hex_, 6.0, 1.0)
    for hex_, other in ((g.wuhan, g.shanghai), (g.shanghai, g.wuhan)):
        if controls(s, hex_, JAPANESE):
            worth[hex_] = w.last_city if controls(s, other, ALLIED) else w.us_city
            want(hex_, w.odds * belief.strength(hex_) + w.city_more, w.city_pull)
        elif s.present[US] >> hex_ & 1:
            pins[hex_] = w.city_hold
    for hex_ in (g.north_end, g.south_end):
        if controls(s, hex_, JAPANESE):
            worth[hex_] = w.end
            want(hex_, w.odds * belief.strength(hex_) + 4, w.end_pull)
    rail = (4.0 if not left(s) else 1.0) if holds_railroad(s) else 0.3
    for hex_ in members(g.rail_set & s.japanese):
        worth[hex_] = max(worth[hex_], rail)
    if holds_railroad(s):
        for hex_ in members(g.rail_set & s.japanese):
            want(hex_, w.odds * belief.strength(hex_) + 2, w.rail_pull)
    return Aims(w, worth, w.us_kill, w.us_price, use=w.us_use, need=need, pull=pull, pins=pins)


def best_odds(s: State, beach: Space, tanks: int) -> float:
    """The odds at which an attack on a beachhead with so many tank regiments begins to have a chance of sweeping it."""
    g = s.game
    columns = range(len(g.results.columns))
    sweeping = next(at for at in columns if any(g.results.result(at, die) == ALL for die in range(1, 7)))
    hindered = g.shift["attenuated"] - g.shift["gunfire"] + sum(m.value for m in terrain_shifts(s, beach))
    attack, defence = g.odds_lines[JAPAN][min(max(sweeping - hindered - tanks, 0), len(g.results.columns) - 1)]
    return attack / defence


def guard_beachhead(
    s: State, belief: Belief, w: AlliedWeights, beach: Space, worth: list[float], pins: dict[Space, float]
) -> None:
    """4.4: enough stays that no Japanese attack can take it."""
    g = s.game
    ways = march(g, beach)
    threat = sum(belief.striking(h, JAPAN) for h in members(s.present[JAPAN]) if ways[h] <= g.mp_full + 1)
    tanks = len(tanks_at_hand(s)) if g.mainland >> beach & 1 else 0
    pins[beach] = w.guard if not threat else max(2 * w.guard, threat / best_odds(s, beach, tanks))
    if controls(s, beach, JAPANESE):
        worth[beach] = w.us_city
