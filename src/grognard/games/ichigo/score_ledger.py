"""Chapter 4 as a ledger: the Japanese points as the game stands, those that are not made among them."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.ichigo.facts import ALLIED, JAPANESE, Facts
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.victory import campaign_ledger, causeway_ledger
from grognard.kernel.flow import DRAW, ONGOING, Event, Term
from grognard.kernel.ids import Side
from grognard.kernel.score_ledger import Entry, Ledger, how_it_ended, minus
from grognard.kernel.words import Words


def ledger(s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
    """4.2, 4.3: every line of the table of points; they count when the last turn is over."""
    over = s.winner != ONGOING
    launched = s.causeway == LAUNCHED
    found = Ledger("VP", ("vp",), closed=over)
    for holds, value, text, case in causeway_ledger(s) if launched else campaign_ledger(s):
        why = Term("vp-line", (text,), (case,))
        found.entries.append(Entry(JAPANESE, value if holds else 0, why, None, value if value > 0 else None, not over))
    win, draw = s.game.vp_limits[2:] if launched else s.game.vp_limits[:2]
    total = found.total(JAPANESE)
    cases = ("4.3a",) if launched else ("4.2a",)
    if not over:
        would = JAPANESE if total >= win else DRAW if total >= draw else ALLIED
        found.verdict = Term("outlook", (would, total, win, draw), cases)
    elif how_it_ended(told) == "points":
        found.verdict = Term("by-points", (-1 if side is None else side, s.winner, total, win, draw), cases)
    else:
        found.verdict = Term("not-points", (), ("4.1a", "4.4", "4.5"))
    return found


class ScoreLedger(Words[Facts]):
    """The ledger's words."""

    def term_vp_line(self, text: str) -> str:
        return text

    def term_outlook(self, would: int, total: int, win: int, draw: int) -> str:
        return f"If the last turn ended now: {minus(total)} VP, {RESULTS[would]}. {self.needed(win, draw)}"

    def term_by_points(self, you: int, winner: int, total: int, win: int, draw: int) -> str:
        fate = "You won" if you == winner else "You lost"
        if you < 0 or winner == DRAW:
            fate = RESULTS[winner][0].upper() + RESULTS[winner][1:]
        return f"{fate}: {minus(total)} Japanese VP. {self.needed(win, draw)}"

    def needed(self, win: int, draw: int) -> str:
        """4.2a, 4.3a in words."""
        tie = f"{draw} to {win - 1} are" if draw < win - 1 else f"{draw} is"
        return f"Japan wins with {win} or more; {tie} a draw."

    def term_not_points(self) -> str:
        return "The points did not decide."


RESULTS = {JAPANESE: "a Japanese victory", ALLIED: "an Allied victory", DRAW: "a draw"}
