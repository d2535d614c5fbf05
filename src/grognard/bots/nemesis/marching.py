"""Movement of the staff: every unit has an Objective to take or hold, and goes where it serves best (5.1, 6.1-A)."""

from __future__ import annotations

from collections import defaultdict

from grognard.bots.nemesis.distances import FAR, around, distances, fields
from grognard.bots.nemesis.sectors import is_base, sector
from grognard.bots.nemesis.staff_notes import Orders, Planner
from grognard.bots.nemesis.weights import JapaneseWeights, Weights
from grognard.bots.nemesis.worth import objective_worth, threatened, unit_worth, wanted
from grognard.games.nemesis.battalions import may_drop_off
from grognard.games.nemesis.bunkers import pool_of
from grognard.games.nemesis.facts import ALLIED, JAPANESE, YUNNAN_BUNKER
from grognard.games.nemesis.movement import allowance, new_move
from grognard.games.nemesis.odds import strength
from grognard.games.nemesis.reach import operational, ordinary
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import FULL, State, bunkered, controlled, place
from grognard.games.nemesis.supply import Supply, level_of, survey, survey_after, tag_of
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit
from grognard.kernel.map_search import way_back
from grognard.kernel.position_cache import noted
from grognard.kernel.words import numbered

CLOSE, COMING = 2, 4
"""Hexes from which the enemy counts in an attack on an Objective, in full and by half."""
EASY = 3
"""The strength in and next to an Objective that makes it half as easy as an empty one."""
WORTH_FEEDING = 0.15
"""By how much more a Transporter must feed for a march to be worth it."""
CANDIDATES = 5
"""Hexes that are tried for a Transporter."""
FED = (1.0, 0.5, 0.0)
"""What feeding counts for, by the supply level that it gives."""


@noted
def enemy_strength(s: State, side: Side, hexes: Spaces) -> int:
    """The strength of the other side's units in some hexes."""
    g = s.game
    own = g.ground_of[1 - side]
    return sum([strength(s, u, True) for h in each(hexes & s.present[1 - side]) for u in each(s.at[h] & own)])


@noted
def own_strength(s: State, side: Side, hex_: Space) -> int:
    """The strength of a side's units in a hex, defending."""
    return sum([strength(s, u, False) for u in each(s.at[hex_] & s.game.ground_of[side])])


def orders(staff: Planner, s: State, fire: bool) -> Orders:
    """The plan of this movement, made when it begins."""
    key = (s.turn, len(s.played), fire)
    return staff.recall("orders", key, lambda: make_orders(s, staff.side, staff.weights))


