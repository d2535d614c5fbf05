"""Chapters 9 and 16: bombardment by the US side, and by the Japanese side with the roles reversed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grognard.games.iwojima.defensive_fire import spent_bar
from grognard.games.iwojima.facts import JP, ROCKET_DIE, US
from grognard.games.iwojima.losses import Attack, OrderRow, armor_of, hits, take_losses
from grognard.games.iwojima.reveals import open_window
from grognard.games.iwojima.state import State, eliminate, is_public, probe_caves, reveal
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Spaces, Unit, Units


def begin_us(s: State) -> None:
    """5.2.3."""
    s.agenda.append(DesignateBombardment(US))


def begin_japanese(s: State) -> None:
    """5.3.2."""
    s.agenda.append(DesignateBombardment(JP))


# --- 9.1 who may bombard what


def may_bombard(s: State, side: Side) -> Units:
    """9.1.1a, 9.1.2a, 16.1, R11: face-up support units, and upright artillery in an area, that have no target yet."""
    g = s.game
    if side == JP:
        boxed = s.at[g.eliminated] | s.at[g.secret] | s.at[g.reserve]
        units = g.jp & g.artillery & ~s.fired & ~s.spent & ~boxed
    else:
        ashore = g.us_ground & g.artillery & ~s.fired & ~s.at[g.reserve] & ~s.at[g.landing]
        units = ashore | s.at[g.support] & ~s.fired & ~s.face_down
    return units


def enemies_beside(s: State, unit: Unit) -> bool:
    """9.1.2b, 16c: Revealed Japanese units (US ground units) share the artillery unit's area."""
    g = s.game
    here = s.at[s.where[unit]]
    return bool(here & g.us_ground) if g.jp >> unit & 1 else bool(here & g.jp & ~s.concealed)


def targets(s: State, unit: Unit) -> Spaces:
    """9.1.1a, 9.1.2, 16.3, R4: the areas this unit may bombard."""
    g = s.game
    if g.supports >> unit & 1:
        return g.all_areas
    here = s.where[unit]
    if enemies_beside(s, unit):
        return 1 << here
    return g.all_areas if g.range[unit] > 1 else g.near[here] | 1 << here


def target_bar(s: State, unit: Unit, area: Space) -> Bar | None:
    """Why this unit may not be assigned to this area."""
    g = s.game
    if g.supports >> unit & 1:
        if support_on(s, area) >= g.max_support:
            full = f"{g.max_support} support units are assigned to {g.space_names[area]} already: withdraw one first."
            return Bar(full, ("9.1.1b",))
        return None
    if targets(s, unit) >> area & 1:
        return None
    if enemies_beside(s, unit):
        return Bar("An artillery unit with enemies in its area may bombard only that area.", ("9.1.2b", "16c"))
    return Bar(
        f"{g.does(unit, 'has', 'have')} range 1: the unit's own area and the adjacent ones.", ("2.1.1(4)a", "R4")
    )


def support_on(s: State, area: Space) -> int:
    """How many support units are assigned to an area."""
    return sum(s.target[u] == area for u in each(s.game.supports))


