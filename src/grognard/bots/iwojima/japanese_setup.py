"""The Japanese set-up: a template of the data, guns on hills drawn by lot, infantry shifted, Caves where it matters."""

from __future__ import annotations

import random
from dataclasses import dataclass

from grognard.bots.iwojima.japanese_memory import JapaneseMemory
from grognard.bots.iwojima.weights import JapaneseWeights
from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of
from grognard.kernel.ids import Space, Unit

SHIFTS = 3
"""How many infantry units move to a neighbouring area of the template."""


@dataclass(slots=True)
class Layout:
    """A whole set-up."""

    template: str
    areas: dict[Unit, Space]
    caves: list[int]
    begun: bool = False
    """Drawn before anything lay on the map: then what lies elsewhere is taken back."""


def set_up(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """4.1b, 4.2d: draw a layout, then put units and Caves there one by one; what lies there already may stay."""
    g = s.game
    layout = staff.recall("set-up", "set-up", lambda: draw_layout(g, staff.rng, staff.weights))
    in_hand = members(s.at[g.hand])
    if len(in_hand) == len(g.jp_units) and not any(s.caves):
        layout.begun = True
        return staff.because(
            ("set-up", layout.template), f"The plan is “{g.setup_names[layout.template]}”, with changes."
        )
    if layout.begun:
        misplaced = [u for u in g.jp_units if s.where[u] not in (g.hand, layout.areas[u])]
        if misplaced:
            return staff.because(("lift", misplaced[0]), "A changed set-up keeps the enemy guessing.")
        crowded = [area for area in g.every_area if s.caves[area] > layout.caves[area]]
        if crowded:
            return staff.because(("lift-cave", crowded[0]), "This Cave is more useful elsewhere.")
    if in_hand:
        area = layout.areas[in_hand[0]]
        return staff.because(("place", in_hand[0], area), set_up_reason(g, in_hand[0], area))
    if sum(s.caves) == g.caves:
        return ("confirm-set-up",)
    wanted = [area for area in g.every_area if s.caves[area] < layout.caves[area]]
    option = ("cave", wanted[0]) if wanted else next(o for o in asked.options if o[0] == "cave")
    return staff.because(option, cave_reason(s, space_of(option)))


def cave_reason(s: State, area: Space) -> str:
    """Reason for the place of a Cave."""
    g = s.game
    if any(g.range[u] > 1 for u in members(s.at[area] & g.artillery)):
        return "A Cave shields the guns."
    if g.airfields >> area & 1:
        return "Caves make the airfield hard to take."
    return "A Cave shields the units there." if s.at[area] else "The enemy must spend Hits on this Cave."


def set_up_reason(g: Facts, unit: Unit, area: Space) -> str:
    """Reason for the place of a unit."""
    if g.artillery >> unit & 1:
        far = g.range[unit] > 1 or (g.near[area] | 1 << area) & g.beaches
        return "Artillery reaches the beaches from here." if far else "Its shells reach the areas around it."
    if unit == g.hq:
        return "The HQ stays far from the beaches."
    if g.airfields >> area & 1:
        return "The enemy needs the airfields."
    return "Hills make every assault costly." if g.hills >> area & 1 else "Here it delays the enemy."


def draw_layout(g: Facts, rng: random.Random, w: JapaneseWeights) -> Layout:
    """A layout that nobody can learn by heart, and that is sound all the same."""
    template = rng.choice(sorted(g.setups))
    placed, _ = g.setups[template]
    areas = dict(placed)
    guns = [u for u in g.jp_units if g.range[u] > 1 and u != g.rocket]
    hills = rng.sample(members(g.hills), len(guns))
    areas.update(zip(guns, hills, strict=True))
    infantry = [u for u in g.jp_units if g.unit_type[u] == "infantry"]
    for unit in rng.sample(infantry, SHIFTS):
        area = rng.choice(g.adjacent[areas[unit]])
        if sum(a == area for a in areas.values()) < 4:
            areas[unit] = area
    return Layout(template, areas, draw_caves(g, rng, areas, hills, w))


def draw_caves(
    g: Facts, rng: random.Random, areas: dict[Unit, Space], hills: list[Space], w: JapaneseWeights
) -> list[int]:
    """Two Caves over every gun and on every airfield; the rest by lot where units are, few on the beaches."""
    caves = [0] * g.areas
    left = g.caves
    for area in (*hills, *members(g.airfields)):
        number = min(g.max_caves - caves[area], left)
        caves[area] += number
        left -= number
    taken = set(areas.values())
    weights = [(w.cave_occupied if a in taken else w.cave_empty) * (w.cave_open + g.bdv[a]) for a in g.every_area]
    while left:
        area = rng.choices(g.every_area, weights)[0]
        if caves[area] < g.max_caves:
            caves[area] += 1
            left -= 1
    return caves
