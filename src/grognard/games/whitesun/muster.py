"""Chapter 3: putting a force together and choosing where it starts (3.5, 3.7, 3.8, 9.2, 9.13, 11.1, R31, R70)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.whitesun import operation
from grognard.games.whitesun.facts import JAPANESE
from grognard.games.whitesun.movement import March, closed_bar, go
from grognard.games.whitesun.raids import Raid
from grognard.games.whitesun.state import FIRST, NOWHERE, USABLE, State, is_own, own, phase_id
from grognard.games.whitesun.supply import first_cost, start_cities
from grognard.kernel.bits import bitset, members
from grognard.kernel.flow import Bar, Decision, Frame, Option
from grognard.kernel.state import place

FREE, PORT, CHANGSHA, RAID = range(4)
"""What the force is for: whatever the player likes, or an objective of Turns 2 and 3."""
KINDS = ("free", "port", "changsha", "raid")


def start_phase(s: State) -> None:
    """9.13a, 10.6c: what is counted by phase begins anew; units in the Reserve Box are ready."""
    g = s.game
    s.amphibious = s.flotilla_used = s.great_victory = 0
    for unit in members(s.at[g.reserve] & g.ground):
        place(s, unit, g.ready)


# --- where it may start


def flotilla_cities(s: State) -> int:
    """R14: where an operation with the flotilla may start: in Phase II where it stands, in Phase III on the river."""
    g = s.game
    if s.flotilla != USABLE or s.flotilla_used:
        return 0
    stands = s.where[g.flotilla]
    if phase_id(s) == FIRST:
        return start_cities(s) & 1 << stands if stands < g.hexes else 0
    return start_cities(s) & g.navigable


def nearest_cities(s: State) -> int:
    """OT.5a, R49: the start cities closest to Changsha."""
    g = s.game
    cities = members(start_cities(s))
    away = {h: g.map.distance(h, g.changsha) for h in cities}
    least = min(away.values(), default=0)
    return bitset(h for h in cities if away[h] == least)


def landing_hexes(s: State) -> int:
    """9.13b, R53: coastal hexes that are not Japanese, treaty ports from Turn 3."""
    g = s.game
    closed = g.treaty_ports if s.turn < g.treaty_ports_from else 0
    return g.coast & ~own(s) & ~closed


def join_bar(s: State, units: list[int], unit: int) -> Bar | None:
    """6.2a, 9.2b, 11.1b, R70: why a unit may not join the force."""
    g = s.game
    name = g.unit_names[unit]
    if not s.at[g.ready] >> unit & 1:
        if s.at[g.garrison_box] >> unit & 1 or s.at[g.city_box] >> unit & 1:
            return Bar(f"{name} is on garrison duty this turn.", ("3.6c", "3.6d", "R71"))
        return Bar(f"{name} is not ready for an operation in this phase.", ("3.5b", "5.3a"))
    if unit in units:
        return Bar(f"{name} is in the force.", ("9.2b",))
    if len(units) >= g.most_units[s.turn]:
        case = "6.2a" if g.free[s.turn] else "11.1b"
        return Bar(f"At most {g.most_units[s.turn]} units in an operation.", (case, "R70"))
    return None


def sea_bar(s: State, units: list[int]) -> Bar | None:
    """9.13a, d: why these units may not come by sea."""
    g = s.game
    if bitset(units) & g.puppets:
        return Bar("Puppet units never move by sea.", ("9.13d",))
    if s.amphibious + len(units) > g.amphibious_most:
        left = g.amphibious_most - s.amphibious
        return Bar(f"Of {g.amphibious_most} units by sea in a phase {left} are left.", ("9.13a",))
    return None


def south_bar(s: State, units: list[int]) -> Bar | None:
    """3.7c, 3.8c, R54: why these units may not come over the south edge."""
    most = s.game.from_the_south[s.turn]
    if not most:
        return Bar("The south edge opens on Turn 3.", ("3.7c", "3.7d"))
    if s.southern + len(units) > most:
        return Bar(f"Of {most} units over the south edge this turn {most - s.southern} are left.", ("3.7c", "R54"))
    return None


@dataclass(slots=True)
class Muster(Frame):
    """3.5a, 9.2b, 11.2b: pick units, then the place where the operation starts."""

    id = "whitesun.muster.Muster"
    kind: int = FREE
    target: int = NOWHERE
    units: list[int] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        ready = s.at[s.game.ready] & s.game.ground
        if not ready and not self.units:
            s.agenda.pop()
            return None
        options: list[Option] = []
        if len(self.units) < s.game.most_units[s.turn]:
            free = ready & ~bitset(self.units)
            options += [("join", u) for u in members(free)]
            if free & free - 1:
                options.append(("join-strongest",))
        options += [("stand-down", u) for u in self.units]
        if self.units:
            options += self.starts(s)
        elif self.kind == FREE:
            options.append(("end-phase",))
        cases = ("3.5a", "9.2b") if self.kind == FREE else ("11.2b", "11.1b")
        about = (KINDS[self.kind], self.target, self.units[:], s.game.mp[s.turn], s.game.most_units[s.turn])
        return Decision(JAPANESE, "muster", options, cases, about)

    # --- R31: where to

    def starts(self, s: State) -> list[Option]:
        """R31: every way in which this force may start."""
        if self.kind == RAID:
            return [("fight",)]
        cities = self.cities(s)
        options: list[Option] = [("start", h) for h in members(cities)]
        options += [("start-with-flotilla", h) for h in members(cities & flotilla_cities(s))]
        if self.kind == CHANGSHA:
            return options
        options += [("enter", h) for h in members(s.game.north_edge)]
        if south_bar(s, self.units) is None:
            options += [("enter", h) for h in members(s.game.south_edge)]
        if sea_bar(s, self.units) is None:
            options += [("land", h) for h in members(landing_hexes(s))]
        return options

    def cities(self, s: State) -> int:
        """R31a; R49: against Changsha the closest."""
        return nearest_cities(s) if self.kind == CHANGSHA else start_cities(s)

    # --- answers

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "join":
            self.units.append(int(option[1]))
        elif verb == "join-strongest":
            self.join_strongest(s)
        elif verb == "stand-down":
            self.units.remove(int(option[1]))
        elif verb == "end-phase":
            s.agenda.pop()
        else:
            self.set_out(s, str(verb), int(option[1]) if len(option) > 1 else NOWHERE)

    def join_strongest(self, s: State) -> None:
        """Those with most steps and dice, up to the limit."""
        g = s.game
        free = [u for u in members(s.at[g.ready] & g.ground) if u not in self.units]
        free.sort(key=lambda u: (-g.full[u], -g.dice[u][g.full[u]], g.puppets >> u & 1, u))
        self.units += free[: g.most_units[s.turn] - len(self.units)]

    def set_out(self, s: State, verb: str, hex_: int) -> None:
        """R31: the operation begins; a landing or an edge hex is its first step."""
        units, self.units = self.units, []
        if self.kind != FREE:
            s.agenda.pop()
        operation.begin(s, units, self.target if self.kind in (PORT, CHANGSHA) else NOWHERE)
        if self.kind == RAID:
            operation.stand_in(s, self.target)
            s.agenda.append(Raid(self.target))
            return
        s.agenda.append(March())
        if verb in ("start", "start-with-flotilla"):
            if verb == "start-with-flotilla":
                s.flotilla_along = s.flotilla_used = 1
            operation.stand_in(s, hex_)
            return
        if verb == "land":
            s.amphibious += len(units)
        elif s.game.south_edge >> hex_ & 1:
            s.southern += len(units)
        go(s, hex_, first_cost(s, hex_))

    # --- reasons

    def why_not(self, s: State, side: int, unit: int | None, space: int | None) -> list[Bar]:
        found = None
        if unit is not None:
            found = join_bar(s, self.units, unit)
        elif space is not None:
            found = self.start_bar(s, space)
        return [found] if found else []

    def start_bar(self, s: State, hex_: int) -> Bar | None:
        """R31: why the force may not start in a hex."""
        g = s.game
        if hex_ >= g.hexes:
            return Bar("A force starts in a city, on an edge of the map, or at sea.", ("3.5f",))
        if not self.units:
            return Bar("First choose the units.", ("3.5a",))
        name = g.space_names[hex_]
        bit = 1 << hex_
        if self.kind == CHANGSHA:
            return Bar("The drive on Changsha starts in the closest city.", ("OT.5a", "R49"))
        if g.south_edge & bit:
            return south_bar(s, self.units)
        closed = closed_bar(s, hex_)
        if closed:
            return closed
        if g.coast & bit and not is_own(s, hex_):
            return sea_bar(s, self.units)
        if not g.cities & bit or not is_own(s, hex_):
            return Bar(f"{name} is no Japanese city, no coast and no entry edge.", ("3.5f", "R31"))
        return Bar(f"No Japanese railroad or river joins {name} to the coast or an entry edge.", ("3.5g", "R31"))
