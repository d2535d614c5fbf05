"""Sets of small integers (units, spaces) kept as one Python int each: bit n set means n is a member."""

from collections.abc import Iterable


def members(bitset: int) -> list[int]:
    """The members of a bitset, in rising order."""
    out = []
    while bitset:
        low = bitset & -bitset
        out.append(low.bit_length() - 1)
        bitset ^= low
    return out


def bitset(members: Iterable[int]) -> int:
    """The bitset that holds these members."""
    out = 0
    for member in members:
        out |= 1 << member
    return out
