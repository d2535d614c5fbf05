"""Chapters 11 and 18: Defensive Fire at a unit that enters an area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.losses import hits, take_losses
from grognard.games.iwojima.state import State, is_public, jp_room, reveal, us_room
from grognard.kernel.bits import each
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, Side, Space, Unit
from grognard.kernel.state import place

# --- who may fire, with how many dice


def is_observed(s: State, area: Space) -> bool:
    """11.1.1c: a US-controlled Mountain next to the area takes the surprise away."""
    return bool(s.game.near[area] & s.game.mountains & s.control)


def fire_dice(s: State, unit: Unit) -> int:
    """11.1.1a-c, 18: the Assault Rating, and two dice more for a Concealed unit nobody observes."""
    dice = s.game.assault[unit][s.steps[unit]]
    if s.concealed >> unit & 1 and not is_observed(s, s.where[unit]):
        dice += s.game.surprise
    return dice


def may_fire(s: State, side: Side, area: Space) -> list[Unit]:
    """11c, 11.1, 18b, R13: upright units of the area that would roll at least one die."""
    own = s.game.us_ground if side == US else s.game.jp
    return [u for u in each(s.at[area] & own & ~s.fired) if fire_dice(s, u) > 0]


def fire_bar(s: State, unit: Unit, area: Space) -> Bar | None:
    """Why a unit cannot conduct Defensive Fire into an area."""
    g = s.game
    if s.where[unit] != area:
        return Bar(f"{g.does(unit, 'is', 'are')} not in {g.space_names[area]}.", ("10.4a", "11.1"))
    if s.fired >> unit & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} turned to Fired, not upright.", ("11c", "R26"))
    if not fire_dice(s, unit):
        return Bar(f"{g.unit_names[unit]} would roll no dice.", ("R13",))
    return None


def spent_bar(s: State, unit: Unit) -> Bar:
    """R26: by the other reading, Defensive Fire is the one shot of the whole turn."""
    fired = s.game.does(unit, "has", "have")
    return Bar(f"{fired} given Defensive Fire in this turn: once a turn, by the option chosen.", ("3.Facing-b", "R26"))


# --- 10.4, R12: the window on entry


def on_entry(s: State, unit: Unit, area: Space, landing: bool) -> None:
    """10.4, 11a, 18b: the other side may fire at a unit that has just entered."""
    g = s.game
    if g.side_of[unit] == US:
        in_view = s.at[area] & g.jp & ~s.concealed
        may_hide = not s.control >> area & 1 and not is_public(s)
        if may_hide or in_view:
            # R56: whether the Japanese player is asked must not depend on what is Concealed here, and passing through
            # an area that may hide something is a hand-over even when its player has chosen not to be asked.
            s.news += 1
            asked = may_hide or bool(may_fire(s, JP, area))
            if s.ask:
                asked = bool(may_fire(s, JP, area) or s.at[area] & s.concealed)
            if asked:
                s.agenda.append(EntryWindow(JP, unit, area, int(landing), int(bool(in_view))))
            elif in_view:
                stop_move(s, "contact")
    elif s.at[area] & g.us_ground:
        stop_move(s, "contact")
        if may_fire(s, US, area):
            s.news += 1
            s.agenda.append(EntryWindow(US, unit, area, 0, 1))


def stop_move(s: State, why: str) -> None:
    """10.2, 11.1.3: the moving unit, whose move is on top of the agenda, goes no further."""
    move: Any = s.agenda[-1]
    if move.mp > 0:
        us = s.game.side_of[move.unit] == US
        case = ("10.2" if us else "17b") if why == "contact" else "11.1.3a" if us else "18d"
        s.tell("stopped", move.unit, s.where[move.unit], why, cases=(case,))
    move.mp = 0


@dataclass(slots=True)
class EntryWindow(Frame):
    """R12: fire with one unit, reveal without firing, or pass. Contact with a unit in view ends the move (10.2)."""

    id = "iwojima.defensive_fire.EntryWindow"
    verbs = ("fire", "reveal", "pass")
    side: Side
    mover: Unit
    area: Space
    landing: int
    contact: int

    def run(self, s: State) -> Decision:
        options: list[Option] = [("fire", u) for u in may_fire(s, self.side, self.area)]
        able = len(options)
        if self.side == JP:
            options += for_each("reveal", s.at[self.area] & s.concealed)
        about = (self.mover, self.area, int(able > 0), int(len(options) > able))
        options.append(("pass",))
        cases = ("11a", "11b", "R12") if self.side == JP else ("18b",)
        return Decision(self.side, "defensive-fire", options, cases, about, always=True)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "reveal":
            reveal(s, unit_of(option), "R12")
            self.contact = 1
            return
        s.agenda.pop()
        if self.contact or option[0] == "fire":
            stop_move(s, "fire" if option[0] == "fire" else "contact")
        if option[0] == "fire":
            s.agenda.append(DefensiveFire(unit_of(option), self.mover, self.area, self.landing))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            here = Bar(f"Fire goes into {g.space_names[self.area]} only.", ("10.4a", "11.1"))
            return [] if space in (None, self.area) else [here]
        if g.side_of[unit] != side:
            return [Bar("Only units of the side that is not moving fire.", ("11a", "18b"))]
        bar = fire_bar(s, unit, self.area)
        return [bar or Bar(f"{g.unit_names[unit]} may fire: no area is needed.", ("11.1", "R12"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "fire":
            return self.why_not(s, side, unit, None)
        if verb != "reveal" or unit is None:
            return []
        is_not, area = f"{s.game.does(unit, 'is', 'are')} not", s.game.space_names[self.area]
        if not s.concealed >> unit & 1:
            return [Bar(f"{is_not} Concealed.", ("3.StatusChange-c", "R8"))]
        return [Bar(f"{is_not} in {area}; now only units of that area may be Revealed.", ("R12",))]


# --- 11.1 execution


def retreat_areas(s: State, unit: Unit, area: Space) -> list[Space]:
    """11.1.2(1)b, 12.2.3(2)a, R16: adjacent, friendly, free of enemies, passable and with room."""
    return [a for a in s.game.adjacent[area] if retreat_bar(s, unit, a) is None]


def may_seem_to_retreat(s: State, unit: Unit, area: Space) -> bool:
    """Whether the enemy must reckon with a retreat: only room can be hidden from the enemy, filled by Concealed units.

    Asking depends on this and not on the areas that are really open, so that a question left out betrays nothing.
    """
    bars_ = (retreat_bar(s, unit, a) for a in s.game.adjacent[area])
    return any(bar is None or "3.Stacking-a" in bar.cases for bar in bars_)


def retreat_bar(s: State, unit: Unit, area: Space) -> Bar | None:
    """Why a unit may not retreat into an adjacent area."""
    g = s.game
    name = g.space_names[area]
    us = g.side_of[unit] == US
    if bool(s.control >> area & 1) != us:
        return Bar(f"{name} is not under friendly control.", ("11.1.2(1)b",))
    if s.at[area] & (g.jp if us else g.us_ground):
        return Bar(f"Enemy units are in {name}.", ("11.1.2(1)b",))
    if g.hills >> area & 1 and g.tanks >> unit & 1:
        return Bar(f"{name} is a hill, closed to tanks.", ("22.4.1", "R16"))
    if not (us_room(s, area) if us else jp_room(s, area)):
        return Bar(f"{name} is full.", ("3.Stacking-a", "R16"))
    return None


@dataclass(slots=True)
class DefensiveFire(Frame):
    """11.1, 11.2, 18: dice, then the moving unit may retreat, then its losses; the firing unit is Fired."""

    id = "iwojima.defensive_fire.DefensiveFire"
    verbs = ("stay", "fall-back")
    firer: Unit
    mover: Unit
    area: Space
    landing: int
    dice: int = -1
    damage: int = -1

    def run(self, s: State) -> Decision | Roll | None:
        g = s.game
        side = g.side_of[self.firer]
        if self.dice < 0:
            self.dice = fire_dice(s, self.firer)
            reveal(s, self.firer, "11.1.1b")
            return None
        if self.damage < 0:
            cases = ("11.1.1a", "11.1.1b") if side == JP else ("18b",)
            return Roll("defensive-fire", self.dice, (self.firer, self.mover, self.area), cases)
        if self.landing or g.tanks >> self.mover & 1 or not may_seem_to_retreat(s, self.mover, self.area):
            self.apply(s, NO_SPACE)
            return None
        away = retreat_areas(s, self.mover, self.area)
        options: list[Option] = [("stay",), *(("fall-back", a) for a in away)]
        about = (self.mover, self.area, self.damage, int(bool(away)))
        governing = (*self.by(s, ("11.1.2(1)a", "11.1.2(1)b"), "18c"), "R14")
        return Decision(g.side_of[self.mover], "fall-back", options, governing, about, always=True, atomic=True)

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        self.damage = hits(s, dice)
        rating = g.assault[self.firer][s.steps[self.firer]]
        sums = [Term("dice", (self.firer, rating), ("11.1.1a",))]
        if self.dice > rating:
            sums.append(Term("surprise", (self.dice - rating,), ("11.1.1b",)))
        sums.append(Term("hits", (self.damage, len(dice)), ("11.1.1a",)))
        sums.append(Term("open-fire", (), ("11.1.1a",)))
        if g.armor[self.mover] and g.anti_tank >> self.firer & 1:
            sums.append(Term("anti-tank", (), ("22.4.3c",)))
        s.tell("fire-damage", self.mover, self.area, self.damage, cases=self.by(s, ("11.1.1a",), "18b"), sum=sums)

    def answer(self, s: State, option: Option) -> None:
        self.apply(s, space_of(option) if option[0] == "fall-back" else NO_SPACE)

    def apply(self, s: State, away: Space) -> None:
        """11.1.2(2), 11.1.3, 11.2, 22.4.3: losses on the mover alone; a survivor stays or goes back."""
        g = s.game
        s.agenda.pop()
        s.fired |= 1 << self.firer
        if s.once and g.side_of[self.firer] == JP:
            s.spent |= 1 << self.firer
        damage = max(0, self.damage - 1) if away >= 0 else self.damage
        spare: dict[Unit, int] = {} if g.anti_tank >> self.firer & 1 else {self.mover: g.armor[self.mover]}
        take_losses(s, [self.mover], damage, spare, "11.1.2(2)" if g.side_of[self.mover] == US else "18b")
        if away >= 0 and s.steps[self.mover]:
            place(s, self.mover, away)
            s.tell("retreated", self.mover, self.area, away, cases=self.by(s, ("11.1.3b",), "18d"))

    def by(self, s: State, cases: tuple[str, ...], reversed_: str) -> tuple[str, ...]:
        """The cases for Japanese fire, or the one of chapter 18 for US fire."""
        return cases if s.game.side_of[self.firer] == JP else (reversed_,)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is not None and unit != self.mover:
            mover = g.unit_names[self.mover]
            return [Bar(f"The fire at {mover} comes first: only the moving unit is hit and may retreat.", ("11d",))]
        if space is None:
            return [] if unit is None else [Bar("Choose to stay, or the area to retreat to.", ("11.1.2(1)a",))]
        if space >= g.areas or not g.near[self.area] >> space & 1:
            return [Bar("A retreat goes to an adjacent area.", ("11.1.2(1)a",))]
        bar = retreat_bar(s, self.mover, space)
        return [bar or Bar(f"It may retreat to {g.space_names[space]}: choose the area alone.", ("11.1.2(1)a",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "fall-back" else []
