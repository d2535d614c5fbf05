"""Chapter 4: victory, at once or at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.games.ichigo.breakdowns import die_terms, modifier_terms
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.kernel.dice import Throw
from grognard.kernel.flow import DRAW, Frame, GameOver, Roll, Term
from grognard.kernel.ids import NO_SIDE, NO_SPACE, NO_SPACES, NO_UNITS, Side, Space, Spaces
from grognard.kernel.tables import Modifier

# --- what the conditions speak of


def holds_all_airbases(s: State) -> bool:
    """4.1b, 4.2b, 5.2b, 9.7c: every US airbase is Japanese-controlled."""
    return not s.game.airbases & ~s.japanese


def holds_railroad(s: State) -> bool:
    """4.1b, 4.2c, 4.3d, 5.2c: every hex of the railroad is Japanese-controlled."""
    return not s.game.rail_set & ~s.japanese


def east_is_clear(s: State) -> bool:
    """4.1b, 4.2f, R23: no Chinese unit east of the railroad, militia counted."""
    return not s.present[CHINA] & s.game.east


def threatens(s: State, city: Space, nearby: Spaces) -> bool:
    """4.2d, 5.2d-e, R21: a Japanese unit within five hexes of a city, or control of it."""
    return bool(s.present[JAPAN] & nearby) or controls(s, city, JAPANESE)


def threat_words(s: State, city: str, nearby: Spaces) -> str:
    """4.2d, 5.2d-e: which of the two it is, where a city is threatened."""
    return f"A Japanese unit within five hexes of {city}" if s.present[JAPAN] & nearby else f"{city} is Japanese"


def controls(s: State, hex_: Space, side: Side) -> bool:
    """3.5a: who has a tracked hex."""
    return bool(s.japanese >> hex_ & 1) == (side == JAPANESE)


# --- 4.4, 4.5, 4.1: at once


def after_control(s: State, hex_: Space, side: Side) -> None:
    """R75: what the change of one hex decides, in the order 4.4, 4.5, 4.1."""
    g = s.game
    if side == JAPANESE and hex_ in s.beachheads:
        raise GameOver(JAPANESE, "beachhead", ("4.4", "7.5c"))
    if controls(s, g.shanghai, ALLIED) and controls(s, g.wuhan, ALLIED):
        raise GameOver(ALLIED, "shanghai-and-wuhan", ("4.5",))
    if side == JAPANESE and hex_ == g.chungking and s.causeway != LAUNCHED and not s.collapse_rolled:
        found = collapse_modifiers(s)
        s.tell("collapse-due", sum(m.value for m in found), cases=("4.1a", "4.1b"), sum=modifier_terms(found))
        s.agenda.append(Collapse())


def collapse_modifiers(s: State) -> list[Modifier]:
    """4.1b, cumulative."""
    found = [
        (controls(s, s.game.kunming, JAPANESE), "Kunming is Japanese"),
        (holds_railroad(s), "The whole railroad is Japanese"),
        (holds_all_airbases(s), "All US airbases are Japanese"),
        (east_is_clear(s), "No Chinese unit east of the railroad"),
    ]
    return [Modifier(1, text, ("4.1b",)) for holds, text in found if holds]


@dataclass(slots=True)
class Collapse(Frame):
    """4.1a, 4.1c: Chungking has fallen; one roll, once a game."""

    id = "ichigo.victory.Collapse"

    def run(self, s: State) -> Roll:
        return Roll("collapse", 1, (sum(m.value for m in collapse_modifiers(s)),), ("4.1a", "4.1b"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        s.collapse_rolled = 1
        found, needed = collapse_modifiers(s), s.game.collapse_needed
        total = dice[0] + sum(m.value for m in found)
        sums = die_terms(dice[0], found, needed, "4.1a")
        if total >= needed:
            s.tell("china-collapses", cases=("4.1a",), sum=sums)
            raise GameOver(JAPANESE, "collapse", ("4.1a",))
        s.tell("china-fights-on", cases=("4.1c",), sum=sums)


# --- 4.2, 4.3: at the end


Line = tuple[bool, int, str, str]


def conditions(s: State) -> Sequence[Line]:
    """4.2, 4.3: what Japanese victory points are given for, and whether it is so."""
    return causeway_ledger(s) if s.causeway == LAUNCHED else campaign_ledger(s)


def ledger(s: State) -> list[Modifier]:
    """4.2, 4.3: the Japanese victory points as the game stands, one line for each that counts."""
    return [Modifier(value, text, (case,)) for holds, value, text, case in conditions(s) if holds]


def campaign_ledger(s: State) -> Sequence[Line]:
    """4.2b-g, without Causeway."""
    g = s.game
    return (
        (holds_all_airbases(s), 1, "All US airbases are Japanese", "4.2b"),
        (holds_railroad(s), 1, "The whole railroad is Japanese", "4.2c"),
        near_chungking(s),
        (controls(s, g.kunming, JAPANESE), 1, "Kunming is Japanese", "4.2e"),
        (east_is_clear(s), 1, "No Chinese unit east of the railroad", "4.2f"),
    )


def near_chungking(s: State) -> Line:
    """4.2d: a unit near the city or the city itself; the line says which, or both where neither is so."""
    g = s.game
    if threatens(s, g.chungking, g.near_chungking):
        return (True, 1, threat_words(s, "Chungking", g.near_chungking), "4.2d")
    return (False, 1, "A Japanese unit within five hexes of Chungking, or the city itself Japanese", "4.2d")


def causeway_ledger(s: State) -> Sequence[Line]:
    """4.3b-h, with Causeway."""
    g = s.game
    beaches = ("Formosa", "mainland")
    contested = [
        (bool(s.present[JAPAN] & g.near[hex_]), 1, f"A Japanese unit next to the {name} beachhead", "4.3b")
        for name, hex_ in zip(beaches, s.beachheads, strict=False)
    ]
    cities_lost = controls(s, g.shanghai, ALLIED) or controls(s, g.wuhan, ALLIED)
    return (
        *contested,
        (controls(s, g.chungking, JAPANESE), 1, "Chungking is Japanese", "4.3c"),
        (holds_railroad(s), 1, "The whole railroad is Japanese", "4.3d"),
        (not s.present[JAPAN] & g.formosa, -1, "No Japanese unit on Formosa", "4.3e"),
        (controls(s, g.north_end, ALLIED), -1, "The Allies control 1801", "4.3f"),
        (controls(s, g.south_end, ALLIED), -1, "The Allies control 0925", "4.3f"),
        (cities_lost, -1, "The Allies control Shanghai or Wuhan", "4.3g"),
    )


def points(s: State) -> int:
    """4.2, 4.3: Japanese victory points now."""
    return sum([value for holds, value, _, _ in conditions(s) if holds])


def last_turn(s: State) -> int:
    """5.0d."""
    return s.game.last_turn_with_causeway if s.causeway == LAUNCHED else s.game.last_turn


def end_of_turn(s: State) -> None:
    """8.6, R31, 4.2a, 4.3a: markers come off; after the last turn the points decide."""
    s.air_markers = s.air_range = NO_SPACES
    s.cut_off = NO_UNITS
    s.air_side, s.b29 = NO_SIDE, NO_SPACE
    if s.turn >= last_turn(s):
        score(s)
    lines = [Term("victory-point", (m.value, m.text), m.cases) for m in ledger(s)]
    s.tell("standing", points(s), cases=("4.3a",) if s.causeway == LAUNCHED else ("4.2a",), sum=lines)
    s.turn += 1
    s.tell("turn", s.turn, cases=("5.0a",))


def score(s: State) -> None:
    """4.2a, 4.3a."""
    launched = s.causeway == LAUNCHED
    for line in ledger(s):
        s.tell("point", line.value, line.text, cases=line.cases)
    win, draw = s.game.vp_limits[2:] if launched else s.game.vp_limits[:2]
    total = points(s)
    winner = JAPANESE if total >= win else DRAW if total >= draw else ALLIED
    raise GameOver(winner, "points", ("4.3a",) if launched else ("4.2a",))