@dataclass(slots=True)
class DesignateBombardment(Frame):
    """9.1, 16b, R55: all target areas and units are named before any is resolved; changed freely until confirmed."""

    id = "iwojima.bombardment.DesignateBombardment"
    verbs = ("assign", "withdraw", "confirm")
    side: Side

    def run(self, s: State) -> Decision | None:
        g = s.game
        ready = may_bombard(s, self.side)
        # A Japanese player without guns is asked all the same while the US player cannot know so (R56).
        if not ready and (self.side == US or s.ask or is_public(s)):
            s.agenda.pop()
            if self.side == JP and not is_public(s):  # where they would have been asked, the log says the same (R56)
                s.tell("no-bombardment", JP, cases=("16a",))
            return None
        options: list[Option] = []
        full = NO_SPACES
        if self.side == US:
            load = [0] * g.areas
            for u in each(g.supports & ready):
                if s.target[u] >= 0:
                    load[s.target[u]] += 1
            for area in g.every_area:
                if load[area] >= g.max_support:
                    full |= 1 << area
        not_full = [a for a in g.every_area if not full >> a & 1]
        for u in each(ready):
            if s.target[u] >= 0:
                options.append(("withdraw", u))
            elif g.supports >> u & 1:
                options += [("assign", u, a) for a in not_full]
            else:
                options += [("assign", u, a) for a in each(targets(s, u))]
        options.append(("confirm",))
        cases = ("9.1a", "9.1b") if self.side == US else ("16a", "16b")
        return Decision(self.side, "designate-bombardment", options, cases, always=True)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "assign":
            s.target[unit_of(option)] = space_of(option, 2)
        elif option[0] == "withdraw":
            s.target[unit_of(option)] = NO_SPACE
        else:
            self.confirm(s)

    def confirm(self, s: State) -> None:
        """9.2, 16.2, R46: the plan is open; Caves in the targets are shown, or the Concealed guns that will fire."""
        s.agenda.pop()
        units = [u for u in each(may_bombard(s, self.side)) if s.target[u] >= 0]
        s.named = NO_SPACES
        for unit in units:
            s.named |= 1 << s.target[unit]
        s.news += 1
        if not units:
            s.tell("no-bombardment", self.side, cases=("9a",) if self.side == US else ("16a",))
            return
        for area in each(s.named):
            taking_part = [u for u in units if s.target[u] == area]
            s.tell("bombardment-named", self.side, area, taking_part, cases=("9.1a",) if self.side == US else ("16b",))
        s.agenda.append(ResolveBombardments(self.side))
        if self.side == JP:
            for unit in units:
                reveal(s, unit, "16.2", "R46")
            return
        for area in each(s.named):
            probe_caves(s, area, "9.2a")
        open_window(s, "bombardment-window")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            return bars(self.idle_bar(s, space)) if space is not None and space < g.areas else []
        if g.side_of[unit] != self.side:
            return [Bar("Only your own units bombard.", ("9a",) if self.side == US else ("16a",))]
        if not may_bombard(s, self.side) >> unit & 1:
            return [unready_bar(s, unit)]
        if s.target[unit] >= 0:
            return [Bar("It has a target; withdraw it first. Each unit bombards one area.", ("9.1b",))]
        if space is not None and space >= g.areas:
            return [Bar("Areas are bombarded, not boxes.", ("9.1a",) if self.side == US else ("16b",))]
        if space is not None:
            return bars(target_bar(s, unit, space))
        shut = [target_bar(s, unit, area) for area in g.every_area]
        return [] if None in shut else bars(shut[0])

    def idle_bar(self, s: State, area: Space) -> Bar | None:
        """9.1b: why no unit can be assigned to an area now."""
        name = s.game.space_names[area]
        cases = ("9.1b", "R55") if self.side == US else ("16b", "R55")
        aimed = [unit for unit in each(may_bombard(s, self.side)) if s.target[unit] >= 0]
        if any(s.target[unit] == area for unit in aimed):
            return Bar(f"A bombardment of {name} is in the plan: withdraw a unit first, or confirm the plan.", cases)
        if aimed:
            return Bar(f"No unit without a target reaches {name}: withdraw one first, or confirm the plan.", cases)
        return Bar(f"No unit that may bombard reaches {name}.", cases)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "withdraw" and unit is not None:
            ready = may_bombard(s, self.side) >> unit & 1
            return [Bar("It has no target to be withdrawn.", ("R55",)) if ready else unready_bar(s, unit)]
        return self.why_not(s, side, unit, space) if verb == "assign" else []


def unready_bar(s: State, unit: Unit) -> Bar:
    """Why a unit cannot bombard at all."""
    g = s.game
    if s.face_down >> unit & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} grounded by the weather.", ("6c",))
    if s.fired >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} fired: once a turn.", ("3.Facing-b",))
    if s.spent >> unit & 1:
        return spent_bar(s, unit)
    if not (g.artillery | g.supports) >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} no Bombardment Rating.", ("2.1.1(4)b",))
    if g.supports >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} left for good.", ("22.1.3",) if g.air >> unit & 1 else ("21b",))
    if not s.steps[unit]:
        return Bar(f"{g.does(unit, 'is', 'are')} eliminated.", ("2.1.1(7)",))
    return Bar(f"{g.does(unit, 'is', 'are')} not in an area of the map.", ("R11",))


# --- 9.3 execution


def bombarding(s: State, side: Side, area: Space) -> list[Unit]:
    """The units named for this area."""
    own = s.game.us if side == US else s.game.jp
    return [u for u in each(own) if s.target[u] == area]


def bombardment_dice(s: State, units: list[Unit]) -> tuple[int, int]:
    """9.3.1, 22.5a: dice from ratings, and dice whose face is a number of Hits (the rocket artillery)."""
    ratings = [s.game.bombard[u][s.steps[u]] for u in units]
    return sum(r for r in ratings if r != ROCKET_DIE), ratings.count(ROCKET_DIE)


