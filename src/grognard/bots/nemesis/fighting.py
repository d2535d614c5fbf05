"""Combat: what to attack with whom, and every question on the way from the spearhead to the advance (5.2, 6.1, 6.2)."""

from __future__ import annotations

from dataclasses import replace

from grognard.bots.nemesis.combat_outcomes import Prospect, ground_worth, prospect
from grognard.bots.nemesis.marching import enemy_strength, own_strength
from grognard.bots.nemesis.staff_notes import Planner
from grognard.bots.nemesis.weights import JapaneseWeights, Weights
from grognard.bots.nemesis.worth import objective_worth, step_worth, unit_worth
from grognard.games.nemesis.battle import Battle
from grognard.games.nemesis.chances_to_take_hex import outlook as outlook_of
from grognard.games.nemesis.combat import may_fly, may_join
from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.losses import lament_for
from grognard.games.nemesis.odds import (
    Attack,
    attack_quality,
    defence_quality,
    final_column,
    meeting_units,
    shifts,
    strength,
    with_best_front,
)
from grognard.games.nemesis.retreat import ways_out
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import State, controlled, units_in
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit

# --- 5.2, 6.1-B: what to attack


def fights(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Empty Objectives first, then the combat that promises most."""
    storms = [o for o in asked.options if o[0] == "storm"]
    if storms:
        best = max(storms, key=lambda o: objective_worth(s, staff.side, space_of(o), staff.weights))
        name = s.game.space_names[space_of(best)]
        fled = units_in(s, space_of(best), 1 - staff.side)
        words = (
            f"The enemy has just fled to {name} and is driven on without a die." if fled else f"{name} is undefended."
        )
        return staff.because(best, words)
    asleep = s.game.yunnan if staff.side == JAPANESE and not s.yunnan_active else NO_UNITS
    targets = [h for o in asked.options if o[0] == "attack" and not s.at[h := space_of(o)] & asleep]
    assault, w = asked.prompt == "assaults", staff.weights
    found = best_attack(s, staff.side, targets, assault, w)
    if found is None or found[1].gain < (w.worth_an_assault if assault else w.worth_a_fight):
        return ("end-combat",)
    attack, _ = with_air(s, *found, w)
    staff.attack = attack
    return staff.because(("attack", attack.target), chances(s, attack))


def chances(s: State, attack: Attack) -> str:
    """Chances of an attack as its card shows them."""
    full = with_best_front(s, attack)
    look = outlook_of(s, full)
    column = s.game.results.columns[final_column(s, full)[0]]
    forced = f"{look.forced:.0%} that a retreat may be forced"
    return f"Column {column} after all shifts: {look.taken:.0%} chance that losses alone take it, {forced}."


def best_attack(
    s: State, side: Side, targets: list[Space], assault: bool, w: Weights
) -> tuple[Attack, Prospect] | None:
    """The combat that promises most against one of these hexes.

    The staff looks at it without aircraft: they join where a fight is worth it anyhow. To count on them doubles the
    assaults of the Allies, who have most of them (docs/designers/balance.md).
    """
    found: tuple[Attack, Prospect] | None = None
    for target in targets:
        for attack in plans(s, side, target, assault):
            outlook = prospect(s, attack, w)
            if outlook and w.count_on_air:
                flown = with_air(s, attack, outlook, w)[1].gain
                outlook = replace(outlook, gain=outlook.gain + min(1.0, w.count_on_air) * (flown - outlook.gain))
            if outlook and (found is None or outlook.gain > found[1].gain):
                found = attack, outlook
    return found


def plans(s: State, side: Side, target: Space, assault: bool) -> list[Attack]:
    """Units that could go together: all from one hex in an assault; else all, or one nation alone (6.1-F-i)."""
    g = s.game
    able = may_join(s, side, target, assault)
    if assault:
        groups = [[u for u in able if s.where[u] == home] for home in {s.where[u] for u in able}]
    else:
        groups = [able]
    if side != JAPANESE:
        for group in list(groups):
            for nation in (g.british, g.chinese):
                part = [u for u in group if not nation >> u & 1]
                if part and len(part) < len(group):
                    groups.append(part)
    return [Attack(side, target, group) for group in groups if group]


def with_air(s: State, attack: Attack, outlook: Prospect, w: Weights) -> tuple[Attack, Prospect]:
    """1.2-B-h: an aircraft where it matters."""
    for air in sorted(may_fly(s, attack.side, attack.units), key=lambda u: -strength(s, u, True)):
        flown = replace(attack, air=air)
        better = prospect(s, flown, w)
        if better and better.gain > outlook.gain + w.worth_an_aircraft:
            return flown, better
    return attack, outlook


def plan_attack(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Everybody that was thought of joins, then the aircraft."""
    plan = staff.attack
    target: Space = asked.about[0]
    assault = bool(asked.about[1])
    if plan is None or plan.target != target:
        w = staff.weights
        found = best_attack(s, staff.side, [target], assault, w) if ("confirm",) not in asked.options else None
        plan = staff.attack = with_air(s, *found, w)[0] if found else None
    if plan is None:
        return ("confirm",) if ("confirm",) in asked.options else ("call-off",)
    joining = [o for o in asked.options if o[0] == "join"]
    wanted = [o for o in joining if unit_of(o) in plan.units]
    if wanted:
        if len(wanted) == len(joining) and ("join-all",) in asked.options:
            return ("join-all",)
        return wanted[0]
    if plan.air >= 0 and ("call-air", plan.air) in asked.options:
        return ("call-air", plan.air)
    staff.attack = None
    return ("confirm",) if ("confirm",) in asked.options else ("call-off",)


def plan_storm(staff: Planner, s: State, asked: Decision) -> Option | None:
    """One unit is enough: the strongest that leaves no Objective empty."""
    if ("confirm",) in asked.options:
        return ("confirm",)
    held = controlled(s, staff.side) & s.game.objectives

    def cost(option: Option) -> tuple[bool, float]:
        unit = unit_of(option)
        here = s.where[unit]
        alone = not s.at[here] & s.game.ground_of[staff.side] & ~(1 << unit)
        return alone and bool(held >> here & 1), -unit_worth(s, unit, staff.weights)

    return min((o for o in asked.options if o[0] == "join"), key=cost, default=None)


# --- 6.1-E, F: who stands in front, Massive Combat, Banzai


def battle_of(s: State) -> Battle:
    """The combat under way."""
    return next(frame for frame in reversed(s.agenda) if isinstance(frame, Battle))


def spearhead(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.1-E-a: the best in front, and of equals the one whose steps are cheapest."""
    target: Space = asked.about[0]
    return max(
        asked.options, key=lambda o: (attack_quality(s, unit_of(o), target), -step_cost(s, unit_of(o), staff.weights))
    )


def meeting(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.1-E-b: who costs the attacker most columns, and of equals the cheapest."""
    attack = battle_of(s).attack()

    def columns(option: Option) -> tuple[int, float]:
        unit = unit_of(option)
        return sum(m.value for m in shifts(s, replace(attack, meeting=unit))), step_cost(s, unit, staff.weights)

    return min(asked.options, key=columns)


def massive(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.1-F-n: one more step on both sides, if that is a bargain."""
    attack, w = battle_of(s).attack(), staff.weights
    plain, dear = prospect(s, attack, w), prospect(s, replace(attack, massive=1), w)
    return ("massive",) if plain and dear and dear.gain > plain.gain + w.worth_massive else ("no-massive",)


def banzai(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.1-F-g: when the one more decides something, not for small gains."""
    attack, w = battle_of(s).attack(), staff.weights
    plain, wild = prospect(s, attack, w), prospect(s, replace(attack, banzai=1), w)
    if not plain or not wild or not isinstance(w, JapaneseWeights):
        return ("no-banzai",)
    better = wild.gain - plain.gain if attack.side == JAPANESE else plain.gain - wild.gain
    if better < w.worth_a_banzai:
        return ("no-banzai",)
    return staff.because(("banzai",), "+1 on the die is worth more here than avoiding permanent losses.")


# --- 6.1-G losses


def step_cost(s: State, unit: Unit, w: Weights) -> float:
    """Cost of losing one step of a unit, Lament included."""
    g = s.game
    points = 0
    if s.steps[unit] == 1 or g.chindits >> unit & 1:
        points, _ = lament_for(s, unit, False)
    elif g.regiments >> unit & 1:
        points = g.lament["small"]
    return step_worth(s, unit, w) + w.lament_now * points


def losses(staff: Planner, s: State, asked: Decision) -> Option | None:
    """The cheapest step."""
    return min(asked.options, key=lambda o: step_cost(s, unit_of(o), staff.weights))


# --- 6.2 forcing, refusing, retreating, advancing


def force(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.2-A-b: the best unit leads, if the ground is worth its price."""
    target: Space = asked.about[0]
    w = staff.weights
    leaders = [o for o in asked.options if o[0] == "lead"]
    best = max(leaders, key=lambda o: (attack_quality(s, unit_of(o), target), -step_cost(s, unit_of(o), staff.weights)))
    there = meeting_units(s, battle_of(s).attack())
    refuser = max((defence_quality(s, u) for u in there), default=0)
    price = max(0, refuser - attack_quality(s, unit_of(best), target))
    if price * step_worth(s, unit_of(best), w) > ground_worth(s, staff.side, target, w) + w.force_for:
        return ("no-force",)
    return best


def new_leader(staff: Planner, s: State, asked: Decision) -> Option | None:
    """R59: the best of those left."""
    target: Space = asked.about[0]
    return max(asked.options, key=lambda o: attack_quality(s, unit_of(o), target))


def refuser(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.2-A-c: the best, so that enforcing is dear."""
    return max(asked.options, key=lambda o: (defence_quality(s, unit_of(o)), -step_cost(s, unit_of(o), staff.weights)))


def enforce(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.2-B-a: pay if the ground is worth it."""
    target: Space = asked.about[0]
    price: int = asked.about[1]
    battle, w = battle_of(s), staff.weights
    step = min((step_cost(s, u, w) for u in battle.payable(s)), default=0.0)
    return ("enforce",) if price * step <= ground_worth(s, staff.side, target, w) + w.enforce_for else ("desist",)


def retreat_or_refuse(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.2-C: what hurts less: the ground and those that find no way out, or the steps."""
    target: Space = asked.about[0]
    owed: int = asked.about[1]
    side, w = staff.side, staff.weights
    units = units_in(s, target, side)
    if owed >= sum(s.steps[u] for u in units):
        return ("retreat",)
    doomed = sum(unit_worth(s, u, w) for u in units if not ways_out(s, u))
    leaving = doomed + w.give_way
    if controlled(s, side) >> target & 1:
        leaving += w.stand_fast * objective_worth(s, 1 - side, target, w)
    staying = owed * min(step_cost(s, u, w) for u in units)
    return ("refuse",) if staying < leaving and ("refuse",) in asked.options else ("retreat",)


def retreat(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.2-D: to friends, to Objectives, away from the enemy."""
    g, side, w = s.game, staff.side, staff.weights
    goals = [o for o in asked.options if o[0] == "retreat-to"]

    def safety(option: Option) -> float:
        hex_ = space_of(option, 2)
        near = enemy_strength(s, side, g.grown(1 << hex_))
        score = w.retreat_friends * own_strength(s, side, hex_) - w.retreat_enemy * near
        if controlled(s, side) & g.objectives & 1 << hex_:
            score += w.retreat_home
        return score + (1.0 if g.roads >> hex_ & 1 else 0.0)

    if not goals:
        return asked.options[0]
    return max(goals, key=safety)


def advance(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.2-E: one goes in; more only where an Objective must be held."""
    g, side = s.game, staff.side
    target: Space = asked.about[0]
    going = [o for o in asked.options if o[0] == "advance" and not is_full_for(s, target, unit_of(o))]
    if not going:
        return ("stay",)
    inside = own_strength(s, side, target)
    enough = inside and (not g.objectives >> target & 1 or inside >= enemy_strength(s, side, g.open_near[target]))
    if enough and ("stay",) in asked.options:
        return ("stay",)
    held = controlled(s, side) & g.objectives

    def fitness(option: Option) -> tuple[bool, float]:
        unit = unit_of(option)
        here = s.where[unit]
        alone = not s.at[here] & g.ground_of[side] & ~(1 << unit)
        return not (alone and held >> here & 1), unit_worth(s, unit, staff.weights)

    return max(going, key=fitness)


def lead_storm(staff: Planner, s: State, asked: Decision) -> Option | None:
    """R45."""
    return max(asked.options, key=lambda o: s.game.quality[unit_of(o)])


def overstacked(staff: Planner, s: State, asked: Decision) -> Option | None:
    """2.2-i: the least."""
    return min(asked.options, key=lambda o: unit_worth(s, unit_of(o), staff.weights))


def withdraw(staff: Planner, s: State, asked: Decision) -> Option | None:
    """5.1-F-b: a Transporter goes to its friends."""
    g, side = s.game, staff.side

    def safety(option: Option) -> float:
        hex_ = space_of(option, 2)
        friends = bool(s.present[side] >> hex_ & 1)
        return 3.0 * friends - (g.near[hex_] & s.present[1 - side]).bit_count() + (0.5 if g.roads >> hex_ & 1 else 0)

    return max(asked.options, key=safety)


def relocate(staff: Planner, s: State, asked: Decision) -> Option | None:
    """R108: the depot nearest to its own."""
    g = s.game
    unit: Unit = asked.about[0]
    tag = g.division[unit] if staff.side == JAPANESE else g.nation_of[unit]
    kin = [
        s.where[u]
        for u in members(s.on_map & g.ground_of[staff.side])
        if (g.division[u] if staff.side == JAPANESE else g.nation_of[u]) == tag
    ]
    return min(asked.options, key=lambda o: sum(g.map.distance(space_of(o, 2), h) for h in kin))
