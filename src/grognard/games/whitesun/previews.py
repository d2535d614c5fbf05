"""The odds before the die."""

from __future__ import annotations

from typing import Any

from grognard.games.whitesun.state import State
from grognard.kernel.flow import Option


def current(s: State, side: int) -> list[dict[str, Any]]:
    """The odds of what is under way."""
    return []


def of_option(s: State, side: int, option: Option) -> dict[str, Any] | None:
    """The odds behind one option of the open decision."""
    return None
