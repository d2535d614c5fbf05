"""The odds before the die: strengths, every shift with its case, and the chance of each result.

What the asking side cannot know (fronts, stacks below the top) enters as chances over all that it could be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from grognard.games.ichigo.battle import ALL, Battle, attacker_loss
from grognard.games.ichigo.combat import Combat, Momentum, PlanAttack, may_join
from grognard.games.ichigo.facts import CHINA, JAPAN, SIDE_OF_NATION
from grognard.games.ichigo.knowledge import hidden_from
from grognard.games.ichigo.odds import (
    Attack,
    beyond,
    column,
    defenders,
    halvings,
    odds_words,
    quarters,
    rounded,
    shifts,
    starved_case,
    tanks_at_hand,
)
from grognard.games.ichigo.stacking import ADJECTIVES
from grognard.games.ichigo.state import State, face, factor, is_untried
from grognard.games.ichigo.supply import japanese_supplied
from grognard.kernel.bits import each, members
from grognard.kernel.board_parts import line
from grognard.kernel.flow import Option, space_of, unit_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.odds import one_die
from grognard.kernel.position_cache import noted
from grognard.kernel.words import numbered

Worth = tuple[int, int]
"""A strength and the steps behind it."""
Chances = dict[Worth, float]
NOTHING: Chances = {(0, 0): 1.0}


# --- what a unit may be worth, as far as a side can tell


@noted
def untried_chances(s: State, attacking: bool) -> Chances:
    """3.3a: any of the fronts that nobody has seen; a zero brings no step either."""
    g = s.game
    values = g.attack if attacking else g.defence
    unseen = [values[s.front[g.regular_index[u]]][-1] for u in each(g.regulars & ~s.tried)]
    return _any_of(tuple(sorted(unseen)))


@lru_cache(maxsize=1 << 8)
def _any_of(strengths: tuple[int, ...]) -> Chances:
    return averaged({(strength, int(strength > 0)): 1.0} for strength in strengths)


def unit_chances(s: State, unit: Unit, attacking: bool) -> Chances:
    """A unit that lies open, or an untried one."""
    if is_untried(s, unit):
        return untried_chances(s, attacking)
    return {(factor(s, unit, attacking), s.steps[unit]): 1.0}


@noted
def defender_chances(s: State, side: Side, target: Space) -> list[Chances]:
    """6.6a: the top unit and the militia are known, below it lies any hidden unit of that nation."""
    units = defenders(s, target)
    hidden = hidden_from(s, side) & ~s.game.militia
    if not units:
        return [{(s.game.garrison_factor, s.game.garrison_factor): 1.0}]
    untried: Chances = {}
    unknown: dict[int, Chances] = {}

    def known(unit: Unit) -> Chances:
        nonlocal untried
        if not is_untried(s, unit):
            return unit_chances(s, unit, attacking=False)
        untried = untried or untried_chances(s, False)
        return untried

    def below(nation: int) -> Chances:
        if nation not in unknown:
            unknown[nation] = averaged(known(u) for u in each(hidden & s.game.of_nation[nation]))
        return unknown[nation]

    return [below(s.game.nation_of[unit]) if hidden >> unit & 1 else known(unit) for unit in units]


Group = tuple[int, tuple[bool, bool]]
"""How many untried units attack alike: their number, and what halves them."""
MOST_DRAWN = 8
"""Up to so many untried units are reckoned as drawn without replacement; beyond it the difference is nothing."""


def drawn(pool: Counter[Worth], groups: Sequence[Group]) -> Chances:
    """3.3a, 9.7d: so many fronts drawn from those that nobody has seen, in quarters of a point, exactly."""
    return _drawn(tuple(sorted(pool.items())), tuple(groups))


@lru_cache(maxsize=1 << 10)
def _drawn(fronts: tuple[tuple[Worth, int], ...], groups: Sequence[Group]) -> Chances:
    """The fronts by kinds: the same question comes with every unit that joins an attack or leaves it."""
    if not groups:
        return NOTHING
    pool = Counter(dict(fronts))
    (number, halved), *rest = groups
    out: Chances = {}
    for taken, p in compositions(pool, number):
        strength = sum(quarters(worth[0], halved) * count for worth, count in taken.items())
        steps = sum(worth[1] * count for worth, count in taken.items())
        for (a, b), q in drawn(pool - taken, rest).items():
            out[a + strength, b + steps] = out.get((a + strength, b + steps), 0.0) + p * q
    return out


def compositions(pool: Counter[Worth], number: int) -> Iterator[tuple[Counter[Worth], float]]:
    """Every way to draw so many, by kinds, with its chance."""
    kinds = sorted(pool)
    whole = comb(pool.total(), number)

    def go(at: int, left: int, ways: int, taken: Counter[Worth]) -> Iterator[tuple[Counter[Worth], float]]:
        if at == len(kinds):
            if not left:
                yield taken, ways / whole
            return
        for count in range(min(left, pool[kinds[at]]) + 1):
            more = taken + Counter({kinds[at]: count})
            yield from go(at + 1, left - count, ways * comb(pool[kinds[at]], count), more)

    yield from go(0, number, 1, Counter())


def unseen(s: State, attacking: bool) -> Counter[Worth]:
    """3.3a: what the fronts that nobody has seen are worth."""
    g = s.game
    values = g.attack if attacking else g.defence
    fronts = (s.front[g.regular_index[u]] for u in each(g.regulars & ~s.tried))
    return Counter((values[front][-1], int(values[front][-1] > 0)) for front in fronts)


def defence_chances(s: State, side: Side, target: Space) -> Chances:
    """11.1b, 3.3a: all defenders together; those of whom only the back is known are drawn from one pool."""
    units = defenders(s, target)
    hidden = hidden_from(s, side) & ~s.game.militia
    below = members(hidden & s.game.of_nation[CHINA])
    backs = [u for u in units if is_untried(s, u) and (not hidden >> u & 1 or all(is_untried(s, b) for b in below))]
    apart = defender_chances(s, side, target)
    if len(backs) < 2 or len(backs) > MOST_DRAWN:
        return summed(apart)
    known = [chances for unit, chances in zip(units, apart, strict=True) if unit not in backs]
    pooled = drawn(unseen(s, attacking=False), [(len(backs), (False, False))])
    return summed([*known, {(a // 4, b): p for (a, b), p in pooled.items()}])


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
    parts: list[Chances] = []
    backs: Counter[tuple[bool, bool]] = Counter()
    pooled = 1 < sum(is_untried(s, u) for u in attack.units) <= MOST_DRAWN
    for unit in attack.units:
        halved = halvings(s, unit, attack.target)
        if pooled and is_untried(s, unit):
            backs[halved] += 1
        else:
            parts.append({(quarters(a, halved), b): p for (a, b), p in unit_chances(s, unit, True).items()})
    if backs:
        parts.append(drawn(unseen(s, attacking=True), [(number, halved) for halved, number in backs.items()]))
    out: Chances = {}
    for (a, b), p in summed(parts).items():
        worth = (rounded(a), b)
        out[worth] = out.get(worth, 0.0) + p
    return out


@dataclass(slots=True)
class Outlook:
    """What a battle may bring, over everything that is hidden and every face of the die."""

    results: dict[str, float] = field(default_factory=dict)
    raw: dict[int, float] = field(default_factory=dict)
    """Per column before the shifts, its chance; then after them."""
    final: dict[int, float] = field(default_factory=dict)
    cleared: float = 0.0
    least: float = 1.0
    """The chance that the hex is cleared when all that is hidden is at its worst; then at its best."""
    most: float = 0.0
    taken: float = 0.0
    """The chance that it is cleared and somebody is left to advance."""
    lost: float = 0.0
    slain: float = 0.0


def outlook(s: State, attack: Attack, ours: Chances, theirs: Chances) -> Outlook:
    """11.19-11.24: every strength that is possible on both sides, with every die; 11.17f, 11.28c: support is a step
    each, lost for certain."""
    look = Outlook()
    moved = shifts(s, attack)
    ends: dict[int, list[End]] = {}
    for (a, own), p in ours.items():
        for (d, steps), q in theirs.items():
            if not a:
                found = [DISSOLVED]
            elif not d:
                found = [End("no defender has any strength", 1.0, 0, steps)]
            else:
                before = column(s, attack.nation, a, d)
                after = s.game.results.shifted(before, moved)
                look.raw[before] = look.raw.get(before, 0.0) + p * q
                look.final[after] = look.final.get(after, 0.0) + p * q
                if after not in ends:
                    ends[after] = _ends(s, attack, after)
                found = ends[after]
            cleared = 0.0
            for text, chance, out, gone in found:
                share = p * q * chance
                look.results[text] = look.results.get(text, 0.0) + share
                lost = min(own, max(0, out - attack.tanks - attack.special))
                look.lost += share * lost
                look.slain += share * min(gone, steps)
                cleared += chance * (gone >= steps)
                look.taken += share * (gone >= steps and lost < own)
            look.cleared += p * q * cleared
            look.least, look.most = min(look.least, cleared), max(look.most, cleared)
    look.lost += attack.tanks + attack.special
    look.slain += attack.defending_tanks
    return look


def attack_preview(s: State, side: Side, attack: Attack, title: str = "Attack on {}") -> dict[str, Any]:
    """11.6-11.22: the odds of an attack as one side may know them."""
    g = s.game
    ours, theirs = attack_chances(s, attack), defence_chances(s, side, attack.target)
    about: dict[str, Any] = {
        "title": title.format(g.space_names[attack.target]),
        "space": attack.target,
        "items": [*attacker_lines(s, attack), total("Attack strength", _range(ours), "11.1a", "R50")],
        "against": "Against",
        "reduce": [*defender_lines(s, side, attack.target), total("Defence strength", _range(theirs), "11.1a")],
        "shifts": shift_lines(s, attack),
    }
    if not attack.units:
        return about
    look = outlook(s, attack, ours, theirs)
    most = max(own for _, own in ours), max(steps for _, steps in theirs)
    ranked = sorted(((text, round(p, 6)) for text, p in look.results.items()), key=lambda row: (-row[1], row[0]))
    return {
        **about,
        "shifts": [*odds_lines(s, attack.nation, ours, theirs), *about["shifts"]],
        "columns": columns(s, attack.nation, look),
        "outcomes": [
            {"text": text, "words": in_words(s, attack, text, *most), "p": p} for text, p in ranked if p > 0.0005
        ],
        "notes": [
            {"text": "The hex is cleared", **_spread(look), "cases": ["11.24a"]},
            {"text": taken_words(s, attack.target), "p": round(look.taken, 6), "cases": ["11.24a", "11.20c"]},
            {
                "text": f"On average {look.lost:.1f} attacking and {look.slain:.1f} defending steps are lost",
                "cases": loss_cases(attack),
            },
            *more_tanks(s, side, attack, ours, theirs),
        ],
    }


def loss_cases(attack: Attack) -> list[str]:
    """11.20a, and what else makes up the steps that are lost."""
    tanks = ["11.17f"] if attack.tanks or attack.defending_tanks else []
    special = ["11.28c"] if attack.special else []
    return ["11.20a", *tanks, *special, *(["11.23a"] if attack.nation == CHINA else [])]


def taken(s: State, side: Side, attack: Attack) -> float:
    """11.24a: the chance that the hex is cleared and somebody is left to advance, as one side can tell."""
    return outlook_of(s, side, attack).taken


def outlook_of(s: State, side: Side, attack: Attack) -> Outlook:
    """11.19a, 11.20a: what one side may expect of an attack."""
    return outlook(s, attack, attack_chances(s, attack), defence_chances(s, side, attack.target))


def taken_words(s: State, target: Space) -> str:
    """11.24a: what the attacker wants to know."""
    name = "The city is taken" if s.game.cities >> target & 1 else "The hex is taken"
    return f"{name}: it is cleared, and somebody is left to advance"


def more_tanks(s: State, side: Side, attack: Attack, ours: Chances, theirs: Chances) -> list[dict[str, Any]]:
    """11.17c-d: what becomes of it when the Japanese defender adds all the tank regiments allowed, as far as a side
    can tell."""
    top = s.agenda[-1] if s.agenda else None
    again = isinstance(top, Momentum) or (isinstance(top, PlanAttack) and bool(top.momentum))
    if attack.nation == JAPAN or again or not s.game.mainland >> attack.target & 1:
        return []
    most = min(len(tanks_at_hand(s)), supportable(s, side, attack.target))
    if most <= attack.defending_tanks:
        return []
    look = outlook(s, replace(attack, defending_tanks=most), ours, theirs)
    each = "a tank regiment" if most == 1 else f"{most} tank regiments, the most there can be"
    text = f"The same, if the defence is joined by {each}"
    return [{"text": text, "p": round(look.taken, 6), "cases": ["11.17c", "11.17d"]}]


def supportable(s: State, side: Side, target: Space) -> int:
    """11.17c, 8.9b: how many units of a Japanese hex may be in supply, as far as a side can tell: one that it does not
    see may have come from beyond the reach of the B-29s, unless the hex is within it."""
    g = s.game
    units = s.at[target] & g.of_nation[JAPAN]
    raided = s.b29 >= 0 and g.map.distance(s.b29, target) <= g.b29_radius
    if raided or not japanese_supplied(s) >> target & 1:
        return 0
    return (units & ~(s.cut_off & ~hidden_from(s, side))).bit_count()


def total(text: str, value: str, *cases: str) -> dict[str, Any]:
    """The sum under some lines."""
    return {**line(text, value, *cases), "total": True}


def _spread(look: Outlook) -> dict[str, float]:
    """An expectation, with the least and the most where something hidden decides."""
    p, low, high = round(look.cleared, 6), round(look.least, 6), round(look.most, 6)
    return {"p": p} if low == high else {"p": p, "low": low, "high": high}


def columns(s: State, nation: int, look: Outlook) -> list[dict[str, Any]]:
    """11.8, 11.9: the attacker's line of the table, with the chance of each column before and after the shifts."""
    names = [f"{a}:{d}" for a, d in s.game.odds_lines[nation]]
    return [
        {"text": name, "p": round(look.final.get(i, 0.0), 6), "raw": round(look.raw.get(i, 0.0), 6)}
        for i, name in enumerate(names)
    ]


