"""The march on Wuhan and Shanghai: both in Allied hands end the war (4.5), and the Japanese leave them nearly empty."""

from __future__ import annotations

from grognard.bots.ichigo.ground import Moves, march
from grognard.bots.ichigo.weights import AlliedWeights
from grognard.games.ichigo.facts import CHINA, JAPANESE
from grognard.games.ichigo.movement import may_move, movement_points, needs_die
from grognard.games.ichigo.stacking import room
from grognard.games.ichigo.state import State
from grognard.games.ichigo.victory import controls
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, Unit


class Columns:
    """Who marches on which of the two cities in one movement phase."""

    def __init__(self, s: State, w: AlliedWeights) -> None:
        g = s.game
        own = g.of_nation[CHINA] & ~g.static
        self.goal: dict[Unit, Space] = {}
        """By unit, the city that it marches on, or holds."""
        self.waiting: list[Unit] = []
        """Units that have not set out yet, the nearest first."""
        for city in (g.shanghai, g.wuhan):
            if not controls(s, city, JAPANESE):
                self.goal |= dict.fromkeys(members(s.at[city] & own), city)
                continue
            ways = march(g, city)
            near = [h for h in members(s.present[CHINA]) if ways[h] <= w.column_reach]
            units = [u for h in sorted(near, key=lambda h: (ways[h], h)) for u in members(s.at[h] & own)]
            chosen = [u for u in units if u not in self.goal][: round(w.columns)]
            self.goal |= dict.fromkeys(chosen, city)
            self.waiting += [u for u in chosen if not g.open_near[city] >> s.where[u] & 1]

    def next(self, s: State) -> Unit | None:
        """The next unit to set out; not one whose die leads it nowhere."""
        able = may_move(s, CHINA)
        while self.waiting:
            unit = self.waiting.pop(0)
            if able >> unit & 1 and (needs_die(s, unit) or len(self.way(s, unit, movement_points(s, unit))) > 1):
                return unit
        return None

    def way(self, s: State, unit: Unit, points: int) -> list[Space]:
        """As near to the city as so many points lead; where others stand already rather than alone."""
        here, ways, seen = s.where[unit], march(s.game, self.goal[unit]), Moves(s, CHINA)
        closer = [h for h in seen.reach(here, points) if ways[h] < ways[here] and room(s, h, CHINA) > 0]
        best = min(closer, key=lambda h: (ways[h], room(s, h, CHINA), h), default=here)
        return seen.way(here, best, points)
