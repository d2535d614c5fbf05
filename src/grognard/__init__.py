"""Grognard plays historical board wargames with every rule enforced.

What stands in `__all__` is for everybody and keeps its name; everything else is internal and may change.
`docs/programmers/library.md` shows all of it at work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.games import game_ids, load
    from grognard.kernel.flow import Refused
    from grognard.kernel.sandbox import Sandbox
    from grognard.lab.simulate import Outcome
    from grognard.position import Position, start

__version__ = "0.1.0"
__all__ = [
    "Position", "Refused", "Sandbox", "__version__", "env", "game_ids", "load", "sandbox", "simulate", "start",
    "vector",
]  # fmt: skip

_HOMES = {
    "Position": "grognard.position",
    "Refused": "grognard.kernel.flow",
    "Sandbox": "grognard.kernel.sandbox",
    "game_ids": "grognard.games",
    "load": "grognard.games",
    "start": "grognard.position",
}


def __getattr__(name: str) -> Any:
    """Load names of other modules on first use: the command line has something to do before."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def sandbox(
    game: str, scenario: str = "", options: dict[str, str] | None = None, dice: Iterable[int] = (), **change: Any
) -> Sandbox:
    """A position of a game to edit and try things in; what may be changed is said by the game's `edit`."""
    from grognard.games import load
    from grognard.kernel.sandbox import Sandbox

    loaded = load(game)
    state = loaded.new(scenario, options or {})
    if change:
        loaded.edit(state, change)
    return Sandbox(loaded, state, dice)


def env(game: str, opponent: str | None = None, **settings: Any) -> Any:
    """A game for a learning program: PettingZoo for two, Gymnasium for one side.

    See `docs/programmers/environments.md`."""
    from grognard.lab.env import make

    return make(game, opponent, **settings)


def vector(game: str, num_envs: int, **settings: Any) -> Any:
    """Many games at once in worker processes, as gymnasium's vector environment."""
    from grognard.lab.env import vector

    return vector(game, num_envs, **settings)


def simulate(
    game: str, bots: Sequence[str], games: int, seed: int = 1, jobs: int = 1, scenario: str = "",
    options: Mapping[str, str] | None = None,
) -> Outcome:  # fmt: skip
    """Bots play many games, the same for the same seed whatever the number of processes."""
    from grognard.lab import simulate as lab

    plan = lab.Plan(game, tuple(bots), games, seed, scenario=scenario, options=tuple((options or {}).items()))
    lab.checked(plan)
    return lab.simulate(plan, jobs)
