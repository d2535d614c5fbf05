"""The odds before the die: strengths, every shift and modifier with its case, and the chance of each result."""

from __future__ import annotations

from typing import Any

from grognard.games.nemesis.state import State
from grognard.kernel.flow import Option


def current(s: State, side: int) -> list[dict[str, Any]]:
    """The odds of what is planned or under way."""
    return []


def of_option(s: State, side: int, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    return None
