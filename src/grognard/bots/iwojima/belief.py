"""What the US staff believes of Concealed units and Caves: the 23 known counters less those in view or openly dead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.games.iwojima.defensive_fire import is_observed
from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members

LOSS_PER_TURN = 0.085
"""The part of unseen units that each turn of bombardment is thought to have killed."""
FORGET = 0.7
"""How much of what was killed in an area still counts a turn later."""
SILENT = 0.15
"""How much less likely an area holds something when a US unit walked in and nobody fired."""


@dataclass(slots=True)
class Belief:
    """Per area, what is thought to be hidden there."""

    units: list[float]
    dice: list[float]
    """The dice that one hidden unit would fire with."""
    caves: list[float]
    """Caves, those in view included."""


class Notes:
    """What the staff writes down of its bombardments. Without the notes it only knows less."""

    def __init__(self) -> None:
        self._killed: dict[int, dict[int, float]] = {}

    def record(self, turn: int, killed: dict[int, float]) -> None:
        """The units thought to have been killed per area in a turn; later turns were taken back and are struck out."""
        self._killed = {t: k for t, k in self._killed.items() if t < turn}
        self._killed[turn] = killed

    def killed(self, turn: int) -> dict[int, float]:
        """Per area, the units thought dead by now; after a turn or two others may have come in their place."""
        total: dict[int, float] = {}
        for then, per_area in self._killed.items():
            if then <= turn:
                for area, number in per_area.items():
                    total[area] = total.get(area, 0.0) + number * FORGET ** (turn - then)
        return total


@lru_cache(maxsize=8)
def _prior(game: Facts) -> tuple[float, ...]:
    """How a sensible Japanese player would spread his units: airfields and hills first, then the far north."""
    by_class = {"beach": 0.4, "coastal": 0.4, "inland": 2.0, "hill": 1.8}
    weights = []
    for area in range(game.areas):
        weight = by_class[game.area_class[area]]
        weight += 0.8 * (game.airfields >> area & 1) + 0.6 * (game.mountains >> area & 1)
        weights.append(weight)
    return tuple(weights)


def believe(s: State, notes: Notes) -> Belief:
    """The belief that the position in view supports, less what the bombardments on record will have killed."""
    g = s.game
    unseen = s.at[g.hand]
    if s.turn > g.red_revealed_turn:
        for unit in members(unseen & g.red):
            if not g.mp[unit]:
                unseen &= ~(1 << unit)
    hidden = members(unseen)
    alive = len(hidden) * max(0.35, 1.0 - LOSS_PER_TURN * (s.turn - 1))
    rating = sum(g.assault[u][g.full[u]] for u in hidden) / len(hidden) if hidden else 0.0
    prior = _prior(g)
    weights = []
    for area in range(g.areas):
        weight = 0.0 if s.control >> area & 1 else prior[area]
        if weight and s.at[area] & g.us_ground:
            weight *= SILENT
        elif weight and g.near[area] & s.control:
            weight *= 1.3
        weights.append(weight)
    total = sum(weights) or 1.0
    units = [alive * weight / total for weight in weights]
    for area, killed in notes.killed(s.turn).items():
        units[area] = max(0.15 * units[area], units[area] - killed)
    dice = [rating + (0 if is_observed(s, a) else g.surprise) for a in range(g.areas)]
    caves = []
    for area in range(g.areas):
        known = float(s.shown[area])
        if not (s.probed | s.control) >> area & 1:
            known = max(known, 1.6 if g.bdv[area] >= 2 else 0.4)
        caves.append(known)
    return Belief(units, dice, caves)
