"""What the Chinese are for: to be in the cities and on the railroad that the Japanese need, in time and in number."""

from __future__ import annotations

from grognard.bots.ichigo.battle import Aims
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.ground import march
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN
from grognard.games.ichigo.stacking import counted, shared
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.victory import controls, holds_all_airbases, holds_railroad, last_turn
from grognard.kernel.bits import members

FULLNESS = (1.0, 0.8, 0.6, 0.45)
"""What the next unit adds where so many stand already."""
ALARM = 14
"""Movement points from which a Japanese stack begins to count as a threat."""
CAPTURE_RAIL, CAPTURE_BASE, CAPTURE_CITY = 1.5, 2.5, 1.0
PORT = 1.5
"""A port in our hands brings the Americans (5.2f)."""
DENY = 6.0
"""What it is worth to take away a Japanese victory point on the last day."""


def left(s: State) -> int:
    """Turns to come after this one."""
    return last_turn(s) - s.turn


class Posts:
    """Where Chinese units are wanted, and how much one more is worth there."""

    def __init__(self, s: State, belief: Belief) -> None:
        g = s.game
        self.s = s
        stacks = [(h, belief.striking(h, JAPAN)) for h in members(s.present[JAPAN])]
        self.value = self._values()
        self.urgency: dict[int, float] = {}
        for post in self.value:
            ways = march(g, post)
            threat = sum(f * max(0.0, 1 - ways[h] / ALARM) for h, f in stacks)
            self.urgency[post] = 0.25 + min(1.0, threat / 8)
        self.gains = captures(s)

    def _values(self) -> dict[int, float]:
        s = self.s
        g = s.game
        launched = s.causeway == LAUNCHED
        value = dict.fromkeys(members(g.cities & g.mainland & ~s.japanese), 0.7)
        value |= dict.fromkeys(members(g.rail_set & ~s.japanese), 0.9)
        value |= dict.fromkeys(members(g.rail_cities & ~s.japanese), 1.6)
        if not launched:
            value |= dict.fromkeys(members(g.airbases & ~s.japanese), 2.5)
            if s.turn < g.causeway_turn:
                value |= dict.fromkeys(members(g.ports & g.mainland & ~s.japanese), PORT)
            for hex_, worth in ((g.chungking, 2.0), (g.kunming, 2.5)):
                if hex_ in value:
                    value[hex_] = worth
        elif g.chungking in value:
            value[g.chungking] = 2.0
        if (s.present[CHINA] & g.east).bit_count() <= 2 and not launched:
            for hex_ in members(g.chinese_cities & g.east & ~s.japanese):
                value[hex_] += 2.0
        return value

    def marginal(self, hex_: int, standing: int) -> float:
        """What a further unit is worth beside so many."""
        if hex_ not in self.value or standing >= len(FULLNESS):
            return 0.05 if standing < len(FULLNESS) else -1.0
        rough = 0.15 if (self.s.game.rough | self.s.game.mountains) >> hex_ & 1 else 0.0
        return self.value[hex_] * self.urgency[hex_] * FULLNESS[standing] + rough

    def arriving(self, hex_: int) -> float:
        """What a unit gains by coming to stand here."""
        if shared(self.s, hex_, CHINA):
            return -1.0
        return self.marginal(hex_, counted(self.s, hex_, CHINA).bit_count()) + self.gains.get(hex_, 0.0)

    def leaving(self, hex_: int) -> float:
        """What is lost when one of those here goes."""
        return self.marginal(hex_, counted(self.s, hex_, CHINA).bit_count() - 1)


def captures(s: State) -> dict[int, float]:
    """Empty hexes of the enemy's that count when entered."""
    g = s.game
    last = not left(s)
    found = {}
    rail = DENY if last and holds_railroad(s) else CAPTURE_RAIL
    base = DENY if last and holds_all_airbases(s) else CAPTURE_BASE
    open_hexes = s.japanese & ~s.present[JAPAN] & ~g.japanese_cities
    for hex_ in members(open_hexes & (g.rail_set | g.cities | g.north_edge)):
        bit = 1 << hex_
        if g.rail_set & bit:
            found[hex_] = rail
        if g.airbases & bit and s.causeway != LAUNCHED:
            found[hex_] = max(base, found.get(hex_, 0.0))
        elif g.cities & bit:
            found[hex_] = max(CAPTURE_CITY, found.get(hex_, 0.0))
        found.setdefault(hex_, 0.1)
    if last and s.causeway == LAUNCHED:
        for end in (g.north_end, g.south_end):
            if end in found:
                found[end] = DENY
    return found


def chinese_aims(s: State, belief: Belief) -> Aims:
    """In attack: Japanese steps never come back, Chinese ones do."""
    g = s.game
    worth = [0.1] * g.hexes
    for hex_ in members(s.japanese & (g.rail_set | g.cities)):
        worth[hex_] = CAPTURE_CITY if g.cities >> hex_ & 1 else 0.5
        if g.rail_set >> hex_ & 1:
            worth[hex_] += 0.8
        if g.airbases >> hex_ & 1:
            worth[hex_] = CAPTURE_BASE
    for hex_ in (g.wuhan, g.shanghai):
        if controls(s, hex_, 1):
            worth[hex_] = 8.0 if controls(s, g.wuhan + g.shanghai - hex_, ALLIED) else 3.0
    if not left(s):
        last_day(s, worth)
    return Aims(worth, kill=0.9, price=0.45, use=0.0, least=0.25)


def last_day(s: State, worth: list[float]) -> None:
    """4.2, 4.3: on the last turn only points count."""
    g = s.game
    if s.causeway == LAUNCHED:
        for beach in s.beachheads:
            around = members(s.present[JAPAN] & g.near[beach])
            for hex_ in around:
                worth[hex_] = DENY / len(around)
        targets = [1 << g.north_end, 1 << g.south_end] if s.turn else []
    else:
        close = members(s.present[JAPAN] & g.near_chungking)
        for hex_ in close:
            worth[hex_] = DENY / len(close)
        targets = [1 << g.kunming, g.airbases if holds_all_airbases(s) else 0]
    if holds_railroad(s):
        targets.append(g.rail_set)
    for group in targets:
        for hex_ in members(group & s.japanese):
            worth[hex_] = DENY
