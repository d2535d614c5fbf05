"""US movement: attacks that pay, garrisons that hold, and everybody else under cover near the next objective."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from operator import itemgetter

from grognard.bots.iwojima.belief import Belief, believe
from grognard.bots.iwojima.common import distances
from grognard.bots.iwojima.us_aims import Outlook, objectives, sits_tight
from grognard.bots.iwojima.us_attack import Fight
from grognard.bots.iwojima.us_memory import UsMemory
from grognard.bots.iwojima.weights import UsWeights
from grognard.games.iwojima.movement import landing_bar, landing_cost, uncommitted
from grognard.games.iwojima.state import State
from grognard.kernel.bits import bitset, members
from grognard.kernel.flow import Decision, Option
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit

Reach = dict[Space, tuple[float, int, tuple[Space, ...]]]
"""Per area within a unit's MP: the risk on the way, the MP, and the way itself (areas entered)."""
RISKY = 0.3
"""Losses on the way from which a unit enters after those with a safe one."""


@dataclass(slots=True)
class Orders:
    """Goals of units, in the order in which they should start."""

    goals: dict[Unit, tuple[Space, tuple[Space, ...]]] = field(default_factory=dict)
    """Per unit, the area it is to reach and the areas it enters on the way."""
    why: dict[Unit, str] = field(default_factory=dict)


def us_movement(staff: UsMemory, s: State, asked: Decision) -> Option:
    """10: commit the 3rd Division once a Beachhead stands, then carry out the orders unit by unit."""
    waiting = uncommitted(s)
    if s.beachheads and waiting:
        return staff.because(("commit", waiting[0]), "At a Beachhead the 3rd Division lands for free.")
    orders = staff.recall("movement", in_view(s), lambda: plan_movement(staff, s))
    offered = set(asked.options)
    for unit, (goal, way) in orders.goals.items():
        if s.moved >> unit & 1 or s.where[unit] == goal:
            continue
        option: Option = ("land" if s.where[unit] == s.game.landing else "move", unit, way[0])
        if option in offered:
            return staff.because(option, orders.why[unit])
    return staff.because(("end-movement",), staff.calm)


def move_on(staff: UsMemory, s: State, asked: Decision) -> Option:
    """10.1: on along the way of the orders."""
    unit, mp = asked.about
    orders = staff.recall("movement", in_view(s), lambda: plan_movement(staff, s, moving=(unit, mp)))
    goal, way = orders.goals.get(unit, (s.where[unit], ()))
    here = s.where[unit]
    if goal == here or not way:
        return ("stop",)
    following = way[way.index(here) + 1] if here in way else way[0]
    return staff.because(("to", following), orders.why[unit])


def in_view(s: State) -> Hashable:
    """Foundations of the orders: they are made again when something came into view, or a step or a place was lost."""
    g = s.game
    return s.turn, s.at[g.hand], s.at[g.eliminated], s.at[g.reserve], s.vp[1], s.fired & g.jp, s.phase


# --- the plan


def plan_movement(staff: UsMemory, s: State, moving: tuple[Unit, int] | None = None) -> Orders:
    """Attacks first, best first; then those that are left go where they are covered and near."""
    g = s.game
    w = staff.weights
    belief = believe(w, s, staff.notes)
    orders = Orders()
    movers = reaches(w, s, belief, moving)
    held = garrisons(s, movers)
    free = {u for u in movers if u not in held}
    force = {a: members(s.at[a] & g.us_ground & ~bitset(free)) for a in g.every_area}
    outlook = Outlook(w, s)
    ranks = ranks_of(s, movers)
    fights = fights_within(w, s, belief, outlook, ranks)
    if sits_tight(w, s):
        fights = [f for f in fights if f.own or s.at[f.area] & g.us_ground]
        staff.calm = "The airfields held will reach 40 VP in time: no new assault is needed."
    else:
        staff.calm = ""
    offers: list[tuple[float, Fight, list[Unit]]] = []
    for fight in fights:
        found = best_attack(s, fight, force[fight.area], free, ranks[fight.area])
        if found and found[0] > 0.0:
            offers.append((found[0], fight, found[1]))
    while offers:
        # With fewer units free an offer only gets worse: one is worked out again only when it leads.
        offer = max(offers, key=itemgetter(0))
        offers.remove(offer)
        _, fight, team = offer
        if not free.issuperset(team):
            found = best_attack(s, fight, force[fight.area], free, ranks[fight.area])
            if found and found[0] > 0.0:
                offers.append((found[0], fight, found[1]))
            continue
        for unit in team:
            orders.goals[unit] = (fight.area, movers[unit][fight.area][2])
            orders.why[unit] = f"{g.space_names[fight.area]} can be taken at an acceptable cost."
            free.discard(unit)
    taken = [len(force[a]) for a in g.every_area]
    for goal, _ in orders.goals.values():
        taken[goal] += 1
    aims = [area for _, area in objectives(w, s, belief, outlook)[:3]]
    stage(w, s, aims, orders, free, movers, taken)
    return orders


