"""2.3-2.5: Satisfaction Points, Lament, the Allied Reinforcement Scale, flags and Objectives; 7.2 and 8.x-B."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import State, controlled
from grognard.kernel.bits import members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, for_each, space_of
from grognard.kernel.ids import Side, Space, Spaces, Unit

# --- 2.3 General and Superior


def please_general(s: State, side: Side, points: int, *cases: str) -> None:
    """2.3-a..d, g: the General goes up; past 9 the track begins again and the Superior is pleased."""
    if not points:
        return
    size, was = s.game.top_slot + 1, s.general[side]
    resets, s.general[side] = divmod(was + points, size)
    reckoned = Term("track", (was, points, s.general[side]), ("2.3-g",))
    s.tell("general", side, points, s.general[side], cases=cases, sum=[reckoned] if resets else [])
    for _ in range(resets):
        raise_superior(s, side, Term("passed", (side,), ("2.3-g",)))


def who_moves(superiors: Sequence[int], side: Side, by: int, top: int) -> tuple[Side, int] | None:
    """2.3-g..j, 2.4-h: which Superior moves when a side's is to go up (1) or down (-1), and which way: its own; at the
    end of its track the other one, the other way; nobody where neither can (R42)."""
    if 0 <= superiors[side] + by <= top:
        return side, by
    return (1 - side, -by) if 0 <= superiors[1 - side] - by <= top else None


def move_superior(s: State, side: Side, by: int, why: Term) -> None:
    """2.3-g..j, 2.4-h: one slot up or down."""
    found = who_moves(s.superior, side, by, s.game.top_slot)
    if found is None:
        at_top = side if by > 0 else 1 - side
        s.tell("superiors-stay", at_top, cases=("2.3-j", "R42"), sum=[why])
        return
    who, way = found
    s.superior[who] += way
    case = "2.3-h" if by > 0 else "2.3-i"
    instead = [] if who == side else [Term("instead", (side, int(by > 0)), (case,))]
    s.tell("superior", who, way, s.superior[who], cases=(case,) if instead else why.cases, sum=[why, *instead])


def raise_superior(s: State, side: Side, why: Term) -> None:
    """2.3-g, h, j: up one; at the top the enemy's goes down instead."""
    move_superior(s, side, 1, why)


def lower_superior(s: State, side: Side, why: Term) -> None:
    """2.3-i, j, 2.4-h: down one; at 0 the enemy's goes up instead."""
    move_superior(s, side, -1, why)


# --- 2.4 Lament


def add_lament(s: State, side: Side, points: int, *cases: str) -> None:
    """2.4: up; past 9 it begins again and the Superior goes down."""
    if not points:
        return
    size, was = s.game.top_slot + 1, s.lament[side]
    resets, s.lament[side] = divmod(was + points, size)
    reckoned = Term("track", (was, points, s.lament[side]), ("2.4-h",))
    s.tell("lament", side, points, s.lament[side], cases=cases, sum=[reckoned] if resets else [])
    for _ in range(resets):
        lower_superior(s, side, Term("lamented", (side,), ("2.4-h",)))


def superior_lament(s: State, side: Side, *cases: str) -> None:
    """2.4-g, 8.1-B-a, 8.2-B-3, R5: one for each enemy flag, in the owner's Reinforcements Phase."""
    add_lament(s, side, s.flags[1 - side].bit_count(), "2.4-g", *cases)


# --- 2.5 the Allied Reinforcement Scale


def raise_scale(s: State, points: int, *cases: str, why: tuple[Term, ...] = ()) -> None:
    """2.5, R12: never above 9."""
    was = s.scale
    new = min(s.game.top_slot, was + points)
    if new != was:
        cut = [Term("topped", (points, new - was), ("R12",))] if new - was < points else []
        s.scale = new
        s.tell("scale", new - was, new, cases=cases, sum=[*why, *cut])


def pay_scale(s: State, points: int, *cases: str) -> None:
    """R12: what costs 1 is paid from the scale."""
    s.scale -= points
    s.tell("scale", -points, s.scale, cases=cases)


# --- 7.2 making your Superior happy


@dataclass(slots=True)
class PleaseSuperior(Frame):
    """7.2, R78, 9.0-b: flags to the General, then a die against that place; the track begins again at 0."""

    id = "nemesis.satisfaction.PleaseSuperior"
    side: Side
    counted: int = 0

    def run(self, s: State) -> Roll | None:
        if not self.counted:
            self.counted = 1
            please_general(s, self.side, s.flags[self.side].bit_count(), "7.2-a")
            return None
        return Roll("superior-die", 1, (self.side, s.general[self.side]), ("7.2-a",))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        reckoned = Term("needed", (self.side, dice[0], s.general[self.side]), ("7.2-a",))
        if dice[0] <= s.general[self.side]:
            raise_superior(s, self.side, reckoned)
            s.tell("general-again", self.side, cases=("7.2-a",))
        else:
            s.tell("superior-unmoved", self.side, cases=("7.2-a",), sum=[reckoned])
        s.general[self.side] = 0


