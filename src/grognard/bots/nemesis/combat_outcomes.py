"""Outcomes of a combat: every face of the die, with what follows from it (6.1-G, 6.2)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.nemesis.weights import JapaneseWeights, Weights
from grognard.bots.nemesis.worth import objective_worth, price
from grognard.games.nemesis.facts import JAPANESE
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
from grognard.games.nemesis.retreat import ways_out
from grognard.games.nemesis.state import State, controlled, units_in
from grognard.kernel.ids import Side, Space


@dataclass(slots=True)
class Prospect:
    """The outlook of one combat."""

    gain: float
    """In points, losses and gains together."""
    clears: float
    """The chance that the hex is free afterwards."""
    column: str


def prospect(s: State, attack: Attack, w: Weights) -> Prospect | None:
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
    their_step = sum(price(s, u, w) * s.steps[u] for u in theirs) / max(1, sum(s.steps[u] for u in theirs))
    our_step = price(s, full.spearhead, w)
    if attack.banzai and isinstance(w, JapaneseWeights):  # nobody else is asked (6.1-F-h)
        if side == JAPANESE:
            our_step += w.banzai_step
        else:
            their_step += w.banzai_step
    ground = ground_worth(s, side, attack.target, w)
    toll = enforcing_price(s, full)
    stuck = not any(ways_out(s, u) for u in theirs)
    gain = clears = 0.0
    for die in range(1, 7):
        modified = die + drm
        lost, slain, forced = parse(g.results.result(column, modified))
        lost, slain = lost + attack.massive, slain + attack.massive
        value = w.theirs * (min(slain, steps) * their_step) - w.ours * (lost * our_step)
        value += w.point * (modified >= g.attacker_from) - w.point * (modified <= g.defender_to)
        if slain >= steps:
            value += w.ground * (ground + w.kill)
            clears += 1 / 6
        elif forced:
            # The defender takes what hurts less: the ground and perhaps the units, or the steps of a refusal.
            goes = ground + (their_step * (steps - slain) if stuck else w.driven_off)
            refuses = their_step * refusal_price(s, full)
            value += w.ground * max(0.0, min(goes, refuses) - toll * our_step)
            clears += (1 / 6) * (0.35 if goes > refuses else 0.8)
        gain += value / 6
    if attack.massive:
        gain -= w.massive_price
    return Prospect(gain, clears, g.results.columns[column])


def ground_worth(s: State, side: Side, hex_: Space, w: Weights) -> float:
    """Gain from standing in a hex."""
    if controlled(s, 1 - side) >> hex_ & 1:
        return objective_worth(s, side, hex_, w)
    return w.room


def enforcing_price(s: State, attack: Attack) -> int:
    """6.2-B-a: the best refuser against the best leader."""
    best = max((defence_quality(s, u) for u in meeting_units(s, attack)), default=0)
    return max(0, best - attack_quality(s, attack.spearhead, attack.target))


def refusal_price(s: State, attack: Attack) -> int:
    """6.2-C-b."""
    best = max((defence_quality(s, u) for u in meeting_units(s, attack)), default=0)
    return 1 + max(0, attack_quality(s, attack.spearhead, attack.target) - best)
