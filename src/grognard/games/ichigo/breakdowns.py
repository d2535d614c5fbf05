"""Sums behind results: those that stand under the log's lines (chapters 4, 5.2, 8, 10 and 11)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.ichigo.facts import CHINA
from grognard.games.ichigo.odds import (
    Attack,
    attack_strength,
    beyond,
    column,
    defence_strength,
    defenders,
    halvings,
    odds_words,
    shifts,
    starved_case,
)
from grognard.games.ichigo.state import State, face, factor, is_untried
from grognard.kernel.flow import Term
from grognard.kernel.ids import NO_UNIT, Space, Unit
from grognard.kernel.tables import Modifier

NOT_OPEN = NO_UNIT
"""In place of the name of an army whose front nobody has seen."""


def open_names(s: State, units: Sequence[Unit]) -> list[Unit]:
    """Who some units are, as far as their fronts are open."""
    return [NOT_OPEN if is_untried(s, u) else face(s, u) for u in units]


def modifier_terms(modifiers: Sequence[Modifier]) -> list[Term]:
    """Modifiers of a die, line by line."""
    return [Term("modifier", (m.value, m.text), m.cases) for m in modifiers]


def die_terms(die: int, modifiers: Sequence[Modifier], needed: int, *cases: str) -> list[Term]:
    """A die with its modifiers, against the number that is needed."""
    total = die + sum(m.value for m in modifiers)
    return [*modifier_terms(modifiers), Term("needed", (die, total, needed), cases)]


def battle_terms(
    s: State, attack: Attack, die: int, result: str, printed: int, owed: int, too_many: bool
) -> list[Term]:
    """11.6-11.23: strengths, odds, every shift, the column, the die, and what both sides lose by it."""
    g = s.game
    out = []
    for unit in attack.units:
        river, starved = halvings(s, unit, attack.target)
        cases = ("2.10", *(("11.13a",) if river else ()), *((starved_case(attack.nation),) if starved else ()))
        out.append(Term("attacker", (face(s, unit), factor(s, unit, True), int(river), int(starved)), cases))
    ours, theirs = attack_strength(s, attack.target, attack.units), defence_strength(s, attack.target)
    units = defenders(s, attack.target)
    out += [Term("defender", (face(s, u), factor(s, u, False)), ("2.10",)) for u in units]
    if not units:
        out.append(Term("garrison", (theirs,), ("11.29a",)))
    out.append(Term("odds", (ours, theirs, odds_words(ours, theirs)), ("11.6", "11.7")))
    moved = shifts(s, attack)
    out += [Term("shift", (m.value, m.text), m.cases) for m in moved]
    before = column(s, attack.nation, ours, theirs)
    if beyond(s, attack.nation, ours, theirs):
        out.append(Term("line-end", (attack.nation, odds_words(ours, theirs), before), ("11.8a", "R53")))
    after = g.results.shifted(before, moved)
    out.append(Term("column", (attack.nation, before, after, sum(m.value for m in moved)), ("11.8b", "11.9", "R53")))
    out.append(Term("table", (die, result), ("11.19",)))
    if attack.nation == CHINA:
        out.append(Term("doubled", (printed, owed), ("11.23a",)))
    if too_many or owed > sum(s.steps[u] for u in attack.units) + attack.tanks + attack.special:
        out.append(Term("ignored", (), ("11.20c",)))
    return out


def step_terms(s: State, nation: int, there: Space, cost: int, river: bool, air: bool) -> list[Term]:
    """10.7-10.9, 8.4: what one step cost, and why."""
    cases = ("10.13", *(("10.9",) if river else ()), *(("8.4a",) if air else ()))
    return [Term("step", (there, cost, int(river), int(air)), cases)]


def start_terms(s: State, units: Sequence[Unit], way: str, points: int) -> list[Term]:
    """10.14-10.17, 6.6a: who sets out (for its owner's eyes) and with how many points."""
    return [who_term(s, "who", units), Term("points", (way, points), ("10.2",))]


def who_term(s: State, kind: str, units: Sequence[Unit]) -> Term:
    """6.6a: who some units are, as far as their fronts are open, for their owner's eyes."""
    return Term(kind, (open_names(s, units),), ("6.6a",), 1 << s.game.side_of[units[0]])


def air_terms(s: State, dice: Sequence[int], modifiers: Sequence[Modifier], lost: int | None, bases: int) -> list[Term]:
    """8.1, 8.7: both results."""
    out = [Term("air-die", (1, dice[0]), ("8.1a",)), *modifier_terms(modifiers)]
    if lost is None:
        return [*out, Term("no-airbase", (), ("8.7b",))]
    return [*out, Term("air-die", (0, dice[1]), ("8.1a",)), Term("bases", (bases, lost), ("8.7a",))]
