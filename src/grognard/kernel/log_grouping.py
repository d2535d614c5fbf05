"""Consecutive log events that are told in one line: steps of a march, supply of a phase, repeated facts."""

from __future__ import annotations

from grognard.kernel.flow import Event
from grognard.kernel.game import Game
from grognard.kernel.ids import NO_SIDE, Side


class Runs:
    """Groups log events for one reader: each event goes on with the group before it, or begins one.

    Nothing that was said is taken back: a run grows by its last line, which has the sentence for all of it so far.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._run: list[Event] = []
        self._reader = NO_SIDE

    def add(self, event: Event, reader: Side) -> str:
        """The sentence for the run that this event goes on with; empty when it begins one of its own."""
        if self._run and reader == self._reader and self._run[-1][5:7] == event[5:7]:
            self._run.append(event)
            whole = self._game.together(self._run)
            if whole:
                return whole
        self._run, self._reader = [event], reader
        return ""
