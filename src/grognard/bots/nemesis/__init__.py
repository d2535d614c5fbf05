"""The bots of Nemesis."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial

from grognard.bots import Maker, Searcher
from grognard.bots.budget import Budget
from grognard.bots.general.marshal import marshal
from grognard.bots.general.plan_search import General
from grognard.bots.nemesis.general_settings import GENERAL_SETTINGS
from grognard.bots.nemesis.staff import NemesisStaff
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


def general(game: Game, side: Side, rng: random.Random, budget: Budget | None) -> General:
    """A player of either side by its own weights; with a budget it compares plans when it moves or attacks."""
    return General(GENERAL_SETTINGS, game, side, rng, budget)


BOTS: Mapping[str, Maker] = {"staff": NemesisStaff}
SEARCHERS: Mapping[str, Searcher] = {"general": general, "marshal": partial(marshal, GENERAL_SETTINGS)}
HASTE = 0.08
"""How often the recruit does not think: a thousand questions, and a movement ended too soon leaves a flank open."""
