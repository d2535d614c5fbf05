"""Chapter 11: fog of war: how concealed Japanese units come to be revealed."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import State, place
from grognard.games.formosa.zones import zone
from grognard.kernel.bits import each, members
from grognard.kernel.ids import Space, Unit


def reveal(s: State, units: Iterable[Unit], *cases: str) -> None:
    """11.1f, 11.2d: turned up to the end of the game; a deception unit is removed at once and never returns."""
    g = s.game
    for unit in units:
        bit = 1 << unit
        if not s.concealed & bit:
            continue
        s.concealed &= ~bit
        s.news += 1
        s.tell("revealed", unit, s.where[unit], cases=cases)
        if g.deceptions & bit:
            s.tell("deception-removed", unit, s.where[unit], cases=("11.1f",))
            place(s, unit, g.eliminated[JAPANESE])


def reveal_hex(s: State, hex_: Space, *cases: str) -> None:
    """Everything concealed in one hex."""
    reveal(s, members(s.at[hex_] & s.concealed), *cases)


def reveal_in_contact(s: State) -> None:
    """11.2a: at the start of every Combat Phase, all concealed units in an Allied zone."""
    seen = zone(s, ALLIED)
    reveal(s, [u for u in each(s.concealed) if s.where[u] < s.game.hexes and seen >> s.where[u] & 1], "11.2a")


def conceal(s: State, unit: Unit) -> None:
    """11.1a: face down."""
    s.concealed |= 1 << unit


# --- 11.1b, R34: a standing act


def may_reveal(s: State) -> list[Unit]:
    """11.1b, 11.2f, R34: every concealed unit on the map, no matter whose turn it is."""
    return [u for u in each(s.concealed) if s.where[u] < s.game.hexes]


def reveal_by_choice(s: State, unit: Unit) -> None:
    """11.1b."""
    reveal(s, [unit], "11.1b", "R34")
