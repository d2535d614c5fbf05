"""Measured strength of our bots: the last arena table beside each game's bots.

`grognard arena GAME --bots ... --json src/grognard/bots/GAME/strength.json` makes it; it says by which command, under
which edition of the game, and with how many games.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

FILE = "strength.json"


class Measured(NamedTuple):
    """Elo above the staff with its 95 % interval, the games it was measured by, and the longest thought of a game."""

    elo: float
    low: float
    high: float
    games: int
    longest: float


def table(ident: str) -> dict[str, Any] | None:
    """The whole table of a game, if it was measured."""
    package = f"grognard.bots.{ident}"
    if find_spec(package) is None:
        return None
    file = files(package) / FILE
    found: dict[str, Any] | None = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    return found


@lru_cache(maxsize=32)
def measured(ident: str) -> dict[str, Measured]:
    """The measured strength of each bot, by its name without a budget."""
    found = table(ident)
    return {
        row["bot"].partition(":")[0]: Measured(
            float(row["elo"]), float(row["interval"][0]), float(row["interval"][1]), int(row["games"]),
            float(row["longest"]),
        )
        for row in (found["bots"] if found else ())
    }  # fmt: skip
