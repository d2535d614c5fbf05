"""Reach of units: every hex with its cost, for each way of moving they have (chapter 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.games.ichigo.facts import CHINA, SIDE_OF_NATION
from grognard.games.ichigo.movement import (
    Move,
    Movement,
    costs,
    far_case,
    may_move,
    movement_points,
    needs_die,
)
from grognard.games.ichigo.state import LAUNCHED, State, tracked
from grognard.kernel.board_parts import Reached, way_to_move
from grognard.kernel.flow import Option
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.map_search import ways

DIE = range(1, 7)


def ways_to_move(s: State, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
    """10.0-10.18: with no units named, the move under way; else the moves that these units could begin together."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Move) and SIDE_OF_NATION[top.nation] == side and set(units) <= set(top.units):
        return [_way(s, top, [top.mp], [])]
    if isinstance(top, Movement) and SIDE_OF_NATION[top.nation] == side and units:
        return list(_to_begin(s, top, units))
    return []


def _to_begin(s: State, phase: Movement, units: Sequence[Unit]) -> Iterator[dict[str, Any]]:
    """10.1, 10.3, 10.17: ordinary and strategic movement, of those that stand in one hex and may leave together."""
    here = s.where[units[0]]
    if here >= s.game.hexes or any(s.where[u] != here for u in units):
        return
    able = may_move(s, phase.nation)
    for strategic, one, many in ((0, "move", "move-stack"), (1, "go-far", "go-far-stack")):
        ready = able & s.strategic if strategic else able
        stack = phase.stack(s, here, ready)
        if len(units) == 1 and ready >> units[0] & 1:
            start: list[Option] = [(one, units[0])]
        elif len(units) > 1 and set(units) <= set(stack):
            start = [(many, here), *(("leave", u) for u in stack if u not in units)]
        else:
            continue
        points = [s.game.mp_strategic] if strategic else possible_points(s, units)
        yield _way(s, Move(phase.nation, list(units), strategic), points, start)


def possible_points(s: State, units: Sequence[Unit]) -> list[int]:
    """7.4b, 10.14-10.16: what the units may have to spend, one number for each face of a die that is to be rolled."""
    sure = [movement_points(s, u) for u in units if not needs_die(s, u)]
    if len(sure) == len(units):
        return [min(sure)]
    return [min([by_die(s, s.game.nation_of[units[0]], face), *sure]) for face in DIE]


def by_die(s: State, nation: int, face: int) -> int:
    """7.4b, 10.15: what one face of the movement die gives."""
    if nation == CHINA:
        return face - (0 if s.causeway == LAUNCHED else s.game.chinese_less)
    return int(s.game.mp_attenuated[face])


def _way(s: State, move: Move, points: Sequence[int], start: list[Option]) -> dict[str, Any]:
    here = s.where[move.units[0]]
    far = bool(move.strategic)
    least, most = min(points), max(points)
    rows = hexes(s, move, here, points)
    return way_to_move(
        "Strategic movement" if far else "Move",
        move.units,
        rows,
        **{
            "look": "far" if far else "",
            "points": f"{most} MP" if least == most else f"{least} to {most} MP, by a die",
            "cases": [far_case(move.nation)] if far else ["10.0a", "10.2"],
            "from": here,
            "start": start,
            "step": "to",
            "end": ("stop",),
            "notes": [*left_empty(s, move, here)],
        },
    )


def hexes(s: State, move: Move, here: Space, points: Sequence[int]) -> list[Reached]:
    """10.2, 6.0a: what lies within the points; a full hex may be passed through and no more."""
    cost = costs(s, move.nation, bool(move.strategic))
    rows: list[Reached] = []
    for hex_, (spent, before) in ways(s.game.open_graph, here, max(points), cost).items():
        enough = sum(mp >= spent for mp in points) / len(points)
        rows.append((hex_, spent, before, round(enough, 4) if move.may_end_in(s, hex_) else 0.0))
    return rows


def left_empty(s: State, move: Move, here: Space) -> Iterator[dict[str, Any]]:
    """3.5a, 3.6: what the units would give up by leaving."""
    side = SIDE_OF_NATION[move.nation]
    stay = s.at[here] & s.game.of_side[side]
    for unit in move.units:
        stay &= ~(1 << unit)
    if not stay and tracked(s) >> here & 1:
        yield {"text": f"{s.game.space_names[here]} is left empty.", "cases": ["3.5a"]}
