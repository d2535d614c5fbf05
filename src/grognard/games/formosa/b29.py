"""16.5: the B-29 strike and the suppression it leaves."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.concealment import reveal
from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.formosa.losses import eliminate, proofs_of
from grognard.games.formosa.state import COMMITTED, FLOWN, State, place, units_at
from grognard.games.formosa.supply import supplied
from grognard.kernel.bits import members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, Term, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, Side, Space, Unit

OPEN, TOWN, ROUGH, HIGH, FORTIFIED = range(5)
"""Columns of the table."""


def is_committed(s: State) -> bool:
    """6.1h, 16.1b."""
    return s.b29 == COMMITTED


def begin(s: State) -> None:
    """6.1h."""
    s.agenda.append(B29Phase())


def column(s: State, hex_: Space) -> int:
    """16.5b-c, R67: the first that fits: fortified, mountain, rough, city or town, open."""
    g = s.game
    bit = 1 << hex_
    if s.at[hex_] & g.fortresses & ~s.concealed:
        return FORTIFIED
    if g.high & bit:
        return HIGH
    if g.map.terrain[hex_] == "rough":
        return ROUGH
    return TOWN if (g.cities | g.towns) & bit else OPEN


@dataclass(slots=True)
class B29Phase(Frame):
    """16.5: one hex with Japanese units; they may show a fortress; the die; losses; suppression."""

    id = "formosa.b29.B29Phase"
    verbs = ("bomb", "no-strike", "show-fortress", "stay-hidden")
    hex: Space = NO_SPACE
    stage: str = "target"

    def run(self, s: State) -> Decision | Roll:
        if self.stage == "target":
            options: list[Option] = for_each("bomb", s.present[JAPAN])
            options.append(("no-strike",))
            return Decision(ALLIED, "b29", options, ("16.5a",))
        if self.stage == "show":
            options = for_each("show-fortress", s.at[self.hex] & s.concealed & s.game.fortresses)
            options.append(("stay-hidden",))
            return Decision(JAPANESE, "show-fortress", options, ("16.5b",), (self.hex,), always=True)
        if self.stage == "camp":
            return Roll("camp-die", 1, (self.hex,), ("25.10f",))
        return Roll("b29", 1, (self.hex, s.game.b29_table.columns[column(s, self.hex)]), ("16.5c", "R67"))

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "no-strike":
            s.agenda.pop()
        elif verb == "bomb":
            self.hex = space_of(option)
            s.b29, s.b29_hex = FLOWN, self.hex
            s.news += 1
            s.tell("b29-target", self.hex, cases=("16.5a",))
            self.stage = "show" if s.at[self.hex] & s.concealed else "roll"
        else:
            if verb == "show-fortress":
                reveal(s, [unit_of(option)], "16.5b")
            self.stage = "roll"

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        s.agenda.pop()
        if self.stage == "camp":
            self.hit_camp_or_other(s, dice[0])
            return
        result = g.b29_table.result(column(s, self.hex), dice[0])
        term = Term("bombs", (g.b29_table.columns[column(s, self.hex)], dice[0], result), ("16.5c", "R67"))
        s.tell("b29-result", self.hex, result, cases=("16.5d",) if result == "D1" else ("16.5e",), sum=[term])
        if result == "-":
            return
        s.agenda.append(Suppression(self.hex))
        if result == "D1":
            self.destroy(s)

    def destroy(self, s: State) -> None:
        """16.5d, 25.10e-f, R68."""
        here = units_at(s, self.hex, JAPANESE)
        camp = here & s.game.camp
        if not camp:
            s.agenda.append(Bombed(self.hex))
        elif here == camp:
            bomb_camp(s, members(camp)[0])
        else:
            self.stage = "camp"
            s.agenda.append(self)

    def hit_camp_or_other(self, s: State, die: int) -> None:
        """25.10f: on 1-3 the bombs fall on the camp."""
        if die <= s.game.camp_hit:
            bomb_camp(s, members(s.at[self.hex] & s.game.camp)[0])
        else:
            s.agenda.append(Bombed(self.hex))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if self.stage == "target":
            if space is not None and not units_at(s, space, JAPANESE):
                return [Bar(f"No Japanese unit is in {s.game.space_names[space]}.", ("16.5a",))]
            return [Bar("The B-29 strikes one hex with Japanese units: choose the hex alone.", ("16.5a",))]
        return [Bar("Only a concealed coastal defence or heavy weapons in the hex can be shown.", ("16.5b",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "show-fortress" and self.stage == "target":
            return [Bar("No hex has been bombed yet.", ("16.5a", "16.5b"))]
        return self.why_not(s, side, unit, space)


def bomb_camp(s: State, camp: Unit) -> None:
    """25.10e-f: the camp is removed and the Japanese score."""
    hex_ = s.where[camp]
    s.concealed &= ~(1 << camp)
    place(s, camp, s.game.eliminated[JAPANESE])
    s.japanese_bonus += s.game.vp["camp_bombed"]
    s.news += 1
    s.tell("camp-bombed", hex_, cases=("25.10e", "25.10f"))


@dataclass(slots=True)
class Suppression(Frame):
    """16.5d-e: every unit left in the hex is suppressed, die-hards that have just risen included; an empty hex not."""

    id = "formosa.b29.Suppression"
    hex: Space

    def run(self, s: State) -> None:
        s.agenda.pop()
        if units_at(s, self.hex, JAPANESE):
            s.suppressed = self.hex
        else:
            s.tell("nobody-suppressed", self.hex, cases=("16.5d",))


@dataclass(slots=True)
class Bombed(Frame):
    """16.5d, R68: the Japanese player selects any counter of the hex, unseen; the camp last (25.10b)."""

    id = "formosa.b29.Bombed"
    verbs = ("lose",)
    hex: Space

    def run(self, s: State) -> Decision | None:
        options: list[Option] = [("lose", u) for u in self.choice(s)]
        if not options:
            s.agenda.pop()
            return None
        return Decision(JAPANESE, "bombed", options, ("16.5d", "R68"), (self.hex,), always=True, atomic=True)

    def choice(self, s: State) -> list[Unit]:
        """Everything but the camp."""
        return members(units_at(s, self.hex, JAPANESE) & ~s.game.camp)

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        s.agenda.pop()
        line, proofs = supplied(s, [unit]), proofs_of(s, [unit])
        eliminate(s, unit, bool(line), "16.5d", "R68", proofs=proofs)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and s.game.camp >> unit & 1 and s.where[unit] == self.hex:
            return [Bar("The camp is the last unit lost in its hex.", ("25.10b",))]
        return [Bar(f"The bombs fall on {s.game.space_names[self.hex]}.", ("16.5d", "R68"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
