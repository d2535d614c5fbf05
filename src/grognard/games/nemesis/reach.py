"""Reach of a counter: every hex with its cost, by ordinary and by Operational Movement (5.1-A, C, D; 6.1-A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from grognard.games.nemesis.facts import ALLIED, Facts
from grognard.games.nemesis.movement import (
    Move,
    Movement,
    allowance,
    ambush_cost,
    closed_to,
    move_bar,
    new_move,
    points,
    step_rows,
)
from grognard.games.nemesis.movement_costs import NORMAL
from grognard.games.nemesis.state import State, bunkered, controlled
from grognard.games.nemesis.zones import zone_of
from grognard.kernel.bits import each
from grognard.kernel.board_parts import Reached, way_to_move
from grognard.kernel.flow import Option
from grognard.kernel.ids import Side, Space, Spaces, Unit, per
from grognard.kernel.map_search import Rows, spread
from grognard.kernel.position_cache import noted


def ways_to_move(s: State, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
    """With no units named, the move under way; else what one counter could do."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Move) and list(units) in ([], [top.unit]) and s.game.side_of[top.unit] == side:
        return list(_ways(s, top, []))
    if isinstance(top, Movement) and top.side == side and len(units) == 1:
        unit = units[0]
        if move_bar(s, side, unit, bool(top.fire)) is None:
            return list(_ways(s, new_move(s, unit, top.fire), [("move", unit)]))
    return []


def _ways(s: State, move: Move, start: list[Option]) -> Iterator[dict[str, Any]]:
    own = max(0, allowance(s, move.unit, bool(move.fire)) - move.spent)
    near = ordinary(s, move, own)
    if near:
        cases = ["6.1-A-a"] if move.fire else ["5.1-A-b"]
        yield _way(s, move, "Into the Fire" if move.fire else "Move", "", own, near, start, cases)
    if move.operational:
        budget = max(0, move.budget(s) - move.spent)
        far = operational(s, move, budget)
        if any(cost > own for _, cost, _, _ in far):
            yield _way(s, move, "Operational Movement", "far", budget, far, start, ["5.1-C-a"])


def ordinary(s: State, move: Move, budget: int) -> list[Reached]:
    """5.1-A-b, g: within the Movement Value; a first hex is open in the Assault Phase whatever it costs."""
    unit, here = move.unit, s.where[move.unit]
    side = s.game.side_of[unit]
    rows, closed = step_rows(s, unit), closed_to(s, unit)
    toll = {h: ambush_cost(s, side, h) for h in each(s.ambushes)} if side == ALLIED else {}
    best, before = spread(rows, here, budget, closed, toll)
    found: list[Reached] = [(h, spent, before[h], 1.0) for h, spent in best.items() if h != here]
    if not move.steps and not move.fire:
        for goal, price in rows[here].items():
            if goal not in best and not closed >> goal & 1:
                found.append((goal, price + toll.get(goal, 0), here, 1.0))
    return found


def operational(s: State, move: Move, budget: int) -> list[Reached]:
    """5.1-C: every step fits, within twice the Movement Value."""
    g = s.game
    unit, here = move.unit, s.where[move.unit]
    rows: Rows = step_rows(s, unit)
    if g.quality[unit] == 2:
        rows = along_roads(g, g.way[unit], g.weather(s.turn))
    best, before = spread(rows, here, budget, closed_to(s, unit) | closed_to_operations(s, g.side_of[unit]))
    return [(h, spent, before[h], 1.0) for h, spent in best.items() if h != here]


@noted
def closed_to_operations(s: State, side: Side) -> Spaces:
    """`operational_step_bar` for all hexes at once."""
    other = 1 - side
    closed = s.transporter_hexes[other] | controlled(s, other) | zone_of(s, other)
    return closed | s.ambushes if side == ALLIED else closed


@lru_cache(maxsize=16)
def along_roads(g: Facts, way: int, weather: int) -> Rows:
    """5.1-C-c: what steps cost that keep to Roads and Tracks; nobody is Limited in Operational Movement (R26)."""
    rows = g.step_cost[way][NORMAL][weather]
    return tuple({b: cost for b, cost in row.items() if g.road_near[a] >> b & 1} for a, row in per(Space, rows))


def _way(
    s: State, move: Move, name: str, look: str, budget: int, rows: list[Reached], start: list[Option], cases: list[str]
) -> dict[str, Any]:
    here = s.where[move.unit]
    return way_to_move(
        name,
        [move.unit],
        [(h, spent / 2, before, chance) for h, spent, before, chance in rows],
        **{
            "look": look,
            "points": f"{points(budget)} MP",
            "cases": cases,
            "from": here,
            "start": start,
            "step": "to",
            "end": ("stop",),
            "notes": [*given_up(s, move.unit, here)],
        },
    )


def given_up(s: State, unit: Unit, here: Space) -> Iterator[dict[str, Any]]:
    """2.3-c, 5.1-B-c: what leaving a hex gives up."""
    g = s.game
    side = g.side_of[unit]
    stay = s.at[here] & g.ground_of[side] & ~(1 << unit)
    if g.ground >> unit & 1 and not stay and g.objectives & controlled(s, side) & 1 << here:
        yield {"text": f"{g.space_names[here]} is left empty.", "cases": ["2.3-c"]}
    if bunkered(s) >> here & 1 and not stay & ~g.no_bunker:
        yield {"text": "The Bunker will be lost.", "cases": ["5.1-B-c"]}
