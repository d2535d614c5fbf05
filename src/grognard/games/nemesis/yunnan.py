"""3.5: whether the Yunnan Force is active this Game Turn."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.state import State, activate_yunnan
from grognard.kernel.bits import bitset, each
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Frame, Roll, Term
from grognard.kernel.tables import Modifier
from grognard.kernel.words import numbered


def start_turn(s: State) -> None:
    """3.5-a, c, d, R38: forgotten at the start of each turn; from Game Turn 7 on active without a roll."""
    s.yunnan_active = 0
    if s.turn >= s.game.yunnan_from:
        activate_yunnan(s, "3.5-d")
    check_nearness(s)


def check_nearness(s: State) -> None:
    """3.5-c: a Japanese unit in or next to a Chinese Objective."""
    if s.present[JAPANESE] & s.game.near_chinese_objectives:
        activate_yunnan(s, "3.5-c")


def japanese_steps_near(s: State) -> int:
    """3.5-f, R38: Japanese unit steps within three hexes of any Yunnan Force unit on the map."""
    g = s.game
    hexes = bitset(s.where[u] for u in each(s.on_map & g.yunnan & g.ground))
    near = g.around(hexes, g.chiangs_face["within"]) & s.present[JAPANESE]
    return sum(s.steps[u] for h in each(near) for u in each(s.at[h] & g.ground_of[JAPANESE]))


def face_modifiers(s: State) -> list[Modifier]:
    """3.5-f, g."""
    g = s.game
    out = []
    steps = japanese_steps_near(s)
    if steps <= g.chiangs_face["few_steps"]:
        words = f"{numbered(steps, 'Japanese step')} within three hexes of the Yunnan Force"
        out.append(Modifier(g.chiangs_face["few_steps_drm"], words, ("3.5-f",)))
    lost = (s.at[g.losses[ALLIED]] & g.yunnan).bit_count()
    if lost >= g.chiangs_face["lost_units"]:
        out.append(Modifier(g.chiangs_face["lost_units_drm"], f"{lost} Yunnan units lost", ("3.5-g",)))
    return out


@dataclass(slots=True)
class ChiangsFace(Frame):
    """3.5-e: before the first Allied chit of a turn, if the force still sleeps."""

    id = "nemesis.yunnan.ChiangsFace"
    marked: int = 0

    def run(self, s: State) -> Roll | None:
        if not self.marked:
            self.marked = 1
            s.face = min(s.turn, s.game.top_slot)
            return None
        drm = sum(m.value for m in face_modifiers(s))
        return Roll("chiangs-face", 1, (s.face, drm), ("3.5-e", "3.5-f", "3.5-g"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        changes = face_modifiers(s)
        modified = dice[0] + sum(m.value for m in changes)
        why = [Term("die", (dice[0],), ("3.5-e",)), *(Term("modifier", (m.value, m.text), m.cases) for m in changes)]
        why.append(Term("face", (s.face, modified), ("3.5-e",)))
        if modified <= s.face:
            activate_yunnan(s, "3.5-e", why=why)
        else:
            s.tell("yunnan-sleeps", cases=("3.5-e", "3.5-h"), sum=why)
