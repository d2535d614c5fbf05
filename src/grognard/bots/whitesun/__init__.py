"""The bot of Armies of the White Sun: the Japanese staff."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from grognard.bots import Maker
from grognard.bots.whitesun.staff import JapaneseStaff
from grognard.games.whitesun.game import WhiteSun
from grognard.kernel.game import Game


def staff(game: Game, side: int, rng: random.Random) -> JapaneseStaff:
    """A scripted commander of the Japanese armies."""
    return JapaneseStaff(cast(WhiteSun, game), side, rng)


BOTS: Mapping[str, Maker] = {"staff": staff}
