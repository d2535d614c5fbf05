"""Japanese Defensive Fire and bombardment, and how Concealed losses are borne."""

from __future__ import annotations

from grognard.bots.iwojima.common import chance_of, circumstances, mean_damage
from grognard.bots.iwojima.japanese_aims import is_last, marker_worth, shield_of, unit_worth
from grognard.bots.iwojima.japanese_memory import JapaneseMemory
from grognard.bots.iwojima.weights import JapaneseWeights
from grognard.games.iwojima.bombardment import targets
from grognard.games.iwojima.defensive_fire import fire_dice
from grognard.games.iwojima.facts import ROCKET_DIE
from grognard.games.iwojima.losses import OrderRow
from grognard.games.iwojima.previews import losses_along
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import numbered


def order_concealed(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """9.3.3(3): losses go first to units that survive them, then to those that matter least."""
    units = [unit_of(o) for o in asked.options if o[0] == "rank"]
    first = min(units, key=lambda u: (s.steps[u] < 2, unit_worth(staff.weights, s, u), u))
    row = s.agenda[-1]
    if isinstance(row, OrderRow) and lives(s, row, first):
        return staff.because(("rank", first), "It survives its losses.")
    return staff.because(("rank", first), "It is the least valuable unit there.")


def lives(s: State, order: OrderRow, unit: Unit) -> bool:
    """9.3.3(4): whether a unit that is next in the row survives, with the rest as the staff would order it."""
    placed = [*order.row, unit]
    row = [*placed, *order.the_rest(s, [u for u in order.units if u not in placed])]
    return losses_along(s, row, order.damage, {})[unit] < s.steps[unit]


# --- Defensive Fire


def defensive_fire(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """11: the unit that hurts the mover most; nothing for a tank that only shrugs, while others are still to come."""
    w = staff.weights
    mover, area = asked.about[:2]
    best, most = None, 0.0
    able = [unit_of(option) for option in asked.options if option[0] == "fire"]
    for unit in able:
        harm = fire_harm(s, unit, mover) - w.fire_shown * unit_worth(w, s, unit)
        if harm > most:
            best, most = unit, harm
    if best is None:
        return staff.because(("pass",), why_no_fire(s, able, mover)) if len(asked.options) > 1 else ("pass",)
    g = s.game
    if g.armor[mover] and most < w.tank_shrugs and others_may_come(s, mover, area):
        return staff.because(("pass",), "Fire would hardly hurt the tank: save it for the units that may follow.")
    dice = numbered(fire_dice(s, best), "die", "dice")
    return staff.because(("fire", best), f"{dice}: {fire_harm(s, best, mover):.1f} steps lost on average.")


def why_no_fire(s: State, able: list[Unit], mover: Unit) -> str:
    """11b, 11c: why nobody fires at a unit that has entered."""
    if not able:
        return "No unit in the area can fire."
    harm = max(fire_harm(s, unit, mover) for unit in able)
    if harm <= 0.0:
        return "No shot could do Damage."
    shown = " to Reveal a unit for" if all(s.concealed >> unit & 1 for unit in able) else ""
    return f"Fire would cost {harm:.1f} steps on average: not enough{shown}."


def fire_harm(s: State, unit: Unit, mover: Unit) -> float:
    """The steps that the fire of one unit takes from the moving unit on average."""
    g = s.game
    ignored = 0 if g.anti_tank >> unit & 1 else g.armor[mover]
    return mean_damage(fire_dice(s, unit), ignored, s.steps[mover])


def others_may_come(s: State, mover: Unit, area: Space) -> bool:
    """Whether unarmoured US units that have not moved stand next to the area or wait at sea."""
    g = s.game
    waiting = g.us_ground & ~g.tanks & ~s.moved & ~(1 << mover)
    if g.beaches >> area & 1 and s.at[g.landing] & waiting:
        return True
    return any(s.at[a] & waiting for a in g.adjacent[area])


# --- bombardment


def designate_bombardment(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """16: the whole plan is made once; then it is told gun by gun."""
    plan = staff.recall("bombardment", circumstances(s), lambda: plan_bombardment(staff.weights, s, asked))
    for unit, (area, why) in plan.items():
        if s.target[unit] < 0:
            return staff.because(("assign", unit, area), why)
    return ("confirm",)


def plan_bombardment(w: JapaneseWeights, s: State, asked: Decision) -> dict[Unit, tuple[Space, str]]:
    """16: guns go where they promise most, alone or together; a marker counts as the VP it would have earned."""
    g = s.game
    load: dict[Space, list[Unit]] = {}
    for unit in g.jp_units:
        if s.target[unit] >= 0:
            load.setdefault(s.target[unit], []).append(unit)
    free = sorted({unit_of(o) for o in asked.options if o[0] == "assign"}, key=lambda u: (u == g.rocket, -u))
    reach = {u: targets(s, u) for u in free}
    prices = {u: price(w, s, u) for u in free}
    areas = worthy_targets(s)
    plan: dict[Unit, tuple[Space, str]] = {}
    while free:
        best: tuple[float, Unit, Space] | None = None
        for area in areas:
            firing = load.get(area, [])
            base = bombardment_worth(w, s, area, firing)
            able = [u for u in free if reach[u] >> area & 1]
            cost = 0.0
            for number, unit in enumerate(able, 1):
                cost += prices[unit]
                gain = (bombardment_worth(w, s, area, firing + able[:number]) - base - cost) / number
                if best is None or gain > best[0]:
                    best = (gain, able[0], area)
        if best is None or best[0] <= 0.0:
            break
        gain, unit, area = best
        plan[unit] = (area, f"Shelling {g.space_names[area]} is worth {gain:.1f} VP per gun.")
        load.setdefault(area, []).append(unit)
        free.remove(unit)
    return plan


def worthy_targets(s: State) -> list[Space]:
    """Areas with US units or markers."""
    g = s.game
    return [a for a in g.every_area if s.at[a] & g.us_ground or (s.safe | s.beachheads) >> a & 1]


def price(w: JapaneseWeights, s: State, unit: Unit) -> float:
    """Cost of firing: the rocket is gone, and a Concealed mortar gives its place away."""
    g = s.game
    if unit == g.rocket:
        return float(g.vp_jp_unit) if is_last(s) else max(w.rocket_least, w.rocket - w.rocket_turn * s.turn)
    if is_last(s):
        return 0.0
    return w.mortar_shown if s.concealed >> unit & 1 and not g.red >> unit & 1 else w.gun_fires


def bombardment_worth(w: JapaneseWeights, s: State, area: Space, units: list[Unit]) -> float:
    """The VP that these guns promise against an area."""
    if not units:
        return 0.0
    g = s.game
    dice, rocket = 0, False
    for unit in units:
        rating = g.bombard[unit][s.steps[unit]]
        if rating == ROCKET_DIE:
            rocket = True
        else:
            dice += rating
    shield = shield_of(s, area)
    soft = sum(s.steps[u] + g.armor[u] for u in members(s.at[area] & g.us_ground))
    if rocket:
        harm = (
            sum(
                mean_damage(dice, shield - face, soft)
                if face <= shield
                else min(soft, mean_damage(dice, 0, soft) + face - shield)
                for face in range(1, 7)
            )
            / 6
        )
        return harm + marker_worth(w, s, area)
    return mean_damage(dice, shield, soft) + chance_of(dice, 1) * marker_worth(w, s, area)


def next_bombardment(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """16b: the order changes nothing, except that 40 VP end the game: most US steps first."""
    g = s.game
    best = max(asked.options, key=lambda o: (s.at[space_of(o)] & g.us_ground).bit_count())
    if not s.at[space_of(best)] & g.us_ground:
        return staff.because(best, "The targets hold no US units: only markers are at stake.")
    return staff.because(best, "First the areas with the most US units: 40 VP end the game at once.")


def order_row(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """16.5, 19a-3: armour last, for it ignores two losses."""
    return staff.because(("rank-rest",), "First the units that one loss eliminates; tanks last.")
