"""Chapter 11: guerrilla attacks on the railroads (8.5, 11.4, the objective table's row 6)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.whitesun import operation
from grognard.games.whitesun.breakdowns import fire_terms
from grognard.games.whitesun.facts import IMPERIAL
from grognard.games.whitesun.hits import HitNumber, communist_hits, dice_of, japanese_hits
from grognard.games.whitesun.losses import JapaneseLosses, Toll
from grognard.games.whitesun.state import HALTED, State
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Frame, Roll, Term
from grognard.kernel.ids import NO_SPACE, Space, Spaces, Unit
from grognard.kernel.map_search import flood, reach

THEY_FIRE, WE_FIRE, TOLL, RESULT = range(4)


# --- 11.4b, R50: where


def raiders(s: State) -> list[Unit]:
    """8.5c, R51: the regiments not eliminated this turn."""
    return members(s.game.regiments & ~s.raiders_out)


def raid_hex(s: State) -> Space:
    """11.4b, OT.6a, R50: the railroad hex that is attacked, or nowhere."""
    g = s.game
    sound = s.japanese & ~s.broken
    for hex_ in g.first_raids:
        if sound >> hex_ & 1:
            return hex_
    found = sorted((h for h in each(g.raid_hexes & sound) if lies_between_cities(s, h)), key=g.number.__getitem__)
    found = [h for h in found if not g.cities >> h & 1] or found  # a city only when nothing between cities is left
    now = fewest_breaks(s, s.broken)
    for hex_ in found:
        if fewest_breaks(s, s.broken | 1 << hex_) > now:
            return hex_
    for hex_ in found:
        if not g.rail.near[hex_] & s.broken:
            return hex_
    return found[0] if found else NO_SPACE


def raid_terms(s: State, hex_: Space) -> tuple[Term, ...]:
    """R50: why it is this hex that is attacked."""
    if hex_ in s.game.first_raids:
        return (Term("raid-listed", (s.game.first_raids.index(hex_) + 1, len(s.game.first_raids)), ("11.4b",)),)
    now, then = fewest_breaks(s, s.broken), fewest_breaks(s, s.broken | 1 << hex_)
    return (Term("raid-raises" if then > now else "raid-lowest", (now, then), ("11.4b", "OT.6a", "R50")),)


def lies_between_cities(s: State, hex_: Space) -> bool:
    """OT.6a, R50: in two directions at least the railroad leads over Japanese hexes to a Japanese city."""
    g = s.game
    closed = ~s.japanese | 1 << hex_
    ways = 0
    for n in g.rail.neighbours[hex_]:
        ways += bool(flood(g.rail, 1 << n, closed) & g.cities)
    return ways > 1


def fewest_breaks(s: State, broken: Spaces) -> int:
    """R50: the least number of broken hexes on a railroad from 5819 to 1417 or 1419, no matter who controls it."""
    g = s.game

    def price(a: Space, b: Space) -> int | None:
        return broken >> b & 1 if g.trunk >> b & 1 else None

    most = broken.bit_count()
    best = reach(g.rail, g.south_end, most, price)
    ends = [best[end] for end in each(g.north_ends) if end in best]
    return (broken >> g.south_end & 1) + min(ends, default=most)


# --- 11.4a, R51: one round


@dataclass(slots=True)
class Raid(Frame):
    """8.5b, 11.4a, OT.6b, R51: the regiment fires first, then the Japanese; if it survives the railroad is broken."""

    id = "whitesun.raids.Raid"
    hex: Space
    stage: int = THEY_FIRE
    killed: int = 0

    def regiment(self, s: State) -> Unit:
        """The raiders."""
        return raiders(s)[0]

    def number(self, s: State) -> HitNumber:
        """8.5b, R51: Communists by the turn; the Japanese 5–6, or 6 in rough terrain."""
        if self.stage == THEY_FIRE:
            return communist_hits(s, "")
        return japanese_hits(s, IMPERIAL, self.hex, 1, "")

    def run(self, s: State) -> Roll | None:
        if self.stage in (THEY_FIRE, WE_FIRE):
            dice = 1 if self.stage == THEY_FIRE else dice_of(s, s.force)
            purpose = "raid-fire" if self.stage == THEY_FIRE else "raid-return-fire"
            if dice:
                number = self.number(s)
                return Roll(purpose, dice, (self.hex, number.face, number.words()), ("8.5b", "11.4a", "R51"))
            self.stage += 1
        elif self.stage == TOLL:
            self.stage += 1
            if s.lost:
                s.agenda.append(Toll())
        else:
            s.agenda.pop()
            self.end(s)
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        number = self.number(s)
        hits = number.counted(dice)
        firing = 1 << self.regiment(s) if self.stage == THEY_FIRE else s.force
        who = "raid-fire" if self.stage == THEY_FIRE else "raid-return-fire"
        s.tell("hits", self.hex, who, hits, cases=("10.1",),
               sum=lambda: fire_terms(s, self.hex, firing, number, dice, hits))  # fmt: skip
        if self.stage == WE_FIRE:
            self.killed = int(hits > 0)
        elif hits:
            s.agenda.append(JapaneseLosses(hits, 0))
        self.stage += 1

    def end(self, s: State) -> None:
        """OT.6b: a break, or the regiment is out until next turn."""
        unit = self.regiment(s)
        if self.killed:
            s.raiders_out |= 1 << unit
            s.tell("raid-beaten", unit, self.hex, cases=("OT.6b",))
        else:
            s.broken |= 1 << self.hex
            s.tell("break", self.hex, cases=("OT.6b", "R52"))
        operation.end(s, HALTED)