def in_words(s: State, attack: Attack, result: str, own: int, theirs: int) -> str:
    """11.17f, 11.20-11.23: what a result means to sides of so many steps; support is lost in any case, and counts."""
    if result != ALL and "/" not in result:
        return ""
    out, gone = (attacker_loss(s, attack.nation, 0), 0) if result == ALL else map(int, result.split("/"))
    support, guards = attack.tanks + attack.special, attack.defending_tanks
    ours = steps_or_nothing(min(max(out, support), own + support))
    if result == ALL:
        return "every defender is gone" + (f", the attacker loses {ours}" if ours != NO_STEPS else "")
    return f"the attacker loses {ours}, the defender {steps_or_nothing(min(max(gone, guards), theirs + guards))}"


NO_STEPS = "nothing"


def steps_or_nothing(steps: int) -> str:
    """`2 steps`, `nothing`."""
    return numbered(steps, "step") if steps else NO_STEPS


class End(NamedTuple):
    """A possible end of a battle: its name, its chance, and the steps lost on both sides."""

    text: str
    chance: float
    out: int
    gone: int


DISSOLVED = End("the attack dissolves", 1.0, 0, 0)
EVERY = 1 << 16
"""More steps than any stack has."""


def _ends(s: State, attack: Attack, at: int) -> list[End]:
    """Each possible end of a battle in a column of the table.

    11.17f: what tank regiments of the defence take is not taken by the others.
    """
    found = []
    for result, chance in s.game.results.chances(at, one_die()).items():
        if result == ALL:
            found.append(End(result, chance, attacker_loss(s, attack.nation, 0), EVERY))
            continue
        out, gone = map(int, result.split("/"))
        out = attacker_loss(s, attack.nation, out)
        found.append(End(f"{out}/{gone}", chance, out, max(0, gone - attack.defending_tanks)))
    return found


