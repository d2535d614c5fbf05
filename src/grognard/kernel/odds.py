"""The arithmetic of dice pools and odds, exact before the last division."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

Chances = tuple[float, ...]
"""The chance of 0, 1, 2 … of something."""


@lru_cache(maxsize=4096)
def pool(dice: int, hitting: int = 2, sides: int = 6) -> Chances:
    """The chance of each number of hits when `hitting` of a die's faces hit."""
    whole = sides**dice
    return tuple(comb(dice, k) * hitting**k * (sides - hitting) ** (dice - k) / whole for k in range(dice + 1))


def one_die(sides: int = 6) -> Chances:
    """The chance of each face of one die used as a number (0 never comes)."""
    return (0.0, *(1 / sides for _ in range(sides)))


def added(a: Chances, b: Chances) -> Chances:
    """The chance of each sum of two independent numbers."""
    out = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            out[i + j] += p * q
    return tuple(out)


def reduced(chances: Chances, by: int) -> Chances:
    """The chance of each number after taking `by` away, never below nothing."""
    if by <= 0:
        return chances
    return (sum(chances[: by + 1]), *chances[by + 1 :])


def mean(chances: Chances) -> float:
    """The expectation."""
    return sum(i * p for i, p in enumerate(chances))


def at_least(chances: Chances, n: int) -> float:
    """The chance of n or more."""
    return sum(chances[max(n, 0) :])


def odds_column(attack: int, defence: int, columns: Sequence[tuple[int, int]]) -> int:
    """The column of an odds table, rounded in the defender's favour: the last whose ratio the attack reaches.

    Columns are (attack, defence) ratios from worst to best. -1 means worse than the first column.
    """
    column = -1
    for i, (a, d) in enumerate(columns):
        if attack * d >= a * defence:
            column = i
    return column
