"""Findings of a study: shares with intervals, bands over the turns, and facts that foretold the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from grognard.kernel.flow import DRAW
from grognard.kernel.game import Game
from grognard.kernel.ids import Space
from grognard.lab.confidence_intervals import wilson
from grognard.lab.game_observer import Turn, Watched

BAND = (0.1, 0.25, 0.5, 0.75, 0.9)
RIDGE = 1.0
"""How strongly weights are drawn to nothing: facts that say the same share what they weigh."""


class Share(NamedTuple):
    """A share of the games with its 95 % interval."""

    name: str
    games: int
    share: float
    low: float
    high: float


class Band(NamedTuple):
    """A number at the end of a turn, over all games that got so far."""

    turn: int
    quantiles: tuple[float, ...]
    games: int


class Fact(NamedTuple):
    """A fact at the end of a turn: how much one spread of it moves the log-odds of the first party's victory."""

    name: str
    weight: float
    error: float


class Foretold(NamedTuple):
    """The power of one turn's facts to foretell the winner."""

    turn: int
    games: int
    area: float
    """Under the curve, on games that were not fitted: 0.5 is a guess, 1 is certainty."""
    facts: list[Fact]
    said: dict[int, float]
    """Per game, the log-odds of the first party's victory, by a fit in which the game had no part."""


@dataclass(slots=True)
class Findings:
    """The games of a study that were played to their end."""

    game: Game
    rows: list[Watched]

    @classmethod
    def of(cls, game: Game, rows: Iterable[Watched]) -> Findings:
        """The counts of these rows."""
        return cls(game, [row for row in rows if not row.result.problem])

    @property
    def names(self) -> list[str]:
        """The parties' names."""
        return [party.name for party in self.game.parties()]

    def results(self) -> list[Share]:
        """The share of games that each party won, and that nobody won."""
        wins = Counter(row.result.winner for row in self.rows)
        named = [*enumerate(self.names), (DRAW, "Draw")]
        return [share(name, wins[winner], len(self.rows)) for winner, name in named]

    def endings(self) -> list[Share]:
        """The endings of the games, the most frequent first."""
        found = Counter((row.result.winner, row.result.ending) for row in self.rows)
        ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        return [share(f"{winner}/{ending}", count, len(self.rows)) for (winner, ending), count in ordered]

    def last_turn(self) -> int:
        """The turn that the longest game reached."""
        return max((row.turns[-1].turn for row in self.rows if row.turns), default=1)

    def numbers(self) -> list[str]:
        """The numbers that the game keeps score of."""
        return list(self.rows[0].turns[-1].numbers) if self.rows and self.rows[0].turns else []

    def bands(self, value: Callable[[Turn], float]) -> list[Band]:
        """A number turn by turn."""
        by_turn: dict[int, list[float]] = {}
        for row in self.rows:
            for turn in row.turns:
                by_turn.setdefault(turn.turn, []).append(value(turn))
        return [
            Band(turn, tuple(float(q) for q in np.quantile(values, BAND)), len(values))
            for turn, values in sorted(by_turn.items())
        ]

    def losses(self, party: int) -> list[tuple[int, float]]:
        """Mean steps lost, turn by turn."""
        total: Counter[int] = Counter()
        for row in self.rows:
            for (turn, whose, _), steps in row.died.items():
                if whose == party:
                    total[turn] += steps
        return [(turn, total[turn] / len(self.rows)) for turn in range(1, self.last_turn() + 1)]

    def holders(self, turn: int) -> dict[Space, float]:
        """Per space that the game is about, the share of games in which the first party had it after a turn.

        A game that ended sooner counts as it ended.
        """
        held: Counter[Space] = Counter()
        wanted: set[Space] = set()
        for row in self.rows:
            then = next((t for t in row.turns if t.turn >= turn), row.turns[-1] if row.turns else None)
            if then is not None:
                held.update(then.held[0])
                wanted.update(space for party in then.held for space in party)
        return {space: held[space] / len(self.rows) for space in sorted(wanted)}

    def per_game(self, counts: Callable[[Watched], Counter[Space]]) -> dict[Space, float]:
        """Something per space, as its mean over the games."""
        total: Counter[Space] = Counter()
        for row in self.rows:
            total.update(counts(row))
        return {space: times / len(self.rows) for space, times in total.items() if space >= 0}

    def steps_between(self) -> dict[tuple[Space, Space], float]:
        """The moves of units from a space to the next, either way, per game."""
        total: Counter[tuple[Space, Space]] = Counter()
        for row in self.rows:
            for (a, b), times in row.walked.items():
                total[min(a, b), max(a, b)] += times
        return {pair: times / len(self.rows) for pair, times in total.items()}

    def foretold(self, turn: int) -> Foretold | None:
        """Which facts at the end of a turn weigh on who wins; None when too few games were decided after it."""
        decided = [
            (row, then)
            for row in self.rows
            if row.result.winner != DRAW and row.turns[-1].turn > turn
            for then in row.turns
            if then.turn == turn
        ]
        won = np.array([row.result.winner == 0 for row, _ in decided], dtype=float)
        if len(decided) < 40 or not 5 <= won.sum() <= len(won) - 5:
            return None
        table = [_facts(self.game, then) for _, then in decided]
        names = list(table[0])
        x = np.array([[facts[name] for name in names] for facts in table])
        spread = x.std(axis=0)
        keep = spread > 0
        x = (x[:, keep] - x[:, keep].mean(axis=0)) / spread[keep]
        # Every second game is foretold by a fit of the others, and the other way round.
        odd = np.arange(len(won)) % 2 == 1
        said = np.empty(len(won))
        for fit, test in ((odd, ~odd), (~odd, odd)):
            said[test] = _design(x[test]) @ logistic(_design(x[fit]), won[fit])[0]
        weights, errors = logistic(_design(x), won)
        kept = [name for name, keeps in zip(names, keep, strict=True) if keeps]
        facts = [Fact(n, float(w), float(e)) for n, w, e in zip(kept, weights[1:], errors[1:], strict=True)]
        facts.sort(key=lambda fact: -abs(fact.weight))
        by_game = {row.result.number: float(odds) for (row, _), odds in zip(decided, said, strict=True)}
        return Foretold(turn, len(won), area_under_curve(said, won), facts, by_game)


