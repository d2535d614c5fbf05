"""The bots of Operation Ichi-Go."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import cast

from grognard.bots import Maker, Searcher
from grognard.bots.budget import Budget
from grognard.bots.general.marshal import marshal
from grognard.bots.general.plan_search import General
from grognard.bots.ichigo.allied import AlliedStaff
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.general_settings import GENERAL_SETTINGS
from grognard.bots.ichigo.japanese import JapaneseStaff
from grognard.games.ichigo.facts import ALLIED
from grognard.games.ichigo.game import IchiGo
from grognard.kernel.game import Game
from grognard.kernel.ids import Side


def staff(game: Game, side: Side, rng: random.Random) -> Staff:
    """A scripted player of either side."""
    kind = AlliedStaff if side == ALLIED else JapaneseStaff
    return kind(cast(IchiGo, game), side, rng)


def general(game: Game, side: Side, rng: random.Random, budget: Budget | None) -> General:
    """A player of either side who weighs what to aim at where a movement or a combat begins."""
    return General(GENERAL_SETTINGS, game, side, rng, budget)


BOTS: Mapping[str, Maker] = {"staff": staff}
SEARCHERS: Mapping[str, Searcher] = {"general": general, "marshal": partial(marshal, GENERAL_SETTINGS)}
HASTE = (0.25, 0.13)
"""How often the recruit does not think, as the Allies and as the Japanese, who must come far to beat even chance."""
CAUTION = 0.0
"""Nor does it ever end a phase in haste, for the same reason."""
