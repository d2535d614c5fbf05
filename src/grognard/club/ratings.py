"""Glicko-2 ratings (Glickman 2012), per game, with the advantage of a side in the expected score.

All ratings are worked out from the results in their order and from nothing else, so that they can be computed again at
any time. They change with every game: the time between two games of a player is the rating period, however long.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.5
"""How much a volatility may change: Glickman's own figure for games with some luck in them."""
SCALE = 173.7178
PERIOD = 7 * 86_400.0
"""Seconds in which a deviation grows by one rating period's worth."""
LEAST_DEVIATION = 30.0
"""Nobody is known better than this: a run of games must still be able to move them."""
PROVISIONAL = 110.0
"""A rating less certain than this is marked as provisional, and has no place among the leaders."""
_CLOSE = 1e-6


class Rating(NamedTuple):
    """A player's rating in one game, with its uncertainty."""

    value: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY
    games: int = 0
    at: float = 0.0
    """When the last game that counts in it ended."""

    @property
    def provisional(self) -> bool:
        """Whether it is still a guess."""
        return self.deviation > PROVISIONAL


class Result(NamedTuple):
    """One rated game: who played the first side and who the second, and what the first scored (1, 0.5 or 0)."""

    at: float
    game: str
    scenario: str
    first: str
    second: str
    score: float


class Met(NamedTuple):
    """An opponent in a rating period, the score against them, and the worth of one's own side."""

    opponent: Rating
    score: float
    advantage: float = 0.0
    """In logits: 0 when the sides are equal."""


class Measured(NamedTuple):
    """Scores of a scenario's sides between equal players, and where they were measured."""

    game: str
    scenario: str
    first: str
    won: int
    drawn: int
    lost: int
    command: str
    edition: int
    date: str

    @property
    def share(self) -> float:
        """The first side's part of the points; one game more is drawn, so that it is never nothing or all."""
        return (self.won + (self.drawn + 1) / 2) / (self.won + self.drawn + self.lost + 1)

    @property
    def advantage(self) -> float:
        """The first side's advantage in logits."""
        return math.log(self.share / (1 - self.share))


@lru_cache(maxsize=1)
def measured() -> Mapping[tuple[str, str], Measured]:
    """By game and scenario. One that was never measured has no advantage."""
    text = files("grognard.club").joinpath("data/sides.toml").read_text(encoding="utf-8")
    rows = [Measured(**row) for row in tomllib.loads(text)["measured"]]
    return {(row.game, row.scenario): row for row in rows}


def advantage_of(game: str, scenario: str) -> float:
    """The advantage of a scenario's first side, in logits."""
    found = measured().get((game, scenario))
    return found.advantage if found else 0.0


def expected(player: Rating, opponent: Rating, advantage: float = 0.0) -> float:
    """The score to expect against an opponent, with the advantage of one's side."""
    return _expected((player.value - opponent.value) / SCALE + advantage, opponent.deviation / SCALE)


def updated(player: Rating, met: Sequence[Met], at: float = 0.0, periods: float = 1.0) -> Rating:
    """A rating after some games: steps 2 to 8 of Glickman's paper, which lasts one period from games to games."""
    mu, phi, sigma = (player.value - START) / SCALE, player.deviation / SCALE, player.volatility
    if not met:
        return player._replace(deviation=min(DEVIATION, SCALE * math.hypot(phi, sigma * math.sqrt(periods))))
    information = lean = 0.0
    for opponent, score, advantage in met:
        other = opponent.deviation / SCALE
        weight, hope = _weight(other), _expected(mu - (opponent.value - START) / SCALE + advantage, other)
        information += weight * weight * hope * (1 - hope)
        lean += weight * (score - hope)
    variance = 1 / information
    sigma = _volatility(phi, sigma, variance, variance * lean)
    phi = 1 / math.sqrt(1 / (phi * phi + periods * sigma * sigma) + information)
    mu += phi * phi * lean
    deviation = min(DEVIATION, max(LEAST_DEVIATION, phi * SCALE))
    return Rating(START + mu * SCALE, deviation, sigma, player.games + len(met), at)


def rested(player: Rating, now: float) -> Rating:
    """A rating as it stands after some time without a game: the surer one was, the more there is to doubt."""
    return updated(player, [], periods=_periods(player, now))


def after(first: Rating, second: Rating, result: Result) -> tuple[Rating, Rating]:
    """The ratings of both players after a game between them."""
    worth = advantage_of(result.game, result.scenario)
    against_first, against_second = rested(first, result.at), rested(second, result.at)
    return (
        updated(first, [Met(against_second, result.score, worth)], result.at, _periods(first, result.at)),
        updated(second, [Met(against_first, 1 - result.score, -worth)], result.at, _periods(second, result.at)),
    )


def rate(results: Iterable[Result]) -> dict[tuple[str, str], Rating]:
    """The ratings of all players by (player, game), from the results in order."""
    found: dict[tuple[str, str], Rating] = {}
    for result in results:
        one, two = (result.first, result.game), (result.second, result.game)
        if one == two:
            continue  # nobody is measured against themselves
        found[one], found[two] = after(found.get(one, Rating()), found.get(two, Rating()), result)
    return found


def _periods(player: Rating, now: float) -> float:
    return max(0.0, now - player.at) / PERIOD if player.games else 0.0


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(difference: float, phi: float) -> float:
    return 1 / (1 + math.exp(-_weight(phi) * difference))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: where f is zero, by the Illinois method."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi * phi + variance + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(start - k * TAU) < 0:
            k += 1
        high = start - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
