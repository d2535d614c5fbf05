"""Notes of the staff while it thinks. Its answers use it, and the staff is made of them: so it stands below both."""

from __future__ import annotations

import random
from dataclasses import dataclass

from grognard.bots.formosa.combat_outcomes import Clash, Prospect
from grognard.bots.formosa.distances import marches
from grognard.bots.formosa.weights import Weights, shipped
from grognard.bots.scripted import Scripted
from grognard.games.formosa.facts import CW, JAPAN, JAPANESE, US
from grognard.games.formosa.hex_movement import may_move
from grognard.games.formosa.state import State, enemy_hexes, hexes_of, immobile, statics, units_at
from grognard.games.formosa.zones import enemy_zone, exerting
from grognard.kernel.bits import bitset, each
from grognard.kernel.game import Game
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit


@dataclass(slots=True)
class Plan:
    """One attack of a phase."""

    clash: Clash
    hexes: Spaces
    targets: Spaces
    outlook: Prospect


class Field:
    """A movement phase as it is being planned: who can go where, who will stand where."""

    def __init__(self, s: State, side: Side, lean: Weights) -> None:
        g = s.game
        self.s, self.side, self.lean = s, side, lean
        self.zone = enemy_zone(s, side)
        self.exerting = exerting(s, 1 - side)
        self.enemies = enemy_hexes(s, side)
        able = may_move(s, side)
        self.movable = [u for h in each(hexes_of(s, side) & g.land) for u in each(s.at[h] & able)]
        self.free = set(self.movable)
        self.goals: dict[Unit, Space] = {}
        self.why: dict[Unit, str] = {}
        self.settled: dict[Space, list[Unit]] = {}
        """Per hex, the mobile units that will certainly be there."""
        fixed = immobile(s)
        for hex_ in each(hexes_of(s, side) & g.land):
            stay = [u for u in each(units_at(s, hex_, side) & ~fixed) if u not in self.free]
            if stay:
                self.settled[hex_] = stay
        self._reach: dict[tuple[int, ...], frozenset[Space]] = {}
        self._reach_of: dict[Unit, frozenset[Space]] = {}
        self.waiting = bitset(self.free)
        """Those who are free, to be met with other sets."""
        self.candidates: dict[Space, list[Unit]] = {}
        """Per hex, who would attack out of it, until somebody is sent somewhere."""
        self.tac = sum(s.tac_tactical[n] for n in ((JAPAN,) if side == JAPANESE else (US, CW)))
        self.guns = 0 if side == JAPANESE or s.no_gunfire else sum(s.gunfire_staged)
        self.lp = s.lp[side]
        self.covered = NO_SPACES
        """Enemy hexes that somebody is going to attack."""

    def reach(self, unit: Unit) -> frozenset[Space]:
        """Hexes where a unit can end its move, its own included."""
        if unit in self._reach_of:
            return self._reach_of[unit]
        s, g = self.s, self.s.game
        here = s.where[unit]
        concealed = s.concealed >> unit & 1
        kind = (here, g.is_mech[unit], g.mf[unit], concealed, g.slips_through >> unit & 1, g.guerrillas >> unit & 1)
        if kind not in self._reach:
            self._reach[kind] = frozenset([here, *marches(s, unit)])
        self._reach_of[unit] = self._reach[kind]
        return self._reach[kind]

    def room(self, hex_: Space, nation: int) -> int:
        """Number of units that may still be sent to a hex."""
        there = self.settled.get(hex_, [])
        if nation != JAPAN and any(self.s.game.nation_of[u] != nation for u in there):
            return 0
        return self.s.game.most_mobile[self.side] - len(there)

    def settle(self, unit: Unit, hex_: Space, why: str) -> None:
        """It goes there."""
        self.free.discard(unit)
        self.waiting &= ~(1 << unit)
        self.candidates.clear()
        self.goals[unit] = hex_
        self.why[unit] = why
        self.settled.setdefault(hex_, []).append(unit)

    def contacts(self, hex_: Space) -> Spaces:
        """Enemy hexes whose zone covers a hex."""
        return self.s.game.land_near[hex_] & self.exerting

    def is_anchored(self, hex_: Space) -> bool:
        """15.0e: a static unit of the side is there."""
        return bool(units_at(self.s, hex_, self.side) & statics(self.s))


class Planner(Scripted):
    """A scripted player with a plan."""

    def __init__(self, game: Game, side: Side, rng: random.Random, weights: Weights | None = None) -> None:
        super().__init__(game, side, rng)
        self.weights = weights or shipped().of(side)
        self.attack: Plan | None = None
        """The attack that is being put together."""
        self.voyage = (NO_UNIT, NO_SPACE)
        """A unit that is being shipped, and where to."""
