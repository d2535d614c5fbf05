"""2.3, 2.4 and 9.0 as a ledger: what moved each Superior, and what the last reckoning would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from grognard.games.nemesis.facts import ALLIED, JAPANESE, Facts
from grognard.games.nemesis.names_in_sentences import GENERALS, SUPERIORS
from grognard.games.nemesis.satisfaction import who_moves
from grognard.games.nemesis.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW, ONGOING, Event, Term
from grognard.kernel.ids import Side, Spaces
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
        due, ends = reckoned_at_the_end(s)
        found.entries += due
        found.verdict = Term("outlook", (s.superior[ALLIED], s.superior[JAPANESE], *ends), ("9.0-c", "4.0-B-a"))
        return found
    you = -1 if side is None else side
    decided = how_it_ended(told) != "concession"
    found.verdict = Term("decided", (you, s.winner, s.superior[ALLIED], s.superior[JAPANESE], int(decided)), ("9.0-c",))
    return found


Stand = tuple[int, ...]
"""Both Superiors, the Allied one first."""


@dataclass(frozen=True, slots=True)
class Due:
    """9.0: what the last reckoning would do with one marker as the flags stand."""

    side: Side
    by: int
    """Down for Lament, up for the General."""
    passes: int
    """How often the marker would pass 9."""
    slot: int
    """Where it would stand then."""
    flags: Spaces
    """Those that move it."""

    @property
    def dice(self) -> tuple[int, ...]:
        """7.2-a: moves that the die may add: 0, 1, or either."""
        if self.by < 0 or not self.slot:
            return (0,)
        return (1,) if self.slot >= 6 else (0, 1)

    def words(self) -> Term:
        """What it is, for the ledger."""
        about = (self.flags.bit_count(), self.slot, self.passes)
        if self.by < 0:
            return Term("lament-due", about, ("9.0-a",))
        return Term("general-due", (self.side, *about), ("9.0-b", "7.2-a"))


def due_at_the_end(s: State) -> list[Due]:
    """9.0, R90: Lament of both for enemy flags, then both Generals with their own; the Japanese first."""
    size = s.game.top_slot + 1
    out = []
    for by, marker in ((-1, s.lament), (1, s.general)):
        for side in (JAPANESE, ALLIED):
            flags = s.flags[side if by > 0 else 1 - side]
            out.append(Due(side, by, *divmod(marker[side] + flags.bit_count(), size), flags))
    return out


def reckoned_at_the_end(s: State) -> tuple[list[Entry], list[str]]:
    """What each marker would bring each Superior, as a range where a die decides, and where both would end."""
    due = due_at_the_end(s)
    fates = [fate(s, due, dice) for dice in product(*(each.dice for each in due))]
    stands = [list(zip(*step, strict=True)) for step in zip(*fates, strict=True)]
    found = []
    for before, after, each in zip(stands, stands[1:], due, strict=False):
        for who in (each.side, 1 - each.side):
            least, most = (end(after[who]) - end(before[who]) for end in (min, max))
            if who == each.side:
                found.append(Entry(who, least, each.words(), most, None, True, tuple(members(each.flags))))
            elif least or most:
                words = Term("passed-on", (each.side, int(each.by > 0)), ("2.3-h",) if each.by > 0 else ("2.3-i",))
                found.append(Entry(who, least, words, most, None, True))
    return found, [between(min(ends), max(ends)) for ends in stands[-1]]


def fate(s: State, due: Sequence[Due], dice: Sequence[int]) -> list[Stand]:
    """2.3-g..j: both Superiors before the last reckoning and after each marker, with these dice."""
    now = list(s.superior)
    stands = [tuple(now)]
    for each, die in zip(due, dice, strict=True):
        for _ in range(each.passes + die):
            found = who_moves(now, each.side, each.by, s.game.top_slot)
            if found is not None:
                now[found[0]] += found[1]
        stands.append(tuple(now))
    return stands


class ScoreLedger(Words[Facts]):
    """The ledger's words."""

    def term_began(self, side: Side) -> str:
        return f"{SUPERIORS[side]} at the start"

    def term_moved_by(self, side: Side, kind: str, instead: int) -> str:
        if not instead:
            return MOVED_BY[kind].format(general=GENERALS[side], superior=SUPERIORS[side])
        return f"{SUPERIORS[1 - side]} at the end of the track: {SUPERIORS[side]} moved instead"

    def term_lament_due(self, flags: int, lament: int, passes: int) -> str:
        return f"{numbered(flags, 'enemy flag')}: Lament {PASSES[passes]} at {lament}"

    def term_general_due(self, side: Side, flags: int, general: int, passes: int) -> str:
        needed = "no die pleases" if not general else "a 1 pleases" if general == 1 else f"1–{min(6, general)} pleases"
        stands = f"{GENERALS[side]} {PASSES[passes]} at {general}"
        return f"{numbered(flags, 'own flag')}: {stands}; {needed} {SUPERIORS[side]}"

    def term_passed_on(self, side: Side, top: int) -> str:
        return f"{SUPERIORS[side]} at {9 if top else 0}: the move falls on {SUPERIORS[1 - side]}"

    def term_outlook(self, allied: int, japanese: int, allied_end: str, japanese_end: str) -> str:
        now = f"Now {SUPERIORS[ALLIED]} stands at {allied}, {SUPERIORS[JAPANESE]} at {japanese}."
        return f"{now} The last reckoning would bring them to {allied_end} and {japanese_end}; the higher wins."

    def term_decided(self, you: int, winner: int, allied: int, japanese: int, by_points: int) -> str:
        stand = f"{SUPERIORS[ALLIED]} {allied}, {SUPERIORS[JAPANESE]} {japanese}"
        if not by_points or winner == DRAW:
            return f"{stand}."
        who = ("The Allies", "Japan")[winner] if you < 0 else "You"
        return f"{who} {'won' if you in (-1, winner) else 'lost'} by {abs(allied - japanese)}: {stand}."


PASSES = ("would stand", "would pass 9 and stand", "would pass 9 twice and stand")
MOVED_BY = {
    "passed": "{general} passed 9",
    "needed": "Dice for {superior} that came up",
    "lamented": "Lament passed 9",
}