def attacker_lines(s: State, attack: Attack) -> list[dict[str, Any]]:
    """Each attacker with its halvings."""
    g = s.game
    out = []
    for unit in attack.units:
        river, starved = halvings(s, unit, attack.target)
        words = "".join([", across a river ×½" if river else "", ", out of supply ×½" if starved else ""])
        cases = ["2.10", *(["11.13a"] if river else []), *([starved_case(attack.nation)] if starved else [])]
        value = _range(unit_chances(s, unit, attacking=True))
        out.append(line(f"{name_of(s, unit)} from {g.space_names[s.where[unit]]}{words}", value, *cases))
    return out


def defender_lines(s: State, side: Side, target: Space) -> list[dict[str, Any]]:
    """11.1b, 6.6a: each defender as far as it is known; those below the top of the stack are anything."""
    units = defenders(s, target)
    hidden = hidden_from(s, side) & ~s.game.militia
    chances = defender_chances(s, side, target)
    if not units:
        return [line("The city's own garrison", _range(chances[0]), "11.29a")]
    out = []
    for unit, worth in zip(units, chances, strict=True):
        unseen = bool(hidden >> unit & 1)
        name = "A unit below the top" if unseen else name_of(s, unit)
        out.append(line(name, _range(worth), "6.6a" if unseen else "11.27a" if is_untried(s, unit) else "2.10"))
    return out


