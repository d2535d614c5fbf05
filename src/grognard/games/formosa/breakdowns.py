"""Sums behind results: the lines of the folds under the log, each with its case."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.formosa.odds import Combat, Fight, Reckoned
from grognard.games.formosa.state import State, factor
from grognard.kernel.flow import Term
from grognard.kernel.ids import Side, Unit

BEYOND = 10**6
"""What `percentage` gives where nobody defends."""


def forces(s: State, units: Sequence[Unit], role: str, *cases: str) -> Term:
    """15.0i, 15.1c: who takes part with how many combat factors."""
    return Term("force", (role, list(units), [factor(s, u) for u in units]), cases)


def combat_sum(s: State, c: Combat, how: Reckoned, face: int, result: str) -> list[Term]:
    """15.2-15.4: strengths, percentage, every shift, the column, the die."""
    columns = s.game.crt[c.side].columns
    before, after = columns[how.before], columns[how.after]
    found = [
        forces(s, c.units, "Attack", "15.2a"),
        forces(s, c.defenders, "Defence", "15.2a", "15.0i"),
        Term("percentage", (how.attack, how.defence, how.percent, before), ("15.2a", "R48")),
    ]
    found += [Term("shift", (m.text, m.value), m.cases) for m in how.shifts]
    if how.shifts:
        found.append(Term("net", (sum(m.value for m in how.shifts), before, after), ("15.4a", "15.4b")))
    found.append(Term("die", (face, after, result), ("15.2a",)))
    return found


def bloodbath_sum(s: State, b: Fight) -> list[Term]:
    """15.5f, R53: the printed factors that decide who dies."""
    return [forces(s, b.units, "Attack", "15.5f"), forces(s, b.defenders, "Defence", "15.5f", "R53")]


def paid(s: State, side: Side, lp: int, *cases: str) -> list[Term]:
    """7.2j: what an act has cost, and what is left."""
    return [Term("paid", (side, lp, s.lp[side]), cases)] if lp else []
