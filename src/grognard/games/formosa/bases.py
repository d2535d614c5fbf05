"""Chapter 20: engineers and bases."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.breakdowns import paid
from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.stacking import counted
from grognard.games.formosa.state import State, base_at, spend
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import each
from grognard.kernel.flow import Bar, Decision, Frame, Option, Term, bars, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit
from grognard.kernel.words import numbered


def begin(s: State) -> None:
    """6.1m."""
    s.flipped = NO_UNITS
    s.agenda.append(BaseBuilding())


def base_price(s: State, hex_: Space) -> int:
    """20.1b: a port and an airfield in one hex are built together."""
    g = s.game
    port = g.price["base_port"] if g.ports >> hex_ & 1 else 0
    return port + (g.price["base_airfield"] if g.airfields >> hex_ & 1 else 0)


def built_sum(s: State, hex_: Space) -> list[Term]:
    """20.0b, 4.2b-d, 7.2e-g: what a base has cost, and what it brings."""
    g, bit = s.game, 1 << hex_
    found = paid(s, ALLIED, base_price(s, hex_), "20.1b")
    for hexes, name, vp, lp, case in (
        (g.major_ports, "major port", g.vp["major_port"], g.port_lp[0], "4.2b"),
        (g.minor_ports, "minor port", g.vp["minor_port"], g.port_lp[1], "4.2c"),
        (g.airfields, "airfield", g.vp["airfield"], 0, "4.2d"),
    ):
        if hexes & bit:
            found.append(Term("base", (name, vp, lp), (case, "20.0b")))
    return found


def build_bar(s: State, unit: Unit) -> Bar | None:
    """20.0c, 20.1, R79: why an engineer cannot build."""
    g = s.game
    hex_ = s.where[unit]
    if not g.engineers >> unit & 1:
        return Bar("Only Allied engineers build bases.", ("20.0c",))
    if hex_ >= g.hexes or not g.sites >> hex_ & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} in no port or airfield hex.", ("20.1a",))
    if s.bases >> unit & 1:
        return Bar(f"{g.unit_names[unit]}: it is a base already.", ("20.1a",))
    if s.flipped >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} been turned over in this phase.", ("R79", "R110"))
    if base_at(s, hex_):
        return Bar("There is a base in this hex.", ("20.1e",))
    if base_price(s, hex_) > s.lp[ALLIED]:
        price = numbered(base_price(s, hex_), "logistics point")
        return Bar(f"The base costs {price}, and you have {s.lp[ALLIED]}.", ("20.1b", "7.2j"))
    return None


def demobilize_bar(s: State, unit: Unit) -> Bar | None:
    """20.2a, R110: why a base cannot be given up."""
    g = s.game
    if not s.bases >> unit & 1 or s.where[unit] >= g.hexes:
        return Bar("It is not a base.", ("20.2a",))
    if s.flipped >> unit & 1:
        return Bar("It has been built in this phase.", ("R79",))
    if counted(s, s.where[unit], ALLIED).bit_count() >= g.most_mobile[ALLIED]:
        return Bar("The hex is full: the engineer would have no room.", ("R110", "13.1a"))
    return None


@dataclass(slots=True)
class BaseBuilding(Frame):
    """20.1-20.2: flip engineers, one at a time; no line of supply is needed, enemy zones do not matter."""

    id = "formosa.bases.BaseBuilding"
    verbs = ("build", "demobilize", "end-building")

    def run(self, s: State) -> Decision:
        settled(s)
        idle, busy = s.game.engineers & ~s.bases, s.game.engineers & s.bases
        options: list[Option] = [("build", u) for u in each(idle) if build_bar(s, u) is None]
        options += [("demobilize", u) for u in each(busy) if demobilize_bar(s, u) is None]
        options.append(("end-building",))
        return Decision(ALLIED, "bases", options, ("20.1a", "20.2a"), (s.lp[ALLIED],))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-building":
            s.agenda.pop()
            return
        unit = unit_of(option)
        hex_ = s.where[unit]
        s.flipped |= 1 << unit
        if option[0] == "build":
            spend(s, ALLIED, base_price(s, hex_))
            s.bases |= 1 << unit
            s.tell("built", unit, hex_, base_price(s, hex_), cases=("20.1a", "20.1b"), sum=lambda: built_sum(s, hex_))
        else:
            s.bases &= ~(1 << unit)
            s.tell("demobilized", unit, hex_, cases=("20.2a",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        return bars(demobilize_bar(s, unit) if s.bases >> unit & 1 else build_bar(s, unit))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        return bars(demobilize_bar(s, unit) if verb == "demobilize" else build_bar(s, unit))
