"""What things are worth, in points of a General's satisfaction: steps, Objectives, supply."""

from __future__ import annotations

from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.state import State, controlled
from grognard.kernel.bits import members
from grognard.kernel.notes import noted

STEP = (0.3, 0.6, 1.0, 1.5)
"""A step by its unit's Quality."""
FLAG_A_TURN = 1.6
"""A flag: one point for the General and one Lament for the other, each turn."""
FEW_LEFT = 0.9
SOON = 2
"""Turns until a red dot takes a flag off its owner's own Objective (7.2-b), about."""
LAMENT = 0.6
"""A point of Lament: a tenth of a Superior's favour."""
FREE_BATTALIONS = 3
"""8.1-A: as many come back each turn for nothing."""
REPLACED = 0.4
"""What a step is worth that will be back next turn."""
THREAT = 6
"""From how many hexes away the enemy threatens an Objective."""


def step_worth(s: State, unit: int) -> float:
    """One step of a unit: its strength and its Quality."""
    g = s.game
    per_step = g.strength[unit][g.full[unit]] / g.full[unit]
    return STEP[g.quality[unit]] * (0.5 + 0.25 * per_step)


def unit_worth(s: State, unit: int) -> float:
    """All its steps."""
    return step_worth(s, unit) * s.steps[unit]


def price(s: State, unit: int) -> float:
    """What losing a step of a unit costs its side: what it can do until it is replaced, and the Lament."""
    g = s.game
    worth = step_worth(s, unit)
    if (g.regiments | g.battalions) >> unit & 1:
        fresh = s.at[g.losses[JAPANESE]].bit_count() < FREE_BATTALIONS
        worth *= REPLACED if fresh else 1.0
    if g.quality[unit] == 1:
        return worth
    single = (g.regiments | g.battalions | g.chindits | g.small) >> unit & 1
    return worth + LAMENT * (g.lament["small"] if single else g.lament["large"] / g.full[unit])


def turns_left(s: State) -> int:
    """Supply Checks that are still to come, about."""
    return s.game.last_turn - s.turn + 1


def objective_worth(s: State, side: int, hex_: int) -> float:
    """2.3: what capturing an Objective, or losing it, changes for a side."""
    g = s.game
    if hex_ not in g.value:
        return 0.0
    value = g.value[hex_]
    turned = s.flags[1 - side] >> hex_ & 1
    left = turns_left(s)
    if turned:  # one flag less for him, and one's own for some turns (7.2-b)
        return (value + 1) // 2 + FLAG_A_TURN * (left + min(SOON, left)) * FEW_LEFT
    return value + FLAG_A_TURN * left * FEW_LEFT


@noted
def wanted(s: State, side: int) -> dict[int, float]:
    """Enemy controlled Objectives and what they would bring; China is left alone: to come near wakes it (3.5-c)."""
    g = s.game
    goals = controlled(s, 1 - side)
    if side == JAPANESE:
        goals &= ~g.chinese_objectives
    return {h: objective_worth(s, side, h) for h in members(goals & g.objectives)}


@noted
def threatened(s: State, side: int) -> dict[int, float]:
    """One's own Objectives that the enemy is near, and what they are worth to him."""
    g = s.game
    near = g.around(s.present[1 - side], THREAT)
    return {h: objective_worth(s, 1 - side, h) for h in members(controlled(s, side) & g.objectives & near)}
