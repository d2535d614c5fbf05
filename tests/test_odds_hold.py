"""The yardstick for previews tells right chances from wrong ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from odds_hold import Figure, chances, hold, hold_again


def thrown(times: int = 20_000) -> Counter[str]:
    rng = random.Random(1)
    return Counter("six" if rng.randint(1, 6) == 6 else "less" for _ in range(times))


def test_right_chances_hold() -> None:
    hold(chances([{"text": "six", "p": 1 / 6}, {"text": "less", "p": 5 / 6}]), thrown())
    hold(chances([{"text": "six", "p": 0.1, "p2": 0.2}, {"text": "less", "p": 0.8, "p2": 0.9}]), thrown())


@pytest.mark.parametrize("six", [0.15, 0.18])
def test_wrong_chances_do_not(six: float) -> None:
    with pytest.raises(AssertionError, match="came"):
        hold({"six": (six, six), "less": (1 - six, 1 - six)}, thrown())


def test_what_was_not_foreseen_is_wrong() -> None:
    with pytest.raises(AssertionError, match="not foreseen"):
        hold({"less": (1.0, 1.0)}, thrown())


def sixes(said: float) -> Callable[[int], list[Figure]]:
    def figures(lot: int) -> list[Figure]:
        rng = random.Random(lot)
        came = sum(rng.randint(1, 6) == 6 for _ in range(5000))
        return [Figure("six", said, came / 5000, 5000)]

    return figures


def test_a_figure_that_is_far_off_with_every_lot_of_dice_does_not_hold() -> None:
    assert hold_again(sixes(1 / 6))[0].errors < 3
    with pytest.raises(AssertionError, match="six"):
        hold_again(sixes(0.2))


def test_a_figure_that_is_far_off_by_luck_alone_is_thrown_again() -> None:
    shares = [0.2, 1 / 6]
    assert hold_again(lambda lot: [Figure("six", 1 / 6, shares[lot], 5000)])[0].share == 0.2
