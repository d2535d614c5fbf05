"""Outcomes of a combat: every face of the die with what follows from it (15.2-15.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grognard.bots.formosa.weights import Weights
from grognard.bots.formosa.worth import ground_worth, unit_factor, unit_worth
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import State, statics, units_at
from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.position_cache import noted

FACES = 6


@dataclass(slots=True)
class Clash:
    """A combat that is thought of: who, from where, against which hexes, with what."""

    side: Side
    viewer: Side
    units: Sequence[Unit]
    targets: Sequence[Space]
    lean: Weights
    """Weights of the staff that considers it."""
    where: Mapping[Unit, Space] = field(default_factory=dict)
    """Where units would stand; where nothing is said, where they are."""
    tac: int = 0
    gunfire: int = 0
    attack_lp: int = 0
    defence_lp: int = 0
    assault: bool = False

    def hexes(self, s: State) -> Spaces:
        """Those out of which the attack is made."""
        return bitset(self.where.get(u, s.where[u]) for u in self.units)


@dataclass(slots=True)
class Prospect:
    """The outlook of one combat."""

    gain: float
    """In points, losses and gains together."""
    clears: float
    """The chance that the hexes are free afterwards."""
    column: int


@dataclass(slots=True)
class Force:
    """One side of a combat, boiled down."""

    factors: float
    worths: list[float]
    """Cheapest first."""
    holds: bool
    """Nobody of them retreats (15.7g)."""
    fort: bool
    """Coastal defences or heavy weapons: no counterattack (15.5g)."""

    def loss(self, count: int) -> float:
        return sum(self.worths[:count])

    def counted(self, by: float) -> Force:
        """The same, each unit worth so many times as much."""
        return self if by == 1.0 else Force(self.factors, [worth * by for worth in self.worths], self.holds, self.fort)


def force(s: State, units: Sequence[Unit], viewer: Side, w: Weights) -> Force:
    """Of these units, as far as a viewer knows them."""
    known = bitset(units)
    if viewer != JAPANESE:
        known &= ~s.concealed
    return Force(
        sum([unit_factor(s, u, viewer, w) for u in units]),
        sorted([unit_worth(s, u, viewer, w) for u in units]),
        bool(known & statics(s)),
        bool(known & s.game.fortresses),
    )


def defenders(s: State, c: Clash) -> list[Unit]:
    """Everybody in the hexes attacked, but nobody that is known for a decoy."""
    return [u for t in c.targets for u in each(units_at(s, t, 1 - c.side))]


@noted
def opposed(s: State, units: tuple[Unit, ...], viewer: Side, w: Weights) -> Force:
    """The force that these defenders are, at what it is worth to kill them: the same hexes are thought of often."""
    return force(s, units, viewer, w).counted(w.kill)


def base_column(s: State, attack: float, defence: float) -> int:
    """15.3."""
    percent = 100 * attack / defence if defence > 0 else 10**6
    return max(i for i, least in enumerate(s.game.column_from) if percent >= least)


def net_shift(s: State, c: Clash, theirs: Sequence[Unit]) -> int:
    """15.4.1, for a combat that is only thought of."""
    g = s.game
    by = g.shift
    hexes = c.hexes(s)
    sign = 1 if c.side == ALLIED else -1
    shift = c.tac * by["tac"] + sign * c.gunfire * by["gunfire"] + (c.attack_lp - c.defence_lp) * by["lp"]
    if bitset(c.units) & ~s.bases & g.attack_letter:
        shift += by["attack_letter"]
    shown = [u for u in theirs if c.viewer == JAPANESE or not s.concealed >> u & 1]
    unknown = len(shown) < len(theirs) and any((g.cities | g.ports) >> t & 1 for t in c.targets)
    if bitset(shown) & ~s.bases & g.defence_letter or unknown:
        shift -= by["defence_letter"]
    if s.suppressed >= 0 and c.side == ALLIED and s.suppressed in c.targets and not c.assault:
        shift += by["suppression"]
    if len(c.targets) == 1 and all(hexes >> h & 1 or g.near[h] & hexes for h in g.neighbours[c.targets[0]]):
        shift += by["concentric"]
    shift -= max(g.terrain_shift[1 - c.side][t][0] for t in c.targets)
    if all(g.crosses_river(h, t) for h in each(hexes) for t in c.targets):
        shift -= g.river_shift[1 - c.side]
    return shift


def prospect(s: State, c: Clash) -> Prospect:
    """The outlook of a combat, die by die."""
    g = s.game
    theirs = defenders(s, c)
    w = c.lean
    ours = force(s, c.units, c.viewer, w).counted(w.price)
    enemy = opposed(s, tuple(theirs), c.viewer, w)
    column = base_column(s, ours.factors, enemy.factors) + net_shift(s, c, theirs)
    column = max(0, min(column, len(g.column_from) - 1))
    ground = w.ground * sum(ground_worth(s, c.side, t, w) for t in c.targets)
    counter = 0.0
    if not enemy.fort:
        stacks: dict[Space, list[Unit]] = {}
        for unit in c.units:
            stacks.setdefault(c.where.get(unit, s.where[unit]), []).append(unit)
        weakest = ours
        if len(stacks) > 1:
            weakest = min((force(s, stack, c.viewer, w) for stack in stacks.values()), key=lambda f: f.factors)
            weakest = weakest.counted(w.price)
        back = base_column(s, enemy.factors, weakest.factors) + g.shift["counterattack"]
        back = min(back, len(g.column_from) - 1)
        counter = max(0.0, expected(s, 1 - c.side, back, enemy, weakest, w.countered, 0.0, w)[0])
    gain, clears = expected(s, c.side, column, ours, enemy, ground, counter, w)
    return Prospect(gain, clears, column)


def expected(
    s: State, side: Side, column: int, ours: Force, theirs: Force, ground: float, counter: float, w: Weights
) -> tuple[float, float]:
    """The mean of the six results for the attacker, and the chance that the defender is gone."""
    total = clears = 0.0
    ours_all, theirs_all = sum(ours.worths), sum(theirs.worths)
    alone = len(theirs.worths) <= 1
    for die in range(1, FACES + 1):
        result = s.game.crt[side].result(column, die)
        gone = False
        if result == "A1":
            total -= ours.loss(1)
        elif result == "AE":
            total -= ours_all
        elif result == "AR":
            total -= 0.0 if ours.holds else w.pushed_back
        elif result == "CA":
            total -= 0.0 if theirs.fort else counter
        elif result == "B1":
            total += theirs.loss(1) - ours.loss(1)
            gone = alone and len(ours.worths) > 1
        elif result == "BB":
            if ours.factors > theirs.factors:
                total += theirs_all - ours_all * min(1.0, 1.1 * theirs.factors / max(1.0, ours.factors))
                gone = True
            else:
                total -= ours_all
                total += theirs_all * min(1.0, 1.1 * ours.factors / max(1.0, theirs.factors))
        elif result == "D1":
            total += theirs.loss(1)
            gone = alone
        elif result == "DR":
            gone = not theirs.holds
            total += w.stuck * theirs_all if gone else 0.0
        elif result == "DE":
            total += theirs_all
            gone = True
        if gone:
            total += ground
            clears += 1
    return total / FACES, clears / FACES
