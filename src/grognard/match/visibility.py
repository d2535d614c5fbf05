"""Visibility: a position as one side sees it or with everything open, and the reader of each log line."""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Event
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


def seen_by(game: Game, state: Any, side: Side | None) -> dict[str, Any]:
    """The view of one side; without a side all views laid over each other, so that everything is open."""
    if side is not None:
        return game.view(game.known(state, side), side)
    views = [game.view(state, each) for each in game.every_side]
    units: dict[int, tuple[int, ...]] = {}
    marks: dict[tuple[int, int], int] = {}
    tracks: dict[str, Any] = {}
    for view in views:
        for unit, space, steps, flags, *face in view["units"]:
            before = units.get(unit, (0, 0, 0, 0))[3]
            units[unit] = (unit, space, steps, flags | before, *face)
        for space, marker, number in view["marks"]:
            marks[space, marker] = max(number, marks.get((space, marker), 0))
        tracks = {**tracks, **view["tracks"]}
    return {
        **views[0],
        "units": [units[unit] for unit in sorted(units)],
        "marks": [(space, marker, number) for (space, marker), number in sorted(marks.items())],
        "tracks": tracks,
    }


def reader_of(game: Game, event: Event, side: Side | None) -> Side | None:
    """Through whose eyes an event is read: this side's, or those of the first that saw it; None if none did."""
    eyes = game.every_side if side is None else (side,)
    return next((eye for eye in eyes if event.seen >> eye & 1), None)
