"""Email addresses, and the texts of emails."""

from __future__ import annotations

import re
from typing import NamedTuple

from grognard.kernel.flow import Refused

_ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]\x00-\x20\x7f]{1,64}@[^\s@<>\"(),:;\\\[\]\x00-\x20\x7f]{1,250}")


def address(text: str) -> str:
    """An email address; only an email tells whether anybody reads it."""
    text = text.strip()
    domain = text.rpartition("@")[2]
    # Mail programs read `=?…?=` in a header as encoded words: the email would name, and go to, another address.
    odd = ".." in text or "=?" in text
    if odd or not _ADDRESS.fullmatch(text) or not text.isprintable() or "." not in domain.strip("."):
        raise Refused("That is not an email address like ann@example.org.")
    return text


class Email(NamedTuple):
    """An email as it is written."""

    subject: str
    text: str


def verification(name: str, club: str, link: str) -> Email:
    """Email that verifies a member's address."""
    return Email(
        f"{club}: verify your email address",
        f"{name} added this address at {club}. If that was you, open this link within two days:\n\n{link}\n\n"
        "If it was not you, ignore this email: you will get no more.\n",
    )


def changed(name: str, club: str, link: str) -> Email:
    """To the address that a member had before."""
    return Email(
        f"{club}: your email address was changed",
        f"The email address of {name} at {club} was changed, and the club sends no more emails to this address. If "
        f"you did not change it, open this link within a week to take your account back:\n\n{link}\n\n"
        "If it was you, you need do nothing.\n",
    )


def reset(name: str, club: str, link: str) -> Email:
    """Email with the code to reset a forgotten password."""
    return Email(
        f"{club}: reset your password",
        f"Someone asked to reset the password of {name} at {club}. To choose a new one, open this link within one "
        f"hour:\n\n{link}\n\nIf it was not you, ignore this email: your password stays the same.\n",
    )
