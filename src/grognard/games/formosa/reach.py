"""Reach of a unit: every hex with its cost, for each way of moving it has (chapters 12 and 22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.games.formosa.facts import ALLIED, JAPANESE, movement
from grognard.games.formosa.hex_movement import Move, may_move, step_halves
from grognard.games.formosa.stacking import stacking_bar
from grognard.games.formosa.state import State, enemy_hexes, place
from grognard.games.formosa.supply import in_supply
from grognard.games.formosa.support import interdiction_at
from grognard.games.formosa.zones import enemy_zone
from grognard.kernel.bits import each
from grognard.kernel.board_parts import Reached, way_to_move
from grognard.kernel.flow import Bar, Option
from grognard.kernel.ids import Side, Space, Unit

Standing = tuple[Space, int, int, int]
"""A hex, whether the one free enemy zone is used, whether the zone there binds, whether the unit lies open."""


def ways_to_move(s: State, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
    """12.0, 22.0e: with no units named, the move under way; else the moves that this unit could begin."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Move) and s.game.side_of[top.unit] == side and list(units) in ([], [top.unit]):
        return [_way(s, top, [])]
    if top is not None and top.id == MOVEMENT and top.side == side and len(units) == 1:  # type: ignore[attr-defined]
        return list(_to_begin(s, side, units[0]))
    return []


MOVEMENT = "formosa.movement.Movement"
"""The phase asks this module how far units get, so it is known here by its name alone."""


def _to_begin(s: State, side: Side, unit: Unit) -> Iterator[dict[str, Any]]:
    """On foot, and by truck where trucks have been paid."""
    if s.where[unit] >= s.game.hexes or not may_move(s, side) >> unit & 1:
        return
    yield _way(s, Move(unit), [("move", unit)])
    here = s.where[unit]
    if side == ALLIED and s.motorized >> here & 1 and s.began[unit] == here and in_supply(s, unit):
        yield _way(s, Move(unit, motorized=1), [("drive", unit)])


def _way(s: State, move: Move, start: list[Option]) -> dict[str, Any]:
    left = max(0, move.points(s) - move.spent)
    return way_to_move(
        "By truck" if move.motorized else "Move",
        [move.unit],
        hexes(s, move),
        **{
            "look": "far" if move.motorized else "",
            "points": movement(left),
            "cases": ["22.0e", "22.0g"] if move.motorized else ["12.0a", "12.0b"],
            "from": s.where[move.unit],
            "start": start,
            "step": "to",
            "end": ("stop",),
            "notes": list(left_behind(s, move)),
        },
    )


def hexes(s: State, move: Move) -> list[Reached]:
    """12.0-12.4, 14.1: every hex that can be reached, found by walking there on a copy of the position."""
    trial = s.copy()
    unit, origin = move.unit, s.where[move.unit]
    first: Standing = (origin, move.slipped, move.freely, int(not s.concealed >> unit & 1))
    best: dict[Standing, int] = {first: move.spent}
    before: dict[Space, tuple[int, Space, float]] = {}
    waiting: dict[int, list[Standing]] = {move.spent: [first]}
    while waiting:
        spent = min(waiting)
        for here in waiting.pop(spent):
            if best[here] < spent:
                continue
            walk = _stand(trial, move, here, spent, origin)
            zone = enemy_zone(trial, s.game.side_of[unit])
            for there in each(s.game.enterable[s.game.is_mech[unit]][here[0]]):
                if there == origin or walk.step_bar(trial, there, zone) is not None:
                    continue
                cost = spent + step_halves(trial, unit, here[0], there)
                landed = _after(trial, walk, there, here[3])
                if cost < best.get(landed, cost + 1):
                    best[landed] = cost
                    waiting.setdefault(cost, []).append(landed)
                    if there not in before or cost < before[there][0]:
                        before[there] = (cost, here[0], 0.0)
            _stand(trial, move, first, move.spent, origin)
    for there, (cost, back, _) in before.items():
        standing = next(place_ for place_ in best if place_[0] == there and best[place_] == cost)
        walk = _stand(trial, move, standing, cost, origin)
        before[there] = (cost, back, float(walk.stop_bar(trial) is None))
    return [(hex_, (cost - move.spent) / 2, back, ends) for hex_, (cost, back, ends) in sorted(before.items())]


