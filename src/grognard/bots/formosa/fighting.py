"""Combat: who attacks whom so that every duty is met at the best odds, and every question on the way (15, 16.3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

from grognard.bots.formosa.combat_outcomes import Clash, Prospect, base_column, expected, force, prospect
from grognard.bots.formosa.staff_notes import Plan, Planner
from grognard.bots.formosa.weights import Weights, allied, japanese
from grognard.bots.formosa.worth import (
    ground_worth,
    horizon,
    plain_values,
    strength_at,
    turns_left,
    unit_factor,
    unit_worth,
    values,
)
from grognard.games.formosa.battle import Battle
from grognard.games.formosa.combat import Exploitation, PlanAttack
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US
from grognard.games.formosa.mandatory_attacks import Duties, completed, duties, may_attack, obliged_units
from grognard.games.formosa.odds import column
from grognard.games.formosa.state import State, enemy_hexes, plays, statics, units_at
from grognard.games.formosa.supply import in_supply
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit

GUNS = 2
TAC = (2, 1)


# --- what to attack


def least_gain(s: State, side: Side, w: Weights) -> float:
    """From which gain on an attack is made; in their last turn the Japanese have nothing to spare troops for."""
    return japanese(w).last_blow if side == JAPANESE and turns_left(s) <= 1 else w.fight


def lp_price(s: State, side: Side, w: Weights) -> float:
    """Present worth of a logistics point."""
    stock = 1.0 if s.lp[side] < w.plenty[0] else 0.5 if s.lp[side] < w.plenty[1] else 0.25
    return w.supplies * stock * (w.supplies_last if turns_left(s) <= 1 else 1.0)


def attackers(s: State, side: Side, hexes: Spaces, w: Weights) -> list[Unit]:
    """15.0e, R45: the obliged, and of the others those that are worth it."""
    found: list[Unit] = []
    fixed = statics(s)
    for hex_ in each(hexes):
        able = may_attack(s, side, hex_)
        must = obliged_units(s, side, hex_) & able
        found += members(must or bitset(u for u in each(able & ~fixed) if s.game.cf[u] > w.fighter))
    return found


def tac_over(s: State, targets: Spaces, side: Side) -> int:
    """Ground support that is on the map for these hexes."""
    nations = (JAPAN,) if side == JAPANESE else (US, CW)
    pairs = zip(s.support_hex, s.support_nation, strict=True)
    return sum(targets >> h & 1 and n in nations for h, n in pairs)


def guns_left(s: State) -> int:
    """17.0: gunfire that could still support in this phase."""
    if s.no_gunfire:
        return 0
    return min(GUNS, sum(s.gunfire_staged) - sum(s.gunfire_spent))


def outlook_of(
    s: State, side: Side, units: list[Unit], targets: Spaces, tac: int, w: Weights
) -> tuple[Clash, Prospect]:
    """The outlook with what is likely to be spent on it."""
    g = s.game
    clash = Clash(side, side, units, members(targets), w, tac=tac)
    hexes = clash.hexes(s)
    if side == ALLIED and hexes & (g.coast | g.sea):
        clash.gunfire = max(0, guns_left(s))
    if s.lp[1 - side]:
        clash.defence_lp = 1
    best = prospect(s, clash)
    if s.lp[side] and any(in_supply(s, u) for u in units):
        for lp in range(1, min(g.most_attack_lp[side], s.lp[side]) + 1):
            richer = replace(clash, attack_lp=lp)
            found = prospect(s, richer)
            found.gain -= lp * lp_price(s, side, w)
            if found.gain > best.gain:
                clash, best = richer, found
    return clash, best


def choices(s: State, side: Side, d: Duties, extra_tac: int, w: Weights) -> list[Plan]:
    """R45: every declaration that is allowed: each target with every set of hexes around it."""
    g = s.game
    seen: set[tuple[Spaces, Spaces]] = set()
    found: list[Plan] = []
    for target in each(d.open):
        around = [h for h in each(g.land_near[target] & d.able) if attackers(s, side, 1 << h, w)]
        for count in range(1, len(around) + 1):
            for group in combinations(around, count):
                full = completed(g, d, bitset(group), 1 << target)
                if full is None or full in seen:
                    continue
                seen.add(full)
                units = attackers(s, side, full[0], w)
                if not units or not any(unit_factor(s, u, side, w) for u in units):
                    continue
                tac = max(tac_over(s, full[1], side), extra_tac)
                clash, outlook = outlook_of(s, side, units, full[1], tac, w)
                found.append(Plan(clash, full[0], full[1], outlook))
    return found


def best_plan(d: Duties, plans: list[Plan], w: Weights) -> Plan | None:
    """The attack that leaves the best rest: for every target that remains, the best that is still possible."""

    def rest(plan: Plan) -> float:
        total = 0.0
        for target in each(d.targets & ~plan.targets):
            gains = [p.outlook.gain for p in plans if p.targets >> target & 1 and not p.hexes & plan.hexes]
            total += max(gains, default=-w.unmet)
        return total

    return max(plans, key=lambda p: p.outlook.gain + rest(p), default=None)


def fights(staff: Planner, s: State, asked: Decision) -> Option | None:
    """15.0f: the best declaration; what need not be attacked only if it pays."""
    d = duties(s, staff.side)
    plans = choices(s, staff.side, d, 0, staff.weights)
    pressing = bool(d.must or d.targets)
    if not pressing:
        plans = [p for p in plans if p.outlook.gain >= least_gain(s, staff.side, staff.weights)]
    else:
        duty = [p for p in plans if p.targets & d.targets or p.hexes & d.must]
        plans = duty or plans
    plan = best_plan(d, plans, staff.weights)
    if plan is None:
        return ("end-combat",) if ("end-combat",) in asked.options else None
    option = next((o for o in asked.options if o[0] == "attack" and plan.targets >> space_of(o) & 1), None)
    if option is None:
        return None
    staff.attack = plan
    name = s.game.space_names[space_of(option)]
    words = s.game.crt[staff.side].columns[plan.outlook.column]
    apart = ", not counting die-hards" if plays(s, "25.6") and staff.side == ALLIED else ""
    return staff.because(option, f"Final column {words}: {plan.outlook.clears:.0%} chance to clear {name}{apart}.")


def plan_attack(staff: Planner, s: State, asked: Decision) -> Option | None:
    """15.0g-l: the hexes and units that were thought of."""
    frame = s.agenda[-1]
    assert isinstance(frame, PlanAttack)
    if frame.spearhead:
        strong = [o for o in asked.options if o[0] == "join" and s.game.cf[unit_of(o)] > staff.weights.fighter]
        return strong[0] if strong else ("confirm",) if ("confirm",) in asked.options else None
    plan = staff.attack
    if plan is None or not plan.targets >> frame.targets[0] & 1:
        return any_attack(asked)
    also = [o for o in asked.options if o[0] == "also" and plan.targets >> space_of(o) & 1]
    joining = [o for o in asked.options if o[0] == "join" and o[1] in plan.clash.units]
    if joining:
        return joining[0]
    if also:
        return also[0]
    return any_attack(asked)


def any_attack(asked: Decision) -> Option | None:
    """Confirm; where that is not allowed yet, go on adding."""
    for verb in ("confirm", "join-all", "join", "also"):
        for option in asked.options:
            if option[0] == verb:
                return option
    return None


# --- 16.3 support


def support(staff: Planner, s: State, asked: Decision) -> Option | None:
    """16.3a: two points where they matter most; in an invasion over every hex that is assaulted."""
    wanted = staff.recall("support", (s.turn, s.phase), lambda: support_wanted(s, staff.side, staff.weights))
    for hex_ in wanted:
        if s.support_hex.count(hex_) < TAC[staff.side]:
            for option in asked.options:
                if option[0] == "support" and option[2] == hex_ and friendly(s, staff.side, option):
                    return staff.because(option, "It improves the odds most there.")
    return ("end-support",)


def friendly(s: State, side: Side, option: Option) -> bool:
    """5.1d: a ground unit of the nation is next to the hex."""
    if side == JAPANESE:
        return True
    hex_ = space_of(option, 2)
    nation = US if option[1] == "US" else CW
    here = [h for h in s.game.neighbours[hex_] if s.present[nation] >> h & 1]
    other = [h for h in s.game.neighbours[hex_] if s.present[1 - nation] >> h & 1]
    return len(here) >= len(other) and bool(here)


def support_wanted(s: State, side: Side, w: Weights) -> list[Space]:
    """Hexes by what support would add there."""
    assaulted = [t for h, t in zip(s.marker_hex, s.marker_target, strict=True) if h != t]
    if assaulted:
        return sorted(set(assaulted), key=lambda h: -values(s.game).get(h, 0.0))
    d = duties(s, side)
    gains: dict[Space, float] = {}
    for plan in phase_plans(s, side, d, w):
        with_air = prospect(s, replace(plan.clash, tac=TAC[side])).gain
        without = prospect(s, replace(plan.clash, tac=0)).gain
        for target in each(plan.targets):
            gains[target] = with_air - without
    return sorted((h for h in gains if gains[h] > 0.0), key=lambda h: -gains[h])


def phase_plans(s: State, side: Side, d: Duties, w: Weights) -> list[Plan]:
    """The attacks of a phase, chosen one after the other, with support for all."""
    every = choices(s, side, d, TAC[side], w)
    found: list[Plan] = []
    used = struck = NO_SPACES
    for _ in range(12):
        left = [p for p in every if not p.hexes & used and not p.targets & struck]
        needed = [p for p in left if p.targets & d.targets & ~struck or p.hexes & d.must & ~used]
        left = needed or [p for p in left if p.outlook.gain >= least_gain(s, side, w)]
        plan = best_plan(Duties(d.must & ~used, d.targets & ~struck, d.able & ~used, d.open & ~struck), left, w)
        if plan is None:
            break
        found.append(plan)
        used |= plan.hexes
        struck |= plan.targets
    return found


# --- R49 what is added before the die


def battle_of(s: State) -> Battle:
    """The combat under way."""
    return next(frame for frame in reversed(s.agenda) if isinstance(frame, Battle))


def value_at(s: State, b: Battle, shift: int, viewer: Side, w: Weights) -> float:
    """The attacker's outlook so many columns further to the right."""
    g = s.game
    of_ours, of_theirs = (w.price, w.kill) if viewer == b.side else (w.kill, w.price)
    ours = force(s, b.units, viewer, w).counted(of_ours)
    theirs = force(s, b.defenders, viewer, w).counted(of_theirs)
    place = max(0, min(column(s, b.combat()) + shift, len(g.column_from) - 1))
    ground = w.ground * sum(ground_worth(s, b.side, t, w) for t in b.targets)
    counter = 0.0
    if not theirs.fort:
        stacks: dict[Space, list[Unit]] = {}
        for unit in b.units:
            stacks.setdefault(s.where[unit], []).append(unit)
        weakest = min((force(s, stack, viewer, w) for stack in stacks.values()), key=lambda f: f.factors)
        weakest = weakest.counted(of_ours)
        back = min(base_column(s, theirs.factors, weakest.factors) + 1, len(g.column_from) - 1)
        counter = max(0.0, expected(s, 1 - b.side, back, theirs, weakest, w.countered, 0.0, w)[0])
    return expected(s, b.side, place, ours, theirs, ground, counter, w)[0]


