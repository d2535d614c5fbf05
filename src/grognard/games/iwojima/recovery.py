"""Chapter 8: US Recovery."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.facts import US
from grognard.games.iwojima.state import State, us_room
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Bar, Decision, Frame, Option, unit_of
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.state import place


def begin(s: State) -> None:
    """8b, 8c: each Beachhead marker without Japanese units restores one step."""
    for area in reversed(members(s.beachheads)):
        if not s.at[area] & s.game.jp:
            s.agenda.append(Recover(area))


def may_restore(s: State, area: Space) -> list[Unit]:
    """8a, R40: US ground units in the area that are below full steps."""
    g = s.game
    return [u for u in each(s.at[area] & g.us_ground) if s.steps[u] < g.full[u]]


def may_return(s: State, area: Space) -> list[Unit]:
    """8d, R6, R40: eliminated US ground units, if the area has room."""
    if not us_room(s, area):
        return []
    g = s.game
    return [u for u in each(s.at[g.reserve] & g.us_ground & ~s.removed) if not s.steps[u]]


@dataclass(slots=True)
class Recover(Frame):
    """8c, 8d: one Beachhead marker restores one step, or brings back an eliminated unit with one step."""

    id = "iwojima.recovery.Recover"
    verbs = ("restore", "return", "no-recovery")
    area: Space

    def run(self, s: State) -> Decision | None:
        options: list[Option] = [("restore", u) for u in may_restore(s, self.area)]
        here = len(options)
        options += [("return", u) for u in may_return(s, self.area)]
        if not options:
            s.agenda.pop()
            return None
        about = (self.area, int(here > 0), int(len(options) > here))
        return Decision(US, "recover", [*options, ("no-recovery",)], ("8c", "8d"), about)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        if option[0] == "no-recovery":
            return
        unit = unit_of(option)
        if option[0] == "restore":
            s.steps[unit] += 1
            s.tell("restored", unit, self.area, s.steps[unit], cases=("8c",))
        else:
            s.steps[unit] = 1
            place(s, unit, self.area)
            s.tell("returned", unit, self.area, cases=("8d",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None or not g.us >> unit & 1:
            return []
        if g.supports >> unit & 1:
            return [Bar("Support units are never damaged and need no Recovery.", ("3.Steps-d",))]
        if s.steps[unit] == g.full[unit]:
            return [Bar(f"{g.does(unit, 'has', 'have')} lost no step.", ("8a", "R40"))]
        if s.steps[unit] and any(isinstance(f, Recover) and f.area == s.where[unit] for f in s.agenda[:-1]):
            here, there = g.space_names[self.area], g.space_names[s.where[unit]]
            return [Bar(f"The Beachhead in {here} comes first, then that in {there}.", ("8b", "8c"))]
        if s.steps[unit] and s.where[unit] != self.area:
            return [Bar(f"Only units in {g.space_names[self.area]} recover at its Beachhead.", ("8b",))]
        if not s.steps[unit] and not us_room(s, self.area):
            return [Bar(f"{g.space_names[self.area]} is full.", ("3.Stacking-a", "R40"))]
        if s.removed >> unit & 1:
            return [Bar(f"{g.does(unit, 'has', 'have')} left the game for good.", ("3.Stacking-b", "R6"))]
        return [Bar(f"It recovers in {g.space_names[self.area]}, without an area being named.", ("8c", "8d"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        is_ = s.game.does(unit, "is", "are")
        if verb == "return" and s.steps[unit]:
            return [Bar(f"{is_} not eliminated.", ("8d",))]
        if verb == "restore" and not s.steps[unit]:
            return [Bar(f"{is_} eliminated: bring the unit back with one step instead.", ("8c", "8d"))]
        return self.why_not(s, side, unit, None)
