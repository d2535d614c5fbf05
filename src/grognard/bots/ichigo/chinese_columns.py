"""The march on Wuhan and Shanghai: both in Allied hands end the war (4.5), and the Japanese leave them nearly empty.

Without landings the march on an airbase or Kunming comes first: the loss of one costs the Japanese a point (4.2).
"""

from __future__ import annotations

from grognard.bots.ichigo.chinese_aims import left
from grognard.bots.ichigo.ground import FAR, Moves, march
from grognard.bots.ichigo.weights import AlliedWeights
from grognard.games.ichigo.facts import CHINA, JAPAN, JAPANESE
from grognard.games.ichigo.movement import may_move, movement_points, needs_die
from grognard.games.ichigo.stacking import room
from grognard.games.ichigo.state import CANCELLED, State
from grognard.games.ichigo.victory import controls
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, Unit, Units

GARRISON = 3.0
"""Movement points that each Japanese step in a city is worth as an obstacle."""


class Columns:
    """Columns that march on each city in one movement phase."""

    def __init__(self, s: State, w: AlliedWeights) -> None:
        g = s.game
        self.goal: dict[Unit, Space] = {}
        """By unit, the city that it marches on, or holds."""
        self.waiting: list[Unit] = []
        """Units that have not set out yet, the nearest first."""
        for city in goals(s, w):
            self._send(s, city, w.late_columns, w.column_reach)
        for city in (g.shanghai, g.wuhan):
            if controls(s, city, JAPANESE):
                self._send(s, city, w.columns, w.column_reach)
            else:
                self.goal |= dict.fromkeys(members(s.at[city] & regulars(s)), city)

    def _send(self, s: State, city: Space, most: float, within: float) -> None:
        """The nearest units that have no goal yet."""
        chosen = [u for u in nearest(s, city, within) if u not in self.goal][: round(most)]
        self.goal |= dict.fromkeys(chosen, city)
        self.waiting += [u for u in chosen if not s.game.open_near[city] >> s.where[u] & 1]

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


def regulars(s: State) -> Units:
    """Chinese units that can march."""
    return s.game.of_nation[CHINA] & ~s.game.static


def nearest(s: State, city: Space, within: float) -> list[Unit]:
    """Chinese units that can march, the nearest to a city first."""
    ways = march(s.game, city)
    near = [h for h in members(s.present[CHINA]) if ways[h] <= within]
    return [u for h in sorted(near, key=lambda h: (ways[h], h)) for u in members(s.at[h] & regulars(s))]


def goals(s: State, w: AlliedWeights) -> list[Space]:
    """4.2b, 4.2e: airbases and Kunming, where few hold them and many of ours are near; on the last turn everybody is
    free to walk into what stands empty."""
    if s.causeway != CANCELLED or not left(s):
        return []

    def effort(city: Space) -> tuple[float, Space]:
        ways = march(s.game, city)
        units = nearest(s, city, FAR)[: round(w.late_columns)]
        steps = sum(s.steps[u] for u in members(s.at[city] & s.game.of_nation[JAPAN]))
        return sum(ways[s.where[u]] for u in units) / max(1, len(units)) + GARRISON * steps, city

    prizes = (s.game.airbases | 1 << s.game.kunming) & s.japanese
    return sorted(members(prizes), key=effort)[: round(w.late_goals)]
