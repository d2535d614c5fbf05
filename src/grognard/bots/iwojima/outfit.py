"""What the general of Iwo Jima is made of."""

from __future__ import annotations

import random
from typing import Any

from grognard.bots.general.outfit import Outfit
from grognard.bots.iwojima.features import NAMES, features, half_turn
from grognard.bots.iwojima.japanese import JapaneseStaff
from grognard.bots.iwojima.us import UsStaff
from grognard.bots.iwojima.weights import shipped
from grognard.bots.iwojima.worlds import hidden, world
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.japanese_movement import MARCH, SHOW_AND_MARCH, SNEAK, SNEAK_AND_SHOW
from grognard.games.iwojima.state import State
from grognard.kernel.flow import Option

GOING = ("move", "land", "to", MARCH, SHOW_AND_MARCH, SNEAK, SNEAK_AND_SHOW)
PLANNED = {US: frozenset({"us-movement"}), JP: frozenset({"japanese-movement"})}


def weights(side: int, file: str = "") -> Any:
    """The weights of a side."""
    both = shipped(file or "weights.toml")
    return both.us if side == US else both.japanese


def staff(game: Any, side: int, rng: random.Random, chosen: Any) -> Any:
    """A staff with these weights."""
    return UsStaff(game, side, rng, chosen) if side == US else JapaneseStaff(game, side, rng, chosen)


def margin(s: State) -> float:
    """The VP by which the US side leads, of the 40 that win."""
    return max(-1.0, min(1.0, (s.vp[US] - s.vp[JP]) / s.game.goal))


def aim(s: State, side: int, options: list[Option]) -> str:
    """Where most of the plan's units go."""
    g = s.game
    goals: dict[int, int] = {}
    for option in options:
        if option[0] in GOING:
            area = int(option[-1])
            goals[area] = goals.get(area, 0) + 1
    fought = {a: n for a, n in goals.items() if (not s.control >> a & 1) == (side == US)} or goals
    if not fought:
        return "everybody stays where he is"
    best = sorted(fought, key=lambda a: (-fought[a], a))[:2]
    return "main effort on " + " and ".join(g.space_names[a] for a in best)


OUTFIT = Outfit(
    weights, staff, half_turn, NAMES, features, margin, hidden, world, PLANNED, aim, "value.json",
    "grognard.bots.iwojima", nodes=60, review=40,
)  # fmt: skip
