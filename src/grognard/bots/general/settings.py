"""Settings that a game's bots give to the general."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from grognard.bots.general.weights import scaled
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


@dataclass(frozen=True, slots=True)
class GeneralSettings:
    """One game's part: its staff under any weights, its features, its worlds and its words."""

    weights: Callable[[Side, str], Any]
    """The weights of a side, from a file beside the bots; without a name, the staff's."""
    make_staff: Callable[[Any, Side, random.Random, Any], Any]
    """A staff with weights."""
    half_turn: Callable[[Any], int]
    """How far the game is, in half-turns or turns; a plan is followed until this is `ahead` more."""
    names: tuple[str, ...]
    """What the value looks at."""
    features: Callable[[Any], list[float]]
    margin: Callable[[Any], float]
    """By how much the first side leads, from -1 to 1."""
    hidden: Callable[[Any], Any]
    """What a side could not see of a position, for the fit of beliefs."""
    world: Callable[[Any, Side, random.Random], Any]
    """A full position that agrees with what a side has seen, as likely as self-play had it."""
    prompts: Mapping[Side, frozenset[str]]
    """By side, the questions at which a plan is looked for; the staff answers the others."""
    aim: Callable[[Any, Side, list[Any]], str]
    """What a plan (the options of a side from a position) is about, in a few words."""
    value: str = ""
    """The name of the data file that holds the value."""
    package: str = ""
    ahead: int = 2
    """For how many half-turns a plan is followed: the rest of one's own, and the enemy's reply."""
    nodes: int = 120
    """Simulations for a plan where no budget is given."""
    review: int = 0
    """Simulations at every plan when a finished match is gone through; nought where a plan takes too long to weigh."""
    plans: int = 7
    """Candidates, the staff's own among them."""
    draws: int = 18
    """Vectors of weights that are tried for them; those that lead to a plan that is there already are dropped."""
    intents: Mapping[Side, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    """By side, what a commander may have in mind, by name: factors for the staff's weights."""

    looks: bool = True
    """Whether it looks ahead unasked: where that has not been seen to gain, it does so only with a budget."""
    tuned: str = ""
    """The name of the file with the general's own weights, where they were tuned; without one it has the staff's."""
    enemy: str = ""
    """The name of the file with the weights that the enemy is thought to play by; without one the staff's."""
    seconds: float = 0.0
    """Seconds after which it decides by what it knows where no budget is given; nought: as long as the nodes need."""
    by_score: bool = True
    """Whether the features are the score that the game keeps, and not numbers of its own."""

    def own(self, side: Side) -> Any:
        """The weights of a side's general."""
        return self.weights(side, self.tuned)

    def staff(
        self, game: Game, side: Side, rng: random.Random, weights: Any, factors: Mapping[str, float] | None = None
    ) -> Any:
        """A staff whose weights are multiplied."""
        return self.make_staff(game, side, rng, scaled(weights, factors) if factors else weights)


def settings_of(ident: str) -> GeneralSettings | None:
    """The settings of a game's general, where the game has a fitted value."""
    module = f"grognard.bots.{ident}.general_settings"
    if find_spec(f"grognard.bots.{ident}") is None or find_spec(module) is None:
        return None
    found: GeneralSettings = import_module(module).GENERAL_SETTINGS
    return found if (files(found.package) / found.value).is_file() else None
