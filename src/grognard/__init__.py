"""Grognard plays historical board wargames with every rule enforced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.games import load
from grognard.kernel.sandbox import Sandbox

__version__ = "0.1.0"


def sandbox(
    game: str, scenario: str = "", options: dict[str, str] | None = None, dice: Iterable[int] = (), **change: Any
) -> Sandbox:
    """A position of a game to edit and try things in; what may be changed is said by the game's `edit`."""
    loaded = load(game)
    state = loaded.new(scenario, options or {})
    if change:
        loaded.edit(state, change)
    return Sandbox(loaded, state, dice)
