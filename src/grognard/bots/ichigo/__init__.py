"""The bots of Operation Ichi-Go."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from grognard.bots import Maker
from grognard.bots.ichigo.allied import AlliedStaff
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.japanese import JapaneseStaff
from grognard.games.ichigo.facts import ALLIED
from grognard.games.ichigo.game import IchiGo
from grognard.kernel.game import Game


def staff(game: Game, side: int, rng: random.Random) -> Staff:
    """A scripted player of either side."""
    kind = AlliedStaff if side == ALLIED else JapaneseStaff
    return kind(cast(IchiGo, game), side, rng)


BOTS: Mapping[str, Maker] = {"staff": staff}
