"""Movement: first the attacks that are worth gathering for, then everybody else to where it is of use (12, 22)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.bots.formosa import hex_choice
from grognard.bots.formosa.combat_outcomes import Clash, prospect
from grognard.bots.formosa.distances import marches
from grognard.bots.formosa.fighting import least_gain, lp_price
from grognard.bots.formosa.staff_notes import Field, Planner
from grognard.bots.formosa.weights import Weights
from grognard.bots.formosa.worth import strength_at, turns_left
from grognard.games.formosa.facts import JAPAN, JAPANESE
from grognard.games.formosa.stacking import overfull, room
from grognard.games.formosa.state import State, units_at
from grognard.games.formosa.supply import working_ports
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit

OPERATIONS = 10
"""Attacks that are planned in one movement phase, at most."""
MOST_HEXES = 4
"""From how many hexes one target is attacked."""
WORTH_IT = 0.05
"""What a move must bring."""


@dataclass(slots=True)
class Orders:
    """Goals of all units in this phase."""

    goals: dict[Unit, Space] = field(default_factory=dict)
    why: dict[Unit, str] = field(default_factory=dict)
    tried: dict[Unit, int] = field(default_factory=dict)
    unit: Unit = NO_UNIT
    way: list[Space] = field(default_factory=list)
    pushed: Unit = NO_UNIT
    """A unit that must leave its hex because too many are in it."""


# --- attacks worth gathering for


@dataclass(slots=True)
class Operation:
    """One attack: who goes where, against which hex."""

    target: Space
    moves: dict[Unit, Space]
    gain: float
    tac: int
    guns: int
    lp: int


def operations(f: Field) -> None:
    """The best attack that can be gathered, then the next, while they pay."""
    for _ in range(OPERATIONS):
        targets = [t for t in each(f.enemies & f.s.game.land) if not f.covered >> t & 1]
        found = [op for t in targets if (op := gather(f, t)) is not None]
        best = max(found, key=lambda op: op.gain, default=None)
        if best is None or best.gain < least_gain(f.s, f.side, f.lean):
            return
        name = f.s.game.space_names[best.target]
        for unit, hex_ in best.moves.items():
            if unit in f.free:
                f.settle(unit, hex_, f"To attack {name}.")
        f.covered |= 1 << best.target
        f.tac -= best.tac
        f.guns -= best.guns
        f.lp -= best.lp


def gather(f: Field, target: Space) -> Operation | None:
    """Hex after hex around a target, filled with the strongest that can come."""
    g, side = f.s.game, f.side
    spots: list[tuple[float, float, Space, list[Unit]]] = []
    for hex_ in each(g.land_near[target] & ~f.enemies):
        units = candidates(f, hex_)
        total = sum(g.cf[u] for u in units)
        if total > 0:
            spots.append((contact_price(f, f.contacts(hex_) & ~(1 << target)), -total, hex_, units))
    spots.sort()
    best: Operation | None = None
    moves: dict[Unit, Space] = {}
    contact = NO_SPACES
    for _, _, hex_, able in spots[:MOST_HEXES]:
        units = [u for u in able if u not in moves]
        if not units:
            continue
        moves = moves | dict.fromkeys(units, hex_)
        contact |= f.contacts(hex_) & ~(1 << target)
        op = weigh(f, target, moves, contact)
        if best is None or op.gain > best.gain:
            best = op
    if best is None or not any(u in f.free for u in best.moves):
        return None if best is None or side == JAPANESE else best
    return best


def candidates(f: Field, hex_: Space) -> list[Unit]:
    """Units that would attack out of a hex: those that will be there anyway, and the strongest that can come."""
    if hex_ in f.candidates:
        return f.candidates[hex_]
    g = f.s.game
    there = [u for u in f.settled.get(hex_, []) if g.cf[u] > 0]
    coming = [u for u in f.free if g.cf[u] > f.lean.fighter and hex_ in f.reach(u) and not is_needed(f, u, hex_)]
    coming.sort(key=lambda u: (-(g.attack_letter >> u & 1), -g.cf[u], f.s.where[u] != hex_, u))
    nation = g.nation_of[coming[0]] if coming else JAPAN
    coming = [u for u in coming if g.nation_of[u] == nation]
    letters = [u for u in coming if g.attack_letter >> u & 1]
    spare = [u for u in coming if u not in letters[:1]]
    chosen = (letters[:1] + spare)[: max(0, f.room(hex_, nation))] if coming else []
    f.candidates[hex_] = there + chosen
    return f.candidates[hex_]


def is_needed(f: Field, unit: Unit, hex_: Space) -> bool:
    """Whether a unit is the only one to hold what it stands on."""
    here = f.s.where[unit]
    if here == hex_ or (f.side == JAPANESE and turns_left(f.s) <= 1):
        return False
    alone = not units_at(f.s, here, f.side) & ~(1 << unit | f.s.bases)
    return alone and hex_choice.held_worth(f.s, f.side, here, f.lean) >= f.lean.needed


def contact_price(f: Field, hexes: Spaces) -> float:
    """15.0d: hexes that would have to be attacked too."""
    hexes &= ~f.covered
    w = f.lean
    return sum(w.contact + w.contact_factor * strength_at(f.s, h, 1 - f.side, f.side, w) for h in each(hexes))


def weigh(f: Field, target: Space, moves: dict[Unit, Space], contact: Spaces) -> Operation:
    """The outlook of an attack with what can be spent on it."""
    s, side = f.s, f.side
    units = list(moves)
    hexes = bitset(moves.values())
    tac = min(max(f.tac, 0), s.game.most_tac[side])
    guns = min(max(f.guns, 0), s.game.most_gunfire) if hexes & s.game.coast else 0
    lp = 0
    if side == JAPANESE or working_ports(s):
        lp = min(max(f.lp, 0), s.game.most_attack_lp[side])
    clash = Clash(
        side, side, units, [target], f.lean, where=moves, tac=tac, gunfire=guns, attack_lp=lp,
        defence_lp=min(1, s.lp[1 - side]),
    )  # fmt: skip
    gain = prospect(s, clash).gain - lp * lp_price(s, side, f.lean) - contact_price(f, contact)
    gain -= sum(hex_choice.leaving(s, side, u, f.lean) for u, h in moves.items() if u in f.free and s.where[u] != h)
    return Operation(target, dict(moves), gain, tac, guns, lp)


# --- everybody else


def make_orders(s: State, side: Side, lean: Weights) -> Orders:
    """12.0: attacks first, then seats, one unit after the other."""
    f = Field(s, side, lean)
    operations(f)
    hex_choice.settle_rest(f)
    return Orders({u: h for u, h in f.goals.items() if h != s.where[u]}, f.why)


def movement(staff: Planner, s: State, asked: Decision) -> Option | None:
    """12.0a: the next unit that can go where it is wanted; raids and flights come first."""
    special = [o for o in asked.options if o[0] in ("raid", "fly")]
    if special:
        return special[0]
    plan = staff.recall("orders", (s.turn, s.phase), lambda: make_orders(s, staff.side, staff.weights))
    able = {unit_of(o) for o in asked.options if o[0] == "move"}
    for unit, goal in plan.goals.items():
        if unit not in able or plan.tried.get(unit, 0) >= TRIES:
            continue
        way = way_to(s, unit, goal)
        plan.tried[unit] = plan.tried.get(unit, 0) + 1
        if way:
            plan.tried[unit] = TRIES
            plan.unit, plan.way = unit, way
            return staff.because(("move", unit), plan.why.get(unit, ""))
    if any(plan.tried.get(u, 0) == 1 for u in plan.goals if u in able):
        return movement(staff, s, asked)
    if ("end-movement",) not in asked.options:
        crowded = bitset(overfull(s, staff.side))
        plan.pushed = next((u for u in sorted(able, key=lambda u: s.game.cf[u]) if crowded >> s.where[u] & 1), NO_UNIT)
        if plan.pushed >= 0:
            return staff.because(("move", plan.pushed), "Too many are in the hex.")
    return ("end-movement",)


TRIES = 2
"""A hex that is full now may have room when others have left."""


def way_to(s: State, unit: Unit, goal: Space) -> list[Space]:
    """The hexes of a move, one after another; none if it cannot end there."""
    rows = marches(s, unit)
    if goal not in rows or room(s, goal, s.game.nation_of[unit]) <= 0:
        return []
    way = [goal]
    while rows[way[-1]] != s.where[unit]:
        way.append(rows[way[-1]])
    return way[::-1]


def move_on(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Along the way that was thought of."""
    unit: Unit = asked.about[0]
    plan = staff.recall("orders", (s.turn, s.phase), lambda: make_orders(s, staff.side, staff.weights))
    if plan.unit != unit and unit in plan.goals:  # somebody else has begun this move
        plan.unit, plan.way = unit, way_to(s, unit, plan.goals[unit])
    if plan.unit == unit and plan.way:
        option: Option = ("to", plan.way.pop(0))
        if option in asked.options:
            return option
        plan.way = []
    steps = [o for o in asked.options if o[0] == "to"]
    if plan.pushed == unit and steps:
        plan.pushed = NO_UNIT
        return min(steps, key=lambda o: hex_choice.crowd(s, staff.side, space_of(o)))
    if ("stop",) in asked.options:
        return ("stop",)
    return min(asked.options, key=lambda o: hex_choice.crowd(s, staff.side, space_of(o)))
