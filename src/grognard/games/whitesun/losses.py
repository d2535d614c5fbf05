"""Chapter 10: who takes the hits (10.4, 10.9), and the dice for those that fell (10.1g-h)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.whitesun.facts import JAPANESE, TURNS
from grognard.games.whitesun.hits import happening
from grognard.games.whitesun.state import State, defenders, eliminate_chinese, lose_step, steps_of
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, for_each, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit, Units
from grognard.kernel.state import place
from grognard.kernel.words import numbered

EVENT_LOSSES = {"overzealous": "RE.31b", "hundred": "RE.44b", "fierce": "RE.61b"}
"""Events that take steps, each with the case that leaves the choice free."""


def loss_bar(s: State, unit: Unit, free: bool) -> Bar | None:
    """2.4b, 10.9a, R15, R16: why a unit of the force may not take the next step loss."""
    g = s.game
    name = g.unit_names[unit]
    if not s.force >> unit & 1:
        return Bar(f"{name} is not in the force.", ("10.1",))
    if free or s.steps[unit] > 1 or (g.asterisk | g.puppets) >> unit & 1 or not s.force & g.asterisk:
        return None
    return Bar(f"{name} may not be eliminated while a unit with an asterisk is left.", ("10.9a", "R16"))


def may_lose(s: State, free: bool = False) -> Units:
    """10.9a, R16: the units of the force that may take the next step loss."""
    out = NO_UNITS
    for unit in each(s.force):
        if loss_bar(s, unit, free) is None:
            out |= 1 << unit
    return out


def fighters_may_hit(s: State) -> Units:
    """10.1a, R58: a two-step unit, or where none may lose a step any unit that may."""
    able = may_lose(s)
    return able & s.game.two_step or able


@dataclass(slots=True)
class JapaneseLosses(Frame):
    """10.9a, R66: the player spreads the hits one by one; event losses are free of the asterisk order."""

    id = "whitesun.losses.JapaneseLosses"
    verbs = ("lose",)
    owed: int
    free: int

    def run(self, s: State) -> Decision | None:
        if not self.owed or not s.force:
            s.agenda.pop()
            return None
        if self.owed >= steps_of(s, s.force):
            self.all_lost(s)
            return None
        options: list[Option] = for_each("lose", may_lose(s, bool(self.free)))
        cases = self.cases(s) if self.free else ("10.9a", "R16")
        return Decision(JAPANESE, "losses", options, cases, (self.owed, s.force_hex))

    def cases(self, s: State) -> tuple[str, ...]:
        """Why steps are lost: to hits, or to an event, whose own case frees the player's choice."""
        return (EVENT_LOSSES[happening(s)], "8.12") if self.free else ("10.1",)

    def all_lost(self, s: State) -> None:
        """Nothing is left to choose, except that asterisked units go first."""
        s.agenda.pop()
        g = s.game
        for unit in [*members(s.force & g.asterisk), *members(s.force & ~g.asterisk)]:
            for _ in range(s.steps[unit]):
                lose_step(s, unit, *self.cases(s), "R66")

    def answer(self, s: State, option: Option) -> None:
        self.owed -= 1
        lose_step(s, unit_of(option), *self.cases(s), *(() if self.free else ("10.9a",)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        bar = None if unit is None else loss_bar(s, unit, bool(self.free))
        return [bar] if bar else self.why_not_end(s, side)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        due = numbered(self.owed, "step loss", "step losses")
        return [Bar(f"First {due} must be taken.", self.cases(s) if self.free else ("10.1", "10.9a"))]


@dataclass(slots=True)
class ChineseLosses(Frame):
    """10.4a, 10.9b, R17, R59, R66: a depot takes the first hit; the player chooses the units freely."""

    id = "whitesun.losses.ChineseLosses"
    verbs = ("destroy",)
    hex: Space
    owed: int

    def run(self, s: State) -> Decision | None:
        g = s.game
        if self.owed and (depot := s.at[self.hex] & g.depots):
            self.owed -= 1
            place(s, each(depot)[-1], g.dead)
            s.tell("depot-lost", self.hex, cases=("10.4a", "R59"))
        units = members(defenders(s, self.hex))
        if not self.owed or self.owed >= len(units):
            s.agenda.pop()
            for unit in units if self.owed else ():
                eliminate_chinese(s, unit)
            return None
        options: list[Option] = [("destroy", u) for u in units]
        return Decision(JAPANESE, "chinese-losses", options, ("10.9b", "R17"), (self.owed, self.hex))

    def answer(self, s: State, option: Option) -> None:
        self.owed -= 1
        eliminate_chinese(s, unit_of(option))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and defenders(s, self.hex) >> unit & 1:
            return [Bar(f"{s.game.unit_names[unit]} can be eliminated.", ("10.9b",))]
        return [Bar("Only Chinese units of this battle can be eliminated.", ("10.9b",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar(f"First {numbered(self.owed, 'hit')} must be allotted.", ("10.1", "10.9b"))]


@dataclass(slots=True)
class Toll(Frame):
    """10.1g-h, 7.4c, R67: dice for asterisked units, then cohesion dice, in the order in which they fell."""

    id = "whitesun.losses.Toll"

    def run(self, s: State) -> Roll | None:
        if s.lost:
            return Roll("asterisk", len(s.lost), (list(s.lost),), ("3.5d", "7.4c"))
        if s.fallen:
            return Roll("cohesion", len(s.fallen), (list(s.fallen),), ("10.1h", "R67"))
        s.agenda.pop()
        return None

    def rolled(self, s: State, dice: Throw) -> None:
        if s.lost:
            for unit, die in zip(s.lost, dice, strict=True):
                asterisk_die(s, unit, die)
            s.lost.clear()
            return
        for unit, die in zip(s.fallen, dice, strict=True):
            cohesion_die(s, unit, die)
        s.fallen.clear()


def asterisk_die(s: State, unit: Unit, die: int) -> None:
    """3.5d, 7.4c: that many turns ahead, or out."""
    g = s.game
    turn = s.turn + die
    if turn <= TURNS:
        place(s, unit, g.track[turn])
    why = Term("turns-ahead", (s.turn, die, turn), ("3.5d", "7.4c"))
    s.tell("asterisk-result", unit, turn if turn <= TURNS else 0, cases=("3.5d", "7.4c"), sum=(why,))


def cohesion_die(s: State, unit: Unit, die: int) -> None:
    """10.1h, R5: more than its strength brings it back; by the option an equal die does too, unless it is a 1."""
    g = s.game
    strength = g.dice[unit][g.full[unit]]
    back = die > strength or (die == strength > 1 and bool(s.tie_returns))
    if back:
        place(s, unit, g.pool)
    why = Term("cohesion", (die, strength, s.tie_returns), ("10.1h", "R5"))
    s.tell("cohesion-result", unit, die, int(back), cases=("10.1h", "R5"), sum=(why,))
