"""Chapters 7 and 9: logistics points, and Amoy."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.formosa.state import State, functional
from grognard.games.formosa.victory import settled
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Frame, Roll, Term
from grognard.kernel.ids import Side


def is_later_turn(s: State) -> bool:
    """6.1a-c, 24.1p: Logistics, Recruit and Amoy are skipped on turn 1."""
    return s.turn > 1


def begin(s: State) -> None:
    """6.1a."""
    s.agenda.append(Logistics())


def allied_income(s: State, turn: int) -> list[tuple[int, str, str]]:
    """7.2c-g, 8.7, 9.1b: LP of a turn as things stand, what for, and the case; Amoy pays from the turn after."""
    g = s.game
    working = functional(s)
    major, minor = (g.major_ports & working).bit_count(), (g.minor_ports & working).bit_count()
    fields = (g.airfields & working).bit_count()
    found = [(g.allied_income[s.scenario], "Each turn", "7.2c")]
    if s.amoy and turn > s.amoy:
        found.append((g.amoy_lp, "Amoy", "7.2d"))
    found += [
        (major * g.port_lp[0], f"Functional major ports, {major}", "7.2e"),
        (minor * g.port_lp[1], f"Functional minor ports, {minor}", "7.2f"),
        (fields // g.airfields_per_lp, f"Functional airfields, {fields}", "7.2g"),
    ]
    return found


def japanese_income(s: State) -> int:
    """7.2b: besides the die."""
    return (s.game.airfields & s.present[JAPAN]).bit_count() // s.game.airfields_per_lp


@dataclass(slots=True)
class Logistics(Frame):
    """7.2: pending points first (R12), then the Japanese die and airfields, then the Allied income."""

    id = "formosa.logistics.Logistics"

    def run(self, s: State) -> Roll:
        return Roll("japanese-lp", 1, (japanese_income(s),), ("7.2a", "7.2b"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        fields = japanese_income(s)
        incomes = (allied_income(s, s.turn), [(dice[0], "The die", "7.2a"), (fields, "Airfields held", "7.2b")])
        for side in (JAPANESE, ALLIED):
            rows = [*incomes[side], (s.pending_lp[side], "Won in battle last turn", "R12")]
            gained = sum(lp for lp, _, _ in rows)
            s.lp[side] += gained
            s.pending_lp[side] = 0
            terms = [Term("income", (lp, text), (case,)) for lp, text, case in rows if lp]
            s.tell("lp", side, gained, s.lp[side], cases=("7.2h", "7.2k"), sum=terms)


def cap(s: State, side: Side) -> None:
    """7.2i, R11: what is above 20 is lost."""
    over = s.lp[side] - s.game.most_lp
    if over > 0:
        s.lp[side] = s.game.most_lp
        s.tell("lp-lost", side, over, cases=("7.2i", "R11"))


# --- 9 Amoy


def amoy_holds_out(s: State) -> bool:
    """9.1a: from turn 2 until it is captured."""
    return s.turn > 1 and not s.amoy


def begin_amoy(s: State) -> None:
    """6.1c."""
    s.agenda.append(Amoy())


@dataclass(slots=True)
class Amoy(Frame):
    """9.1a: captured on a die lower than the number of the turn."""

    id = "formosa.logistics.Amoy"

    def run(self, s: State) -> Roll:
        return Roll("amoy", 1, (s.turn,), ("9.1a",))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        if dice[0] < s.turn:
            s.amoy = s.turn
            s.tell("amoy-captured", cases=("9.1a", "9.0a"), sum=[Term("less", (dice[0], s.turn, 1), ("9.1a",))])
        else:
            s.tell("amoy-holds", cases=("9.1a",), sum=[Term("less", (dice[0], s.turn, 0), ("9.1a",))])
        settled(s)
