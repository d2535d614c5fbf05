"""Sectors of the Japanese divisions: its Objectives come first."""

from __future__ import annotations

from functools import lru_cache

from grognard.bots.nemesis.weights import JapaneseWeights, Weights
from grognard.games.nemesis.facts import ALLIED, JAPANESE, Facts
from grognard.games.nemesis.state import State, controlled
from grognard.kernel.ids import Side, Space, Unit

SECTORS = {
    "31": ("Kohima", "Ukhrul", "Dimapur", "Golaghat"),
    "15": ("Palel", "Ukhrul", "Imphal"),
    "33": ("Tiddim", "Tamu", "Palel", "Imphal"),
    "18": ("Mogaung", "Myitkyina"),
    "56": ("Tengchung", "Lungling", "Mangshih", "Bhamo", "Lashio"),
    "53": ("Indaw", "Katha", "Mogaung", "Myitkyina", "Bhamo", "Lungling", "Mangshih", "Tengchung"),
    "aux": ("Indaw", "Katha", "Wuntho", "Pinlebu", "Kanbalu", "Bhamo", "Mogaung"),
}
KABAW = ("Tamu", "Tiddim", "Palel", "Imphal")
"""Where the Army's heavy guns and its tanks belong."""
DETACHED = {"J31-124": ("Katha", "Indaw")}
"""Who is needed more elsewhere than with its division: the railway must be held against the Chindits at once."""
REAR = ("Kalewa", "Kalemyo", "Homalin", "Pinlebu", "Wuntho", "Kanbalu")
"""Where the INA belongs."""
HUB = ("Bhamo",)
"""Where the roads meet behind all fronts but that of India: who raids takes it first, often with the first move."""


@lru_cache(maxsize=4)
def _hexes(g: Facts) -> dict[str, frozenset[Space]]:
    at = {g.space_names[h].rsplit(" ", 1)[0]: h for h in g.value}
    rows = {name: frozenset(at[place] for place in places) for name, places in SECTORS.items()}
    rows |= {unit: frozenset(at[place] for place in places) for unit, places in DETACHED.items()}
    rows["kabaw"] = frozenset(at[place] for place in KABAW)
    rows["rear"] = frozenset(at[place] for place in REAR)
    rows["hub"] = frozenset(at[place] for place in HUB)
    return rows


def sector(s: State, unit: Unit, hex_: Space, w: Weights) -> float:
    """Share of a unit in an Objective; the Allies go wherever they are wanted."""
    if not isinstance(w, JapaneseWeights) or hex_ in business(s.game, unit):
        return 1.0
    if w.easy and not s.game.grown(1 << hex_) & s.present[ALLIED]:  # what nobody holds is everybody's business
        return 1.0
    return w.elsewhere


@lru_cache(maxsize=1024)
def business(g: Facts, unit: Unit) -> frozenset[Space]:
    """The Objectives of a Japanese unit's division, or its own."""
    name = g.unit_ids[unit] if g.unit_ids[unit] in DETACHED else str(g.rows[unit]["division"])
    if name == "aux" and not g.regiments >> unit & 1 and not g.battalions >> unit & 1:
        name = "kabaw" if g.motorized >> unit & 1 else "rear"
    return _hexes(g)[name]


def is_base(g: Facts, side: Side, hex_: Space) -> bool:
    """A depot behind the army that marches on India: the enemy must come close before anybody stays for it."""
    return side == JAPANESE and hex_ in _hexes(g)["rear"]


def is_raided(s: State) -> bool:
    """Whether raiders hold the hub of the Japanese rear."""
    held = controlled(s, ALLIED)
    return any(held >> hex_ & 1 for hex_ in _hexes(s.game)["hub"])
