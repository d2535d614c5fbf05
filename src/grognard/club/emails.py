"""Email addresses, and the texts of emails."""

from __future__ import annotations

import re
from typing import NamedTuple

from grognard.kernel.flow import Refused

_ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]\x00-\x20\x7f]{1,64}@[^\s@<>\"(),:;\\\[\]\x00-\x20\x7f]{1,250}")


def address(text: str) -> str:
    """A mail address; only a letter tells whether anybody reads it."""
    text = text.strip()
    domain = text.rpartition("@")[2]
    # Mail programs read `=?…?=` in a header as encoded words: the letter would name, and go to, another address.
    odd = ".." in text or "=?" in text
    if odd or not _ADDRESS.fullmatch(text) or not text.isprintable() or "." not in domain.strip("."):
        raise Refused("That is not a mail address such as ann@example.org.")
    return text


class Letter(NamedTuple):
    """A letter as it is written."""

    subject: str
    text: str


def verification(name: str, club: str, link: str) -> Letter:
    """Email that verifies a member's address."""
    return Letter(
        f"{club}: is this your address?",
        f"{name} gave this address at {club}. If that was you, open this link within two days:\n\n{link}\n\n"
        "If it was not, do nothing: no more letters will come.\n",
    )


def changed(name: str, club: str, link: str) -> Letter:
    """To the address that a member had before."""
    return Letter(
        f"{club}: your email address was changed",
        f"The email address of {name} at {club} was changed, and this address gets no more emails from the club. If "
        f"you did not change it, open this link within a week to take your account back:\n\n{link}\n\n"
        "If it was you, there is nothing to do.\n",
    )


def reset(name: str, club: str, link: str) -> Letter:
    """Email with the code to reset a forgotten password."""
    return Letter(
        f"{club}: a new password",
        f"Somebody, probably you, asked for a new password for {name} at {club}. Open this link within an hour to "
        f"choose one:\n\n{link}\n\nIf it was not you, do nothing: your password stays as it is.\n",
    )