@dataclass(slots=True)
class ResolveBombardments(Frame):
    """9.3, 9.4, 16b: area after area, in the bombarding player's order."""

    id = "iwojima.bombardment.ResolveBombardments"
    verbs = ("bombard",)
    side: Side

    def run(self, s: State) -> Decision | None:
        if not s.named:
            s.agenda.pop()
            return None
        cases = ("9.3",) if self.side == US else ("16b",)
        return Decision(self.side, "next-bombardment", for_each("bombard", s.named), cases)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.append(Bombard(self.side, space_of(option)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        cases = ("9.1a", "R55") if self.side == US else ("16b", "R55")
        if space is not None and not s.named >> space & 1:
            return [Bar(f"No bombardment of {s.game.space_names[space]} is left in the plan.", cases)]
        return [] if unit is None else [Bar("The plan is fixed: choose the area that is bombarded next.", cases)]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


@dataclass(slots=True)
class Bombard(Attack):
    """9.3.1-9.3.5, 16.4-16.6: one target area from the dice to the facing of the guns."""

    id = "iwojima.bombardment.Bombard"

    def dice(self, s: State) -> Roll:
        """9.3.1, 16e, 22.5a."""
        dice, rockets = bombardment_dice(s, bombarding(s, self.side, self.area))
        cases = ("9.3.1",) if self.side == US else ("16e",)
        return Roll("bombardment", dice + rockets, (self.side, self.area, rockets), cases)

    def steps(self) -> Sequence[Callable[[State], None]]:
        return self.order_revealed, self.hit_revealed, self.hit_concealed, self.finish

    def rolled(self, s: State, dice: Throw) -> None:
        units = bombarding(s, self.side, self.area)
        _, rockets = bombardment_dice(s, units)
        plain = dice[: len(dice) - rockets]
        ours = bool(s.control >> self.area & 1)
        cases = ("16.4",) if self.side == JP else ("9.3.2b",) if ours else ("9.3.2a",)
        sums = [Term("dice", (u, s.game.bombard[u][s.steps[u]]), ("9.3.1",)) for u in units if u != s.game.rocket]
        sums.append(Term("hits", (hits(s, plain), len(plain)), ("9.3.1",)))
        sums += [Term("rocket", (face,), ("22.5a",)) for face in dice[len(plain) :]]
        self.score_hits(s, hits(s, plain) + sum(dice[len(plain) :]), sums, *cases)

    def order_revealed(self, s: State) -> None:
        """9.3.3(1), 16.5: the bombarding player puts the units in view in a row."""
        g = s.game
        enemies = g.jp & ~s.concealed if self.side == US else g.us_ground
        self.row = members(s.at[self.area] & enemies)
        if self.damage and len(self.row) > 1:
            s.agenda.append(OrderRow(self.side, self.area, self.row, self.damage))

    def hit_revealed(self, s: State) -> None:
        """9.3.3(2), then (3): what is left of the Damage goes to Concealed units, in an order only JP knows."""
        cases = ("9.3.3(2)",) if self.side == US else ("16.5",)
        self.damage = take_losses(s, self.row, self.damage, armor_of(s, self.row), *cases)
        self.row = []
        if self.side == JP or not self.damage or s.control >> self.area & 1 or is_public(s):
            self.damage = 0
            return
        s.tell("damage-to-concealed", self.area, self.damage, cases=("9.3.3(3)", "9.3.3(5)"))
        concealed = members(s.at[self.area] & s.concealed)
        s.agenda.append(OrderRow(JP, self.area, concealed, self.damage, secret=1))
        self.row = concealed

    def hit_concealed(self, s: State) -> None:
        """9.3.3(4): in secret, in the same way."""
        take_losses(s, self.row, self.damage, {}, "9.3.3(4)")

    def finish(self, s: State) -> None:
        """9.3.4, 9.3.5, 16.6, 22.5b: a Cave falls or a US marker goes; guns are Fired, the rocket is spent."""
        units = bombarding(s, self.side, self.area)
        if self.hits:
            if self.side == US:
                collapse_cave(s, self.area, "9.3.4a")
            else:
                remove_us_markers(s, self.area, "bombardment", "16.6")
        self.end(s, units)
        if s.game.rocket in units:
            s.tell("rocket-spent", s.game.rocket, cases=("22.5b",))
            eliminate(s, s.game.rocket)


def collapse_cave(s: State, area: Space, *cases: str) -> None:
    """9.3.4, 12.2.4: one Cave, never more."""
    if s.shown[area]:
        s.shown[area] -= 1
        s.tell("cave-collapsed", area, s.shown[area], cases=cases)


def remove_us_markers(s: State, area: Space, why: str, *cases: str) -> None:
    """16.6, 19b, 13b, R54: a Beachhead or Safe to Land marker goes back to the Reserve Box; the flag never does."""
    bit = 1 << area
    if s.beachheads & bit:
        s.beachheads &= ~bit
        s.tell("beachhead-lost", area, why, cases=cases)
    if s.safe & bit:
        s.safe &= ~bit
        s.tell("safe-lost", area, why, cases=cases)
