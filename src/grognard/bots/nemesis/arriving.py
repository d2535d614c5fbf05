"""Chits, flags, the monsoon, replacements and reinforcements (2.6, 4.0, 7.2, 8)."""

from __future__ import annotations

from grognard.bots.nemesis.combat_outcomes import prospect
from grognard.bots.nemesis.distances import FAR, distances, fields
from grognard.bots.nemesis.fighting import plans, step_cost
from grognard.bots.nemesis.marching import make_orders, supply_now
from grognard.bots.nemesis.staff_notes import Planner
from grognard.bots.nemesis.weights import AlliedWeights, Weights
from grognard.bots.nemesis.worth import threatened, unit_worth, wanted
from grognard.games.nemesis.facts import ALLIED, CHITS, JAPANESE
from grognard.games.nemesis.odds import strength
from grognard.games.nemesis.rail import rail_reach
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import FULL, State
from grognard.games.nemesis.supply import level_of
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Unit
from grognard.kernel.position_cache import noted

# --- 4.0 the first chit


def choose_first(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Best choice before the enemy can answer."""
    side = staff.side
    return max(asked.options, key=lambda o: chit_worth(s, side, CHITS.index(str(o[1])), staff.weights))


def chit_worth(s: State, side: Side, chit: int, w: Weights) -> float:
    """A phase, if it came now."""
    g = s.game
    if CHITS[chit] == "Assault":
        return w.moving_first
    if CHITS[chit] == "Attack":
        return w.attack_first * attack_worth(s, side, w)
    if CHITS[chit] == "Supply Check":
        found = supply_now(s, side)
        change = 0.0
        for unit in members(s.on_map & g.ground_of[side]):
            change += (s.level[unit] - level_of(s, found, unit)) * unit_worth(s, unit, w) * w.fed_first
        chance = min(6, s.general[side] + s.flags[side].bit_count()) / 6
        return change + w.favour * chance - w.check_later
    lost = s.at[g.losses[side]].bit_count()
    if isinstance(w, AlliedWeights):
        return w.arrivals_first * min(s.scale, s.at[g.offmap].bit_count()) + w.returns_first * min(2, lost)
    return w.returns_first * min(3, lost)


def attack_worth(s: State, side: Side, w: Weights) -> float:
    """The best three attacks that could be made now."""
    around = NO_SPACES
    for hex_ in members(s.present[side]):
        around |= s.game.open_near[hex_]
    gains = []
    for target in members(around & s.present[1 - side]):
        for attack in plans(s, side, target, assault=False):
            outlook = prospect(s, attack, w)
            if outlook:
                gains.append(outlook.gain)
    return sum(sorted(gains, reverse=True)[:3])


# --- 2.6, 7.2: small questions


def ground_air(staff: Planner, s: State, asked: Decision) -> Option | None:
    """2.6-b: the weakest."""
    return min(asked.options, key=lambda o: strength(s, unit_of(o), True))


def monsoon(staff: Planner, s: State, asked: Decision) -> Option | None:
    """2.6-c, g: the cheapest step."""
    return min(asked.options, key=lambda o: step_cost(s, unit_of(o), staff.weights))


def flag(staff: Planner, s: State, asked: Decision) -> Option | None:
    """2.3-f, 7.2-b: the least Objective."""
    return min(asked.options, key=lambda o: s.game.value[space_of(o)])


def ambush(staff: Planner, s: State, asked: Decision) -> Option | None:
    """5.1-E: on roads and paths that the enemy uses, near enemy units."""
    g = s.game
    near = g.around(s.present[ALLIED], 2)

    def use(option: Option) -> float:
        hex_ = space_of(option)
        return (
            2.0 * bool(g.roads >> hex_ & 1)
            + 1.0 * bool(g.paths >> hex_ & 1)
            + 1.5 * bool(near >> hex_ & 1)
            - 3.0 * bool(s.present[ALLIED] >> hex_ & 1)
        )

    places = [o for o in asked.options if o[0] == "ambush"]
    best = max(places, key=use, default=None)
    return best if best and use(best) >= 2.5 else ("end-ambush",)


# --- 8 replacements


def replacements(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.1-A: always three, the division with most at the front first; guns in red-dot turns."""
    back = [o for o in asked.options if o[0] in ("bring-back", "refit")]
    front = s.game.around(s.present[ALLIED], 3)

    def need(option: Option) -> float:
        unit = unit_of(option)
        if s.game.support >> unit & 1:
            return 3.0
        kin = s.on_map & s.game.of_division[s.game.division[unit]] & s.game.ground
        return sum(1.0 for u in members(kin) if front >> s.where[u] & 1)

    return max(back, key=need, default=None)


def place_replacement(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.1-A-b: beside a reduced regiment of its division at the front, or on a threatened Objective."""
    g = s.game
    unit: Unit = asked.about[0]
    at_risk = threatened(s, JAPANESE, staff.weights)
    front = g.around(s.present[ALLIED], 2)
    kin = g.of_division[g.division[unit]]

    def use(option: Option) -> float:
        hex_ = space_of(option)
        here = s.at[hex_] & kin & g.ground
        reduced = any(s.steps[u] < g.full[u] for u in members(here & g.regiments)) or here & g.battalions
        score = 3.0 * bool(reduced) + 1.5 * bool(front >> hex_ & 1) + at_risk.get(hex_, 0.0) * 0.3
        if hex_ in g.value and not s.present[JAPANESE] >> hex_ & 1:
            score += 0.3 * at_risk.get(hex_, 0.0)
        return score

    return max(asked.options, key=use)


def arrival(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.1-B, 8.2-B: as near to what is wanted as the rules let it."""
    places = [o for o in asked.options if o[0] == "enter"]
    return max(places, key=lambda o: nearness(s, staff.side, unit_of(o), space_of(o, 2), staff.weights), default=None)


@noted
def aims(s: State, side: Side, w: Weights) -> dict[Space, float]:
    """Aims of a side, to have or to keep, and their worth."""
    return {**wanted(s, side, w), **threatened(s, side, w)}


def nearness(s: State, side: Side, unit: Unit, hex_: Space, w: Weights) -> float:
    """Need for a unit near a hex."""
    g = s.game
    way, weather = g.way[unit], g.weather(s.turn)
    best = 0.0
    for goal, worth in aims(s, side, w).items():
        far = fields(g, goal, weather)[way][hex_]
        if far < FAR:
            best = max(best, worth / (1 + far / w.nearness))
    return best


def rail(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.1-B-d, 8.2-B-9: who is far from its Objective and would be much nearer by train."""
    found = train(staff, s, asked)
    return found or ("end-rail",)


def train(staff: Planner, s: State, asked: Decision) -> Option | None:
    """The unit that gains most by rail; its stop is noted."""
    g, side, w = s.game, staff.side, staff.weights
    plan = staff.recall("trains", (s.turn, len(s.played)), lambda: make_orders(s, side, w))
    best: tuple[int, Unit, Space] | None = None
    for option in asked.options:
        if option[0] != "entrain":
            continue
        unit = unit_of(option)
        goal = plan.goals.get(unit, NO_SPACE)
        here = s.where[unit]
        alone = not s.at[here] & g.ground_of[side] & ~(1 << unit)
        if goal < 0 or (alone and here in plan.worths):
            continue
        field = distances(g, goal, g.way[unit], g.weather(s.turn))
        stops = [h for h in members(rail_reach(s, side, here)) if h != here and not is_full_for(s, h, unit)]
        stop = min(stops, key=lambda h: field[h], default=here)
        saved = field[here] - field[stop]
        if saved >= w.rail_gain and (best is None or saved > best[0]):
            best = saved, unit, stop
    if best is None:
        return None
    staff.stop = best[1], best[2]
    return staff.because(("entrain", best[1]), f"The train takes it towards {g.space_names[plan.goals[best[1]]]}.")


def detrain(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Goal of a unit that was sent by rail."""
    unit: Unit = asked.about[0]
    if staff.stop[0] == unit:
        return ("detrain", staff.stop[1])
    return max(asked.options, key=lambda o: nearness(s, staff.side, unit, space_of(o), staff.weights))


# --- 8.2 the Allies


def allied_replacements(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.2-A: lost units first if they are good; the flip for two reduced brigades at the front."""
    g, w = s.game, staff.weights
    front = g.around(s.present[JAPANESE], 3)

    def use(option: Option) -> float:
        if option[0] == "end-replacements":
            return 0.5
        unit = unit_of(option)
        if option[0] == "recover":
            return unit_worth(s, unit, w) + 0.5
        gain = (g.full[unit] - s.steps[unit]) * unit_worth(s, unit, w) / max(1, s.steps[unit])
        return gain * (1.2 if front >> s.where[unit] & 1 else 0.7)

    return max(asked.options, key=use)


def strongest(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.2-A-b."""
    return max(asked.options, key=lambda o: unit_worth(s, unit_of(o), staff.weights))


def bring_on(staff: Planner, s: State, asked: Decision) -> Option | None:
    """8.2-B: by air to threatened Objectives, by rail and road the strongest first, Transporters with them."""
    g, side, w = s.game, ALLIED, staff.weights
    at_risk = threatened(s, side, w)
    flying = [o for o in asked.options if o[0] == "fly" and s.where[unit_of(o)] == g.offmap]
    if flying and any(g.airfields >> h & 1 for h in at_risk):
        best = max(flying, key=lambda o: unit_worth(s, unit_of(o), w))
        if g.ground >> unit_of(best) & 1:
            field = max((h for h in at_risk if g.airfields >> h & 1), key=lambda h: at_risk[h])
            return staff.because(best, f"The enemy is near {g.space_names[field]}, an Objective with an Airfield.")
    coming = [o for o in asked.options if o[0] == "bring-on"]
    if coming:
        best = max(coming, key=lambda o: use_of(s, unit_of(o), w))
        return staff.because(best, f"The Allied Reinforcement Scale is at {s.scale}, and this costs 1.")
    return train(staff, s, asked) or ("end-reinforcements",)


def use_of(s: State, unit: Unit, w: Weights) -> float:
    """Units by their worth; a Transporter when its own are hungry."""
    g = s.game
    if g.ground >> unit & 1:
        return unit_worth(s, unit, w)
    nation = g.nation_of[unit]
    kin = (u for u in members(s.on_map & g.ground_of[ALLIED]) if g.nation_of[u] == nation)
    return 0.6 * sum(1 for u in kin if s.level[u] != FULL)
