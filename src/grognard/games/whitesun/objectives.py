"""Chapter 11: Turns 2 and 3, where the objective of each operation is rolled (11.1-11.4 and the table)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.whitesun.defence import Draw
from grognard.games.whitesun.facts import JAPANESE
from grognard.games.whitesun.forming_forces import Muster
from grognard.games.whitesun.guerrilla_attacks import raid_hex, raid_terms, raiders
from grognard.games.whitesun.operation import conquer
from grognard.games.whitesun.operation_starts import CHANGSHA, PORT, RAID, nearest_cities
from grognard.games.whitesun.readiness import ready_bar
from grognard.games.whitesun.state import State, next_turn, own, put_away
from grognard.kernel.bits import each
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, Units
from grognard.kernel.state import place

CALL_UP = {"division": "OT.1", "brigade": "OT.2"}


def eligible_ports(s: State) -> Spaces:
    """OT.3a-b, R48: ports outside the line that are not Japanese; treaty ports from Turn 3."""
    g = s.game
    closed = g.treaty_ports if s.turn < g.treaty_ports_from else NO_SPACES
    return g.ports & ~own(s) & ~closed


def on_garrison(s: State, row: str) -> Units:
    """OT.1, OT.2, R46, R65: Imperial divisions or brigades among the fifty."""
    g = s.game
    return s.at[g.garrison_box] & (g.divisions if row == "division" else g.brigades)


@dataclass(slots=True)
class Objectives(Frame):
    """11.2, R47: roll an objective until every available unit has taken part in an operation."""

    id = "whitesun.objectives.Objectives"
    alternative: int = 0
    """OT.3c, OT.5c: a second die is needed: 1 ports are all taken, 2 Changsha is."""

    def run(self, s: State) -> Roll | None:
        g = s.game
        if not s.at[g.ready] & g.ground:
            s.agenda.pop()
            return None
        if self.alternative:
            case = "OT.3c" if self.alternative == 1 else "OT.5c"
            return Roll("alternative", 1, (self.alternative,), (case,))
        return Roll("objective", 1, (), ("11.2a", "OT.1"))

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        if self.alternative:
            first = "changsha" if self.alternative == 1 else "port"
            self.alternative = 0
            self.take_up(s, first if dice[0] <= g.number_of["ports_alternative"] else "raid")
            return
        self.take_up(s, g.objective_rows[dice[0]])

    def take_up(self, s: State, row: str) -> None:
        """8.3: a row of the table, or what stands for it when it is impossible."""
        g = s.game
        no_port, has_changsha = not eligible_ports(s), bool(own(s) >> g.changsha & 1)
        if (row == "port" and no_port) or (row == "changsha" and has_changsha):
            if not (no_port and has_changsha):
                self.alternative = 1 if row == "port" else 2
                return
            row = "raid"
        s.tell("objective-is", row, cases=("11.2a",))
        START[row](s, row)


def call_up(s: State, row: str) -> None:
    """OT.1, OT.2, R46."""
    if on_garrison(s, row):
        s.agenda.append(CallUp(row))
    else:
        no_effect(s, CALL_UP[row], "R46")


def capture_port(s: State, row: str) -> None:
    """OT.3a."""
    s.agenda.append(ChoosePort())


def drive_on_changsha(s: State, row: str) -> None:
    """OT.5, 11.3, R49: the first time three units, a fort and a depot are placed there."""
    g = s.game
    if not nearest_cities(s):
        no_effect(s, "OT.5a", "R49")
        return
    s.agenda.append(Muster(CHANGSHA, g.changsha))
    if not s.changsha_set:
        s.changsha_set = 1
        for unit in each(g.set_aside):
            place(s, unit, g.changsha)
        called = g.number_of["changsha"]
        s.tell("changsha-set", g.changsha, min(called, s.at[g.pool].bit_count()), cases=("11.3", "OT.5b"))
        s.agenda.append(Draw(g.changsha, called, 1))


def guerrilla_attack(s: State, row: str) -> None:
    """OT.6, 11.4, 8.5c, R50, R51."""
    hex_ = raid_hex(s)
    if hex_ < 0 or not raiders(s):
        no_effect(s, "OT.6a", "8.5c")
        return
    s.tell("raid", hex_, cases=("11.4b", "R50"), sum=lambda: raid_terms(s, hex_))
    s.agenda.append(Muster(RAID, hex_))


def no_effect(s: State, *cases: str) -> None:
    """R47: a result without effect uses up one available unit."""
    s.tell("no-objective", cases=(*cases, "R47"))
    s.agenda.append(Spend())


START = {
    "division": call_up,
    "brigade": call_up,
    "port": capture_port,
    "changsha": drive_on_changsha,
    "raid": guerrilla_attack,
}


@dataclass(slots=True)
class CallUp(Frame):
    """OT.1, OT.2, R46: one unit on garrison duty joins the available forces; no operation."""

    id = "whitesun.objectives.CallUp"
    verbs = ("call-up",)
    row: str

    def run(self, s: State) -> Decision:
        options: list[Option] = for_each("call-up", on_garrison(s, self.row))
        return Decision(JAPANESE, "call-up", options, (CALL_UP[self.row], "R46"), (self.row,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        unit = unit_of(option)
        place(s, unit, s.game.ready)
        s.tell("called-up", unit, cases=(CALL_UP[self.row], "R46"))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        cases = (CALL_UP[self.row], "R65")
        if unit is not None and on_garrison(s, self.row) >> unit & 1:
            return [Bar(f"{g.unit_names[unit]} can be called up: choose it.", (CALL_UP[self.row], "R46"))]
        if unit is not None and s.at[g.garrison_box] >> unit & 1:
            return [Bar(f"{g.unit_names[unit]} is not a {self.row}.", cases)]
        return [Bar(f"Only a {self.row} on garrison duty inside the objective line can be called up.", cases)]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar(f"A {self.row} must be called up.", (CALL_UP[self.row], "R46"))]


@dataclass(slots=True)
class ChoosePort(Frame):
    """OT.3a-b, R28, R48: which port; a treaty port is occupied by one unit at once."""

    id = "whitesun.objectives.ChoosePort"
    verbs = ("port",)

    def ports(self, s: State) -> Spaces:
        """R28: Hong Kong's two hexes fall together, so the city stands for both while it is Chinese."""
        ports, city = eligible_ports(s), s.game.hong_kong_city
        return ports & ~s.game.hong_kong | 1 << city if ports >> city & 1 else ports

    def run(self, s: State) -> Decision:
        options: list[Option] = for_each("port", self.ports(s))
        return Decision(JAPANESE, "choose-port", options, ("OT.3a", "R48"), always=True)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        hex_ = space_of(option)
        s.tell("port-chosen", hex_, cases=("OT.3a",))
        treaty = s.game.treaty_ports >> hex_ & 1
        s.agenda.append(Occupy(hex_) if treaty else Muster(PORT, hex_))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if space is None or self.ports(s) >> space & 1:
            return [Bar("Choose the port first, then the force.", ("OT.3a", "11.2b"))]
        if space >= g.hexes or not g.ports >> space & 1:
            return [Bar("It is not a port outside the objective line.", ("OT.3a", "R48"))]
        if own(s) >> space & 1:
            return [Bar(f"{g.space_names[space]} is Japanese.", ("OT.3a",))]
        if s.turn < g.treaty_ports_from and g.treaty_ports >> space & 1:
            return [Bar(f"Treaty ports are closed before Turn {g.treaty_ports_from}.", ("9.16b",))]
        return [Bar("It falls with Hong Kong: choose that.", ("OT.3b", "R28"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar("A port must be chosen.", ("11.2a", "OT.3a"))]


@dataclass(slots=True)
class Occupy(Frame):
    """9.16c, OT.3b, R28: one unit, no dice and no movement points; Hong Kong's hexes fall together."""

    id = "whitesun.objectives.Occupy"
    verbs = ("occupy",)
    hex: Space

    def run(self, s: State) -> Decision:
        g = s.game
        options: list[Option] = for_each("occupy", s.at[g.ready] & g.ground)
        return Decision(JAPANESE, "occupy", options, ("OT.3b", "R28"), (self.hex,))

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        s.agenda.pop()
        put_away(s, unit_of(option), next_turn(s))
        s.tell("occupies", unit_of(option), self.hex, cases=("9.16c", "OT.3b"))
        both = g.hong_kong if g.hong_kong >> self.hex & 1 else 1 << self.hex
        for hex_ in each(both & ~own(s)):
            conquer(s, hex_, "9.16c", "OT.3b", "R28")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and space == self.hex and ready_bar(s, unit, "OT.3b") is None:
            name = s.game.unit_names[unit]
            return [Bar(f"{name} can occupy {s.game.space_names[space]}: choose it.", ("OT.3b", "R28"))]
        return bars(ready_bar(s, unit, "OT.3b")) or self.why_not_end(s, side)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar(f"One unit must occupy {s.game.space_names[self.hex]}.", ("OT.3b", "R28"))]


@dataclass(slots=True)
class Spend(Frame):
    """R47: one available unit is used up without an operation."""

    id = "whitesun.objectives.Spend"
    verbs = ("spend",)

    def run(self, s: State) -> Decision:
        g = s.game
        options: list[Option] = for_each("spend", s.at[g.ready] & g.ground)
        return Decision(JAPANESE, "spend", options, ("11.2d", "R47"))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        put_away(s, unit_of(option), next_turn(s))
        s.tell("spent", unit_of(option), cases=("R47",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return bars(ready_bar(s, unit, "R47")) or self.why_not_end(s, side)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar("The roll came to nothing: one ready unit is used up.", ("11.2d", "R47"))]
