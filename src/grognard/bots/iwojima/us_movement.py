"""US movement: attacks that pay, garrisons that hold, and everybody else under cover near the next objective."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.bots.iwojima.belief import Belief, believe
from grognard.bots.iwojima.common import circumstances, distances
from grognard.bots.iwojima.us_aims import objectives
from grognard.bots.iwojima.us_attack import Fight
from grognard.bots.iwojima.us_desk import UsDesk
from grognard.games.iwojima.movement import landing_bar, landing_cost, uncommitted
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option

USE = 0.1
"""What it costs to use one more unit in an attack: it could do something else."""

Reach = dict[int, tuple[float, int, tuple[int, ...]]]
"""Per area within a unit's MP: the risk on the way, the MP, and the way itself (areas entered)."""


@dataclass(slots=True)
class Orders:
    """Where units are to go, in the order in which they should start."""

    goals: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """Per unit, the area it is to reach and the areas it enters on the way."""
    why: dict[int, str] = field(default_factory=dict)


def us_movement(staff: UsDesk, s: State, asked: Decision) -> Option:
    """10: commit the 3rd Division once a Beachhead stands, then carry out the orders unit by unit."""
    waiting = uncommitted(s)
    if s.beachheads and waiting:
        return staff.because(("commit", waiting[0]), "At a Beachhead the 3rd Division lands for free.")
    orders = staff.recall("movement", circumstances(s), lambda: plan_movement(staff, s))
    offered = set(asked.options)
    for unit, (goal, way) in orders.goals.items():
        if s.moved >> unit & 1 or s.where[unit] == goal:
            continue
        option: Option = ("land" if s.where[unit] == s.game.landing else "move", unit, way[0])
        if option in offered:
            return staff.because(option, orders.why[unit])
    return ("end-movement",)


def move_on(staff: UsDesk, s: State, asked: Decision) -> Option:
    """10.1: on along the way of the orders."""
    unit, mp = asked.about
    orders = staff.recall("movement", circumstances(s), lambda: plan_movement(staff, s, moving=(unit, mp)))
    goal, way = orders.goals.get(unit, (s.where[unit], ()))
    here = s.where[unit]
    if goal == here or not way:
        return ("stop",)
    following = way[way.index(here) + 1] if here in way else way[0]
    return staff.because(("to", following), orders.why[unit])


# --- the plan


def plan_movement(staff: UsDesk, s: State, moving: tuple[int, int] | None = None) -> Orders:
    """Attacks first, best first; then those that are left go where they are covered and near."""
    g = s.game
    belief = believe(s, staff.notes)
    orders = Orders()
    movers = reaches(s, belief, moving)
    held = garrisons(s, movers)
    free = {u for u in movers if u not in held}
    force = {a: members(s.at[a] & g.us_ground & ~bits(free)) for a in range(g.areas)}
    fights = [Fight(s, belief, a) for a in range(g.areas) if not s.control >> a & 1 or s.at[a] & g.jp]
    offers: dict[int, tuple[float, list[int]] | None] = {}
    while fights:
        best: tuple[float, Fight, list[int]] | None = None
        for fight in fights:
            if fight.area not in offers:
                offers[fight.area] = best_attack(s, fight, force[fight.area], free, movers)
            found = offers[fight.area]
            if found and (best is None or found[0] > best[0]):
                best = (found[0], fight, found[1])
        if best is None or best[0] <= 0.0:
            break
        _, fight, team = best
        for unit in team:
            orders.goals[unit] = (fight.area, movers[unit][fight.area][2])
            orders.why[unit] = f"{g.space_names[fight.area]} can be taken at a bearable price."
            free.discard(unit)
        fights.remove(fight)
        offers = {a: found for a, found in offers.items() if not found or not set(found[1]) & set(team)}
    taken = [len(force[a]) for a in range(g.areas)]
    for goal, _ in orders.goals.values():
        taken[goal] += 1
    stage(s, belief, orders, free, movers, taken)
    return orders


def reaches(s: State, belief: Belief, moving: tuple[int, int] | None = None) -> dict[int, Reach]:
    """Where each unit that may still move can go; units that start alike are worked out once."""
    g = s.game
    movers: dict[int, Reach] = {}
    known: dict[tuple[int, int, int, int], Reach] = {}
    for unit in members(g.us_ground & ~s.at[g.reserve]):
        mp = g.mp[unit]
        if moving and unit == moving[0]:
            mp = moving[1]
        elif s.moved >> unit & 1:
            continue
        heavy = (g.tanks | g.artillery) >> unit & 1
        alike = (s.where[unit], mp, heavy + (g.tanks >> unit & 1), g.third_division >> unit & 1)
        if alike not in known:
            known[alike] = reach_of(s, unit, mp, belief)
        movers[unit] = known[alike]
    return movers


def bits(units: set[int]) -> int:
    """A set of units as a bitset."""
    out = 0
    for unit in units:
        out |= 1 << unit
    return out


