"""The position, and the few ways in which a counter or a hex may change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.games.nemesis.facts import ALLIED, ASSAULT, CHITS, JAPANESE, Facts
from grognard.kernel import state as kernel
from grognard.kernel.bits import bitset, members
from grognard.kernel.flow import Term
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit, Units

FULL, LIMITED, OUT_OF_SUPPLY = range(3)
"""Supply levels (7.1-B)."""
UNKNOWN = -1
"""A chit that has not been chosen, or that a side may not know."""
FACE_DOWN_CHIT = -2
"""In a redacted position: a chit lies there, and which it is a side may not know."""


@dataclass(slots=True, eq=False)
class State(kernel.Pieces[Facts]):
    """One position of Nemesis."""

    level: bytearray = field(default_factory=bytearray)
    """Per counter, its supply level as of its side's last Supply Check (7.1-B-a)."""
    out_since: bytearray = field(default_factory=bytearray)
    """Per counter, the Game Turn in which it became Out of Supply; 0 when it is not."""
    on_map: Units = NO_UNITS
    """Counters in hexes."""
    present: list[Spaces] = field(default_factory=list)
    """Per side, the hexes that its units occupy. Transporters never occupy (1.2-A-a)."""
    transporter_hexes: list[Spaces] = field(default_factory=list, metadata={"id": "carts"})
    """Per side, the hexes with its Transporters."""
    flags: list[Spaces] = field(default_factory=list)
    """Per side, the Objectives that carry its flag (2.3)."""
    unscored: list[Spaces] = field(default_factory=list)
    """Per side, Objectives whose flag was taken away while it stood there: no points until it has left (R9)."""
    bunkers: list[Spaces] = field(default_factory=list)
    """Hexes with Japanese, British or US, and Yunnan Bunkers (5.1-B)."""
    ambushes: Spaces = NO_SPACES
    general: list[int] = field(default_factory=list)
    superior: list[int] = field(default_factory=list)
    lament: list[int] = field(default_factory=list)
    scale: int = 0
    """The Allied Reinforcement Scale (2.5)."""
    face: int = 0
    """Chiang's Face Scale (3.5)."""
    yunnan_active: int = 0
    used_air: Units = NO_UNITS
    """Air Support units on the Used side of their box (1.2-B-e)."""
    used_airfields: Spaces = NO_SPACES
    """Airfields used for air supply since the last Allied Supply Check (R74)."""
    first: list[int] = field(default_factory=list)
    """Per side, the chit chosen to be its first, as long as it lies face down (4.0-A-e)."""
    last: list[int] = field(default_factory=list)
    """Per side, the chit that it played last in the turn before: never its first now (4.0-A-d)."""
    played: list[int] = field(default_factory=list)
    """The chits of this turn in the order of play: Japanese, Allied, Japanese … (4.0-A-a)."""
    moved: Units = NO_UNITS
    """Counters that have moved, or dug in, in this phase."""
    attacked: Units = NO_UNITS
    """Units that have made their assault or attack in this phase (6.1-B-c)."""
    defended: Units = NO_UNITS
    """Units that have been attacked in this phase (R44)."""
    retreated: Units = NO_UNITS
    """Units that have retreated in this phase (6.2-D-e, R44)."""
    stilwell_done: int = 0
    """Whether the Stilwell Force has made its one assault or attack of this phase (5.2-c, 6.1-C-c)."""
    railed: Units = NO_UNITS
    flown: Units = NO_UNITS
    """Counters that have gone by rail or by air in this phase (R115)."""
    flights: int = 0
    """How many have gone by air (8.2-B-11)."""
    flipped: int = 0
    """Whether the flip action was taken in this phase (8.2-A-c)."""
    whole_flees: int = 0
    """1: the other reading of R36, by which a regiment has fled if a part of it has."""
    storms_own: int = 0
    """1: the other reading of R45, by which enemies are driven out of one's own Objectives too."""
    any_flag: int = 0
    """1: the other reading of R9, by which the owner chooses freely which flag comes off."""

    def to_json(self) -> dict[str, Any]:
        """Readings that are not the usual ones are left out where they are not in use: other games keep their
        fingerprints."""
        return {name: value for name, value in kernel.Pieces.to_json(self).items() if value or name not in READINGS}


class Piece(NamedTuple):
    """A unit as it would be in a hex: with steps and a supply level that it may not have yet."""

    unit: Unit
    steps: int
    level: int
    frees: int = 0
    """Regiment counters of its division that go off the map when it becomes this."""


def piece(s: State, unit: Unit) -> Piece:
    """A unit as it is."""
    return Piece(unit, s.steps[unit], s.level[unit])


READINGS = ("whole_flees", "storms_own", "any_flag")
"""The fields that hold another reading of a rule, chosen for the match."""
MARKS = ("moved", "attacked", "defended", "retreated", "railed", "flown")


