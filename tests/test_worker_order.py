"""Several workers begin with what takes long, and no test is lost or done twice on the way to them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from worker_order import dealt, is_short

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))


class Numbered(NamedTuple):
    path: Path
    number: int


ALL = [Numbered(file, number) for file in FILES for number in range(20)]


@pytest.mark.parametrize("workers", range(1, 9))
def test_every_test_is_dealt_once(workers: int) -> None:
    found = dealt(ALL, workers)
    assert sorted(found) == sorted(ALL)


@pytest.mark.parametrize("workers", [2, 3, 4])
def test_each_worker_begins_with_what_takes_long_and_ends_with_what_is_soon_done(workers: int) -> None:
    left, pieces = dealt(ALL, workers), []
    for number in range(workers):  # as worksteal shares them out
        share = len(left) // (workers - number)
        pieces.append(left[:share])
        left = left[share:]
    for piece in pieces:
        short = [is_short(test.path) for test in piece]
        assert short == sorted(short)
        assert not short[0]
        assert short[-1]
    drawn = [any(test.path.parent.name == "browser" for test in piece) for piece in pieces]
    assert drawn == [number < (workers + 1) // 2 for number in range(workers)]


def test_a_file_stays_together_and_few_tests_are_dealt_as_well() -> None:
    found = dealt(ALL, 4)
    for file in FILES:
        if not is_short(file):
            numbers = [index for index, test in enumerate(found) if test.path == file]
            assert numbers == list(range(numbers[0], numbers[0] + 20))
    assert dealt(ALL[:3], 4) == ALL[:3]
    assert dealt([], 4) == []
