"""Games by lot, looked at on the way: what the fuzzers of several games share."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import soak_mode
from grognard.testing.random_games import Act, undone, watched

__all__ = ["Act", "some", "some_of", "undone", "watched"]


def some(now: int, at_length: int, step: int = 1) -> list[Any]:
    """Seeds to parametrize with: so many for every run of the tests, all for `make soak`."""
    return some_of(len(range(0, now, step)), range(0, at_length, step))


def some_of(now: int, of: Iterable[Any]) -> list[Any]:
    """The same of whatever else differs: so many of them now, all in `make soak`."""
    return list(of) if soak_mode.is_on else list(islice(of, now))
