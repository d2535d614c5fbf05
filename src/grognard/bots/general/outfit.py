"""What a game's bots hand to the machinery of the general."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grognard.bots.general.weights import scaled


@dataclass(frozen=True, slots=True)
class Outfit:
    """One game's part: its staff under any weights, its features, its worlds and its words."""

    weights: Callable[[int, str], Any]
    """The weights of a side, from a file beside the bots; without a name, the staff's."""
    make_staff: Callable[[Any, int, random.Random, Any], Any]
    """A staff with weights."""
    half_turn: Callable[[Any], int]
    """How far the game is: a plan is followed until this is two more, which is the end of the enemy's reply."""
    names: tuple[str, ...]
    """What the value looks at."""
    features: Callable[[Any], list[float]]
    margin: Callable[[Any], float]
    """By how much the first side leads, from -1 to 1."""
    hidden: Callable[[Any], Any]
    """What a side could not see of a position, for the fit of beliefs."""
    world: Callable[[Any, int, random.Random], Any]
    """A full position that agrees with what a side has seen, as likely as self-play had it."""
    prompts: Mapping[int, frozenset[str]]
    """By side, the questions at which a plan is looked for; the staff answers the others."""
    aim: Callable[[Any, int, list[Any]], str]
    """What a plan (the options of a side from a position) is about, in a few words."""
    value: str = ""
    """The name of the data file that holds the value."""
    package: str = ""

    def staff(
        self, game: Any, side: int, rng: random.Random, weights: Any, factors: Mapping[str, float] | None = None
    ) -> Any:
        """A staff whose weights are multiplied."""
        return self.make_staff(game, side, rng, scaled(weights, factors) if factors else weights)
