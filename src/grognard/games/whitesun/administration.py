"""Chapter 3: Phase I of Turns 2 to 4: reinforcements and replacements (7), then garrisons (3.6-3.9)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.whitesun import flotilla
from grognard.games.whitesun.facts import JAPANESE, TURNS, Facts
from grognard.games.whitesun.readiness import absent_bar
from grognard.games.whitesun.state import State, defenders, is_own, put_away
from grognard.games.whitesun.supply import links_of
from grognard.games.whitesun.victory import test_victory
from grognard.games.whitesun.why_not_units import at_large
from grognard.kernel.bits import each, members, nth
from grognard.kernel.dice import Throw
from grognard.kernel.flow import NOBODY, Bar, Decision, Frame, Option, Roll, Term, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit, Units, every
from grognard.kernel.state import place
from grognard.kernel.words import numbered


def is_not_first_turn(s: State) -> bool:
    """4.2: Turn 1 begins with Phase II."""
    return s.turn > 1


def begin(s: State) -> None:
    """5.2a: housekeeping, arrivals, garrisons, the flotilla's place."""
    housekeeping(s)
    chinese_arrivals(s)
    japanese_arrivals(s)
    s.agenda += [Administered(), flotilla.StationFlotilla(), GarrisonCities(), KeepCities(), GarrisonArea()]
    g = s.game
    if garrisons_chungking(s):
        s.agenda.append(ChungkingGarrison(g.number_of["chungking"]))
    else:
        pool_arrivals(s)


# --- 4.2 steps 1-3


def housekeeping(s: State) -> None:
    """8.10c, 10.4b, 7.6, 8.8c, 7.4b, R38: what a new turn clears."""
    g = s.game
    s.held = NO_SPACES
    s.hundred_used = s.fierce_used = s.great_victory = s.amphibious = s.flotilla_used = 0
    if s.raiders_out:
        s.tell("raiders-back", members(s.raiders_out), cases=("OT.6b", "R51"))
    keep = s.standing | g.garrisons
    cleared = [u for hex_ in every(Space, g.hexes) for u in each(defenders(s, hex_) & ~keep)]
    for unit in cleared:
        place(s, unit, g.pool)
    if cleared:
        s.tell("cleared", cleared, cases=("8.10c",))
    if s.turn == 2:
        depots = [u for u in each(g.depots & ~g.set_aside) if s.where[u] < g.hexes]
        if depots:
            s.tell("depots-gone", [s.where[u] for u in depots], cases=("10.4b",))
        for unit in each(g.depots & ~g.set_aside):
            place(s, unit, g.dead)
        puppets = [u for u in each(g.puppets) if s.where[u] != g.out]
        if puppets:
            s.tell("puppets-leave", puppets, cases=("7.4b", "R15"))
        for unit in puppets:
            put_away(s, unit, g.out)
        s.japanese |= g.inside
        s.tell("area-secured", cases=("3.6a",))
        flotilla.lose_unused(s)
    s.raiders_out = NO_UNITS
    if s.turn == g.fighters_turn + 1:
        withdraw(s, g.avg, "7.6")
    if s.turn == g.last_with_armies + 1:
        for unit in each(g.armies):
            withdraw(s, unit, "8.8c")


def withdraw(s: State, unit: Unit, case: str) -> None:
    """7.6, 8.8c, R58: out of play wherever it is."""
    s.standing &= ~(1 << unit)
    if s.where[unit] != s.game.dead:
        place(s, unit, s.game.dead)
        s.tell("withdrawn", unit, cases=(case,))


def gone_by(g: Facts, turn: int) -> Units:
    """7.4b, 7.6, 8.8c, 10.4b: the units that have left the game before the operations of a turn."""
    gone = (g.depots & ~g.set_aside) | g.puppets if turn > 1 else NO_UNITS
    if turn > g.fighters_turn:
        gone |= 1 << g.avg
    return gone | g.armies if turn > g.last_with_armies else gone


def garrisons_chungking(s: State) -> bool:
    """3.9c, R55: whether some of the units that come this turn stand in Chungking."""
    return s.turn == s.game.szechuan_turn and not is_own(s, s.game.chungking)


def chinese_arrivals(s: State) -> None:
    """3.9b, 7.2: what comes this turn is told; it goes to the pool once Chungking has its share."""
    arriving = members(s.at[s.game.track[s.turn]] & s.game.fighting)
    chungking = min(len(arriving), s.game.number_of["chungking"]) if garrisons_chungking(s) else 0
    s.tell("chinese-reinforcements", arriving, chungking, cases=("3.9b", "7.2", *(("3.9c",) if chungking else ())))


def pool_arrivals(s: State) -> None:
    """3.9b, 7.2."""
    g = s.game
    for unit in each(s.at[g.track[s.turn]] & g.fighting):
        place(s, unit, g.pool)


