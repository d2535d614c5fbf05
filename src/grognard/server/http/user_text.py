"""Text that people write: kept in any script, without characters that steer a screen, and not too long."""

from __future__ import annotations

import unicodedata

from grognard.server.http.errors import ApiError, malformed


def plain(text: str, longest: int, empty: bool = False) -> str:
    """Text as it is kept: in any script, without characters that steer a screen, not longer than allowed."""
    kept = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    kept = "".join(c for c in kept if c not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff").strip()
    if not kept and not empty:
        raise malformed("The text is empty.")
    if len(kept) > longest:
        raise ApiError(413, "too-long", f"The text is too long: at most {longest:,} characters.")
    return kept


def plain_name(text: str, longest: int) -> str:
    """A name as it is kept: on one line, and perhaps empty."""
    return plain(" ".join(text.split()), longest, empty=True)
