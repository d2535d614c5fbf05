"""Dice: reproducible, unpredictable to the players, and open to anyone's check afterwards.

Roll number N of a match is read from HMAC-SHA256(seed, "N/0"), then "N/1" and so on. A byte counts when it lies below
the largest multiple of the die's sides that fits in 256, so every face is equally likely; the face is the byte modulo
the sides, plus one. Dice of more than 256 sides (lots drawn in secret) read four bytes each, the first the highest, in
the same way. A match publishes SHA-256(secret) when it starts and the secret when it is over; `mixed` makes the seed of
the secret and of what the players have added to it. docs/players/dice.md says what that promises.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

Throw = tuple[int, ...]


class Dice(Protocol):
    """A source of dice: the match, a script, or a search."""

    def roll(self, number: int, count: int, sides: int) -> Throw:
        """The faces of roll `number` of the match."""
        ...


def commitment(seed: bytes) -> str:
    """The commitment to the dice, published before the first roll."""
    return hashlib.sha256(seed).hexdigest()


def mixed(secret: bytes, facts: str, shares: Sequence[tuple[str, str]]) -> bytes:
    """The seed that binds everybody: the secret, what the match is (a digest), and each side's own number in hex."""
    text = "\n".join(["grognard dice 2", facts, *(f"{side} {number}" for side, number in shares)])
    return hmac.digest(secret, text.encode(), "sha256")


@lru_cache(maxsize=256)
def _faces(sides: int) -> tuple[bytes, bytes]:
    """A translation of bytes to faces, counted from nothing, and the bytes that do not count."""
    usable = 256 - 256 % sides
    return bytes(b % sides for b in range(256)), bytes(range(usable, 256))


class KeyedDice:
    """The dice of a match: a stream keyed by the match's secret seed, addressed by roll number."""

    __slots__ = ("_key", "seed")

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._key: hmac.HMAC | None = None

    def __reduce__(self) -> tuple[type[KeyedDice], tuple[bytes]]:
        return KeyedDice, (self.seed,)

    def _block(self, number: int, block: int) -> bytes:
        """HMAC-SHA256(seed, "number/block"), with the seed worked in once for all rolls."""
        if self._key is None:
            self._key = hmac.new(self.seed, digestmod="sha256")
        keyed = self._key.copy()
        keyed.update(b"%d/%d" % (number, block))
        return keyed.digest()

    def roll(self, number: int, count: int, sides: int) -> Throw:
        if sides > 256:
            return self._large(number, count, sides)
        table, void = _faces(sides)
        faces = b""
        block = 0
        while len(faces) < count:
            faces += self._block(number, block).translate(table, void)
            block += 1
        return tuple([face + 1 for face in faces[:count]])

    def _large(self, number: int, count: int, sides: int) -> Throw:
        usable = 2**32 - 2**32 % sides
        faces: list[int] = []
        block = 0
        while len(faces) < count:
            words = struct.unpack(">8I", self._block(number, block))
            faces += [word % sides + 1 for word in words if word < usable]
            block += 1
        return tuple(faces[:count])


class ScriptRanOut(Exception):
    """A scripted roll asked for more dice than the script holds."""


class ScriptedDice:
    """Dice with faces fixed in advance, for tests and puzzles: one flat list, used from the left."""

    __slots__ = ("faces",)

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.faces = list(faces)

    def roll(self, number: int, count: int, sides: int) -> Throw:
        if count > len(self.faces):
            dice = "die" if count == 1 else "dice"
            raise ScriptRanOut(f"roll {number} needs {count} {dice} and the script has {len(self.faces)} left")
        throw, self.faces = tuple(self.faces[:count]), self.faces[count:]
        if any(not 1 <= face <= sides for face in throw):
            raise ValueError(f"a scripted face is not on a die of {sides} sides: {throw}")
        return throw
