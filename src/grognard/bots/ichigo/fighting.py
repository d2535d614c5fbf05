"""Battles: which to fight, with whom, who takes the losses, who goes into the emptied hex."""

from __future__ import annotations

from grognard.bots.ichigo.battle import Plan, Prospects, forecast
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.weights import japanese
from grognard.games.ichigo.battle import Advance, Battle
from grognard.games.ichigo.combat import Combat, Momentum, PlanAttack, may_join
from grognard.games.ichigo.facts import CHINA, JAPAN, SIDE_OF_NATION
from grognard.games.ichigo.odds import defenders, final_column, special_forces_at_hand, tanks_at_hand
from grognard.games.ichigo.previews import outlook_of
from grognard.games.ichigo.stacking import room
from grognard.games.ichigo.state import State, factor
from grognard.games.ichigo.supply import OUT, supply
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import numbered


def prospects(staff: Staff, s: State, nation: int) -> Prospects:
    """The attacks of a nation as things stand."""
    return Prospects(s, staff.belief(s), staff.aims(s, nation), nation)


def support(s: State, nation: int, target: Space) -> tuple[int, int]:
    """11.17b, 11.28b: tank regiments and special forces that could join an attack."""
    if nation != JAPAN:
        return 0, 0
    return (len(tanks_at_hand(s)) if s.game.mainland >> target & 1 else 0), len(special_forces_at_hand(s))


def combat(staff: Staff, s: State, asked: Decision) -> Option:
    """11.0: the attack that promises most, until none promises anything."""
    frame = s.agenda[-1]
    assert isinstance(frame, Combat)
    nation = frame.nation
    seen = prospects(staff, s, nation)
    best: Plan | None = None
    for option in asked.options:
        if option[0] != "attack":
            continue
        target = space_of(option)
        able = [(u, s.where[u]) for u in may_join(s, nation, target)]
        plan = seen.best(target, able, *support(s, nation, target))
        if plan is not None and plan.net > seen.aims.least and (best is None or plan.net > best.net):
            best = plan
    if best is None:
        return ("end-combat",)
    chosen = best
    staff.forget("attack")
    staff.recall("attack", (s.turn, s.phase, chosen.target), lambda: chosen)
    return staff.because(("attack", best.target), _why(s, nation, best))


def _why(s: State, nation: int, plan: Plan, again: bool = False) -> str:
    """The chance of what is planned, as the card of the attack will have it."""
    units = [unit for unit, _ in plan.units]
    planned = PlanAttack(nation, plan.target, units, plan.tanks, plan.special, units if again else [])
    who = numbered(len(units), "unit") + (f" and {numbered(plan.tanks, 'tank regiment')}" if plan.tanks else "")
    one = len(units) == 1 and not plan.tanks
    name = s.game.space_names[plan.target]
    seen = outlook_of(s, SIDE_OF_NATION[nation], planned.attack(s))
    if f"{seen.taken:.0%}" == "0%":
        return f"{who} {'costs' if one else 'cost'} the defence of {name} {seen.slain:.1f} steps on average."
    return f"{who} {'takes' if one else 'take'} {name} with a chance of {seen.taken:.0%}."


def momentum(staff: Staff, s: State, asked: Decision) -> Option:
    """11.25: on, if it pays."""
    frame = s.agenda[-1]
    assert isinstance(frame, Momentum)
    seen = prospects(staff, s, frame.nation)
    able = [(u, s.where[u]) for u in frame.able(s)]
    plans = [seen.best(space_of(option), able) for option in asked.options if option[0] == "attack"]
    best = max((plan for plan in plans if plan is not None), key=lambda plan: (plan.net, plan.target), default=None)
    if best is None or best.net <= seen.aims.least:
        return ("no-momentum",)
    chosen = best
    staff.forget("attack")
    staff.recall("attack", (s.turn, s.phase, chosen.target), lambda: chosen)
    return staff.because(("attack", best.target), "Momentum: " + _why(s, frame.nation, best, again=True))


