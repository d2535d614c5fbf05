"""Reach of a force: every hex with its cost, the way there, and about the chance of getting through.

A plan takes for granted that every hex on the way is taken, so that railroads behind the force carry its supply on, and
that what it took cost no further rounds: of the next hex it says what the card of that step does.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.battle_forecasts import foes_in
from grognard.games.whitesun.bound_to_objective import objective_bar
from grognard.games.whitesun.entry_odds import EntryOdds, entry_odds
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.multi_hex_paths import Ground, Here
from grognard.games.whitesun.round_strength import Strength, strength_of
from grognard.games.whitesun.state import State, defenders, is_entrenched, is_own
from grognard.kernel.bits import members
from grognard.kernel.board_parts import Reached, way_to_move
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit

OFF_THE_NET = 2
"""What it is worth in points to come to a hex along a supplied railroad or river, and so to go on cheaply."""


class Stop(NamedTuple):
    """A hex of the plan, once it is taken."""

    at: Here
    before: Space
    chance: float
    loss: float
    way: Spaces
    """The hexes that were entered on the way."""


def ways_to_move(s: State, units: Sequence[Unit]) -> list[dict[str, Any]]:
    """9.8: how far the march under way can go on, asked for all of the force or for somebody in it."""
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, March) or not s.force or any(not s.force >> u & 1 for u in units):
        return []
    more = {
        "look": "",
        "points": f"{s.mp} MP",
        "cases": ["9.8a", "9.10a", "9.11g"],
        "from": s.force_hex,
        "start": [],
        "step": "advance",
        "press": True,
        "notes": [],
    }
    return [way_to_move("March", members(s.force), planned(s), **more)]


def planned(s: State) -> list[Reached]:
    """Each hex within the points: its cost, the hex before it, and about the chance to take it and go on."""
    found = plan(s, strength_of(s, s.force), s.force_hex, s.mp)
    return [(h, stop.at.cost, stop.before, round(stop.chance, 3)) for h, stop in found.items() if h != s.force_hex]


def plan(s: State, strength: Strength, start: Space, mp: int) -> dict[Space, Stop]:
    """One way to each hex: the cheapest, but along the railroad where that is dearer by less than a clear hex."""
    planner = Planner(s, strength, mp)
    first = planner.first(start)
    waiting: list[tuple[int, float, Space, Stop]] = [(0, -1.0, start, first)]
    done: dict[Space, Stop] = {}
    while waiting:
        _, _, here, stop = heappop(waiting)
        if here in done:
            continue
        done[here] = stop
        if here == s.objective:
            continue
        for there in s.game.steps_from[here]:
            ahead = None if there in done else planner.step(here, stop, there)
            if ahead is not None:
                rank = ahead.at.cost + (0 if ahead.at.on_net else OFF_THE_NET)
                heappush(waiting, (rank, -ahead.chance, there, ahead))
    return done


class Planner:
    """What a plan asks again and again."""

    def __init__(self, s: State, strength: Strength, mp: int) -> None:
        self.s = s
        self.strength = strength
        self.mp = mp
        self.ground = Ground(s)
        self.known: dict[tuple[Any, ...], EntryOdds] = {}

    def first(self, hex_: Space) -> Stop:
        """Where it starts."""
        return Stop(self.ground.start(hex_), hex_, 1.0, 0.0, NO_SPACES)

    def step(self, here: Space, stop: Stop, there: Space) -> Stop | None:
        """9.8, 9.10, 9.11g, R72: one step farther, or None when it is closed."""
        s = self.s
        at = self.ground.step(here, stop.at, there)
        if at is None or at.cost > self.mp:
            return None
        if s.objective >= 0 and objective_bar(s, s.objective, there, self.mp - at.cost, stop.way) is not None:
            return None
        odds = self.odds(here, there, round(stop.loss), at.cost - stop.at.cost, self.mp - at.cost)
        return Stop(at, here, stop.chance * odds.through, stop.loss + odds.loss, stop.way | 1 << there)

    def odds(self, start: Space, hex_: Space, lost: int, cost: int, mp: int) -> EntryOdds:
        """The chances of an entry; hexes that are alike are worked out once."""
        s, g = self.s, self.s.game
        bit = 1 << hex_
        key = (
            g.defence_line[hex_],
            bool(g.cities & bit),
            is_entrenched(s, hex_),
            bool(g.flood_plain & bit),
            bool(g.north & bit),
            bool(g.south & bit),
            bool(g.szechuan & bit),
            bool(s.held & bit),
            is_own(s, hex_),
            foes_in(s, hex_),
            bool(defenders(s, hex_) & g.fighters),
            bool(s.at[hex_] & g.depots),
            hex_ in (g.shanghai, g.chungking),
            flotilla.dice_ahead(s, hex_, start),
            lost,
            (cost, mp) if s.turn in g.points_at_stake else mp // cost,
        )
        if key not in self.known:
            gone = min(lost, self.strength.steps)
            self.known[key] = entry_odds(s, self.strength, hex_, cost, mp, gone, start)
        return self.known[key]
