"""How far a force could go."""

from __future__ import annotations

from typing import Any

from grognard.games.whitesun.state import State


def ways_to_move(s: State, units: list[int]) -> list[dict[str, Any]]:
    """The march under way."""
    return []
