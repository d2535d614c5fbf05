"""5.1-F: Transporters pushed aside, and those that come back at a depot."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.facts import ALLIED
from grognard.games.nemesis.losses import put_away
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import State, place, transporters_in
from grognard.games.nemesis.supply import depots_that_supply
from grognard.kernel.flow import Bar, Decision, Option, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, Side, Space, Unit


def withdraw_bar(s: State, unit: Unit, goal: Space, came: Space = NO_SPACE) -> Bar | None:
    """5.1-F-b, 6.2-D-b, R62, R65: why a Transporter may not retreat into a hex."""
    g = s.game
    side, here = g.side_of[unit], s.where[unit]
    name = g.space_names[goal]
    if goal >= g.hexes or not g.near[here] >> goal & 1:
        return Bar(f"{name} is not adjacent.", ("5.1-F-b",))
    if goal == came:
        return Bar(f"The enemy came from {name}.", ("5.1-F-b",))
    return _ground_bar(s, unit, here, goal, side)


def _ground_bar(s: State, unit: Unit, here: Space, goal: Space, side: Side) -> Bar | None:
    g = s.game
    name = g.space_names[goal]
    if g.mountains >> goal & 1:
        return Bar(f"{name} is a Mountain: nobody retreats there.", ("6.2-D-b", "R29"))
    if goal not in g.step_cost[g.way[unit]][0][0][here]:
        return Bar(f"{g.unit_names[unit]} cannot go from here to {name}.", ("5.1-A-h", "5.1-A-f", "R62"))
    if s.present[1 - side] >> goal & 1:
        return Bar(f"Enemy units are in {name}.", ("2.2-a",))
    if s.transporter_hexes[1 - side] >> goal & 1:
        return Bar(f"An enemy Transporter is in {name}.", ("6.2-D-b",))
    if side == ALLIED and s.ambushes >> goal & 1:
        return Bar(f"An Ambush is in {name}.", ("6.2-D-b",))
    return None


def retreat_bar(s: State, unit: Unit, here: Space, goal: Space) -> Bar | None:
    """6.2-D-a, b, R29, R62: why a counter in one hex may not retreat into another, stacking apart."""
    g = s.game
    if goal >= g.hexes or not g.near[here] >> goal & 1:
        return Bar(f"{g.space_names[goal]} is not adjacent.", ("6.2-D-a",))
    return _ground_bar(s, unit, here, goal, g.side_of[unit])


def to_next_turn(s: State, unit: Unit, *cases: str) -> None:
    """5.1-F-f, 6.2-D-f, R64: on the track for the next Game Turn, in its present state; after the last, gone."""
    g = s.game
    steps = s.steps[unit]
    put_away(s, unit, g.turn_track[s.turn] if s.turn < g.last_turn else g.out)
    s.steps[unit] = steps
    s.tell("returns-later" if s.turn < g.last_turn else "never-returns", unit, cases=cases)


@dataclass(slots=True)
class Displace(OneKindFrame):
    """5.1-F-b, e, f, R65: the Transporters in a hex retreat one hex, each where its owner likes."""

    id = "nemesis.transporters.Displace"
    verbs = ("withdraw",)
    owner: Side
    hex: Space
    came: Space = NO_SPACE
    """The hex that the enemy unit came from, if one did."""

    def run(self, s: State) -> Decision | None:
        transporters = transporters_in(s, self.hex, self.owner)
        if not transporters:
            s.agenda.pop()
            return None
        unit = transporters[0]
        options: list[Option] = [
            ("withdraw", unit, goal)
            for goal in s.game.neighbours[self.hex]
            if withdraw_bar(s, unit, goal, self.came) is None
        ]
        if not options:
            place_at_depot(s, unit, "5.1-F-f")
            return None
        return Decision(self.owner, "withdraw", options, ("5.1-F-b", "R65"), (unit, self.hex), atomic=True)

    def answer(self, s: State, option: Option) -> None:
        unit, goal = unit_of(option), space_of(option, 2)
        s.tell("withdrew", unit, self.hex, goal, cases=("5.1-F-b",))
        place(s, unit, goal)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        transporters = transporters_in(s, self.hex, self.owner)
        if unit is not None and unit not in transporters:
            return [Bar(f"Only the Transporters in {s.game.space_names[self.hex]} withdraw.", ("5.1-F-b",))]
        if unit is not None and unit != transporters[0]:
            return [Bar(f"{s.game.does(transporters[0], 'goes', 'go')} first.", ("5.1-F-b",))]
        return bars(None if space is None else withdraw_bar(s, transporters[0], space, self.came))


def place_at_depot(s: State, unit: Unit, *cases: str) -> None:
    """5.1-F-f, 7.1-D-e, R65, R108: at a depot that can supply; a Truck, or one that finds none, comes back later."""
    g = s.game
    depots = free_depots(s, unit)
    s.tell("dispersed", unit, s.where[unit], cases=cases)
    place(s, unit, g.out)
    if g.trucks >> unit & 1 or not depots:
        to_next_turn(s, unit, *cases, "R65")
    else:
        s.agenda.append(AtDepot(unit))


def free_depots(s: State, unit: Unit) -> list[Space]:
    """R108, 5.1-F-a: depots that can supply now and hold no enemy Transporter."""
    side = s.game.side_of[unit]
    return [h for h in depots_that_supply(s, side) if not s.transporter_hexes[1 - side] >> h & 1]


@dataclass(slots=True)
class AtDepot(OneKindFrame):
    """5.1-F-f, R108: the owner picks the depot; the Transporter keeps its supply state until its next check."""

    id = "nemesis.transporters.AtDepot"
    verbs = ("relocate",)
    unit: Unit

    def run(self, s: State) -> Decision | None:
        side = s.game.side_of[self.unit]
        options: list[Option] = [("relocate", self.unit, h) for h in free_depots(s, self.unit)]
        return Decision(side, "relocate", options, ("5.1-F-f", "7.1-D-e", "R108"), (self.unit,), atomic=True)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        s.tell("relocated", self.unit, space_of(option, 2), cases=("5.1-F-f", "R108"))
        place(s, self.unit, space_of(option, 2))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit not in (None, self.unit):
            return [Bar(f"{s.game.does(self.unit, 'is', 'are')} placed first.", ("5.1-F-f",))]
        return [Bar("It reappears only at a depot of its side that can give some supply now.", ("5.1-F-f", "R108"))]
