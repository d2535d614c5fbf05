"""Chapter 4: sudden death, victory points and the five bands."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.formosa.state import State, allied_hexes, functional, plays
from grognard.kernel.bits import each
from grognard.kernel.flow import DRAW, GameOver, Term
from grognard.kernel.ids import NO_UNITS, Side, Units

ENDINGS = ("japanese-strategic", "japanese-operational", "draw", "allied-operational", "allied-strategic")
WINNERS = (JAPANESE, JAPANESE, DRAW, ALLIED, ALLIED)


class Points(NamedTuple):
    """Victory points of one kind."""

    side: Side
    value: int
    text: str
    cases: tuple[str, ...]


# --- 4.1 sudden death


def settled(s: State) -> None:
    """4.1, R5, R6: from the first moment of turn 2, after every completed action."""
    if s.turn < 2:
        return
    g = s.game
    allied = allied_hexes(s) & g.land
    if not allied:
        raise GameOver(JAPANESE, "japanese-sudden-death", ("4.1c", "4.1a"))
    if not g.sites & ~allied:
        raise GameOver(ALLIED, "allied-sudden-death", ("4.1b", "4.1a"))


# --- 4.2 victory points


def points(s: State) -> list[Points]:
    """4.2b-i, 25.5b, 25.10: what each side would score if the game ended now."""
    g = s.game
    vp = g.vp
    found: list[Points] = []
    held, working = allied_hexes(s), functional(s)
    for hexes, name, price, case in (
        (g.major_ports & working, "Major ports", vp["major_port"], "4.2b"),
        (g.minor_ports & working, "Minor ports", vp["minor_port"], "4.2c"),
        (g.airfields & working, "Airfields", vp["airfield"], "4.2d"),
        (g.industry & held, "Industry", vp["industry"], "4.2e"),
        (g.peaks & held, "Peaks", vp["peak"], "4.2e"),
    ):
        found.append(Points(ALLIED, price * hexes.bit_count(), f"{name}, {hexes.bit_count()}", (case, "4.2f")))
    lost = counted_losses(s).bit_count()
    what = "Allied units gone for good" if plays(s, "R7") else "Allied units lost"
    found.append(Points(JAPANESE, vp["lost_unit"] * lost, f"{what}, {lost}", LOST))
    if s.bought_97th:
        found.append(Points(ALLIED, -vp["ninety_seventh"], "97th Division", ("25.5b",)))
    if s.allied_bonus:
        found.append(Points(ALLIED, s.allied_bonus, "Prisoner-of-war camp freed", ("25.10c",)))
    if plays(s, "25.10"):
        kept = vp["camp_kept"] if s.present[JAPAN] and any(s.where[u] < g.hexes for u in each(g.camp)) else 0
        found.append(Points(JAPANESE, kept, "Prisoner-of-war camp kept", ("25.10d",)))
        found.append(Points(JAPANESE, s.japanese_bonus, "Prisoner-of-war camp bombed", ("25.10e", "25.10f")))
    return found


def counted_losses(s: State) -> Units:
    """4.2h-i, R7, R8: Allied units that are lost; in another reading only those that are gone for good."""
    g = s.game
    lost = s.at[g.eliminated[ALLIED]]
    if not plays(s, "R7"):
        lost |= s.at[g.replacements[ALLIED]]
    return lost & g.worth_vp


LOST = ("4.2h", "4.2i", "R7", "R8")


def score_of(s: State, side: Side) -> int:
    """A side's points."""
    return sum(p.value for p in points(s) if p.side == side)


def net(s: State) -> int:
    """4.2j: Allied less Japanese points."""
    return score_of(s, ALLIED) - score_of(s, JAPANESE)


def band(s: State) -> int:
    """4.2j: 0 Japanese Strategic to 4 Allied Strategic."""
    return sum(net(s) > most for most in s.game.bands)


def end_of_turn(s: State) -> None:
    """6.1q, 4.2a: after the last turn points are counted; otherwise the turn marker moves on."""
    if s.turn >= s.game.last_turns[s.scenario]:
        terms = [Term("points", (p.side, p.value, p.text), p.cases) for p in points(s) if p.value]
        s.tell("points", score_of(s, ALLIED), score_of(s, JAPANESE), net(s), cases=("4.2a", "4.2j"), sum=terms)
        raise GameOver(WINNERS[band(s)], ENDINGS[band(s)], ("4.2a", "4.2j"))
    s.turn += 1
    s.landed = s.raided = NO_UNITS
    s.tell("turn", s.turn, s.scenario, cases=("6.1q",))
