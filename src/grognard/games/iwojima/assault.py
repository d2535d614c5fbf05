"""Chapters 12 and 19: assaults by the US side, and by the Japanese side with the roles reversed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grognard.games.iwojima.bombardment import collapse_cave, remove_us_markers
from grognard.games.iwojima.charges import (
    Kirikami,
    banzai_bonus,
    charge_bonus,
    declare_banzai,
    end_charges,
    hq_is_openly_dead,
    in_contact,
    kirikami_bonus,
    may_declare_banzai,
)
from grognard.games.iwojima.defensive_fire import may_seem_to_retreat, retreat_bar, spent_bar
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.losses import Attack, OrderRow, armor_of, hits, take_losses
from grognard.games.iwojima.reveals import open_window
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Unit, Units
from grognard.kernel.state import place


def begin_us(s: State) -> None:
    """5.2.5, 22.3.2a: the Japanese player may first declare a Kirikami Charge."""
    s.agenda.append(DesignateAssault(US))
    s.agenda.append(Kirikami())


def begin_japanese(s: State) -> None:
    """5.3.4."""
    s.agenda.append(EndOfJapaneseAssault())
    s.agenda.append(DesignateAssault(JP))


# --- 12.1 who may assault


def own_and_enemy(s: State, side: Side) -> tuple[Units, Units]:
    """The ground units of a side and of the other."""
    g = s.game
    return (g.us_ground, g.jp) if side == US else (g.jp, g.us_ground)


def assault_dice(s: State, unit: Unit) -> int:
    """12.2.1, 22.3: the Assault Rating now, with the charges."""
    rating = s.game.assault[unit][s.steps[unit]]
    return rating + charge_bonus(s, unit) if s.game.jp >> unit & 1 else rating


def may_assault(s: State, side: Side) -> list[Unit]:
    """12, 12.1a, R13: upright units that share an area with enemies and would roll at least one die."""
    own, enemy = own_and_enemy(s, side)
    ready: list[Unit] = []
    upright = own & ~s.fired & ~s.spent
    for area in s.game.every_area:
        here = s.at[area]
        if here & enemy:
            ready += [u for u in each(here & upright) if assault_dice(s, u) > 0]
    return ready


@dataclass(slots=True)
class DesignateAssault(Frame):
    """12.1, 19a-1, R55: all areas and all units are named first; optional; freely changed until confirmed."""

    id = "iwojima.assault.DesignateAssault"
    verbs = ("assault", "assault-all", "cancel", "banzai", "confirm")
    side: Side

    def run(self, s: State) -> Decision | None:
        ready = may_assault(s, self.side)
        if self.is_skipped(s, ready):
            s.agenda.pop()
            if self.side == JP and not hq_is_openly_dead(s):  # where they would have been asked, the log says it (R56)
                s.tell("no-assault", JP, cases=("19a-1",))
            return None
        options: list[Option] = []
        whole: dict[Space, int] = {}
        for unit in ready:
            if s.target[unit] >= 0:
                options.append(("cancel", unit))
            else:
                options.append(("assault", unit))
                area = s.where[unit]
                whole[area] = whole.get(area, 0) + 1
        options += [("assault-all", a) for a, number in whole.items() if number > 1]
        if self.side == JP and may_declare_banzai(s):
            options.append(("banzai",))
        options.append(("confirm",))
        cases = ("12.1a", "12.1b", "12.1c") if self.side == US else ("19a-1", "22.3.1a")
        return Decision(self.side, "designate-assault", options, cases, always=True)

    def is_skipped(self, s: State, ready: list[Unit]) -> bool:
        """Nothing can be named. The Japanese player is asked all the same while the HQ may live (R31, R56)."""
        if ready:
            return False
        if self.side == US:
            return True
        if s.ask:
            return not in_contact(s) or not may_declare_banzai(s)
        return hq_is_openly_dead(s)

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "assault":
            s.target[unit_of(option)] = s.where[unit_of(option)]
        elif verb == "cancel":
            s.target[unit_of(option)] = NO_SPACE
        elif verb == "assault-all":
            for unit in may_assault(s, self.side):
                if s.where[unit] == option[1]:
                    s.target[unit] = s.where[unit]
        elif verb == "banzai":
            declare_banzai(s)
        else:
            self.confirm(s)

    def confirm(self, s: State) -> None:
        """R55: the plan is open and fixed."""
        s.agenda.pop()
        s.named = NO_SPACES
        s.news += 1
        for unit in each(own_and_enemy(s, self.side)[0]):
            if s.target[unit] >= 0:
                s.named |= 1 << s.target[unit]
        if not s.named:
            s.tell("no-assault", self.side, cases=("12.1b",) if self.side == US else ("19a-1",))
            return
        for area in each(s.named):
            cases = ("12.1a",) if self.side == US else ("19a-1",)
            s.tell("assault-named", self.side, area, assaulting(s, self.side, area), cases=cases)
        s.agenda.append(ResolveAssaults(self.side))
        if self.side == US:
            open_window(s, "assault-window")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        own, enemy = own_and_enemy(s, self.side)
        if unit is None:
            return [self.area_bar(s, space)] if space is not None and space < g.areas else []
        in_general, who = ("12", "12.1a") if self.side == US else ("19a", "19a-1")
        if not own >> unit & 1:
            return [Bar("Only your own ground units assault.", (in_general,))]
        if s.fired >> unit & 1:
            return [Bar(f"{g.does(unit, 'has', 'have')} fired: once a turn.", (who, "3.Facing-b"))]
        if s.spent >> unit & 1:
            return [spent_bar(s, unit)]
        if s.where[unit] >= g.areas or not s.at[s.where[unit]] & enemy:
            return [Bar(f"No enemy unit shares an area with {g.unit_names[unit]}.", (in_general,))]
        if not assault_dice(s, unit):
            return [Bar(f"{g.unit_names[unit]} would roll no dice.", ("R13",))]
        if space is not None and space != s.where[unit]:
            return [
                Bar(
                    f"{g.unit_names[unit]} can assault only where the unit stands: {g.space_names[s.where[unit]]}.",
                    (in_general,),
                )
            ]
        if s.target[unit] >= 0:
            return [Bar(f"{g.does(unit, 'is', 'are')} named for the assault.", (who,))]
        return [Bar(f"{g.unit_names[unit]} may assault in place: no area is needed.", (who,))]

    def area_bar(self, s: State, area: Space) -> Bar:
        """12, 12.1b: why an area as a whole is not on offer."""
        g = s.game
        own, enemy = own_and_enemy(s, self.side)
        name, cases = g.space_names[area], ("12", "12.1b") if self.side == US else ("19a", "19a-1")
        if not s.at[area] & own or not s.at[area] & enemy:
            return Bar(f"{name} does not hold units of both sides.", cases)
        if assaulting(s, self.side, area):
            return Bar(f"An assault in {name} is in the plan: leave a unit out first, or confirm the plan.", cases)
        ready = [unit for unit in may_assault(s, self.side) if s.where[unit] == area]
        if ready:
            return Bar(f"Only {g.unit_names[ready[0]]} can assault in {name}: choose the unit.", cases)
        return Bar(f"No unit in {name} can assault: all have fired, or would roll no dice.", cases)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "banzai":
            return bars(self.banzai_bar(s))
        if verb == "cancel" and unit is not None and s.target[unit] < 0:
            return [Bar("It is not named for an assault.", ("R55",))]
        if verb == "assault-all" and space is not None:
            return [Bar("Fewer than two more units could assault there.", ("12.1b",))]
        return self.why_not(s, side, unit, None) if verb in ("assault", "cancel") else []

    def banzai_bar(self, s: State) -> Bar | None:
        """22.3.1a: why no Banzai Charge is declared."""
        if self.side == US:
            return Bar("Only the Japanese player declares a Banzai Charge.", ("22.3.1a",))
        if s.banzai:
            return Bar("The Banzai Charge is declared already.", ("22.3.1a",))
        return None if may_declare_banzai(s) else Bar("The headquarters is gone.", ("22.3.1a", "22.3.1c"))


# --- 12.2 execution


def assaulting(s: State, side: Side, area: Space) -> list[Unit]:
    """The units named for the assault in this area."""
    return [u for u in each(s.at[area] & own_and_enemy(s, side)[0]) if s.target[u] == area]


@dataclass(slots=True)
class ResolveAssaults(Frame):
    """12.2, 12.3: area after area, in the assaulting player's order. Banzai may still be declared in between (R31)."""

    id = "iwojima.assault.ResolveAssaults"
    verbs = ("assault-area", "banzai")
    side: Side

    def run(self, s: State) -> Decision | None:
        if not s.named:
            s.agenda.pop()
            return None
        options: list[Option] = for_each("assault-area", s.named)
        always = False
        if self.side == JP:
            if may_declare_banzai(s):
                options.append(("banzai",))
            always = not hq_is_openly_dead(s) and not s.ask and not s.banzai
        return Decision(
            self.side, "next-assault", options, ("12.2",) if self.side == US else ("19a", "R31"), always=always
        )

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "banzai":
            declare_banzai(s)
        else:
            s.agenda.append(Assault(self.side, space_of(option)))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        cases = ("12.1a", "R55") if self.side == US else ("19a-1", "R55")
        if space is not None and not s.named >> space & 1:
            return [Bar(f"No assault in {s.game.space_names[space]} is left in the plan.", cases)]
        return [] if unit is None else [Bar("The plan is fixed: choose the area that is assaulted next.", cases)]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "banzai":
            return bars(DesignateAssault(self.side).banzai_bar(s))
        return self.why_not(s, side, unit, space)


