"""The bots of Armies of the White Sun: the Japanese staff, the general, and a plan of war that is measured alone."""

from __future__ import annotations

import random
from collections.abc import Mapping

from grognard.bots import Maker, Searcher
from grognard.bots.budget import Budget
from grognard.bots.general.plan_search import General
from grognard.bots.whitesun.general_settings import GENERAL_SETTINGS
from grognard.bots.whitesun.staff import Dash, JapaneseStaff
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


def general(game: Game, side: Side, rng: random.Random, budget: Budget | None) -> General:
    """A player by its own weights; with a budget it weighs what to aim at before each of its movement phases."""
    return General(GENERAL_SETTINGS, game, side, rng, budget)


BOTS: Mapping[str, Maker] = {"staff": JapaneseStaff}
SEARCHERS: Mapping[str, Searcher] = {"general": general}
STUDIES: Mapping[str, Maker] = {"dash": Dash}
HASTE = 0.03
"""How often the recruit does not think: five hundred questions, and one march broken off may be the campaign."""
