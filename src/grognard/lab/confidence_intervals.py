"""Confidence intervals and other arithmetic for reports."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

_Z95 = 1.959964


def wilson(wins: float, games: int, z: float = _Z95) -> tuple[float, float]:
    """The Wilson interval of a share: sound for few games and for shares near 0 and 1."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    middle = share + z * z / (2 * games)
    scale = 1 + z * z / games
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return (0.0 if wins == 0 else low), (1.0 if wins == games else high)


def mean(values: Sequence[float]) -> float:
    """The mean; of nothing it is 0."""
    return sum(values) / len(values) if values else 0.0


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that a share of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, ceil(share * len(ordered)) - 1))] if ordered else 0.0
