"""Which units go where: forces and their starts, garrisons, ports."""

from __future__ import annotations

from typing import NamedTuple

from grognard.bots.whitesun.aims import needed_cities
from grognard.bots.whitesun.path_costs import Roads, Root, path_to
from grognard.bots.whitesun.plan import Planner
from grognard.games.whitesun import flotilla
from grognard.games.whitesun.battle_forecasts import raid_chance
from grognard.games.whitesun.entry_odds import entry_odds
from grognard.games.whitesun.forming_forces import Muster
from grognard.games.whitesun.operation_starts import CHANGSHA, FREE, PORT, RAID, cities_to_start, nearest_cities
from grognard.games.whitesun.round_strength import strength_of
from grognard.games.whitesun.state import FIRST, State, own, phase_id
from grognard.games.whitesun.supply import first_cost
from grognard.kernel.bits import bitset, members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space, Unit, Units

RAIDED, CHANGSHA_FORCE = 3, 1


class Intent(NamedTuple):
    """An operation that is worth while: where it starts, with how many units, and why."""

    start: Option
    units: int
    sea: bool
    reason: str
    best_units: bool = True


# --- which units


def ranked(s: State, units: Units) -> list[Unit]:
    """The best first; asterisked units last, for they may not come back."""
    g = s.game
    return sorted(
        members(units),
        key=lambda u: (g.asterisk >> u & 1, -g.full[u] - g.dice[u][g.full[u]], g.puppets >> u & 1, u),
    )


def ready(s: State) -> Units:
    """Units at hand."""
    return s.at[s.game.ready] & s.game.ground


def weakest(staff: Planner, s: State, asked: Decision) -> Option:
    """One unit is enough: the least."""
    by_unit = {unit_of(o): o for o in asked.options}
    unit = ranked(s, bitset(by_unit) & ~s.game.asterisk or bitset(by_unit))[-1]
    return staff.because(by_unit[unit], "It is the least valuable unit.")


# --- a force and its start


def muster(staff: Planner, s: State, asked: Decision) -> Option:
    """3.5, 11.2: settle the operation, pick its units one by one, go."""
    top = s.agenda[-1]
    assert isinstance(top, Muster)
    key = (s.rolls, s.turn, s.phase, top.kind, top.target, len(s.trail_start))
    intent = staff.recall("operation", key, lambda: intend(staff, s, top))
    if intent is None:
        if ("end-phase",) in asked.options:
            return staff.because(("end-phase",), "No further operation is worthwhile.")
        return give_way(staff, s, asked)
    chosen = bitset(top.units)
    wanted = [u for u in candidates(staff, s, intent) if not chosen >> u & 1]
    if len(top.units) < intent.units and wanted and ("join", wanted[0]) in asked.options:
        return staff.because(("join", wanted[0]), intent.reason)
    if intent.start in asked.options:
        return staff.because(intent.start, intent.reason)
    return give_way(staff, s, asked)


def give_way(staff: Planner, s: State, asked: Decision) -> Option:
    """Something legal when a plan does not work out: go with who is there, or with one more."""
    for verb in ("fight", "start", "land", "enter", "join"):
        for option in asked.options:
            if option[0] == verb:
                return staff.because(option, "As good as any.")
    return asked.options[0]


def candidates(staff: Planner, s: State, intent: Intent) -> list[Unit]:
    """Units that may go, best first."""
    g = s.game
    units = ready(s)
    if intent.sea:
        units &= ~g.puppets
    order = ranked(s, units)
    if not intent.best_units:
        kept = 8 if len(order) >= 8 + intent.units else 0
        return order[kept:] + order[:kept]
    return mixed(staff, s, order) if s.turn == 1 else order


def mixed(staff: Planner, s: State, order: list[Unit]) -> list[Unit]:
    """On Turn 1 there are three good stacks in the order of battle if none takes all the two-step divisions."""
    g = s.game
    core = [u for u in order if g.two_step >> u & 1][: round(staff.weights.core)]
    dice = [u for u in order if not g.two_step >> u & 1 and g.dice[u][1] > 1]
    first = [*core, *dice]
    return first + [u for u in order if u not in first]


