"""Japanese assaults, and retreats from US assaults."""

from __future__ import annotations

from itertools import combinations

from grognard.bots.iwojima.common import circumstances
from grognard.bots.iwojima.japanese_aims import Stack, hold_worth, is_last, may_not_assault, unit_worth
from grognard.bots.iwojima.japanese_charges import banzai_reason
from grognard.bots.iwojima.japanese_memory import JapaneseMemory
from grognard.bots.iwojima.weights import JapaneseWeights
from grognard.games.iwojima.assault import Assault, assault_dice, assaulting
from grognard.games.iwojima.facts import JP
from grognard.games.iwojima.previews import losses_along
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit

MOST_PLANS = 6
"""Units of a row whose retreats are weighed one against the other; beyond them all go or all stay."""


# --- 19 assault


def designate_assault(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """19, 22.3.1: Banzai if it pays; otherwise those whose assault promises more than their Defensive Fire."""
    key = (circumstances(s), s.banzai, s.kirikami)
    if ("banzai",) in asked.options:
        reason = staff.recall("banzai", key, lambda: banzai_reason(staff.weights, s))
        if reason:
            return staff.because(("banzai",), reason)
    plan = staff.recall("assault", key, lambda: plan_assaults(staff.weights, s))
    for unit, why in plan.items():
        if s.target[unit] < 0:
            area = s.where[unit]
            rest = [o for o in asked.options if o[0] == "assault" and s.where[unit_of(o)] == area]
            if len(rest) > 1 and all(unit_of(o) in plan for o in rest):
                return staff.because(("assault-all", area), why)
            return staff.because(("assault", unit), why)
    waiting = [unit_of(o) for o in asked.options if o[0] == "assault"]
    if waiting and not any(o[0] == "cancel" for o in asked.options):
        keeps = any(entry_chances(staff.weights, s, s.where[unit]) for unit in waiting)
        why = "Units that do not assault keep their Defensive Fire." if keeps else "No assault is worth its cost."
        return staff.because(("confirm",), why)
    return ("confirm",)


def plan_assaults(w: JapaneseWeights, s: State) -> dict[Unit, str]:
    """19a-1: per area, the best split between those who assault and those who keep their fire for the next to come."""
    g = s.game
    plan: dict[Unit, str] = {}
    for area in g.every_area:
        if not s.at[area] & g.us_ground:
            continue
        ready = [u for u in members(s.at[area] & g.jp & ~may_not_assault(s)) if assault_dice(s, u) > 0]
        if not ready:
            continue
        ready.sort(key=lambda u: -g.assault[u][s.steps[u]])
        stack = Stack(w, s, area)
        chances = entry_chances(w, s, area)
        best, kept, gain = 0.0, len(ready), 0.0
        for keep in range(len(ready)):
            worth = stack.worth(sum(assault_dice(s, u) for u in ready[keep:]))
            given_up = fire_worth(w, s, ready, chances) - fire_worth(w, s, ready[:keep], chances)
            if worth - given_up - w.assault_least > best:
                best, kept, gain = worth - given_up - w.assault_least, keep, worth
        instead = ", more than the Defensive Fire it gives up" if chances else ""
        for unit in ready[kept:]:
            plan[unit] = f"The assault is worth {gain:.1f} VP{instead}."
    return plan


def entry_chances(w: JapaneseWeights, s: State, area: Space) -> tuple[float, ...]:
    """Chances that one, two and three US units enter an area next turn."""
    g = s.game
    if is_last(s):
        return ()
    near = sum(count(s.at[a] & g.us_ground) for a in g.adjacent[area])
    if g.coast >> area & 1:
        near += count(s.at[g.landing] & g.us_ground)
    return w.entries[:near]


def fire_worth(w: JapaneseWeights, s: State, units: list[Unit], chances: tuple[float, ...]) -> float:
    """The steps that the Defensive Fire of these units, strongest first, will take next turn."""
    g = s.game
    return sum(w.alive * chance * g.assault[u][s.steps[u]] / 3 for u, chance in zip(units, chances, strict=False))


def next_assault(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """19a, 22.3.1: Banzai if it pays by now; otherwise the best assault first, for 40 VP end the game."""
    if ("banzai",) in asked.options:
        reason = banzai_reason(staff.weights, s)
        if reason:
            return staff.because(("banzai",), reason)
    areas = [o for o in asked.options if o[0] == "assault-area"]
    best = max(areas, key=lambda o: sum(assault_dice(s, u) for u in assaulting(s, JP, space_of(o))))
    return staff.because(best, "The strongest assault first: 40 VP end the game at once.")


# --- 12.2.3(2) retreats


def retreats(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """12.2.3(2): who should leave, weighed by what lives and whether somebody still holds the area."""
    w = staff.weights
    attack = s.agenda[-2]
    offered = [o for o in asked.options if o[0] == "retreat"]
    if not offered or not isinstance(attack, Assault):
        return ("no-more-retreats",)
    gone = {u for u, a in zip(attack.row, attack.away, strict=True) if a >= 0}
    able = sorted({unit_of(o) for o in offered})
    most = outcome(w, s, attack, gone)
    leaving: tuple[Unit, ...] = ()
    sizes = range(1, len(able) + 1) if len(able) <= MOST_PLANS else (len(able),)
    for size in sizes:
        for chosen in combinations(able, size):
            worth = outcome(w, s, attack, gone | set(chosen)) - w.retreat_each * size
            if worth > most:
                most, leaving = worth, chosen
    if not leaving:
        return (
            staff.because(("no-more-retreats",), "Staying is worth more than retreating.")
            if able
            else ("no-more-retreats",)
        )
    best = max((o for o in offered if o[1] == leaving[0]), key=lambda o: refuge(w, s, space_of(o, 2)))
    area = s.game.space_names[space_of(best, 2)]
    if steps_left(s, attack, gone | {leaving[0]}) > steps_left(s, attack, gone):
        return staff.because(best, f"More units survive in {area} than here.")
    return staff.because(best, f"It is more useful in {area}.")


def steps_left(s: State, attack: Assault, leaving: set[Unit]) -> int:
    """12.2.3(3): the steps of a row that are left when these units retreat."""
    lost = losses_along(s, attack.row, attack.damage, dict.fromkeys(leaving, 1))
    return sum(s.steps[unit] - lost[unit] for unit in attack.row)


def outcome(w: JapaneseWeights, s: State, attack: Assault, leaving: set[Unit]) -> float:
    """Remainder after the losses: units by their worth, those who hold on in contact, and the area."""
    g = s.game
    steps = {u: s.steps[u] for u in attack.row}
    spared = set(leaving)
    damage = attack.damage
    while damage and any(steps.values()):
        for unit in attack.row:
            if not damage:
                break
            if not steps[unit]:
                continue
            damage -= 1
            if unit in spared:
                spared.discard(unit)
            else:
                steps[unit] -= 1
    worth = 0.0
    held = False
    for unit, left in steps.items():
        worth += unit_worth(w, s, unit, left)
        if left and unit not in leaving:
            held = True
            worth += w.holding_dice * g.assault[unit][left]
            if unit == g.hq and not is_last(s):
                worth -= w.hq_in_contact
    return worth + (hold_worth(w, s, attack.area) if held and not s.control >> attack.area & 1 else 0.0)


def refuge(w: JapaneseWeights, s: State, area: Space) -> float:
    """Score of a place to fall back to: cover first, then company."""
    g = s.game
    cover = g.bdv[area] + s.caves[area] + s.shown[area]
    return cover + w.refuge_company * count(s.at[area] & g.jp) + w.refuge_hold * hold_worth(w, s, area)
