"""Chapter 6: stacking, and what happens when units come to stand in a hex (3.5, R15)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.games.ichigo.breakdowns import NOT_OPEN, who_term
from grognard.games.ichigo.facts import CHINA, JAPANESE, SIDE_OF_NATION, US
from grognard.games.ichigo.state import State, eliminate, take_control
from grognard.games.ichigo.state import place as put
from grognard.games.ichigo.supply import lift_supply
from grognard.games.ichigo.victory import after_control
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Bar, Decision, Frame, Option, for_each, unit_of
from grognard.kernel.ids import Side, Space, Unit, Units

ADJECTIVES = ("Chinese", "US", "Japanese")
PARTNER = {CHINA: US, US: CHINA}


def counted(s: State, hex_: Space, nation: int) -> Units:
    """6.2-6.5: the units that count for stacking: one each, whatever its size; militia are free."""
    return s.at[hex_] & s.game.of_nation[nation] & ~s.game.militia


def shared(s: State, hex_: Space, nation: int) -> bool:
    """6.3b: the other Allied nation has units here."""
    return nation in PARTNER and bool(s.present[PARTNER[nation]] >> hex_ & 1)


def room(s: State, hex_: Space, nation: int) -> int:
    """6.2-6.4: how many more units of a nation may stand here; none beside its ally (6.3b)."""
    if shared(s, hex_, nation):
        return 0
    return s.game.most[nation] - counted(s, hex_, nation).bit_count()


def stacking_bar(s: State, hex_: Space, nation: int, coming: int = 1) -> Bar | None:
    """6.0a, 6.2-6.4: why so many more units may not stand here."""
    g = s.game
    if room(s, hex_, nation) >= coming:
        return None
    name = g.space_names[hex_]
    if shared(s, hex_, nation):
        return ally_bar(s, hex_, nation)
    words = f"{name}: at most {g.most[nation]} {ADJECTIVES[nation]} units in a hex."
    return Bar(words, (stacking_case(nation), "6.0a"))


def ally_bar(s: State, hex_: Space, nation: int) -> Bar:
    """6.3b: why nobody may end a move where the ally is."""
    other, name = ADJECTIVES[PARTNER[nation]], s.game.space_names[hex_]
    return Bar(f"{other} units are in {name}: Chinese and US units may not end a move together.", ("6.3b",))


def stacking_case(nation: int) -> str:
    """6.2-6.4: each army has its own limit."""
    return {CHINA: "6.3a", US: "6.4"}.get(nation, "6.2")


def arrive(s: State, units: Iterable[Unit], hex_: Space) -> None:
    """3.5a, R15: units come to stand in a hex. It may end the game or call for dice, so it is always done last."""
    g = s.game
    coming = list(units)
    side = g.side_of[coming[0]]
    for unit in coming:
        put(s, unit, hex_)
    if side == JAPANESE:
        if s.b29 >= 0 and g.map.distance(s.b29, hex_) <= g.b29_radius:
            s.cut_off |= bitset(coming)
        if hex_ == s.aerial:
            lift_supply(s, "7.8b")
    if take_control(s, hex_, side):
        after_control(s, hex_, side)


def overfull(s: State, nation: int) -> list[Space]:
    """R38: hexes where displaced units have made the stack too high."""
    return [h for h in each(s.present[nation]) if counted(s, h, nation).bit_count() > s.game.most[nation]]


@dataclass(slots=True)
class Excess(Frame):
    """R38: what is still too much at the end of the owner's movement is eliminated, at the owner's choice."""

    id = "ichigo.stacking.Excess"
    verbs = ("remove",)
    nation: int

    def run(self, s: State) -> Decision | None:
        hexes = overfull(s, self.nation)
        if not hexes:
            s.agenda.pop()
            return None
        options: list[Option] = for_each("remove", counted(s, hexes[0], self.nation))
        return Decision(SIDE_OF_NATION[self.nation], "excess", options, ("R38", "6.0a"), (hexes[0],))

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        named = NOT_OPEN if self.nation == CHINA else unit
        terms = [who_term(s, "given-up", [unit])] if self.nation == CHINA else []
        s.tell("overstacked", self.nation, s.where[unit], named, cases=("6.0a", "R38"), sum=terms)
        eliminate(s, unit)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        name = s.game.space_names[overfull(s, self.nation)[0]]
        return [Bar(f"There are too many units in {name}: some of them are given up.", ("R38", "6.0a"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
