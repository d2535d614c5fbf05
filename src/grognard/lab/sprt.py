"""A sequential test of strength (SPRT): games are played until one of two hypotheses about Elo is decided.

The unit is a pair of games, the same dice from both sides: its score is spread less than that of two games by
themselves. The likelihood ratio is the generalised one that chess engines are tested with, by mean and variance of the
pairs' scores.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

LEAST_PAIRS = 10
"""Pairs before the variance can be judged at all."""


class Hypotheses(NamedTuple):
    """Two strengths in Elo, and how often the test may be wrong when one of them is true."""

    weaker: float
    stronger: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the test ends, either way."""
        return math.log((1 - self.error) / self.error)


def expected(elo: float) -> float:
    """The share of the points that a difference in Elo is worth."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairs: Sequence[float], hypotheses: Hypotheses) -> float:
    """The weight of evidence for the stronger hypothesis in the scores of the pairs (each from 0 to 1)."""
    count = len(pairs)
    if count < LEAST_PAIRS:
        return 0.0
    mean = sum(pairs) / count
    # A quarter more: pairs that are all alike so far do not mean that there is no chance in it.
    variance = (sum((each - mean) ** 2 for each in pairs) + 0.25) / (count + 1)
    low, high = expected(hypotheses.weaker), expected(hypotheses.stronger)
    return count * (high - low) * (2 * mean - low - high) / (2 * variance)


def verdict(pairs: Sequence[float], hypotheses: Hypotheses) -> str:
    """`stronger`, `weaker`, or nothing while the test goes on."""
    ratio = log_likelihood_ratio(pairs, hypotheses)
    if abs(ratio) < hypotheses.bound:
        return ""
    return "stronger" if ratio > 0 else "weaker"
