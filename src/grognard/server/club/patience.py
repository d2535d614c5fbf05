"""Wrong passwords: so many are borne, then one has to wait. Counted by name, by address, and by both."""

from __future__ import annotations

import math

from grognard.club.names import skeleton
from grognard.server.errors import ApiError
from grognard.server.rates import Buckets, Rate

WRONG = {
    "both": Rate(0.5, 8, "wrong passwords for one name from one address"),
    "name": Rate(1, 60, "wrong passwords for one name from anywhere"),
    "address": Rate(2, 40, "wrong passwords from one address"),
}


class Patience:
    """What everybody has left. A try is taken before the password is looked at, and given back when it is right: a
    thousand at the same moment are no more than eight."""

    def __init__(self) -> None:
        self._buckets = Buckets(WRONG)

    def take(self, name: str, address: str) -> None:
        """One try; refused when there is none left."""
        wait = max(self._buckets.take(kind, owner) for kind, owner in _owners(name, address))
        if wait:
            seconds = max(1, math.ceil(wait))
            raise ApiError(429, "busy", f"Too many wrong passwords. Try again in {seconds} s.", seconds)

    def give_back(self, name: str, address: str) -> None:
        """It was right."""
        for kind, owner in _owners(name, address):
            self._buckets.give_back(kind, owner)


def _owners(name: str, address: str) -> list[tuple[str, str]]:
    bones = skeleton(name[:100])
    return [("both", f"{bones} {address}"), ("name", bones), ("address", address)]
