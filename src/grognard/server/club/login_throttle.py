"""Login throttle: wrong passwords are counted by name, by address and by both, for all server processes together."""

from __future__ import annotations

import math

from grognard.club.member_names import skeleton
from grognard.server.http.errors import ApiError
from grognard.server.http.rate_limits import Rate
from grognard.store.login_attempts import Allowance, Tries

WRONG = {
    "both": Rate(0.5, 8, "wrong passwords for one name from one address"),
    "name": Rate(1, 60, "wrong passwords for one name from anywhere"),
    "address": Rate(2, 40, "wrong passwords from one address"),
}


class LoginThrottle:
    """Attempts left. One is taken before the password is checked, and given back when it is right: a thousand at the
    same moment count as no more than eight."""

    def __init__(self, tries: Tries) -> None:
        self._tries = tries

    def take(self, name: str, address: str) -> None:
        """One try; refused when there is none left."""
        wait = self._tries.take(_owners(name, address))
        if wait:
            seconds = max(1, math.ceil(wait))
            raise ApiError(429, "busy", f"Too many wrong passwords. Try again in {seconds} s.", seconds)

    def give_back(self, name: str, address: str) -> None:
        """It was right."""
        self._tries.give_back(_owners(name, address))


def _owners(name: str, address: str) -> list[Allowance]:
    bones = skeleton(name[:100])
    named = {"both": f"{bones} {address}", "name": bones, "address": address}
    return [Allowance(f"{kind} {owner}", WRONG[kind].once, WRONG[kind].minute) for kind, owner in named.items()]
