"""Mail addresses, and what letters and notices say."""

from __future__ import annotations

import re

from grognard.kernel.flow import Refused

_ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]\x00-\x20\x7f]{1,64}@[^\s@<>\"(),:;\\\[\]\x00-\x20\x7f]{1,250}")


def address(text: str) -> str:
    """A mail address; only a letter tells whether anybody reads it."""
    text = text.strip()
    domain = text.rpartition("@")[2]
    if not _ADDRESS.fullmatch(text) or not text.isprintable() or "." not in domain.strip(".") or ".." in text:
        raise Refused("That is not a mail address such as ann@example.org.")
    return text
