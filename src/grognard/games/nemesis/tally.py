"""2.3, 2.4 and 9.0 as a ledger: what moved each Superior, and what the last reckoning would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.games.nemesis.facts import ALLIED, JAPANESE, Facts
from grognard.games.nemesis.spoken import GENERALS, SUPERIORS
from grognard.games.nemesis.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW, ONGOING, Event, Term
from grognard.kernel.ids import Side
from grognard.kernel.score_ledger import Entry, Ledger, between, how_it_ended
from grognard.kernel.words import Words, numbered

CAUSES = {"passed": ("2.3-g",), "needed": ("7.2-a",), "lamented": ("2.4-h",)}
"""What moves a Superior, with its cases."""


def ledger(s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
    """2.3-2.4: from where both began, up and down; then what 9.0 would add as the flags stand."""
    over = s.winner != ONGOING
    moved: Counter[tuple[Side, str, int]] = Counter()
    for event in told:
        if event.kind == "superior":
            moved[event.args[0], event.sum[0].kind, int(len(event.sum) > 1)] += event.args[1]
    found = Ledger("points", ("superior-japanese", "superior-allied"), closed=over)
    for who in (JAPANESE, ALLIED):
        since = sum(points for (whose, _, _), points in moved.items() if whose == who)
        found.entries.append(Entry(who, s.superior[who] - since, Term("began", (who,), ("2.3-g",))))
        found.entries += [
            Entry(who, moved[who, kind, instead], Term("moved-by", (who, kind, instead), cases))
            for kind, cases in CAUSES.items()
            for instead in (0, 1)
            if moved[who, kind, instead]
        ]
    if not over:
        found.entries += [entry for who in (JAPANESE, ALLIED) for entry in to_come(s, who)]
        range_of = [between(found.total(who), found.most(who)) for who in (ALLIED, JAPANESE)]
        found.verdict = Term("outlook", (s.superior[ALLIED], s.superior[JAPANESE], *range_of), ("9.0-c", "4.0-B-a"))
        return found
    you = -1 if side is None else side
    decided = how_it_ended(told) != "concession"
    found.verdict = Term("decided", (you, s.winner, s.superior[ALLIED], s.superior[JAPANESE], int(decided)), ("9.0-c",))
    return found


def to_come(s: State, side: Side) -> list[Entry]:
    """9.0, R90: Lament for each enemy flag, then the flags to the General and a die against his place."""
    g = s.game
    size = g.top_slot + 1
    enemy, own = s.flags[1 - side], s.flags[side]
    down, lament = divmod(s.lament[side] + enemy.bit_count(), size)
    up, general = divmod(s.general[side] + own.bit_count(), size)
    sure = up + (general >= 6)
    words = Term("general-due", (side, own.bit_count(), general, up), ("9.0-b", "7.2-a"))
    return [
        Entry(side, -down, Term("lament-due", (enemy.bit_count(), lament, down), ("9.0-a",)), None, None, True),
        Entry(side, sure, words, up + (general > 0), None, True, tuple(members(own))),
    ]


class Tally(Words[Facts]):
    """The ledger's words."""

    def term_began(self, side: Side) -> str:
        return f"{SUPERIORS[side]} at the start"

    def term_moved_by(self, side: Side, kind: str, instead: int) -> str:
        if not instead:
            return MOVED_BY[kind].format(general=GENERALS[side], superior=SUPERIORS[side])
        return f"{SUPERIORS[1 - side]} at the end of his track: the move fell on {SUPERIORS[side]}"

    def term_lament_due(self, flags: int, lament: int, down: int) -> str:
        fate = f"would pass 9, {numbered(down, 'place')} down" if down else f"would stand at {lament}"
        return f"{numbered(flags, 'enemy flag')}: Lament {fate}"

    def term_general_due(self, side: Side, flags: int, general: int, up: int) -> str:
        passed = "would pass 9 and then stand" if up else "would stand"
        chance = "certain" if general >= 6 else "no chance of more" if not general else f"{general} in 6"
        return f"{numbered(flags, 'own flag')}: {GENERALS[side]} {passed} at {general}; one place up is {chance}"

    def term_outlook(self, allied: int, japanese: int, allied_end: str, japanese_end: str) -> str:
        now = f"Now {SUPERIORS[ALLIED]} stands at {allied}, {SUPERIORS[JAPANESE]} at {japanese}."
        return f"{now} The last reckoning would bring them to {allied_end} and {japanese_end}; the higher wins."

    def term_decided(self, you: int, winner: int, allied: int, japanese: int, by_points: int) -> str:
        stand = f"{SUPERIORS[ALLIED]} {allied}, {SUPERIORS[JAPANESE]} {japanese}"
        if not by_points or winner == DRAW:
            return f"{stand}."
        who = ("The Allies", "Japan")[winner] if you < 0 else "You"
        return f"{who} {'won' if you in (-1, winner) else 'lost'} by {abs(allied - japanese)}: {stand}."


MOVED_BY = {
    "passed": "{general} passed 9",
    "needed": "Dice for {superior} that came up",
    "lamented": "Lament passed 9",
}
