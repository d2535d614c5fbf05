"""The ground as a staff sees it: how far it is to anywhere, and what can be reached in one move."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.ichigo.facts import JAPAN, SIDE_OF_NATION, Facts
from grognard.games.ichigo.movement import beside, step_cost
from grognard.games.ichigo.state import State, enemy_hexes, garrisons
from grognard.kernel.search import costs_to, path, reach

FAR = 999


@lru_cache(maxsize=1024)
def march(g: Facts, goal: int) -> tuple[int, ...]:
    """The movement points from every hex to a goal over open ground, whoever stands in the way."""

    def cost(here: int, there: int) -> int:
        return g.entry_cost[there] + (g.river_cost if g.rivers[here] >> there & 1 else 0)

    return costs_to(g.open_graph, goal, cost, FAR)


@lru_cache(maxsize=1024)
def distances(g: Facts, goal: int) -> tuple[int, ...]:
    """Hexes from anywhere to a goal, whatever lies between."""
    return tuple(g.map.distance(h, goal) for h in range(g.hexes))


class Moves:
    """Where units of a nation can go from a hex with some points; ways are found when wanted."""

    def __init__(self, s: State, nation: int) -> None:
        self.s = s
        self.nation = nation
        side = SIDE_OF_NATION[nation]
        enemies = enemy_hexes(s, side)
        self.closed = enemies | (0 if nation == JAPAN else garrisons(s))
        hostile = s.game.cities & (~s.japanese if nation == JAPAN else s.japanese)
        self.closed_far = self.closed | beside(s, enemies) | hostile
        self._found: dict[tuple[int, int, bool], dict[int, int]] = {}

    def cost(self, a: int, b: int) -> int | None:
        """10.7-10.13: an ordinary step."""
        return None if self.closed >> b & 1 else step_cost(self.s, self.nation, a, b)

    def cost_far(self, a: int, b: int) -> int | None:
        """10.17: a strategic step."""
        return None if self.closed_far >> b & 1 else step_cost(self.s, self.nation, a, b)

    def reach(self, start: int, points: int, far: bool = False) -> dict[int, int]:
        """Every hex within reach and its cost."""
        key = (start, points, far)
        if key not in self._found:
            cost = self.cost_far if far else self.cost
            self._found[key] = reach(self.s.game.open_graph, start, points, cost)
        return self._found[key]

    def way(self, start: int, goal: int, points: int, far: bool = False) -> list[int]:
        """A cheapest way, both ends included; only the start when there is none."""
        return path(self.s.game.open_graph, start, goal, points, self.cost_far if far else self.cost) or [start]
