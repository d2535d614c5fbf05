"""Worth in points of a General's satisfaction: steps, Objectives, supply."""

from __future__ import annotations

from grognard.bots.nemesis.weights import Weights
from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.state import State, controlled
from grognard.kernel.bits import members
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.position_cache import noted

TRANSPORTER = 0.3
"""A Transporter's step: it has no Quality."""
FLAG_STAYS = 0.9
"""The part of the turns left for which a flag stays where it is, about."""
FREE_BATTALIONS = 3
"""8.1-A: as many come back each turn for nothing."""


def step_worth(s: State, unit: Unit, w: Weights) -> float:
    """One step of a unit: its strength and its Quality."""
    g = s.game
    per_step = g.strength[unit][g.full[unit]] / g.full[unit]
    quality = (TRANSPORTER, w.step_poor, w.step_good, w.step_best)[g.quality[unit]]
    return quality * (w.step_any + w.step_strength * per_step)


def unit_worth(s: State, unit: Unit, w: Weights) -> float:
    """All its steps."""
    return step_worth(s, unit, w) * s.steps[unit]


def price(s: State, unit: Unit, w: Weights) -> float:
    """Cost to its side of losing a step of a unit: what it can do until it is replaced, and the Lament."""
    g = s.game
    worth = step_worth(s, unit, w)
    if (g.regiments | g.battalions) >> unit & 1:
        fresh = s.at[g.losses[JAPANESE]].bit_count() < FREE_BATTALIONS
        worth *= w.replaced if fresh else 1.0
    if g.quality[unit] == 1:
        return worth
    single = (g.regiments | g.battalions | g.chindits | g.small) >> unit & 1
    return worth + w.lament * (g.lament["small"] if single else g.lament["large"] / g.full[unit])


def turns_left(s: State) -> int:
    """Supply Checks that are still to come, about."""
    return s.game.last_turn - s.turn + 1


def objective_worth(s: State, side: Side, hex_: Space, w: Weights) -> float:
    """2.3: what capturing an Objective, or losing it, changes for a side."""
    g = s.game
    if hex_ not in g.value:
        return 0.0
    value = g.value[hex_]
    turned = s.flags[1 - side] >> hex_ & 1
    left = turns_left(s)
    if turned:  # one flag less for the enemy, and one's own for some turns (7.2-b)
        return w.capture * ((value + 1) // 2) + w.flag_a_turn * (left + min(w.soon, left)) * FLAG_STAYS
    return w.capture * value + w.flag_a_turn * left * FLAG_STAYS


@noted
def wanted(s: State, side: Side, w: Weights) -> dict[Space, float]:
    """Enemy controlled Objectives and what they would bring; China is left alone: to come near wakes it (3.5-c)."""
    g = s.game
    goals = controlled(s, 1 - side)
    if side == JAPANESE:
        goals &= ~g.chinese_objectives
    return {h: objective_worth(s, side, h, w) for h in members(goals & g.objectives)}


@noted
def threatened(s: State, side: Side, w: Weights) -> dict[Space, float]:
    """One's own Objectives that the enemy is near, and what they are worth to the enemy."""
    g = s.game
    near = g.around(s.present[1 - side], round(w.threat))
    return {h: objective_worth(s, 1 - side, h, w) for h in members(controlled(s, side) & g.objectives & near)}
