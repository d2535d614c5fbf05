"""Sums behind results: those that the log shows under its lines, each with its case (1.3)."""

from __future__ import annotations

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.facts import BASE_AREA
from grognard.games.whitesun.hits import HitNumber
from grognard.games.whitesun.state import State
from grognard.kernel.bits import each
from grognard.kernel.flow import Term
from grognard.kernel.ids import NO_SPACE, Space, Unit, Units


def points_term(before: int, spent: int, left: int) -> Term:
    """9.7: movement points, before and after."""
    return Term("points", (before, spent, left), ("9.7",))


def cost_terms(s: State, hex_: Space) -> tuple[Term, ...]:
    """9.10, R32, R35: what the hex cost the force, and what is left to it."""
    g = s.game
    if s.paid == g.link_cost:
        cases = ("9.10b", "R32") if s.force_from == NO_SPACE else ("9.10b", "R35")
        why = Term("cost", ("link", s.paid), cases)
    else:
        why = Term("cost", ("rough" if g.rough >> hex_ & 1 else "other", s.paid), ("9.10a",))
    return (why, points_term(s.mp + s.paid, s.paid, s.mp))


def called_for_terms(s: State, hex_: Space, die: int) -> tuple[Term, ...]:
    """8.2, 8.5d, 12.4a: the line of the defence table, and what is added."""
    g = s.game
    line = g.defence_line[hex_]
    number = g.defence[line][die]
    terms = [Term("defence-line", (line, die, number), ("8.5d",) if line == BASE_AREA else ("8.2b",))]
    if s.turn == g.szechuan_turn and g.szechuan >> hex_ & 1 and hex_ != g.chungking:
        terms.append(Term("szechuan", (number, g.szechuan_more), ("8.2g", "12.4a", "R56")))
    return tuple(terms)


def force_terms(s: State, units: list[Unit]) -> list[Term]:
    """9.1b, 2.4a: the allowance, and each unit's dice and steps."""
    g = s.game
    more = () if s.turn == 1 else ("11.1a",) if not g.free[s.turn] else ("12.1",)
    return [
        Term("allowance", (s.turn, s.mp), ("9.1b", *more)),
        *(Term("unit", (u, g.dice[u][s.steps[u]], s.steps[u]), ("2.4a",)) for u in units),
    ]


def fire_terms(s: State, hex_: Space, firing: Units, number: HitNumber, dice: tuple[int, ...], hits: int) -> list[Term]:
    """10.1, 10.2, R12: who threw how many dice, which faces hit and why, and how many did."""
    g = s.game
    out = []
    for unit in each(firing):
        if unit == g.flotilla:
            count, case = flotilla.sector_dice(s, hex_), "9.17f"
        else:
            count, case = (1, "R8") if g.communists >> unit & 1 else (g.dice[unit][s.steps[unit]], "2.4a")
        out.append(Term("dice", (unit, count), (case,)))
    out += [Term("hit-number", (line.text,), line.cases) for line in number.lines]
    out.append(Term("hit-dice", (list(dice), number.words(), hits), ("10.1",)))
    return out
