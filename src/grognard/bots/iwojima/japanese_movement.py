"""Japanese movement: hide what was seen, feed the front, step onto what was left empty."""

from __future__ import annotations

from grognard.bots.iwojima.common import Staff
from grognard.bots.iwojima.japanese_fire import marker_worth
from grognard.games.iwojima.state import State, count
from grognard.kernel.flow import Decision, Option

LEAST = 0.3
"""A move that gains less is not made: it only shows the enemy something."""


def japanese_movement(staff: Staff, s: State, asked: Decision) -> Option:
    """17: the move that gains most, one unit after the other."""
    best: Option = ("end-movement",)
    most = LEAST
    for option in asked.options:
        gain = worth_of(s, option)
        if gain > most:
            best, most = option, gain
    return best


def worth_of(s: State, option: Option) -> float:
    """What a move gains."""
    verb = option[0]
    if verb == "hide":
        return hide_worth(s, int(option[1]))
    if verb in ("march", "sneak"):
        return step_worth(s, int(option[1]), int(option[2]), verb == "sneak")
    return 0.0


def hide_worth(s: State, unit: int) -> float:
    """17.2(4): a hidden unit is no target and fires with two dice more; it matters near the front."""
    g = s.game
    area = s.where[unit]
    near = any(s.at[a] & g.us_ground for a in g.adjacent[area])
    return (1.0 if near else 0.5) + 0.1 * g.assault[unit][s.steps[unit]] + (0.3 if g.bombard[unit][1] else 0)


def step_worth(s: State, unit: int, area: int, sneaking: bool) -> float:
    """One area further, onto an empty US-controlled area or from the rear to the front."""
    g = s.game
    if unit == g.hq or g.bombard[unit][s.steps[unit]]:
        return 0.0
    here = s.where[unit]
    if s.at[area] & g.us_ground:
        return 0.0
    if s.control >> area & 1:
        gain = 0.8 + marker_worth(s, area) * 1.5 + (3.0 if s.turn == g.last_turn else 0.0)
        return gain - need(s, here) * 0.5
    if not sneaking:
        return 0.0
    return need(s, area) - need(s, here) - 0.3


def need(s: State, area: int) -> float:
    """How much an area wants another defender: near the enemy, worth holding, and thinly held."""
    g = s.game
    near = sum(count(s.at[a] & g.us_ground) > 0 for a in g.adjacent[area])
    if not near:
        return 0.0
    worth = 1.5 if g.airfields >> area & 1 else 1.0 if g.mountains >> area & 1 else 0.5
    return worth * 2 / (1 + count(s.at[area] & g.jp))


def move_on(staff: Staff, s: State, asked: Decision) -> Option:
    """17: one step at a time is enough."""
    return ("stop",)


def fall_back(staff: Staff, s: State, asked: Decision) -> Option:
    """18c: go back only to live."""
    mover, _, damage = asked.about
    if damage >= s.steps[mover] > damage - 1:
        return next(o for o in asked.options if o[0] == "fall-back")
    return ("stay",)