def intend(staff: Planner, s: State, top: Muster) -> Intent | None:
    """Plan of the operation."""
    if top.kind == FREE:
        return by_sea(staff, s) or by_land(staff, s)
    if top.kind == RAID:
        strength = strength_of(s, bitset(ranked(s, ready(s))[:RAIDED]), fresh=True)
        chance = raid_chance(s, strength, top.target)
        return Intent(("fight",), RAIDED, False, f"{chance:.0%} chance to beat the raiders.")
    if top.kind == CHANGSHA:
        city = members(nearest_cities(s))[0]
        return Intent(("start", city), CHANGSHA_FORCE, False, "Changsha can wait: as few as possible.")
    assert top.kind == PORT
    return Intent(
        ("land", top.target), landing_force(staff, s, top.target, 4), True, "It can land directly in the port."
    )


def landing_force(staff: Planner, s: State, hex_: Space, most: int) -> int:
    """Number of the best units that make a landing all but sure."""
    for number in range(2, most):
        if landing_chance(s, hex_, number) >= staff.weights.sure:
            return number
    return most


def landing_chance(s: State, hex_: Space, number: int) -> float:
    """The chance that so many of the best units get ashore and through."""
    order = ranked(s, ready(s) & ~s.game.puppets)
    strength = strength_of(s, bitset(order[:number]), fresh=True)
    cost = first_cost(s, hex_)
    return entry_odds(s, strength, hex_, cost, s.game.mp[s.turn] - cost).through


