"""Chapters 21 to 24: the End Phase, special rules of turn 1, victory points and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.facts import JP, US, Facts
from grognard.games.iwojima.japanese_movement import on_the_map
from grognard.games.iwojima.state import State, count, reveal, score
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import DRAW, Bar, Decision, Frame, GameOver, Option, Roll, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit, Units
from grognard.kernel.state import place


def begin(s: State) -> None:
    """5.4, R28: the steps of the End Phase, last first on the stack."""
    g = s.game
    s.agenda.append(NextTurn())
    if s.turn in g.naval_retires:
        s.agenda.append(Retire("naval"))
    if s.turn in g.air_retires:
        s.agenda.append(Retire("air"))
    if s.turn == g.red_revealed_turn:
        s.agenda.append(RevealMarines())
    if s.flag == 1:
        s.agenda.append(FlagDie())
    score_airfields(s)


def supports_left(g: Facts, kind: Units, turn: int) -> int:
    """21b, 22.1.3: how many air or naval support units no End Phase before a turn has sent home."""
    retires = g.air_retires if kind == g.air else g.naval_retires
    return kind.bit_count() - sum(earlier < turn for earlier in retires)


def score_airfields(s: State) -> None:
    """23.1(1), R34: two VP a Safe to Land marker, then two more for both halves of the large airfield."""
    g = s.game
    if s.safe:
        score(s, US, g.vp_safe * count(s.safe), "safe", s.safe, "23.1(1)a")
    if s.safe & g.both_airfields == g.both_airfields:
        score(s, US, g.vp_both, "both", g.both_airfields, "23.1(1)b")


@dataclass(slots=True)
class FlagDie(Frame):
    """14d, 23.1(2), R21: one die of VP in the End Phase of the turn in which the flag went up, never again."""

    id = "iwojima.victory.FlagDie"

    def run(self, s: State) -> Roll:
        return Roll("flag", 1, (), ("23.1(2)", "14d"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        s.flag = 2
        score(s, US, dice[0], "flag", 0, "23.1(2)")


@dataclass(slots=True)
class RevealMarines(Frame):
    """22.1.2: all red units are Revealed in the End Phase of turn 1."""

    id = "iwojima.victory.RevealMarines"

    def run(self, s: State) -> None:
        s.agenda.pop()
        s.news += 1
        for unit in each(s.game.red & s.concealed):
            reveal(s, unit, "22.1.2")


@dataclass(slots=True)
class Retire(Frame):
    """21b, 22.1.3: the US player sends one support unit to the Reserve Box for good."""

    id = "iwojima.victory.Retire"
    verbs = ("retire",)
    kind: str

    def run(self, s: State) -> Decision | None:
        g = s.game
        units = members(s.at[g.support] & (g.air if self.kind == "air" else g.naval))
        if not units:
            s.agenda.pop()
            return None
        return Decision(US, f"retire-{self.kind}", [("retire", u) for u in units], self.cases())

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        place(s, unit_of(option), s.game.reserve)
        s.tell("retired", option[1], cases=self.cases())

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        return [Bar(f"One {self.kind} support unit in the American Support Box leaves now.", self.cases())]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def cases(self) -> tuple[str, ...]:
        """What sends it home."""
        return ("22.1.3",) if self.kind == "air" else ("21b",)


@dataclass(slots=True)
class NextTurn(Frame):
    """21a, 21c: the Turn marker advances, or the game is over."""

    id = "iwojima.victory.NextTurn"

    def run(self, s: State) -> None:
        s.agenda.pop()
        if s.turn == s.game.last_turn:
            final_scoring(s)
        s.tell("turn", s.turn + 1, cases=("21a",))
        s.turn += 1
        s.spent = NO_UNITS


def final_scoring(s: State) -> None:
    """23.2(3)-(5), 24(3), R35, R36: the Japanese side adds what it has kept; the higher total wins, equal is a draw."""
    g = s.game
    alive = count(on_the_map(s))
    kept = g.areas - count(s.control)
    for points, why, about, case in (
        (alive * g.vp_jp_unit, "alive", alive, "23.2(3)"),
        (g.vp_hq if s.steps[g.hq] else 0, "headquarters", 0, "23.2(4)"),
        (kept * g.vp_area, "areas", kept, "23.2(5)"),
    ):
        if points:
            s.vp[JP] += points
            s.tell("scored", JP, points, s.vp[JP], why, about, cases=(case,))
    us, jp = s.vp
    raise GameOver(DRAW if us == jp else US if us > jp else JP, "last-turn", ("24(3)", "3.VP-b"))
