"""The odds before the die: strengths, every shift with its case, and the chance of each result.

What the asking side cannot know (fronts, stacks below the top) enters as chances over all that it could be.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.games.ichigo.battle import ALL, Battle, attacker_loss
from grognard.games.ichigo.combat import PlanAttack
from grognard.games.ichigo.facts import SIDE_OF_NATION
from grognard.games.ichigo.knowledge import hidden_from
from grognard.games.ichigo.odds import (
    Attack,
    column,
    defenders,
    halvings,
    odds_words,
    quarters,
    rounded,
    shifts,
)
from grognard.games.ichigo.state import State, factor, is_untried
from grognard.kernel.bits import members
from grognard.kernel.flow import Option
from grognard.kernel.showing import line

Worth = tuple[int, int]
"""A strength and the steps behind it."""
Chances = dict[Worth, float]
NOTHING: Chances = {(0, 0): 1.0}


# --- what a unit may be worth, as far as a side can tell


def untried_chances(s: State, attacking: bool) -> Chances:
    """3.3a: any of the fronts that nobody has seen; a zero brings no step either."""
    g = s.game
    values = g.attack if attacking else g.defence
    unseen = [s.front[g.regular_index[u]] for u in members(g.regulars & ~s.tried)]
    return averaged({(values[front][-1], int(values[front][-1] > 0)): 1.0} for front in unseen)


def unit_chances(s: State, unit: int, attacking: bool) -> Chances:
    """A unit that lies open, or an untried one."""
    if is_untried(s, unit):
        return untried_chances(s, attacking)
    return {(factor(s, unit, attacking), s.steps[unit]): 1.0}


def defender_chances(s: State, side: int, target: int) -> list[Chances]:
    """6.6a: the top unit and the militia are known, below it lies any hidden unit of that nation."""
    units = defenders(s, target)
    hidden = hidden_from(s, side) & ~s.game.militia
    if not units:
        return [{(s.game.garrison_factor, s.game.garrison_factor): 1.0}]
    out = []
    for unit in units:
        if not hidden >> unit & 1:
            out.append(unit_chances(s, unit, attacking=False))
            continue
        alike = members(hidden & s.game.of_nation[s.game.nation_of[unit]])
        out.append(averaged(unit_chances(s, u, attacking=False) for u in alike))
    return out


def averaged(many: Iterable[Chances]) -> Chances:
    """Any of some chances, each as likely."""
    # In an order of their own, so that not even the last digit depends on who lies where.
    every = sorted(many, key=lambda chances: sorted(chances.items()))
    out: Chances = {}
    for chances in every:
        for worth, p in chances.items():
            out[worth] = out.get(worth, 0.0) + p / len(every)
    return dict(sorted(out.items())) or dict(NOTHING)


def summed(many: Iterable[Chances]) -> Chances:
    """Several at once."""
    total = dict(NOTHING)
    for chances in many:
        new: Chances = {}
        for (a, b), p in total.items():
            for (c, d), q in chances.items():
                new[a + c, b + d] = new.get((a + c, b + d), 0.0) + p * q
        total = new
    return total


# --- an attack


def attack_chances(s: State, attack: Attack) -> Chances:
    """R50: the strength of the attackers, rounded once, and how many steps they have."""
    parts = []
    for unit in attack.units:
        halved = halvings(s, unit, attack.target)
        parts.append({(quarters(a, halved), b): p for (a, b), p in unit_chances(s, unit, True).items()})
    out: Chances = {}
    for (a, b), p in summed(parts).items():
        worth = (rounded(a), b)
        out[worth] = out.get(worth, 0.0) + p
    return out


def attack_preview(s: State, side: int, attack: Attack) -> dict[str, Any]:
    """11.6-11.22: the odds of an attack as one side may know them."""
    g = s.game
    ours, theirs = attack_chances(s, attack), summed(defender_chances(s, side, attack.target))
    moved = shifts(s, attack)
    results: dict[str, float] = {}
    cleared = lost = slain = 0.0
    for (a, own), p in ours.items():
        for (d, steps), q in theirs.items():
            for text, chance, out, gone in _results(s, attack, a, d, steps):
                share = p * q * chance
                results[text] = results.get(text, 0.0) + share
                lost += share * min(own, max(0, out - attack.tanks - attack.special))
                slain += share * min(gone, steps)
                cleared += share * (gone >= steps)
    about = [line(f"Attack strength {_range(ours)}", odds_range(ours, theirs), "11.6", "11.7")]
    about += [line(m.text, f"{abs(m.value)}{'R' if m.value > 0 else 'L'}", *m.cases) for m in moved]
    ranked = sorted(((text, round(p, 6)) for text, p in results.items()), key=lambda row: (-row[1], row[0]))
    return {
        "title": f"Attack on {g.space_names[attack.target]}",
        "space": attack.target,
        "dice": 1,
        "hit": "",
        "items": [*attacker_lines(s, attack), *about],
        "reduce": [line("Defence strength", _range(theirs), "11.1a")],
        "outcomes": [{"text": text, "p": p} for text, p in ranked if p > 0.0005],
        "mean": round(slain, 2),
        "unit": "defending steps lost",
        "notes": [
            {"text": "The hex is cleared", "p": round(cleared, 6), "cases": ["11.24a"]},
            {"text": f"{lost:.1f} attacking steps lost on average", "p": 1.0, "cases": ["11.20a", "11.23a"]},
        ],
    }


def _results(s: State, attack: Attack, a: int, d: int, steps: int) -> Iterable[tuple[str, float, int, int]]:
    """Each possible end of a battle: its name, its chance, and the steps lost on both sides."""
    if not a:
        return [("the attack dissolves", 1.0, 0, 0)]
    if not d:
        return [("no defender has any strength", 1.0, 0, steps)]
    found = []
    at = s.game.results.shifted(column(s, attack.nation, a, d), shifts(s, attack))
    for result, chance in s.game.results.chances(at, (0.0, *[1 / 6] * 6)).items():
        out, gone = (0, steps) if result == ALL else map(int, result.split("/"))
        out = attacker_loss(s, attack.nation, out)
        found.append((result if result == ALL else f"{out}/{gone}", chance, out, gone))
    return found


def attacker_lines(s: State, attack: Attack) -> list[dict[str, Any]]:
    """Each attacker with its halvings."""
    g = s.game
    out = []
    for unit in attack.units:
        river, starved = halvings(s, unit, attack.target)
        words = "".join([", across a river ×½" if river else "", ", out of supply ×½" if starved else ""])
        cases = ["2.10", *(["11.13a"] if river else []), *(["7.3b"] if starved else [])]
        value = "?" if is_untried(s, unit) else f"{factor(s, unit, True)}"
        out.append(line(f"{g.unit_names[unit]}{words}", value, *cases))
    return out


def _range(chances: Chances) -> str:
    values = sorted({a for a, _ in chances})
    if values[0] == values[-1]:
        return str(values[0])
    mean = sum(a * p for (a, _), p in chances.items())
    return f"{values[0]} to {values[-1]}, {mean:.1f} expected"


def odds_range(ours: Chances, theirs: Chances) -> str:
    """The worst and the best odds that are possible."""
    attack, defence = sorted(a for a, _ in ours), sorted(d for d, _ in theirs)
    worst, best = odds_words(attack[0], max(defence[-1], 1)), odds_words(attack[-1], max(defence[0], 1))
    return worst if worst == best else f"{worst} to {best}"


# --- what is asked now


def current(s: State, side: int) -> list[dict[str, Any]]:
    """The odds of what is planned or under way, as the side may know them."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack) and SIDE_OF_NATION[top.nation] == side and top.units:
        return [attack_preview(s, side, top.attack())]
    if isinstance(top, Battle):
        return [attack_preview(s, side, top.attack(s))]
    return []


def of_option(s: State, side: int, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    verb = option[0]
    if isinstance(top, PlanAttack):
        attack = top.attack()
        if verb == "join":
            attack.units = [*top.units, int(option[1])]
        elif verb == "join-all":
            attack.units = [*top.units, *(u for u in top.able(s) if u not in top.units)]
        elif verb == "commit-tank":
            attack.tanks += 1
        elif verb == "commit-special-forces":
            attack.special += 1
        elif verb != "confirm":
            return None
        return attack_preview(s, side, attack)
    if isinstance(top, Battle):
        attack = top.attack(s)
        attack.defending_tanks += int(verb == "commit-tank")
        return attack_preview(s, side, attack)
    return None
