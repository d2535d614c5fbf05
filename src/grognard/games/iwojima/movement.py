"""Chapter 10: US movement and landings."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.defensive_fire import on_entry
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.state import State, jp_room, probe_caves, reveal, score, us_room
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Bar, Decision, Frame, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Side, Space, Unit
from grognard.kernel.state import place


def begin(s: State) -> None:
    """5.2.4."""
    s.moved = NO_UNITS
    s.agenda.append(UsMovement())


# --- 10.1, 22.4.1: entering an area


def entry_bar(s: State, unit: Unit, area: Space) -> Bar | None:
    """Why a unit may not enter an area at all, from next door or from the sea."""
    g = s.game
    if g.hills >> area & 1 and g.tanks >> unit & 1:
        return Bar(f"{g.space_names[area]} is a hill, closed to tanks.", ("22.4.1",))
    us = g.side_of[unit] == US
    if not (us_room(s, area) if us else jp_room(s, area)):
        limit = g.max_us if us else g.max_jp
        return Bar(f"{g.space_names[area]} holds {limit} units already.", ("3.Stacking-a", "R6"))
    return None


def steps_open(s: State, unit: Unit) -> list[Space]:
    """10.1a: the adjacent areas a unit may enter."""
    return [a for a in s.game.adjacent[s.where[unit]] if entry_bar(s, unit, a) is None]


# --- 10.3 landing


def landing_cost(s: State, area: Space) -> int:
    """10.3b, R52: by the kind of shore, and by the Beachhead marker there now."""
    g = s.game
    if s.beachheads >> area & 1:
        return g.cost_beachhead
    return g.cost_beach if g.beaches >> area & 1 else g.cost_coastal


def landing_bar(s: State, unit: Unit, area: Space) -> Bar | None:
    """10.3: why a unit may not land in an area."""
    g = s.game
    name = g.space_names[area]
    if not g.coast >> area & 1:
        return Bar(f"{name} is not a beach or coastal area.", ("10.3a", "R41"))
    beachhead = s.beachheads >> area & 1
    heavy = (g.tanks | g.artillery) >> unit & 1
    if heavy and not beachhead:
        return Bar("Artillery and tanks land only at a Beachhead marker.", ("10.3e",))
    if landing_cost(s, area) > g.mp[unit]:
        return Bar(f"Landing costs {landing_cost(s, area)} MP; the unit has {g.mp[unit]}.", ("10.3b",))
    beach = g.beaches >> area & 1
    if s.landed[area] >= (g.per_beach if beach else g.per_coastal):
        return Bar(f"No further unit may land in {name} this turn.", ("10.3c" if beach else "10.3d",))
    return entry_bar(s, unit, area)


def enter(s: State, unit: Unit, area: Space, landing: bool = False) -> None:
    """10.1a, 10.3a, 22.2.1b: the unit is in the area; what that sets off follows."""
    g = s.game
    origin = s.where[unit]
    place(s, unit, area)
    if landing:
        s.landed[area] += 1
        s.tell("landed", unit, area, landing_cost(s, area), cases=("10.3a", "10.3b"))
        if g.third_division >> unit & 1 and not s.beachheads >> area & 1 and not s.third_landed:
            s.third_landed = 1
            score(s, JP, g.vp_third, "third", area, "22.2.1b", "23.2(2)")
    else:
        s.tell("moved", unit, origin, area, cases=("10.1a",))
    on_entry(s, unit, area, landing)


@dataclass(slots=True)
class UsMovement(Frame):
    """10a, 10b: one unit at a time, in any order, on the island or from the Landing Area Box."""

    id = "iwojima.movement.UsMovement"
    verbs = ("move", "land", "end-movement")

    def run(self, s: State) -> Decision:
        g = s.game
        options: list[Option] = []
        ashore = g.us_ground & ~s.moved & ~s.at[g.reserve]
        for unit in each(ashore & ~s.at[g.landing]):
            options += [("move", unit, a) for a in steps_open(s, unit)]
        shore = members(g.coast)
        for unit in each(ashore & s.at[g.landing]):
            options += [("land", unit, a) for a in shore if landing_bar(s, unit, a) is None]
        options.append(("end-movement",))
        # 22.2.1a: while the 3rd Division can still be committed, "nothing else to do" is not the US player's last word.
        waiting = bool(uncommitted(s))
        return Decision(US, "us-movement", options, ("10a", "10b", "10.3a"), always=waiting)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-movement":
            end_of_movement(s)
            return
        unit, area = unit_of(option), space_of(option, 2)
        s.moved |= 1 << unit
        cost = landing_cost(s, area) if option[0] == "land" else 1
        s.agenda.append(UsMove(unit, s.game.mp[unit] - cost))
        enter(s, unit, area, landing=option[0] == "land")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return movement_bars(s, unit, space)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or verb == "end-movement":
            return []
        if verb == "move" and s.where[unit] == s.game.landing:
            return [Bar(f"{s.game.does(unit, 'is', 'are')} at sea: land first.", ("10.3a",))]
        if verb == "land" and s.where[unit] < s.game.areas:
            return [Bar(f"{s.game.does(unit, 'is', 'are')} ashore: nobody goes back aboard.", ("R57",))]
        return movement_bars(s, unit, space)


@dataclass(slots=True)
class UsMove(Frame):
    """10.1, 10.2: the unit goes on while it has MP and nothing stops it."""

    id = "iwojima.movement.UsMove"
    verbs = ("to", "stop")
    unit: Unit
    mp: int

    def run(self, s: State) -> Decision | None:
        if self.mp <= 0 or not s.steps[self.unit]:
            s.agenda.pop()
            return None
        options: list[Option] = [("stop",), *(("to", a) for a in steps_open(s, self.unit))]
        return Decision(US, "move-on", options, ("10.1a", "10.1b"), (self.unit, self.mp))

    def moving(self, s: State) -> Space:
        return s.where[self.unit]

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "stop":
            s.agenda.pop()
            return
        self.mp -= 1
        enter(s, self.unit, space_of(option))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            return [Bar(f"{s.game.unit_names[self.unit]} must finish its move first.", ("10b",))]
        return step_bars(s, self.unit, space, self.mp)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "to" else []


def end_of_movement(s: State) -> None:
    """10.5b: Concealed Japanese units and Caves in areas with US units are Revealed."""
    g = s.game
    s.agenda.pop()
    s.news += 1
    for area in g.every_area:
        if s.at[area] & g.us_ground:
            for unit in each(s.at[area] & s.concealed):
                reveal(s, unit, "10.5b")
            probe_caves(s, area, "10.5b")


def uncommitted(s: State) -> list[Unit]:
    """22.2.1a, R30, R40: 3rd Division units that wait, alive, in the Reserve Box."""
    g = s.game
    return [u for u in each(g.third_division & s.at[g.reserve]) if s.steps[u]]


def commit(s: State, unit: Unit) -> None:
    """22.2.1a: a 3rd Division unit goes over to the Landing Area Box, for good."""
    place(s, unit, s.game.landing)
    s.tell("committed", unit, cases=("22.2.1a",))


# --- why not


def step_bars(s: State, unit: Unit, space: Space | None, mp: int) -> list[Bar]:
    """10.1a-b: why a unit with so many MP left may not take this step, or not in one step."""
    g = s.game
    here = s.where[unit]
    if space is None:
        shut = [entry_bar(s, unit, area) for area in g.adjacent[here]]
        return bars(*shut) if None not in shut else []
    name = g.space_names[space]
    if space >= g.areas:
        return [Bar("Nobody goes back aboard: movement is between areas.", ("R57",))]
    if space == here:
        return [Bar(f"It is in {name}.", ("10.1a",))]
    bar = entry_bar(s, unit, space)
    if bar:
        return [bar]
    if g.near[here] >> space & 1:
        return [Bar(f"It may enter {name}: choose the area alone.", ("10.1a",))]
    way = shortest(s, unit, space)
    if not way:
        return [Bar(f"Every way to {name} is closed: {reason_closed(s, unit)}.", ("10.1a", "22.4.1", "3.Stacking-a"))]
    if len(way) > mp:
        return [Bar(f"{name} needs {len(way)} MP; it has {mp}.", ("10.1a", "10.1b"))]
    first = g.space_names[way[0]]
    return [Bar(f"{name} is {len(way)} areas away: go by way of {first}, unless contact stops it.", ("10.1a", "10.2"))]


def shortest(s: State, unit: Unit, goal: Space) -> list[Space]:
    """The fewest areas to a goal through areas that the unit may enter; empty when there is no way."""
    g = s.game
    before = {s.where[unit]: NO_SPACE}
    edge = [s.where[unit]]
    while edge and goal not in before:
        new = []
        for here in edge:
            for there in g.adjacent[here]:
                if there not in before and entry_bar(s, unit, there) is None:
                    before[there] = here
                    new.append(there)
        edge = new
    way = [goal] if goal in before else []
    while way and before[way[0]] != s.where[unit]:
        way.insert(0, before[way[0]])
    return way


def reason_closed(s: State, unit: Unit) -> str:
    """What may close all ways to a unit."""
    return "hills stop tanks, or areas are full" if s.game.tanks >> unit & 1 else "areas on the way are full"


def movement_bars(s: State, unit: Unit | None, space: Space | None) -> list[Bar]:
    """Why a unit may not move, or not there, in the US Movement Phase."""
    g = s.game
    if unit is None:
        return []
    if g.side_of[unit] == JP:
        return [Bar("Only US units move in the US Movement Phase.", ("10a",))]
    if g.supports >> unit & 1:
        return [Bar("Support units do not move; they bombard from the American Support Box.", ("2.1.1b", "10a"))]
    if s.moved >> unit & 1:
        return [Bar(f"{g.does(unit, 'has', 'have')} moved this turn.", ("10b",))]
    if s.where[unit] == g.reserve:
        if not s.steps[unit]:
            return [Bar(f"{g.does(unit, 'is', 'are')} eliminated, and may come back by Recovery alone.", ("8d", "R40"))]
        return [Bar(f"{g.unit_names[unit]} must first be committed to the Landing Area Box.", ("22.2.1a",))]
    if s.where[unit] == g.landing:
        if space is not None and space >= g.areas:
            return [Bar("It lands in an area of the island.", ("10.3a",))]
        if space is not None:
            return bars(landing_bar(s, unit, space))
        shut = [landing_bar(s, unit, area) for area in each(g.coast)]
        return [] if None in shut else bars(*dict.fromkeys(shut))[:1]
    return step_bars(s, unit, space, g.mp[unit])
