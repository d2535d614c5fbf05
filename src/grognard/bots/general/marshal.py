"""The marshal: the rank above the general, whose settings are data (`marshal.toml` beside a game's bots).

It is the general with weights, a value and a number of nodes of its own, in the games where that was seen to gain.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from functools import lru_cache
from typing import Any

from grognard.bots.budget import Budget
from grognard.bots.general.plan_search import General
from grognard.bots.general.position_features import encoder_of
from grognard.bots.general.settings import GeneralSettings
from grognard.bots.general.weights import text_of
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

FILE = "marshal.toml"


@lru_cache(maxsize=8)
def marshal_data(package: str) -> dict[str, Any]:
    """The file that lies beside a game's bots."""
    return tomllib.loads(text_of(package, FILE))


def marshal_settings(general: GeneralSettings, game: Game) -> GeneralSettings:
    """The general's settings with those of the marshal in their place."""
    found = marshal_data(general.package)
    changed = replace(
        general, looks=bool(found["looks"]), nodes=int(found["nodes"]), plans=int(found["plans"]),
        seconds=float(found["seconds"]), tuned=str(found["weights"]), enemy=str(found["enemy"]),
        value=str(found["value"]),
    )  # fmt: skip
    if not found["wide"]:
        return changed
    wide = encoder_of(game, general)
    return replace(changed, names=wide.names, features=wide)


def marshal(settings: GeneralSettings, game: Game, side: Side, rng: random.Random, budget: Budget | None) -> General:
    """A player of either side by the marshal's settings; with a budget it looks ahead in every game."""
    return General(marshal_settings(settings, game), game, side, rng, budget)
