"""Sets of small integers (units, spaces) kept as one Python int each: bit n set means n is a member."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, overload

from grognard.kernel.ids import Kind, SetOf


@overload
def members(bitset: SetOf[Kind]) -> list[Kind]: ...
@overload
def members(bitset: int) -> list[int]: ...
def members(bitset: int) -> list[Any]:
    """The members of a bitset, in rising order."""
    return list(each(bitset))


@overload
def each(bitset: SetOf[Kind]) -> tuple[Kind, ...]: ...
@overload
def each(bitset: int) -> tuple[int, ...]: ...
@lru_cache(maxsize=1 << 14)
def each(bitset: int) -> tuple[int, ...]:
    """The members of a bitset to go through: kept, because the same sets come back again and again in play."""
    if bitset < 0:
        raise ValueError("a set cannot be negative")  # it would have no last member
    out: list[int] = []
    if bitset.bit_count() * SPARSE > bitset.bit_length():
        octets = bitset.to_bytes((bitset.bit_length() + 7) // 8, "little")
        for places, octet in zip(_places(len(octets)), octets, strict=False):
            if octet:
                out += places[octet]
        return tuple(out)
    while bitset:
        last = bitset.bit_length() - 1
        out.append(last)
        bitset ^= 1 << last
    return tuple(out[::-1])


SPARSE = 50
"""A set with one member among so many numbers, or less, has its members picked out one by one; else by eights."""
_in_octet: list[list[tuple[int, ...]]] = []


def _places(count: int) -> list[list[tuple[int, ...]]]:
    """Per octet of a set and per value that it may have, the members that it stands for: made as sets grow."""
    global _in_octet
    places = _in_octet  # never changed, only replaced: other threads may be reading
    if count > len(places):
        _in_octet = places = [_members_in(first) for first in range(0, 16 * count, 8)]
    return places


def _members_in(first: int) -> list[tuple[int, ...]]:
    out: list[tuple[int, ...]] = [()]
    for number in range(first, first + 8):
        out += [(*lower, number) for lower in out]  # each octet so far, with the next bit set
    return out


@overload
def nth(bitset: SetOf[Kind], number: int) -> Kind: ...
@overload
def nth(bitset: int, number: int) -> int: ...
def nth(bitset: int, number: int) -> int:
    """The member that so many others come before."""
    left = number
    for place, octet in enumerate(bitset.to_bytes((bitset.bit_length() + 7) // 8, "little")):
        here = octet.bit_count()
        if left < here:
            return 8 * place + each(octet)[left]
        left -= here
    raise IndexError(f"a set of {bitset.bit_count()} has no member {number}")


def bitset(members: Iterable[Kind]) -> SetOf[Kind]:
    """The bitset that holds these members."""
    out = 0
    for member in members:
        out |= 1 << member
    return out  # type: ignore[return-value]


def stretches(bitset: int) -> tuple[slice, ...]:
    """The members as stretches of numbers that follow each other: lists are read and copied stretch by stretch."""
    out: list[slice] = []
    for member in each(bitset):
        first = out.pop().start if out and out[-1].stop == member else member
        out.append(slice(first, member + 1))
    return tuple(out)