def reaches(w: UsWeights, s: State, belief: Belief, moving: tuple[Unit, int] | None = None) -> dict[Unit, Reach]:
    """Reach of each unit that may still move; units that start alike are worked out once."""
    g = s.game
    movers: dict[Unit, Reach] = {}
    known: dict[tuple[Space, int, int, int], Reach] = {}
    crowded = full_areas(s)
    for unit in members(g.us_ground & ~s.at[g.reserve]):
        mp = g.mp[unit]
        if moving and unit == moving[0]:
            mp = moving[1]
        elif s.moved >> unit & 1:
            continue
        heavy = (g.tanks | g.artillery) >> unit & 1
        alike = (s.where[unit], mp, heavy + (g.tanks >> unit & 1), g.third_division >> unit & 1)
        if alike not in known:
            known[alike] = reach_of(w, s, unit, mp, belief, crowded)
        movers[unit] = known[alike]
    return movers


def full_areas(s: State) -> Spaces:
    """3.Stacking-a: areas without room for another US unit."""
    g = s.game
    return bitset(a for a in g.every_area if (s.at[a] & g.us_ground).bit_count() >= g.max_us)


def reach_of(w: UsWeights, s: State, unit: Unit, mp: int, belief: Belief, crowded: Spaces) -> Reach:
    """10.1-10.3: the areas a unit can get to and the least risk of the way, that of the last area not counted."""
    g = s.game
    tank = g.tanks >> unit & 1
    found: Reach = {}
    layer: Reach = {}
    if s.where[unit] == g.landing:
        for area in members(g.coast):
            if landing_bar(s, unit, area) is None:
                third = g.third_division >> unit & 1 and not s.beachheads >> area & 1 and not s.third_landed
                layer[area] = (w.third_alone if third else 0.0, landing_cost(s, area), (area,))
    else:
        start = s.where[unit]
        found[start] = (0.0, 0, ())
        for area in g.adjacent[start]:
            if not (tank and g.hills >> area & 1):
                layer[area] = (0.0, 1, (area,))
    while layer:
        following: Reach = {}
        for area, (risk, spent, way) in layer.items():
            if spent > mp or (area in found and found[area][0] <= risk):
                continue
            if crowded >> area & 1 and s.where[unit] != area:
                continue
            found[area] = (risk, spent, way)
            if spent >= mp or s.at[area] & g.jp & ~s.concealed:
                continue
            onward = risk + min(1.0, belief.units[area]) * belief.dice[area] / 3
            for there in g.adjacent[area]:
                if tank and g.hills >> there & 1:
                    continue
                if there not in following or following[there][0] > onward:
                    following[there] = (onward, spent + 1, (*way, there))
        layer = following
    return found


# --- attacks


Rank = tuple[bool, bool, int, Unit, float]
"""A unit that could enter an area: dangerous way, not a tank, dice (negative), unit, danger of the way."""


def ranks_of(s: State, movers: dict[Unit, Reach]) -> list[list[Rank]]:
    """Per area, who could enter it, in the order in which they would: safe ways first, tanks first, most dice first."""
    g = s.game
    ranks: list[list[Rank]] = [[] for _ in g.every_area]
    for unit, reach in movers.items():
        if g.artillery >> unit & 1:
            continue
        here = s.where[unit]
        foot = not g.tanks >> unit & 1
        dice = -g.assault[unit][s.steps[unit]]
        for area, (risk, _, _) in reach.items():
            if area != here:
                ranks[area].append((risk > RISKY, foot, dice, unit, risk))
    for rank in ranks:
        rank.sort()
    return ranks


def fights_within(w: UsWeights, s: State, belief: Belief, outlook: Outlook, ranks: list[list[Rank]]) -> list[Fight]:
    """The areas not ours, or not ours alone, that somebody can enter or stands in."""
    g = s.game
    return [
        Fight(w, s, belief, a, outlook)
        for a in g.every_area
        if (not s.control >> a & 1 or s.at[a] & g.jp) and (ranks[a] or s.at[a] & g.us_ground)
    ]


