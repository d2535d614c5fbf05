"""The odds before the dice: every modifier with its case, and the exact chance of each outcome.

Where something hidden from the asking side enters, the numbers span what it cannot know, never the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from grognard.games.iwojima.assault import (
    DeclareRetreats,
    DesignateAssault,
    ResolveAssaults,
    assault_dice,
    assaulting,
    may_assault,
)
from grognard.games.iwojima.bombardment import (
    DesignateBombardment,
    ResolveBombardments,
    bombarding,
    bombardment_dice,
)
from grognard.games.iwojima.charges import banzai_bonus, kirikami_bonus
from grognard.games.iwojima.defensive_fire import (
    DefensiveFire,
    EntryWindow,
    fire_dice,
    is_observed,
    may_fire,
    may_seem_to_retreat,
)
from grognard.games.iwojima.facts import JP, ROCKET_DIE, US
from grognard.games.iwojima.knowledge import cave_room
from grognard.games.iwojima.losses import OrderRow, armor_of, suggested_order
from grognard.games.iwojima.movement import UsMove, UsMovement, landing_cost
from grognard.games.iwojima.state import State, is_public
from grognard.kernel.bits import each, members
from grognard.kernel.board_parts import line
from grognard.kernel.flow import Option, space_of, unit_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.odds import Chances, added, at_least, mean, one_die, pool, reduced

Lines = list[dict[str, Any]]


def dice_words(number: int) -> str:
    """`+1 die`, `+5 dice`."""
    return f"{number:+d} {'die' if abs(number) == 1 else 'dice'}"


def hit_chances(s: State, dice: int) -> Chances:
    """The chance of each number of Hits."""
    return pool(dice, 7 - s.game.hit)


# --- itemised dice and reductions


def bombardment_items(s: State, units: list[Unit]) -> Lines:
    """9.3.1, 22.5a."""
    g = s.game
    out = []
    for unit in units:
        rating = g.bombard[unit][s.steps[unit]]
        if rating == ROCKET_DIE:
            out.append(line(g.unit_names[unit], "one die of Hits", "22.5a"))
        else:
            out.append(line(g.unit_names[unit], dice_words(rating), "9.3.1"))
    return out


def assault_items(s: State, units: list[Unit]) -> Lines:
    """12.2.1, 22.3."""
    g = s.game
    out = []
    for unit in units:
        out.append(line(g.unit_names[unit], dice_words(g.assault[unit][s.steps[unit]]), "12.2.1"))
        if g.jp >> unit & 1 and kirikami_bonus(s):
            out.append(line(f"{g.unit_names[unit]}: Kirikami", dice_words(kirikami_bonus(s)), "22.3.2c"))
        if g.jp >> unit & 1 and banzai_bonus(s, unit):
            out.append(line(f"{g.unit_names[unit]}: Banzai", dice_words(banzai_bonus(s, unit)), "22.3.1b"))
    return out


def reduction_items(s: State, kind: str, area: Space, attacker: Side, viewer: Side) -> tuple[Lines, int, int]:
    """9.3.2, 12.2.2, 16.4, 19a-2: each reduction, and the least and most it can be as far as the viewer knows."""
    g = s.game
    us_controls = bool(s.control >> area & 1)
    assault = "12.2.2" if attacker == US else "19a-2"
    if us_controls == (attacker == US):
        case = assault if kind == "assault" else "9.3.2b" if attacker == US else "16.4"
        return [line("The defender does not control the area", "nothing", case)], 0, 0
    case = assault if kind == "assault" else "9.3.2a" if attacker == US else "16.4"
    bdv = g.bdv[area]
    out = [line("Basic Defense Value", f"−{bdv}" if bdv else "0", case, "2.2.1b")]
    if attacker == JP:
        return out, bdv, bdv
    known = s.shown[area] + (s.caves[area] if viewer == JP else 0)
    if known:
        out.append(line("Caves", f"−{known}", case))
    if viewer == JP or s.probed >> area & 1:
        return out, bdv + known, bdv + known
    least, most = caves_unknown(s, area)
    if most:
        out.append(line("Caves unknown", f"−{least} to −{most}" if least else f"0 to −{most}", "9.2a"))
    return out, bdv + known + least, bdv + known + most


def caves_unknown(s: State, area: Space) -> tuple[int, int]:
    """4.1b, 9.2a: the least and the most Caves that may still be Concealed in an area, as the US player can count."""
    unseen, room = sum(s.caves), cave_room(s)
    return max(0, unseen - (sum(room) - room[area])), min(room[area], unseen)


# --- outcomes


def outcomes(possible: Sequence[Chances], one: str, many: str) -> Lines:
    """The chance of 0, 1, 2 … of something; a range over all that is possible where the reduction is not known."""
    return [dict(row) for row in _outcomes(tuple(possible), one, many)]


@lru_cache(maxsize=1 << 10)
def _outcomes(possible: tuple[Chances, ...], one: str, many: str) -> Lines:
    rows: Lines = []
    for n in range(max(map(len, possible))):
        here = [chances[n] if n < len(chances) else 0.0 for chances in possible]
        low, high = min(here), max(here)
        if high < 0.0005:
            continue
        row: dict[str, Any] = {"text": f"no {many}" if n == 0 else f"{n} {one if n == 1 else many}", "p": low}
        if high - low > 1e-9:
            row["p2"] = high
        rows.append(row)
    return rows


def attack_preview(s: State, kind: str, attacker: Side, viewer: Side, area: Space, units: list[Unit]) -> dict[str, Any]:
    """A bombardment or an assault of one area by these units."""
    g = s.game
    if kind == "bombardment":
        dice, rockets = bombardment_dice(s, units)
        items = bombardment_items(s, units)
    else:
        dice, rockets = sum(assault_dice(s, u) for u in units), 0
        items = assault_items(s, units)
    chances = hit_chances(s, dice)
    for _ in range(rockets):
        chances = added(chances, one_die())
    taken, low, high = reduction_items(s, kind, area, attacker, viewer)
    possible = [reduced(chances, by) for by in range(low, high + 1)]
    best, worst = possible[0], possible[-1]
    out: dict[str, Any] = {
        "title": f"{'Bombardment of' if kind == 'bombardment' else 'Assault in'} {g.space_names[area]}",
        "space": area,
        "dice": dice + rockets,
        "hit": f"{g.hit}–6",
        "items": items,
        "reduce": taken,
        "outcomes": outcomes(possible, "Damage", "Damage"),
        "mean": round(mean(worst), 2),
        "unit": "Damage",
        "notes": attack_notes(s, kind, attacker, viewer, area, chances, possible),
    }
    if low != high:
        out["mean2"] = round(mean(best), 2)
    return out


def attack_notes(
    s: State, kind: str, attacker: Side, viewer: Side, area: Space, chances: Chances, possible: Sequence[Chances]
) -> Lines:
    """What else the dice decide: a Cave, a marker, clearing what is in view. `possible`: Damage, best to worst."""
    g = s.game
    notes: Lines = []
    if attacker == US:
        least, most = caves_unknown(s, area)
        if s.shown[area] or (viewer == JP and s.caves[area]) or (viewer == US and least):
            case = "9.3.4a" if kind == "bombardment" else "12.2.4"
            notes.append({"text": "A Cave collapses", "p": at_least(chances, 1), "cases": [case]})
        elif viewer == US and most:
            notes.append({"text": "A Cave collapses, if there is one", "p": at_least(chances, 1), "cases": ["9.3.4a"]})
        in_view = members(s.at[area] & g.jp & ~s.concealed)
    else:
        if (s.beachheads | s.safe) >> area & 1:
            p = at_least(chances, 1) if kind == "bombardment" else at_least(possible[0], 1)
            case = "16.6" if kind == "bombardment" else "19b"
            notes.append({"text": "The US marker is removed", "p": p, "cases": [case]})
        in_view = members(s.at[area] & g.us_ground)
    if in_view:
        # Nobody retreats from a bombardment; an assault is reckoned as if nobody did.
        case, stays = ("9.3.3(2)", "") if kind == "bombardment" else ("12.2.3(3)", ", if nobody retreats")
        needed = sum(s.steps[u] + g.armor[u] for u in in_view)
        text = f"Damage {needed} or more clears what is in view{stays}"
        notes.append(ranged(text, [at_least(damage, needed) for damage in possible], case))
        lost = [f"{steps_lost(s, in_view, damage):.1f}" for damage in possible]
        span = lost[0] if lost[0] == lost[-1] else f"{lost[-1]}–{lost[0]}"
        notes.append({"text": f"On average {span} steps of the units in view are lost{stays}", "cases": [case]})
    return notes


def ranged(text: str, chances: Sequence[float], case: str) -> dict[str, Any]:
    """A chance, or where something is not known the least and the most that it may be."""
    low, high = min(chances), max(chances)
    return {"text": text, "p": low, "cases": [case], **({"p2": high} if high - low > 1e-9 else {})}


def steps_lost(s: State, units: list[Unit], damage: Chances) -> float:
    """9.3.3(2), 12.2.3(3), R18: the steps that such Damage takes on average, in a sound row."""
    lost, sure = 0.0, 1.0 - damage[0]  # the chance that there is one more point of Damage
    row = damage_along(s, suggested_order(s, units), armor_of(s, units))
    for (_, steps), chance in zip(row, damage[1:], strict=False):
        lost += steps * sure
        sure -= chance
    return lost


def fire_preview(s: State, firer: Unit, window: EntryWindow) -> dict[str, Any]:
    """11.1.1: Defensive Fire by one unit at the moving unit, and what a retreat would save."""
    g = s.game
    mover, area, number = window.mover, window.area, fire_dice(s, firer)
    rating = g.assault[firer][s.steps[firer]]
    items = [line(g.unit_names[firer], dice_words(rating), "11.1.1a")]
    if s.concealed >> firer & 1:
        if is_observed(s, area):
            watcher = members(g.near[area] & g.mountains & s.control)[0]
            items.append(line(f"No surprise: {g.space_names[watcher]} is US-controlled", "+0 dice", "11.1.1c"))
        else:
            items.append(line("Surprise", dice_words(g.surprise), "11.1.1b"))
    spare = 0 if g.anti_tank >> firer & 1 else g.armor[mover]
    taken: Lines = []
    if g.armor[mover]:
        if spare:
            taken.append(line("Armor", f"−{spare}", "22.4.3a"))
        else:
            taken.append(line("Armor does not count against an anti-tank unit", "nothing", "22.4.3c"))
    losses = reduced(hit_chances(s, number), spare)
    capped = (*losses[: s.steps[mover]], at_least(losses, s.steps[mover]))
    rows = outcomes([capped], "step lost", "steps lost")
    if len(losses) > s.steps[mover] and rows:
        for row in rows:
            if row["text"].startswith(f"{s.steps[mover]} "):
                row["text"] = f"{g.unit_names[mover]} eliminated"
    return {
        "title": f"Defensive Fire at {g.unit_names[mover]}",
        "space": area,
        "dice": number,
        "hit": f"{g.hit}–6",
        "items": items,
        "reduce": taken,
        "outcomes": rows,
        "mean": round(mean(capped), 2),
        "unit": "steps lost",
        "notes": retreat_notes(s, mover, area, bool(window.landing)),
    }


def retreat_notes(s: State, mover: Unit, area: Space, landing: bool) -> Lines:
    """11.1.2(1), 22.4.2: whether a unit under Defensive Fire in an area can retreat from it, and what that saves."""
    if landing:
        return [{"text": "A unit that has just landed cannot retreat from fire", "cases": ["11.1.2(1)c"]}]
    if s.game.tanks >> mover & 1:
        return [{"text": "A tank unit cannot retreat from Defensive Fire", "cases": ["22.4.2"]}]
    if not may_seem_to_retreat(s, mover, area):
        return [{"text": "No area is open for a retreat", "cases": ["11.1.2(1)b"]}]
    return [{"text": "These are the losses if it stays; a retreat reduces the Damage by 1", "cases": ["11.1.2(1)a"]}]


# --- what is asked now


def current(s: State, side: Side) -> list[dict[str, Any]]:
    """The odds of what is planned or under way, as the asked side may know them."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, DesignateBombardment) and top.side == side:
        units = [u for u in each(s.game.us if side == US else s.game.jp) if s.target[u] >= 0]
        areas = sorted({s.target[u] for u in units})
        return [attack_preview(s, "bombardment", side, side, a, bombarding(s, side, a)) for a in areas]
    if isinstance(top, DesignateAssault) and top.side == side:
        areas = [a for a in s.game.every_area if assaulting(s, side, a)]
        return [attack_preview(s, "assault", side, side, a, assaulting(s, side, a)) for a in areas]
    if isinstance(top, ResolveBombardments):
        areas = members(s.named)
        return [attack_preview(s, "bombardment", top.side, side, a, bombarding(s, top.side, a)) for a in areas]
    if isinstance(top, ResolveAssaults):
        areas = members(s.named)
        return [attack_preview(s, "assault", top.side, side, a, assaulting(s, top.side, a)) for a in areas]
    return []


