"""5.1-A, C, D and 6.1-A: movement in the Assault Phase, and Into the Fire in the Attack Phase.

Pick a counter, then go hex by hex. The mode is inferred (R25): a move goes on beyond the Movement Value as long as
every step of it fits Operational Movement; who is not in Full Supply, and everybody from the Heavy Monsoon on, pays
for the terrain (Limited Movement).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from grognard.games.nemesis.battalions import drop_off, drop_off_bar, may_drop_off, merge_moved
from grognard.games.nemesis.bunkers import begin_bunker, bunker_bar, has_moved_bar, may_dig
from grognard.games.nemesis.facts import ALLIED, Facts
from grognard.games.nemesis.movement_costs import HEAVY_MONSOON, LIMITED_MOVE, NORMAL
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import FULL, State, controlled, place
from grognard.games.nemesis.transporters import Displace
from grognard.games.nemesis.zones import in_zone_of
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, Term, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNIT, NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.map_search import ways

SPENT = 999
"""More than any Movement Value: the one-hex minimum ends a move."""


# --- how far, and what a step costs


def allowance(s: State, unit: Unit, fire: bool) -> int:
    """5.1-A-b, 6.1-A-a, R27: in half movement points."""
    g = s.game
    if not fire:
        return g.movement[unit]
    return g.fire_japanese if g.banzai_units >> unit & 1 else g.fire_others


def is_limited(s: State, unit: Unit) -> bool:
    """5.1-D-a, c, 7.1-B-f: Limited Movement for who is not in Full Supply, and for all from the Heavy Monsoon on."""
    return s.level[unit] != FULL or s.turn >= s.game.heavy_from


def step_costs(s: State, unit: Unit, here: Space) -> dict[Space, int]:
    """5.1-A-c..f, h, 5.1-D, 2.6-d, h: what entering each open neighbour costs, Ambushes apart."""
    return step_rows(s, unit)[here]


def step_rows(s: State, unit: Unit) -> tuple[dict[Space, int], ...]:
    """The same for all hexes."""
    g = s.game
    mode = LIMITED_MOVE if is_limited(s, unit) else NORMAL
    return g.step_cost[g.way[unit]][mode][g.weather(s.turn)]


def ambush_cost(s: State, side: Side, goal: Space) -> int:
    """5.1-E-c, R20: what an Ambush adds, if there is one: Allied counters pay for it."""
    return ambush_toll(s) if side == ALLIED and s.ambushes >> goal & 1 else 0


def ambush_toll(s: State) -> int:
    """5.1-E-c, R112: what an Ambush costs; twice as much in the Heavy Monsoon."""
    g = s.game
    return g.costs["ambush"] * (g.costs["heavy_times"] if g.weather(s.turn) == HEAVY_MONSOON else 1)


def entry_bar(s: State, unit: Unit, here: Space, goal: Space) -> Bar | None:
    """5.1-A-f, h, 1.2-H-b, R28, R31: why a counter may not step from one hex into another, whatever it costs."""
    g = s.game
    name = g.space_names[goal]
    if goal >= g.hexes or not g.near[here] >> goal & 1:
        return Bar(f"{name} is not adjacent.", ("5.1-A-b",))
    if not g.open_near[here] >> goal & 1:
        return Bar(f"A lake lies between here and {name}.", ("5.1-A-f",))
    side = g.side_of[unit]
    if s.present[1 - side] >> goal & 1:
        return Bar(f"Enemy units are in {name}.", ("2.2-a",))
    if g.transporters >> unit & 1 and s.transporter_hexes[1 - side] >> goal & 1:
        return Bar("Only units enter a hex with an enemy Transporter.", ("5.1-F-a", "R27"))
    if goal not in g.step_cost[g.way[unit]][NORMAL][0][here]:
        if g.motorized >> unit & 1:
            return Bar(f"It is motorized, and no Road, Track or Path leads to {name}.", ("5.1-A-h",))
        return Bar("Only light troops enter a Mountain without a Road, Track or Path.", ("1.2-H-b", "R28"))
    return None


def closed_to(s: State, unit: Unit) -> Spaces:
    """`entry_bar` for all hexes at once: where the enemy is. What never opens is not among the costs."""
    g = s.game
    other = 1 - g.side_of[unit]
    return s.present[other] | (s.transporter_hexes[other] if g.transporters >> unit & 1 else NO_SPACES)


def may_enter(s: State, unit: Unit, here: Space, goal: Space) -> bool:
    """R46: whether normal movement could take a counter into a hex, movement points and enemies apart."""
    g = s.game
    return goal in g.step_cost[g.way[unit]][NORMAL][0][here]


# --- 5.1-C Operational Movement


def operational_bar(s: State, unit: Unit, here: Space) -> Bar | None:
    """5.1-C-a, d, R26, R27: why a counter that stands here may not begin an Operational Movement."""
    g = s.game
    if g.transporters >> unit & 1:
        return Bar("Transporters have no Operational Movement.", ("R27",))
    if g.quality[unit] < 2:
        return Bar(f"{g.does(unit, 'has', 'have')} Quality 1: no Operational Movement.", ("5.1-C-d",))
    if is_limited(s, unit):
        return Bar(f"{g.does(unit, 'has', 'have')} Limited Movement only.", ("5.1-D-a", "R26"))
    if in_zone_of(s, 1 - g.side_of[unit], here):
        return Bar(f"{g.does(unit, 'starts')} in an enemy zone of control.", ("5.1-C-a", "2.1-b"))
    return None


def operational_step_bar(s: State, unit: Unit, here: Space, goal: Space) -> Bar | None:
    """5.1-C-a..c, R106, R112: why a step does not fit Operational Movement."""
    g = s.game
    side = g.side_of[unit]
    name = g.space_names[goal]
    if g.quality[unit] == 2 and not g.road_near[here] >> goal & 1:
        return Bar("With Quality 2 it keeps to Roads and Tracks in Operational Movement.", ("5.1-C-c",))
    if s.transporter_hexes[1 - side] >> goal & 1:
        return Bar(f"An enemy Transporter is in {name}: no Operational Movement.", ("5.1-C-a",))
    if side == ALLIED and s.ambushes >> goal & 1:
        return Bar(f"An Ambush is in {name}: no Operational Movement.", ("5.1-C-a", "R112"))
    if controlled(s, 1 - side) >> goal & 1:
        return Bar(f"{name} is an enemy controlled Objective: no Operational Movement.", ("5.1-C-a",))
    if in_zone_of(s, 1 - side, goal):
        return Bar(f"{name} is in an enemy zone of control: no Operational Movement.", ("5.1-C-a", "2.1-b"))
    return None


# --- who may move


def move_bar(s: State, side: Side, unit: Unit, fire: bool) -> Bar | None:
    """1.2-F-a, 3.5-h, R39: why a counter may not move in this phase."""
    g = s.game
    if g.side_of[unit] != side:
        return Bar(f"{g.does(unit, 'is', 'are')} not yours to move.", ("4.0-A-a",))
    if not s.on_map >> unit & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("5.1-A-a",))
    if g.garrisons >> unit & 1:
        return Bar(f"{g.unit_names[unit]} is a garrison and cannot move.", ("1.2-F-a", "6.1-A-a"))
    if g.yunnan >> unit & 1 and not s.yunnan_active:
        return Bar("The Yunnan Force is not active this turn.", ("3.5-h", "R39"))
    if s.moved >> unit & 1:
        return has_moved_bar(s, unit)
    if not can_step(s, unit, fire):
        return Bar(f"{g.unit_names[unit]} can enter no hex with the MP at hand.", ("5.1-A-b", "6.1-A-b"))
    return None


def can_step(s: State, unit: Unit, fire: bool) -> bool:
    """5.1-A-g, 6.1-A-b: whether at least one hex can be entered; the minimum move is for the Assault Phase only."""
    return bool(first_steps(s, unit, fire) & ~closed_to(s, unit))


def first_steps(s: State, unit: Unit, fire: bool) -> Spaces:
    """The hexes that a counter could pay for with its first step; an Ambush costs more than Into the Fire allows."""
    g = s.game
    here, way = s.where[unit], g.way[unit]
    if not fire:
        return g.entry_near[way][here]
    near = g.fire_steps[g.weather(s.turn)][s.level[unit] != FULL][unit][here]
    return near & ~s.ambushes if g.side_of[unit] == ALLIED else near


def may_move(s: State, side: Side, fire: bool) -> Units:
    """The counters that `move_bar` lets go."""
    g = s.game
    able = s.on_map & g.of_side[side] & ~s.moved & ~g.garrisons
    if not s.yunnan_active:
        able &= ~g.yunnan
    return able & ~(unable_to_pay(s, side, able) if fire else hemmed_in(s, side, able))


def hemmed_in(s: State, side: Side, units: Units) -> Units:
    """5.1-A-g: those of some counters that can enter no hex, whatever it may cost."""
    g, found = s.game, NO_UNITS
    enemy, enemy_transporters = s.present[1 - side], s.transporter_hexes[1 - side]
    for some, held, closed in (
        (units & ~g.transporters, s.present[side], enemy),
        (units & g.transporters, s.transporter_hexes[side], enemy | enemy_transporters),
    ):
        light, foot, motor = ringed(g, closed)
        for hex_ in each(foot & held):
            found |= s.at[hex_] & some & ~(g.motorized if light >> hex_ & 1 else g.motorized | g.light)
        found |= bitset(u for u in each(some & g.motorized) if motor >> s.where[u] & 1)
    return found


@lru_cache(maxsize=1 << 10)
def ringed(g: Facts, closed: Spaces) -> tuple[Spaces, ...]:
    """Per way of moving, the hexes that nobody could leave: kept, because the enemy stands still in one's own phase."""
    hexes = g.map.graph.every
    return tuple(hexes & ~entered.next_to(hexes & ~closed) for entered in g.entered_from)


