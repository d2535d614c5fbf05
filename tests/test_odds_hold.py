"""The yardstick for previews tells right chances from wrong ones."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from odds_hold import chances, hold


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