def _stand(trial: State, move: Move, where: Standing, spent: int, origin: Space) -> Move:
    """Put the unit there, as it would be after that part of its move."""
    hex_, slipped, freely, is_open = where
    place(trial, move.unit, hex_)
    bit = 1 << move.unit
    trial.concealed = trial.concealed & ~bit if is_open else trial.concealed | bit
    trial.moved |= bit
    steps = move.steps + (hex_ != origin)
    return type(move)(move.unit, move.motorized, spent, steps, slipped, freely)


# --- why a hex is out of reach


class Tireless(Move):
    """A unit that never runs out of points: what closes its way then is no matter of points."""

    id = "formosa.reach.Tireless"
    __slots__ = ()

    def points(self, s: State) -> int:
        return TIRELESS


TIRELESS = 10**4


def far_bar(s: State, move: Move, there: Space) -> Bar | None:
    """12.0-12.4, 13.0, 14.1: why a unit cannot go to a hex, however far off."""
    g = s.game
    unit, here = move.unit, s.where[move.unit]
    name = g.space_names[there]
    side = g.side_of[unit]
    if there == here:
        return Bar(f"{g.does(unit, 'is', 'are')} there already.", ("12.0a",))
    if there >= g.hexes or not g.land >> there & 1:
        return Bar("Ground units move on land.", ("12.2b", "5.3b"))
    if enemy_hexes(s, side) >> there & 1:
        return Bar(f"Enemy units are in {name}.", ("12.2b",))
    if g.near[here] >> there & 1 and (bar := move.step_bar(s, there, enemy_zone(s, side))):
        return bar
    if any(hex_ == there and not ends for hex_, _, _, ends in hexes(s, move)):
        return stacking_bar(s, there, unit) or Bar(f"{name}: it cannot stop there.", ("13.0b", "R40"))
    tireless = Tireless(unit, move.motorized, 0, move.steps, move.slipped, move.freely)
    cost = next((cost for hex_, cost, _, _ in hexes(s, tireless) if hex_ == there), None)
    if cost is not None:
        has = f"{g.does(unit, 'has', 'have')} {movement(max(0, move.points(s) - move.spent))}"
        return Bar(f"{name} costs {movement(round(2 * cost))}; {has}.", ("12.0b", "12.2c"))
    if side == JAPANESE and there == s.suppressed:
        return Bar(f"{name} is suppressed by the B-29.", ("16.5i",))
    if stacking_bar(s, there, unit):
        return stacking_bar(s, there, unit)
    return Bar(f"Every way to {name} is closed, by enemies, their zones or the terrain.", ("12.2b", "12.2d", "12.2e"))


def _after(trial: State, walk: Move, there: Space, is_open: int) -> Standing:
    """How the unit stands after one more step."""
    zone = enemy_zone(trial, trial.game.side_of[walk.unit])
    free = zone >> there & 1 and not walk.is_bound(trial, there, zone)
    here = trial.where[walk.unit]
    seen = int(is_open or walk.is_shown_first(trial, here, there) or bool(interdiction_at(trial, there)))
    return there, int(walk.slipped or free), int(free), seen


def left_behind(s: State, move: Move) -> Iterator[dict[str, Any]]:
    """5.2b: what the unit would give up by leaving."""
    g = s.game
    here = s.where[move.unit]
    objectives = g.sites | g.industry | g.peaks
    alone = not s.at[here] & g.of_side[g.side_of[move.unit]] & ~(1 << move.unit)
    if alone and objectives >> here & 1:
        yield {"text": f"{g.space_names[here]} is left empty.", "cases": ["5.2a", "5.2b"]}