def make_orders(s: State, side: Side, w: Weights) -> Orders:
    """Objectives shared out: near and worthy ones first, until enough strength is on its way."""
    g = s.game
    found = Orders(supply=supply_now(s, side))
    taking = wanted(s, side, w)
    holding = {h: worth * w.hold for h, worth in threatened(s, side, w).items()}
    found.worths = {**taking, **holding}
    missing, more = {}, {}
    for hex_ in found.worths:
        if hex_ in taking:
            missing[hex_] = w.need_to_take * enemy_strength(s, side, around(g, hex_, round(w.defenders))) + w.take_least
        else:
            near = enemy_strength(s, side, around(g, hex_, CLOSE))
            far = enemy_strength(s, side, around(g, hex_, COMING))
            if isinstance(w, JapaneseWeights) and s.turn < w.coming_home and is_base(g, side, hex_):
                far = near
            need = max(w.garrison, w.need_to_hold * (near + far) / 2)
            missing[hex_] = min(need, w.solid)
            more[hex_] = need - missing[hex_]
            missing[hex_] -= garrison(s, hex_)
    units = members(s.on_map & g.ground_of[side] & ~g.garrisons)
    if side == ALLIED and not s.yunnan_active:
        units = [u for u in units if not g.yunnan >> u & 1]
    pairs = []
    weather = g.weather(s.turn)
    attackers = [(s.where[u], g.way[u], strength(s, u, True)) for u in units]
    for hex_ in taking:  # what cannot be had is not worth a march
        away = fields(g, hex_, weather)
        at_hand = sum([force for here, way, force in attackers if away[way][here] <= w.at_hand])
        found.worths[hex_] *= min(1.0, (at_hand + 1) / missing[hex_])
        found.worths[hex_] *= 1.0 + w.easy * EASY / (EASY + enemy_strength(s, side, around(g, hex_, 1)))
    aims = [(hex_, worth, fields(g, hex_, weather)) for hex_, worth in found.worths.items()]
    bound = isinstance(w, JapaneseWeights)
    for unit in units:
        here, way = s.where[unit], g.way[unit]
        for hex_, worth, away in aims:
            far = away[way][here]
            if far < FAR:
                share = sector(s, unit, hex_, w) if bound else 1.0
                pairs.append((worth * share / (1 + far / w.nearness), unit, hex_))
    pairs.sort(reverse=True)
    keep(s, side, found, missing, units, w)
    guard(s, side, found, missing, units, w)
    for extra in ({}, more):
        for hex_, need in extra.items():
            missing[hex_] += need
        pairs = [pair for pair in pairs if pair[1] not in found.goals]
        for _, unit, hex_ in pairs:
            if missing[hex_] > 0 and unit not in found.goals:
                found.goals[unit] = hex_
                missing[hex_] -= strength(s, unit, False) * (w.guns if g.artillery >> unit & 1 else 1.0)
    for _, unit, hex_ in pairs:  # who is left over attacks
        if hex_ in taking or not taking:
            found.goals.setdefault(unit, hex_)
    for chains in found.supply.full if found.supply else ():
        found.close.append(g.grown(g.grown(chains.covered)))
    return found


def keep(s: State, side: Side, found: Orders, missing: dict[Space, float], units: list[Unit], w: Weights) -> None:
    """Units needed in an Objective that the enemy could enter stay, no matter what sent them."""
    g = s.game
    close = g.around(s.present[1 - side], round(w.stroll)) & controlled(s, side) & g.objectives
    for unit in sorted(units, key=lambda u: strength(s, u, False)):
        here = s.where[unit]
        if close >> here & 1 and here in missing and not g.artillery >> unit & 1:
            force = strength(s, unit, False)
            if missing[here] > w.keep * force:
                found.goals[unit] = here
                missing[here] -= force


def guard(s: State, side: Side, found: Orders, missing: dict[Space, float], units: list[Unit], w: Weights) -> None:
    """Own Objectives that the enemy could walk into: the nearest that can be there in time, the smallest first."""
    g = s.game
    weather = g.weather(s.turn)
    close = g.around(s.present[1 - side], round(w.stroll))
    weak = [
        h
        for h in members(controlled(s, side) & g.objectives & close)
        if h in found.worths and w.weak * own_strength(s, side, h) < missing[h]
    ]
    for hex_ in sorted(weak, key=lambda h: -found.worths[h]):
        best, least = NO_UNIT, 0.0
        for unit in units:
            here = s.where[unit]
            if unit in found.goals or g.artillery >> unit & 1:
                continue
            if stays(s, side, found, missing, unit, hex_):
                continue
            far = distances(g, hex_, g.way[unit], weather)[here]
            if far > g.movement[unit] * 2:
                continue
            force = strength(s, unit, False)
            price = far / w.nearness + 0.15 * force + 0.3 * max(0.0, missing[hex_] - force)
            price /= sector(s, unit, hex_, w)
            if best < 0 or price < least:
                best, least = unit, price
        if best >= 0:
            found.goals[best] = hex_
            missing[hex_] -= strength(s, best, False)