def name_of(s: State, unit: Unit) -> str:
    """11.27a: an untried regular is nobody in particular."""
    return "An untried unit" if is_untried(s, unit) else s.game.printed_names[face(s, unit)]


def shift_lines(s: State, attack: Attack) -> list[dict[str, Any]]:
    """11.9: every shift, and their sum when there are several."""
    moved = shifts(s, attack)
    out = [line(m.text, _columns(m.value), *m.cases) for m in moved]
    if len(moved) > 1:
        out.append(total("All shifts", _columns(sum(m.value for m in moved)), "11.9"))
    return out


def _columns(value: int) -> str:
    return f"{abs(value)}{'R' if value > 0 else 'L' if value else ''}"


def _range(chances: Chances) -> str:
    values = sorted({a for a, _ in chances})
    if values[0] == values[-1]:
        return str(values[0])
    mean = sum(a * p for (a, _), p in chances.items())
    return f"{values[0]} to {values[-1]}, {mean:.1f} expected"


def odds_lines(s: State, nation: int, ours: Chances, theirs: Chances) -> list[dict[str, Any]]:
    """11.6-11.8: the odds that are possible, and the ends of the attacker's line where they lie beyond it."""
    found = [line("Odds", odds_range(ours, theirs), "11.6", "11.7")]
    pairs = [(a, d) for a, _ in ours for d, _ in theirs if a and d]
    if any(beyond(s, nation, a, d) for a, d in pairs):
        (a, d), (b, e) = s.game.odds_lines[nation][0], s.game.odds_lines[nation][-1]
        ends = f"{a}:{d} and {b}:{e}"
        found.append(line(f"The {ADJECTIVES[nation]} line of the table ends at", ends, "11.8a", "R53"))
    return found