@dataclass(slots=True)
class Assault(Attack):
    """12.2.1-12.2.6, 19: one area from the dice to the retreats."""

    id = "iwojima.assault.Assault"
    away: list[Space] = field(default_factory=list)
    """Per unit of the row, the area it retreats to, or -1."""

    def dice(self, s: State) -> Roll:
        """12.2.1, 22.3."""
        dice = sum(assault_dice(s, u) for u in assaulting(s, self.side, self.area))
        cases = ("12.2.1",) if self.side == US else ("19a", "22.3.1b", "22.3.2c")
        return Roll("assault", dice, (self.side, self.area), cases)

    def steps(self) -> Sequence[Callable[[State], None]]:
        return self.order_row, self.ask_retreats, self.finish

    def rolled(self, s: State, dice: Throw) -> None:
        sums: list[Term] = []
        for unit in assaulting(s, self.side, self.area):
            sums.append(Term("dice", (unit, s.game.assault[unit][s.steps[unit]]), ("12.2.1",)))
            if self.side == JP and (extra := kirikami_bonus(s)):
                sums.append(Term("charge", ("Kirikami", extra), ("22.3.2c",)))
            if self.side == JP and (extra := banzai_bonus(s, unit)):
                sums.append(Term("charge", ("Banzai", extra), ("22.3.1b",)))
        sums.append(Term("hits", (hits(s, dice), len(dice)), ("12.2.1",)))
        self.score_hits(s, hits(s, dice), sums, "12.2.2" if self.side == US else "19a-2")

    def order_row(self, s: State) -> None:
        """12.2.3(1), R20: the assaulting player puts every enemy unit of the area in a row."""
        self.row = members(s.at[self.area] & own_and_enemy(s, self.side)[1])
        s.agenda.append(OrderRow(self.side, self.area, self.row, self.damage, retreats=1))

    def ask_retreats(self, s: State) -> None:
        """12.2.3(2)c: after Damage and row are known, before any loss."""
        self.away = [NO_SPACE] * len(self.row)
        s.agenda.append(DeclareRetreats(1 - self.side, self.area, self.damage))

    def finish(self, s: State) -> None:
        """12.2.3(3)-12.2.6, 19b: losses, Cave or markers, retreats, facing."""
        spare = armor_of(s, self.row)
        for unit, area in zip(self.row, self.away, strict=True):
            if area >= 0:
                spare[unit] = spare.get(unit, 0) + 1
        cases = ("12.2.3(3)",) if self.side == US else ("19a-3",)
        take_losses(s, self.row, self.damage, spare, *cases)
        if self.side == US and self.hits:
            collapse_cave(s, self.area, "12.2.4")
        if self.side == JP and self.damage:
            remove_us_markers(s, self.area, "assault", "19b")
        for unit, area in zip(self.row, self.away, strict=True):
            if area >= 0 and s.steps[unit]:
                place(s, unit, area)
                s.tell("retreated", unit, self.area, area, cases=("12.2.5",) if self.side == US else ("19a-3",))
        self.end(s, assaulting(s, self.side, self.area))


