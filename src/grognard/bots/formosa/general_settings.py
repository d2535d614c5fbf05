"""The parts of the general of Operation Causeway."""

from __future__ import annotations

import random
from collections import Counter

from grognard.bots.formosa.staff import FormosaStaff
from grognard.bots.formosa.weights import Weights, shipped
from grognard.bots.formosa.worth import turns_left, values
from grognard.bots.general.score_value import features_for, names_in
from grognard.bots.general.settings import GeneralSettings
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.knowledge import resample
from grognard.games.formosa.state import State
from grognard.games.formosa.victory import net
from grognard.kernel.flow import Option, space_of
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

PLANNED = {side: frozenset({"movement", "combat"}) for side in (ALLIED, JAPANESE)}
INTENTS = {
    ALLIED: {
        "boldly": {"price": 0.5, "fight": 0.4, "kill": 1.3},
        "sparingly": {"price": 1.8, "fight": 2.0},
        "ground before blood": {"ground": 1.8, "pull": 1.5, "kill": 0.7},
        "destroy the enemy": {"kill": 2.0, "ground": 0.7},
        "hold what we have": {"danger": 2.0, "pull": 0.6},
        "on all roads": {"together": 0.3, "danger": 0.4, "pull": 1.6},
    },
    JAPANESE: {
        "boldly": {"price": 0.5, "fight": 0.4, "last_blow": 0.4, "kill": 1.3},
        "sparingly": {"price": 1.8, "fight": 2.0, "last_blow": 2.0},
        "ground before blood": {"ground": 1.8, "kill": 0.7},
        "destroy the enemy": {"kill": 2.0, "ground": 0.7},
        "hold what we have": {"keep_first": 1.6, "keep_second": 1.6, "keep_third": 1.6, "danger": 2.0},
        "heedless of danger": {"danger": 0.4},
    },
}
"""What a commander may have in mind; what proves to be the staff's own plan is dropped."""


def weights(side: Side, file: str = "") -> Weights:
    """The weights of a side."""
    return shipped(file or "weights.toml").of(side)


def staff(game: Game, side: Side, rng: random.Random, chosen: Weights) -> FormosaStaff:
    """A staff with these weights."""
    return FormosaStaff(game, side, rng, chosen)


def turns_done(s: State) -> int:
    """Progress of the game, counted from its end: the shorter scenario begins where the longer one has as much left."""
    return int(s.game.last_turns[0]) - turns_left(s)


def margin(s: State) -> float:
    """The net VP beyond the middle of a draw, of as many as there are below it; a sudden death is the most."""
    if s.ending.endswith("sudden-death"):
        return 1.0 if s.winner == ALLIED else -1.0
    bands = s.game.bands
    middle = (bands[1] + bands[2] + 1) / 2
    return max(-1.0, min(1.0, net(s) / middle - 1))


def hidden(s: State) -> list[float]:
    """Beliefs are not fitted for this game: the rules alone say what may be."""
    return []


def world(s: State, side: Side, rng: random.Random) -> State:
    """A full position that agrees with what a side has seen."""
    return resample(s, side, rng)


def aim(s: State, side: Side, options: list[Option]) -> str:
    """Target of the plan, or the goal of most of its marches."""
    g = s.game
    fought = list(dict.fromkeys(space_of(o) for o in options if o[0] == "attack"))
    if fought:
        return "main effort on " + " and ".join(g.space_names[h] for h in fought[:2])
    steps = [space_of(o) for o in options if o[0] == "to"]
    if not steps:
        return "every unit stays where it is"
    wanted = values(g)
    seen = Counter(steps)
    best = sorted(seen, key=lambda h: (-wanted.get(h, 0.0), -seen[h], h))[:2]
    return "marches by " + " and ".join(g.space_names[h] for h in best)


NAMES = names_in("grognard.bots.formosa")
GENERAL_SETTINGS = GeneralSettings(
    weights, staff, turns_done, NAMES, features_for(NAMES), margin, hidden, world, PLANNED, aim, "value.json",
    "grognard.bots.formosa", ahead=1, nodes=18, plans=5, draws=8, intents=INTENTS,
    tuned="general.toml", looks=False, review=12,
)  # fmt: skip
