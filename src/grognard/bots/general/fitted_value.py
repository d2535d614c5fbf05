"""Value function: the chance to win for every half-turn, fitted to games of the staff and kept as data.

One logistic regression a half-turn over named features. It is read in plain Python; `bench/value.py` makes the file,
which holds how it was made and how well it foretold games that it had not seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Any

from grognard.bots.general.weights import text_of


@dataclass(frozen=True, slots=True)
class Value:
    """The chances of the first side."""

    edition: int
    names: tuple[str, ...]
    bias: tuple[float, ...]
    """By half-turn."""
    slopes: tuple[tuple[float, ...], ...]

    def chance(self, half: int, features: Sequence[float]) -> float:
        """The chance that the first side wins, a draw counted as half."""
        at = min(max(half, 0), len(self.bias) - 1)
        total = self.bias[at]
        for slope, feature in zip(self.slopes[at], features, strict=True):
            total += slope * feature
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


class StaleValue(ValueError):
    """A value whose features are not those of the code."""


@lru_cache(maxsize=8)
def load(package: str, file: str, names: tuple[str, ...]) -> Value:
    """The value that lies beside a game's bots."""
    found: dict[str, Any] = json.loads(text_of(package, file))
    if tuple(found["names"]) != names:
        raise StaleValue(f"{package}/{file} was fitted to other features")
    halves = found["halves"]
    return Value(
        int(found["edition"]), names, tuple(float(half["bias"]) for half in halves),
        tuple(tuple(map(float, half["slopes"])) for half in halves),
    )  # fmt: skip
