"""How a staff of Ichi-Go leans: factors on what it wants, all one for the staff as it is; see `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache

from grognard.bots.general.weights import read, text_of
from grognard.bots.ichigo.battle import Aims


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """By what everything of a kind is multiplied."""

    places: float
    kill: float
    price: float
    use: float
    least: float
    need: float
    pull: float
    pins: float
    tank: float


@lru_cache(maxsize=8)
def shipped(file: str = "weights.toml") -> Weights:
    """The weights of a file beside this one."""
    return read(text_of("grognard.bots.ichigo", file), "either", Weights)


def leaning(aims: Aims, w: Weights) -> Aims:
    """What is wanted, by these weights; untouched where all of them are one."""
    if all(getattr(w, field.name) == 1.0 for field in fields(w)):
        return aims
    return replace(
        aims,
        worth=[worth * w.places for worth in aims.worth], kill=aims.kill * w.kill, price=aims.price * w.price,
        use=aims.use * w.use, least=aims.least * w.least, tank=aims.tank * w.tank,
        need={hex_: need * w.need for hex_, need in aims.need.items()},
        pull={hex_: pull * w.pull for hex_, pull in aims.pull.items()},
        pins={hex_: held * w.pins for hex_, held in aims.pins.items()},
    )  # fmt: skip
