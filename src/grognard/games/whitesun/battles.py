"""A battle against known defenders, round by round to its end: exact chances, for the next round and for fighting on.

Who takes a loss is the player's choice; here Japanese losses go as in `odds`, and of the Chinese those go first whose
dice would hit most. The player fights on while the points last.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.whitesun.facts import COMMUNIST, ELITE, REGULAR
from grognard.games.whitesun.odds import Numbers, Strength, both
from grognard.games.whitesun.state import State, defenders
from grognard.kernel.bits import each
from grognard.kernel.ids import Space
from grognard.kernel.odds import pool

NEGLIGIBLE = 1e-9
Foe = tuple[int, int]
"""A defender: its kind (elite, Communist, or regular and garrison) and its dice."""


@dataclass(slots=True)
class Ending:
    """How it may stand after some rounds: the first three add up to one."""

    taken: float = 0.0
    destroyed: float = 0.0
    open: float = 0.0
    """Both sides have somebody left."""
    lost: float = 0.0
    """Japanese steps lost, on average."""
    beaten: float = 0.0
    """Chinese units beaten, on average."""


def foes(s: State, hex_: Space, n: Numbers) -> tuple[Foe, ...]:
    """The defenders in a hex, in the order in which they are struck: whose dice hit most first."""
    g = s.game
    out = []
    for unit in each(defenders(s, hex_) & ~g.fighters):
        if g.communists >> unit & 1:
            out.append((n.communist, unit, (COMMUNIST, 1)))
        elif g.elites >> unit & 1:
            dice = g.dice[unit][g.full[unit]]
            out.append((n.elite * dice, unit, (ELITE, dice)))
        else:
            dice = g.dice[unit][g.full[unit]]
            out.append((n.regular * dice, unit, (REGULAR, dice)))
    return tuple(foe for _, _, foe in sorted(out, key=lambda row: (-row[0], row[1])))


def fought(strength: Strength, ships: int, order: tuple[Foe, ...], depot: int, rounds: tuple[Numbers, ...]) -> Ending:
    """10.1b-k: so many rounds, each with its hit numbers, from a force that is whole."""
    out = Ending()
    standing: dict[tuple[int, int, int], float] = {(0, 0, depot): 1.0}
    for n in rounds:
        after: dict[tuple[int, int, int], float] = {}
        for (lost, gone, works), p in standing.items():
            if p > NEGLIGIBLE:
                one_round(strength, ships, order, n, (lost, gone, works), p, after)
        standing = {}
        for state, p in after.items():
            lost, gone, _ = state
            if gone == len(order) or lost >= strength.steps:
                settle(out, lost, gone, p, gone == len(order) and lost < strength.steps)
            else:
                standing[state] = p
    for (lost, gone, _), p in standing.items():
        out.open += p
        out.lost += p * lost
        out.beaten += p * gone
    return out


def settle(out: Ending, lost: int, gone: int, p: float, taken: bool) -> None:
    """A battle that is over."""
    if taken:
        out.taken += p
    else:
        out.destroyed += p
    out.lost += p * lost
    out.beaten += p * gone


def one_round(
    strength: Strength,
    ships: int,
    order: tuple[Foe, ...],
    n: Numbers,
    state: tuple[int, int, int],
    p: float,
    after: dict[tuple[int, int, int], float],
) -> None:
    """10.1b-e: the flotilla, Communists and elites, the Japanese, regulars and garrisons; hits take effect at once."""
    lost, gone, depot = state
    every = len(order)
    for hits, p_ships in enumerate(pool(ships, n.imperial)):
        k, works = struck(gone, depot, hits, every)
        elite = sum(dice for kind, dice in order[k:] if kind == ELITE)
        red = sum(1 for kind, _ in order[k:] if kind == COMMUNIST)
        for first, p_first in enumerate(both(elite, n.elite, red, n.communist)):
            left = min(strength.steps, lost + first)
            q = p * p_ships * p_first
            if left >= strength.steps or k == every:
                add(after, (left, k, works), q)
                continue
            imperial, puppets = strength.dice[left]
            for ours, p_ours in enumerate(both(imperial, n.imperial, puppets, n.puppet)):
                k2, works2 = struck(k, works, ours, every)
                regular = sum(dice for kind, dice in order[k2:] if kind == REGULAR)
                for last, p_last in enumerate(pool(regular, n.regular)):
                    add(after, (min(strength.steps, left + last), k2, works2), q * p_ours * p_last)


def struck(gone: int, depot: int, hits: int, every: int) -> tuple[int, int]:
    """10.4a, R66: a depot takes the first hit; surplus hits are lost."""
    used = min(depot, hits)
    return min(every, gone + hits - used), depot - used


def add(after: dict[tuple[int, int, int], float], state: tuple[int, int, int], p: float) -> None:
    """Put a share where it belongs."""
    after[state] = after.get(state, 0.0) + p