def plan_attack(staff: Staff, s: State, asked: Decision) -> Option:
    """11.2-11.5: bring together what was planned, then confirm."""
    frame = s.agenda[-1]
    assert isinstance(frame, PlanAttack)
    plan = staff.recall("attack", (s.turn, s.phase, frame.target), lambda: planned_now(staff, s, frame))
    if plan is None:
        return ("call-off",)
    wanted = [u for u, _ in plan.units]
    able = frame.able(s)
    if len(wanted) > 1 and not frame.units and set(wanted) == set(able):
        return ("join-all",)
    steps: list[Option] = [
        *(("join", u) for u in wanted if u not in frame.units),
        *(("drop-out", u) for u in frame.units if u not in wanted),
        *([("commit-tank",)] if frame.tanks < plan.tanks else []),
        *([("take-back-tank",)] if frame.tanks > plan.tanks else []),
        *([("commit-special-forces",)] if frame.special < plan.special else []),
    ]
    for step in steps:
        if step in asked.options:
            return step
    return staff.because(("confirm",), _why(s, frame.nation, plan, again=bool(frame.momentum)))


def planned_now(staff: Staff, s: State, frame: PlanAttack) -> Plan | None:
    """The plan of an attack that somebody else has begun."""
    seen = prospects(staff, s, frame.nation)
    able = [(u, s.where[u]) for u in frame.able(s)]
    tanks = (0, 0) if frame.momentum else support(s, frame.nation, frame.target)
    plan = seen.best(frame.target, able, *tanks)
    return plan if plan is not None and plan.net > seen.aims.least else None


def losses(staff: Staff, s: State, asked: Decision) -> Option:
    """11.21: where the least strength goes with the step; whole units first, for they can be made up again."""

    def cost(option: Option) -> tuple[float, int, int]:
        unit = unit_of(option)
        g = s.game
        now = factor(s, unit, attacking=False)
        values = g.defence[unit]
        after = values[s.steps[unit] - 1] if len(values) > s.steps[unit] > 0 and g.nation_of[unit] != CHINA else 0
        return (now - after, -s.steps[unit], unit)

    return min(asked.options, key=cost)


def defending_tanks(staff: Staff, s: State, asked: Decision) -> Option:
    """11.17d: a tank regiment where a column saves more than it costs."""
    frame = s.agenda[-1]
    assert isinstance(frame, Battle)
    aims = staff.aims(s, JAPAN)
    at = final_column(s, frame.attack(s))
    steps = sum(s.steps[u] for u in defenders(s, frame.target))
    own = sum(s.steps[u] for u in frame.units)
    with_one = forecast(s.game, max(0, at - 1), frame.nation == CHINA, own, steps, 0)
    without = forecast(s.game, at, frame.nation == CHINA, own, steps, 0)
    saved = (without[0] - with_one[0]) * (japanese(staff.weights).stand + aims.worth[frame.target])
    saved += min(1.0, without[2] - with_one[2] + (1.0 if without[2] >= 1 else 0.0)) * aims.price
    if saved > aims.tank:
        return staff.because(("commit-tank",), "Shifting the attack one column left is worth a regiment here.")
    return staff.because(("go-on",), "A regiment is worth more than one column here.")


def advance(staff: Staff, s: State, asked: Decision) -> Option:
    """11.24: every unit that the staff does not need where it stands."""
    frame = s.agenda[-1]
    assert isinstance(frame, Advance)
    aims = staff.aims(s, frame.nation)
    space = room(s, frame.target, frame.nation)
    going = free_to_go(staff, s, frame)
    if not frame.gone and not going and (aims.worth[frame.target] > 1 or frame.nation != CHINA):
        going = [u for u in frame.units if s.where[u] not in s.beachheads][:1]
    if frame.nation == CHINA and frame.gone:
        return ("stay",)
    if not going:
        return ("stay",)
    if len(going) == len(frame.units) and ("advance-all",) in asked.options and frame.nation != CHINA:
        return ("advance-all",)
    best = max(going, key=lambda u: (supply(s, u) != OUT, factor(s, u, attacking=True), -u))
    return ("advance", best) if space else ("stay",)


def free_to_go(staff: Staff, s: State, frame: Advance) -> list[Unit]:
    """Those who may leave, the strongest first: hexes that must be held keep what they need."""
    seen = prospects(staff, s, frame.nation)
    own = s.game.of_nation[frame.nation]
    held = {h: sum(seen.belief.own(u) for u in members(s.at[h] & own)) for h in seen.aims.pins}
    found = []
    for unit in sorted(frame.units, key=lambda u: (-seen.factor(u), u)):
        here = s.where[unit]
        if here in held:
            if held[here] - seen.factor(unit) < seen.aims.pins[here]:
                continue
            held[here] -= seen.factor(unit)
        found.append(unit)
    return found
