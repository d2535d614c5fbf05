"""What a combat may bring: every face of the die, with what follows from it (6.1-G, 6.2)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.nemesis.worth import objective_worth, price
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.odds import (
    Attack,
    attack_quality,
    defence_quality,
    defenders,
    die_modifiers,
    final_column,
    meeting_units,
    parse,
    start_column,
    with_best_front,
)
from grognard.games.nemesis.retreat import retreat_hexes
from grognard.games.nemesis.state import State, controlled, units_in

GENERAL = 1.2
"""A point for the General: a sixth of a Superior's favour at the next check."""
ROOM = 0.8
"""Ground that is taken, where it is no Objective."""
KILL_BONUS = 0.6
MASSIVE_PRICE = {ALLIED: 1.5, JAPANESE: 1.0}
BANZAI_STEP = 1.2
"""What a step lost for good costs more than another (6.1-F-h)."""


@dataclass(slots=True)
class Prospect:
    """The outlook of one combat."""

    gain: float
    """In points, losses and gains together."""
    clears: float
    """The chance that the hex is free afterwards."""
    column: str


def prospect(s: State, attack: Attack) -> Prospect | None:
    """The outlook with the best spearhead and the meeting unit that helps the defence most; None below 1-2."""
    g = s.game
    if not attack.units or all(g.artillery >> u & 1 for u in attack.units) or start_column(s, attack) < 0:
        return None
    full = with_best_front(s, attack)
    column, _ = final_column(s, full)
    drm = sum(m.value for m in die_modifiers(s, full))
    side = attack.side
    theirs = defenders(s, attack.target, side)
    steps = sum(s.steps[u] for u in units_in(s, attack.target, 1 - side))
    their_step = sum(price(s, u) * s.steps[u] for u in theirs) / max(1, sum(s.steps[u] for u in theirs))
    our_step = price(s, full.spearhead) + (BANZAI_STEP if attack.banzai and side == JAPANESE else 0.0)
    if attack.banzai and side == ALLIED:
        their_step += BANZAI_STEP
    ground = ground_worth(s, side, attack.target)
    toll = enforcing_price(s, full)
    stuck = not any(retreat_hexes(s, u) for u in theirs)
    gain = clears = 0.0
    for die in range(1, 7):
        modified = die + drm
        lost, slain, forced = parse(g.results.result(column, modified))
        lost, slain = lost + attack.massive, slain + attack.massive
        value = min(slain, steps) * their_step - lost * our_step
        value += GENERAL * (modified >= g.attacker_from) - GENERAL * (modified <= g.defender_to)
        if slain >= steps:
            value += ground + KILL_BONUS
            clears += 1 / 6
        elif forced:
            # The defender takes what hurts him less: the ground and perhaps the units, or the steps of a refusal.
            goes = ground + (their_step * (steps - slain) if stuck else 0.5)
            refuses = their_step * refusal_price(s, full)
            value += max(0.0, min(goes, refuses) - toll * our_step)
            clears += (1 / 6) * (0.35 if goes > refuses else 0.8)
        gain += value / 6
    if attack.massive:
        gain -= MASSIVE_PRICE[side]
    return Prospect(gain, clears, g.results.columns[column])


def ground_worth(s: State, side: int, hex_: int) -> float:
    """What it brings to stand in a hex."""
    if controlled(s, 1 - side) >> hex_ & 1:
        return objective_worth(s, side, hex_)
    return ROOM


def enforcing_price(s: State, attack: Attack) -> int:
    """6.2-B-a: the best refuser against the best leader."""
    best = max((defence_quality(s, u) for u in meeting_units(s, attack)), default=0)
    return max(0, best - attack_quality(s, attack.spearhead, attack.target))


def refusal_price(s: State, attack: Attack) -> int:
    """6.2-C-b."""
    best = max((defence_quality(s, u) for u in meeting_units(s, attack)), default=0)
    return 1 + max(0, attack_quality(s, attack.spearhead, attack.target) - best)
