"""“Will I take it?”: what the die of one combat decides, with the losses that can be taken."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.losses import steps_of
from grognard.games.nemesis.odds import Attack, die_modifiers, final_column, parse
from grognard.games.nemesis.state import State, units_in

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances and means over the faces of the die."""

    taken: float
    """The chance that the hex is emptied by losses and somebody is left who can go in."""
    emptied: float
    forced: float
    """The chance that a retreat may be forced: an r, all losses taken, somebody left on both sides."""
    ours: float
    """Attacking steps lost on average."""
    theirs: float


def outlook(s: State, attack: Attack) -> Outlook:
    """6.1-G, 6.2-A-a, E-a, c, R58: Artillery takes no losses and does not go in; all other attackers can."""
    g = s.game
    column, _ = final_column(s, attack)
    drm = sum(m.value for m in die_modifiers(s, attack))
    ours = steps_of(s, [u for u in attack.units if not g.artillery >> u & 1])
    theirs = steps_of(s, units_in(s, attack.target, 1 - attack.side))
    taken = emptied = forced = lost = slain = 0
    for face in FACES:
        our_loss, their_loss, r = parse(g.results.result(column, face + drm))
        our_loss, their_loss = our_loss + attack.massive, their_loss + attack.massive
        lost += min(our_loss, ours)
        slain += min(their_loss, theirs)
        left, empty = our_loss < ours, their_loss >= theirs
        forced += r and left and not empty
        emptied += empty
        taken += empty and left
    of = len(FACES)
    return Outlook(taken / of, emptied / of, forced / of, lost / of, slain / of)
