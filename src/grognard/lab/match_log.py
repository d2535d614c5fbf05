"""The log of a match as entries, for one side or for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.kernel.dice import Throw
from grognard.kernel.flow import Event
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space
from grognard.kernel.log_grouping import Runs
from grognard.match import Match
from grognard.match.visibility import reader_of


class Entry(NamedTuple):
    """One line, with what reports count."""

    turn: int
    phase: int
    side: Side | None
    """Whose act or loss it was."""
    text: str
    dice: Throw
    faces: int
    """Of each die."""
    hits: int
    """The face from which a die hits; 0 where that is not known."""
    loss: int
    """Steps that it cost the side."""
    spaces: tuple[Space, ...] = ()
    sum: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """How it was reckoned: sentences with their cases."""
    whole: str = ""
    """Where it goes on from the line before it: the sentence for all of the run so far."""
    parts: tuple[Entry, ...] = ()
    """The single lines of a run."""


def entries(match: Match, side: Side | None = None, count: int | None = None) -> list[Entry]:
    """The lines that a side may read; without a side those that any side may. `count`: after so many decisions."""
    out = []
    runs = Runs(match.game)
    for event, after in match.log:
        reader = reader_of(match.game, event, side)
        if reader is not None and (count is None or after <= count):
            out.append(_entry(match.game, event, side)._replace(whole=runs.add(event, reader)))
    return out


def _entry(game: Game, event: Event, side: Side | None) -> Entry:
    about = game.mentions(event)
    whose = about.get("side")
    if whose is None and event.dice:
        whose = game.phases[event.phase].side
    return Entry(
        event.turn,
        event.phase,
        whose,
        game.sentence(event),
        event.dice,
        event.faces,
        about.get("hits") or 0,
        about.get("loss") or 0,
        tuple(about.get("spaces") or ()),
        tuple(game.reckoning(event, side)),
    )


def joined(lines: Iterable[Entry]) -> list[Entry]:
    """The lines as they are read: those of a run, such as the steps of a march, are one, with each as a part of it."""
    out: list[Entry] = []
    for line in lines:
        if not line.whole or not out:
            out.append(line)
            continue
        parts = (*(out[-1].parts or (out[-1],)), line)
        out[-1] = out[-1]._replace(
            text=line.whole, parts=parts, dice=(), loss=sum(part.loss for part in parts), spaces=line.spaces
        )
    return out
