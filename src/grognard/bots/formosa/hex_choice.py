"""The worth of a hex for one unit that attacks nobody: to hold, to build, to lead, to be near what is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache

from grognard.bots.formosa.combat_outcomes import Clash, prospect
from grognard.bots.formosa.distances import FAR, distances
from grognard.bots.formosa.staff_notes import Field
from grognard.bots.formosa.weights import AlliedWeights, JapaneseWeights, Weights, allied, japanese
from grognard.bots.formosa.worth import (
    horizon,
    objectives,
    plain_values,
    site_values,
    strength_at,
    turns_left,
    values,
)
from grognard.games.formosa.facts import ALLIED, JAPANESE, Facts
from grognard.games.formosa.state import State, allied_hexes, functional, units_at
from grognard.games.formosa.supply import working_ports
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.position_cache import noted

FADE = 0.86
"""What is left of a pull one movement point further away."""
CROWDED = 0.97
"""What is left of a goal's pull when somebody has been sent its way."""
WEAK = 2.5
DEFENDERS = 3
"""Japanese: beyond so many nobody is of use in a hex."""
NEAR = 0.8
"""Japanese: how the threat fades with every hex between the enemy and an objective."""
HQ_REACH = 5
NO_BUILDER = 0.2


def keeping(w: JapaneseWeights) -> tuple[float, float, float]:
    """Worth of the first, second and third defender of a hex."""
    return w.keep_first, w.keep_second, w.keep_third


@lru_cache(maxsize=1024)
def fading(g: Facts, goal: Space, mech: int, fade: float) -> tuple[float, ...]:
    """Per hex, how strongly a goal is felt there."""
    return tuple(FADE ** (d / 2 * fade) if d < FAR else 0.0 for d in distances(g, goal, mech))


@noted
def held_worth(s: State, side: Side, hex_: Space, w: Weights) -> float:
    """Worth to a side of standing in a hex."""
    g = s.game
    if side == JAPANESE:
        return values(g).get(hex_, 0.0) * closeness(s, hex_, japanese(w))
    own = allied(w)
    value = plain_values(g).get(hex_, 0.0)
    if functional(s) >> hex_ & 1:
        value += site_values(g).get(hex_, 0.0) * min(1.0, own.base_at_risk * enemy_in_reach(s, hex_, own))
    elif g.sites >> hex_ & 1:
        value += own.site_held * site_values(g)[hex_]
    return value


def enemy_in_reach(s: State, hex_: Space, w: AlliedWeights) -> float:
    """Japanese factors within a short march."""
    g = s.game
    away = g.map.distances[hex_]
    return sum(strength_at(s, h, JAPANESE, ALLIED, w) for h in each(s.present[2]) if away[h] <= 3)


@noted
def leaving(s: State, side: Side, unit: Unit, w: Weights) -> float:
    """Loss when a unit leaves its hex."""
    here = s.where[unit]
    others = units_at(s, here, side) & ~(1 << unit)
    if side == JAPANESE:
        if turns_left(s) <= 1:
            return 0.0
        count = others.bit_count()
        own = japanese(w)
        return 0.0 if count > 2 else own.leave * keeping(own)[min(count, 2)] * held_worth(s, side, here, w)
    if others & ~s.bases:
        return 0.0
    return (allied(w).guard if others else allied(w).left_empty) * held_worth(s, side, here, w)


def crowd(s: State, side: Side, hex_: Space) -> int:
    """Units of a side in a hex."""
    return units_at(s, hex_, side).bit_count()


def closeness(s: State, hex_: Space, w: JapaneseWeights) -> float:
    """Nearness of the Allies, from a little to 1."""
    allies = allied_hexes(s) & s.game.land
    return _closeness(s.game, allies, hex_, w.near, w.quiet) if allies else w.before_landing


@lru_cache(maxsize=1 << 12)
def _closeness(g: Facts, allies: Spaces, hex_: Space, near: float, quiet: float) -> float:
    away = g.map.distances[hex_]
    nearest = min([away[h] for h in each(allies)])
    return float(max(quiet, NEAR ** (max(0, nearest - 1) * near)))


def settle_rest(f: Field) -> None:
    """One unit after the other takes the best seat that is left."""
    if f.side == JAPANESE:
        Garrison(f).settle()
    else:
        Advance(f).settle()


