"""Weights of the Japanese staff: what each means stands in `weights.toml`, beside its value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.bots.general.weights import read, text_of


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Points on the map, chances that are dared, sizes of forces."""

    objective: float
    outlying: float
    hard: float
    beyond: float
    early_capital: float
    capital_city: float
    port: float
    trunk: float
    repair: float
    river: float
    hex_price: float
    risk_capital: float
    risk_city: float
    risk_line: float
    risk_other: float
    risk_base: float
    late: float
    strong: float
    sure: float
    fair: float
    shanghai: float
    shanghai_again: float
    great_gain: float
    modest: float
    core: float
    long_march: float
    any_coast: float
    worthwhile: float
    doubtful: float
    better: float
    grave: float
    forlorn: float
    round_least: float
    round_danger: float
    round_spare: float
    last_push: float


@lru_cache(maxsize=8)
def shipped(file: str = "weights.toml") -> Weights:
    """The weights of a file beside this one."""
    return read(text_of("grognard.bots.whitesun", file), "japanese", Weights)
