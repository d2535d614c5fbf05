"""Endings of a match outside the rules of its game: resignation, agreed draw, forfeit, cancellation.

Those are the club's own facts: they stand beside the match, whose record is not touched and goes on to verify.
"""

from __future__ import annotations

RULES, CONCESSION = "rules", "concession"
FORFEIT, AGREEMENT, ADJUDICATION, ABANDONED = "forfeit", "agreement", "adjudication", "abandoned"
LEFT, WITHDRAWN, NEVER_CAME = "left", "withdrawn", "never-came"
OUTSIDE = (FORFEIT, AGREEMENT, ADJUDICATION, ABANDONED, LEFT, WITHDRAWN, NEVER_CAME)
"""Endings that the record of the match does not have."""
VOID = (ABANDONED, NEVER_CAME)
"""Endings without a result: they count for nobody."""
FIRST_TURNS = 2
"""A match that is abandoned before this turn is over has no result."""

_SENTENCES = {
    (FORFEIT, True): "{winner} wins: the time of {loser} ran out.",
    (NEVER_CAME, False): "The match is void: the time of {loser} ran out before their first decision. Nobody wins.",
    (LEFT, True): "{winner} wins: the player of {loser} has left the club.",
    (LEFT, False): "The match is over: its player has left the club.",
    (WITHDRAWN, True): "{winner} wins: the player of {loser} has withdrawn from the tournament.",
    (WITHDRAWN, False): "A draw: both players have withdrawn from the tournament.",
    (AGREEMENT, False): "A draw, which both sides agreed on.",
    (ADJUDICATION, True): "{winner} wins, as an umpire of the club decided.",
    (ADJUDICATION, False): "A draw, as an umpire of the club decided.",
    (ABANDONED, False): "The match was abandoned in its first turns; it has no result.",
}


def sentence(how: str, winner: str, loser: str) -> str:
    """An ending outside the rules, for people: names of sides, or nothing for a match that nobody won. The loser of a
    void match is the side that never came."""
    return _SENTENCES[how, bool(winner)].format(winner=winner, loser=loser)


def outcome(how: str, winner: str, side: str) -> str:
    """Outcome of an ending for a side: won, lost, draw or void."""
    if how in VOID:
        return "void"
    if not winner:
        return "draw"
    return "won" if winner == side else "lost"