def commit(staff: Planner, s: State, asked: Decision) -> Option | None:
    """R49: guns for nothing, logistics points where a column is worth it."""
    b = battle_of(s)
    sign = 1 if staff.side == b.side else -1
    now = sign * value_at(s, b, 0, staff.side, staff.weights)
    one = sign * value_at(s, b, sign, staff.side, staff.weights) - now
    two = (sign * value_at(s, b, 2 * sign, staff.side, staff.weights) - now) / 2
    better = max(one, two)
    verbs = {str(o[0]): o for o in asked.options}
    if "gunfire" in verbs and better > 0.03:
        return staff.because(verbs["gunfire"], "It shifts a column at no cost.")
    if "fly-supply" in verbs and better > 0.03:
        return verbs["fly-supply"]
    price = lp_price(s, staff.side, staff.weights)
    if "add-lp" in verbs and better > price:
        return staff.because(verbs["add-lp"], f"The column is worth {better:.1f} VP.")
    if "prove" in verbs and s.lp[staff.side] and better > price + 0.1:
        return verbs["prove"]
    return ("ready",)


# --- 15.5 to 15.8


def losses(staff: Planner, s: State, asked: Decision) -> Option | None:
    """15.5a: the cheapest; where factors are owed, the cheapest by the factor."""
    owed: int = asked.about[1] if len(asked.about) > 1 else 0

    def cost(option: Option) -> float:
        unit = unit_of(option)
        worth = unit_worth(s, unit, staff.side, staff.weights)
        if owed:
            return worth / max(0.5, min(owed, unit_factor(s, unit, staff.side, staff.weights)))
        return worth

    return min(asked.options, key=cost)


