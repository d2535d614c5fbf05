"""Bradley-Terry strengths of players from pairwise results, with the first seat's advantage taken out.

The chance of the first of two is 1 / (1 + 10^(-(its Elo - the other's + the seat's) / 400)); a draw is half a victory
for each. A weak prior (strengths some 500 Elo around the mean) keeps those finite who never lost. Intervals come from
the curvature of the likelihood.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

ELO = 400 / log(10)
"""Elo in one unit of log odds."""
PRIOR = 500 / ELO
"""The standard deviation of strengths before a game is played, in log odds."""
_Z95 = 1.959964


class Game(NamedTuple):
    """One game: the first player, the second, and what the first got of it."""

    first: int
    second: int
    points: float


class Strength(NamedTuple):
    """Elo above the player that all are measured by, with its 95 % interval."""

    elo: float
    low: float
    high: float


def strengths(players: int, games: Sequence[Game], anchor: int = 0) -> tuple[list[Strength], float]:
    """The strength of each player above the anchor's, and the first seat's advantage in Elo."""
    values, spread = _fit(players, games)
    out = []
    for i in range(players):
        variance = spread[i][i] + spread[anchor][anchor] - 2 * spread[i][anchor]
        elo = ELO * (values[i] - values[anchor])
        half = _Z95 * ELO * sqrt(max(0.0, variance))
        out.append(Strength(elo, elo - half, elo + half))
    return out, ELO * values[players]


def _fit(players: int, games: Sequence[Game]) -> tuple[list[float], list[list[float]]]:
    """The likeliest strengths, the last of them the seat's, and their covariances (Newton's method)."""
    size = players + 1
    values = [0.0] * size
    counted: dict[tuple[int, int], list[float]] = {}
    for game in games:
        pair = counted.setdefault((game.first, game.second), [0.0, 0.0])
        pair[0] += game.points
        pair[1] += 1
    inverse: list[list[float]] = []
    for _ in range(60):
        slope = [-value / PRIOR**2 for value in values]
        curve = [[(1 / PRIOR**2 if i == j else 0.0) for j in range(size)] for i in range(size)]
        for (a, b), (points, number) in counted.items():
            chance = 1 / (1 + exp(-(values[a] - values[b] + values[players])))
            signs = ((a, 1.0), (b, -1.0), (players, 1.0))
            for i, x in signs:
                slope[i] += x * (points - number * chance)
                for j, y in signs:
                    curve[i][j] += x * y * number * chance * (1 - chance)
        inverse = _inverse(curve)
        step = [sum(inverse[i][j] * slope[j] for j in range(size)) for i in range(size)]
        largest = max(map(abs, step))
        scale = min(1.0, 2.0 / largest) if largest else 1.0
        values = [value + scale * change for value, change in zip(values, step, strict=True)]
        if largest < 1e-9:
            break
    return values, inverse


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Gauss and Jordan; the matrices here are small and positive definite."""
    size = len(matrix)
    rows = [[*map(float, row), *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [value / scale for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [value - factor * other for value, other in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
