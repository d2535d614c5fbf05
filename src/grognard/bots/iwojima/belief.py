"""Beliefs of the US staff about Concealed units and Caves: the 23 known counters less those in view or openly dead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.bots.iwojima.weights import UsWeights
from grognard.games.iwojima.defensive_fire import is_observed
from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.ids import Space


@dataclass(slots=True)
class Belief:
    """Per area, what is thought to be hidden there."""

    units: list[float]
    dice: list[float]
    """The dice that one hidden unit would fire with."""
    caves: list[float]
    """Caves, those in view included."""


class Notes:
    """Notes of the staff on its bombardments. Without them it only knows less."""

    def __init__(self) -> None:
        self._killed: dict[int, dict[Space, float]] = {}

    def copy(self) -> Notes:
        """The same notes, to go on with."""
        other = Notes()
        other._killed = dict(self._killed)
        return other

    def record(self, turn: int, killed: dict[Space, float]) -> None:
        """The units thought to have been killed per area in a turn; later turns were taken back and are struck out."""
        self._killed = {t: k for t, k in self._killed.items() if t < turn}
        self._killed[turn] = killed

    def killed(self, turn: int, forget: float) -> dict[Space, float]:
        """Per area, the units thought dead by now; after a turn or two others may have come in their place."""
        total: dict[Space, float] = {}
        for then, per_area in self._killed.items():
            if then <= turn:
                for area, number in per_area.items():
                    total[area] = total.get(area, 0.0) + number * forget ** (turn - then)
        return total


@lru_cache(maxsize=64)
def _prior(game: Facts, w: UsWeights) -> tuple[float, ...]:
    """Spread of the units by a sensible Japanese player: airfields and hills first, then the far north."""
    by_class = {"beach": w.prior_coast, "coastal": w.prior_coast, "inland": w.prior_inland, "hill": w.prior_hill}
    weights = []
    for area in game.every_area:
        weight = by_class[game.area_class[area]]
        weight += w.prior_airfield * (game.airfields >> area & 1) + w.prior_mountain * (game.mountains >> area & 1)
        weights.append(weight)
    return tuple(weights)


def believe(w: UsWeights, s: State, notes: Notes) -> Belief:
    """The belief that the position in view supports, less what the bombardments on record will have killed."""
    g = s.game
    unseen = s.at[g.hand]
    if s.turn > g.red_revealed_turn:
        for unit in members(unseen & g.red):
            if not g.mp[unit]:
                unseen &= ~(1 << unit)
    hidden = members(unseen)
    alive = len(hidden) * max(w.alive_least, 1.0 - w.loss_per_turn * (s.turn - 1))
    rating = sum(g.assault[u][g.full[u]] for u in hidden) / len(hidden) if hidden else 0.0
    prior = _prior(g, w)
    weights = []
    for area in g.every_area:
        weight = 0.0 if s.control >> area & 1 else prior[area]
        if weight and s.at[area] & g.us_ground:
            weight *= w.silent
        elif weight and g.near[area] & s.control:
            weight *= w.at_the_front
        weights.append(weight)
    total = sum(weights) or 1.0
    units = [alive * weight / total for weight in weights]
    for area, killed in notes.killed(s.turn, w.forget).items():
        units[area] = max(w.survivors_least * units[area], units[area] - killed)
    dice = [rating + (0 if is_observed(s, a) else g.surprise) for a in g.every_area]
    caves = []
    for area in g.every_area:
        known = float(s.shown[area])
        if not (s.probed | s.control) >> area & 1:
            known = max(known, w.caves_in_cover if g.bdv[area] >= 2 else w.caves_in_open)
        caves.append(known)
    return Belief(units, dice, caves)
