"""The log of a match as entries: what one side was told of it, or, of all that anybody was told, everything."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from grognard.kernel.dice import Throw
from grognard.kernel.flow import Event
from grognard.kernel.game import Game
from grognard.match import Match


class Entry(NamedTuple):
    """One line, with what reports count."""

    turn: int
    phase: int
    side: int | None
    """Whose act or loss it was."""
    text: str
    dice: Throw
    faces: int
    """Of each die."""
    hits: int
    """The face from which a die hits; 0 where that is not known."""
    loss: int
    """Steps that it cost the side."""
    spaces: tuple[int, ...] = ()


def entries(match: Match, side: int | None = None) -> list[Entry]:
    """The lines that a side may read; without a side those that any side may."""
    out = []
    for event, _ in match.log:
        reader = reader_of(match.game, event, side)
        if reader is not None:
            out.append(_entry(match.game, event, reader))
    return out


def reader_of(game: Game, event: Event, side: int | None) -> int | None:
    """Through whose eyes an event is read: this side's, or those of the first that saw it; None if none did."""
    eyes = range(len(game.sides)) if side is None else (side,)
    return next((eye for eye in eyes if event.seen >> eye & 1), None)


def _entry(game: Game, event: Event, reader: int) -> Entry:
    about = game.mentions(event, reader)
    whose = about.get("side")
    if whose is None and event.dice:
        whose = game.phases[event.phase].side
    return Entry(
        event.turn,
        event.phase,
        whose,
        game.sentence(event, reader),
        event.dice,
        event.faces,
        about.get("hits") or 0,
        about.get("loss") or 0,
        tuple(about.get("spaces") or ()),
    )


_HOP = re.compile(r"(.*): ([^:]+?) → ([^:→]+)\.")


def joined(lines: Iterable[Entry]) -> list[Entry]:
    """Hops of one unit or stack that go on from each other, in one line: `Wuhan → 2108 → 2208.`"""
    out: list[Entry] = []
    before: Entry | None = None
    for line in lines:
        was, now = before and _HOP.fullmatch(before.text), _HOP.fullmatch(line.text)
        goes_on = before and was and now and was[1] == now[1] and before.spaces[-1:] == line.spaces[:1]
        if goes_on and now and (before and (before.turn, before.phase)) == (line.turn, line.phase) and not line.dice:
            out[-1] = out[-1]._replace(text=f"{out[-1].text[:-1]} → {now[3]}.")
        else:
            out.append(line)
        before = line
    return out