def of_option(s: State, side: Side, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    top = s.agenda[-1] if s.agenda else None
    verb = option[0]
    if isinstance(top, EntryWindow) and verb == "fire":
        return fire_preview(s, unit_of(option), top)
    if isinstance(top, DesignateBombardment) and verb == "assign":
        unit, area = unit_of(option), space_of(option, 2)
        return attack_preview(s, "bombardment", side, side, area, [*bombarding(s, side, area), unit])
    if isinstance(top, DesignateAssault) and verb == "assault":
        unit = unit_of(option)
        return attack_preview(s, "assault", side, side, s.where[unit], [*assaulting(s, side, s.where[unit]), unit])
    if isinstance(top, DesignateAssault) and verb == "assault-all":
        area = space_of(option)
        all_there = [u for u in may_assault(s, side) if s.where[u] == area]
        return attack_preview(s, "assault", side, side, area, all_there)
    if isinstance(top, ResolveBombardments) and verb == "bombard":
        area = space_of(option)
        return attack_preview(s, "bombardment", side, side, area, bombarding(s, side, area))
    if isinstance(top, ResolveAssaults) and verb == "assault-area":
        area = space_of(option)
        return attack_preview(s, "assault", side, side, area, assaulting(s, side, area))
    if isinstance(top, DefensiveFire) and verb in ("stay", "fall-back"):
        return fall_back_preview(s, top, verb == "fall-back")
    if isinstance(top, UsMovement) and verb in ("land", "move"):
        unit = unit_of(option)
        return entry_preview(s, unit, space_of(option, 2), verb == "land", s.game.mp[unit])
    if isinstance(top, UsMove) and verb == "to":
        return entry_preview(s, top.unit, space_of(option), False, top.mp)
    if isinstance(top, OrderRow) and verb in ("rank", "rank-rest"):
        return row_preview(s, top, [unit_of(option)] if verb == "rank" else [])
    if isinstance(top, DeclareRetreats):
        return retreat_preview(s, top, option)
    return None


# --- what follows for certain


def entry_preview(s: State, unit: Unit, area: Space, landing: bool, mp: int) -> dict[str, Any]:
    """10.1-10.4, 22.2.1b: what entering an area costs, whether the unit stops there, and what it gives away."""
    g = s.game
    name = g.space_names[area]
    cost = landing_cost(s, area) if landing else 1
    left = mp - cost
    notes: Lines = []
    in_view = s.at[area] & g.jp & ~s.concealed
    in_hiding = not s.control >> area & 1 and not is_public(s)
    upright = [u for u in may_fire(s, JP, area) if in_view >> u & 1]
    if in_view:
        notes.append({"text": "Japanese units are in view: it stops there", "cases": ["10.2"]})
    if upright:
        one_of = (
            f"{g.unit_names[upright[0]]} may fire" if len(upright) == 1 else f"One of {len(upright)} units may fire"
        )
        more = ", or a Concealed unit" if in_hiding else ""
        notes.append({"text": f"{one_of} at it{more}", "cases": ["10.4a", "11a", "11c"]})
    elif in_hiding and in_view:
        notes.append({"text": "No Revealed unit can fire; a Concealed unit may", "cases": ["10.4a", "11a", "11c"]})
    elif in_hiding:
        notes.append({"text": "It may be fired at, and then its move ends", "cases": ["10.4a", "11a"]})
    if upright or in_hiding:
        notes += [note for note in retreat_notes(s, unit, area, landing) if note["cases"] != ["11.1.2(1)a"]]
    if landing and not s.beachheads >> area & 1 and g.third_division >> unit & 1 and not s.third_landed:
        text = f"No Beachhead is there: the landing of the 3rd Division gives Japan {g.vp_third} VP"
        notes.append({"text": text, "cases": ["22.2.1b", "23.2(2)"]})
    return {
        "title": f"{g.unit_names[unit]} {'lands at' if landing else 'enters'} {name}",
        "space": area,
        "items": [
            line("Landing" if landing else "Entry", f"{cost} MP", "10.3b" if landing else "10.1a"),
            line("Left afterwards", f"{max(0, left)} MP", "10.1b"),
        ],
        "reduce": [],
        "notes": notes,
    }


def damage_along(s: State, row: list[Unit], spare: dict[Unit, int]) -> Iterator[tuple[Unit, int]]:
    """9.3.3(2), 12.2.3(3): who in a row takes each point of Damage in turn, and the steps that it costs (0 or 1)."""
    left, spare = {unit: s.steps[unit] for unit in row}, dict(spare)
    while any(left.values()):
        for unit in row:
            if left[unit]:
                if spare.get(unit):
                    spare[unit] -= 1
                    yield unit, 0
                else:
                    left[unit] -= 1
                    yield unit, 1


def losses_along(s: State, row: list[Unit], damage: int, spare: dict[Unit, int]) -> dict[Unit, int]:
    """9.3.3(2), 12.2.3(3): what each unit of a row will lose."""
    lost = dict.fromkeys(row, 0)
    for unit, steps in islice(damage_along(s, row, spare), damage):
        lost[unit] += steps
    return lost


def loss_lines(s: State, lost: dict[Unit, int], case: str) -> Lines:
    """Who loses how much."""
    g = s.game
    words = {0: "nothing", 1: "1 step"}
    return [
        line(
            g.unit_names[unit],
            "eliminated" if number == s.steps[unit] else words.get(number, f"{number} steps"),
            case,
        )
        for unit, number in lost.items()
    ]


def row_preview(s: State, order: OrderRow, chosen: list[Unit]) -> dict[str, Any]:
    """9.3.3(1), 12.2.3(1): what each unit would lose with this one next and the rest in a sound order."""
    placed = [*order.row, *chosen]
    row = [*placed, *order.the_rest(s, [u for u in order.units if u not in placed])]
    case = "12.2.3(3)" if order.retreats else "9.3.3(2)"
    retreats = {"text": "Retreats may still spare a loss each", "cases": ["12.2.3(2)a"]}
    return {
        "title": f"Damage {order.damage} in {s.game.space_names[order.area]}",
        "space": order.area,
        "items": loss_lines(s, losses_along(s, row, order.damage, armor_of(s, row)), case),
        "reduce": [],
        "notes": [retreats] if order.retreats else [],
    }


def retreat_preview(s: State, asked: DeclareRetreats, option: Option) -> dict[str, Any]:
    """12.2.3(2)-(3): what each unit will lose with the retreats declared so far and this one."""
    attack = asked.attack(s)
    away = list(attack.away)
    if option[0] == "retreat":
        away[attack.row.index(unit_of(option))] = space_of(option, 2)
    spare = armor_of(s, attack.row)
    for unit, area in zip(attack.row, away, strict=True):
        if area >= 0:
            spare[unit] = spare.get(unit, 0) + 1
    lost = losses_along(s, attack.row, asked.damage, spare)
    g = s.game
    going = [
        {"text": f"{g.unit_names[u]} ends in {g.space_names[area]}", "cases": ["12.2.5"]}
        for u, area in zip(attack.row, away, strict=True)
        if area >= 0 and lost[u] < s.steps[u]
    ]
    return {
        "title": f"Damage {asked.damage} in {g.space_names[asked.area]}",
        "space": asked.area,
        "items": loss_lines(s, lost, "12.2.3(3)" if attack.side == US else "19a-3"),
        "reduce": [],
        "notes": going,
    }


def fall_back_preview(s: State, fire: DefensiveFire, away: bool) -> dict[str, Any]:
    """11.1.2: what each answer to a known Damage costs."""
    g = s.game
    spare = 0 if g.anti_tank >> fire.firer & 1 else g.armor[fire.mover]
    loss = min(s.steps[fire.mover], max(0, fire.damage - away - spare))
    return {
        "title": f"{g.unit_names[fire.mover]} under fire in {g.space_names[fire.area]}",
        "space": fire.area,
        "dice": 0,
        "hit": f"{g.hit}–6",
        "items": [line("Damage", str(fire.damage), "11.1.1a")],
        "reduce": [line("Retreat", "−1", "11.1.2(1)a")] if away else [],
        "outcomes": outcomes([(*[0.0] * loss, 1.0)], "step lost", "steps lost"),
        "mean": loss,
        "unit": "steps lost",
        "notes": [],
    }
