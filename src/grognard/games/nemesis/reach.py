"""How far a counter could go: every hex with its cost, by ordinary and by Operational Movement (5.1-A, C, D; 6.1-A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.games.nemesis.movement import (
    Move,
    Movement,
    allowance,
    ambush_cost,
    entry_bar,
    move_bar,
    new_move,
    operational_step_bar,
    points,
    step_costs,
)
from grognard.games.nemesis.state import State, bunkered, controlled
from grognard.kernel.flow import Option
from grognard.kernel.search import ways
from grognard.kernel.showing import Reached, way_to_move


def ways_to_move(s: State, side: int, units: Sequence[int]) -> list[dict[str, Any]]:
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

    def cost(a: int, b: int) -> int | None:
        return None if entry_bar(s, unit, a, b) else step_costs(s, unit, a)[b] + _ambush(s, unit, b)

    found = {h: (spent, before) for h, (spent, before) in ways(s.game.open_graph, here, budget, cost).items()}
    if not move.steps and not move.fire:
        for goal in s.game.neighbours[here]:
            if goal not in found and (price := cost(here, goal)) is not None:
                found[goal] = (price, here)
    return [(h, spent, before, 1.0) for h, (spent, before) in found.items()]


def operational(s: State, move: Move, budget: int) -> list[Reached]:
    """5.1-C: every step fits, within twice the Movement Value."""
    unit, here = move.unit, s.where[move.unit]

    def cost(a: int, b: int) -> int | None:
        if entry_bar(s, unit, a, b) or operational_step_bar(s, unit, a, b):
            return None
        return step_costs(s, unit, a)[b]

    return [(h, spent, before, 1.0) for h, (spent, before) in ways(s.game.open_graph, here, budget, cost).items()]


def _ambush(s: State, unit: int, goal: int) -> int:
    return ambush_cost(s, s.game.side_of[unit], goal)


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


def given_up(s: State, unit: int, here: int) -> Iterator[dict[str, Any]]:
    """2.3-c, 5.1-B-c: what leaving a hex gives up."""
    g = s.game
    side = g.side_of[unit]
    stay = s.at[here] & g.ground_of[side] & ~(1 << unit)
    if g.ground >> unit & 1 and not stay and g.objectives & controlled(s, side) & 1 << here:
        yield {"text": f"{g.space_names[here]} is left empty.", "cases": ["2.3-c"]}
    if bunkered(s) >> here & 1 and not stay & ~g.no_bunker:
        yield {"text": "The Bunker will be lost.", "cases": ["5.1-B-c"]}
