"""Chapter 13: stacking."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.facts import ADJECTIVES, ALLIED, CW, JAPAN, SIDE_OF_NATION, US
from grognard.games.formosa.state import EYES, State, hexes_of, place, statics
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import EVERYONE, Bar, Decision, Frame, Option, unit_of
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, Units
from grognard.kernel.position_cache import noted

SIDES = ("Allied", "Japanese")
OTHER_ALLY = {US: CW, CW: US}


def counted(s: State, hex_: Space, side: Side) -> Units:
    """13.1a, 13.2a, R17, R97: the mobile units that count; statics have their own place, the camp needs none."""
    return s.at[hex_] & s.game.counted[side] & ~s.bases


@noted
def static_places(s: State) -> Spaces:
    """8.1g-h, R17: the hexes where a Japanese static or D/O unit stands."""
    return bitset(h for h in each(s.present[JAPAN]) if has_static_place(s, h))


def has_static_place(s: State, hex_: Space) -> bool:
    """8.1g-h, R17: whether a static or D/O unit stands there already."""
    return bool(s.at[hex_] & (s.game.takes_static_place | s.bases))


def is_shared(s: State, hex_: Space, nation: int) -> bool:
    """5.1b, R106: the other Allied nation has units here."""
    return nation in OTHER_ALLY and bool(s.present[OTHER_ALLY[nation]] >> hex_ & 1)


def room(s: State, hex_: Space, nation: int) -> int:
    """13.1a, 13.2a: how many more mobile units of a nation may stand here."""
    if nation in OTHER_ALLY and s.present[OTHER_ALLY[nation]] >> hex_ & 1:
        return 0
    g, side = s.game, SIDE_OF_NATION[nation]
    return g.most_mobile[side] - (s.at[hex_] & g.counted[side] & ~s.bases).bit_count()


def full_among(s: State, hexes: Spaces, nation: int) -> Spaces:
    """13.1a, 13.2a: the same for some hexes at once: those without room for another one."""
    if not hexes:
        return NO_SPACES
    at, side = s.at, SIDE_OF_NATION[nation]
    most = s.game.most_mobile[side]
    found = hexes & s.present[OTHER_ALLY[nation]] if side == ALLIED else NO_SPACES
    for hex_ in each(hexes):
        if at[hex_].bit_count() >= most and counted(s, hex_, side).bit_count() >= most:
            found |= 1 << hex_
    return found


@noted
def full_hexes(s: State, side: Side) -> Spaces:
    """13.1a, 13.2a: a side's hexes without room for another mobile unit."""
    most, at = s.game.most_mobile[side], s.at
    crowded = [h for h in each(hexes_of(s, side)) if at[h].bit_count() >= most]
    return bitset(h for h in crowded if counted(s, h, side).bit_count() >= most)


def stacking_bar(s: State, hex_: Space, unit: Unit) -> Bar | None:
    """5.1b, 13.1a, 13.2a: why one more mobile unit may not stand here."""
    g = s.game
    nation = g.nation_of[unit]
    if room(s, hex_, nation) > 0 or g.camp >> unit & 1:
        return None
    name = g.space_names[hex_]
    if is_shared(s, hex_, nation):
        return Bar(f"{ADJECTIVES[OTHER_ALLY[nation]]} units are in {name}: the nations never stack.", ("5.1b", "R106"))
    side = g.side_of[unit]
    case = "13.1a" if side == ALLIED else "13.2a"
    return Bar(f"{name}: at most {g.most_mobile[side]} mobile {SIDES[side]} units in a hex.", (case,))


def excess_at(s: State, hex_: Space, side: Side) -> int:
    """13.3a: how many mobile units too many stand in a hex."""
    g, here = s.game, s.at[hex_]
    fixed, most = here & (g.takes_static_place | s.bases), g.most_mobile[side]
    if not fixed and here.bit_count() <= most:
        return 0  # nearly everywhere
    static = (fixed & g.of_side[side]).bit_count()
    over = (here & g.counted[side] & ~s.bases).bit_count() - most
    return (over if over > 0 else 0) + (static - 1 if static > 1 else 0)


def overfull(s: State, side: Side) -> list[Space]:
    """13.0b: a side's hexes that break the limits."""
    g = s.game
    at = s.at
    mixed = s.present[US] & s.present[CW] & g.land if side == ALLIED else NO_SPACES
    most, fixed = g.most_mobile[side], g.takes_static_place | s.bases
    several = [h for h in each(hexes_of(s, side) & g.land) if at[h].bit_count() > 1]
    crowded = [h for h in several if at[h].bit_count() > most or at[h] & fixed or mixed >> h & 1]
    return [h for h in crowded if mixed >> h & 1 or excess_at(s, h, side)]


def begin_check(s: State, *sides: Side) -> None:
    """13.0b: at the end of movement and combat phases, and after recruiting."""
    for side in reversed(sides):
        if overfull(s, side):
            s.agenda.append(Excess(side))


@dataclass(slots=True)
class Excess(Frame):
    """13.3a, R22: the owner removes the fewest units that cure it; they may be bought again."""

    id = "formosa.stacking.Excess"
    verbs = ("remove",)
    side: Side

    def run(self, s: State) -> Decision | None:
        hexes = overfull(s, self.side)
        if not hexes:
            s.agenda.pop()
            return None
        options: list[Option] = [("remove", u) for u in self.removable(s, hexes[0])]
        return Decision(self.side, "excess", options, ("13.3a", "R22"), (hexes[0],))

    def removable(self, s: State, hex_: Space) -> list[Unit]:
        """13.3a: any unit whose removal lessens the excess."""
        g = s.game
        if self.side == ALLIED and (s.present[US] & s.present[CW]) >> hex_ & 1:
            fewer = min((US, CW), key=lambda n: (s.at[hex_] & g.of_nation[n]).bit_count())
            return members(s.at[hex_] & g.of_nation[fewer])
        if counted(s, hex_, self.side).bit_count() > g.most_mobile[self.side]:
            return members(counted(s, hex_, self.side))
        return members(s.at[hex_] & g.of_side[self.side] & (statics(s) | g.dummies))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        hex_ = overfull(s, self.side)[0]
        name = s.game.space_names[hex_]
        return [Bar(f"Only a unit that makes {name} too full is removed, the fewest that cure it.", ("13.3a", "R22"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def answer(self, s: State, option: Option) -> None:
        unit, hex_ = unit_of(option), s.where[unit_of(option)]
        is_seen = not s.concealed >> unit & 1
        s.tell("overstacked", self.side, hex_, unit, cases=("13.3a",), seen=EVERYONE if is_seen else EYES[self.side])
        if not is_seen:
            s.tell("counter-overstacked", hex_, cases=("13.3a",), seen=EYES[ALLIED])
        s.bases &= ~(1 << unit)
        s.concealed &= ~(1 << unit)
        place(s, unit, s.game.replacements[self.side])
