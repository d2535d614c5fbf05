"""Chapter 5: the sequence of play. Turns 2 and 3 have one movement phase, with objectives by die (11.1)."""

from __future__ import annotations

from grognard.games.whitesun import administration, forming_forces, victory
from grognard.games.whitesun.facts import JAPANESE
from grognard.games.whitesun.objectives import Objectives
from grognard.games.whitesun.state import FIRST, SECOND, State
from grognard.kernel.flow import Phase


def begin_operations(s: State) -> None:
    """5.2b-c, 11.2, 12.2: free operations, or one objective after another."""
    forming_forces.start_phase(s)
    s.agenda.append(forming_forces.Muster() if s.game.free[s.turn] else Objectives())


def has_second_phase(s: State) -> bool:
    """5.4, 11.1c, 12.1."""
    return bool(s.game.second_phase[s.turn])


TURN = (
    Phase("administration", "I Administration", administration.begin, JAPANESE, ("5.2a", "3.6c"),
          when=administration.is_not_first_turn),
    Phase(FIRST, "II First Movement & Combat", begin_operations, JAPANESE, ("5.2b",)),
    Phase(SECOND, "III Second Movement & Combat", begin_operations, JAPANESE, ("5.2c", "5.3a"), when=has_second_phase),
    Phase("victory", "IV Victory Check", victory.check, None, ("5.2d", "4.1a", "4.2a")),
)  # fmt: skip
