"""Chapter 4 as a ledger: what Japan must hold, what it holds, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.whitesun.facts import JAPANESE, TURNS, Facts
from grognard.games.whitesun.state import State, own
from grognard.games.whitesun.victory import holds_trunk_line, missing_objectives, missing_victory_hexes
from grognard.kernel.bits import members
from grognard.kernel.flow import ONGOING, Event, Term
from grognard.kernel.ids import Side, Space, Spaces
from grognard.kernel.score_ledger import Entry, Ledger
from grognard.kernel.words import Words, listed


def ledger(s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
    """4.1 on Turn 1, 4.2 afterwards: no points but conditions, all of which must hold."""
    g = s.game
    over = s.winner != ONGOING
    if s.turn == 1:
        found = Ledger("", ("objectives",), closed=over)
        groups: tuple[tuple[Spaces, str, tuple[str, ...]], ...] = ((g.objectives, "inside", ("4.1a", "4.1b")),)
        missing = missing_objectives(s)
    else:
        found = Ledger("", ("victory-hexes", "trunk-line"), closed=over)
        cities = g.victory_hexes & ~g.ports
        groups = ((cities, "cities", ("4.2b", "4.2c")), (g.ports, "ports", ("4.2d", "R27")))
        missing = missing_victory_hexes(s)
    for hexes, what, cases in groups:
        lacking = members(hexes & ~own(s))
        held = hexes.bit_count() - len(lacking)
        why = Term("held", (what, lacking), cases)
        found.entries.append(Entry(JAPANESE, held, why, None, hexes.bit_count(), not over, tuple(lacking)))
    line = holds_trunk_line(s)
    if s.turn > 1:
        why = Term("trunk", (int(line),), ("4.2e", "R29"))
        found.entries.append(Entry(JAPANESE, int(line), why, None, 1, not over))
    left = missing.bit_count() + (s.turn > 1 and not line)
    if over:
        found.verdict = Term("decided", (int(s.winner == JAPANESE), left), ("4.1a", "4.2a"))
    else:
        found.verdict = Term("outlook", (s.turn, left), ("4.1a",) if s.turn == 1 else ("4.2a", "4.3b"))
    return found


class ScoreLedger(Words[Facts]):
    """The ledger's words."""

    def term_held(self, what: str, lacking: list[Space]) -> str:
        if not lacking:
            return f"{GROUPS[what]}: all Japanese"
        shown = [self.space(h) for h in lacking[:6]]
        more = [f"{len(lacking) - 6} more"] if len(lacking) > 6 else []
        return f"{GROUPS[what]}; still Chinese: {listed([*shown, *more])}"

    def term_trunk(self, held: int) -> str:
        return f"Railroad from north to south: {'Japanese' if held else 'not Japanese'} all the way"

    def term_outlook(self, turn: int, left: int) -> str:
        if turn == 1:
            fate = "Japan would fight on" if not left else f"Tokyo would call the war off: {left} missing"
            return f"If Turn 1 ended now, {fate}."
        if not left:
            return "Every condition is met."
        missing = "1 condition is" if left == 1 else f"{left} conditions are"
        return f"{missing} missing. All must hold at once before Turn {TURNS} is over."

    def term_decided(self, won: int, left: int) -> str:
        if won:
            return "You won: every condition was met."
        return f"You lost: {left} {'was' if left == 1 else 'were'} missing."


GROUPS = {"inside": "Cities inside the line and ports", "cities": "Chungking and Chengtu", "ports": "Ports"}