@dataclass(slots=True)
class RemoveFlag(OneKindFrame):
    """7.2-b, R78: in a red-dot turn one own flag on an Objective that was one's own from the start comes off."""

    id = "nemesis.satisfaction.RemoveFlag"
    verbs = ("remove-flag",)
    side: Side

    def run(self, s: State) -> Decision | None:
        hexes = members(s.flags[self.side] & s.game.printed[self.side])
        if s.turn not in s.game.red_dots or not hexes:
            s.agenda.pop()
            return None
        options: list[Option] = [("remove-flag", h) for h in hexes]
        return Decision(self.side, "remove-flag", options, ("7.2-b", "R78"))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        hex_ = space_of(option)
        s.flags[self.side] &= ~(1 << hex_)
        s.tell("flag-removed", self.side, hex_, cases=("7.2-b",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return [Bar("Remove one of your flags from an Objective that you controlled from the start.", ("7.2-b",))]


# --- 2.3-c, d: Objectives at the end of a phase


def to_capture(s: State, side: Side) -> Spaces:
    """2.3-c..e, R9, R10: enemy controlled Objectives that a side occupies now."""
    return s.present[side] & controlled(s, 1 - side) & ~s.unscored[side]


@dataclass(slots=True)
class Objectives(Frame):
    """2.3-c, d, R10, R22: both sides, the phasing side first, hexes in the order of their numbers."""

    id = "nemesis.satisfaction.Objectives"
    phasing: Side

    def run(self, s: State) -> None:
        for side in (self.phasing, 1 - self.phasing):
            hexes = to_capture(s, side)
            if hexes:
                capture(s, side, members(hexes)[0])
                return
        s.agenda.pop()


def capture(s: State, side: Side, hex_: Space) -> None:
    """2.3-c, d: a flag goes up, or the enemy's is turned; 2.3-f when no flag is left."""
    g = s.game
    if s.flags[1 - side] >> hex_ & 1:
        s.flags[1 - side] &= ~(1 << hex_)
        raise_flag(s, side, hex_, (g.value[hex_] + 1) // 2, "2.3-d", "R7")
    elif (s.flags[0] | s.flags[1]).bit_count() < g.most_flags:
        raise_flag(s, side, hex_, g.value[hex_], "2.3-c")
    else:
        s.agenda.append(TakeFlag(side, hex_))


def raise_flag(s: State, side: Side, hex_: Space, points: int, *cases: str) -> None:
    """2.3-c, d, 2.5-b, R11: the General is pleased; a Japanese capture moves the scale."""
    s.flags[side] |= 1 << hex_
    worth = Term("value", (s.game.value[hex_], int("2.3-d" in cases)), cases)
    s.tell("captured", side, hex_, points, cases=cases, sum=[worth])
    please_general(s, side, points, *cases)
    if side == JAPANESE:
        raise_scale(s, 1, "2.5-b", "R11")


def flags_to_take(s: State, side: Side) -> Spaces:
    """2.3-f, R9: which flag on the map is used when none is left: the first class of these that is not empty."""
    own = s.flags[side]
    classes = (
        (own, s.flags[1 - side])
        if s.any_flag
        else (
            own & s.game.printed[side],
            own & ~s.game.printed[side] & ~s.present[side],
            own,
            s.flags[1 - side],
        )
    )
    return next(hexes for hexes in classes if hexes)


@dataclass(slots=True)
class TakeFlag(OneKindFrame):
    """2.3-f, R9: a flag from the map serves the new Objective."""

    id = "nemesis.satisfaction.TakeFlag"
    verbs = ("take-flag",)
    side: Side
    hex: Space

    def run(self, s: State) -> Decision:
        options: list[Option] = for_each("take-flag", flags_to_take(s, self.side))
        return Decision(self.side, "take-flag", options, ("2.3-f", "R9"), (self.hex,))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        old = 1 << space_of(option)
        owner = self.side if s.flags[self.side] & old else 1 - self.side
        s.flags[owner] &= ~old
        s.unscored[owner] |= old & s.present[owner] & ~s.game.printed[owner]
        s.tell("flag-taken", self.side, space_of(option), cases=("2.3-f",))
        raise_flag(s, self.side, self.hex, s.game.value[self.hex], "2.3-c", "2.3-f")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if s.any_flag:
            return [Bar("Remove one of your own flags; an enemy flag only if you have none.", ("2.3-f", "R9"))]
        words = "Of your flags the first to come off is one over an Objective that was yours from the start, then one "
        return [Bar(f"{words}where you have no unit, then any; an enemy flag only if you have none.", ("2.3-f", "R9"))]
