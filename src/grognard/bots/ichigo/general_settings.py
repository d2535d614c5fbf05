"""The parts of the general of Operation Ichi-Go."""

from __future__ import annotations

import random
from typing import Any

from grognard.bots.general.score_value import features_for, names_in, turns_done
from grognard.bots.general.settings import GeneralSettings
from grognard.bots.ichigo.allied import AlliedStaff
from grognard.bots.ichigo.allied_lead import lead
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.japanese import JapaneseStaff
from grognard.bots.ichigo.weights import Weights, shipped
from grognard.games.ichigo.facts import ALLIED, JAPANESE
from grognard.games.ichigo.game import IchiGo
from grognard.games.ichigo.knowledge import resample
from grognard.games.ichigo.state import State
from grognard.kernel.flow import Option, space_of
from grognard.kernel.ids import Side

PLANNED = {side: frozenset({"movement", "combat"}) for side in (ALLIED, JAPANESE)}
INTENTS = {
    "boldly": {"price": 0.5, "least": 0.4, "kill": 1.4},
    "sparingly": {"price": 2.0, "least": 2.0},
    "in mass": {"need": 1.6, "use": 0.3},
    "on a broad front": {"need": 0.6, "pins": 0.7},
    "ground before blood": {"places": 1.8, "kill": 0.6},
    "destroy the enemy": {"places": 0.7, "kill": 2.0},
}


def weights(side: Side, file: str = "") -> Weights:
    """The weights of a side."""
    return (shipped(file) if file else shipped()).of(side)


def staff(game: IchiGo, side: Side, rng: random.Random, chosen: Weights) -> Staff:
    """A staff with these weights."""
    return (AlliedStaff if side == ALLIED else JapaneseStaff)(game, side, rng, chosen)


def hidden(s: State) -> Any:
    """Beliefs are not fitted for this game: the rules alone say what may be."""
    return []


def world(s: State, side: Side, rng: random.Random) -> State:
    """A full position that agrees with what a side has seen."""
    return resample(s, side, rng)


def aim(s: State, side: Side, options: list[Option]) -> str:
    """Target of the plan, or that it marches."""
    g = s.game
    fought = list(dict.fromkeys(space_of(o) for o in options if o[0] == "attack"))
    if fought:
        return "main effort on " + " and ".join(g.space_names[h] for h in fought[:2])
    moved = [o for o in options if o[0] not in ("end-movement", "end-combat")]
    return "marches and no attack" if moved else "every unit stays where it is"


NAMES = names_in("grognard.bots.ichigo")
GENERAL_SETTINGS = GeneralSettings(
    weights, staff, turns_done, NAMES, features_for(NAMES), lead, hidden, world, PLANNED, aim, "value.json",
    "grognard.bots.ichigo", ahead=1, nodes=18, plans=5, draws=8, intents={ALLIED: INTENTS, JAPANESE: INTENTS},
    tuned="general.toml", looks=False, review=12,
)  # fmt: skip
