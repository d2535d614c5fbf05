"""The average gain of an attack, and the best way to make it with the units at hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.weights import Weights
from grognard.games.ichigo.battle import ALL
from grognard.games.ichigo.facts import CHINA, JAPAN, SIDE_OF_NATION, US, Facts
from grognard.games.ichigo.odds import air_shift, gunfire_shift, is_concentric, may_support, terrain_shifts
from grognard.games.ichigo.state import State
from grognard.games.ichigo.supply import is_attenuated, japanese_supplied, us_supplied
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit
from grognard.kernel.odds import odds_column

Place = tuple[Unit, Space]
"""A unit and the hex from which it would attack."""
EVERYWHERE = Spaces(-1)
"""Where the Chinese have supply (7.0)."""
Forecast = tuple[float, float, float]
"""The chance that the hex is cleared, and the steps lost and killed on average."""


@dataclass(slots=True)
class Aims:
    """Aims of a nation: the worth of having each hex, and the prices of steps."""

    w: Weights
    worth: list[float]
    kill: float
    """What an enemy step is worth."""
    price: float
    """What a step of ours is worth."""
    use: float = 0.02
    """What it costs to use one more factor: it could do something else."""
    least: float = 0.0
    """Nothing is attacked for less."""
    need: dict[Space, float] = field(default_factory=dict)
    """Where to march, and with how much strength."""
    pull: dict[Space, float] = field(default_factory=dict)
    """How much each of those is worth going to."""
    pins: dict[Space, float] = field(default_factory=dict)
    """Hexes that must be held, and the strength that stays there."""
    tank: float = 1.0
    """What a tank regiment is worth."""
    dear: float = 0.0
    """How many times that a target must be worth for regiments to be counted on."""
    shun: Spaces = NO_SPACES
    """Hexes where nobody should be seen now."""
    relief: list[Space] = field(default_factory=list)
    """Places held by more than they need, where the weakest units should take over."""
    horizon: float = 50.0
    """Movement points that a unit can still make before the game ends: nobody is sent farther."""


def leaning(aims: Aims) -> Aims:
    """Aims multiplied by the weights; untouched where all of these are 1."""
    w = aims.w
    if w.places == w.kill == w.price == w.use == w.least == w.need == w.pull == w.pins == 1.0:
        return aims
    return replace(
        aims,
        worth=[worth * w.places for worth in aims.worth], kill=aims.kill * w.kill, price=aims.price * w.price,
        use=aims.use * w.use, least=aims.least * w.least,
        need={hex_: need * w.need for hex_, need in aims.need.items()},
        pull={hex_: pull * w.pull for hex_, pull in aims.pull.items()},
        pins={hex_: held * w.pins for hex_, held in aims.pins.items()},
    )  # fmt: skip


@dataclass(slots=True)
class Plan:
    """One attack, thought through."""

    net: float
    target: Space
    units: list[Place]
    tanks: int = 0
    special: int = 0
    clear: float = 0.0


@lru_cache(maxsize=1 << 16)
def forecast(g: Facts, at: int, chinese: bool, own: int, steps: int, spared: int) -> Forecast:
    """One column against so many steps: taken, steps lost, steps killed; `spared` losses fall on tank regiments."""
    clear = lost = killed = 0.0
    for die in range(1, 7):
        result = g.results.result(at, die)
        out, gone = (0, steps) if result == ALL else map(int, result.split("/"))
        if chinese:
            out = max(g.chinese_least, g.chinese_times * out)
        lost += min(own, max(0, out - spared))
        killed += min(steps, gone)
        clear += gone >= steps and out - spared < own
    return clear / 6, lost / 6, killed / 6


@lru_cache(maxsize=1 << 14)
def raw_column(g: Facts, nation: int, attack: int, defence: int) -> int:
    """11.6-11.8: before all shifts."""
    return max(0, odds_column(attack, defence, g.odds_lines[nation]))


class Prospects:
    """The attacks that a nation can make, weighed by what its staff wants."""

    def __init__(self, s: State, belief: Belief, aims: Aims, nation: int) -> None:
        self.s = s
        self.belief = belief
        self.aims = aims
        self.nation = nation
        self.side = SIDE_OF_NATION[nation]
        self.supplied = us_supplied(s) if nation == US else japanese_supplied(s) if nation == JAPAN else EVERYWHERE
        self._fixed: dict[Space, int] = {}
        self._factor: dict[Unit, float] = {}

    # --- strength and shifts

    def factor(self, unit: Unit) -> float:
        """Attack factor of a unit before halvings."""
        if unit not in self._factor:
            self._factor[unit] = 0.0 if self.s.game.static >> unit & 1 else self.belief.own(unit)
        return self._factor[unit]

    def part(self, unit: Unit, here: Space, target: Space) -> float:
        """11.13a, 7.3b: a factor after its halvings."""
        value = self.factor(unit)
        if self.s.game.rivers[here] >> target & 1:
            value /= 2
        if self.s.cut_off >> unit & 1 or not self.supplied >> here & 1:
            value /= 2
        return value

    def fixed_shift(self, target: Space) -> int:
        """Terrain, airpower, gunfire and attenuated supply, no matter who attacks."""
        if target not in self._fixed:
            s = self.s
            found = [
                *terrain_shifts(s, target),
                *air_shift(s, self.side, target),
                *gunfire_shift(s, self.side, target),
            ]
            late = s.game.shift["attenuated"] if self.nation == JAPAN and is_attenuated(s) else 0
            self._fixed[target] = sum(m.value for m in found) + late
        return self._fixed[target]

    def concentric(self, target: Space, hexes: set[Space]) -> int:
        """11.15."""
        if self.nation == CHINA or not is_concentric(self.s, target, hexes):
            return 0
        return self.s.game.shift["concentric_us" if self.nation == US else "concentric_japanese"]

    def outlook(self, target: Space, strength: float, shift: int, steps: int, spared: int = 0) -> Forecast:
        """The attack against all that may be there."""
        g = self.s.game
        attack = max(1, int(strength + 0.999) if self.nation != CHINA else int(strength + 0.5))
        last = len(g.results.columns) - 1
        clear = lost = killed = 0.0
        for d, there, p in self.belief.defence(target):
            if not d:
                clear += p
                continue
            at = min(max(raw_column(g, self.nation, attack, d) + shift, 0), last)
            c, out, gone = forecast(g, at, self.nation == CHINA, steps, there, spared)
            clear += p * c
            lost += p * out
            killed += p * gone
        return clear, lost, killed

    def net(self, target: Space, seen: Forecast) -> float:
        """Net worth of the attack."""
        aims = self.aims
        clear, lost, killed = seen
        worth = aims.worth[target]
        alive = self.s.at[target] & self.s.game.of_side[1 - self.side]
        kill = aims.kill + aims.w.wear * min(worth, aims.w.most_wear) if alive else 0.0
        return clear * worth + killed * kill - lost * aims.price

    # --- the best attack on one hex

    def weigh(self, target: Space, units: Sequence[Place], tanks: int = 0, special: int = 0) -> tuple[float, float]:
        """The net gain of one set of attackers, and the chance that the hex is cleared."""
        strength = sum(self.part(u, h, target) for u, h in units)
        steps = sum(self.s.steps[u] for u, _ in units)
        return self.weigh_sum(target, strength, {h for _, h in units}, steps, tanks, special)

    def weigh_sum(
        self, target: Space, strength: float, hexes: set[Space], steps: int, tanks: int, special: int = 0
    ) -> tuple[float, float]:
        """The same with the attackers added up."""
        if strength <= 0:
            return -99.0, 0.0
        shift = self.fixed_shift(target) + self.concentric(target, hexes) + tanks + special
        seen = self.outlook(target, strength, shift, steps, tanks + special)
        return self.net(target, seen) - self.aims.tank * (tanks + 0.5 * special), seen[0]

    def cost(self, units: Sequence[Place]) -> float:
        """Worth of these units elsewhere."""
        return self.aims.use * sum(self.factor(u) for u, _ in units)

    def choose(self, target: Space, orders: Iterable[Sequence[Place]], tanks: int = 0) -> Plan | None:
        """Of the first so many of each order, those who do most beyond what they could do elsewhere; all must pay."""
        best: Plan | None = None
        top = 0.0
        for order in orders:
            strength, used, steps = 0.0, 0.0, 0
            hexes: set[Space] = set()
            for number, (unit, here) in enumerate(order, 1):
                units = order[:number]
                strength += self.part(unit, here, target)
                used += self.factor(unit)
                steps += self.s.steps[unit]
                hexes.add(here)
                for regiments in {0, min(tanks, may_support(self.s, [u for u, _ in units])) if tanks else 0}:
                    net, clear = self.weigh_sum(target, strength, hexes, steps, regiments)
                    value = net - self.aims.use * used
                    pays = best is None or best.net <= self.aims.least or value > top + 1e-9
                    if (
                        (net > self.aims.least and pays)
                        or best is None
                        or (best.net <= self.aims.least and net > best.net)
                    ):
                        best, top = Plan(net, target, list(units), regiments, clear=clear), value
        return best

    def best(self, target: Space, able: Sequence[Place], tanks: int = 0, special: int = 0) -> Plan | None:
        """The best part of the units that stand ready, with tanks where they pay."""
        orders = [sorted(able, key=lambda place: (-self.part(place[0], place[1], target), place))]
        if not self.s.game.cities >> target & 1 and self.nation != CHINA:
            orders += self._concentric_orders(target, orders[0])
        best = self.choose(target, orders)
        if best is None:
            return None
        return self._supported(best, tanks, special)

    def _supported(self, plan: Plan, tanks: int, special: int) -> Plan:
        """11.17, 11.28: support where a column more is worth it."""
        most = min(tanks, may_support(self.s, [u for u, _ in plan.units]))
        for extra in (0, 1):
            if extra > special:
                break
            for number in range(most + 1):
                net, clear = self.weigh(plan.target, plan.units, number, extra)
                if net > plan.net + 1e-9:
                    plan = Plan(net, plan.target, plan.units, number, extra, clear)
        return plan

    def _concentric_orders(self, target: Space, able: Sequence[Place]) -> list[list[Place]]:
        """The same units, with the best of two opposite hexes first."""
        first: dict[Space, Place] = {}
        for place in able:
            first.setdefault(place[1], place)
        sides = {self.s.game.map.direction(target, h): h for h in first}
        orders = []
        for d, h in sides.items():
            other = sides.get((d + 3) % 6)
            if d < 3 and other is not None:
                lead = [first[h], first[other]]
                orders.append([*lead, *(place for place in able if place not in lead)])
        return orders
