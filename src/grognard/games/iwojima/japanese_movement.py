"""Chapter 17: Japanese movement, on both maps."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.defensive_fire import on_entry
from grognard.games.iwojima.facts import JP
from grognard.games.iwojima.movement import step_bars, steps_open
from grognard.games.iwojima.state import JP_ONLY, State, is_public, leave_loss_order, reveal
from grognard.kernel.bits import each
from grognard.kernel.dice import Throw
from grognard.kernel.flow import EVERYONE, Bar, Decision, Frame, Option, Roll, Term, bars, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit, Units
from grognard.kernel.state import place

# 17.2: the ways to move. Each is a verb of the decision.
MARCH = "march"
SHOW_AND_MARCH = "show-march"
SNEAK_AND_SHOW = "sneak-show"
SNEAK = "sneak"
HIDE = "hide"
CASE_OF = {
    MARCH: "17.2(1)",
    SHOW_AND_MARCH: "17.2(2)a",
    SNEAK_AND_SHOW: "17.2(2)b",
    SNEAK: "17.2(3)a",
    HIDE: "17.2(4)a",
}


def begin(s: State) -> None:
    """5.3.3."""
    s.moved = NO_UNITS
    s.allowance = 0
    s.agenda.append(JapaneseMovement())


def allowance_of(s: State, unit: Unit, mode: str) -> int:
    """17.2: the MP of each way to move."""
    printed = s.game.mp[unit]
    if mode == SNEAK_AND_SHOW:
        return printed - 1
    if mode == SNEAK:
        return 1 if printed >= 2 else 0
    return printed


def modes(s: State, unit: Unit) -> list[str]:
    """17.2: how this unit may move from where it stands, Hiding aside."""
    if not s.concealed >> unit & 1:
        return [MARCH] if s.game.mp[unit] else []
    return [mode for mode in (SHOW_AND_MARCH, SNEAK_AND_SHOW, SNEAK) if allowance_of(s, unit, mode) > 0]


def hide_bar(s: State, unit: Unit) -> Bar | None:
    """17.2(4)b, R24: why a Revealed unit may not hide."""
    g = s.game
    area = s.where[unit]
    if not g.mp[unit]:
        return Bar("A unit with 0 MP cannot hide.", ("17.2(4)b",))
    if s.at[area] & g.us_ground:
        return Bar("No unit hides in an area with US ground units.", ("17.2(4)b",))
    if s.control >> area & 1:
        return Bar(
            "Nothing lies hidden in a US-controlled area: a Concealed unit that enters one is Revealed at once, and so "
            "none hides there.",
            ("R24", "17.2(3)b"),
        )
    return None


def on_the_map(s: State) -> Units:
    """Japanese units alive, on either map."""
    g = s.game
    return g.jp & ~(s.at[g.eliminated] | s.at[g.secret] | s.at[g.reserve])


@dataclass(slots=True)
class JapaneseMovement(Frame):
    """17.1(1): a die for how many units may move; then unit after unit, in any of four ways."""

    id = "iwojima.japanese_movement.JapaneseMovement"
    verbs = ("march", "show-march", "sneak-show", "sneak", "hide", "end-movement")
    is_rolled: int = 0

    def run(self, s: State) -> Decision | Roll | None:
        if not self.is_rolled:
            return Roll("japanese-movement", 1, (), ("17.1(1)",))
        if not s.allowance:
            s.agenda.pop()
            return None
        options: list[Option] = []
        for unit in each(on_the_map(s) & ~s.moved):
            ways = modes(s, unit)
            if ways:
                options += [(way, unit, a) for a in steps_open(s, unit) for way in ways]
            if not s.concealed >> unit & 1 and hide_bar(s, unit) is None:
                options.append((HIDE, unit))
        options.append(("end-movement",))
        # What the US player sees must not tell whether anything Concealed is left that could move (R56).
        always = not is_public(s) and not s.ask
        return Decision(JP, "japanese-movement", options, ("17a", "17.1(1)"), (s.allowance,), always=always)

    def rolled(self, s: State, dice: Throw) -> None:
        self.is_rolled = 1
        s.allowance = s.game.allowance[dice[0]]
        s.tell("may-move", s.allowance, cases=("17.1(1)",), sum=[Term("allowance", (dice[0],), ("17.1(1)",))])

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-movement":
            s.allowance = 0
            return
        unit = unit_of(option)
        s.moved |= 1 << unit
        s.allowance -= 1
        if option[0] == HIDE:
            s.tell("hid", unit, s.where[unit], cases=("17.2(4)a",))
            s.concealed |= 1 << unit
            return
        mode = str(option[0])
        if mode == SHOW_AND_MARCH:
            reveal(s, unit, "17.2(2)a")
        s.agenda.append(JapaneseMove(unit, allowance_of(s, unit, mode) - 1, mode))
        enter(s, unit, space_of(option, 2))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            return []
        if g.side_of[unit] != JP:
            return [Bar("Only Japanese units move in the Japanese Movement Phase.", ("17a",))]
        if s.moved >> unit & 1:
            return [Bar(f"{g.does(unit, 'has', 'have')} moved this phase.", ("R25",))]
        if not on_the_map(s) >> unit & 1:
            return [Bar(f"{g.does(unit, 'is', 'are')} eliminated.", ("2.1.1(7)",))]
        if not g.mp[unit]:
            return [Bar(f"{g.does(unit, 'has', 'have')} 0 MP.", ("2.1.1(6)",))]
        if space is None:
            hiding = None if s.concealed >> unit & 1 else hide_bar(s, unit)
            return bars(hiding) or step_bars(s, unit, None, g.mp[unit])
        return step_bars(s, unit, space, g.mp[unit])

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None or verb == "end-movement":
            return []
        hidden = bool(s.concealed >> unit & 1)
        if s.moved >> unit & 1 or not on_the_map(s) >> unit & 1 or not g.mp[unit]:
            return self.why_not(s, side, unit, None)
        if verb == HIDE:
            seen = Bar(f"{g.does(unit, 'is', 'are')} Concealed already.", ("17.2(4)a",))
            return [seen] if hidden else bars(hide_bar(s, unit))
        if verb == MARCH and hidden:
            return [
                Bar(
                    f"{g.does(unit, 'is', 'are')} Concealed: Reveal it, or move it Concealed.", ("17.2(2)a", "17.2(3)a")
                )
            ]
        if verb != MARCH and not hidden:
            return [Bar(f"{g.does(unit, 'is', 'are')} Revealed: move it in view, or hide it.", ("17.2(1)", "17.2(4)a"))]
        mp = allowance_of(s, unit, verb)
        if mp <= 0:
            return [
                Bar(f"{g.does(unit, 'has', 'have')} {g.mp[unit]} MP: too few to move in this way.", (CASE_OF[verb],))
            ]
        return step_bars(s, unit, space, mp)


def enter(s: State, unit: Unit, area: Space) -> None:
    """17b, 17.2(3)b, R23: the unit is in the area; a Concealed one is shown where the US stands or rules."""
    g = s.game
    origin = s.where[unit]
    place(s, unit, area)
    leave_loss_order(s, unit)
    hidden = s.concealed >> unit & 1
    s.tell("moved", unit, origin, area, cases=("17b",), seen=JP_ONLY if hidden else EVERYONE)
    if hidden and (s.control >> area & 1 or s.at[area] & g.us_ground):
        reveal(s, unit, "17.2(3)b", "R23")
    on_entry(s, unit, area, landing=False)


@dataclass(slots=True)
class JapaneseMove(Frame):
    """17.2: a unit on its way, in one of the four ways."""

    id = "iwojima.japanese_movement.JapaneseMove"
    verbs = ("to", "stop")
    unit: Unit
    mp: int
    mode: str

    def run(self, s: State) -> Decision | None:
        if self.mp > 0 and s.steps[self.unit]:
            options: list[Option] = [("stop",), *(("to", a) for a in steps_open(s, self.unit))]
            return Decision(JP, "move-on", options, ("17b",), (self.unit, self.mp))
        self.finish(s)
        return None

    def moving(self, s: State) -> Space:
        return s.where[self.unit]

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "stop":
            self.finish(s)
            return
        self.mp -= 1
        enter(s, self.unit, space_of(option))

    def finish(self, s: State) -> None:
        """17.2(2)b: a unit that moved Concealed to be shown at the end is shown now."""
        s.agenda.pop()
        if self.mode == SNEAK_AND_SHOW and s.steps[self.unit]:
            reveal(s, self.unit, "17.2(2)b")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            return [Bar(f"{s.game.unit_names[self.unit]} must finish its move first.", ("17b",))]
        return step_bars(s, self.unit, space, self.mp)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "to" else []