class HexChoice(ABC):
    """Weights of both sides: the attack that a hex in an enemy zone obliges to."""

    def __init__(self, f: Field) -> None:
        self.f = f
        self.s, self.g, self.side = f.s, f.s.game, f.side

    @abstractmethod
    def score(self, unit: Unit, hex_: Space) -> float:
        """Score of a hex for a unit, with those that will be there already."""

    @abstractmethod
    def order(self) -> list[Unit]:
        """The units that are still free, the first to choose first."""

    def send(self, unit: Unit, hex_: Space) -> None:
        """It goes there."""
        self.f.settle(unit, hex_, f"It is more useful at {self.g.space_names[hex_]}.")

    def settle(self) -> None:
        """Everybody who is still free."""
        f = self.f
        for unit in self.order():
            here = self.s.where[unit]
            best, most = here, self.score(unit, here) + 0.05
            for hex_ in f.reach(unit):
                if hex_ != here and f.room(hex_, self.g.nation_of[unit]) > 0:
                    score = self.score(unit, hex_)
                    if score > most:
                        best, most = hex_, score
            self.send(unit, best)

    def forced(self, unit: Unit, hex_: Space) -> float:
        """15.0d: the attack that would have to be made out of a hex, with the units that will be there."""
        f = self.f
        contacts = f.contacts(hex_)
        if not contacts or f.is_anchored(hex_):
            return 0.0
        if not contacts & ~f.covered:
            return 0.0
        units = [*f.settled.get(hex_, []), unit]
        if not sum(self.g.cf[u] for u in units):
            return -2.0
        tac = min(max(f.tac, 0), self.g.most_tac[self.side])
        clash = Clash(self.side, self.side, units, members(contacts), f.lean, where=dict.fromkeys(units, hex_), tac=tac)
        gain = prospect(self.s, clash).gain
        return min(f.lean.obliged * gain, gain)


