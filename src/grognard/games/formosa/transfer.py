"""Chapter 21: naval transfer."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.facts import ALLIED, JAPAN
from grognard.games.formosa.stacking import stacking_bar
from grognard.games.formosa.state import EYES, State, allied_hexes, functional, immobile, place, plays
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import each, members
from grognard.kernel.flow import EVERYONE, Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Spaces, Unit
from grognard.kernel.position_cache import thinking


def begin(s: State) -> None:
    """6.1j."""
    s.shipped = NO_UNITS
    s.departures, s.arrivals = [], []
    s.agenda.append(Transfer())


def traffic(s: State, hex_: Space) -> int:
    """21.0f: units that have left or reached a hex in this phase."""
    return s.departures.count(hex_) + s.arrivals.count(hex_)


def leave_bar(s: State, unit: Unit) -> Bar | None:
    """21.0b, f-g, R80: why a unit may not embark."""
    g = s.game
    hex_ = s.where[unit]
    if immobile(s) >> unit & 1:
        return Bar("Only mobile units are transferred.", ("21.0b",))
    if s.shipped >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} been transferred.", ("R80",))
    if hex_ >= g.hexes:
        at_hand = hex_ == g.staging or (hex_ == g.amoy_box and s.amoy)
        return None if at_hand else Bar(f"{g.does(unit, 'is', 'are')} not in the Staging Area.", ("21.0b",))
    if not embarking(s) >> hex_ & 1:
        return Bar("Units embark in ports and on open coast.", ("21.0b", "R81"))
    if is_working_port(s, hex_):
        if traffic(s, hex_) >= g.port_transfers:
            return Bar(f"At most {g.port_transfers} units leave or reach a functional port.", ("21.0f",))
    elif s.departures.count(hex_) >= g.beach_transfers:
        name = g.space_names[hex_]
        return Bar(f"One unit has left {name} in this phase, and no more may.", ("21.0g",))
    return None


def embarking(s: State) -> Spaces:
    """21.0b, R81: where units embark: ports and open coast, in another reading any coast."""
    return s.game.coast | s.game.ports if plays(s, "R81") else s.game.landable


def is_working_port(s: State, hex_: Space) -> bool:
    """20.0b: a functional port."""
    return bool(functional(s) & s.game.ports & 1 << hex_)


def arrive_bar(s: State, unit: Unit, space: Space) -> Bar | None:
    """21.0d-i, R80, R81: why a unit may not be shipped to a space."""
    g = s.game
    origin = s.where[unit]
    if space == origin:
        return Bar("It is there.", ("21.0d",))
    if space >= g.hexes:
        if space == g.staging or (space == g.amoy_box and s.amoy):
            return None if origin < g.hexes else Bar("It is off the map already.", ("21.0d",))
        return Bar("Units are shipped to the Staging Area, Amoy, ports and open coast.", ("21.0d",))
    name = g.space_names[space]
    if not g.landable >> space & 1:
        return Bar(f"{name} is neither a port nor open coast.", ("21.0d", "R81"))
    if s.present[JAPAN] >> space & 1:
        return Bar(f"Enemy units are in {name}.", ("21.0h",))
    if not allied_hexes(s) >> space & 1:
        return Bar(f"No Allied unit is in {name}.", ("21.0e", "R81"))
    if is_working_port(s, space):
        if traffic(s, space) >= g.port_transfers:
            return Bar(f"At most {g.port_transfers} units leave or reach a functional port.", ("21.0f",))
    elif origin < g.hexes and not is_working_port(s, origin):
        return Bar("From here only to a functional port or the Staging Area.", ("21.0g",))
    return stacking_bar(s, space, unit)


def destinations(s: State, unit: Unit) -> list[Space]:
    """21.0d: where a unit may be shipped."""
    g = s.game
    spaces = [g.staging, g.amoy_box, *members(allied_hexes(s) & g.landable)]
    with thinking(s):
        return [space for space in spaces if arrive_bar(s, unit, space) is None]


@dataclass(slots=True)
class Transfer(Frame):
    """21.0: unit after unit. Asked always: who waits in the Staging Area is secret."""

    id = "formosa.transfer.Transfer"
    verbs = ("ship", "end-transfer")

    def run(self, s: State) -> Decision:
        settled(s)
        return Later(self, s, ALLIED, "transfer", ("21.0b", "R80"), always=True)

    def options(self, s: State) -> list[Option]:
        g = s.game
        candidates = s.at[g.staging] | s.at[g.amoy_box]
        for hex_ in each(allied_hexes(s) & embarking(s)):
            candidates |= s.at[hex_]
        able = candidates & g.of_side[ALLIED] & ~immobile(s) & ~s.shipped
        goals: dict[tuple[Space, int], bool] = {}
        options: list[Option] = []
        with thinking(s):
            for unit in each(able):
                key = (s.where[unit], g.nation_of[unit])
                if key not in goals:
                    goals[key] = leave_bar(s, unit) is None and bool(destinations(s, unit))
                if goals[key]:
                    options.append(("ship", unit))
        options.append(("end-transfer",))
        return options

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-transfer":
            return True
        unit = unit_of(option)
        mine = s.game.side_of[unit] == ALLIED
        return mine and leave_bar(s, unit) is None and bool(destinations(s, unit))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-transfer":
            s.agenda.pop()
        else:
            s.agenda.append(Ship(unit_of(option)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return [] if space is None else [Bar("Choose a unit first; then the places open to it.", ("21.0d",))]
        bar = leave_bar(s, unit)
        if bar is None and space is not None:
            bar = arrive_bar(s, unit, space)
        return bars(bar or Bar("There is nowhere to ship it.", ("21.0d", "R81")))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


@dataclass(slots=True)
class Ship(Frame):
    """21.0d: where to."""

    id = "formosa.transfer.Ship"
    verbs = ("ship-to",)
    unit: Unit

    def run(self, s: State) -> Decision:
        options: list[Option] = [("ship-to", space) for space in destinations(s, self.unit)]
        return Decision(ALLIED, "ship", options, ("21.0d", "21.0e"), (self.unit,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        g = s.game
        unit, origin, space = self.unit, s.where[self.unit], space_of(option)
        if origin < g.hexes:
            s.departures.append(origin)
        if space < g.hexes:
            s.arrivals.append(space)
        s.shipped |= 1 << unit
        s.landed |= 1 << unit
        place(s, unit, space)
        off_map = origin >= g.hexes and space >= g.hexes
        s.tell("shipped", unit, origin, space, cases=("21.0b",), seen=EYES[ALLIED] if off_map else EVERYONE)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is not None and unit != self.unit:
            return [Bar(f"{g.does(self.unit, 'is', 'are')} shipped first; others come after that.", ("21.0d",))]
        if space is None:
            return [] if unit is None else [Bar(f"Choose where {g.does(unit, 'is', 'are')} shipped.", ("21.0d",))]
        return bars(arrive_bar(s, self.unit, space))
