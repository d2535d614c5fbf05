"""Password rules and hashing: a minimal length, none of the commonest, Argon2id."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from grognard.kernel.flow import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 8, 200
LONGEST_TYPED = 4 * LONGEST
"""Characters that are looked at at all: bringing a text into one form can take the square of its length."""
_LENGTH = f"A password has {SHORTEST} to {LONGEST} characters."
SETTINGS: dict[str, Any] = {}
"""Where ours differ from the library's, which follow the advice of the day: nowhere, but in a test's own server."""


def accepted(password: str) -> str:
    """A password that may be chosen, in the form in which it is hashed."""
    text = _form(password)
    if not SHORTEST <= len(text) <= LONGEST:
        raise Refused(_LENGTH)
    if text.casefold() in _common():
        raise Refused("That password is too common; choose another.")
    return text


def hashed(password: str) -> str:
    """The password as it is kept. Takes some tenths of a second of a processor, on purpose."""
    return _hasher().hash(_form(password))


def fits(password: str, kept: str) -> bool:
    """Whether it is the password that was kept. Takes as long when nothing was kept, so that nobody learns that."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if len(password) > LONGEST_TYPED:
        password = ""
    try:
        return _hasher().verify(kept or _nobodys(), _form(password)) and bool(kept)
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether it was kept with weaker settings than today's."""
    return _hasher().check_needs_rehash(kept)


def _form(password: str) -> str:
    """One form for what is typed on different keyboards."""
    if len(password) > LONGEST_TYPED:
        raise Refused(_LENGTH)
    return unicodedata.normalize("NFKC", password)


@lru_cache(maxsize=1)
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher(**SETTINGS)


@lru_cache(maxsize=1)
def _nobodys() -> str:
    return _hasher().hash("nobody's password")


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    text = (files("grognard.club") / "data" / "common_passwords.csv").read_text(encoding="utf-8")
    return frozenset(text.split())
