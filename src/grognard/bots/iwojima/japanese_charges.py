"""Banzai and Kirikami: when a charge brings more than it costs."""

from __future__ import annotations

from grognard.bots.iwojima.common import mean_damage
from grognard.bots.iwojima.japanese_aims import (
    Stack,
    final_margin,
    income,
    is_last,
    may_not_assault,
    together,
    turns_left,
    unit_worth,
)
from grognard.bots.iwojima.japanese_memory import JapaneseMemory
from grognard.bots.iwojima.weights import JapaneseWeights
from grognard.games.iwojima.assault import assault_dice
from grognard.games.iwojima.charges import in_contact
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option
from grognard.kernel.ids import NO_SPACES, NO_UNIT, Space
from grognard.kernel.odds import at_least
from grognard.kernel.words import numbered

# --- 22.3.1 Banzai


def charging(w: JapaneseWeights, s: State, banzai: bool) -> list[tuple[Stack, int]]:
    """The assaults of everybody upright and in contact, each with its dice; with a Banzai Charge or without."""
    g = s.game
    reach = NO_SPACES
    if banzai:
        hq_area = s.where[g.hq]
        reach = g.near[hq_area] | 1 << hq_area
    out = []
    for area in g.every_area:
        if s.at[area] & g.us_ground:
            bonus = g.banzai_bonus if reach >> area & 1 and not s.banzai else 0
            ready = members(s.at[area] & g.jp & ~may_not_assault(s))
            dice = sum(max(0, assault_dice(s, u)) + bonus for u in ready)
            if dice:
                out.append((Stack(w, s, area), dice))
    return out


def danger_to_hq(w: JapaneseWeights, s: State) -> float:
    """The chance that the HQ does not live to the end."""
    g = s.game
    area = s.where[g.hq]
    if is_last(s):
        return 0.0
    if s.at[area] & g.us_ground:
        dice = sum(g.assault[u][s.steps[u]] for u in members(s.at[area] & g.us_ground))
        steps = sum(s.steps[u] for u in members(s.at[area] & g.jp))
        shield = 0 if s.control >> area & 1 else g.bdv[area] + s.caves[area] + s.shown[area]
        return min(0.95, w.hq_danger_contact + mean_damage(dice, shield) / max(1, steps))
    near = any(s.at[a] & g.us_ground for a in g.adjacent[area])
    seen = not s.concealed >> g.hq & 1
    danger = w.hq_danger_near if near else w.hq_danger_far
    return min(0.9, danger * turns_left(s) + (w.hq_danger_seen if seen else 0.0))


def banzai_reason(w: JapaneseWeights, s: State) -> str:
    """Why a Banzai Charge pays now; empty when it does not."""
    g = s.game
    plain, charge = charging(w, s, False), charging(w, s, True)
    gain = sum(stack.worth(dice) for stack, dice in charge) - sum(stack.worth(dice) for stack, dice in plain)
    if gain <= 0.0:
        return ""
    before, after = together(plain), together(charge)
    missing = g.goal - s.vp[JP]
    forty = at_least(after, missing)
    extra = forty - at_least(before, missing)
    if is_last(s):
        margin = final_margin(s)
        lost = s.vp[US] + income(s) >= g.goal
        short = missing if lost else min(missing, int(1 - margin // 1))
        dear = missing if lost else min(missing, int(1 - (margin - g.vp_hq - g.vp_jp_unit) // 1))
        if at_least(after, dear) > at_least(before, short) + 0.01:
            return f"Banzai! The last chance: it wins with {100 * at_least(after, dear):.0f} % probability."
        return ""
    if extra >= w.banzai_chance:
        losses = numbered(missing, "more step loss wins", "more step losses win")
        return f"Banzai! {losses}; the chance is {100 * forty:.0f} %."
    danger = danger_to_hq(w, s)
    kept = (g.vp_hq + g.vp_jp_unit) * (1.0 - danger)
    if gain > kept + w.banzai_least:
        return f"Banzai! The charge is worth {gain:.1f} VP, keeping the HQ alive only {kept:.1f} VP."
    return ""


# --- 22.3.2 Kirikami


def kirikami(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """22.3.2: a step now against one die more for everybody who will still be there after the US assault."""
    g = s.game
    w = staff.weights
    gain = 0.0
    stays: dict[Space, float] = {}
    for area in g.every_area:
        if not s.at[area] & g.us_ground:
            continue
        units = members(s.at[area] & g.jp)
        if not units:
            continue
        steps = sum(s.steps[u] for u in units)
        attack = sum(g.assault[u][s.steps[u]] for u in members(s.at[area] & g.us_ground & ~s.fired))
        shield = 0 if s.control >> area & 1 else g.bdv[area] + s.caves[area] + s.shown[area]
        stays[area] = share = max(0.0, 1.0 - mean_damage(attack, shield, steps) / steps)
        dice = share * sum(g.assault[u][s.steps[u]] for u in units)
        stack = Stack(w, s, area)
        gain += w.kirikami_ready * (stack.worth(round(dice + share * len(units))) - stack.worth(round(dice)))
    best, least = NO_UNIT, 99.0
    for unit in members(in_contact(s)):
        if unit == g.hq:
            continue
        lost = unit_worth(w, s, unit) - unit_worth(w, s, unit, s.steps[unit] - 1)
        dice = g.assault[unit][s.steps[unit]] - g.assault[unit][s.steps[unit] - 1]
        price = w.kirikami_last_step if s.steps[unit] == 1 else w.kirikami_step
        cost = stays[s.where[unit]] * (lost + dice / 3) + price
        if cost < least:
            best, least = unit, cost
    if best < 0 or gain <= least + w.kirikami_least:
        return staff.because(("pass",), f"A Kirikami Charge would gain {gain:.1f} VP: not worth a step.")
    return staff.because(
        ("kirikami", best), f"Kirikami: the charge is worth {gain:.1f} VP and costs a step worth {least:.1f} VP."
    )
