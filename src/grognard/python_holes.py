"""Security holes of the Python that runs this, in what a server uses: found by trying, since distributions mend them
without a new version number."""

from __future__ import annotations

import http.cookies
import ipaddress
import platform
import urllib.parse
from collections.abc import Callable

HOLES: dict[str, Callable[[], bool]] = {
    "CVE-2023-24329": lambda: urllib.parse.urlsplit(" https://example.org").scheme != "https",
    "CVE-2024-4032": lambda: not ipaddress.ip_address("192.0.0.11").is_private,
    "CVE-2024-7592": lambda: not hasattr(http.cookies, "_unquote_replace"),
}
"""Addresses with blanks before them, private addresses taken for public ones, and cookies that take minutes to read:
each with whether this Python has it."""


def known() -> list[str]:
    """The holes that are open here."""
    return [name for name, is_open in HOLES.items() if is_open()]


def warning() -> str:
    """A sentence for anyone who runs a server; nothing where Python is sound."""
    found = known()
    if not found:
        return ""
    return f"Python {platform.python_version()} has known security holes ({', '.join(found)}): install its updates."
