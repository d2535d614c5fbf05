"""6.1-B-d..f, R45: the "attack" on an Objective that no enemy unit holds, or only units that have just fled there."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.losses import GONE
from grognard.games.nemesis.odds import attack_quality, defence_quality
from grognard.games.nemesis.retreat import Engaged, Retreat, begin_advance, hit, leading_units, swapped
from grognard.games.nemesis.state import State, units_in
from grognard.games.nemesis.transporters import Displace
from grognard.kernel.flow import Bar, Decision, Option, unit_of
from grognard.kernel.ids import NO_UNIT, Side, Space, Unit

LEADER, DRIVE_OUT, ENTER, NEW_LEADER, PUSH_ON = range(5)


@dataclass(slots=True)
class Storm(Engaged):
    """R45: a leader is named; units inside lose a step each and retreat again; the leader must go in."""

    id = "nemesis.storm.Storm"
    verbs = ("lead",)
    side: Side
    target: Space
    units: list[Unit]
    stage: int = LEADER
    leader: Unit = NO_UNIT

    def run(self, s: State) -> Decision | None:
        if self.stage in (LEADER, NEW_LEADER):
            cases = ("6.1-B-d", "6.2-A-b") if self.stage == LEADER else ("R45", "R59")
            options: list[Option] = [("lead", u) for u in leading_units(s, self.units, self.target)]
            return Decision(self.side, "lead-storm", options, cases, (self.target,), atomic=True)
        if self.stage == DRIVE_OUT:
            self.drive_out(s)
        elif self.stage == PUSH_ON:
            self.push_on(s)
        else:
            self.enter(s)
        return None

    def answer(self, s: State, option: Option) -> None:
        self.leader = unit_of(option)
        s.tell("leader", self.leader, cases=("6.1-B-d",) if self.stage == LEADER else ("R59",))
        self.stage = DRIVE_OUT if self.stage == LEADER else PUSH_ON

    def drive_out(self, s: State) -> None:
        """6.1-B-f, R59: a leader worse than the best inside loses one step; if it dies the attacker names another."""
        inside = units_in(s, self.target, 1 - self.side)
        self.stage = PUSH_ON if inside else ENTER
        if not inside:
            return
        best = max(defence_quality(s, u) for u in inside)
        if attack_quality(s, self.leader, self.target) < best:
            hit(s, self.leader, False, "6.1-B-f")
            if self.leader == GONE:
                self.stage = NEW_LEADER if leading_units(s, self.units, self.target) else ENTER

    def push_on(self, s: State) -> None:
        """6.1-B-e: all inside lose a step and go."""
        self.stage = ENTER
        s.tell("driven-out", 1 - self.side, self.target, cases=("6.1-B-e",))
        s.agenda.append(Retreat(1 - self.side, self.target, units_in(s, self.target, 1 - self.side), 0))

    def enter(self, s: State) -> None:
        """6.1-B-d, R45, R59: Transporters retreat, the leader goes in, the others may."""
        s.agenda.pop()
        if self.leader == GONE:
            return
        begin_advance(s, self.side, self.target, self.units, [self.leader])
        s.agenda.append(Displace(1 - self.side, self.target))

    def swap(self, old: Unit, new: Unit) -> None:
        self.units = swapped(self.units, old, new)
        if self.leader == old:
            self.leader = new

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit in self.units:
            return [Bar(f"{s.game.unit_names[unit]} could not move into the hex.", ("6.2-A-b", "R45"))]
        return [Bar("The leader is one of the units that take part.", ("6.2-A-b", "R45"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