def stays(s: State, side: Side, found: Orders, missing: dict[Space, float], unit: Unit, hex_: Space) -> bool:
    """Whether a unit is needed more where it is than at another of its side's Objectives."""
    g = s.game
    here = s.where[unit]
    if here not in missing or not controlled(s, side) >> here & 1:
        return False
    if found.worths[here] >= found.worths[hex_]:
        return strength(s, unit, False) > own_strength(s, side, here) - missing[here] - garrison(s, here)
    alone = not s.at[here] & g.ground_of[side] & ~(1 << unit)
    return alone and not (g.regiments >> unit & 1 and s.steps[unit] == g.full[unit])


def garrison(s: State, hex_: Space) -> int:
    """The strength of those in a hex that never leave it."""
    return sum(strength(s, u, False) for u in members(s.at[hex_] & s.game.garrisons))


# --- the phase


def movement(staff: Planner, s: State, asked: Decision) -> Option | None:
    """5.1-A: units from the front to the rear, then Transporters, then spades."""
    return march(staff, s, asked, fire=False)


def into_the_fire(staff: Planner, s: State, asked: Decision) -> Option | None:
    """6.1-A: the last hex to the enemy."""
    return march(staff, s, asked, fire=True)


def march(staff: Planner, s: State, asked: Decision, fire: bool) -> Option | None:
    """The next counter that has somewhere better to be."""
    g = s.game
    plan = orders(staff, s, fire)
    able = [u for o in asked.options if o[0] == "move" and (u := unit_of(o)) not in plan.seen]
    units = [u for u in able if g.ground >> u & 1]
    units.sort(key=lambda u: (g.artillery >> u & 1, -worth_of_goal(s, plan, u)))
    for unit in units:
        plan.seen.add(unit)
        parting = ("leave-behind", unit) in asked.options
        marcher = Marcher(s, staff.side, plan, unit, staff.weights, parting)
        way = best_way(s, marcher, fire)
        if way:
            plan.unit, plan.way = unit, way
            verb = "leave-behind" if parting and marcher.holds else "move"
            return staff.because((verb, unit), marcher.why(way[-1]))
    for unit in able:
        if g.transporters >> unit & 1 and unit not in plan.seen:
            plan.seen.add(unit)
            way = transporter_way(s, staff.side, unit, fire, staff.weights)
            if way:
                plan.unit, plan.way = unit, way
                return staff.because(("move", unit), feeding(s, staff.side, unit, way[-1]))
    for option in asked.options:
        if option[0] == "dig" and should_dig(s, staff.side, unit_of(option), staff.weights):
            return staff.because(option, "In a Bunker it defends with 1 more Quality.")
    return ("end-movement",)


def worth_of_goal(s: State, plan: Orders, unit: Unit) -> float:
    """Units nearer to something good go first."""
    hex_ = plan.goals.get(unit, NO_SPACE)
    if hex_ < 0:
        return 0.0
    return plan.worths[hex_] / (1 + distances(s.game, hex_, s.game.way[unit], s.game.weather(s.turn))[s.where[unit]])


def move_on(staff: Planner, s: State, asked: Decision) -> Option | None:
    """Along the way that was thought of."""
    unit: Unit = asked.about[0]
    plan = staff.plan_of_march(s.turn)
    if plan is not None and plan.unit == unit and plan.way:
        return ("to", plan.way.pop(0))
    if not s.moved >> unit & 1:  # who sits down now thinks again: a move without a step is none (5.1-B-a)
        fire = "6.1-A-a" in asked.cases
        plan = orders(staff, s, fire)
        marcher = Marcher(s, staff.side, plan, unit, staff.weights, bool(may_drop_off(s, 1 << unit)))
        w = staff.weights
        way = best_way(s, marcher, fire) if s.game.ground >> unit & 1 else transporter_way(s, staff.side, unit, fire, w)
        if way and ("to", way[0]) in asked.options:
            plan.seen.add(unit)
            plan.unit, plan.way = unit, way[1:]
            return ("to", way[0])
    if ("stop",) in asked.options:
        return ("stop",)
    return asked.options[0]