def counterattack(staff: Planner, s: State, asked: Decision) -> Option | None:
    """15.6a: the weakest hex of the attackers."""
    return min(asked.options, key=lambda o: strength_at(s, space_of(o), 1 - staff.side, staff.side, staff.weights))


def retreat(staff: Planner, s: State, asked: Decision) -> Option | None:
    """15.7: to friends and points; of several, first those that have the fewest ways to go."""
    g = s.game
    ways = Counter(unit_of(o) for o in asked.options if o[0] == "withdraw")
    first = min(ways, key=lambda u: (ways[u], u)) if ways else NO_UNIT
    options = [o for o in asked.options if o[0] != "withdraw" or o[1] == first]

    def good(option: Option) -> float:
        hex_ = space_of(option, -1)
        friends = units_at(s, hex_, staff.side).bit_count()
        held = values(g).get(hex_, 0.0)
        return held + 0.3 * min(friends, 3) + 0.2 * g.terrain_shift[staff.side][hex_][0]

    return max(options, key=good)


def advance(staff: Planner, s: State, asked: Decision) -> Option | None:
    """15.8: into what is worth points; nobody leaves such a hex empty, or a fortress without cause."""
    going = (o for o in asked.options if o[0] == "advance")
    best = max(going, key=lambda o: advance_score(s, staff.side, o, staff.weights))
    if advance_score(s, staff.side, best, staff.weights) <= 0:
        return ("stay",)
    return staff.because(best, f"To hold {s.game.space_names[space_of(best, 2)]}.")


