"""Wide view of a position for a fitted value: the score, and for every prize who holds it and who presses it.

The same numbers for every game that keeps `score` and `prizes`; a game's bots may put features of their own in front.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.bots.general.score_value import numbers
from grognard.bots.general.settings import GeneralSettings
from grognard.kernel.bits import members
from grognard.kernel.game import Game
from grognard.kernel.ids import Space

NEAR = (1.0, 0.7, 0.4, 0.2)
"""What a step counts for a prize so many spaces away."""
DOUBT = 4.0
"""Steps on either side that nobody would call pressure."""
OF_HEXES = 100
"""A map with more spaces than this is one of hexes; on fewer, larger areas only the neighbours press."""


class Encoder:
    """The wide view of one game's positions."""

    def __init__(self, game: Game, own_names: tuple[str, ...], own: Callable[[Any], list[float]] | None) -> None:
        facts: Any = game
        start = game.new("", {})
        self._game = game
        self._own = own
        self._score = () if own else tuple(numbers(game, start))
        prizes = 0
        for held in game.prizes(start):
            prizes |= held
        self._prizes = members(prizes)
        ids = game.text.facts.space_ids
        self.names = (
            *own_names, *self._score,
            *(f"{kind} {ids[prize]}" for kind in ("held", "pressed") for prize in self._prizes),
        )  # fmt: skip
        self._touched: dict[Space, list[tuple[int, float]]] = {}
        for index, prize in enumerate(self._prizes):
            ring, seen = {Space(prize)}, {Space(prize)}
            for weight in NEAR if len(ids) > OF_HEXES else (1.0, 0.4):
                for space in ring:
                    self._touched.setdefault(space, []).append((index, weight))
                ring = {Space(there) for here in ring for there in members(facts.near[here])} - seen
                seen |= ring
        self._side_of = game.text.facts.side_of

    def __call__(self, s: Any) -> list[float]:
        """The numbers, in the order of the names."""
        count = len(self._prizes)
        steps: dict[Space, list[int]] = {}
        touched = self._touched
        for unit, space in enumerate(s.where):
            if space in touched:
                steps.setdefault(space, [0, 0])[self._side_of[unit]] += s.steps[unit]
        first, second = [0.0] * count, [0.0] * count
        for space, (ours, theirs) in steps.items():
            for index, weight in touched[space]:
                first[index] += weight * ours
                second[index] += weight * theirs
        mine, other = self._game.prizes(s)[:2]
        held = [float((mine >> prize & 1) - (other >> prize & 1)) for prize in self._prizes]
        pressed = [(a - b) / (a + b + DOUBT) for a, b in zip(first, second, strict=True)]
        if self._own is not None:
            return [*self._own(s), *held, *pressed]
        found = numbers(self._game, s)
        return [*(found[name] for name in self._score), *held, *pressed]


_kept: dict[str, Encoder] = {}


def encoder_of(game: Game, settings: GeneralSettings) -> Encoder:
    """The encoder of one of our games, made once."""
    if game.id not in _kept:
        own = settings.by_score
        _kept[game.id] = Encoder(game, () if own else settings.names, None if own else settings.features)
    return _kept[game.id]