# --- where to


Rows = dict[Space, Space]
"""Hexes, each with the hex before it."""


@noted
def reachable(s: State, unit: Unit, fire: bool) -> tuple[Rows, Rows]:
    """5.1-A, C: hexes that a counter may end in, by ordinary and by Operational Movement."""
    move = new_move(s, unit, int(fire))
    near = {h: before for h, _, before, _ in ordinary(s, move, allowance(s, unit, fire))}
    far: Rows = {}
    if move.operational:
        far = {h: before for h, _, before, _ in operational(s, move, move.budget(s))}
    return near, far


def way_to(s: State, unit: Unit, goal: Space, fire: bool) -> list[Space]:
    """The hexes of a move, one after another."""
    near, far = reachable(s, unit, fire)
    return way_back(near if goal in near else far, s.where[unit], goal)[1:]


def best_way(s: State, marcher: Marcher, fire: bool) -> list[Space]:
    """The way to the best hex, or none if it is best where it is."""
    g = s.game
    unit, here = marcher.unit, marcher.here
    near, far = reachable(s, unit, fire)
    best, best_score = here, marcher.score(here) + marcher.weights.worth_it
    for hex_ in {*near, *far}:
        if hex_ == here or is_full_for(s, hex_, unit):
            continue
        score = marcher.score(hex_)
        if score > best_score:
            best, best_score = hex_, score
    if best == here:
        return []
    if g.artillery >> unit & 1 and fire:
        return []
    return way_back(near if best in near else far, here, best)[1:]


