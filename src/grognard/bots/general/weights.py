"""Weights of a staff as data: read from a readable file, varied for plans and for tuning.

A staff's weights are a frozen dataclass of numbers and lists of numbers; a list is varied as one.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from grognard.kernel.ids import Side

T = TypeVar("T")
A = TypeVar("A")
J = TypeVar("J")


class BadWeights(ValueError):
    """A file of weights that does not fit the staff."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a file's figures."""

    edition: int
    made: str


@lru_cache(maxsize=64)
def text_of(package: str, file: str) -> str:
    """A data file that lies beside a game's bots."""
    return (files(package) / file).read_text(encoding="utf-8")


def origin(text: str) -> Origin:
    """The edition that a file belongs to, and the command that made it."""
    found = tomllib.loads(text)
    return Origin(int(found["edition"]), str(found["made"]))


def read(text: str, section: str, kind: type[T]) -> T:
    """One side's weights, each of them named exactly once."""
    found = tomllib.loads(text).get(section, {})
    wanted = get_type_hints(kind)
    missing, strange = sorted(wanted.keys() - found.keys()), sorted(found.keys() - wanted.keys())
    if missing or strange:
        raise BadWeights(f"[{section}] lacks {missing} and should not have {strange}")
    return kind(**{name: _number(section, name, value, wanted[name]) for name, value in found.items()})


def _number(section: str, name: str, value: Any, kind: Any) -> Any:
    many = isinstance(value, list)
    if many != (kind is not float) or not all(isinstance(x, float) for x in (value if many else [value])):
        raise BadWeights(f"[{section}] {name} is {value!r}")
    return tuple(value) if many else value


class Both(NamedTuple, Generic[A, J]):
    """The weights of the Allied and the Japanese staff of a game, in the order of its sides."""

    allied: A
    japanese: J

    def of(self, side: Side) -> A | J:
        """Those of one."""
        return self[side]


@lru_cache(maxsize=64)
def both(package: str, file: str, allied: type[A], japanese: type[J]) -> Both[A, J]:
    """Either section of a file that lies beside a game's bots."""
    text = text_of(package, file)
    return Both(read(text, "allied", allied), read(text, "japanese", japanese))


def names(weights: Any) -> list[str]:
    """The names that can be varied."""
    return [field.name for field in fields(weights)]


def scaled(weights: T, factors: Mapping[str, float]) -> T:
    """The same weights with some of them multiplied."""
    changes: dict[str, Any] = {}
    for name, factor in factors.items():
        value = getattr(weights, name)
        changes[name] = tuple(x * factor for x in value) if isinstance(value, tuple) else value * factor
    return replace(weights, **changes)  # type: ignore[type-var]


def drawn(weights: Any, rng: random.Random, spread: float) -> dict[str, float]:
    """A random factor for each weight, log-normal: its logarithm has this standard deviation."""
    return {name: exp(rng.gauss(0.0, spread)) for name in names(weights)}
