"""15.5-15.8: will I take it? Whether a hex is cleared and somebody lives to enter it, and what both sides lose."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.odds import Combat, base_column, column, shifts, strength
from grognard.games.formosa.retreat import advancers
from grognard.games.formosa.stacking import room
from grognard.games.formosa.state import State, factor
from grognard.games.formosa.supply import in_supply
from grognard.kernel.bits import bitset
from grognard.kernel.ids import Unit

FACES = 6


class Outlook(NamedTuple):
    """What one combat may bring."""

    taken: float
    """The chance that a defending hex is cleared and a surviving attacker can enter it."""
    own: float
    theirs: float
    """Factors lost on the average where each side gives up its weakest; retreats and counterattacks apart."""


def can_enter(s: State, c: Combat) -> list[Unit]:
    """15.8.1b, R60: attackers that could advance into one of the defending hexes."""
    g = s.game
    found = []
    for unit in advancers(s, c.units):
        row, nation = g.enterable[g.is_mech[unit]][s.where[unit]], g.nation_of[unit]
        landing = c.is_assault and g.sea >> s.where[unit] & 1
        if any((landing or row >> t & 1) and room(s, t, nation) > 0 for t in c.targets):
            found.append(unit)
    return found


def takes(s: State, c: Combat, result: str) -> bool:
    """15.5, 15.7g: whether a result lets somebody advance, as far as the attacker has it in his hands."""
    able = can_enter(s, c)
    if not able:
        return False
    attack, defence = strength(s, c.units), strength(s, c.defenders)
    if result == "DE":
        return True
    if result == "DR":
        return not bitset(c.defenders) & (s.game.fortresses | s.bases)
    if result == "D1":
        return len(c.defenders) == len(c.targets)
    if result == "B1":
        return len(c.defenders) == len(c.targets) and len(c.units) > 1
    return result == "BB" and any(attack - factor(s, u) >= defence for u in able) and attack > defence


def lost(s: State, c: Combat, result: str) -> tuple[int, int]:
    """15.5: factors that each side gives up, the weakest units first."""
    ours, theirs = sorted(factor(s, u) for u in c.units), sorted(factor(s, u) for u in c.defenders)
    attack, defence = sum(ours), sum(theirs)
    if result == "BB":
        return least(ours, defence), least(theirs, attack)
    own = attack if result == "AE" else ours[0] if result in ("A1", "B1") else 0
    return own, defence if result == "DE" else theirs[0] if result in ("D1", "B1") else 0


def least(factors: list[int], owed: int) -> int:
    """15.5f, R53: the smallest sum of units that is at least what is owed; all of them if there is none."""
    sums = {0}
    for each in factors:
        sums |= {before + each for before in sums}
    return min((total for total in sums if total >= owed), default=sum(factors))


def outlook(s: State, c: Combat, shift: int = 0) -> Outlook:
    """Face by face, so many columns further to the right."""
    table = s.game.crt[c.side]
    at = column(s, c)
    if shift:
        net = sum(m.value for m in shifts(s, c)) + shift
        at = max(0, min(base_column(s, c) + net, len(table.columns) - 1))
    results = [table.result(at, face) for face in range(1, FACES + 1)]
    losses = [lost(s, c, result) for result in results]
    return Outlook(
        sum(takes(s, c, result) for result in results) / FACES,
        sum(own for own, _ in losses) / FACES,
        sum(theirs for _, theirs in losses) / FACES,
    )


def answer_to_come(s: State, c: Combat) -> int:
    """R49: how many columns the defender may still add, as far as the attacker can know."""
    other = 1 - c.side
    columns = 0
    if not c.defence_lp and s.lp[other] and (other != ALLIED or any(in_supply(s, u) for u in c.defenders)):
        columns += s.game.shift["lp"]
    coast = s.game.coast | s.game.sea
    if other == ALLIED and not s.no_gunfire and any(coast >> s.where[u] & 1 for u in c.defenders):
        columns += (s.game.most_gunfire - c.gunfire) * s.game.shift["gunfire"]
    return columns
