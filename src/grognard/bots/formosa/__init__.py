"""The bots of Operation Causeway: Formosa 1944."""

from __future__ import annotations

import random
from collections.abc import Mapping

from grognard.bots import Maker, Searcher
from grognard.bots.budget import Budget
from grognard.bots.formosa.general_settings import GENERAL_SETTINGS
from grognard.bots.formosa.staff import FormosaStaff
from grognard.bots.general.plan_search import General
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


def general(game: Game, side: Side, rng: random.Random, budget: Budget | None) -> General:
    """A player of either side by its own weights; with a budget it compares plans when it moves or attacks."""
    return General(GENERAL_SETTINGS, game, side, rng, budget)


BOTS: Mapping[str, Maker] = {"staff": FormosaStaff}
SEARCHERS: Mapping[str, Searcher] = {"general": general}
HASTE = (0.05, 0.1)
"""How often the recruit does not think: the Allies have a thousand questions, and each movement that is ended too soon
leaves points to the enemy."""