def unable_to_pay(s: State, side: Side, units: Units) -> Units:
    """6.1-A-b: those of some counters that can pay for no hex Into the Fire."""
    g = s.game
    where, level, paid = s.where, s.level, g.fire_steps[g.weather(s.turn)]
    closed = s.present[1 - side] | (s.ambushes if side == ALLIED else NO_SPACES)
    found: list[Unit] = []
    for some, free in (
        (units & ~g.transporters, ~closed),
        (units & g.transporters, ~(closed | s.transporter_hexes[1 - side])),
    ):
        found += [u for u in each(some) if not paid[level[u] != FULL][u][where[u]] & free]
    return bitset(found)


# --- the phase


@dataclass(slots=True)
class Movement(Frame):
    """5.1, 6.1-A: one counter after another, in any order; in the Assault Phase also Bunkers."""

    id = "nemesis.movement.Movement"
    verbs = ("move", "detach", "leave-behind", "dig", "end-movement")
    side: Side
    fire: int

    def run(self, s: State) -> Decision:
        prompt, cases = ("into-the-fire", ("6.1-A-a",)) if self.fire else ("movement", ("5.1-A-a", "5.1-B-a"))
        return Later(self, s, self.side, prompt, cases, (self.side,), always=True)

    def options(self, s: State) -> list[Option]:
        able = may_move(s, self.side, bool(self.fire))
        options = for_each("move", able & ~s.game.transporters) + for_each("move", able & s.game.transporters)
        for unit in each(may_drop_off(s, able)):
            options += [("detach", unit), ("leave-behind", unit)]
        if not self.fire:
            options += for_each("dig", may_dig(s, self.side))
        options.append(("end-movement",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-movement":
            return True
        unit = unit_of(option)
        if option[0] == "dig":
            return not self.fire and s.game.side_of[unit] == self.side and bunker_bar(s, unit) is None
        if move_bar(s, self.side, unit, bool(self.fire)):
            return False
        return option[0] == "move" or drop_off_bar(s, unit) is None

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-movement":
            s.agenda.pop()
            return
        unit = unit_of(option)
        if verb == "dig":
            begin_bunker(s, unit)
        elif verb == "move":
            begin_move(s, unit, self.fire)
        elif verb == "detach":
            begin_move(s, drop_off(s, unit), self.fire, parted=unit)
        else:
            begin_move(s, unit, self.fire, parted=drop_off(s, unit))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        enemy = space is not None and bool(s.present[1 - side] >> space & 1)
        if unit is None:
            return bars(Bar("Choose a counter first, then its destination.", ("5.1-A-a",)), self.later(enemy))
        bar = move_bar(s, self.side, unit, bool(self.fire))
        if space is None or bar:
            return bars(bar, None if self.fire else bunker_bar(s, unit), self.later(enemy))
        return bars(*far_bars(s, new_move(s, unit, self.fire), space), self.later(enemy))

    def later(self, enemy: bool) -> Bar | None:
        """5.0-a, 6.0-a: that hexes of the enemy are for the second half of the phase."""
        return Bar("Combat comes after movement.", ("6.0-a",) if self.fire else ("5.0-a",)) if enemy else None

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or verb == "move":
            return self.why_not(s, side, unit, space)
        if verb == "dig":
            early = Bar("Bunkers are dug in the Assault Phase only.", ("5.1-B-a", "6.1-A-b"))
            return [early] if self.fire else bars(bunker_bar(s, unit))
        return bars(drop_off_bar(s, unit) or move_bar(s, self.side, unit, bool(self.fire)))


@dataclass(slots=True)
class Move(OneKindFrame):
    """5.1-A, C, D, 6.1-A: the counter goes on, hex by hex, while it can pay."""

    id = "nemesis.movement.Move"
    verbs = ("to", "stop")
    unit: Unit
    fire: int
    operational: int
    """Whether every step so far fits Operational Movement."""
    spent: int = 0
    steps: int = 0
    must: int = 0
    """Whether it was parted from its regiment and so has to leave the hex (R34)."""
    home: Space = NO_SPACE
    """The hex in which it was parted, and the piece that stayed there."""
    kin: Unit = NO_UNIT

    def run(self, s: State) -> Decision:
        here = s.where[self.unit]
        options = for_each("to", open_steps(s, self))
        if self.steps or not self.must:
            options.append(("stop",))
        side = s.game.side_of[self.unit]
        about = (self.unit, here, self.left(s), int(options[0][0] == "to"), int(bool(self.steps or not self.must)))
        return Decision(side, "move-on", options, ("6.1-A-a",) if self.fire else ("5.1-A-b", "R25"), about)

    def moving(self, s: State) -> Space:
        return s.where[self.unit]

    def left(self, s: State) -> int:
        """Half points that are still to be spent."""
        return max(0, self.budget(s) - self.spent)

    def budget(self, s: State) -> int:
        """5.1-C-a: doubled while the move is operational."""
        own = allowance(s, self.unit, bool(self.fire))
        return own * s.game.costs["operational_times"] if self.operational else own

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "stop":
            s.agenda.pop()
            if self.steps:
                merge_moved(s, [self.unit, self.kin], s.where[self.unit], self.home)
            return
        here, goal = s.where[self.unit], space_of(option)
        side = s.game.side_of[self.unit]
        cost = step_costs(s, self.unit, here)[goal] + ambush_cost(s, side, goal)
        fits = self.operational and operational_step_bar(s, self.unit, here, goal) is None
        self.operational = int(fits)
        self.spent = self.spent + cost if self.spent + cost <= self.budget(s) else SPENT
        self.steps += 1
        s.moved |= 1 << self.unit
        case = "6.1-A-a" if self.fire else "5.1-C-a" if self.is_far(s) else "5.1-A-b"
        s.tell("moved", self.unit, here, goal, cost, cases=(case,), sum=lambda: self.reckoned(s, goal, cost))
        place(s, self.unit, goal)
        if s.transporter_hexes[1 - side] >> goal & 1:
            s.agenda.append(Displace(1 - side, goal, here))

    def reckoned(self, s: State, goal: Space, cost: int) -> list[Term]:
        """5.1-A-c..g: what a step cost, and whether it was the one that is always open."""
        extra = ambush_cost(s, s.game.side_of[self.unit], goal)
        out = [Term("step", (goal, cost, extra), ("5.1-A-b", *(("5.1-E-c",) if extra else ())))]
        if self.spent == SPENT:
            out.append(Term("minimum", (cost, allowance(s, self.unit, bool(self.fire))), ("5.1-A-g", "R31")))
        return out

    def is_far(self, s: State) -> bool:
        """Whether the move has become operational for good."""
        return SPENT > self.spent > allowance(s, self.unit, bool(self.fire))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            return [Bar("Finish the current move first.", ("5.1-A-b",))]
        if space is None:
            return [] if unit is None else [Bar("It is on the move: choose its next hex, or stop.", ("5.1-A-b",))]
        return far_bars(s, self, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        if self.must and not self.steps:
            return [Bar("A battalion detached from its regiment must leave the hex.", ("3.3-b", "R34"))]
        return []


def new_move(s: State, unit: Unit, fire: int) -> Move:
    """A move that has not begun."""
    able = not fire and operational_bar(s, unit, s.where[unit]) is None
    return Move(unit, fire, int(able))


def begin_move(s: State, unit: Unit, fire: int, parted: Unit = NO_UNIT) -> None:
    """5.1-A-a, R25; `parted`: the piece of its regiment that stays behind (3.3-b)."""
    move = new_move(s, unit, fire)
    if parted >= 0:
        move.must, move.home, move.kin = 1, s.where[unit], parted
    s.agenda.append(move)


def step_bar(s: State, move: Move, goal: Space) -> Bar | None:
    """5.1-A-b, g, 5.1-C, 6.1-A: why the next step is closed."""
    g = s.game
    unit, here = move.unit, s.where[move.unit]
    bar = entry_bar(s, unit, here, goal)
    if bar:
        return bar
    cost = step_costs(s, unit, here)[goal] + ambush_cost(s, g.side_of[unit], goal)
    total = move.spent + cost
    own = allowance(s, unit, bool(move.fire))
    if total <= own or (not move.steps and not move.fire):
        return None
    if move.operational and total <= own * g.costs["operational_times"]:
        return operational_step_bar(s, unit, here, goal)
    left = max(0, move.budget(s) - move.spent)
    case = "6.1-A-b" if move.fire else "5.1-A-b"
    return Bar(f"{g.space_names[goal]} costs {points(cost)} MP; {points_left(left)}.", (case,))


def open_steps(s: State, move: Move) -> Spaces:
    """`step_bar` for all neighbours at once: those that are open."""
    g, unit = s.game, move.unit
    here, free = s.where[unit], ~closed_to(s, unit)
    if not move.steps and not move.fire:
        return g.entry_near[g.way[unit]][here] & free
    own = allowance(s, unit, bool(move.fire)) - move.spent
    far = move.budget(s) - move.spent if move.operational else own
    if far <= 0:
        return NO_SPACES
    kind = (g, g.way[unit], LIMITED_MOVE if is_limited(s, unit) else NORMAL, g.weather(s.turn), here)
    ambushes = s.ambushes if g.side_of[unit] == ALLIED else NO_SPACES
    found = within(*kind, own) & ~ambushes
    if ambushes & g.near[here]:
        found |= within(*kind, own - ambush_toll(s)) & ambushes
    if far > own:
        beyond = within(*kind, far) & free & ~found
        found |= bitset(goal for goal in each(beyond) if operational_step_bar(s, unit, here, goal) is None)
    return found & free


@lru_cache(maxsize=1 << 14)
def within(g: Facts, way: int, mode: int, weather: int, here: Space, budget: int) -> Spaces:
    """5.1-A-c..f: the neighbours that can be paid for, Ambushes and enemies apart."""
    return bitset(goal for goal, cost in g.step_cost[way][mode][weather][here].items() if cost <= budget)


# --- far away


def far_bars(s: State, move: Move, goal: Space) -> list[Bar]:
    """5.1-A, C, 6.1-A: why a counter cannot get to a hex, near or far: what it needs and what it has.

    Asked of hexes that are out of reach; a hex next door has the reason of its step.
    """
    g, unit, here = s.game, move.unit, s.where[move.unit]
    name, who, phase = g.space_names[goal], g.unit_names[unit], "6.1-A-b" if move.fire else "5.1-A-b"
    if goal >= g.hexes:
        return [Bar(f"{name} is not a hex on the map.", (phase,))]
    if goal == here:
        return [Bar(f"{g.does(unit, 'is', 'are')} already there.", (phase,))]
    if g.near[here] >> goal & 1 and (bar := step_bar(s, move, goal)):
        return [bar]
    shut = ground_bar(s, unit, goal)
    if shut:
        return [shut]
    found = ways(g.open_graph, here, FAR, lambda a, b: full_cost(s, unit, a, b))
    if goal not in found:
        return [Bar(f"Every way to {name} is closed by enemies or ground that {who} may not enter.", (phase, "2.2-a"))]
    own = max(0, allowance(s, unit, bool(move.fire)) - move.spent)
    out = [
        Bar(f"{name} needs {points(found[goal][0])} MP; {g.does(unit, 'has', 'have')} {points(own)} left.", (phase,))
    ]
    if not move.fire:
        out += bars(no_operation(s, move, goal, found))
    return out


FAR = 400
"""Half points beyond which nobody asks."""


def full_cost(s: State, unit: Unit, here: Space, goal: Space) -> int | None:
    """What a step costs, Ambushes included; nothing where it is closed."""
    if entry_bar(s, unit, here, goal):
        return None
    return step_costs(s, unit, here)[goal] + ambush_cost(s, s.game.side_of[unit], goal)


def ground_bar(s: State, unit: Unit, goal: Space) -> Bar | None:
    """2.2-a, 5.1-A-h, 1.2-H-b: why a counter may stand in a hex by no way at all."""
    g = s.game
    sides = [entry_bar(s, unit, other, goal) for other in g.neighbours[goal] if g.open_near[other] >> goal & 1]
    return sides[0] if sides and all(sides) else None


def no_operation(s: State, move: Move, goal: Space, found: dict[Space, tuple[int, Space]]) -> Bar | None:
    """5.1-C: why Operational Movement does not help either: what bars it, or what it lacks."""
    g, unit, here = s.game, move.unit, s.where[move.unit]
    if not move.operational:
        if not move.steps:
            return operational_bar(s, unit, here)
        return Bar("This move is no longer possible by Operational Movement.", ("5.1-C-a", "R25"))

    def cost(a: Space, b: Space) -> int | None:
        return None if operational_step_bar(s, unit, a, b) else full_cost(s, unit, a, b)

    far = ways(g.open_graph, here, FAR, cost)
    if goal in far:
        left = max(0, move.budget(s) - move.spent)
        words = f"By Operational Movement it needs {points(far[goal][0])} MP; {points_left(left)}."
        return Bar(words, ("5.1-C-a",))
    way = [goal]
    while way[-1] != here:
        way.append(found[way[-1]][1])
    return next((bar for b, a in pairwise(way) if (bar := operational_step_bar(s, unit, a, b))), None)


def points_left(halves: int) -> str:
    """`1 MP is left`, `2½ MP are left`."""
    return f"{points(halves)} MP {'is' if 0 < halves <= 2 else 'are'} left"


def points(halves: int) -> str:
    """R30: movement points with their halves."""
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)
