"""Chapter 3: putting a force together, and setting out (3.5, 9.2, 9.13, 11.1, R31, R70)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.whitesun import flotilla, operation
from grognard.games.whitesun.facts import JAPANESE
from grognard.games.whitesun.guerrilla_attacks import Raid
from grognard.games.whitesun.movement import March, go
from grognard.games.whitesun.operation_starts import (
    CHANGSHA,
    FREE,
    PORT,
    RAID,
    cities_to_start,
    city_bar,
    enter_bar,
    land_bar,
    landing_hexes,
    sea_bar,
    south_bar,
    target_bar,
)
from grognard.games.whitesun.readiness import absent_bar
from grognard.games.whitesun.state import State, is_own
from grognard.games.whitesun.supply import first_cost
from grognard.games.whitesun.why_not_units import at_large
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Option, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Unit
from grognard.kernel.state import place

KINDS = ("free", "port", "changsha", "raid")
"""By what the force is for."""


def start_phase(s: State) -> None:
    """9.13a, 10.6c: what is counted by phase begins anew; units in the Reserve Box are ready."""
    g = s.game
    s.amphibious = s.flotilla_used = s.great_victory = 0
    for unit in each(s.at[g.reserve] & g.ground):
        place(s, unit, g.ready)


def join_bar(s: State, units: list[Unit], unit: Unit) -> Bar | None:
    """6.2a, 9.2b, 11.1b, R70: why a unit may not join the force."""
    if unit in units:
        return Bar(f"{s.game.unit_names[unit]} is in the force.", ("9.2b",))
    return absent_bar(s, unit) or full_bar(s, units)


@dataclass(slots=True)
class Muster(Frame):
    """3.5a, 9.2b, 11.2b: pick units, then the place where the operation starts."""

    id = "whitesun.muster.Muster"
    verbs = ("join", "join-strongest", "stand-down", "start", "start-with-flotilla", "enter", "land", "fight",
             "end-phase")  # fmt: skip
    kind: int = FREE
    target: Space = NO_SPACE
    units: list[Unit] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        ready = s.at[s.game.ready] & s.game.ground
        if not ready and not self.units:
            s.agenda.pop()
            return None
        options: list[Option] = []
        if len(self.units) < s.game.most_units[s.turn]:
            free = ready & ~bitset(self.units)
            options += for_each("join", free)
            if free & free - 1:
                options.append(("join-strongest",))
        options += [("stand-down", u) for u in self.units]
        if self.units:
            options += self.starts(s)
        elif self.kind == FREE:
            options.append(("end-phase",))
        cases = ("3.5a", "9.2b") if self.kind == FREE else ("11.2b", "11.1b")
        about = (KINDS[self.kind], self.target, self.units[:], s.game.mp[s.turn], s.game.most_units[s.turn])
        return Decision(JAPANESE, "muster", options, cases, about)

    # --- R31: where to

    def starts(self, s: State) -> list[Option]:
        """R31: every way in which this force may start."""
        if self.kind == RAID:
            return [("fight",)]
        cities = cities_to_start(s, self.kind)
        options = for_each("start", cities)
        if with_flotilla := cities & flotilla.cities(s):
            options += for_each("start-with-flotilla", with_flotilla)
        if self.kind == CHANGSHA:
            return options
        g = s.game
        edges = g.north_edge | (NO_SPACES if south_bar(s, len(self.units)) else g.south_edge)
        coast = NO_SPACES if sea_bar(s, self.units) else landing_hexes(s)
        for verb, hexes in (("enter", edges), ("land", coast)):
            if self.target != NO_SPACE:
                hexes = bitset(h for h in each(hexes) if target_bar(s, self.target, h) is None)
            options += for_each(verb, hexes)
        return options

    # --- answers

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "join":
            self.units.append(unit_of(option))
        elif verb == "join-strongest":
            self.join_strongest(s)
        elif verb == "stand-down":
            self.units.remove(unit_of(option))
        elif verb == "end-phase":
            s.agenda.pop()
        else:
            self.set_out(s, str(verb), space_of(option) if len(option) > 1 else NO_SPACE)

    def join_strongest(self, s: State) -> None:
        """Those with most steps and dice, up to the limit."""
        g = s.game
        free = [u for u in each(s.at[g.ready] & g.ground) if u not in self.units]
        free.sort(key=lambda u: (-g.full[u], -g.dice[u][g.full[u]], g.puppets >> u & 1, u))
        self.units += free[: g.most_units[s.turn] - len(self.units)]

    def set_out(self, s: State, verb: str, hex_: Space) -> None:
        """R31: the operation begins; a landing or an edge hex is its first step."""
        units, self.units = self.units, []
        if self.kind != FREE:
            s.agenda.pop()
        operation.begin(s, units, self.target if self.kind in (PORT, CHANGSHA) else NO_SPACE)
        if self.kind == RAID:
            operation.stand_in(s, self.target)
            s.agenda.append(Raid(self.target))
            return
        s.agenda.append(March())
        if verb in ("start", "start-with-flotilla"):
            if verb == "start-with-flotilla":
                flotilla.go_along(s)
            operation.stand_in(s, hex_)
            s.tell("sets-out", hex_, s.flotilla_along, cases=("3.5h", "R31", *(("R14",) if s.flotilla_along else ())))
            return
        if verb == "land":
            s.amphibious += len(units)
        elif s.game.south_edge >> hex_ & 1:
            s.southern += len(units)
        go(s, hex_, first_cost(s, hex_))

    # --- reasons

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit == s.game.flotilla and space is not None:
            return [self.flotilla_bar(s, space)]
        found = None if unit is None else join_bar(s, self.units, unit)
        if found is not None and (space is None or unit not in self.units):
            return [found]
        if space is None:
            return []
        if unit is not None and unit not in self.units:
            return [self.with_one_more(unit).start_bar(s, space) or self.let_join(s, unit)]
        bar = self.start_bar(s, space)
        return [bar or Bar("It is on offer for the whole force: click the hex.", ("3.5h", "R31"))]

    def with_one_more(self, unit: Unit) -> Muster:
        """The force if this unit joins it."""
        return Muster(self.kind, self.target, [*self.units, unit])

    def let_join(self, s: State, unit: Unit) -> Bar:
        """9.2b: what to do first with a unit that could start there."""
        name = s.game.unit_names[unit]
        if self.units:
            return Bar(f"{name} is not in the force: let it join, then start there.", ("9.2b", "3.5h"))
        return Bar(f"A force with {name} can start there: let it join first.", ("9.2b", "3.5h"))

    def flotilla_bar(self, s: State, space: Space) -> Bar:
        """9.17, R14: the flotilla is taken along by a force that starts where it stands."""
        if bar := flotilla.start_bar(s, space) or (None if self.kind == RAID else city_bar(s, self.kind, space)):
            return bar
        if self.kind == RAID:
            return NO_FLOTILLA
        return Bar(
            "It can go along from there: choose the units, then start there with the flotilla.", ("9.17c", "R14")
        )

    def start_bar(self, s: State, hex_: Space) -> Bar | None:
        """R31: why the force may not start in a hex, in whatever way."""
        g = s.game
        if (g.north_edge | g.south_edge) >> hex_ & 1:
            return self.place_bar(s, "enter", hex_)
        return self.place_bar(s, "land" if g.coast >> hex_ & 1 and not is_own(s, hex_) else "start", hex_)

    def place_bar(self, s: State, verb: str, hex_: Space) -> Bar | None:
        """R31: why the force may not start so in a hex."""
        g = s.game
        if self.kind == RAID:
            return Bar("The raiders are met where they strike.", ("OT.6a", "R51"))
        if not self.units:
            return Bar("First choose the units.", ("3.5a", "9.2b"))
        if hex_ >= g.hexes:
            return Bar("A force starts in a city, on an edge of the map or with a landing.", ("3.5f",))
        if not g.land >> hex_ & 1:
            return Bar("Forces do not enter the sea: a landing names the hex of the coast.", ("9.8a", "9.13b"))
        if verb == "enter":
            return enter_bar(s, self.kind, self.target, self.units, hex_)
        if verb == "land":
            return land_bar(s, self.kind, self.target, self.units, hex_)
        along = flotilla.start_bar(s, hex_) if verb == "start-with-flotilla" else None
        return along or city_bar(s, self.kind, hex_)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if large := at_large(s, verb, unit, space) if verb not in ("join", "stand-down") else []:
            return large
        if verb == "join":
            return bars(full_bar(s, self.units) if unit is None else join_bar(s, self.units, unit))
        if verb == "join-strongest":
            return bars(full_bar(s, self.units)) or [Bar("Only one more unit is ready: let it join.", ("9.2b",))]
        if verb == "stand-down":
            name = "Nobody" if unit is None else s.game.unit_names[unit]
            return [Bar(f"{name} is in the force." if unit is None else f"{name} is not in the force.", ("9.2b",))]
        if verb == "fight":
            return [Bar("First choose the units.", ("11.4a",)) if self.kind == RAID else NO_RAID]
        if verb == "end-phase":
            return bars(self.end_bar())
        return bars(self.place_bar(s, verb, space) if space is not None else self.no_place_bar(s, verb))

    def no_place_bar(self, s: State, verb: str) -> Bar | None:
        """Why there is no place at all for such a start."""
        g = s.game
        if self.kind == RAID or not self.units:
            return self.place_bar(s, verb, NO_SPACE)
        if verb == "start-with-flotilla":
            return self.place_bar(s, verb, flotilla.berth(s))
        if verb == "land":
            return sea_bar(s, self.units) or self.place_bar(s, verb, g.hainan)
        if verb == "enter":
            return self.place_bar(s, verb, members(g.north_edge)[0])
        return Bar("No Japanese city is joined to the coast or an entry edge.", ("3.5g", "R31"))

    def end_bar(self) -> Bar | None:
        """5.3b, R47: why the phase cannot be ended."""
        if self.kind != FREE:
            return Bar("On Turns 2 and 3 objectives are rolled until every unit has operated.", ("11.2d", "R47"))
        if self.units:
            return Bar("A force is being put together: start it, or let its units stand down.", ("5.3b", "9.2b"))
        return None

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.end_bar())


NO_FLOTILLA = Bar("The flotilla takes no part against raiders.", ("R51",))
NO_RAID = Bar("There is no raid to meet.", ("OT.6a", "11.4a"))


def full_bar(s: State, units: list[Unit]) -> Bar | None:
    """6.2a, 11.1b, R70: why nobody more may join."""
    g = s.game
    if len(units) >= g.most_units[s.turn]:
        case = "6.2a" if g.free[s.turn] else "11.1b"
        return Bar(f"At most {g.most_units[s.turn]} units in an operation.", (case, "R70"))
    if not s.at[g.ready] & g.ground & ~bitset(units):
        return Bar("No further unit is ready.", ("3.5a", "5.3a"))
    return None
