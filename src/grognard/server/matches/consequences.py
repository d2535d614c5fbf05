"""Consequences: the sentences that each button of a question would bring to the log, worked out before it is pressed.

A button is an option that names no place and no unit. It is taken in a copy of what its side knows, up to the first
moment at which anybody would learn anything: up to there nothing depends on what is hidden, so that every sentence is
exact. What dice decide is left to the previews.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from grognard.kernel.flow import Decision, Event, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.log_grouping import Runs
from grognard.kernel.play import apply
from grognard.server.http.messages_to_page import Consequence

MOST_BUTTONS = 8
"""Buttons of one question; of more each is a word of a list, and says itself what it does."""
MOST_SENTENCES = 3


class Heard(list[Event]):
    """The facts that are told in a position until somebody learns something."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self._state = state
        self._news = state.news

    def append(self, event: Event) -> None:
        """Take note of a fact, if all that it depends on is known."""
        if self._state.news == self._news:
            super().append(event)


def consequences(game: Game, known: Any, asked: Decision, side: Side) -> list[Consequence]:
    """For each button of a side's question, where there is something to say."""
    buttons = [(number, option) for number, option in enumerate(asked.options) if _is_button(game, option)]
    if not 0 < len(buttons) <= MOST_BUTTONS:
        return []
    whole = game.resample(known, side, random.Random(0)) if game.hides(known) else known
    found = []
    for number, option in buttons:
        texts = _read(game, side, [event for event in _told(whole, side, option) if event.seen >> side & 1])
        if texts:
            found.append(Consequence(number, texts[:MOST_SENTENCES]))
    return found


def _read(game: Game, side: Side, events: Sequence[Event]) -> list[str]:
    """Facts as the log will have them: those that go on with one another in one sentence."""
    runs, texts = Runs(game), list[str]()
    for event in events:
        if whole := runs.add(event, side):
            texts[-1] = whole
        else:
            texts.append(game.sentence(event))
    return texts


def _is_button(game: Game, option: Option) -> bool:
    return all(kind == "word" for kind in game.verbs[str(option[0])].args)


def _told(state: Any, side: Side, option: Option) -> Sequence[Event]:
    """The facts that an option brings before anybody learns anything."""
    tried = state.copy()
    tried.log = heard = Heard(tried)
    try:
        apply(tried, side, option, None, unread=True)
    except Refused:
        return ()
    return heard