# --- 12.2.3(2) retreats


def may_declare_retreat(s: State, unit: Unit) -> bool:
    """12.2.3(2)b: units with 0 MP cannot retreat; tanks may (22.4.2)."""
    return s.game.mp[unit] > 0


@dataclass(slots=True)
class DeclareRetreats(Frame):
    """12.2.3(2), R14, R17: unit by unit, each to a named area that has room counting earlier declarations."""

    id = "iwojima.assault.DeclareRetreats"
    verbs = ("retreat", "no-more-retreats")
    side: Side
    area: Space
    damage: int

    def run(self, s: State) -> Decision | None:
        attack = self.attack(s)
        options: list[Option] = [("no-more-retreats",)]
        may_retreat = False
        for unit, away in zip(attack.row, attack.away, strict=True):
            if away >= 0 or not may_declare_retreat(s, unit):
                continue
            nearby = s.game.adjacent[self.area]
            options += [("retreat", unit, area) for area in nearby if self.bar(s, unit, area) is None]
            may_retreat = may_retreat or may_seem_to_retreat(s, unit, self.area)
        if not may_retreat:
            s.agenda.pop()
            return None
        about = (self.area, self.damage, int(len(options) > 1))
        cases = (*self.by("12.2.3(2)a", "12.2.3(2)b"), "R14")
        return Decision(self.side, "retreats", options, cases, about, always=self.side == JP, atomic=True)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "no-more-retreats":
            s.agenda.pop()
            return
        attack = self.attack(s)
        unit, area = unit_of(option), space_of(option, 2)
        attack.away[attack.row.index(unit)] = area
        s.tell("retreat-declared", unit, self.area, area, cases=(*self.by("12.2.3(2)c"), "R17"))

    def by(self, *cases: str) -> tuple[str, ...]:
        """What governs retreats from a US assault, or from a Japanese one."""
        return cases if self.side == JP else ("19a-3",)

    def attack(self, s: State) -> Assault:
        """The assault this belongs to, which lies below on the agenda."""
        found = s.agenda[-2]
        assert isinstance(found, Assault)
        return found

    def bar(self, s: State, unit: Unit, area: Space) -> Bar | None:
        """Why a unit may not declare a retreat to an area."""
        bar = retreat_bar(s, unit, area)
        if bar:
            return bar
        g = s.game
        coming = self.attack(s).away.count(area)
        own, limit = (g.us_ground, g.max_us) if self.side == US else (g.jp, g.max_jp)
        if count(s.at[area] & own) + coming >= limit:
            return Bar(f"{g.space_names[area]} has no room left.", ("3.Stacking-a", "R17"))
        return None

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        attack = self.attack(s)
        if unit is None:
            return []
        if unit not in attack.row:
            return [Bar(f"{g.does(unit, 'is', 'are')} not in the assaulted area.", self.by("12.2.3(2)a"))]
        if attack.away[attack.row.index(unit)] >= 0:
            return [Bar(f"The retreat of {g.unit_names[unit]} is declared.", self.by("12.2.3(2)c"))]
        if not may_declare_retreat(s, unit):
            return [Bar(f"{g.does(unit, 'has', 'have')} 0 MP and cannot retreat.", self.by("12.2.3(2)b"))]
        if space is None:
            shut = [self.bar(s, unit, area) for area in g.adjacent[self.area]]
            return [] if None in shut else bars(*dict.fromkeys(shut))
        if not g.near[self.area] >> space & 1:
            return [Bar("A retreat goes to an adjacent area.", ("11.1.2(1)a",))]
        return bars(self.bar(s, unit, space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "retreat" else []


@dataclass(slots=True)
class EndOfJapaneseAssault(Frame):
    """22.3.1c, 22.3.2c: the charges end with the phase."""

    id = "iwojima.assault.EndOfJapaneseAssault"

    def run(self, s: State) -> None:
        s.agenda.pop()
        end_charges(s)
