"""Airpower: where the markers go, on either side."""

from __future__ import annotations

from grognard.bots.ichigo.common import Staff
from grognard.games.ichigo.facts import JAPAN
from grognard.games.ichigo.movement import beside
from grognard.games.ichigo.state import State, allied_hexes
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option
from grognard.kernel.ids import Space, Spaces
from grognard.kernel.words import listed


def ahead(staff: Staff, s: State) -> Spaces:
    """Chinese hexes that the Japanese can attack this turn, roughly."""
    found = s.present[JAPAN]
    for _ in range(round(staff.weights.air_reach)):
        found |= beside(s, found)
    return found & allied_hexes(s)


def best_marker(staff: Staff, s: State, asked: Decision, targets: dict[Space, float]) -> Option:
    """The hex whose range covers most of what is still uncovered."""
    near = s.game.near
    score: dict[Space, float] = {}
    for target, worth in targets.items():
        if s.air_range >> target & 1:
            continue
        for hex_ in (target, *members(near[target])):
            score[hex_] = score.get(hex_, 0.0) + worth
    free = [h for h in score if not s.air_markers >> h & 1]
    if not free:
        return asked.options[0]
    hex_ = max(free, key=lambda h: (score[h], -h))
    covered = [h for h in sorted(targets, key=lambda h: (-targets[h], h)) if (1 << hex_ | near[hex_]) >> h & 1]
    fresh = [s.game.space_names[h] for h in covered if not s.air_range >> h & 1]
    return staff.because(("air-marker", hex_), f"It covers {listed(fresh[:2])}.")


def japanese_markers(staff: Staff, s: State, asked: Decision) -> Option:
    """8.5: over what is to be attacked."""
    aims = staff.aims(s, JAPAN)
    targets = {h: aims.worth[h] + 0.2 for h in members(ahead(staff, s))}
    return best_marker(staff, s, asked, targets)
