"""5.1-B: Bunkers. 5.1-E: Ambushes."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.facts import BRITISH_BUNKER, JAPANESE, JAPANESE_BUNKER, YUNNAN_BUNKER
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import State, bunkered
from grognard.kernel.bits import each
from grognard.kernel.flow import Bar, Decision, Option, for_each, space_of
from grognard.kernel.ids import Side, Space, Unit, Units

# --- 5.1-B Bunkers


def pool_of(s: State, unit: Unit) -> int:
    """5.1-B-d, e, R118: whose Bunkers a unit builds."""
    g = s.game
    if g.side_of[unit] == JAPANESE:
        return JAPANESE_BUNKER
    return YUNNAN_BUNKER if g.yunnan >> unit & 1 else BRITISH_BUNKER


def bunker_bar(s: State, unit: Unit) -> Bar | None:
    """5.1-B-a, b, e, R32: why a unit may not place a Bunker in its hex."""
    g = s.game
    if not g.ground >> unit & 1:
        return Bar("Only units create Bunkers.", ("5.1-B-a",))
    if not s.on_map >> unit & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("5.1-B-a",))
    if g.no_bunker >> unit & 1:
        return Bar("Cavalry and motorized units create no Bunkers.", ("5.1-B-b",))
    if s.moved >> unit & 1:
        return has_moved_bar(s, unit)
    if g.yunnan >> unit & 1 and not s.yunnan_active:
        return Bar("The Yunnan Force is not active this turn.", ("3.5-h", "R32"))
    if bunkered(s) >> s.where[unit] & 1:
        return Bar("There is a Bunker here already.", ("R32",))
    return None


def has_moved_bar(s: State, unit: Unit) -> Bar:
    """5.1-A-b, 5.1-B-a, R32: a counter moves once in a phase, or digs in instead; not all can do both."""
    g = s.game
    digs = g.ground >> unit & 1 and not g.no_bunker >> unit & 1
    done = "dug in" if g.garrisons >> unit & 1 else "moved or dug in" if digs else "moved"
    return Bar(f"{g.does(unit, 'has', 'have')} {done} already.", ("5.1-A-b", "5.1-B-a"))


def may_dig(s: State, side: Side) -> Units:
    """The units that `bunker_bar` lets dig."""
    g = s.game
    able = s.on_map & g.ground_of[side] & ~g.no_bunker & ~s.moved
    if not s.yunnan_active:
        able &= ~g.yunnan
    for hex_ in each(bunkered(s) & s.present[side]):
        able &= ~s.at[hex_]
    return able


def begin_bunker(s: State, unit: Unit) -> None:
    """5.1-B-a, f, R32: instead of moving; from the map when none is left."""
    pool = pool_of(s, unit)
    if s.bunkers[pool].bit_count() < s.game.most_bunkers[pool]:
        build(s, pool, s.where[unit], unit)
    else:
        s.agenda.append(TakeBunker(s.game.side_of[unit], pool, s.where[unit], unit))


def build(s: State, pool: int, hex_: Space, unit: Unit) -> None:
    """5.1-B-a: a Bunker stands in a hex, dug by a unit that does not move for it."""
    s.moved |= 1 << unit
    s.bunkers[pool] |= 1 << hex_
    s.tell("bunker", pool, hex_, unit, cases=("5.1-B-a",))


@dataclass(slots=True)
class TakeBunker(OneKindFrame):
    """5.1-B-f: none is off the map: one of one's own is taken from it."""

    id = "nemesis.bunkers.TakeBunker"
    verbs = ("take-bunker",)
    side: Side
    pool: int
    hex: Space
    unit: Unit

    def run(self, s: State) -> Decision:
        options: list[Option] = for_each("take-bunker", s.bunkers[self.pool])
        return Decision(self.side, "take-bunker", options, ("5.1-B-f",), (self.hex,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        s.bunkers[self.pool] &= ~(1 << space_of(option))
        s.tell("bunker-taken", space_of(option), cases=("5.1-B-f",))
        build(s, self.pool, self.hex, self.unit)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("First choose which of your Bunkers is taken from the map.", ("5.1-B-f",))]


# --- 5.1-E Ambushes


def ambush_bar(s: State, hex_: Space) -> Bar | None:
    """5.1-E-a, b: why no Ambush marker may be placed in a hex."""
    g = s.game
    if s.ambushes.bit_count() >= g.most_ambushes:
        return Bar("All Ambush markers are on the map.", ("5.1-E-b",))
    if hex_ >= g.hexes:
        return Bar("Ambushes are placed on the map.", ("5.1-E-a",))
    if s.ambushes >> hex_ & 1:
        return Bar("An Ambush lies there already: one per hex.", ("5.1-E-b",))
    if not any(s.at[h] & g.ambushers for h in (hex_, *g.neighbours[hex_])):
        return Bar("No Japanese unit of Quality 2 or 3 is in or next to it.", ("5.1-E-a",))
    return None


@dataclass(slots=True)
class PlaceAmbushes(OneKindFrame):
    """5.1-E-a, b: at the end of the Japanese Assault Phase."""

    id = "nemesis.bunkers.PlaceAmbushes"
    verbs = ("ambush", "end-ambush")

    def run(self, s: State) -> Decision | None:
        g = s.game
        if s.ambushes.bit_count() >= g.most_ambushes:
            s.agenda.pop()
            return None
        hexes = 0
        for hex_ in each(s.present[JAPANESE]):
            if s.at[hex_] & g.ambushers:
                hexes |= g.near[hex_] | 1 << hex_
        options: list[Option] = for_each("ambush", hexes & ~s.ambushes)
        options.append(("end-ambush",))
        left = g.most_ambushes - s.ambushes.bit_count()
        return Decision(JAPANESE, "ambush", options, ("5.1-E-a", "5.1-E-b"), (left,))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-ambush":
            s.agenda.pop()
            return
        s.ambushes |= 1 << space_of(option)
        s.tell("ambush", space_of(option), cases=("5.1-E-a",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return [Bar("Ambushes are placed in hexes: choose one in or next to your units.", ("5.1-E-a",))]
        bar = ambush_bar(s, space)
        return [bar or Bar("An Ambush may be placed there: click the hex alone.", ("5.1-E-a",))]
