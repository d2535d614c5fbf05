"""Chapter 10: movement. Pick a unit or a whole stack, then go hex by hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from grognard.games.ichigo import air
from grognard.games.ichigo.breakdowns import start_terms, step_terms, who_term
from grognard.games.ichigo.facts import CHINA, JAPAN, SIDE_OF_NATION, US, Facts
from grognard.games.ichigo.stacking import (
    ADJECTIVES,
    Excess,
    ally_bar,
    arrive,
    counted,
    overfull,
    room,
    shared,
    stacking_bar,
    stacking_case,
)
from grognard.games.ichigo.state import LAUNCHED, State, enemy_hexes, garrisons, has_garrison
from grognard.games.ichigo.supply import ATTENUATED, FULL, OUT, aerial_bar, is_attenuated, supply
from grognard.kernel.bits import bitset, each
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, Roll, Term, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.map_search import Cost, flood, reach, ways
from grognard.kernel.words import agree, numbered

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
    return closed_bar(s, nation, b, strategic)


def closed_bar(s: State, nation: int, b: Space, strategic: bool) -> Bar | None:
    """Why units of a nation may not enter a hex, wherever they come from."""
    g = s.game
    name = g.space_names[b]
    if b >= g.hexes:
        return Bar(f"{name} is not a hex on the map.", ("10.0a",))
    if not g.land >> b & 1:
        return Bar("Ground units do not enter the sea.", ("10.10",))
    enemies = enemy_hexes(s, SIDE_OF_NATION[nation])
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
        if nation == JAPAN and is_attenuated(s):
            words = f"From turn {g.attenuated_from} on no Japanese unit is in full supply: none moves strategically."
            return Bar(words, ("10.17b", "7.4a"))
        return Bar(f"{name} did not begin the phase both in full supply and away from the enemy.", (far_case(nation),))
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
            return [] if space is None else self.empty_handed(s, space)
        if self.nation == US and s.at[g.us_box] & g.airborne & 1 << unit:
            return self.aboard_bars(s, space)
        found = move_bar(s, self.nation, unit)
        flies = self.nation != JAPAN and g.nation_of[unit] == self.nation and s.where[unit] < g.hexes
        flown = air.lift_bar(s, self.nation, unit) if flies else None
        if space is not None and flies and flown is None and space in air.lift_goals(s, self.nation, unit):
            return [Bar(f"It may be flown to {g.space_names[space]}: choose the airlift first.", ("8.10b", "R72"))]
        if found is not None:
            return bars(found, flown)
        return [] if space is None else self.far_bars(s, unit, space)

    def empty_handed(self, s: State, space: Space) -> list[Bar]:
        """10.0a, 8.11b: why nothing goes to a hex for which no unit is named; only the airdrop needs none."""
        drop = air.drop_bar(s, space) if self.nation == US and air.airborne_bar(s) is None else None
        closed = closed_bar(s, self.nation, space, strategic=False)
        return bars(closed or Bar("Choose the unit first, then its move.", ("10.0a", "10.3")), drop)

    def aboard_bars(self, s: State, space: Space | None) -> list[Bar]:
        """5.3.13, 8.11: the 11th Airborne waits: where it may come in, or why it may not."""
        if space is None:
            may = Bar("It may come in at a beachhead, or be dropped: choose the hex alone.", ("8.11a", "8.11b"))
            return [air.airborne_bar(s) or may]
        name = s.game.space_names[space]
        for verb, words in (("bring-airborne", "come in at"), ("airdrop", "be dropped on")):
            if air.airborne_bar(s) is None and self.airborne_bar(s, verb, space) is None:
                return [Bar(f"It may {words} {name}: choose the hex alone.", ("8.11a", "8.11b"))]
        return bars(air.drop_bar(s, space))

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

    def may_be_fed(self, s: State, unit: Unit) -> bool:
        """7.8b: whether the aerial supply marker could be put on a US unit that is out of supply."""
        return self.nation == US and supply(s, unit) == OUT and aerial_bar(s, s.where[unit]) is None

    def airborne_bar(self, s: State, verb: str, space: Space) -> Bar | None:
        """8.11: why the 11th Airborne may not come in here."""
        if verb == "airdrop":
            return air.drop_bar(s, space)
        if space not in s.beachheads:
            return Bar(f"{s.game.space_names[space]} is not a beachhead.", ("8.11a",))
        return stacking_bar(s, space, US)

    def lift_bar(self, s: State, unit: Unit) -> Bar | None:
        """8.10, 8.11e: why a unit is not airlifted."""
        if self.nation == JAPAN:
            return Bar("Only the Allied side has the airlift.", ("8.10a",))
        if s.game.nation_of[unit] != self.nation or s.where[unit] >= s.game.hexes:
            return move_bar(s, self.nation, unit)
        nowhere = Bar("No other friendly city has room for it.", ("8.10b", "R72"))
        return air.lift_bar(s, self.nation, unit) or (None if air.lift_goals(s, self.nation, unit) else nowhere)

    def far_bars(self, s: State, unit: Unit, space: Space) -> list[Bar]:
        """10.2, 10.17: why a unit gets to a hex neither by an ordinary nor by a strategic move."""
        bar = self.far_bar(s, unit, space, 0)
        far = self.far_bar(s, unit, space, 1) if s.strategic >> unit & 1 else bar
        return bars(bar, far if far != bar and bar.cases == ("10.2", "10.13") else None)

    def far_bar(self, s: State, unit: Unit, space: Space, strategic: int) -> Bar:
        """10.2: why a unit cannot get to a hex in this phase."""
        move = Move(self.nation, [unit], strategic)
        needed = move.price(s, space)
        if not strategic and self.may_be_fed(s, unit) and s.game.mp_out_of_supply < needed <= s.game.mp_full:
            words = f"{s.game.space_names[space]} needs {needed} MP, more than it has out of supply"
            return Bar(f"{words}: supply it by air first.", ("7.9a", "7.8b"))
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
                case = ("10.15a", "R46") if self.nation == CHINA else ("10.14b", "7.4b", "R45")
                return Roll("movement-die", 1, (self.nation, s.where[dice[0]]), case)
            self.points = [g.mp_strategic if self.strategic else movement_points(s, u) for u in self.units]
            self.mp = min(self.points)
            return None
        options: list[Option] = [("to", b) for b in self.open_steps(s)]
        if self.stop_bar(s) is None:
            options.append(("stop",))
        if len(self.units) > 1 and self.may_leave_one(s):
            options += [("leave", u) for u in self.units]
        open_ends = [int(any(option[0] == verb for option in options)) for verb in ("to", "leave", "stop")]
        about = (here, self.mp, len(self.units), *open_ends)
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
            if self.steps:
                stays = [unit_of(option)]
                s.tell("stayed", self.nation, 1, s.where[stays[0]], cases=("10.3",), sum=[who_term(s, "stays", stays)])
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
        return [*start_terms(s, self.units, self.way(s), self.mp + self.spent), *step]

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
            name, left = s.game.space_names[there], self.mp
            dear = Bar(f"{name} costs {cost} MP; {left} {agree(left, 'is', 'are')} left.", ("10.2", "10.13"))
            return self.slow_bar(s, there, cost) or dear
        if self.may_end_in(s, there) or self.finds_an_end(s, there, self.mp - cost):
            return None
        return self.split_bar(s, there) or stacking_bar(s, there, self.nation, len(self.units))

    def slow_bar(self, s: State, there: Space, needed: int) -> Bar | None:
        """10.3, R47: the slowest units hold back others that could go; they are to be left first."""
        most = max(self.points, default=0) - self.spent
        if needed > most or not self.may_leave_one(s):
            return None
        name = s.game.space_names[there]
        held = f"The slowest units of the stack have {self.mp} MP, and {name} needs {needed}: leave them here first."
        return Bar(held, ("10.3", "10.2"))

    def split_bar(self, s: State, there: Space) -> Bar | None:
        """6.2-6.4, 10.3: some of a stack find room where all of it does not; the others are to be left first."""
        space = room(s, there, self.nation)
        if not 0 < space < len(self.units) or not self.may_leave_one(s):
            return None
        name, rest = s.game.space_names[there], len(self.units) - space
        words = f"{name} has room for {numbered(space, 'more unit')}: leave {rest} of the stack here first."
        return Bar(words, (stacking_case(self.nation), "10.3"))

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
        through = f"{g.space_names[space]} can be passed through, and no move may end there: choose the hex alone."
        return [self.step_bar(s, space) or Bar(through, ("6.0a",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "leave":
            if unit is not None and unit not in self.units:
                return [Bar("It is not in the stack that moves.", ("10.3",))]
            if len(self.units) == 1:
                return [Bar("It moves alone: nobody is left to go on.", ("10.3",))]
            return [self.room_bar(s)]
        return self.why_not(s, side, unit, None if verb == "stop" else space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.stop_bar(s))

    def room_bar(self, s: State) -> Bar:
        """6.0a, 6.3b: why nobody may stay where the stack is."""
        here = s.where[self.units[0]]
        if shared(s, here, self.nation):
            return ally_bar(s, here, self.nation)
        name, case = s.game.space_names[here], stacking_case(self.nation)
        return Bar(f"{name} is full: nobody may end a move there.", (case, "6.0a"))

    def far_bar(self, s: State, space: Space, most: int) -> Bar:
        """10.2: why a hex several steps off is out of reach: what is in it, what it costs, or that no way is open."""
        g = s.game
        here, name = s.where[self.units[0]], g.space_names[space]
        if space == here:
            return Bar(f"It stands in {name}.", ("10.0a",))
        if (bar := closed_bar(s, self.nation, space, bool(self.strategic))) is not None:
            return bar
        needed = self.price(s, space)
        if needed >= FAR:
            return self.shut_bar(s, space)
        if needed > most:
            dear = Bar(f"{name} needs {needed} MP; at most {most} can be spent.", ("10.2", "10.13"))
            return self.slow_bar(s, space, needed) or dear
        if self.may_end_in(s, space):
            return Bar(f"{name} is {needed} MP away: go there.", ("10.2",))
        if shared(s, space, self.nation):
            return Bar(f"The ally is in {name}: it can be passed through, and no move may end there.", ("6.3b",))
        full = Bar(f"{name} can be passed through, and has no room to end there.", (stacking_case(self.nation), "6.0a"))
        return self.split_bar(s, space) or full

    def price(self, s: State, space: Space) -> int:
        """10.13: what the cheapest open way to a hex costs; `FAR` where there is none."""
        cost = costs(s, self.nation, bool(self.strategic))
        return ways(s.game.open_graph, s.where[self.units[0]], FAR, cost).get(space, (FAR, space))[0]

    def shut_bar(self, s: State, space: Space) -> Bar:
        """6.0b, 10.10, 10.17, 11.29a: why no way leads to a hex that is not closed itself."""
        g = s.game
        name = g.space_names[space]
        if g.formosa >> space & 1 and self.nation == CHINA:
            return Bar("Chinese units never enter Formosa.", ("9.9",))
        if not flood(g.open_graph, 1 << s.where[self.units[0]], NO_SPACES) >> space & 1:
            return Bar(f"The sea lies between here and {name}.", ("10.10",))
        if self.strategic and Move(self.nation, self.units, 0).price(s, space) < FAR:
            words = f"Every path to {name} passes enemy units or cities: no strategic movement there."
            return Bar(words, (far_case(self.nation),))
        if self.nation == JAPAN:
            return Bar(f"Enemy units close every way to {name}.", ("6.0b",))
        return Bar(f"Enemy units or garrisons close every way to {name}.", ("6.0b", "11.29a"))
