"""The ground as a staff sees it: how far it is to anywhere, and what can be reached in one move."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.ichigo.facts import JAPAN, SIDE_OF_NATION, Facts
from grognard.games.ichigo.movement import beside, ground_cost
from grognard.games.ichigo.state import State, enemy_hexes, garrisons
from grognard.kernel.ids import NO_SPACES, Space, Spaces, every, per
from grognard.kernel.map_search import Rows, costs_to, spread, way_back

FAR = 999


@lru_cache(maxsize=1024)
def march(g: Facts, goal: Space) -> tuple[int, ...]:
    """The movement points from every hex to a goal over open ground, no matter who stands in the way."""

    rows = step_rows(g, NO_SPACES)
    return costs_to(g.open_graph, goal, lambda here, there: rows[here][there], FAR)


@lru_cache(maxsize=1024)
def distances(g: Facts, goal: Space) -> tuple[int, ...]:
    """Hexes from anywhere to a goal, whatever lies between."""
    return tuple(g.map.distance(h, goal) for h in every(Space, g.hexes))


class Moves:
    """Reach of a nation's units from a hex with some points; ways are found when wanted."""

    def __init__(self, s: State, nation: int) -> None:
        self.s = s
        self.nation = nation
        side = SIDE_OF_NATION[nation]
        enemies = enemy_hexes(s, side)
        self.closed = enemies | (NO_SPACES if nation == JAPAN else garrisons(s))
        hostile = s.game.cities & (~s.japanese if nation == JAPAN else s.japanese)
        self.closed_far = self.closed | beside(s, enemies) | hostile
        self.rows = step_rows(s.game, s.air_range if s.air_side != side else NO_SPACES)
        self._found: dict[tuple[Space, int, bool], tuple[dict[Space, int], dict[Space, Space]]] = {}

    def _spread(self, start: Space, points: int, far: bool) -> tuple[dict[Space, int], dict[Space, Space]]:
        """10.7-10.13, 10.17: ordinary or strategic steps."""
        key = (start, points, far)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = spread(self.rows, start, points, self.closed_far if far else self.closed)
        return found

    def reach(self, start: Space, points: int, far: bool = False) -> dict[Space, int]:
        """Every hex within reach and its cost."""
        return self._spread(start, points, far)[0]

    def way(self, start: Space, goal: Space, points: int, far: bool = False) -> list[Space]:
        """A cheapest way, both ends included; only the start when there is none."""
        found, before = self._spread(start, points, far)
        return way_back(before, start, goal) if goal in found else [start]


@lru_cache(maxsize=64)
def step_rows(g: Facts, bombed: Spaces) -> Rows:
    """10.7-10.9, 10.13, 8.4: what each step over open ground costs with enemy airpower over these hexes."""
    return tuple(
        {b: ground_cost(g, a, b, bool(bombed >> b & 1)) for b in row} for a, row in per(Space, g.open_graph.neighbours)
    )
