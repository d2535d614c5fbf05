"""Ways over the map for many starts at once: cheaper than a full plan, with a rule of thumb in place of odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.bots.whitesun.weights import Weights, shipped
from grognard.games.whitesun.battle_forecasts import Foe, course, foes_in
from grognard.games.whitesun.defence import called_for, rolls_defence
from grognard.games.whitesun.facts import BASE_AREA, CAPITAL, LINE, LINE_AND_CITY, OTHER, REGULAR, Facts
from grognard.games.whitesun.reach import OFF_THE_NET
from grognard.games.whitesun.round_strength import Strength, numbers
from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.supply import entry_edges, in_supply, supplied_net, supply_ends, supply_levels
from grognard.kernel.bits import each
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Space

AVERAGE: Foe = (REGULAR, 5)
"""What a draw brings, about."""
FURTHER = 3
"""Rounds after the first that make a difference."""


class Root(NamedTuple):
    """A hex in which an operation may start, and the option that does it."""

    verb: str
    hex: Space
    cost: int


class Way(NamedTuple):
    """Way to a hex."""

    cost: int
    before: Space
    root: int
    on_net: bool
    back: int
    chance: float
    gain: float


class Roads:
    """The map as it stands, for planning."""

    def __init__(self, s: State, weights: Weights | None = None) -> None:
        self.s = s
        self.weights = weights or shipped()
        self.ours = own(s)
        self.net = supplied_net(s)
        self.supplied = in_supply(s)
        self.lines: dict[Space, int] = {}
        """How long the line of supply of a hex of ours is, where it has one."""
        for length, hexes in enumerate(supply_levels(s, supply_ends(s))):
            for hex_ in each(hexes & self.ours):
                self.lines.setdefault(hex_, length)
        self.ends = s.game.coast | entry_edges(s)
        g = s.game
        self.sources = g.sources | (g.later_sources if s.turn >= g.treaty_ports_from else NO_SPACES)
        self.defended = {s.where[unit] for unit in each(g.fighting)} - set(each(self.ours))
        self.closed = g.treaty_ports if s.turn < g.treaty_ports_from else NO_SPACES

    def search(
        self, roots: Iterable[Root], mp: int, strength: Strength, worth: Mapping[Space, float]
    ) -> dict[Space, Way]:
        """One way to each hex within the points, with what is gained along it."""
        self.use(strength)
        g = self.s.game
        waiting: list[tuple[int, float, Space, Way]] = []
        best: dict[Space, tuple[int, float]] = {}
        """The first way to each hex that waits: one that comes later is never looked at."""
        for i, root in enumerate(roots):
            first = self._first(i, root, worth)
            heappush(waiting, first)
            best[root.hex] = min(best.get(root.hex, first[:2]), first[:2])
        done: dict[Space, Way] = {}
        links, costs = g.links.near, g.entry_cost
        closed, supplied, by_supply = self.closed, self.supplied, self.net | self.sources
        back, worth_of, alone = self.back, worth.get, self.alone
        while waiting:
            _, _, here, way = heappop(waiting)
            if here in done:
                continue
            done[here] = way
            linked = links[here] if way.on_net else NO_SPACES
            cut_off = way.back > g.supply_range
            for there in g.steps_from[here]:
                if there in done or closed >> there & 1 or (cut_off and not supplied >> there & 1):
                    continue
                by_link = linked >> there & 1
                cost = way.cost + (g.link_cost if by_link else costs[there])
                if cost > mp:
                    continue
                on_net = bool(by_link or by_supply >> there & 1)
                order = cost if on_net else cost + OFF_THE_NET
                before = best.get(there)
                if before is not None and before[0] < order:
                    continue
                likely = alone.get(there)
                if likely is None:
                    likely = self.safe(there, cost - way.cost, mp - cost)
                chance = way.chance * likely
                gain = way.gain + worth_of(there, 0.0) * chance
                if before is not None and before < (order, -gain):
                    continue
                best[there] = (order, -gain)
                ahead = Way(cost, here, way.root, on_net, back(there, on_net, way.back), chance, gain)
                heappush(waiting, (order, -gain, there, ahead))
        return done

    def _first(self, i: int, root: Root, worth: Mapping[Space, float]) -> tuple[int, float, Space, Way]:
        on_net = bool((self.net | self.sources) >> root.hex & 1)
        chance = self.safe(root.hex, root.cost, self.s.game.mp[self.s.turn] - root.cost)
        gain = worth.get(root.hex, 0.0) * chance
        back = self.back(root.hex, on_net, self.s.game.supply_range)
        return (root.cost, -gain, root.hex, Way(root.cost, NO_SPACE, i, on_net, back, chance, gain))

    def use(self, strength: Strength) -> None:
        """Whose risks are asked for."""
        w = self.weights
        dice = sum(strength.dice[0])
        weakness: float = (w.strong / max(dice, 1)) ** 1.5
        late = w.late if self.s.turn == self.s.game.szechuan_turn else 1.0
        self.by_line = {line: min(0.9, base * weakness * late) for line, base in risks(w).items()}
        self.alone: dict[Space, float] = {}
        """The chance not to be stopped in a hex where nobody stands: it does not hang on the points left."""
        for line, hexes in by_defence_line(self.s.game).items():
            self.alone |= dict.fromkeys(hexes, 1 - self.by_line.get(line, 0.0))
        self.alone |= dict.fromkeys(each(self.ours), 1.0)
        for hex_ in self.defended:
            self.alone.pop(hex_, None)
        self.known: dict[tuple[Space, int], float] = {}
        self.strength = strength

    def safe(self, hex_: Space, cost: int, mp: int) -> float:
        """The chance not to be stopped there, with the points that are left after it is entered."""
        if hex_ in self.alone:
            return self.alone[hex_]
        further = min(mp // cost, FURTHER) if cost else FURTHER
        chance = self.known.get((hex_, further))
        if chance is None:
            chance = self.known[hex_, further] = 1 - self.risk(hex_, further)
        return chance

    def risk(self, hex_: Space, further: int) -> float:
        """The chance to be stopped where defenders stand already, by the odds."""
        s, g = self.s, self.s.game
        foes = foes_in(s, hex_)
        if rolls_defence(s, hex_):
            foes += (AVERAGE,) * round(sum(called_for(s, hex_, die) for die in range(1, 7)) / 6)
        n, later = numbers(s, hex_, 1, ""), numbers(s, hex_, 2, "")
        depot = int(bool(s.at[hex_] & g.depots))
        return 1 - course(self.strength, 0, later).outlook(foes, depot, 0, n, further).taken_in_the_end

    def back(self, hex_: Space, on_net: bool, before: int) -> int:
        """The line of supply of a hex once it is taken, itself included."""
        g = self.s.game
        length = g.supply_rough if g.rough >> hex_ & 1 else g.supply_other
        if not on_net and not self.ends >> hex_ & 1:
            length += before
        return min(length, self.lines.get(hex_, length))


@lru_cache(maxsize=4)
def by_defence_line(g: Facts) -> dict[int, tuple[Space, ...]]:
    """8.2: the hexes of each line of the defence table."""
    out: dict[int, list[Space]] = {}
    for hex_, line in enumerate(g.defence_line):
        out.setdefault(line, []).append(Space(hex_))
    return {line: tuple(hexes) for line, hexes in out.items()}


def risks(w: Weights) -> dict[int, float]:
    """The chance that a strong stack is stopped in a hex, by its line of the defence table; roughly."""
    return {
        CAPITAL: w.risk_capital, LINE_AND_CITY: w.risk_city, LINE: w.risk_line, OTHER: w.risk_other,
        BASE_AREA: w.risk_base,
    }  # fmt: skip


def path_to(ways: Mapping[Space, Way], goal: Space) -> list[Space]:
    """The hexes from the start to a goal, both included."""
    out = [goal]
    while ways[out[-1]].before >= 0:
        out.append(ways[out[-1]].before)
    return out[::-1]
