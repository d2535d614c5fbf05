"""The parts of the general of Armies of the White Sun."""

from __future__ import annotations

import random

from grognard.bots.general.score_value import features_for, names_in, turns_done
from grognard.bots.general.settings import GeneralSettings
from grognard.bots.whitesun.staff import JapaneseStaff
from grognard.bots.whitesun.weights import Weights, shipped
from grognard.games.whitesun.facts import JAPANESE
from grognard.games.whitesun.knowledge import resample
from grognard.games.whitesun.state import State
from grognard.games.whitesun.victory import missing_objectives, missing_victory_hexes
from grognard.kernel.flow import Option, space_of
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Unit

PLANNED = {JAPANESE: frozenset({"muster"})}


def weights(side: Side, file: str = "") -> Weights:
    """The weights of the one side there is."""
    return shipped(file or "weights.toml")


def staff(game: Game, side: Side, rng: random.Random, chosen: Weights) -> JapaneseStaff:
    """A staff with these weights."""
    return JapaneseStaff(game, side, rng, chosen)


def margin(s: State) -> float:
    """Distance from victory: objectives missing on Turn 1, later what victory asks for."""
    if s.turn == 1:
        return max(-1.0, -0.3 - missing_objectives(s).bit_count() / 10)
    return max(-0.3, 1.0 - missing_victory_hexes(s).bit_count() / 8)


def hidden(s: State) -> list[Unit]:
    """Nothing lies face down: the Chinese are drawn when they are met."""
    return []


def world(s: State, side: Side, rng: random.Random) -> State:
    """The position itself: what is not known has not been drawn yet."""
    return resample(s, side, rng)


def aim(s: State, side: Side, options: list[Option]) -> str:
    """Starts of the plan's forces, and the farthest hex that they take."""
    g = s.game
    starts = [space_of(o) for o in options if o[0] in ("start", "start-with-flotilla", "land", "enter")]
    steps = [space_of(o) for o in options if o[0] == "advance"]
    wanted = g.objectives if s.turn == 1 else g.victory_hexes
    goals = list(dict.fromkeys(h for h in [*starts, *steps] if wanted >> h & 1))
    if not goals:
        return "no operation is worth its losses" if not starts else f"from {g.space_names[starts[0]]}"
    return "main effort on " + " and ".join(g.space_names[h] for h in goals[:2])


INTENTS = {
    JAPANESE: {
        "a last push": {"last_push": 0.25, "doubtful": 0.6},
        "by sea wherever ships can land": {"any_coast": 100.0, "last_push": 0.5},
        "Chungking in the same turn": {"early_capital": 2400.0},
        "full stacks": {"modest": 2.0, "great_gain": 0.2},
        "the far corners first": {"outlying": 1.8},
        "Wuhan first": {"hard": 2.0},
        "no risks": {"grave": 1.6, "forlorn": 2.5, "risk_line": 2.0, "risk_city": 2.0},
        "boldly on": {"grave": 0.4, "forlorn": 0.4, "doubtful": 0.6, "round_least": 0.5},
        "the railroad": {"trunk": 2.5, "repair": 2.5},
        "the river": {"river": 3.0, "beyond": 3.0},
        "the ports": {"port": 2.0, "sure": 0.95},
    }
}
NAMES = names_in("grognard.bots.whitesun")
GENERAL_SETTINGS = GeneralSettings(
    weights, staff, turns_done, NAMES, features_for(NAMES), margin, hidden, world, PLANNED, aim, "value.json",
    "grognard.bots.whitesun", ahead=1, nodes=24, plans=5, draws=11, intents=INTENTS,
    tuned="general.toml", looks=False, review=12,
)  # fmt: skip