class Marcher:
    """A unit that may march, and how good a hex is for it: all that does not depend on the hex is worked out once."""

    def __init__(self, s: State, side: Side, plan: Orders, unit: Unit, weights: Weights, parting: bool = False) -> None:
        g = s.game
        self.weights = weights
        self.s, self.side, self.plan, self.unit = s, side, plan, unit
        self.worth = unit_worth(s, unit, weights)
        self.strength = strength(s, unit, False)
        goal = plan.goals.get(unit, NO_SPACE)
        self.pull = plan.worths.get(goal, 0.0)
        self.field = distances(g, goal, g.way[unit], g.weather(s.turn)) if goal >= 0 else ()
        self.goal = goal
        assert plan.supply is not None
        tag = tag_of(s, unit)
        self.full = plan.supply.full[tag].covered
        self.close = plan.close[tag]
        self.some = plan.supply.limited.covered | plan.supply.airlifted
        self.open = controlled(s, 1 - side) & ~s.present[1 - side]
        self.held = controlled(s, side) & g.objectives
        here = s.where[unit]
        self.alone = not s.at[here] & g.ground_of[side] & ~(1 << unit)
        self.here = here
        self.holds = bool(self.alone and self.held >> here & 1 and here in plan.worths)
        """3.3-b: a regiment that alone holds an Objective may leave a battalion there."""
        self.left_empty = weights.loose * plan.worths[here] if self.holds and not parting else 0.0
        asleep = side == JAPANESE and not s.yunnan_active
        self.taboo = g.near_chinese_objectives if asleep else NO_SPACES
        self.waking = weights.waking_china if isinstance(weights, JapaneseWeights) else 0.0

    def why(self, hex_: Space) -> str:
        """Why it goes to a hex, in words: towards what it is meant for, or for a better place."""
        names = self.s.game.space_names
        if hex_ == self.goal:
            return f"It is needed at {names[hex_]}."
        if self.field and self.field[hex_] < self.field[self.here]:
            return f"It is needed at {names[self.goal]}, and this brings it closer."
        return f"{names[hex_]} is a better position: supply, support, terrain and the enemy all considered."

    def score(self, hex_: Space) -> float:
        """In points."""
        s, g, side, w = self.s, self.s.game, self.side, self.weights
        total = 0.0
        if self.field:
            total += w.pull * self.pull / (1 + self.field[hex_] / w.nearness)
        if self.open >> hex_ & 1 and not g.artillery >> self.unit & 1:
            total += w.walk_in * objective_worth(s, side, hex_, w)
        if hex_ != self.here:
            total -= self.left_empty
        if g.artillery >> self.unit & 1 and not s.at[hex_] & g.ground_of[side] & ~g.artillery:
            total -= w.bare_guns * bool(around(g, hex_, CLOSE) & s.present[1 - side])
        if self.taboo >> hex_ & 1:
            total -= self.waking
        total -= self.worth * self.hunger(hex_)
        beside = g.open_near[hex_] & s.present[1 - side]
        if beside:
            friends = own_strength(s, side, hex_) + (0 if hex_ == self.here else self.strength)
            enemy = enemy_strength(s, side, beside)
            shelter = w.shelter if g.defensive_terrain >> hex_ & 1 or bunkered(s) >> hex_ & 1 else 1.0
            ratio = enemy / max(1, friends * shelter)
            total -= w.danger * self.worth * max(0.0, ratio - 1.0)
            for target in each(beside):
                theirs = own_strength(s, 1 - side, target)
                odds = (friends + self.company(target, hex_)) / max(1, theirs)
                if odds >= w.odds_least:
                    total += w.chance * min(odds, w.odds_most) * (w.odds_goal if target == self.goal else 1.0)
        return total

    def company(self, target: Space, hex_: Space) -> float:
        """6.1-B-b: friends in other hexes next to a target."""
        total = 0
        for home in each(self.s.game.open_near[target] & self.s.present[self.side] & ~(1 << hex_)):
            total += own_strength(self.s, self.side, home)
            if home == self.here:
                total -= self.strength
        return self.weights.company * total

    def hunger(self, hex_: Space) -> float:
        """7.1-D: what is to be feared from the next check there."""
        g, w = self.s.game, self.weights
        if self.full >> hex_ & 1 or g.chindits >> self.unit & 1:
            return 0.0
        part = w.hungry if self.some >> hex_ & 1 else w.starving / max(1, g.quality[self.unit] - 1)
        return part * (w.close_behind if self.close >> hex_ & 1 else 1.0)


# --- Transporters


@noted
def mouths(s: State, side: Side, w: Weights) -> list[tuple[Unit, float]]:
    """The counters of a side on the map, each with what it is worth to have it fed."""
    ground = s.game.ground
    return [(u, unit_worth(s, u, w) if ground >> u & 1 else 0.4) for u in members(s.on_map & s.game.of_side[side])]


def fed(s: State, found: Supply, eaters: list[tuple[Unit, float]]) -> float:
    """Supply of these units if they were checked now."""
    total = 0.0
    where, tags, hqs, chains = s.where, s.game.supply_tag, s.game.hqs, found.full
    for unit, worth in eaters:
        # Most are in Full supply: seen without a call (`level_of`).
        full = chains[tags[unit]].without_hq if hqs >> unit & 1 else chains[tags[unit]].covered
        level = FULL if full >> where[unit] & 1 else level_of(s, found, unit)
        total += FED[level] * worth
    return total


@noted
def supply_now(s: State, side: Side) -> Supply:
    """Supply of a side if it were checked now."""
    return survey(s, side)


@noted
def hungry_of(s: State, side: Side) -> dict[int, list[Unit]]:
    """Per nationality or division, the units on the map that would not be in Full supply."""
    found = supply_now(s, side)
    out: dict[int, list[Unit]] = defaultdict(list)
    for unit in members(s.on_map & s.game.ground_of[side]):
        if level_of(s, found, unit) != FULL:
            out[tag_of(s, unit)].append(unit)
    return out


