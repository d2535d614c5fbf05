"""Sets of small integers (units, spaces) kept as one Python int each: bit n set means n is a member."""

from collections.abc import Iterable
from functools import lru_cache

_WORD = 1 << 256
"""Sets below this (units, areas) come back again and again in play: their members are remembered."""


def members(bitset: int) -> list[int]:
    """The members of a bitset, in rising order."""
    return list(_remembered(bitset)) if bitset < _WORD else _found(bitset)


def _found(bitset: int) -> list[int]:
    out = []
    while bitset:
        low = bitset & -bitset
        out.append(low.bit_length() - 1)
        bitset ^= low
    return out


@lru_cache(maxsize=1 << 15)
def _remembered(bitset: int) -> tuple[int, ...]:
    return tuple(_found(bitset))


def bitset(members: Iterable[int]) -> int:
    """The bitset that holds these members."""
    out = 0
    for member in members:
        out |= 1 << member
    return out
