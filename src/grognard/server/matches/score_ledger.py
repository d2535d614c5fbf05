"""Score of a match, point by point, from what one seat may know."""

from __future__ import annotations

from grognard.kernel import messages
from grognard.kernel.ids import Side
from grognard.kernel.score_ledger import in_words
from grognard.match import Match


def ledger_of(match: Match, side: Side | None) -> messages.Ledger | None:
    """Of an open match what a side may know of it; of one that is over all of it."""
    game = match.game
    known = match.state if side is None else match.known(side)
    told = [event for event, _ in match.log if side is None or match.over or event.seen >> side & 1]
    found = game.ledger(known, side, told)
    return None if found is None else in_words(found, game.text, [party.name for party in game.parties()])
