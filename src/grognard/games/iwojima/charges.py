"""Section 22.3: Banzai and Kirikami charges."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.facts import JP
from grognard.games.iwojima.state import State, eliminate, lose_step, reveal
from grognard.kernel.bits import members
from grognard.kernel.flow import Bar, Decision, Frame, Option, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit, Units


def in_contact(s: State) -> Units:
    """Japanese units that share an area with US ground units."""
    g = s.game
    units = NO_UNITS
    for area in g.every_area:
        if s.at[area] & g.us_ground:
            units |= s.at[area] & g.jp
    return units


# --- 22.3.2 Kirikami


@dataclass(slots=True)
class Kirikami(Frame):
    """22.3.2a, R32: at the start of the US Assault Phase a unit in contact may pay a step; once a turn."""

    id = "iwojima.charges.Kirikami"
    verbs = ("kirikami", "pass")

    def run(self, s: State) -> Decision | None:
        units = members(in_contact(s))
        if not units or s.kirikami:
            s.agenda.pop()
            return None
        options: list[Option] = [("pass",), *(("kirikami", u) for u in units)]
        return Decision(JP, "kirikami", options, ("22.3.2a", "22.3.2c"))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        if option[0] == "pass":
            return
        s.kirikami = 1
        s.news += 1
        s.tell("kirikami", option[1], s.where[unit_of(option)], cases=("22.3.2a", "22.3.2c"))
        lose_step(s, unit_of(option), "22.3.2a", "22.3.2b")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return []
        if in_contact(s) >> unit & 1:
            return [Bar(f"{s.game.unit_names[unit]} may lead the charge: no area is needed.", ("22.3.2a",))]
        return [Bar("Only a Japanese unit that shares an area with US units can lead the charge.", ("22.3.2a",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, None) if verb == "kirikami" else []


# --- 22.3.1 Banzai


def may_declare_banzai(s: State) -> bool:
    """22.3.1a: the HQ is in play, Concealed or Revealed, and the charge is not yet declared."""
    return s.steps[s.game.hq] > 0 and not s.banzai


def hq_is_openly_dead(s: State) -> bool:
    """Whether everybody knows that there can be no Banzai Charge any more."""
    return s.where[s.game.hq] == s.game.eliminated


def declare_banzai(s: State) -> None:
    """22.3.1a, R31: the HQ shows itself; the bonus counts for every assault rolled from now on in this phase."""
    hq = s.game.hq
    s.banzai = 1
    s.news += 1
    s.tell("banzai", hq, s.where[hq], cases=("22.3.1a", "22.3.1b"))
    reveal(s, hq, "R31")


def charge_bonus(s: State, unit: Unit) -> int:
    """22.3.1b, 22.3.2c, R32: what the charges add to a Japanese unit's Assault Rating; they add up."""
    return kirikami_bonus(s) + banzai_bonus(s, unit)


def kirikami_bonus(s: State) -> int:
    """22.3.2c: every Japanese unit."""
    return s.game.kirikami_bonus if s.kirikami else 0


def banzai_bonus(s: State, unit: Unit) -> int:
    """22.3.1b: units in the HQ's area and in the adjacent ones."""
    if not s.banzai:
        return 0
    g = s.game
    hq_area = s.where[g.hq]
    return g.banzai_bonus if (g.near[hq_area] | 1 << hq_area) >> s.where[unit] & 1 else 0


def end_charges(s: State) -> None:
    """22.3.1c, 22.3.2c: after the Japanese Assault Phase the HQ is gone and the Turn marker turns back."""
    s.kirikami = 0
    if s.banzai:
        s.banzai = 0
        s.tell("hq-spent", s.game.hq, cases=("22.3.1c",))
        eliminate(s, s.game.hq)
