"""Dice of a simulation, keyed by purpose and place: the same fight has the same luck in every plan.

A match numbers its rolls. Two plans that differ by one attack would then differ in all the luck that follows, and most
of what one learns by comparing them would be noise.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from grognard.kernel.dice import KeyedDice, Throw
from grognard.kernel.flow import ONGOING, Roll
from grognard.kernel.ids import Side
from grognard.kernel.play import apply, throw


class CommonDice:
    """The dice of one world: each turn, purpose and place has a stream of its own."""

    __slots__ = ("_seed", "_thrown")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._thrown: dict[str, int] = {}

    def faces(self, turn: int, roll: Roll) -> Throw:
        """The faces of the roll that is called for: of more dice, the first are those of fewer."""
        key = f"{turn}/{roll.purpose}/{roll.about}"
        times = self._thrown.get(key, 0)
        self._thrown[key] = times + 1
        seed = blake2b(key.encode(), digest_size=32, key=self._seed[:64]).digest()
        return KeyedDice(seed).roll(times, roll.count, roll.sides)


def take(s: Any, side: Side, option: Any, dice: CommonDice) -> None:
    """Decide, and throw what it calls for, up to the next question."""
    apply(s, side, option, None)
    roll_on(s, dice)


def roll_on(s: Any, dice: CommonDice) -> None:
    """Throw the dice that are called for, up to the next question."""
    while s.winner == ONGOING and isinstance(s.pending, Roll):
        throw(s, dice.faces(s.turn, s.pending), None)
