"""4.2 as a ledger: what the hexes and the losses are worth now, and which of the five bands that is."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.formosa.facts import ALLIED, JAPANESE, Facts
from grognard.games.formosa.state import State, plays
from grognard.games.formosa.victory import LOST, band, net, points
from grognard.kernel.flow import DRAW, ONGOING, Event, Term
from grognard.kernel.ids import Side
from grognard.kernel.score_ledger import Entry, Ledger, how_it_ended, minus
from grognard.kernel.words import Words

BANDS = (
    "a Japanese Strategic Victory",
    "a Japanese Operational Victory",
    "a draw",
    "an Allied Operational Victory",
    "an Allied Strategic Victory",
)


def ledger(s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
    """4.2: all points are counted when the last turn is over; Allied losses lie in displays that Japan may not see."""
    over = s.winner != ONGOING
    unseen = side == JAPANESE and not over
    found = Ledger("VP", ("vp", "vp-hexes"), closed=over)
    for p in points(s):
        if not unseen or p.cases != LOST:
            found.entries.append(Entry(p.side, p.value, Term("for", (p.text,), p.cases), due=not over))
    if unseen:
        found.entries.append(
            Entry(JAPANESE, 0, Term("losses-unseen", (s.game.vp["lost_unit"], int(plays(s, "R7"))), LOST), due=True)
        )
        known = found.total(ALLIED) - found.total(JAPANESE)
        division = s.game.vp["ninety_seventh"] if plays(s, "25.5") else 0
        about = (known, s.game.vp["lost_unit"], int(plays(s, "R7")), division)
        found.verdict = Term("outlook-unseen", about, ("4.2j",))
    elif not over:
        found.verdict = Term("outlook", (net(s), band(s)), ("4.2j",))
    elif how_it_ended(told) in ("concession", "japanese-sudden-death", "allied-sudden-death"):
        found.verdict = Term("not-points", (), ("4.1a",))
    else:
        found.verdict = Term("by-points", (-1 if side is None else side, s.winner, net(s), band(s)), ("4.2j",))
    return found


class ScoreLedger(Words[Facts]):
    """The ledger's words."""

    def term_for(self, text: str) -> str:
        return text

    def term_losses_unseen(self, each: int, for_good: int) -> str:
        return f"Allied units {'gone for good' if for_good else 'lost'}: {each} VP each, counted at the end"

    def term_outlook(self, total: int, which: int) -> str:
        return f"If the last turn ended now: {minus(total)} VP net, {BANDS[which]}. {self.limits()}"

    def term_outlook_unseen(self, known: int, each: int, for_good: int, division: int) -> str:
        gone = "gone for good" if for_good else "lost"
        now = f"If the last turn ended now: {minus(known)} VP net, less {each} for each Allied unit {gone}"
        if division:
            now += f", and less {division} if the 97th Division was recruited"
        return f"{now}. {self.limits()}"

    def term_by_points(self, you: int, winner: int, total: int, which: int) -> str:
        fate = "" if winner == DRAW or you < 0 else "You won: " if you == winner else "You lost: "
        words = BANDS[which] if fate else BANDS[which][0].upper() + BANDS[which][1:]
        return f"{fate}{words}, with {minus(total)} VP net. {self.limits()}"

    def limits(self) -> str:
        """4.2j in words."""
        low, lose, tie, win = self.facts.bands
        bounds = f"A draw is {lose + 1} to {tie}; the Allies win above that"
        return f"{bounds}, strategically above {win}; Japan below, strategically up to {low}."

    def term_not_points(self) -> str:
        return "The points did not decide."
