"""How results were reckoned: the lines of the folds under the log, each with its case."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.formosa.odds import Combat, Fight, base_column, column, percentage, shifts, strength
from grognard.games.formosa.state import State, factor
from grognard.kernel.flow import Term

BEYOND = 10**6
"""What `percentage` gives where nobody defends."""


def forces(s: State, units: Sequence[int], role: str, *cases: str) -> Term:
    """15.0i, 15.1c: who takes part with how many combat factors."""
    return Term("force", (role, list(units), [factor(s, u) for u in units]), cases)


def combat_sum(s: State, c: Combat, face: int, result: str) -> list[Term]:
    """15.2-15.4: strengths, percentage, every shift, the column, the die."""
    table = s.game.crt[c.side]
    attack, defence = strength(s, c.units), strength(s, c.defenders)
    before, after = base_column(s, c), column(s, c)
    found = [
        forces(s, c.units, "Attack", "15.2a"),
        forces(s, c.defenders, "Defence", "15.2a", "15.0i"),
        Term("percentage", (attack, defence, percentage(attack, defence), table.columns[before]), ("15.2a", "R48")),
    ]
    moved = shifts(s, c)
    found += [Term("shift", (m.text, m.value), m.cases) for m in moved]
    net = sum(m.value for m in moved)
    if moved:
        found.append(Term("net", (net, table.columns[before], table.columns[after]), ("15.4a", "15.4b")))
    found.append(Term("die", (face, table.columns[after], result), ("15.2a",)))
    return found


def bloodbath_sum(s: State, b: Fight) -> list[Term]:
    """15.5f, R53: the printed factors that decide who dies."""
    return [forces(s, b.units, "Attack", "15.5f"), forces(s, b.defenders, "Defence", "15.5f", "R53")]


def paid(s: State, side: int, lp: int, *cases: str) -> list[Term]:
    """7.2j: what an act has cost, and what is left."""
    return [Term("paid", (side, lp, s.lp[side]), cases)] if lp else []
