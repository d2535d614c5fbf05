"""Aims of the Chinese: to be in the cities and on the railroad that the Japanese need, in time and in number."""

from __future__ import annotations

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.ground import march
from grognard.bots.ichigo.weights import AlliedWeights
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE
from grognard.games.ichigo.stacking import counted, shared
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.victory import controls, holds_all_airbases, holds_railroad, last_turn
from grognard.kernel.bits import members
from grognard.kernel.ids import NO_SPACES, Space


def left(s: State) -> int:
    """Turns to come after this one."""
    return last_turn(s) - s.turn


class Posts:
    """Hexes where Chinese units are wanted, and the worth of one more there."""

    def __init__(self, s: State, belief: Belief, w: AlliedWeights) -> None:
        g = s.game
        self.s = s
        self.w = w
        stacks = [(h, belief.striking(h, JAPAN)) for h in members(s.present[JAPAN])]
        self.value = self._values()
        self.urgency: dict[Space, float] = {}
        for post in self.value:
            ways = march(g, post)
            threat = sum(f * max(0.0, 1 - ways[h] / w.alarm) for h, f in stacks)
            self.urgency[post] = w.calm + min(1.0, threat / w.spearhead)
        self.gains = captures(s, w)

    def _values(self) -> dict[Space, float]:
        s, w = self.s, self.w
        g = s.game
        launched = s.causeway == LAUNCHED
        value = dict.fromkeys(members(g.cities & g.mainland & ~s.japanese), w.post_city)
        value |= dict.fromkeys(members(g.rail_set & ~s.japanese), w.post_rail)
        value |= dict.fromkeys(members(g.rail_cities & ~s.japanese), w.post_rail_city)
        if not launched:
            value |= dict.fromkeys(members(g.airbases & ~s.japanese), w.post_base)
            if s.turn < g.causeway_turn:
                value |= dict.fromkeys(members(g.ports & g.mainland & ~s.japanese), w.post_port)
            for hex_, worth in ((g.chungking, w.post_chungking), (g.kunming, w.post_kunming)):
                if hex_ in value:
                    value[hex_] = worth
        elif g.chungking in value:
            value[g.chungking] = w.hold_chungking
        if (s.present[CHINA] & g.east).bit_count() <= w.east_few and not launched:
            for hex_ in members(g.chinese_cities & g.east & ~s.japanese):
                value[hex_] += w.post_east
        return value

    def marginal(self, hex_: Space, standing: int) -> float:
        """Worth of a further unit beside so many."""
        w = self.w
        if hex_ not in self.value or standing >= len(w.fullness):
            return 0.05 if standing < len(w.fullness) else -1.0
        rough = w.rough if (self.s.game.rough | self.s.game.mountains) >> hex_ & 1 else 0.0
        return self.value[hex_] * self.urgency[hex_] * w.fullness[standing] + rough

    def arriving(self, hex_: Space) -> float:
        """Gain from a unit's arrival here."""
        if shared(self.s, hex_, CHINA):
            return -1.0
        return self.marginal(hex_, counted(self.s, hex_, CHINA).bit_count()) + self.gains.get(hex_, 0.0)

    def leaving(self, hex_: Space) -> float:
        """Loss when one of those here goes."""
        return self.marginal(hex_, counted(self.s, hex_, CHINA).bit_count() - 1)


def captures(s: State, w: AlliedWeights) -> dict[Space, float]:
    """Empty hexes of the enemy's that count when entered."""
    g = s.game
    last = not left(s)
    found = {}
    rail = w.deny if last and holds_railroad(s) else w.capture_rail
    base = w.deny if last and holds_all_airbases(s) else w.capture_base
    open_hexes = s.japanese & ~s.present[JAPAN] & ~g.japanese_cities
    for hex_ in members(open_hexes & (g.rail_set | g.cities | g.north_edge)):
        bit = 1 << hex_
        if g.rail_set & bit:
            found[hex_] = rail
        if g.airbases & bit and s.causeway != LAUNCHED:
            found[hex_] = max(base, found.get(hex_, 0.0))
        elif g.cities & bit:
            found[hex_] = max(w.capture_city, found.get(hex_, 0.0))
        found.setdefault(hex_, 0.1)
    if last and s.causeway == LAUNCHED:
        for end in (g.north_end, g.south_end):
            if end in found:
                found[end] = w.deny
    return found


def chinese_aims(s: State, belief: Belief, w: AlliedWeights) -> Aims:
    """In attack: Japanese steps never come back, Chinese ones do."""
    g = s.game
    worth = [0.1] * g.hexes
    for hex_ in members(s.japanese & (g.rail_set | g.cities)):
        worth[hex_] = w.capture_city if g.cities >> hex_ & 1 else 0.5
        if g.rail_set >> hex_ & 1:
            worth[hex_] += w.fight_rail
        if g.airbases >> hex_ & 1:
            worth[hex_] = w.capture_base
    for hex_, other in ((g.wuhan, g.shanghai), (g.shanghai, g.wuhan)):
        if controls(s, hex_, JAPANESE):
            worth[hex_] = w.second_city if controls(s, other, ALLIED) else w.first_city
    if not left(s):
        last_day(s, w, worth)
    return Aims(w, worth, w.chinese_kill, w.chinese_price, use=0.0, least=w.chinese_least)


def last_day(s: State, w: AlliedWeights, worth: list[float]) -> None:
    """4.2, 4.3: on the last turn only points count."""
    g = s.game
    if s.causeway == LAUNCHED:
        for beach in s.beachheads:
            around = members(s.present[JAPAN] & g.near[beach])
            for hex_ in around:
                worth[hex_] = w.deny / len(around)
        targets = [1 << g.north_end, 1 << g.south_end] if s.turn else []
    else:
        close = members(s.present[JAPAN] & g.near_chungking)
        for hex_ in close:
            worth[hex_] = w.deny / len(close)
        targets = [1 << g.kunming, g.airbases if holds_all_airbases(s) else NO_SPACES]
    if holds_railroad(s):
        targets.append(g.rail_set)
    for group in targets:
        for hex_ in members(group & s.japanese):
            worth[hex_] = w.deny