def japanese_arrivals(s: State) -> None:
    """7.3, 7.4d-e: reinforcements, replacements and everything from last turn form one list at full strength."""
    g = s.game
    boxes = (g.reserve, g.ready, g.garrison_box, g.city_box, *g.track[1 : s.turn + 1])
    due = [u for u in each(s.at[g.track[s.turn]] & g.imperial) if g.arrival[u] == s.turn]
    s.tell("japanese-reinforcements", due, cases=("7.3",))
    for space in boxes:
        for unit in each(s.at[space] & g.imperial):
            put_away(s, unit, g.ready)
    back = [u for u in each(s.at[g.ready]) if u not in due]
    s.tell("japanese-back", len(back), sum=lambda: [Term("back", (back,), ("7.4d", "7.4e"))], cases=("7.4d", "7.4e"))
    gone = members(s.at[g.out] & g.imperial)
    waiting = [(u, t) for t in range(s.turn + 1, TURNS + 1) for u in each(s.at[g.track[t]] & g.asterisk)]
    away = [(u, t) for u, t in waiting if g.arrival[u] != t]
    if gone or away:
        s.tell("japanese-missing", gone, away, cases=("3.5d", "7.4a", "7.4c"))


@dataclass(slots=True)
class ChungkingGarrison(Frame):
    """3.9c, R55: three of the units that come on Turn 4 stand in Chungking; the rest go to the pool."""

    id = "whitesun.administration.ChungkingGarrison"
    left: int

    def urn(self, s: State) -> Units:
        """What can be drawn."""
        return s.at[s.game.track[s.turn]] & s.game.fighting

    def run(self, s: State) -> Roll | None:
        urn = self.urn(s) if self.left else NO_UNITS
        if urn:
            return Roll("draw", 1, (s.game.chungking,), ("3.9c",), sides=urn.bit_count(), seen=NOBODY)
        s.agenda.pop()
        pool_arrivals(s)
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        unit = nth(self.urn(s), dice[0] - 1)
        self.left -= 1
        place(s, unit, g.chungking)
        s.standing |= 1 << unit
        s.tell("drawn", unit, g.chungking, cases=("3.9c", "R55"))


# --- 3.6c, R25: the fifty


def by_weakness(s: State, units: Units) -> list[Unit]:
    """Those with fewest steps and dice first."""
    g = s.game
    return sorted(members(units), key=lambda u: (g.full[u], g.dice[u][g.full[u]], u))


@dataclass(slots=True)
class GarrisonArea(Frame):
    """3.6c, R25: fifty Imperial units of the player's choice."""

    id = "whitesun.administration.GarrisonArea"
    verbs = ("garrison", "fill")

    def owed(self, s: State) -> int:
        """How many are still to be chosen."""
        g = s.game
        return min(g.area_garrison - s.at[g.garrison_box].bit_count(), s.at[g.ready].bit_count())

    def run(self, s: State) -> Decision | None:
        g = s.game
        owed, ready = self.owed(s), s.at[g.ready]
        if owed == ready.bit_count():
            for unit in each(ready):
                place(s, unit, g.garrison_box)
        if owed <= 0 or owed == ready.bit_count():
            s.agenda.pop()
            chosen = members(s.at[g.garrison_box])
            why = Term("garrison", (chosen,), ("3.6c", "R25"))
            s.tell("area-garrisoned", len(chosen), cases=("3.6c", "R25"), sum=(why,))
            return None
        options: list[Option] = for_each("garrison", ready)
        options.append(("fill",))
        return Decision(JAPANESE, "garrison-area", options, ("3.6c", "R25"), (owed,))

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        units = by_weakness(s, s.at[g.ready])[: self.owed(s)] if option[0] == "fill" else [unit_of(option)]
        for unit in units:
            place(s, unit, g.garrison_box)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if absent := None if unit is None else absent_bar(s, unit):
            return [absent]
        return self.why_not_end(s, side)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return (at_large(s, verb, unit, None) if verb == "fill" else []) or self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        due = numbered(self.owed(s), "more unit", "more units")
        return [Bar(f"First {due} must be chosen for the garrison inside the objective line.", ("3.6c", "R25"))]


# --- 3.6d-f, R24: cities beyond the line


def outside_cities(s: State) -> Spaces:
    """3.6b: Japanese cities and ports beyond the objective line."""
    g = s.game
    return s.japanese & g.cities & ~g.inside


def garrisons_needed(s: State) -> int:
    """3.6d, 3.8b: one unit for each, and one for Hong Kong and Macao together."""
    cities = outside_cities(s)
    shared = cities & s.game.one_garrison
    return ((cities & ~s.game.one_garrison).bit_count() + bool(shared)) * s.game.city_garrison


