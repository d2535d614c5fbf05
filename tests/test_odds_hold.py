"""The yardstick for previews tells right chances from wrong ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from grognard.kernel.dice import Dice
from odds_hold import Figure, Thrown, by_lot, chances, hold, hold_again


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


def test_every_way_that_the_dice_fall_is_resolved_once_and_comes_as_often_as_it_should() -> None:
    resolved = []

    def one_more_after_a_six(dice: Dice) -> str:
        (first,) = dice.roll(0, 1, 6)
        words = f"{first}" if first < 6 else f"{first}, {max(dice.roll(1, 2, 3))}"
        resolved.append(words)
        return words

    came = by_lot(one_more_after_a_six, 20_000, random.Random(1))
    assert len(resolved) == 5 + 9
    said = {str(face): (1 / 6, 1 / 6) for face in range(1, 6)}
    said |= {f"6, {most}": (share / 54, share / 54) for most, share in ((1, 1), (2, 3), (3, 5))}
    hold(said, came, 3.5)


def test_throws_that_are_given_come_first() -> None:
    dice = Thrown(random.Random(1), [(5,), (2, 2)])
    assert [dice.roll(0, 1, 6), dice.roll(1, 2, 3)] == [(5,), (2, 2)]
    assert len(dice.roll(2, 3, 6)) == 3
    assert dice.asked == [(1, 6), (2, 3), (3, 6)]