def transporter_way(s: State, side: Side, unit: Unit, fire: bool, w: Weights) -> list[Space]:
    """7.1-A: where a Transporter feeds most, among the few hexes that lie nearest to those it is for."""
    g = s.game
    found = supply_now(s, side)
    tag = tag_of(s, unit)
    hungry = hungry_of(s, side)[tag]
    if not hungry and level_of(s, found, unit) == FULL:
        return []
    here = s.where[unit]
    near, _ = reachable(s, unit, fire)
    shy = g.grown(s.present[1 - side]) & ~s.present[side]
    cover = found.full[tag].without_hq if g.hqs >> unit & 1 else found.full[tag].covered
    hexes = [h for h in near if not shy >> h & 1]
    rows = [g.map.distances[s.where[u]] for u in hungry]

    def away(hex_: Space) -> int:
        return sum([row[hex_] for row in rows])

    hexes.sort(key=lambda h: (not cover >> h & 1, away(h)))
    eaters = mouths(s, side, w)
    best, now = here, fed(s, found, eaters)
    most = now
    trial = s.copy()
    for hex_ in hexes[:CANDIDATES]:
        place(trial, unit, hex_)
        value = fed(trial, survey_after(trial, found, unit), eaters)
        # A link of a chain may help only once the next one has come up: then being nearer is enough.
        nearer = value > now - WORTH_FEEDING and best == here and away(hex_) < away(here)
        if value > most + WORTH_FEEDING or nearer:
            best, most = hex_, max(value, most)
    return [] if best == here else way_to(s, unit, best, fire)


def feeding(s: State, side: Side, unit: Unit, hex_: Space) -> str:
    """Use of a Transporter in another hex: whom it feeds better there, or to whom it comes nearer."""
    found = supply_now(s, side)
    trial = s.copy()
    place(trial, unit, hex_)
    after = survey_after(trial, found, unit)
    others = s.on_map & s.game.of_side[side] & ~(1 << unit)
    better = sum(level_of(trial, after, u) < level_of(s, found, u) for u in members(others))
    if better:
        return f"From there it would improve the supply of {numbered(better, 'counter')}."
    if level_of(trial, after, unit) < level_of(s, found, unit):
        return "There it would be better supplied."
    return "There it is closer to units that are not in Full Supply."


# --- Bunkers


def dig_worth(s: State, side: Side, hex_: Space, w: Weights) -> float:
    """5.1-B: what a Bunker does in a hex: for Objectives, for those with the enemy next door, for many."""
    g = s.game
    enemy = s.present[1 - side]
    steps = sum(s.steps[u] for u in members(s.at[hex_] & g.ground_of[side] & ~g.no_bunker))
    if not steps:
        return 0.0
    worth = w.dig_step * min(steps, 9)
    if g.open_near[hex_] & enemy:
        worth += w.dig_beside
    if g.objectives >> hex_ & 1:
        worth += w.dig_close if around(g, hex_, CLOSE) & enemy else w.dig_near * bool(around(g, hex_, COMING) & enemy)
    return worth


def should_dig(s: State, side: Side, unit: Unit, w: Weights) -> bool:
    """5.1-B: where it is worth it, and worth more than the least of those that stand."""
    g = s.game
    here = s.where[unit]
    if bunkered(s) >> here & 1 or (g.yunnan >> unit & 1 and s.bunkers[YUNNAN_BUNKER]):
        return False
    worth = dig_worth(s, side, here, w)
    pool = pool_of(s, unit)
    least = 0.0
    if s.bunkers[pool].bit_count() >= g.most_bunkers[pool]:
        least = min(dig_worth(s, side, h, w) for h in members(s.bunkers[pool]))
    return worth >= w.worth_digging + least


def take_bunker(staff: Planner, s: State, asked: Decision) -> Option | None:
    """5.1-B-f: the one that does least."""
    return min(asked.options, key=lambda o: dig_worth(s, staff.side, space_of(o), staff.weights))
