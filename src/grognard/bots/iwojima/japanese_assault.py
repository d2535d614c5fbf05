"""Japanese assaults, charges, and retreats from US assaults."""

from __future__ import annotations

from grognard.bots.iwojima.common import Staff, mean_damage
from grognard.bots.iwojima.japanese_fire import marker_worth
from grognard.games.iwojima.assault import assault_dice
from grognard.games.iwojima.charges import in_contact
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option


def designate_assault(staff: Staff, s: State, asked: Decision) -> Option:
    """19: with everything in an area, wherever it promises more than the fire it costs."""
    g = s.game
    for area in range(g.areas):
        if not s.at[area] & g.us_ground:
            continue
        ready = [u for u in members(s.at[area] & g.jp & ~s.fired) if s.target[u] < 0 and assault_dice(s, u)]
        if not ready:
            continue
        dice = sum(assault_dice(s, u) for u in ready)
        shield = g.bdv[area] if s.control >> area & 1 else 0
        harm = mean_damage(dice, shield)
        if harm + min(harm, 1.0) * marker_worth(s, area) > 0.4:
            return ("assault", ready[0])
    return ("confirm",)


def next_assault(staff: Staff, s: State, asked: Decision) -> Option:
    """19a: any order."""
    return asked.options[0]


def kirikami(staff: Staff, s: State, asked: Decision) -> Option:
    """22.3.2: worth a step when four or more units will charge."""
    ready = members(in_contact(s))
    if len(ready) >= 5:
        whole = [u for u in ready if s.steps[u] > 1]
        if whole:
            return ("kirikami", whole[0])
    return ("pass",)


def retreats(staff: Staff, s: State, asked: Decision) -> Option:
    """12.2.3(2): leave when most of the row would fall."""
    g = s.game
    area, damage = asked.about
    row = members(s.at[area] & g.jp)
    if damage < 0.6 * sum(s.steps[u] for u in row):
        return ("no-more-retreats",)
    away = [o for o in asked.options if o[0] == "retreat"]
    if not away:
        return ("no-more-retreats",)
    return max(away, key=lambda o: (g.bdv[int(o[2])], s.caves[int(o[2])] + s.shown[int(o[2])], count(s.at[int(o[2])])))
