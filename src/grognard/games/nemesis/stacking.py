"""2.2: how many units may stand in a hex, judged at the end of every phase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.games.nemesis.battalions import merge_all, room_made_by_mergers
from grognard.games.nemesis.facts import JAPANESE, Facts
from grognard.games.nemesis.losses import destroy
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import Piece, State, piece, units_in
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Bar, Decision, Option, for_each, unit_of
from grognard.kernel.ids import Side, Space, Unit, Units


def height(g: Facts, hex_: Space, units: Units) -> int:
    """2.2-b, c, h: what some counters count in a hex, in halves of a large unit."""
    rule = g.stacking
    units &= g.ground
    large, small = (units & g.large).bit_count(), (units & g.small).bit_count()
    total = large * rule["large"] + small * rule["small"]
    if g.path_only >> hex_ & 1 and (motor := units & g.motorized):
        more = (motor & g.large).bit_count() * rule["large"] + (motor & g.small).bit_count() * rule["small"]
        total += more * (rule["motorized_on_path_times"] - 1)
    return total


def limit(g: Facts, hex_: Space, side: Side, units: Units) -> int:
    """2.2-d..f, R21, R116: by force and, for all but Japanese and Yunnan stacks, by terrain."""
    if side == JAPANESE:
        return g.stacking["japanese"]
    if not units & g.ground & ~g.yunnan:
        return g.stacking["yunnan"]
    if g.clear >> hex_ & 1:
        return g.stacking["clear"]
    return g.stacking["road_or_track" if g.roads >> hex_ & 1 else "elsewhere"]


def too_high(g: Facts, hex_: Space, side: Side, units: Units) -> bool:
    """2.2: whether these units of a side together would break the limit of a hex."""
    return height(g, hex_, units) > limit(g, hex_, side, units)


def too_many_chindits(g: Facts, units: Units) -> bool:
    """2.2-g: two of any size."""
    return (units & g.chindits).bit_count() > g.stacking["chindits"]


def is_full_for(s: State, hex_: Space, unit: Unit) -> bool:
    """R23: whether a hex is fully stacked for a unit."""
    return not fits(s, hex_, piece(s, unit))


def fits(s: State, hex_: Space, *comers: Piece) -> bool:
    """2.2-i, 3.3-e..g, R23, R80: whether these pieces of one side fit into a hex together, once all that must merge
    there has merged. Transporters stack free (2.2-b)."""
    g = s.game
    comers = tuple(p for p in comers if g.ground >> p.unit & 1)
    if not comers:
        return True
    side = g.side_of[comers[0].unit]
    return not exceeds(s, hex_, side, s.at[hex_] & g.ground_of[side] | bitset(p.unit for p in comers), comers)


def exceeds(s: State, hex_: Space, side: Side, units: Units, comers: tuple[Piece, ...] = ()) -> bool:
    """2.2: whether these units, the comers among them, still break a limit of a hex when they have merged."""
    g, like = s.game, s.game.stacks_like[hex_]
    if not overfull(g, like, side, units):
        return False
    if side != JAPANESE:
        return True
    return height(g, like, units) - room_made_by_mergers(s, hex_, comers) > limit(g, like, side, units)


@lru_cache(maxsize=1 << 14)
def overfull(g: Facts, hex_: Space, side: Side, units: Units) -> bool:
    """2.2: whether these units of a side together break any limit of a hex: kept, because it is often asked of few."""
    return too_high(g, hex_, side, units) or too_many_chindits(g, units)


def overstacked(s: State, side: Side) -> list[Space]:
    """2.2-i: the hexes of a side that hold too much even when they have merged, in the order of their numbers."""
    own = s.game.ground_of[side]
    crowded = [h for h in each(s.present[side]) if (units := s.at[h] & own) & units - 1]
    return [h for h in crowded if exceeds(s, h, side, s.at[h] & own)]


@dataclass(slots=True)
class Overstacked(OneKindFrame):
    """2.2-i, j, R22, R98: at the end of any phase the owner eliminates what is too much; the phasing side first."""

    id = "nemesis.stacking.Overstacked"
    verbs = ("eliminate",)
    phasing: Side

    def run(self, s: State) -> Decision | None:
        for side in (self.phasing, 1 - self.phasing):
            for hex_ in overstacked(s, side):
                units = s.at[hex_] & s.game.ground_of[side]
                chindits = not too_high(s.game, hex_, side, units)
                options: list[Option] = for_each("eliminate", units & s.game.chindits if chindits else units)
                cases = ("2.2-g", "R98") if chindits else ("2.2-i", "2.2-j")
                return Decision(side, "overstacked", options, cases, (hex_, int(chindits)))
        s.agenda.pop()
        return None

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        hex_, side = s.where[unit], s.game.side_of[unit]
        case = "2.2-i" if too_high(s.game, hex_, side, s.at[hex_] & s.game.ground_of[side]) else "2.2-g"
        s.tell("overstacked", hex_, unit, int(case == "2.2-g"), cases=(case,))
        destroy(s, unit, False, case)
        if side == JAPANESE:  # a regiment counter may be free now
            merge_all(s, *each(s.present[JAPANESE]))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        hex_ = overstacked(s, side)[0]
        if unit is not None and s.where[unit] == hex_ and not s.game.ground >> unit & 1:
            return [Bar("Transporters stack free.", ("2.2-b",))]
        if unit is None or unit in units_in(s, hex_, side):
            return [Bar("Only Chindits beyond the second are too many here.", ("2.2-g",))]
        return [Bar(f"{s.game.space_names[hex_]} holds too many units; this one is not there.", ("2.2-i",))]
