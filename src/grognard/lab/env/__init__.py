"""Learning environments of the games: `make` gives the kind that fits the game."""

from __future__ import annotations

from typing import Any

from grognard import extras, games
from grognard.kernel.flow import Refused


def make(game: str, opponent: str | None = None, **settings: Any) -> Any:
    """A PettingZoo AEC environment; a Gymnasium one for a game for one player, or where an opponent is named."""
    try:
        from grognard.lab.env.zoo import GrognardAEC, GrognardEnv
    except ImportError as missing:
        raise _lacking(missing) from None
    if len(games.load(game).sides) == 1:
        if opponent is not None:
            raise Refused(f"{games.load(game).title} is for one player: there is no opponent.")
        return GrognardEnv(game, **settings)
    return GrognardAEC(game, **settings) if opponent is None else GrognardEnv(game, opponent=opponent, **settings)


def vector(game: str, num_envs: int, **settings: Any) -> Any:
    """Many games at once in worker processes: gymnasium's vector environment (`lab/env/vector_env.py`)."""
    try:
        from grognard.lab.env.vector_env import GrognardVector
    except ImportError as missing:
        raise _lacking(missing) from None
    return GrognardVector(game, num_envs, **settings)


def _lacking(missing: ImportError) -> Refused:
    return Refused(f"Environments need {missing.name}: {extras.install('learn')}.")