class Advance(HexChoice):
    """The Allied side: towards points that are not ours yet."""

    def __init__(self, f: Field) -> None:
        super().__init__(f)
        s, g = self.s, self.g
        self.w = w = allied(f.lean)
        self.last = turns_left(s) <= 1
        self.weight = worth_going(s)
        self.felt = list(self.weight.items())
        """Goals and what each adds to the pull of all, in the order in which it was found out."""
        self._drawn: tuple[dict[Space, tuple[int, float]], ...] = ({}, {})
        self.ports = working_ports(s)
        self.working = functional(s)
        sources = self.ports | bitset(s.where[u] for u in each(g.headquarters) if s.where[u] < g.hexes)
        self.sources = members(sources & g.land)
        self.enemy_at = {h: strength_at(s, h, JAPANESE, ALLIED, w) for h in each(s.present[2])}
        self.pull = w.pull * horizon(s, w) * (not self.last)
        self.points, self.site_points = plain_values(g), site_values(g)
        self._threats: dict[Space, float] = {}
        self._lines: dict[Space, int] = {}

    def fading(self, goal: Space, mech: int) -> tuple[float, ...]:
        """Per hex, how strongly a goal is felt there."""
        return fading(self.g, goal, mech, self.w.fade)

    def drawn(self, hex_: Space, mech: int) -> float:
        """Pull of all goals together in a hex: what has come since it was last asked is added."""
        counted, total = self._drawn[mech].get(hex_, (0, 0.0))
        if counted < len(self.felt):
            for goal, value in self.felt[counted:]:
                total += value * fading(self.g, goal, mech, self.w.fade)[hex_]
            self._drawn[mech][hex_] = (len(self.felt), total)
        return total

    def send(self, unit: Unit, hex_: Space) -> None:
        super().send(unit, hex_)
        away = self.g.map.distances[hex_]
        for goal in [goal for goal in self.weight if away[goal] <= 2]:
            lost = self.weight[goal] * min(1.0, self.w.crowded * (1 - CROWDED))
            self.weight[goal] -= lost
            self.felt.append((goal, -lost))

    def settle(self) -> None:
        if turns_left(self.s) <= self.w.errands:
            self.errands()
        super().settle()

    def errands(self) -> None:
        """Before the end, a unit for each unheld hex that gives points to the side that stands there."""
        f, s, g = self.f, self.s, self.g
        able = [u for u in f.free if not (g.headquarters | g.engineers) >> u & 1]
        open_ = [h for h in self.points if not f.settled.get(h) and not s.present[2] >> h & 1]
        open_ = [h for h in open_ if not units_at(s, h, ALLIED) & s.bases]
        for goal in open_:
            there = [u for u in able if s.where[u] == goal and not self.f.contacts(goal)]
            if there:
                self.send(min(there, key=lambda u: (g.cf[u], u)), goal)
        ways = [way for goal in open_ if not f.settled.get(goal) for way in self.ways(goal, able)]
        gone: set[Space] = set()
        for _, _, unit, goal, hex_ in sorted(ways):
            if unit in f.free and goal not in gone and leaving_planned(f, unit) < self.points[goal]:
                gone.add(goal)
                f.settle(unit, hex_, f"On the way to {g.space_names[goal]}.")

    def ways(self, goal: Space, able: list[Unit]) -> list[tuple[int, int, Unit, Space, Space]]:
        """Units that could be there in time, with their strength and how far each comes this turn."""
        f, s, g = self.f, self.s, self.g
        found = []
        for unit in able:
            far = distances(g, goal, g.is_mech[unit])
            here = s.where[unit]
            if unit not in f.free or far[here] > 2 * g.mf[unit] * turns_left(s) or self.threat(goal) > 2 * g.cf[unit]:
                continue
            nation = g.nation_of[unit]
            steps = [h for h in f.reach(unit) if h == here or (f.room(h, nation) > 0 and not f.contacts(h))]
            best = min(steps, key=lambda h: (far[h], h))
            if far[best] <= 2 * g.mf[unit] * (turns_left(s) - 1):
                found.append((-(-far[here] // (2 * g.mf[unit])), g.cf[unit], unit, goal, best))
        return found

    def order(self) -> list[Unit]:
        g = self.g
        rank = {u: 2 if g.headquarters >> u & 1 else 1 if g.engineers >> u & 1 else 0 for u in self.f.free}
        return sorted(self.f.free, key=lambda u: (rank[u], -g.cf[u], u))

    def score(self, unit: Unit, hex_: Space) -> float:
        f, g, w = self.f, self.g, self.w
        there = f.settled.get(hex_, [])
        base = units_at(self.s, hex_, ALLIED) & self.s.bases
        total = self.forced(unit, hex_) - self.danger(unit, hex_, there, bool(base))
        if hex_ != self.s.where[unit]:
            total -= leaving_planned(f, unit)
        if g.headquarters >> unit & 1:
            return total + self.leads(unit, hex_, there)
        if g.engineers >> unit & 1:
            return total + self.builds(unit, hex_, there)
        total += self.pull * self.drawn(hex_, g.is_mech[unit])
        if not there and not base:
            total += self.points.get(hex_, 0.0)
            if g.sites >> hex_ & 1 and not self.last:
                total += w.site_taken * self.site_points[hex_]
        elif base and not there:
            total += held_worth(self.s, ALLIED, hex_, w) * w.guard
        if self.line(hex_) <= g.mf[unit]:
            total += w.in_supply
        total += w.together * sum(1 for u in there if g.cf[u] > WEAK)
        return total

    def line(self, hex_: Space) -> int:
        """Distance to the nearest port or headquarters."""
        if hex_ not in self._lines:
            away = self.g.map.distances[hex_]
            self._lines[hex_] = min([away[h] for h in self.sources], default=FAR)
        return self._lines[hex_]

    def threat(self, hex_: Space) -> float:
        """Enemy factors near by."""
        if hex_ not in self._threats:
            away = self.g.map.distances[hex_]
            self._threats[hex_] = sum([cf for h, cf in self.enemy_at.items() if away[h] <= 2])
        return self._threats[hex_]

    def danger(self, unit: Unit, hex_: Space, there: list[Unit], base: bool) -> float:
        """Enemies near by, more than those who would be there can bear."""
        own = sum([self.g.cf[u] for u in there]) + self.g.cf[unit] + 2 * base
        return float(self.w.danger * max(0.0, self.threat(hex_) - self.w.bearable * own))

    def leads(self, unit: Unit, hex_: Space, there: list[Unit]) -> float:
        """19.2b: a headquarters near as many as possible, never in an enemy zone."""
        g, s = self.g, self.s
        away = g.map.distances[hex_]
        near = sum(len(units) for h, units in self.f.settled.items() if away[h] <= HQ_REACH - 1)
        total = self.w.lead * near + (0.5 if there else 0.0)
        if self.f.zone >> hex_ & 1:
            total -= 2.0
        if g.roads >> hex_ & 1:
            total += 0.4
        if self.ports:
            total -= 0.03 * min(away[p] for p in each(self.ports))
        other = [s.where[u] for u in each(g.headquarters) if u != unit and s.where[u] < g.hexes]
        return total - (0.8 if hex_ in other else 0.0)

    def builds(self, unit: Unit, hex_: Space, there: list[Unit]) -> float:
        """20.1: an engineer to a site without a base; not into danger by itself."""
        g = self.g
        total = 0.0
        taken = bool(bitset(there) & g.engineers) or bool(self.working >> hex_ & 1)
        if g.sites >> hex_ & 1 and not taken and may_build(self.s, hex_, self.w):
            total += self.w.build * site_values(g)[hex_] + self.w.build_any
        if not there and not self.working >> hex_ & 1:
            close = any(g.map.distance(h, hex_) <= 3 for h in self.enemy_at)
            total -= self.w.defenceless * (close + bool(self.f.zone >> hex_ & 1))
        best = 0.0
        for goal, value in site_values(g).items():
            if self.working >> goal & 1 or self.s.present[2] >> goal & 1:
                continue
            if any(g.engineers >> u & 1 for u in self.f.settled.get(goal, [])):
                continue
            best = max(best, value * self.fading(goal, 0)[hex_])
        return total + best


def builders_left(s: State) -> int:
    """Engineers that could still build a base."""
    g = s.game
    gone = s.at[g.eliminated[ALLIED]] | s.at[g.out] | s.bases
    return (g.engineers & ~gone).bit_count()


def may_build(s: State, hex_: Space, w: AlliedWeights) -> bool:
    """Whether engineers are better spent here than kept for a port."""
    rich = site_values(s.game)[hex_] >= w.rich_site
    return rich or turns_left(s) <= w.late or builders_left(s) > w.spare_builders


def worth_going(s: State) -> dict[Space, float]:
    """Goals of the Allied advance: a site is worth little without engineers to build on it."""
    g = s.game
    goals = objectives(s, ALLIED)
    if builders_left(s):
        return goals
    plain = plain_values(g)
    held = allied_hexes(s)
    return {h: v if h in plain and not held >> h & 1 else NO_BUILDER * v for h, v in goals.items()}


def leaving_planned(f: Field, unit: Unit) -> float:
    """Loss when a unit leaves, those counted that will be there."""
    here = f.s.where[unit]
    waiting = units_at(f.s, here, f.side) & f.waiting & ~(1 << unit)
    if f.settled.get(here) or waiting:
        return 0.0
    base = units_at(f.s, here, f.side) & f.s.bases
    own = allied(f.lean)
    return (own.guard if base else own.left_empty) * held_worth(f.s, f.side, here, own)


class Garrison(HexChoice):
    """The Japanese side: where points are and the enemy is near, behind walls."""

    def __init__(self, f: Field) -> None:
        super().__init__(f)
        s, g = self.s, self.g
        self.w = w = japanese(f.lean)
        self.near = {h: closeness(s, h, w) for h in each(g.land)}
        self.defenders = keeping(w)
        self.keep = {h: v * self.near[h] for h, v in values(g).items()}
        self.late = turns_left(s) <= 2
        self.income = w.income * turns_left(s)
        self.fear = w.danger * horizon(s, w)
        self._threats: dict[Space, float] = {}

    def order(self) -> list[Unit]:
        g = self.g
        return sorted(self.f.free, key=lambda u: (g.deceptions >> u & 1, -g.cf[u], u))

    def score(self, unit: Unit, hex_: Space) -> float:
        f, g, s, w = self.f, self.g, self.s, self.w
        there = f.settled.get(hex_, [])
        k = len(there)
        if k >= DEFENDERS:
            return -9.0
        anchored = f.is_anchored(hex_)
        walls = 1.0 + w.walls * g.terrain_shift[JAPANESE][hex_][0]
        total = self.keep.get(hex_, 0.0) * self.defenders[k] * walls * (w.anchor if anchored else 1.0)
        if anchored:
            total += w.anchored * self.near[hex_] * self.defenders[k]
        elif g.fortresses & s.at[hex_]:
            total += 0.2
        if not k and not anchored and g.airfields >> hex_ & 1:
            total += self.income
        if not g.guerrillas >> unit & 1:
            total += self.forced(unit, hex_)
            total -= self.exposed(unit, hex_, there, anchored)
        if hex_ != s.where[unit]:
            total -= w.march * g.map.distance(hex_, s.where[unit])
        return total

    def exposed(self, unit: Unit, hex_: Space, there: list[Unit], anchored: bool) -> float:
        """Harm that Allied stacks near by could do to units there."""
        g = self.g
        own = sum([g.cf[u] for u in there]) + g.cf[unit] + (self.w.fortress_holds if anchored else 0.0)
        shift = g.terrain_shift[JAPANESE][hex_][0] + (2 if anchored else 0)
        return self.fear * max(0.0, self.threat(hex_) - own * (1 + shift))

    def threat(self, hex_: Space) -> float:
        """Allied factors near by, those next door in full."""
        if hex_ not in self._threats:
            g, s = self.g, self.s
            near = 0.0
            away = g.map.distances[hex_]
            for h in each(allied_hexes(s) & g.land):
                if 0 < (far := away[h]) <= 2:
                    near += strength_at(s, h, ALLIED, JAPANESE, self.w) / far
            self._threats[hex_] = near
        return self._threats[hex_]
