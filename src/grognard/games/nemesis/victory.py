"""4.0-B and 9.0: who has won."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.satisfaction import PleaseSuperior, add_lament
from grognard.games.nemesis.state import State
from grognard.kernel.flow import DRAW, Frame, GameOver
from grognard.kernel.ids import Side


def instant_winner(s: State) -> Side | None:
    """4.0-B-a, 2.3-j: one Superior at 9 and the other at 0."""
    for side in (JAPANESE, ALLIED):
        if s.superior[side] == s.game.top_slot and s.superior[1 - side] == 0:
            return side
    return None


def check_victory(s: State) -> None:
    """4.0-B-a, R42: when a Game Turn is completed, not before."""
    winner = instant_winner(s)
    if winner is not None:
        raise GameOver(winner, "happy-superior", ("4.0-B-a",))


@dataclass(slots=True)
class LastReckoning(Frame):
    """9.0, R90: Lament of both, then both Generals and their dice, Japanese first; then compare."""

    id = "nemesis.victory.LastReckoning"
    stage: int = 0

    def run(self, s: State) -> None:
        self.stage += 1
        if self.stage == 1:
            for side in (JAPANESE, ALLIED):
                add_lament(s, side, s.flags[1 - side].bit_count(), "9.0-a")
        elif self.stage == 2:
            s.agenda.append(PleaseSuperior(ALLIED))
            s.agenda.append(PleaseSuperior(JAPANESE))
        else:
            allied, japanese = s.superior
            winner = DRAW if allied == japanese else ALLIED if allied > japanese else JAPANESE
            raise GameOver(winner, "superiors", ("9.0-c",))
