"""15.7-15.8: retreat and advance after combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.games.formosa.facts import JAPANESE
from grognard.games.formosa.losses import eliminate, freed_camp
from grognard.games.formosa.stacking import full_among, room, stacking_bar
from grognard.games.formosa.state import State, enemy_hexes, immobile, place, statics, units_at
from grognard.games.formosa.supply import working_ports
from grognard.games.formosa.zones import enemy_zone, ignores_zones
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Spaces, Unit, Units

# --- 15.7 retreat


def ignores_retreat(s: State, hex_: Space, side: Side) -> bool:
    """15.7g, R58: a coastal defence, heavy weapons or base of the side holds its hex."""
    return bool(units_at(s, hex_, side) & statics(s))


def supply_sources(s: State, unit: Unit) -> list[Space]:
    """R57: hexes towards which a unit retreats; none binds a guerrilla."""
    g = s.game
    if g.guerrillas >> unit & 1:
        return []
    if g.side_of[unit] == JAPANESE:
        return [s.where[u] for u in each(g.fortresses) if s.where[u] < g.hexes]
    staffs = members(g.headquarters & g.of_nation[g.nation_of[unit]] & ~(1 << unit))
    return [*members(working_ports(s)), *(s.where[u] for u in staffs if s.where[u] < g.hexes)]


def retreat_bar(s: State, unit: Unit, a: Space, b: Space, slipped: bool, closed: Spaces) -> Bar | None:
    """15.7b-c, 14.2b, R111: why a unit may not retreat from one hex into the next; the hexes left are closed."""
    g = s.game
    name = g.space_names[b]
    side = g.side_of[unit]
    if not g.land_near[a] >> b & 1:
        return Bar(f"{name} is not an adjacent land hex.", ("15.7a", "15.7c"))
    if not g.enterable[g.is_mech[unit]][a] >> b & 1:
        return Bar(f"Mechanized units enter {name} only along a road or railroad.", ("15.7c", "12.2d"))
    if closed >> b & 1:
        return Bar(f"{name} is left in this retreat: nobody goes back into it.", ("15.7a", "R111"))
    if enemy_hexes(s, side) >> b & 1:
        return Bar(f"Enemy units are in {name}.", ("15.7b",))
    if enemy_zone(s, side) >> b & 1 and not ignores_zones(s, unit) and (slipped or not slips(s, unit)):
        return Bar(f"{name} is in an enemy zone of control.", ("15.7b", "14.2b"))
    return None


def slips(s: State, unit: Unit) -> bool:
    """22.0d, 25.9b, R83: whether a unit ignores the first enemy zone it enters."""
    return bool(s.game.slips_through >> unit & 1)


def in_zone(s: State, unit: Unit, hex_: Space) -> bool:
    """Whether a hex is in an enemy zone for a unit."""
    return bool(enemy_zone(s, s.game.side_of[unit]) >> hex_ & 1)


def steps_from(s: State, unit: Unit, a: Space, slipped: bool, closed: Spaces) -> list[tuple[Space, bool]]:
    """Legal hexes from here, each with whether the one free zone is used up by then."""
    out = []
    for b in s.game.land_steps[a]:
        if retreat_bar(s, unit, a, b, slipped, closed) is None:
            out.append((b, slipped or (slips(s, unit) and in_zone(s, unit, b))))
    return out


def way_out(s: State, unit: Unit, hex_: Space, slipped: bool, closed: Spaces) -> int:
    """15.7d, R59: how many hexes from here to the nearest with room, this one included; -1 when there is none."""
    nation = s.game.nation_of[unit]
    seen = {(hex_, slipped)}
    frontier = [(hex_, slipped)]
    distance = 0
    while frontier:
        if any(room(s, h, nation) > 0 for h, _ in frontier):
            return distance
        reached = {step for h, used in frontier for step in steps_from(s, unit, h, used, closed)}
        frontier = sorted(reached - seen)
        seen |= reached
        distance += 1
    return -1


def retreat_options(
    s: State, unit: Unit, a: Space, slipped: bool, steps: int, closed: Spaces
) -> list[tuple[Space, bool]]:
    """R57, R59, R111: first towards supply, full or not; then only on to where there is room."""
    legal = steps_from(s, unit, a, slipped, closed)
    if not steps:
        sources = supply_sources(s, unit)
        if sources and legal:
            far = {b: min(s.game.map.distance(b, h) for h in sources) for b, _ in legal}
            nearest = min(far.values())
            legal = [(b, used) for b, used in legal if far[b] == nearest]
        return [(b, used) for b, used in legal if way_out(s, unit, b, used, closed) >= 0]
    here = way_out(s, unit, a, slipped, closed)
    return [(b, used) for b, used in legal if 0 <= way_out(s, unit, b, used, closed) < here]


@dataclass(slots=True)
class Retreat(Frame):
    """15.7: the owner retreats unit after unit, in the owner's order; a unit that cannot retreat is eliminated."""

    id = "formosa.retreat.Retreat"
    verbs = ("retreat", "withdraw")
    side: Side
    units: list[Unit]
    """Still to go; the first of them may be on its way."""
    line: Units
    """Units that had a line of supply before the result (R21)."""
    proofs: list[Unit]
    steps: int = 0
    slipped: int = 0
    left: Spaces = NO_SPACES
    """R111: the hexes out of which units of this combat retreat."""

    def run(self, s: State) -> Decision | None:
        hexes = s.game.hexes
        self.units = [u for u in self.units if s.where[u] < hexes]
        if not self.units:
            s.agenda.pop()
            return None
        if not self.left:
            self.left = bitset(s.where[u] for u in self.units)
        if self.steps:
            return self.go_on(s, self.units[0])
        ways = {u: self.ways(s, u) for u in self.units}
        able = [u for u in self.units if ways[u]]
        if not able:
            self.lose(s, self.units[0])
            return None
        if len(self.units) == 1:
            return self.ask(s, able[0], ways[able[0]])
        options: list[Option] = [("withdraw", u, b) for u in able for b in ways[u]]
        if self.is_plain(s, ways):
            options = options[:1]
        return Decision(self.side, "retreats", options, ("15.7a", "15.7e"), (len(self.units),), atomic=True)

    def is_plain(self, s: State, ways: Mapping[Unit, list[Space]]) -> bool:
        """Whether the order is no matter: each has one way, and there is room for all who go the same."""
        if any(len(way) != 1 for way in ways.values()):
            return False
        going = Counter((way[0], s.game.nation_of[u]) for u, way in ways.items())
        return all(room(s, hex_, nation) >= count for (hex_, nation), count in going.items())

    def go_on(self, s: State, unit: Unit) -> Decision | None:
        """15.7d: further, until there is room."""
        if self.fits(s, unit):
            self.next_unit()
            return None
        ways = self.ways(s, unit)
        if not ways:
            self.lose(s, unit)
            return None
        return self.ask(s, unit, ways)

    def ask(self, s: State, unit: Unit, ways: list[Space]) -> Decision:
        """Where does it go?"""
        options: list[Option] = [("retreat", b) for b in ways]
        return Decision(self.side, "retreat", options, ("15.7a", "15.7e"), (unit, s.where[unit]), atomic=True)

    def ways(self, s: State, unit: Unit) -> list[Space]:
        """Where a unit may go now."""
        steps, slipped = (self.steps, bool(self.slipped)) if unit == self.units[0] else (0, False)
        return [b for b, _ in retreat_options(s, unit, s.where[unit], slipped, steps, self.left)]

    def lose(self, s: State, unit: Unit) -> None:
        """15.7f: the first of them."""
        self.next_unit()
        s.tell("no-retreat", unit, s.where[unit], cases=("15.7f",))
        eliminate(s, unit, bool(self.line >> unit & 1), "15.7f", proofs=self.proofs)

    def fits(self, s: State, unit: Unit) -> bool:
        """15.7d: it may stay here."""
        return room(s, s.where[unit], s.game.nation_of[unit]) >= 0 and not self.crowds(s, unit)

    def crowds(self, s: State, unit: Unit) -> bool:
        """5.1b, R106: the other Allied nation stands here."""
        other = s.game.of_side[self.side] & ~s.game.of_nation[s.game.nation_of[unit]]
        return bool(s.at[s.where[unit]] & other)

    def next_unit(self) -> None:
        """On to the next."""
        self.units = self.units[1:]
        self.steps = self.slipped = 0

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option) if option[0] == "withdraw" else self.units[0]
        self.units = [unit, *(u for u in self.units if u != unit)]
        here, there = s.where[unit], space_of(option, -1)
        if slips(s, unit) and in_zone(s, unit, there):
            self.slipped = 1
        self.steps += 1
        s.tell("retreated", unit, here, there, cases=("15.7a",))
        place(s, unit, there)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and (unit not in self.units or (self.steps and unit != self.units[0])):
            return [Bar("One unit retreats after the other.", ("15.7a",))]
        if space is None:
            return []
        who = self.units[0] if unit is None else unit
        here = s.where[who]
        bar = retreat_bar(s, who, here, space, bool(self.slipped), self.left)
        return bars(bar) or [Bar("It does not lead towards supply, or to room.", ("15.7e", "15.7d", "R57", "R59"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or unit not in self.units or (self.steps and unit != self.units[0]) or space is not None:
            return self.why_not(s, side, unit, space)
        if verb == "withdraw" and (self.steps or len(self.units) == 1):
            return [Bar(f"{s.game.does(unit, 'retreats', 'retreat')} now: choose a hex for it.", ("15.7a",))]
        return [Bar(f"Every way to retreat is closed to {s.game.unit_names[unit]}.", ("15.7b", "15.7f"))]


# --- 15.8 advance


def goals(s: State, unit: Unit, cleared: list[Space], two: bool) -> list[Space]:
    """15.8, R60: hexes in which a unit may end its advance: cleared ones, and after DE any next to them."""
    g = s.game
    here, enterable = s.where[unit], g.enterable[g.is_mech[unit]]
    found = entered = enterable[here] & bitset(cleared)
    if two:
        for hex_ in each(entered):
            found |= enterable[hex_] & ~enemy_hexes(s, g.side_of[unit])
        found &= ~(1 << here)
    return members(found & ~full_among(s, found, g.nation_of[unit]))


@dataclass(slots=True)
class Advance(Frame):
    """15.8: some, none or all of the surviving attackers, at once, without movement points, zones or not."""

    id = "formosa.retreat.Advance"
    verbs = ("advance", "stay")
    side: Side
    cleared: list[Space]
    units: list[Unit]
    two: int
    gone: list[Unit] = field(default_factory=list)
    camp: Space = NO_SPACE
    """25.10c: where a camp was destroyed that nobody has entered yet."""

    def run(self, s: State) -> Decision | None:
        if not any(goals(s, u, self.cleared, bool(self.two)) for u in self.ready(s)):
            s.agenda.pop()
            return None
        return Later(self, s, self.side, "advance", ("15.8a", "15.8.1a"), (self.cleared[0],), atomic=True)

    def ready(self, s: State) -> list[Unit]:
        """15.8a: those that are still there and have not advanced."""
        return [u for u in self.units if s.where[u] < s.game.hexes and u not in self.gone]

    def options(self, s: State) -> list[Option]:
        """15.8: each unit into each hex where its advance may end."""
        ways = [("advance", u, h) for u in self.ready(s) for h in goals(s, u, self.cleared, bool(self.two))]
        return [*ways, ("stay",)]

    def offers(self, s: State, option: Option) -> bool:
        if option[0] == "stay":
            return True
        unit = unit_of(option)
        return unit in self.ready(s) and space_of(option, 2) in goals(s, unit, self.cleared, bool(self.two))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "stay":
            s.agenda.pop()
            return
        unit, hex_ = unit_of(option), space_of(option, 2)
        self.gone.append(unit)
        here = s.where[unit]
        s.tell("advanced", unit, here, hex_, cases=("15.8a",))
        place(s, unit, hex_)
        if self.camp >= 0 and self.enters_camp(s, unit, here, hex_):
            freed_camp(s, self.camp)
            self.camp = NO_SPACE

    def enters_camp(self, s: State, unit: Unit, here: Space, there: Space) -> bool:
        """25.10c: its advance ends where the camp was, or can have led through it."""
        enterable = s.game.enterable[s.game.is_mech[unit]]
        if there == self.camp:
            return True
        passed = self.camp in self.cleared and enterable[here] >> self.camp & 1 and enterable[self.camp] >> there & 1
        return there not in self.cleared and bool(passed)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            return []
        if unit in self.gone:
            return [Bar(f"{g.does(unit, 'has', 'have')} advanced.", ("15.8a",))]
        if unit not in self.units:
            return [Bar("Only surviving mobile attackers of this combat advance.", ("15.8a", "R60"))]
        if space is None:
            return []
        if space in self.cleared:
            blocked = not g.enterable[g.is_mech[unit]][s.where[unit]] >> space & 1
            terrain = Bar("Mechanized units enter it only along a road or railroad.", ("15.8.1b", "R60"))
            return bars(terrain if blocked else stacking_bar(s, space, unit))
        return [Bar("Only a cleared hex may be entered; after DE one more beyond.", ("15.8a", "15.8c"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "advance" and unit in self.units and unit not in self.gone and space is None and unit is not None:
            name = s.game.unit_names[unit]
            return [Bar(f"No cleared hex has room for {name} and a way that leads there.", ("15.8a", "15.8.1b"))]
        return self.why_not(s, side, unit, space)


def advancers(s: State, units: list[Unit]) -> list[Unit]:
    """15.8a, R60: those that may advance at all."""
    fixed = immobile(s)
    return [u for u in units if s.where[u] < s.game.hexes and not fixed >> u & 1]