def reach_of(s: State, unit: int, mp: int, belief: Belief) -> Reach:
    """10.1-10.3: the areas a unit can get to and the least risk of the way, that of the last area not counted."""
    g = s.game
    tank = g.tanks >> unit & 1
    found: Reach = {}
    layer: dict[int, tuple[float, int, tuple[int, ...]]] = {}
    if s.where[unit] == g.landing:
        for area in members(g.coast):
            if landing_bar(s, unit, area) is None:
                third = g.third_division >> unit & 1 and not s.beachheads >> area & 1 and not s.third_landed
                layer[area] = (8.0 if third else 0.0, landing_cost(s, area), (area,))
    else:
        start = s.where[unit]
        found[start] = (0.0, 0, ())
        for area in g.adjacent[start]:
            if not (tank and g.hills >> area & 1):
                layer[area] = (0.0, 1, (area,))
    while layer:
        following: dict[int, tuple[float, int, tuple[int, ...]]] = {}
        for area, (risk, spent, way) in layer.items():
            if spent > mp or (area in found and found[area][0] <= risk):
                continue
            if count(s.at[area] & g.us_ground) >= g.max_us and s.where[unit] != area:
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


def best_attack(
    s: State,
    fight: Fight,
    present: list[int],
    free: set[int],
    movers: dict[int, Reach],
    damage: float = 0.0,
    collapsed: float = 0.0,
) -> tuple[float, list[int]] | None:
    """The best number of free units to send into an area, tanks first, with those that stand there already."""
    g = s.game
    area = fight.area
    here = [u for u in free if s.where[u] == area]
    rank = []
    for unit in free:
        way = movers[unit].get(area)
        if way and s.where[unit] != area and not g.artillery >> unit & 1:
            rank.append((way[0] > 0.3, not g.tanks >> unit & 1, -g.assault[unit][s.steps[unit]], unit, way[0]))
    if not rank and not here and not present:
        return None
    rank.sort()
    standing = [g.assault[u][s.steps[u]] for u in (*present, *here) if not s.fired >> u & 1]
    best: tuple[float, list[int]] | None = None
    team: list[int] = []
    dice: list[int] = []
    tanks = 0
    risk = 0.0
    if here or present:
        best = (fight.net(standing, dice, 0, 0.0, damage, collapsed), here)
    for _, foot, rating, unit, danger in rank[: g.max_us - len(present) - len(here)]:
        risk += danger if not team else 0.3 * danger
        team.append(unit)
        tanks += not foot
        dice.append(0 if s.fired >> unit & 1 else -rating)
        net = fight.net(standing, dice, tanks, risk, damage, collapsed) - USE * len(team)
        if best is None or net > best[0]:
            best = (net, here + team)
    return best


# --- garrisons and those left over


def garrisons(s: State, movers: dict[int, Reach]) -> set[int]:
    """One unit, the weakest, stays on every airfield and Beachhead that Japanese units could step onto."""
    g = s.game
    held: set[int] = set()
    for area in members(s.control & to_hold(s)):
        if not is_threatened(s, area):
            continue
        here = members(s.at[area] & g.us_ground)
        if here and all(u in movers for u in here):
            held.add(min(here, key=lambda u: (g.artillery >> u & 1, g.assault[u][s.steps[u]], u)))
    return held


def to_hold(s: State) -> int:
    """Areas that must not be left empty: airfields, and beaches while there are units still to land there."""
    g = s.game
    waiting = s.at[g.landing] & g.us_ground or uncommitted(s)
    return g.safe_boxes | (g.beachhead_boxes if waiting else 0)


def is_threatened(s: State, area: int) -> bool:
    """Whether Japanese units can reach an area in their next phase, as far as the US side can tell."""
    g = s.game
    if g.near[area] & ~s.control:
        return True
    return any(s.at[a] & g.jp for a in g.adjacent[area])


def stage(
    s: State,
    belief: Belief,
    orders: Orders,
    free: set[int],
    movers: dict[int, Reach],
    taken: list[int],
) -> None:
    """Units without an attack: fill empty garrisons, leave lost fights, close up to the next objective under cover."""
    g = s.game
    far = distances(g)
    aims = [area for _, area in objectives(s, belief)[:3]]
    for unit in sorted(free, key=lambda u: (-s.steps[u], u)):
        best, most = s.where[unit], -99.0 if s.where[unit] < g.areas else -0.5
        for area, (risk, _, _) in movers[unit].items():
            if taken[area] >= g.max_us or s.at[area] & g.jp or not s.control >> area & 1:
                continue
            score = stand_worth(s, unit, area, far, aims, taken[area]) - 2.0 * risk
            if score > most:
                best, most = area, score
        if best < g.areas:
            taken[best] += 1
            orders.goals[unit] = (best, movers[unit][best][2])
            orders.why[unit] = f"{g.space_names[best]} is the place to stand for the next move."


def stand_worth(s: State, unit: int, area: int, far: tuple[tuple[int, ...], ...], aims: list[int], there: int) -> float:
    """How well a unit stands in a US-controlled area: covered, near the aims, where a garrison is missing."""
    g = s.game
    worth = 0.35 * g.bdv[area]
    for i, aim in enumerate(aims):
        worth -= (0.5, 0.25, 0.15)[i] * far[area][aim]
    if g.artillery >> unit & 1:
        worth += 1.5 + 0.2 * g.bdv[area]
    if not there and to_hold(s) >> area & 1 and is_threatened(s, area):
        worth += 4.0
    if s.beachheads >> area & 1 and s.steps[unit] < g.full[unit] and there < 2:
        worth += 0.7 * (g.full[unit] - s.steps[unit])
    return worth - 0.15 * there