def give_up(s: State, city: Space) -> None:
    """3.6e-f, R24: the city and the dead ends of railroad and river that lead into it become Chinese."""
    g = s.game
    s.japanese &= ~(1 << city)
    s.tell("given-up", city, cases=("3.6e", "3.6f", "R24"))
    waiting = links_of(s, city)
    while waiting:
        hex_ = waiting.pop(0)
        bit = 1 << hex_
        if not s.japanese & bit or (g.cities | g.inside) & bit:
            continue
        beyond = g.links.near[hex_] & s.japanese
        if beyond & beyond - 1:
            continue
        s.japanese &= ~bit
        s.tell("given-up", hex_, cases=("3.6e", "R24"))
        waiting += members(beyond)
    s.broken &= s.japanese


@dataclass(slots=True)
class KeepCities(Frame):
    """3.6e-f, 3.7b: which cities beyond the line are given up; those that cannot be garrisoned must be."""

    id = "whitesun.administration.KeepCities"
    verbs = ("give-up", "hold-cities")

    def run(self, s: State) -> Decision | None:
        cities = members(outside_cities(s))
        if not cities:
            s.agenda.pop()
            return None
        needed, ready = garrisons_needed(s), s.at[s.game.ready].bit_count()
        options: list[Option] = [("give-up", h) for h in cities]
        if needed <= ready:
            options.append(("hold-cities",))
        return Decision(JAPANESE, "keep-cities", options, ("3.6e", "3.6f", "R24"), (needed, ready))

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "hold-cities":
            s.agenda.pop()
        else:
            give_up(s, space_of(option))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not_do(s, side, "give-up", unit, space)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if large := at_large(s, verb, unit, space):
            return large
        if verb == "hold-cities":
            return self.why_not_end(s, side)
        if space is None or space >= g.hexes:
            return [Bar("First it is settled which cities beyond the line are kept.", ("3.6e", "3.6f"))]
        name = g.space_names[space]
        if g.inside >> space & 1:
            return [Bar(f"{name} lies inside the objective line and stays Japanese.", ("3.6a",))]
        if not s.japanese >> space & 1:
            return [Bar(f"{name} is not Japanese.", ("3.6f",))]
        return [
            Bar(
                f"{name} is not a city: only cities can be given up, with the lines that lead into them.",
                ("3.6e", "R24"),
            )
        ]

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        needed, ready = garrisons_needed(s), s.at[s.game.ready].bit_count()
        if needed <= ready:
            return []
        return [Bar(f"{numbered(needed, 'garrison')} for {numbered(ready, 'unit')}: give up some cities.", ("3.6e",))]


@dataclass(slots=True)
class GarrisonCities(Frame):
    """3.6d: one unit for each city that is kept."""

    id = "whitesun.administration.GarrisonCities"
    verbs = ("garrison", "fill")

    def run(self, s: State) -> Decision | None:
        g = s.game
        owed = garrisons_needed(s) - s.at[g.city_box].bit_count()
        if owed <= 0:
            s.agenda.pop()
            if s.at[g.city_box]:
                s.tell("cities-garrisoned", members(s.at[g.city_box]), cases=("3.6d", "3.8b"))
            return None
        options: list[Option] = for_each("garrison", s.at[g.ready])
        if owed > 1:
            options.append(("fill",))
        return Decision(JAPANESE, "garrison-cities", options, ("3.6d", "3.8b"), (owed,))

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        owed = garrisons_needed(s) - s.at[g.city_box].bit_count()
        units = by_weakness(s, s.at[g.ready])[:owed] if option[0] == "fill" else [unit_of(option)]
        for unit in units:
            place(s, unit, g.city_box)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if absent := None if unit is None else absent_bar(s, unit):
            return [absent]
        return self.why_not_end(s, side)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "fill":
            only = [Bar("One unit is left to choose: choose it.", ("3.6d",))]
            return at_large(s, verb, unit, space) or only
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        owed = garrisons_needed(s) - s.at[s.game.city_box].bit_count()
        due = numbered(owed, "more unit", "more units")
        return [Bar(f"First {due} must be chosen for the cities beyond the line.", ("3.6d", "3.8b"))]


@dataclass(slots=True)
class Administered(Frame):
    """3.6g, R30: what is left is the operational force; has the war been won?"""

    id = "whitesun.administration.Administered"

    def run(self, s: State) -> None:
        s.agenda.pop()
        g = s.game
        area, cities, left = (s.at[box].bit_count() for box in (g.garrison_box, g.city_box, g.ready))
        why = Term("operational", (area + cities + left, area, cities, left), ("3.6c", "3.6d", "3.6g"))
        s.tell("operational", left, cases=("3.6g",), sum=(why,))
        test_victory(s)
