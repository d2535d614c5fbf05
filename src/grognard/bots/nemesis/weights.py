"""What either staff of Nemesis weighs by: what each means stands in `weights.toml`, beside its value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.bots.general.weights import read, text_of

Many = tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A list is a value for the Allied and one for the Japanese side."""

    hold: Many
    need_to_take: float
    need_to_hold: Many
    solid: Many
    garrison: float
    loose: float
    pull: float
    danger: float
    chance: float
    worth_it: float
    worth_a_fight: float
    worth_a_banzai: float


@lru_cache(maxsize=8)
def shipped(file: str = "weights.toml") -> Weights:
    """The weights of a file beside this one."""
    return read(text_of("grognard.bots.nemesis", file), "either", Weights)
