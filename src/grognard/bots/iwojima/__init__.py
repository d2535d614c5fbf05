"""The bots of Iwo Jima."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from grognard.bots import Maker, Searcher
from grognard.bots.budget import Budget
from grognard.bots.general.plan_search import General
from grognard.bots.iwojima.common import Staff
from grognard.bots.iwojima.general_settings import GENERAL_SETTINGS
from grognard.bots.iwojima.japanese import JapaneseStaff
from grognard.bots.iwojima.us import UsStaff
from grognard.games.iwojima.facts import US
from grognard.games.iwojima.game import IwoJima
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


def staff(game: Game, side: Side, rng: random.Random) -> Staff:
    """A scripted player of either side."""
    kind = UsStaff if side == US else JapaneseStaff
    return kind(cast(IwoJima, game), side, rng)


def general(game: Game, side: Side, rng: random.Random, budget: Budget | None) -> General:
    """A player of either side that looks ahead where it moves."""
    return General(GENERAL_SETTINGS, game, side, rng, budget)


BOTS: Mapping[str, Maker] = {"staff": staff}
SEARCHERS: Mapping[str, Searcher] = {"general": general}
