"""Login throttle: wrong passwords are counted by name, by address and by both, for all server processes together.

A browser that has signed in as a member is counted by itself: strangers who try that member's name from everywhere use
up nothing of what it has left. It shows a cookie that gives nothing else, and that ends with the password.
"""

from __future__ import annotations

import hmac
import math
import re
import secrets

from grognard.club.member_names import skeleton
from grognard.kernel.words import numbered
from grognard.server.http.errors import ApiError
from grognard.server.http.rate_limits import Rate
from grognard.store.login_attempts import Allowance, LoginAttempts

WRONG = {
    "both": Rate(0.5, 8, "wrong passwords for one name from one address"),
    "name": Rate(1, 60, "wrong passwords for one name from anywhere"),
    "address": Rate(2, 40, "wrong passwords from one address"),
    "browser": Rate(0.5, 8, "wrong passwords for one name from one browser that has signed in with it"),
}
MARK = "seen_"
_MARK = re.compile(rf"{MARK}([\w-]{{22}})\.([0-9a-f]{{64}})", re.ASCII)


class LoginThrottle:
    """Attempts left. One is taken before the password is checked, and given back when it is right: a thousand at the
    same moment count as no more than eight."""

    def __init__(self, tries: LoginAttempts, secret: str) -> None:
        self._tries = tries
        self._secret = secret

    def mark(self, member: str, kept: str) -> str:
        """A mark for a browser that has signed in as a member whose password is `kept` so."""
        browser = secrets.token_urlsafe(16)
        return f"{MARK}{browser}.{self._sealed(browser, member, kept)}"

    def browser(self, shown: str, member: str, kept: str) -> str:
        """The browser, if it has signed in as this member with the present password."""
        found = _MARK.fullmatch(shown)
        known = found and kept and hmac.compare_digest(found[2], self._sealed(found[1], member, kept))
        return found[1] if found and known else ""

    def take(self, name: str, address: str, browser: str = "") -> None:
        """One try; refused when there is none left."""
        wait = self._tries.take(_owners(name, address, browser))
        if wait:
            seconds = max(1, math.ceil(wait))
            again = numbered(seconds, "second")
            raise ApiError(429, "busy", f"Too many wrong passwords. Try again in {again}.", seconds)

    def give_back(self, name: str, address: str, browser: str = "") -> None:
        """It was right."""
        self._tries.give_back(_owners(name, address, browser))

    def _sealed(self, browser: str, member: str, kept: str) -> str:
        return hmac.digest(self._secret.encode(), f"{browser} {member} {kept}".encode(), "sha256").hex()


def _owners(name: str, address: str, browser: str) -> list[Allowance]:
    bones = skeleton(name[:100])
    if browser:
        named = {"browser": f"{bones} {browser}"}
    else:
        named = {"both": f"{bones} {address}", "name": bones, "address": address}
    return [Allowance(f"{kind} {owner}", WRONG[kind].once, WRONG[kind].minute) for kind, owner in named.items()]
