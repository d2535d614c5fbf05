"""Features for the value of a position: a number for each name, read off a full position."""

from __future__ import annotations

from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.state import State
from grognard.kernel.ids import NO_UNITS

NAMES = (
    "us_vp", "jp_vp", "us_income", "us_projected", "airfields", "both_airfields", "markers", "beachheads", "areas",
    "flag_flies", "mountains", "us_ashore", "us_steps_ashore", "us_steps_at_sea", "jp_vp_by_turns_left", "tanks",
    "us_in_contact", "support", "jp_units", "jp_steps", "jp_concealed", "jp_guns", "jp_mortars", "rocket", "hq",
    "hq_in_contact", "jp_in_contact", "jp_on_airfields", "caves", "third_waits",
)  # fmt: skip


def half_turn(s: State) -> int:
    """0 before the US half of turn 1, 1 before the Japanese half, 2 before the US half of turn 2, and so on."""
    g = s.game
    return 2 * (s.turn - 1) + (g.phases[s.phase].side == JP and g.phases[s.phase].id != "set-up")


def features(s: State) -> list[float]:
    """The numbers, in the order of the names, each of the size of one or so."""
    g = s.game
    at, control, steps = s.at, s.control, s.steps
    land = contact_us = contact_jp = on_map = NO_UNITS
    on_airfields = 0
    for area in g.every_area:
        here = at[area]
        if not here:
            continue
        us, jp = here & g.us_ground, here & g.jp
        land |= us
        on_map |= jp
        if us and jp:
            contact_us |= us
            contact_jp |= jp
        if jp and g.airfields >> area & 1:
            on_airfields += jp.bit_count()
    ashore = at_sea = jp_steps = guns = mortars = 0
    for unit in g.us_ground_units:
        if land >> unit & 1:
            ashore += steps[unit]
        elif at[g.landing] >> unit & 1:
            at_sea += steps[unit]
    for unit in g.jp_units:
        if on_map >> unit & 1:
            jp_steps += steps[unit]
            dice = g.bombard[unit][steps[unit]]
            if dice > 0:
                if g.range[unit] > 1:
                    guns += dice
                else:
                    mortars += dice
    both = s.safe & g.both_airfields == g.both_airfields
    income = g.vp_safe * s.safe.bit_count() + (g.vp_both if both else 0) + (3.5 if s.flag == 1 else 0.0)
    left = g.last_turn - s.turn + 1
    third = (at[g.reserve] & g.third_division).bit_count()
    held = control & g.both_airfields == g.both_airfields
    return [
        s.vp[US] / 40, s.vp[JP] / 40, income / 10, min(1.5, (s.vp[US] + income * left) / 40),
        (control & g.airfields).bit_count() / 3, float(held), s.safe.bit_count() / 3, s.beachheads.bit_count() / 2,
        control.bit_count() / g.areas, float(s.flag > 0), (control & g.mountains).bit_count() / 3,
        land.bit_count() / 10, ashore / 20, at_sea / 20, s.vp[JP] * (g.last_turn - s.turn) / 160,
        (land & g.tanks).bit_count() / 3, contact_us.bit_count() / 5,
        (g.supports & ~at[g.reserve]).bit_count() / 10, on_map.bit_count() / 20, jp_steps / 40,
        (s.concealed & on_map).bit_count() / 20, guns / 20, mortars / 10, float(on_map >> g.rocket & 1),
        float(on_map >> g.hq & 1), float(contact_jp >> g.hq & 1), contact_jp.bit_count() / 5, on_airfields / 5,
        sum(s.caves) / 30, third / 5,
    ]  # fmt: skip
