"""Chapter 10: movement. Pick a unit or a whole stack, then go hex by hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from grognard.games.ichigo import air
from grognard.games.ichigo.facts import CHINA, JAPAN, SIDE_OF_NATION, US, Facts
from grognard.games.ichigo.reckoning import start_terms, step_terms
from grognard.games.ichigo.stacking import ADJECTIVES, Excess, arrive, counted, overfull, shared, stacking_bar
from grognard.games.ichigo.state import LAUNCHED, State, enemy_hexes, garrisons, has_garrison
from grognard.games.ichigo.supply import ATTENUATED, FULL, OUT, supply
from grognard.kernel.bits import bitset, each
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, Roll, Term, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.search import Cost, reach, ways

FAR = 999
"""More movement points than anybody has."""


def begin(nation: int) -> Callable[[State], None]:
    """10.0b: the movement phase of a nation."""

    def start(s: State) -> None:
        s.moved = NO_UNITS
        s.began = list(s.where)
        s.rolled_hexes, s.rolled_mp = [], []
        s.strategic = bitset(may_go_far(s, nation))
        s.agenda.append(Movement(nation))

    return start


# --- 10.14-10.17 how far


def may_go_far(s: State, nation: int) -> list[Unit]:
    """10.17, 10.18, R47: supply and distance from the enemy are judged when the phase begins."""
    if nation == CHINA:
        return []
    g = s.game
    close = beside(s, enemy_hexes(s, SIDE_OF_NATION[nation]))
    return [
        u for h in each(s.present[nation] & ~close) for u in each(s.at[h] & g.of_nation[nation]) if supply(s, u) == FULL
    ]


def beside(s: State, hexes: Spaces) -> Spaces:
    """R48, R90: every hex next to one of these."""
    return s.game.map.graph.next_to(hexes)


def needs_die(s: State, unit: Unit) -> bool:
    """7.4b, 10.14b, 10.15a, R45, R46: Chinese stacks roll, and Japanese ones in attenuated supply; one die a hex."""
    nation = s.game.nation_of[unit]
    if nation == CHINA or (nation == JAPAN and supply(s, unit) == ATTENUATED):
        return s.began[unit] not in s.rolled_hexes
    return False


def movement_points(s: State, unit: Unit) -> int:
    """7.3a, 7.9a, 10.14-10.16: the points a unit starts its move with, once its die is rolled."""
    g = s.game
    if g.nation_of[unit] == CHINA:
        return _die(s, unit) - (0 if s.causeway == LAUNCHED else g.chinese_less)
    state = supply(s, unit)
    if state == OUT:
        return g.mp_out_of_supply
    return int(g.mp_attenuated[_die(s, unit)]) if state == ATTENUATED else g.mp_full


def _die(s: State, unit: Unit) -> int:
    return s.rolled_mp[s.rolled_hexes.index(s.began[unit])]


# --- 10.7-10.13, 8.4 what a step costs, and what closes it


def step_cost(s: State, nation: int, a: Space, b: Space) -> int:
    """10.7-10.9, 10.13, 8.4, R27: terrain, river, and enemy airpower over the hex entered."""
    return ground_cost(s.game, a, b, bool(s.air_range >> b & 1) and s.air_side != SIDE_OF_NATION[nation])


def ground_cost(g: Facts, a: Space, b: Space, bombed: bool) -> int:
    """The same from the map alone, with enemy airpower over the hex entered or without."""
    river = g.rivers[a] >> b & 1
    cost = g.entry_cost[b] + (g.river_cost if river else 0)
    if bombed:
        cost += g.air_cost + (g.air_river_cost if river else 0)
    return cost


def entry_bar(s: State, nation: int, a: Space, b: Space, strategic: bool) -> Bar | None:
    """Why units of a nation may not step from one hex into another at all, whatever it costs."""
    g = s.game
    name = g.space_names[b]
    if b >= g.hexes or not g.near[a] >> b & 1:
        return Bar(f"{name} is not adjacent.", ("10.0a",))
    if not g.land >> b & 1:
        return Bar("Ground units do not enter the sea.", ("10.10",))
    if not g.open_near[a] >> b & 1:
        return Bar(f"A lake lies between here and {name}.", ("10.10",))
    side = SIDE_OF_NATION[nation]
    enemies = enemy_hexes(s, side)
    if enemies >> b & 1:
        return Bar(f"Enemy units are in {name}.", ("6.0b",))
    if nation != JAPAN and has_garrison(s, b):
        return Bar(f"The Japanese garrison of {name} must be beaten first.", ("11.29a", "R16"))
    if strategic:
        if beside(s, enemies) >> b & 1:
            return Bar(f"{name} is next to the enemy: no strategic movement there.", (far_case(nation),))
        if g.cities >> b & 1 and bool(s.japanese >> b & 1) != (nation == JAPAN):
            return Bar(f"{name} is an enemy city: no strategic movement into it.", (far_case(nation),))
    return None


def closed_to(s: State, nation: int, strategic: bool) -> Spaces:
    """`entry_bar` for all hexes at once: enemies, garrisons, and what strategic movement keeps away from."""
    g = s.game
    enemies = enemy_hexes(s, SIDE_OF_NATION[nation])
    closed = enemies if nation == JAPAN else enemies | garrisons(s)
    if strategic:
        closed |= beside(s, enemies) | g.cities & (~s.japanese if nation == JAPAN else s.japanese)
    return closed


def costs(s: State, nation: int, strategic: bool) -> Cost:
    """10.2: what each step of the open map costs, and which are closed."""
    closed = closed_to(s, nation, strategic)
    return lambda a, b: None if closed >> b & 1 else step_cost(s, nation, a, b)


def far_case(nation: int) -> str:
    """10.17: each army has its own paragraph."""
    return "10.17a" if nation == US else "10.17b"


def move_bar(s: State, nation: int, unit: Unit, strategic: bool = False) -> Bar | None:
    """Why a unit may not start to move."""
    g = s.game
    name = g.unit_names[unit]
    if g.nation_of[unit] != nation:
        return Bar(f"Only {ADJECTIVES[nation]} units move in this phase.", ("10.0b",))
    if s.where[unit] >= g.hexes:
        return Bar(f"{name} is not on the map.", ("10.0a",))
    if g.static >> unit & 1:
        return Bar(f"{name} is static and never moves.", ("2.12a", "10.1b"))
    if s.moved >> unit & 1:
        return Bar(f"{name} has moved.", ("10.1a", "10.4"))
    if is_frozen(s, unit):
        return Bar("The 38th Army in 0925 does not act on turn 1.", ("5.4a",))
    if strategic and not s.strategic >> unit & 1:
        if nation == CHINA:
            return Bar("Chinese units have no strategic movement.", ("10.18",))
        return Bar(f"{name} did not begin the phase in full supply and away from the enemy.", (far_case(nation),))
    if not strategic and not needs_die(s, unit) and not movement_points(s, unit):
        return Bar("The die gave this stack no movement points.", ("10.15a", "10.2"))
    return None


def may_move(s: State, nation: int) -> Units:
    """The units that `move_bar` lets go, worked out for all at once."""
    g = s.game
    able = g.of_nation[nation] & ~g.static & ~s.moved
    if s.turn == 1:
        able &= ~g.frozen
    if nation == CHINA and s.causeway != LAUNCHED:
        stuck = {key for key, die in zip(s.rolled_hexes, s.rolled_mp, strict=True) if die == g.chinese_less}
        if stuck:
            able &= ~bitset(u for u in each(able) if s.began[u] in stuck)
    return able


def is_frozen(s: State, unit: Unit) -> bool:
    """5.4, R67: the force that starts in 0925, on turn 1."""
    return s.turn == 1 and bool(s.game.frozen >> unit & 1)


# --- the phase


@dataclass(slots=True)
class Movement(Frame):
    """10.0-10.4: one unit or stack after another, in any order."""

    id = "ichigo.movement.Movement"
    verbs = ("move", "move-stack", "go-far", "go-far-stack", "airlift", "bring-airborne", "airdrop", "end-movement")
    nation: int

    def run(self, s: State) -> Decision:
        return Later(self, s, SIDE_OF_NATION[self.nation], "movement", ("10.0a", "10.1a"), (self.nation,), always=True)

    def options(self, s: State) -> list[Option]:
        options: list[Option] = []
        able = may_move(s, self.nation)
        at, strategic = s.at, s.strategic
        for hex_ in each(s.present[self.nation]):
            ready = at[hex_] & able
            if not ready:
                continue
            options += for_each("move", ready)
            far = ready & strategic
            if far:
                options += for_each("go-far", far)
            if ready & ready - 1 and len(self.stack(s, hex_, ready)) > 1:
                options.append(("move-stack", hex_))
            if far & far - 1:
                options.append(("go-far-stack", hex_))
        options += air.lift_options(s, self.nation)
        options.append(("end-movement",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        verb = option[0]
        if verb == "end-movement":
            return True
        able = may_move(s, self.nation)
        if verb in ("go-far", "go-far-stack"):
            able &= s.strategic
        if verb in ("move", "go-far"):
            return bool(able >> unit_of(option) & 1) and s.where[unit_of(option)] < s.game.hexes
        if verb not in ("move-stack", "go-far-stack") or space_of(option) >= s.game.hexes:
            return False
        ready = s.at[space_of(option)] & able
        return bool(ready & ready - 1) and (verb == "go-far-stack" or len(self.stack(s, space_of(option), ready)) > 1)

    def stack(self, s: State, hex_: Space, units: Units) -> list[Unit]:
        """6.1, 10.3: those of some units that can leave this hex together, in their order."""
        homes = (hex_, s.game.us_box)  # who came in during this phase needs no die, and goes with whom it likes
        together = [u for u in each(s.at[hex_] & units) if s.began[u] in homes]
        return sorted(together, key=s.order.__getitem__)

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-movement":
            s.agenda.pop()
            if overfull(s, self.nation):
                s.agenda.append(Excess(self.nation))
        elif verb in ("move", "go-far"):
            s.agenda.append(Move(self.nation, [unit_of(option)], int(verb == "go-far")))
        elif verb == "move-stack":
            s.agenda.append(Move(self.nation, self.stack(s, space_of(option), may_move(s, self.nation)), 0))
        elif verb == "go-far-stack":
            able = may_move(s, self.nation) & s.strategic
            s.agenda.append(Move(self.nation, self.stack(s, space_of(option), able), 1))
        else:
            air.lift(s, option)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            return bars(None if space is None else air.drop_bar(s, space)) if self.nation == US else []
        found = move_bar(s, self.nation, unit)
        if found is not None:
            flies = self.nation != JAPAN and g.nation_of[unit] == self.nation and s.where[unit] < g.hexes
            return bars(found, air.lift_bar(s, self.nation, unit) if flies else None)
        return [] if space is None else [self.far_bar(s, unit, space, 0)]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb in ("bring-airborne", "airdrop"):
            bar = air.airborne_bar(s) if self.nation == US else Bar("Only the US brings it in.", ("8.11a",))
            return bars(bar, None if bar or space is None else self.airborne_bar(s, verb, space))
        if verb == "end-movement" or unit is None:
            return []
        if verb == "airlift":
            return bars(self.lift_bar(s, unit))
        strategic = int(verb.startswith("go-far"))
        bar = move_bar(s, self.nation, unit, bool(strategic))
        return [bar] if bar else [] if space is None else [self.far_bar(s, unit, space, strategic)]

    def airborne_bar(self, s: State, verb: str, space: Space) -> Bar | None:
        """8.11: why the 11th Airborne may not come in here."""
        if verb == "airdrop":
            return air.drop_bar(s, space)
        if space not in s.beachheads:
            return Bar(f"{s.game.space_names[space]} is no beachhead.", ("8.11a",))
        return stacking_bar(s, space, US)

    def lift_bar(self, s: State, unit: Unit) -> Bar | None:
        """8.10, 8.11e: why a unit is not airlifted."""
        if self.nation == JAPAN:
            return Bar("The airlift is Allied.", ("8.10a",))
        if s.game.nation_of[unit] != self.nation or s.where[unit] >= s.game.hexes:
            return move_bar(s, self.nation, unit)
        nowhere = Bar("No other friendly city has room for it.", ("8.10b", "R72"))
        return air.lift_bar(s, self.nation, unit) or (None if air.lift_goals(s, self.nation, unit) else nowhere)

    def far_bar(self, s: State, unit: Unit, space: Space, strategic: int) -> Bar:
        """10.2: why a unit cannot get to a hex in this phase."""
        move = Move(self.nation, [unit], strategic)
        if strategic:
            return move.far_bar(s, space, s.game.mp_strategic)
        if not needs_die(s, unit):
            return move.far_bar(s, space, movement_points(s, unit))
        most = 6 - (0 if s.causeway == LAUNCHED else s.game.chinese_less)
        return move.far_bar(s, space, most if self.nation == CHINA else max(map(int, s.game.mp_attenuated[1:])))


@dataclass(slots=True)
class Move(Frame):
    """10.0a-10.3: the chosen units go on, hex by hex, while they have points; some may be left on the way."""

    id = "ichigo.movement.Move"
    verbs = ("to", "stop", "leave")
    nation: int
    units: list[Unit]
    strategic: int
    mp: int = -1
    steps: int = 0
    points: list[int] = field(default_factory=list)
    """Per unit, what it began its move with (R47): who goes on without the slow ones is not held back by them."""
    spent: int = 0

    def run(self, s: State) -> Decision | Roll | None:
        g = s.game
        here = s.where[self.units[0]]
        if self.mp < 0:
            if not self.strategic and (dice := [u for u in self.units if needs_die(s, u)]):
                case = ("10.15a", "R46") if self.nation == CHINA else ("7.4b", "10.14b", "R45")
                return Roll("movement-die", 1, (self.nation, s.where[dice[0]]), case)
            self.points = [g.mp_strategic if self.strategic else movement_points(s, u) for u in self.units]
            self.mp = min(self.points)
            return None
        options: list[Option] = [("to", b) for b in self.open_steps(s)]
        if self.stop_bar(s) is None:
            options.append(("stop",))
        if len(self.units) > 1 and self.may_leave_one(s):
            options += [("leave", u) for u in self.units]
        about = (here, self.mp, len(self.units))
        return Decision(SIDE_OF_NATION[self.nation], "move-on", options, ("10.0a", "10.2"), about)

    def moving(self, s: State) -> Space:
        return s.where[self.units[0]]

    def rolled(self, s: State, dice: Throw) -> None:
        s.rolled_hexes.append(s.began[next(u for u in self.units if needs_die(s, u))])
        s.rolled_mp.append(dice[0])

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "stop":
            s.agenda.pop()  # who took no step has not moved (10.1, 10.4); a die that was rolled stands (R46)
        elif verb == "leave":
            self.leave(unit_of(option))
        else:
            here, there = s.where[self.units[0]], space_of(option)
            cost = step_cost(s, self.nation, here, there)
            self.mp -= cost
            self.spent += cost
            self.steps += 1
            s.moved |= bitset(self.units)
            about = (self.nation, len(self.units), here, there)
            s.tell("moved", *about, cases=("10.0a",), sum=lambda: self.reckoned(s, here, there, cost))
            arrive(s, self.units, there)

    def reckoned(self, s: State, here: Space, there: Space, cost: int) -> list[Term]:
        """10.2, 10.14-10.17: the sum under a step; under the first one also who goes, and with how many points."""
        air_over = bool(s.air_range >> there & 1) and s.air_side != SIDE_OF_NATION[self.nation]
        step = step_terms(s, self.nation, there, cost, s.game.crosses_river(here, there), air_over)
        if self.steps > 1:
            return step
        return [*start_terms(s, self.nation, self.units, self.way(s), self.mp + self.spent), *step]

    def way(self, s: State) -> str:
        """In which way the units go: by a die that was rolled, at full speed, cut off, or strategically."""
        if self.strategic:
            return "far"
        unit = self.units[0]
        if self.nation == CHINA:
            return "die-less" if s.causeway != LAUNCHED else "die"
        return ("full", "attenuated", "out")[supply(s, unit)]

    def leave(self, unit: Unit) -> None:
        """10.3, 10.14, R45: one stays; the others go on with the least that any of them has left."""
        place = self.units.index(unit)
        self.units.pop(place)
        if self.points:  # none in a position of an earlier edition
            self.points.pop(place)
            self.mp = min(self.points) - self.spent

    # --- what is open

    def step_bar(self, s: State, there: Space) -> Bar | None:
        """10.2, 6.0a: why the next step is closed."""
        here = s.where[self.units[0]]
        bar = entry_bar(s, self.nation, here, there, bool(self.strategic))
        if bar:
            return bar
        cost = step_cost(s, self.nation, here, there)
        if cost > self.mp:
            return Bar(f"{s.game.space_names[there]} costs {cost} MP; {self.mp} are left.", ("10.2", "10.13"))
        if self.may_end_in(s, there) or self.finds_an_end(s, there, self.mp - cost):
            return None
        return stacking_bar(s, there, self.nation, len(self.units))

    def open_steps(self, s: State) -> list[Space]:
        """`step_bar` for all neighbours at once: those that are open."""
        g, here, mp = s.game, s.where[self.units[0]], self.mp
        if not mp:
            return []
        closed = closed_to(s, self.nation, bool(self.strategic))
        bombed = s.air_range if s.air_side != SIDE_OF_NATION[self.nation] else 0
        near = [(b, ground_cost(g, here, b, bool(bombed >> b & 1))) for b in g.open_steps[here] if not closed >> b & 1]
        at, fit_alone = s.at, len(self.units) <= g.most[self.nation]
        return [
            b
            for b, cost in near
            if cost <= mp and ((fit_alone and not at[b]) or self.may_end_in(s, b) or self.finds_an_end(s, b, mp - cost))
        ]

    def may_end_in(self, s: State, hex_: Space) -> bool:
        """6.0a, 6.3b: whether there is room for all of them."""
        if shared(s, hex_, self.nation):
            return False
        others = counted(s, hex_, self.nation) & ~bitset(self.units)
        return others.bit_count() + len(self.units) <= s.game.most[self.nation]

    def finds_an_end(self, s: State, start: Space, mp: int) -> bool:
        """6.0a: a full hex may be passed through only when a hex with room can be reached behind it."""
        cost = costs(s, self.nation, bool(self.strategic))
        return any(self.may_end_in(s, hex_) for hex_ in reach(s.game.open_graph, start, mp, cost))

    def stop_bar(self, s: State) -> Bar | None:
        """6.0a: why the move may not end here; where it began it always may."""
        here = s.where[self.units[0]]
        if not self.steps or self.may_end_in(s, here):
            return None
        return stacking_bar(s, here, self.nation)

    def may_leave_one(self, s: State) -> bool:
        """10.3, 6.0a: one of the stack may end its move here while the others go on."""
        here = s.where[self.units[0]]
        if not self.steps:
            return True
        stays = counted(s, here, self.nation).bit_count() - len(self.units)
        return not shared(s, here, self.nation) and stays < s.game.most[self.nation]

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is not None and unit not in self.units:
            return [Bar("The move that was begun must be finished first.", ("10.1a",))]
        if space is None:
            return bars(self.stop_bar(s))
        here = s.where[self.units[0]]
        if space >= g.hexes or not g.near[here] >> space & 1:
            return [self.far_bar(s, space, self.mp)]
        return bars(self.step_bar(s, space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "leave":
            if unit is not None and unit not in self.units:
                return [Bar("It is not in the stack that moves.", ("10.3",))]
            if len(self.units) == 1:
                return [Bar("It moves alone: nobody is left to go on.", ("10.3",))]
            return bars(stacking_bar(s, s.where[self.units[0]], self.nation, 0) or self.room_bar(s))
        return self.why_not(s, side, unit, None if verb == "stop" else space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.stop_bar(s))

    def room_bar(self, s: State) -> Bar:
        """6.0a: why nobody may stay where the stack is."""
        name = s.game.space_names[s.where[self.units[0]]]
        return Bar(f"Nobody may end a move in {name}: it is full, or the ally is there.", ("6.0a", "6.3b"))

    def far_bar(self, s: State, space: Space, most: int) -> Bar:
        """10.2: why a hex several steps off is out of reach: what is in it, what it costs, or that no way is open."""
        g = s.game
        here, name = s.where[self.units[0]], g.space_names[space]
        if space == here:
            return Bar(f"It stands in {name}.", ("10.0a",))
        if space >= g.hexes or not g.land >> space & 1:
            return Bar("Ground units do not enter the sea.", ("10.10",))
        if enemy_hexes(s, SIDE_OF_NATION[self.nation]) >> space & 1:
            return Bar(f"Enemy units are in {name}.", ("6.0b",))
        if self.nation != JAPAN and has_garrison(s, space):
            return Bar(f"The Japanese garrison of {name} must be beaten first.", ("11.29a", "R16"))
        cost = costs(s, self.nation, bool(self.strategic))
        needed = ways(g.open_graph, here, FAR, cost).get(space, (FAR, here))[0]
        if needed >= FAR:
            return Bar(f"Every way to {name} is closed by enemies, lakes or the sea.", ("6.0b", "10.10"))
        if needed > most:
            return Bar(f"{name} needs {needed} MP; there are {most} at most.", ("10.2", "10.13"))
        full = Bar(f"{name} can be passed through, and has no room to end there.", ("6.0a",))
        return full if not self.may_end_in(s, space) else Bar(f"{name} is {needed} MP away: go there.", ("10.2",))
