"""Chapter 23 as a ledger: what each side's victory points are for, and what the last turn would add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.games.iwojima.facts import JP, US, Facts
from grognard.games.iwojima.japanese_movement import on_the_map
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW, ONGOING, Event, Term
from grognard.kernel.ids import NO_UNITS, Side
from grognard.kernel.score_ledger import Entry, Ledger, between, how_it_ended, lead
from grognard.kernel.words import Words, numbered

CASES = {
    "safe": ("23.1(1)a",),
    "both": ("23.1(1)b",),
    "flag": ("23.1(2)", "14d"),
    "step": ("23.2(1)",),
    "third": ("23.2(2)", "22.2.1b"),
    "alive": ("23.2(3)",),
    "headquarters": ("23.2(4)",),
    "areas": ("23.2(5)",),
}
SIDE_NAMES = ("The US", "Japan")


def ledger(s: State, side: Side | None, told: Sequence[Event]) -> Ledger:
    """23, 24: points by cause as they were scored; before the end also what the rest of the game would add."""
    kept: Counter[tuple[Side, str]] = Counter()
    for event in told:
        if event.kind == "scored":
            kept[event.args[0], event.args[3]] += event.args[1]
    found = Ledger("VP", ("vp-us", "vp-jp"))
    for who in (US, JP):
        rest = s.vp[who] - sum(points for (scorer, _), points in kept.items() if scorer == who)
        if rest:
            found.entries.append(Entry(who, rest, Term("earlier")))
    found.entries += [
        Entry(who, kept[who, why], Term("scored-for", (why,), cases))
        for who in (US, JP)
        for why, cases in CASES.items()
        if kept[who, why]
    ]
    us, jp = s.vp
    if s.winner == ONGOING:
        found.entries += to_come(s, side)
        totals = (found.total(US), found.most(US), found.total(JP), found.most(JP))
        found.verdict = Term("outlook", (*totals, s.game.goal), ("24(2)", "24(3)"))
        return found
    found.closed = True
    by_points = how_it_ended(told) in ("forty", "last-turn")
    you = -1 if side is None else side
    found.verdict = Term("ended", (you, s.winner, abs(us - jp), int(by_points)), ("24(3)", "3.VP-b"))
    return found


def to_come(s: State, side: Side | None) -> list[Entry]:
    """23.1(1), 23.2(3)-(5): what would be added if all stayed as it is. For the US player a range."""
    g = s.game
    phases = g.last_turn - s.turn + (g.phases[s.phase].id != "end")
    both = s.safe & g.both_airfields == g.both_airfields
    each = g.vp_safe * count(s.safe) + (g.vp_both if both else 0)
    unknown = s.concealed if side == US else NO_UNITS  # a redacted position keeps what is not known among the Concealed
    alive, lives = on_the_map(s), s.steps[g.hq] > 0
    sure = count(alive & ~unknown)
    hq_sure = lives and not unknown >> g.hq & 1
    areas = g.areas - count(s.control)
    flag = [Entry(US, 1, Term("flag-due", (), CASES["flag"]), 6, None, True)] if s.flag == 1 else []
    return [
        *flag,
        Entry(US, each * phases, Term("safe-due", (each, phases), CASES["safe"]), due=True, spaces=(*members(s.safe),)),
        Entry(JP, sure * g.vp_jp_unit, Term("alive-due", (), CASES["alive"]), count(alive) * g.vp_jp_unit, None, True),
        Entry(JP, g.vp_hq * hq_sure, Term("hq-due", (), CASES["headquarters"]), g.vp_hq * lives, None, True),
        Entry(JP, areas * g.vp_area, Term("areas-due", (), CASES["areas"]), None, g.areas * g.vp_area, True),
    ]


class ScoreLedger(Words[Facts]):
    """The ledger's words."""

    def term_earlier(self) -> str:
        return "Before this match began"

    def term_scored_for(self, why: str) -> str:
        return SCORED_FOR[why]

    def term_safe_due(self, each: int, phases: int) -> str:
        if not each:
            return "Airfields: none is Safe to Land"
        if phases == 1:
            return f"Airfields: {each} VP in the End Phase to come"
        return f"Airfields: {each} VP in each of {numbered(phases, 'End Phase')} to come"

    def term_flag_due(self) -> str:
        return "The flag on Mt Suribachi: a die in this End Phase"

    def term_alive_due(self) -> str:
        return "Japanese units that survive to the end"

    def term_hq_due(self) -> str:
        return "The headquarters, if it survives"

    def term_areas_due(self) -> str:
        return "Areas still under Japanese control at the end"

    def term_outlook(self, us: int, us_most: int, japan: int, japan_most: int, goal: int) -> str:
        points = f"US {between(us, us_most)} VP, Japan {between(japan, japan_most)} VP"
        return f"If all stays as it is to the last turn: {points}. Whoever has {goal} VP wins at once."

    def term_ended(self, you: Side, winner: int, margin: int, by_points: int) -> str:
        if not by_points:
            return "The points did not decide."
        if winner == DRAW:
            return "The points are equal."
        return lead(None if you < 0 else you, winner, SIDE_NAMES, margin, "VP")


SCORED_FOR = {
    "safe": "Safe to Land airfields",
    "both": "Both halves of the large airfield",
    "flag": "The flag on Mt Suribachi",
    "step": "US steps lost",
    "third": "The 3rd Division landing without a Beachhead",
    "alive": "Japanese units alive",
    "headquarters": "The headquarters alive",
    "areas": "Areas under Japanese control",
}
