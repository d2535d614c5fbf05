"""Games by lot, looked at on the way: what the fuzzers of several games share."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.testing.playing import Act, undone, watched

__all__ = ["Act", "some", "undone", "watched"]


def some(now: int, at_length: int, step: int = 1) -> list[Any]:
    """Seeds to parametrize with: so many for every run of the tests, the others for `make soak`."""
    late = pytest.mark.soak
    return [seed if seed < now else pytest.param(seed, marks=late) for seed in range(0, at_length, step)]
