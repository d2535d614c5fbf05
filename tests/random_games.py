"""Games by lot, looked at on the way: what the fuzzers of several games share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard.testing.playing import Act, undone, watched

__all__ = ["Act", "some", "some_of", "undone", "watched"]


def some(now: int, at_length: int, step: int = 1) -> list[Any]:
    """Seeds to parametrize with: so many for every run of the tests, the others for `make soak`."""
    return some_of(len(range(0, now, step)), range(0, at_length, step))


def some_of(now: int, of: Iterable[Any]) -> list[Any]:
    """The same of whatever else differs: so many of them now, the others in `make soak`."""
    late = pytest.mark.soak
    return [each if number < now else pytest.param(each, marks=late) for number, each in enumerate(of)]
