"""How a staff of Causeway leans: factors on what it wants, all one for the staff as it is; see `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.bots.general.weights import read, text_of


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """By what everything of a kind is multiplied."""

    ground: float
    kill: float
    price: float
    fight: float
    supplies: float
    contact: float
    pull: float
    keep: float
    danger: float
    together: float


@lru_cache(maxsize=8)
def shipped(file: str = "weights.toml") -> Weights:
    """The weights of a file beside this one."""
    return read(text_of("grognard.bots.formosa", file), "either", Weights)
