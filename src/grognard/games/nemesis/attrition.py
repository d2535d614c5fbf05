"""7.0, 7.1-B-a, 7.1-D, 2.6-c, g: the Supply Check Phase, attrition and what the monsoon takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from grognard.games.nemesis.facts import ALLIED
from grognard.games.nemesis.losses import lose_step
from grognard.games.nemesis.satisfaction import PleaseSuperior, RemoveFlag
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import FULL, OUT_OF_SUPPLY, State
from grognard.games.nemesis.supply import Supply, airfields_in_use, fed_by, level_of, survey, without_trace
from grognard.games.nemesis.transporters import place_at_depot
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, unit_of
from grognard.kernel.ids import Side, Space, Unit

# --- 7.1-B levels


def set_levels(s: State, side: Side) -> list[Unit]:
    """7.1-B-a, 7.1-D-a, g: every level anew; the counters that were Out of Supply before and still are."""
    found = survey(s, side)
    if side == ALLIED:
        s.used_airfields = airfields_in_use(s, found)
        s.tell("air-supply", members(s.used_airfields), cases=("7.1-C-a", "R74"))
    still_out = []
    changed = False
    for unit in each(s.on_map & s.game.of_side[side]):
        level = level_of(s, found, unit)
        if level != OUT_OF_SUPPLY:
            s.out_since[unit] = 0
        elif s.level[unit] == OUT_OF_SUPPLY:
            still_out.append(unit)
        else:
            s.out_since[unit] = s.turn
        if level != s.level[unit]:
            changed = True
            s.level[unit] = level
            why = partial(supply_terms, s, found, unit, level)
            s.tell("supply-level", unit, level, cases=("7.1-B-a",), sum=why)
    if not changed:
        s.tell("supply-unchanged", side, cases=("7.1-B-a",))
    return still_out


def supply_terms(s: State, found: Supply, unit: Unit, level: int) -> list[Term]:
    """7.1-B, C: what feeds a counter, or that nothing does."""
    if level == FULL:
        return [Term("fed-by", (unit, *fed_by(s, found, unit)), ("7.1-B-b",))]
    if level == OUT_OF_SUPPLY:
        return [Term("unfed", (unit,), ("7.1-B-d",))]
    if s.game.chindits >> unit & 1:
        return [Term("chindit", (unit,), ("7.1-C-b",))]
    return [Term("fed-by-others", (unit,), ("7.1-C-a", "7.1-C-e"))]


# --- 7.1-D who suffers


def sufferers_at_check(s: State, side: Side, still_out: list[Unit]) -> list[Unit]:
    """7.1-D-f, R75: newly Out of Supply: Quality 1 alone; already Out of Supply and still without a trace: all."""
    g = s.game
    out = [u for u in each(s.on_map & g.of_side[side]) if s.level[u] == OUT_OF_SUPPLY]
    return [u for u in out if u in still_out or g.quality[u] == 1]


def sufferers_at_end(s: State, side: Side) -> list[Unit]:
    """7.1-D-b, c, f, R75-R77: Out of Supply and no trace now; Quality 3 only if so since an earlier turn."""
    g = s.game
    out = [u for u in each(s.on_map & g.of_side[side]) if s.level[u] == OUT_OF_SUPPLY]
    if not out:
        return []
    return [u for u in without_trace(s, side, out) if g.quality[u] < 3 or s.out_since[u] < s.turn]


@dataclass(slots=True)
class Attrition(Frame):
    """7.1-D-b, d, e, R41: a large unit loses a step, a small one on 1-3, a Transporter goes to a depot; all at once."""

    id = "nemesis.attrition.Attrition"
    units: list[Unit]

    def run(self, s: State) -> Roll | None:
        small = self.small(s)
        if small:
            return Roll("attrition", len(small), (small,), ("7.1-D-d",))
        self.suffer(s, ())
        return None

    def small(self, s: State) -> list[Unit]:
        """Those who roll."""
        return [u for u in self.units if s.game.small >> u & 1]

    def rolled(self, s: State, dice: Throw) -> None:
        self.suffer(s, dice)

    def suffer(self, s: State, dice: Throw) -> None:
        """7.1-D-d, e."""
        s.agenda.pop()
        g = s.game
        rolled = list(zip(self.small(s), dice, strict=True))
        lucky = [u for u, die in rolled if die > g.small_loses_to]
        if rolled:
            terms = [Term("attrition", (u, die, g.small_loses_to), ("7.1-D-d",)) for u, die in rolled]
            unlucky = [u for u, _ in rolled if u not in lucky]
            s.tell("attrition-done", unlucky, lucky, cases=("7.1-D-d",), sum=terms)
        for unit in self.units:
            if g.transporters >> unit & 1:
                s.agenda.append(TransporterSuffers(unit))
            elif unit not in lucky:
                lose_step(s, unit, False, "7.1-D-d")


@dataclass(slots=True)
class TransporterSuffers(Frame):
    """7.1-D-e, R76: a Transporter that suffers is placed at a depot that can supply; a Truck comes back later."""

    id = "nemesis.attrition.CartSuffers"
    unit: Unit

    def run(self, s: State) -> None:
        s.agenda.pop()
        place_at_depot(s, self.unit, "7.1-D-e")


def begin_attrition(s: State, units: list[Unit]) -> None:
    """7.1-D-b."""
    if units:
        s.agenda.append(Attrition(units))


# --- 2.6 monsoon


def light_victims(s: State, side: Side) -> list[Unit]:
    """2.6-c, R18: non-motorized units on the map that are not in Full Supply."""
    g = s.game
    return [u for u in each(s.on_map & g.ground_of[side] & ~g.motorized) if s.level[u] != FULL]


def heavy_victims(s: State, side: Side) -> list[Unit]:
    """2.6-g, R18: non-motorized units in Clear and Jungle hexes, whatever their supply."""
    g = s.game
    return [u for u in each(s.on_map & g.ground_of[side] & ~g.motorized) if g.clear_and_jungle >> s.where[u] & 1]


@dataclass(slots=True)
class Monsoon(OneKindFrame):
    """2.6-c, g, R18: the Light Monsoon's step, then the Heavy Monsoon's two, as far as possible."""

    id = "nemesis.attrition.Monsoon"
    verbs = ("suffer",)
    side: Side
    light: int
    heavy: int

    def run(self, s: State) -> Decision | None:
        victims = light_victims(s, self.side) if self.light else heavy_victims(s, self.side) if self.heavy else []
        if not victims:
            if self.light:
                self.light = 0
            else:
                s.agenda.pop()
            return None
        options: list[Option] = [("suffer", u) for u in victims]
        cases = ("2.6-c", "R18") if self.light else ("2.6-g", "R18")
        return Decision(self.side, "monsoon", options, cases, (self.light or self.heavy, self.light))

    def answer(self, s: State, option: Option) -> None:
        lose_step(s, unit_of(option), False, "2.6-c" if self.light else "2.6-g")
        if self.light:
            self.light -= 1
        else:
            self.heavy -= 1

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and not s.game.ground_of[side] & s.on_map & 1 << unit:
            return [Bar("Only units on the map suffer from the monsoon.", ("2.6-c", "2.6-g"))]
        if unit is not None and s.game.motorized >> unit & 1:
            return [Bar("Motorized units do not suffer from the monsoon.", ("2.6-c", "2.6-g"))]
        if self.light:
            return [Bar("It is in Full Supply: the Light Monsoon takes its step from a unit that is not.", ("2.6-c",))]
        return [Bar("It is neither in Clear nor in Jungle.", ("2.6-g",))]


# --- 7.0 the phase

LEVELS, MONSOON, SUPERIOR = range(3)


@dataclass(slots=True)
class SupplyCheck(Frame):
    """7.0-a: levels, attrition, monsoon; then the General tries to please the Superior."""

    id = "nemesis.attrition.SupplyCheck"
    side: Side
    stage: int = LEVELS

    def run(self, s: State) -> None:
        g = s.game
        if self.stage == LEVELS:
            self.stage = MONSOON
            s.tell("supply-check", self.side, cases=("7.0-a",))
            still_out = set_levels(s, self.side)
            begin_attrition(s, sufferers_at_check(s, self.side, still_out))
        elif self.stage == MONSOON:
            self.stage = SUPERIOR
            light = g.monsoon["light_steps"] if s.turn >= g.light_from else 0
            heavy = g.monsoon["heavy_steps"] if s.turn >= g.heavy_from else 0
            if light or heavy:
                s.agenda.append(Monsoon(self.side, light, heavy))
        else:
            s.agenda.pop()
            s.agenda.append(RemoveFlag(self.side))
            s.agenda.append(PleaseSuperior(self.side))
