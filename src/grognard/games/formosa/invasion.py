"""Chapter 10: amphibious and airborne invasions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from grognard.games.formosa.battle import Battle
from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US
from grognard.games.formosa.losses import freed_camp
from grognard.games.formosa.stacking import room, stacking_bar
from grognard.games.formosa.state import EYES, State, allied_hexes, functional, immobile, place, units_at
from grognard.games.formosa.support import PlaceSupport
from grognard.games.formosa.victory import settled
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Side, Space, Spaces, Unit, Units
from grognard.kernel.position_cache import noted, thinking


def begin(s: State) -> None:
    """6.1i, 10.1h: markers, then units, then support, then assaults; at the end all markers go back."""
    s.gunfire_spent = [0, 0]
    s.marker_hex, s.marker_target, s.drop_hex = [], [], NO_SPACE
    s.agenda.append(MarkersReturn())
    s.agenda.append(Assaults())
    s.agenda.append(AssaultSupport())
    s.agenda.append(BoardMarkers())
    s.agenda.append(PlaceMarkers())


# --- 10.1 markers


@noted
def transports(s: State) -> Units:
    """10.1h, 10.2a, R23: mobile units in the Staging Area, in Amoy once captured, and in functional ports.

    Who has been put on a marker is not shifted again.
    """
    g = s.game
    found = s.at[g.staging]
    if s.amoy:
        found |= s.at[g.amoy_box]
    for hex_ in each(functional(s) & g.ports):
        found |= s.at[hex_]
    return found & g.of_side[ALLIED] & ~(immobile(s) | s.landed)


def rangers_ready(s: State) -> bool:
    """22.0c: whether a marker could be for Rangers."""
    return bool(transports(s) & s.game.rangers)


def shores(s: State) -> Spaces:
    """R25: where a marker may be meant for: open coast and ports; any coast for Rangers."""
    return s.game.coast if rangers_ready(s) else s.game.landable


def marker_bar(s: State, hex_: Space, target: Space) -> Bar | None:
    """10.1a-d, g, R25: why an amphibious marker may not be placed in a hex and meant for another."""
    g = s.game
    bit = 1 << hex_
    if bar := at_hand_bar(s):
        return bar
    if hex_ in s.marker_hex:
        return Bar("One amphibious marker per hex.", ("10.1d",))
    if not shores(s) >> target & 1:
        return Bar("Only open coast and ports can be invaded; other coasts by Rangers alone.", ("10.1a", "R25"))
    enemies = s.present[JAPAN]
    if hex_ == target:
        if enemies & bit:
            return Bar("Enemy units are there: it must be assaulted from the sea.", ("10.1a", "10.2.2a"))
        return None
    if not g.sea & bit or not g.near[hex_] >> target & 1 or not enemies >> target & 1:
        return Bar("From the sea only an adjacent shore with enemy units is assaulted.", ("10.1c",))
    return None


def at_hand_bar(s: State) -> Bar | None:
    """10.0a, 18.0f: why no amphibious marker can be placed anywhere."""
    if not s.amphibious:
        return Bar("No amphibious marker is at hand.", ("10.0a",))
    return Bar("The enemy fleet forbids landings this turn.", ("18.0f",)) if s.no_landing else None


NO_DROP = [Bar("No drop zone marker is at hand.", ("10.0a",))]


def drop_bar(s: State, hex_: Space) -> Bar | None:
    """10.1e-f, R26, R33: why the drop zone may not be placed in a hex."""
    g = s.game
    if not s.drop_zone or s.drop_hex >= 0:
        return Bar("No drop zone marker is at hand.", ("10.0a",))
    if not g.droppable >> hex_ & 1:
        return Bar("Drops need open terrain or an airfield.", ("10.1e", "10.1f"))
    if s.present[JAPAN] >> hex_ & 1:
        return Bar("Enemy units are there.", ("10.1e",))
    return None


@dataclass(slots=True)
class PlaceMarkers(Frame):
    """10.1, R24: none need be placed; enemy zones do not matter. Asked always: what was bought is secret."""

    id = "formosa.invasion.PlaceMarkers"
    verbs = ("land-marker", "assault-marker", "drop-marker", "end-markers")
    asked: int = 0

    def run(self, s: State) -> Decision | None:
        settled(s)
        with thinking(s):
            if self.asked and next(self.places(s), None) is None:
                s.agenda.pop()
                return None
            doomed = not s.marker_hex and s.drop_hex < 0 and not allied_hexes(s) & s.game.land
            about = s.amphibious, s.drop_zone, int(doomed)
            return Later(self, s, ALLIED, "markers", ("10.1h", "R24"), about, always=True)

    def places(self, s: State) -> Iterator[Option]:
        """10.1: each marker at hand in each hex where it may be placed."""
        g = s.game
        if s.amphibious and not s.no_landing:
            coast, enemies = shores(s), s.present[JAPAN]
            yield from (("land-marker", h) for h in each(coast & ~enemies) if marker_bar(s, h, h) is None)
            for target in each(coast & enemies):
                near = each(g.sea_near[target])
                yield from (("assault-marker", h, target) for h in near if marker_bar(s, h, target) is None)
        if s.drop_zone and s.drop_hex < 0:
            yield from (("drop-marker", h) for h in each(g.droppable) if drop_bar(s, h) is None)

    def options(self, s: State) -> list[Option]:
        """10.1h, R24: every marker, everywhere, or none."""
        with thinking(s):
            return [*self.places(s), ("end-markers",)]

    def offers(self, s: State, option: Option) -> bool:
        verb = option[0]
        if verb == "end-markers":
            return True
        hex_, target = space_of(option), space_of(option, -1)
        if hex_ >= s.game.hexes or target >= s.game.hexes or (hex_ == target and verb == "assault-marker"):
            return False
        return (drop_bar(s, hex_) if verb == "drop-marker" else marker_bar(s, hex_, target)) is None

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        self.asked = 1
        if verb == "end-markers":
            s.agenda.pop()
        elif verb == "drop-marker":
            s.drop_zone, s.drop_hex = 0, space_of(option)
            s.tell("drop-marker", s.drop_hex, cases=("10.1e", "10.1f"))
        else:
            hex_, target = space_of(option), space_of(option, -1)
            s.amphibious -= 1
            s.marker_hex.append(hex_)
            s.marker_target.append(target)
            s.tell("amphibious-marker", hex_, target, cases=("10.1a",) if hex_ == target else ("10.1c", "R28"))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None:
            return [Bar("Markers are placed first; then choose who goes on them.", ("10.1h",))]
        if space is not None and space >= s.game.hexes:
            return [Bar("Markers are placed on the map.", ("10.0b",))]
        if space is None:
            return []
        return bars(marker_bar(s, space, space), drop_bar(s, space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "drop-marker":
            return bars(drop_bar(s, space)) if space is not None and space < s.game.hexes else NO_DROP
        if space is None or space >= s.game.hexes:
            return bars(at_hand_bar(s))
        return bars(marker_bar(s, space, space))


# --- 10.2, 10.3 units on markers


def board_bar(s: State, unit: Unit, hex_: Space, target: Space, aboard: int) -> Bar | None:
    """10.2a-b, 10.3a, 22.0c, R27, R106: why a unit may not be put on a marker."""
    g = s.game
    if s.landed >> unit & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} on a marker already and cannot be shifted again.", ("10.1h",))
    if not transports(s) >> unit & 1 or hex_ == s.where[unit]:
        return Bar("It is not in the Staging Area, Amoy or a functional port.", ("10.2a",))
    if aboard >= g.marker_units:
        return Bar(f"A marker carries at most {g.marker_units} units.", ("10.2b",))
    if not g.landable >> target & 1 and not g.rangers >> unit & 1:
        return Bar("Only Rangers land on this coast.", ("22.0c", "R25"))
    return stacking_bar(s, hex_, unit)


def drop_unit_bar(s: State, unit: Unit, aboard: int) -> Bar | None:
    """10.3a, R33: why a unit may not be dropped."""
    g = s.game
    waiting = s.at[g.staging] | (s.at[g.amoy_box] if s.amoy else NO_UNITS)
    if not (g.airborne & waiting) >> unit & 1:
        return Bar("Only airborne units in the Staging Area or Amoy are dropped.", ("10.3a", "R33"))
    if aboard >= g.drop_units:
        return Bar(f"At most {g.drop_units} units are dropped.", ("10.3a",))
    return stacking_bar(s, s.drop_hex, unit)


@dataclass(slots=True)
class BoardMarkers(Frame):
    """10.1h, 10.2-10.3: marker by marker, in the order in which they were placed; the drop zone last."""

    id = "formosa.invasion.BoardMarkers"
    verbs = ("board", "end-boarding")
    marker: int = 0
    aboard: int = 0

    def run(self, s: State) -> Decision | None:
        settled(s)
        markers = len(s.marker_hex)
        if self.marker > markers or (self.marker == markers and s.drop_hex < 0):
            s.agenda.pop()
            return None
        dropping = self.marker == markers
        hex_ = s.drop_hex if dropping else s.marker_hex[self.marker]
        with thinking(s):
            if next(self.boarding(s), None) is None:
                self.next_marker()
                return None
            about = (hex_, s.drop_hex if dropping else s.marker_target[self.marker], self.aboard)
            return Later(self, s, ALLIED, "board", ("10.3a",) if dropping else ("10.2a", "10.2b"), about)

    def boarding(self, s: State) -> Iterator[Unit]:
        """10.2a-b, 10.3a: those who may come along, one after the other."""
        return (u for u in each(transports(s)) if self.bar(s, u) is None)

    def options(self, s: State) -> list[Option]:
        """10.1h: one more unit, or on to the next marker."""
        with thinking(s):
            return [*(("board", u) for u in self.boarding(s)), ("end-boarding",)]

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "end-boarding":
            return True
        return bool(transports(s) >> unit_of(option) & 1) and self.bar(s, unit_of(option)) is None

    def bar(self, s: State, unit: Unit) -> Bar | None:
        """Why a unit may not come along."""
        if self.marker == len(s.marker_hex):
            return drop_unit_bar(s, unit, self.aboard)
        return board_bar(s, unit, s.marker_hex[self.marker], s.marker_target[self.marker], self.aboard)

    def next_marker(self) -> None:
        """On to the next."""
        self.marker += 1
        self.aboard = 0

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-boarding":
            self.next_marker()
            return
        unit = unit_of(option)
        dropping = self.marker == len(s.marker_hex)
        hex_ = s.drop_hex if dropping else s.marker_hex[self.marker]
        self.aboard += 1
        s.landed |= 1 << unit
        place(s, unit, hex_)
        kind = "dropped" if dropping else "landed" if s.game.land >> hex_ & 1 else "aboard"
        s.tell(kind, unit, hex_, cases=("10.3a",) if dropping else ("10.2.1a",) if kind == "landed" else ("10.2.2a",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        dropping = self.marker == len(s.marker_hex)
        here = {s.drop_hex} if dropping else {s.marker_hex[self.marker], s.marker_target[self.marker]}
        if space is not None and space not in here:
            names = s.game.space_names
            where = names[s.drop_hex if dropping else s.marker_target[self.marker]]
            return [Bar(f"The marker for {where} is filled now, one after the other.", ("10.1h", "10.2b"))]
        return bars(None if unit is None else self.bar(s, unit))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


# --- 10.2.2 assaults


def at_sea(s: State, target: Space) -> list[Unit]:
    """R28: all units on sea markers that are meant for a hex."""
    found = NO_UNITS
    for hex_, goal in zip(s.marker_hex, s.marker_target, strict=True):
        if goal == target and hex_ != target:
            found |= s.at[hex_]
    return members(found)


def assault_targets(s: State) -> list[Space]:
    """Hexes that are still to be assaulted."""
    return [t for t in sorted(set(s.marker_target)) if at_sea(s, t)]


@dataclass(slots=True)
class AssaultSupport(Frame):
    """R29: TAC support for the target hexes, after all units are on their markers."""

    id = "formosa.invasion.AssaultSupport"

    def run(self, s: State) -> None:
        s.agenda.pop()
        targets = assault_targets(s)
        if targets:
            s.agenda.append(PlaceSupport(ALLIED, targets))


@dataclass(slots=True)
class Assaults(Frame):
    """10.2.2, R28-R32: target by target, in the order the Allied player picks."""

    id = "formosa.invasion.Assaults"
    verbs = ("assault",)
    target: Space = NO_SPACE
    camp: int = 0

    def run(self, s: State) -> Decision | None:
        if self.target >= 0:
            self.after(s)
            return None
        options: list[Option] = [("assault", t) for t in assault_targets(s)]
        if not options:
            s.agenda.pop()
            return None
        return Decision(ALLIED, "assault", options, ("10.2.2a", "R28"))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Assaults from the sea are fought now: choose the hex that comes next.", ("10.2.2a", "R28"))]

    def answer(self, s: State, option: Option) -> None:
        self.target = space_of(option)
        units = at_sea(s, self.target)
        s.news += 1
        s.tell("assault", self.target, units, cases=("10.2.2a", "10.2.2b"))
        self.camp = int(bool(s.at[self.target] & s.game.camp))
        if units_at(s, self.target, JAPANESE):
            s.agenda.append(Battle(ALLIED, units, [self.target], is_assault=1))

    def after(self, s: State) -> None:
        """10.2.2e, h, R31, R32: a cleared hex is entered, otherwise everybody goes back."""
        g = s.game
        target, units = self.target, at_sea(s, self.target)
        self.target = NO_SPACE
        if units_at(s, target, JAPANESE):
            for unit in units:
                place(s, unit, g.staging)
            if units:
                s.tell("assault-failed", target, units, cases=("10.2.2h",))
        elif units:
            s.agenda.append(Land(target, self.camp))


@dataclass(slots=True)
class Land(Frame):
    """10.2.2e, i, R32: as many as fit must land, the Allied choice who; the others go back."""

    id = "formosa.invasion.Land"
    verbs = ("land",)
    target: Space
    camp: int
    nation: int = -1
    ashore: list[Unit] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        units = [u for u in at_sea(s, self.target) if self.bar(s, u) is None]
        if not units:
            self.finish(s)
            return None
        options: list[Option] = [("land", u) for u in units]
        if len({s.game.nation_of[u] for u in units}) == 1 and len(units) <= room(s, self.target, self.one(s, units)):
            for unit in units:
                self.put_ashore(s, unit)
            return None
        return Decision(ALLIED, "land", options, ("10.2.2e", "R32"), (self.target,), atomic=True)

    def one(self, s: State, units: list[Unit]) -> int:
        """The nation of units that are all of one."""
        return s.game.nation_of[units[0]]

    def bar(self, s: State, unit: Unit) -> Bar | None:
        """R32: why a unit may not land."""
        if self.nation >= 0 and s.game.nation_of[unit] != self.nation:
            return Bar("Units of one nation land.", ("5.1b", "R32"))
        return stacking_bar(s, self.target, unit)

    def answer(self, s: State, option: Option) -> None:
        self.put_ashore(s, unit_of(option))

    def put_ashore(self, s: State, unit: Unit) -> None:
        self.nation = s.game.nation_of[unit]
        place(s, unit, self.target)
        s.tell("landed", unit, self.target, cases=("10.2.2e",))

    def finish(self, s: State) -> None:
        """10.2.2i: nobody stays at sea."""
        s.agenda.pop()
        for unit in at_sea(s, self.target):
            place(s, unit, s.game.staging)
            s.tell("back-to-sea", unit, self.target, cases=("10.2.2i",))
        if self.camp and units_at(s, self.target, ALLIED):
            freed_camp(s, self.target)
        settled(s)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit not in at_sea(s, self.target):
            return [Bar(f"It is not afloat off {s.game.space_names[self.target]}.", ("10.2.2e", "R32"))]
        return bars(None if unit is None else self.bar(s, unit))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


@dataclass(slots=True)
class MarkersReturn(Frame):
    """10.1j, R24, 18.0f: every marker goes back, used or not; after a decisive sortie amphibious ones are kept."""

    id = "formosa.invasion.MarkersReturn"

    def run(self, s: State) -> None:
        s.agenda.pop()
        for hex_ in s.marker_hex:
            for unit in each(s.at[hex_] & s.game.of_side[ALLIED]) if s.game.sea >> hex_ & 1 else ():
                place(s, unit, s.game.staging)
        drops = s.drop_zone + (s.drop_hex >= 0)
        if s.no_landing and s.amphibious:
            s.tell("markers-kept", s.amphibious, drops, cases=("18.0f", "R24"), seen=EYES[ALLIED])
        elif s.amphibious or s.marker_hex or drops:
            s.tell("markers-back", s.amphibious + len(s.marker_hex), drops, cases=("10.1j", "R24"), seen=EYES[ALLIED])
        if not s.no_landing:
            s.amphibious = 0
        s.drop_zone = 0
        s.marker_hex, s.marker_target, s.drop_hex = [], [], NO_SPACE
        for nation in (US, CW):
            on_hexes = s.support_nation.count(nation)
            s.tac_flown[nation] += on_hexes
        s.support_hex, s.support_nation = [], []
