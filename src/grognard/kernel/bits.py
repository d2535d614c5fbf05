"""Sets of small integers (units, spaces) kept as one Python int each: bit n set means n is a member."""

from collections.abc import Iterable
from functools import lru_cache


def members(bitset: int) -> list[int]:
    """The members of a bitset, in rising order."""
    return list(each(bitset))


@lru_cache(maxsize=1 << 14)
def each(bitset: int) -> tuple[int, ...]:
    """The members of a bitset to go through: kept, because the same sets come back again and again in play."""
    if bitset < 0:
        raise ValueError("a set cannot be negative")  # it would have no last member
    out: list[int] = []
    if bitset.bit_count() > FEW:
        first = 0
        for byte in bitset.to_bytes((bitset.bit_length() + 7) // 8, "little"):
            if byte:
                out += [first + place for place in _IN_BYTE[byte]]
            first += 8
        return tuple(out)
    while bitset:
        low = bitset & -bitset
        out.append(low.bit_length() - 1)
        bitset ^= low
    return tuple(out)


FEW = 16
"""Up to so many members are picked out one by one; more of them by eights."""
_IN_BYTE = [tuple(place for place in range(8) if byte >> place & 1) for byte in range(256)]


def bitset(members: Iterable[int]) -> int:
    """The bitset that holds these members."""
    out = 0
    for member in members:
        out |= 1 << member
    return out