def place(s: State, unit: Unit, space: Space) -> None:
    """Put a counter in a space. 3.5-c, R38: the Japanese near a Chinese Objective wake the Yunnan Force."""
    g = s.game
    old, bit = s.where[unit], 1 << unit
    kernel.place(s, unit, space)
    if g.air & bit:
        return
    side = g.side_of[unit]
    own, held = (g.ground_of[side], s.present) if g.ground & bit else (g.transporters_of[side], s.transporter_hexes)
    if old < g.hexes and not s.at[old] & own:
        held[side] &= ~(1 << old)
        if g.ground & bit:
            s.unscored[side] &= ~(1 << old)
    if space < g.hexes:
        held[side] |= 1 << space
        s.on_map |= bit
        if side == JAPANESE and g.ground & bit and g.near_chinese_objectives >> space & 1:
            activate_yunnan(s, "3.5-c", "R38")
    else:
        s.on_map &= ~bit


def activate_yunnan(s: State, *cases: str, why: Sequence[Term] = ()) -> None:
    """3.5-a: for the rest of this Game Turn."""
    if not s.yunnan_active:
        s.yunnan_active = 1
        s.tell("yunnan-active", cases=cases, sum=why)


def clear_marks(s: State, unit: Unit) -> None:
    """A counter that leaves the map takes nothing with it."""
    for name in MARKS:
        setattr(s, name, getattr(s, name) & ~(1 << unit))
    s.level[unit] = FULL
    s.out_since[unit] = 0


def inherit(s: State, old: Unit, new: Unit) -> None:
    """R34: a piece that takes another's place has its supply level and all its marks."""
    for name in MARKS:
        held = getattr(s, name)
        if held >> old & 1:
            setattr(s, name, held | 1 << new)
    _take_level(s, old, new)


def join(s: State, parts: Sequence[Unit], whole: Unit) -> None:
    """3.3-e, g, R36: a merged regiment has moved and attacked if a part of it has; it has been attacked, and has fled,
    if all of it has. By the other reading it has if a part has. Of its times out of supply the longest counts."""
    of_all = () if s.whole_flees else ("defended", "retreated")
    together = bitset(parts)
    for name in MARKS:
        held = getattr(s, name)
        has = held & together == together if name in of_all else held & together
        setattr(s, name, held | 1 << whole if has else held & ~(1 << whole))
    for part in parts:
        _take_level(s, part, whole)


def _take_level(s: State, old: Unit, new: Unit) -> None:
    """7.1-B-a, R35: of two, who has been out of supply the longer counts."""
    s.level[new] = s.level[old]
    since = [turn for turn in (s.out_since[old], s.out_since[new]) if turn]
    s.out_since[new] = min(since) if since else 0


def units_in(s: State, hex_: Space, side: Side) -> list[Unit]:
    """The units of a side in a hex: no Transporters."""
    return members(s.at[hex_] & s.game.ground_of[side])


def transporters_in(s: State, hex_: Space, side: Side) -> list[Unit]:
    """The Transporters of a side in a hex."""
    return members(s.at[hex_] & s.game.transporters_of[side])


# --- R8 control


def controlled(s: State, side: Side) -> Spaces:
    """R8: the Objectives with a side's flag, and those printed as its own that carry no enemy flag."""
    return s.game.printed[side] & ~s.flags[1 - side] | s.flags[side]


def blocked(s: State, side: Side) -> Spaces:
    """7.1-A-j, R83: hexes that a trace or a train may not enter: enemy occupied, or an enemy controlled Objective."""
    return s.present[1 - side] | controlled(s, 1 - side)


def bunkered(s: State) -> Spaces:
    """Hexes with a Bunker of any kind."""
    japanese, british, yunnan = s.bunkers
    return japanese | british | yunnan


# --- the chits


def chits_of(s: State, side: Side) -> list[int]:
    """4.0-A-c: what a side has played this turn, from left to right."""
    return s.played[0 if side == JAPANESE else 1 :: 2]


def next_side(s: State) -> Side:
    """4.0-A-a: whose chit comes next."""
    return JAPANESE if len(s.played) % 2 == 0 else ALLIED


def cup(s: State, side: Side) -> list[int]:
    """4.0-A-b: the chits still in a side's cup once its first is on the table."""
    return [chit for chit in range(len(CHITS)) if chit not in chits_of(s, side)]


def may_be_first(s: State, side: Side) -> list[int]:
    """4.0-A-d, f: what a side may have chosen: any chit but the one it played last; in Game Turn 1 Assault."""
    if s.last[side] == UNKNOWN:
        return [ASSAULT]
    return [chit for chit in range(len(CHITS)) if chit != s.last[side]]
