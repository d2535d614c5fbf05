"""Sets of small integers (units, spaces) kept as one Python int each: bit n set means n is a member."""

from collections.abc import Iterable
from functools import lru_cache


def members(bitset: int) -> list[int]:
    """The members of a bitset, in rising order."""
    return list(_remembered(bitset))


@lru_cache(maxsize=1 << 14)
def _remembered(bitset: int) -> tuple[int, ...]:
    """The same sets of units and of spaces come back again and again in play."""
    if bitset < 0:
        raise ValueError("a set cannot be negative")  # it would have no last member
    out = []
    while bitset:
        low = bitset & -bitset
        out.append(low.bit_length() - 1)
        bitset ^= low
    return tuple(out)


def bitset(members: Iterable[int]) -> int:
    """The bitset that holds these members."""
    out = 0
    for member in members:
        out |= 1 << member
    return out