def share(name: str, count: int, games: int) -> Share:
    """A share with its interval."""
    low, high = wilson(count, games)
    return Share(name, count, count / games if games else 0.0, low, high)


def _facts(game: Game, turn: Turn) -> dict[str, float]:
    """The open facts of a position, in numbers."""
    out = dict(turn.numbers)
    for i, party in enumerate(game.parties()):
        out[f"{party.adjective} units"] = float(turn.units[i])
        out[f"{party.adjective} steps"] = float(turn.steps[i])
    mine = set(turn.held[0])
    for space in sorted(space for party in turn.held for space in party):
        out[f"{game.parties()[0].adjective} in {game.text.space(space)}"] = float(space in mine)
    return out


def _design(x: np.ndarray) -> np.ndarray:
    return np.hstack([np.ones((len(x), 1)), x])


def logistic(x: np.ndarray, y: np.ndarray, ridge: float = RIDGE) -> tuple[np.ndarray, np.ndarray]:
    """Weights of a logistic regression and their standard errors, by Newton's method; column 0 is the constant."""
    penalty = np.full(x.shape[1], ridge)
    penalty[0] = 1e-6
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        curve = (x.T * (p * (1 - p))) @ x + np.diag(penalty)
        step = np.linalg.solve(curve, x.T @ (y - p) - penalty * weights)
        weights = weights + step
        if np.abs(step).max() < 1e-8:
            break
    return weights, np.sqrt(np.diag(np.linalg.inv(curve)))


def area_under_curve(said: np.ndarray, true: np.ndarray) -> float:
    """The share of pairs in which the game that was won was foretold higher; equal counts half."""
    wins, others = said[true > 0], said[true == 0]
    above = (wins[:, None] > others[None, :]).mean() + 0.5 * (wins[:, None] == others[None, :]).mean()
    return float(above)


def spread_by_dice(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Of the variance of results from several positions, each played on with other dice: within and between positions.

    Between is corrected for what the dice alone would give, and never below zero.
    """
    within = float(np.mean([np.var(group, ddof=1) for group in groups]))
    size = float(np.mean([len(group) for group in groups]))
    means = [float(np.mean(group)) for group in groups]
    return within, max(0.0, float(np.var(means, ddof=1)) - within / size)