def by_sea(staff: Planner, s: State) -> Intent | None:
    """9.13: Shanghai first, then ports that no railroad reaches, with what the ships can carry."""
    g, w = s.game, staff.weights
    left = g.amphibious_most - s.amphibious
    count = (ready(s) & ~g.puppets).bit_count()
    if left < 2 or count < 2:
        return None
    value = staff.worth(s)
    if s.turn == 1 and g.shanghai in value:
        number = round(w.shanghai if phase_id(s) == FIRST else w.shanghai_again)
        if left >= number <= count:
            return Intent(("land", g.shanghai), number, True, "Shanghai opens the Yangtze.")
    ports = [h for h in members(g.coast & g.cities & ~own(s)) if value.get(h, 0) > 1 and far_from_rail(staff, s, h)]
    ports = [h for h in ports if not (g.treaty_ports >> h & 1 and s.turn < g.treaty_ports_from)]
    if s.turn == 1 and phase_id(s) == FIRST and left > 3:
        return None
    for hex_ in sorted(ports, key=lambda h: (not g.treaty_ports >> h & 1, -neighbours_worth(s, h, value), h)):
        if g.treaty_ports >> hex_ & 1:
            return Intent(("land", hex_), 1, True, "A treaty port needs one unit.", best_units=False)
        rest = sum(1 for h in ports if not g.treaty_ports >> h & 1)
        share = max(2, min(4, left // max(1, min(rest, 3))))
        number = landing_force(staff, s, hex_, min(share + (left > 6), left, count, 5))
        if phase_id(s) != FIRST or landing_chance(s, hex_, number) >= w.fair:
            return Intent(("land", hex_), number, True, by_sea_because(s, hex_))
    return None


def by_sea_because(s: State, hex_: Space) -> str:
    """Why a port is taken from the sea."""
    if s.game.rail_set >> hex_ & 1:
        return f"{s.game.space_names[hex_]} can be taken from the sea at once."
    return "No railroad leads there: go by sea."


def far_from_rail(staff: Planner, s: State, hex_: Space) -> bool:
    """Ports of the south, and what no force reached by land on Turn 1."""
    g = s.game
    if s.turn > 1 or (staff.weights.any_coast >= 1 and phase_id(s) != FIRST):
        return True
    return bool(g.south >> hex_ & 1) and hex_ != g.shanghai


def neighbours_worth(s: State, hex_: Space, value: dict[Space, float]) -> float:
    """Further gains of a landing."""
    return sum(value.get(h, 0.0) for h in s.game.steps_from[hex_])


def by_land(staff: Planner, s: State) -> Intent | None:
    """R31: from the city or edge hex from which most can be gained."""
    g, w = s.game, staff.weights
    value = staff.worth(s)
    if not value:
        return None
    limit = g.most_units[s.turn]
    order = ranked(s, ready(s))
    if s.turn == 1:
        order = mixed(staff, s, order)
    number = min(limit, len(order))
    strength = strength_of(s, bitset(order[:number]), fresh=True)
    roads = Roads(s, w)
    roots = land_roots(s, number)
    ways = roads.search(roots, g.mp[s.turn], strength, value)
    goals = [h for h in ways if h in value]
    if not goals:
        return None
    goal = max(goals, key=lambda h: (ways[h].gain - w.hex_price * ways[h].cost, -h))
    if ways[goal].gain < w.worthwhile:
        return None
    root = roots[ways[goal].root]
    way = path_to(ways, goal)
    fought = sum(not own(s) >> h & 1 for h in way)
    units = number
    hard = any(s.at[h] & g.fighting for h in way)
    if s.turn == 1 and ways[goal].gain < w.great_gain and not hard:
        units = min(number, max(1, round(w.modest)))
    if g.south_edge >> root.hex & 1 and root.verb == "enter":
        units = min(units, g.from_the_south[s.turn] - s.southern)
    to_capital = bool({g.chungking, g.chengtu} & set(way))
    best = s.turn == 1 or to_capital or fought < w.long_march
    return Intent((root.verb, root.hex), units, False, f"Towards {g.space_names[goal]}.", best_units=best)


def land_roots(s: State, number: int) -> list[Root]:
    """3.5f-h: start cities and entry edges."""
    g = s.game
    with_ships = flotilla.cities(s)
    cities = members(cities_to_start(s, FREE))
    roots = [Root("start-with-flotilla" if with_ships >> h & 1 else "start", h, 0) for h in cities]
    edges = g.north_edge
    if g.from_the_south[s.turn] - s.southern >= min(number, 4):
        edges |= g.south_edge
    return [*roots, *(Root("enter", h, first_cost(s, h)) for h in members(edges & ~own(s)))]


# --- Phase I


def garrison_area(staff: Planner, s: State, asked: Decision) -> Option:
    """3.6c: irreplaceable units first, then the weakest."""
    for option in asked.options:
        if option[0] == "garrison" and s.game.asterisk >> unit_of(option) & 1:
            return staff.because(option, "At the front it might be lost for good.")
    return staff.because(("fill",), "The weakest units suffice for garrison duty.")


def garrison_cities(staff: Planner, s: State, asked: Decision) -> Option:
    """3.6d: the weakest."""
    return ("fill",) if ("fill",) in asked.options else weakest(staff, s, asked)


def keep_cities(staff: Planner, s: State, asked: Decision) -> Option:
    """3.6f: what victory does not need is given up."""
    wanted = needed_cities(s)
    for option in asked.options:
        if option[0] == "give-up" and not wanted >> space_of(option) & 1:
            return staff.because(option, "Victory does not need it.")
    if ("hold-cities",) in asked.options:
        return ("hold-cities",)
    spare = [o for o in asked.options if not s.game.victory_hexes >> space_of(o) & 1] or asked.options
    return staff.because(spare[0], "There are not enough garrisons.")


def station(staff: Planner, s: State, asked: Decision) -> Option:
    """9.17e: as far up the river as it goes."""
    g = s.game
    return min(asked.options, key=lambda o: g.map.distance(space_of(o), g.chungking))


# --- Turns 2 and 3


def call_up(staff: Planner, s: State, asked: Decision) -> Option:
    """OT.1, OT.2: the best that is offered, but none that might not come back."""
    by_unit = {unit_of(o): o for o in asked.options}
    return by_unit[ranked(s, bitset(by_unit))[0]]


def choose_port(staff: Planner, s: State, asked: Decision) -> Option:
    """OT.3: a treaty port for the asking, else where a landing is surest."""
    g = s.game
    strength = strength_of(s, bitset(ranked(s, ready(s))[:3]), fresh=True)

    def ease(option: Option) -> float:
        hex_ = space_of(option)
        if g.treaty_ports >> hex_ & 1:
            return 2.0
        cost = first_cost(s, hex_)
        return entry_odds(s, strength, hex_, cost, g.mp[s.turn] - cost).through

    return staff.because(max(asked.options, key=ease), "The port that is easiest to take first.")