def odds_range(ours: Chances, theirs: Chances) -> str:
    """The worst and the best odds that are possible."""
    attack, defence = sorted(a for a, _ in ours), sorted(d for d, _ in theirs)
    worst, best = odds_words(attack[0], max(defence[-1], 1)), odds_words(attack[-1], max(defence[0], 1))
    return worst if worst == best else f"{worst} to {best}"


# --- what is asked now


def current(s: State, side: Side) -> list[dict[str, Any]]:
    """The odds of what is planned or under way, as the side may know them."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, PlanAttack) and SIDE_OF_NATION[top.nation] == side:
        return [attack_preview(s, side, top.attack(s))]
    if isinstance(top, Battle):
        return [attack_preview(s, side, top.attack(s))]
    return []


def of_option(s: State, side: Side, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    verb = option[0]
    if isinstance(top, Combat | Momentum) and verb == "attack":
        target = space_of(option)
        again = top.able(s) if isinstance(top, Momentum) else []
        everybody = PlanAttack(top.nation, target, again or may_join(s, top.nation, target), momentum=again)
        return attack_preview(s, side, everybody.attack(s), "Everything against {}")
    if isinstance(top, PlanAttack):
        attack = changed_plan(s, top, option)
        return None if attack is None else attack_preview(s, side, attack)
    if isinstance(top, Battle):
        attack = top.attack(s)
        attack.defending_tanks += int(verb == "commit-tank")
        return attack_preview(s, side, attack)
    return None


def changed_plan(s: State, plan: PlanAttack, option: Option) -> Attack | None:
    """What the attack would be after one more choice; None when it would be called off."""
    attack = plan.attack(s)
    verb = option[0]
    if verb == "call-off":
        return None
    if verb == "join":
        attack.units = [*plan.units, unit_of(option)]
    elif verb == "drop-out":
        attack.units = [u for u in plan.units if u != option[1]]
    elif verb == "join-all":
        attack.units = [*plan.units, *(u for u in plan.able(s) if u not in plan.units)]
    attack.tanks += {"commit-tank": 1, "take-back-tank": -1}.get(str(verb), 0)
    attack.special += {"commit-special-forces": 1, "take-back-special-forces": -1}.get(str(verb), 0)
    return attack
