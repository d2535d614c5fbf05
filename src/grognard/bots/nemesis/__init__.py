"""The bots of Nemesis."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from grognard.bots import Maker, Searcher
from grognard.bots.budget import Budget
from grognard.bots.general.general import General
from grognard.bots.nemesis.outfit import OUTFIT
from grognard.bots.nemesis.staff import NemesisStaff
from grognard.kernel.game import Game

BY_WEIGHTS = replace(OUTFIT, plans=1)
"""One plan, his own: with twelve nodes at his attacks he had 66 % of 51 games against the staff, without 79 % of the
same games (docs/general.md)."""


def general(game: Game, side: int, rng: random.Random, budget: Budget | None) -> General:
    """A player of either side by weights of his own; with a budget he weighs where a movement or his attacks begin."""
    return General(OUTFIT if budget else BY_WEIGHTS, game, side, rng, budget)


BOTS: Mapping[str, Maker] = {"staff": NemesisStaff}
SEARCHERS: Mapping[str, Searcher] = {"general": general}