def best_attack(
    s: State,
    fight: Fight,
    present: list[Unit],
    free: set[Unit],
    ranks: list[Rank],
    damage: float = 0.0,
    collapsed: float = 0.0,
) -> tuple[float, list[Unit]] | None:
    """The best number of free units to send into an area, tanks first, with those that stand there already."""
    g = s.game
    area = fight.area
    here = [u for u in members(s.at[area] & g.us_ground) if u in free]
    rank = [r for r in ranks if r[3] in free]
    if not rank and not here and not present:
        return None
    there = (*present, *here)
    standing = [0 if s.fired >> u & 1 else g.assault[u][s.steps[u]] for u in there]
    rank = rank[: g.max_us - len(there)]
    entering = [(0 if s.fired >> unit & 1 else -dice, not foot, danger) for _, foot, dice, unit, danger in rank]
    net, number = fight.best(standing, entering, damage, collapsed)
    return net, here + [r[3] for r in rank[:number]]


# --- garrisons and those left over


def garrisons(s: State, movers: dict[Unit, Reach]) -> set[Unit]:
    """One unit, the weakest, stays on every airfield and Beachhead that Japanese units could step onto."""
    g = s.game
    held: set[Unit] = set()
    for area in members(s.control & to_hold(s)):
        if not is_threatened(s, area):
            continue
        here = members(s.at[area] & g.us_ground)
        if here and all(u in movers for u in here):
            held.add(min(here, key=lambda u: (g.artillery >> u & 1, g.assault[u][s.steps[u]], u)))
    return held


def to_hold(s: State) -> Spaces:
    """Areas that must not be left empty: airfields, and beaches while there are units still to land there."""
    g = s.game
    waiting = s.at[g.landing] & g.us_ground or uncommitted(s)
    return g.safe_boxes | (g.beachhead_boxes if waiting else NO_SPACES)


def is_threatened(s: State, area: Space) -> bool:
    """Whether Japanese units can reach an area in their next phase, as far as can be told: two areas a turn."""
    g = s.game
    if g.near[area] & ~s.control:
        return True
    for there in g.adjacent[area]:
        if s.at[there] & g.jp or (g.near[there] & ~s.control and not s.at[there] & g.us_ground):
            return True
    return False


def stage(
    w: UsWeights,
    s: State,
    aims: list[Space],
    orders: Orders,
    free: set[Unit],
    movers: dict[Unit, Reach],
    taken: list[int],
) -> None:
    """Units without an attack: fill empty garrisons, leave lost fights, close up to the next objective under cover."""
    g = s.game
    far = distances(g)
    for unit in sorted(free, key=lambda u: (-s.steps[u], u)):
        best, most = s.where[unit], -99.0 if s.where[unit] < g.areas else -w.stay_at_sea
        for area, (risk, _, _) in movers[unit].items():
            if taken[area] >= g.max_us or s.at[area] & g.jp or not s.control >> area & 1:
                continue
            score = stand_worth(w, s, unit, area, far, aims, taken[area]) - w.stage_risk * risk
            if score > most:
                best, most = area, score
        if best < g.areas:
            taken[best] += 1
            orders.goals[unit] = (best, movers[unit][best][2])
            later = " for the next move" if s.turn < g.last_turn else ""
            orders.why[unit] = f"{g.space_names[best]} is the best position{later}."


def stand_worth(
    w: UsWeights, s: State, unit: Unit, area: Space, far: tuple[tuple[int, ...], ...], aims: list[Space], there: int
) -> float:
    """Score of a unit's place in a US-controlled area: covered, near the aims, where a garrison is missing."""
    g = s.game
    worth = w.stand_cover * g.bdv[area]
    for i, aim in enumerate(aims):
        worth -= w.stand_near[i] * far[area][aim]
    if g.artillery >> unit & 1:
        worth += w.stand_guns + w.stand_guns_cover * g.bdv[area]
    if not there and to_hold(s) >> area & 1 and is_threatened(s, area):
        worth += w.stand_garrison
    if s.beachheads >> area & 1 and s.steps[unit] < g.full[unit] and there < 2:
        worth += w.stand_recover * (g.full[unit] - s.steps[unit])
    return worth - w.stand_crowd * there
