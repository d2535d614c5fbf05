"""Value function from the score that a game keeps, fitted to kept studies.

A study holds, turn by turn, the game's own numbers, the units and steps of each party on the map, and how many of the
places that the game is about each of them has. The same is read off a position here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from grognard.bots.general.fitted_value import StaleValue
from grognard.bots.general.weights import text_of
from grognard.kernel.game import Game


def numbers(game: Game, s: Any) -> dict[str, float]:
    """All of it by name; `lab/game_observer.py` keeps the same for every turn of a study."""
    out = {name: float(value) for name, value in game.score(s).items() if name != "turns"}
    on_map, side_of = _on_map(game), game.text.facts.side_of
    count = len(game.parties())
    units, steps = [0] * count, [0] * count
    for unit, space in enumerate(s.where):
        if on_map[space]:
            units[side_of[unit]] += 1
            steps[side_of[unit]] += s.steps[unit]
    held = [places.bit_count() for places in game.prizes(s)]
    for kind, row in (("units", units), ("steps", steps), ("held", held)):
        out |= {f"{kind} of party {party}": float(value) for party, value in enumerate(row)}
    return out


@lru_cache(maxsize=8)
def _on_map(game: Game) -> list[bool]:
    return [space["kind"] != "box" for space in game.board()["spaces"]]


@lru_cache(maxsize=8)
def names_in(package: str, file: str = "value.json") -> tuple[str, ...]:
    """The inputs of the value that lies beside a game's bots; nothing where there is none yet."""
    try:
        return tuple(json.loads(text_of(package, file))["names"])
    except FileNotFoundError:
        return ()


def features_for(names: tuple[str, ...]) -> Callable[[Any], list[float]]:
    """A function that reads these numbers off a position."""

    def features(s: Any) -> list[float]:
        found = numbers(s.game, s)
        try:
            return [found[name] for name in names]
        except KeyError as missing:
            raise StaleValue(f"{s.game.title} keeps no {missing}") from None

    return features


def turns_done(s: Any) -> int:
    """The progress of the game: the turns that are over."""
    return int(s.turn) - 1
