"""Chapter 4: survival on Turn 1, and victory from Turn 2 on."""

from __future__ import annotations

from grognard.games.whitesun.facts import CHINESE, JAPANESE, TURNS
from grognard.games.whitesun.state import State, own, remove_works
from grognard.kernel.bits import members
from grognard.kernel.flow import GameOver
from grognard.kernel.ids import Space, Spaces
from grognard.kernel.map_search import flood


def missing_objectives(s: State) -> Spaces:
    """4.1a-b, R30: the cities inside the line and the four ports that are not Japanese."""
    return s.game.objectives & ~own(s)


def missing_victory_hexes(s: State) -> Spaces:
    """4.2b-d, R27: of Chungking, Chengtu and the nine port hexes, those that are not Japanese."""
    return s.game.victory_hexes & ~own(s)


def holds_trunk_line(s: State) -> bool:
    """4.2e, R29: Japanese railroad hexes, none coastal but 1417 and 1517, from 5819 to 1417 or 1419."""
    g = s.game
    return bool(flood(g.rail, 1 << g.south_end, ~(own(s) & g.trunk)) & g.north_ends)


def has_won(s: State) -> bool:
    """4.2a: after Turn 1, everything at once."""
    return s.turn > 1 and not missing_victory_hexes(s) and holds_trunk_line(s)


def test_victory(s: State) -> None:
    """R30: tested after every change of control."""
    if has_won(s):
        raise GameOver(JAPANESE, "victory", ("4.2a", "R30"))


def take_hex(s: State, hex_: Space, *cases: str) -> None:
    """3.4b, 10.1i, 12.3: the hex becomes Japanese; break, fort and depot are gone. It may end the game: do it last."""
    bit = 1 << hex_
    repaired = bool(s.broken & bit)
    s.japanese |= bit
    s.broken &= ~bit
    s.held &= ~bit
    works = remove_works(s, hex_)
    s.tell("repaired" if repaired else "taken", hex_, cases=cases)
    if works:
        s.tell("works-gone", works, hex_, cases=("10.5c", "R59"))
    test_victory(s)


def check(s: State) -> None:
    """Phase IV: 4.1, 4.3, 5.4."""
    if s.turn == 1 and (missing := missing_objectives(s)):
        s.tell("objectives-missed", members(missing), cases=("4.1a",))
        raise GameOver(CHINESE, "survival", ("4.1a", "4.3a"))
    test_victory(s)
    if s.turn == TURNS:
        s.tell("conditions-missed", members(missing_victory_hexes(s)), int(holds_trunk_line(s)), cases=("4.3b", "4.2a"))
        raise GameOver(CHINESE, "time", ("4.3b", "5.5"))
    if s.turn == 1:
        s.tell("survived", cases=("4.1a",))
    s.turn += 1
    s.southern = 0
    s.tell("turn", s.turn, cases=("5.4",))