def advance_score(s: State, side: Side, option: Option, w: Weights) -> float:
    """Gain from sending this unit there."""
    g = s.game
    unit, hex_ = unit_of(option), space_of(option, 2)
    here = s.where[unit]
    there = units_at(s, hex_, side)
    left = units_at(s, here, side) & ~(1 << unit)
    gain = seat_worth(s, side, hex_, w) if not there else 0.0
    lost = seat_worth(s, side, here, w) if not left else 0.0
    strong = 0.05 * g.cf[unit]
    around = sum(strength_at(s, h, 1 - side, side, w) for h in each(g.land_near[hex_] & enemy_hexes(s, side)))
    if side == JAPANESE:
        anchored = bool(left & statics(s))
        fear = japanese(w).advance_fear * around * horizon(s, w)
        return gain - lost - fear - (japanese(w).advance_anchored if anchored else 0.0) + 0.02 * g.cf[unit]
    crowd = there.bit_count()
    if g.headquarters >> unit & 1:
        return -1.0
    if g.engineers >> unit & 1:
        builds = g.sites >> hex_ & 1 and not there & g.engineers and not s.bases >> unit & 1
        return (0.6 + gain if builds else -1.0) - lost
    support_need = allied(w).advance_support if around and crowd < 3 else 0.0
    return gain + support_need + strong - lost + (0.15 if not crowd else 0.0) - allied(w).advance_crowd * crowd


def seat_worth(s: State, side: Side, hex_: Space, w: Weights) -> float:
    """Points that standing in a hex gives, or denies the enemy."""
    g = s.game
    if side == ALLIED:
        value = plain_values(g).get(hex_, 0.0)
        if g.sites >> hex_ & 1:
            value += allied(w).advance_site * (values(g)[hex_] - value)
        return value + ROADS * bool(g.roads >> hex_ & 1)
    return japanese(w).advance * values(g).get(hex_, 0.0)


ROADS = 0.05


def exploitation(staff: Planner, s: State, asked: Decision) -> Option | None:
    """25.1: only at good odds."""
    frame = s.agenda[-1]
    assert isinstance(frame, Exploitation)
    best: tuple[float, Option] | None = None
    for option in asked.options:
        if option[0] != "exploit":
            continue
        units = [u for u in frame.units if s.where[u] == option[1] and s.game.cf[u] > staff.weights.fighter]
        if not units:
            continue
        target = 1 << space_of(option, 2)
        _, outlook = outlook_of(s, staff.side, units, target, tac_over(s, target, staff.side), staff.weights)
        if outlook.gain > least_gain(s, staff.side, staff.weights) and (best is None or outlook.gain > best[0]):
            best = outlook.gain, option
    return best[1] if best else ("no-exploitation",)
