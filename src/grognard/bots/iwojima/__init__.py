"""The bots of Iwo Jima."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from grognard.bots import Maker
from grognard.bots.iwojima.common import Staff
from grognard.bots.iwojima.japanese import JapaneseStaff
from grognard.bots.iwojima.us import UsStaff
from grognard.games.iwojima.facts import US
from grognard.games.iwojima.game import IwoJima
from grognard.kernel.game import Game


def staff(game: Game, side: int, rng: random.Random) -> Staff:
    """A scripted player of either side."""
    kind = UsStaff if side == US else JapaneseStaff
    return kind(cast(IwoJima, game), side, rng)


BOTS: Mapping[str, Maker] = {"staff": staff}
