"""Languages other than English: one gettext catalogue each, and patterns that recognise our English in it.

`catalogue` says our English anew, `dates` is its own.
"""

from __future__ import annotations

import re
from functools import lru_cache

LANGUAGES = ("de", "ja", "zh-Hans", "zh-Hant")
"""Besides English, as the page names them too."""
ENGLISH = "en"
_WEIGHED = re.compile(r"([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\s*(?:;\s*q=([01](?:\.[0-9]*)?))?")


@lru_cache(maxsize=256)
def first_of(accepted: str) -> str:
    """Of the languages there are the first that a browser's `Accept-Language` names; English where there is none."""
    named = [(tag, float(weight or 1)) for tag, weight in _WEIGHED.findall(accepted)]
    for tag, _ in sorted(named, key=lambda each: -each[1]):
        primary = tag.split("-")[0].lower()
        if primary == ENGLISH:
            return ENGLISH
        found = [each for each in LANGUAGES if each.split("-")[0] == primary]
        if found:
            return found[0] if len(found) == 1 else _by_script(tag)
    return ENGLISH


def _by_script(tag: str) -> str:
    """Chinese is written in two ways; which of them, the library knows by the country."""
    try:
        from babel import Locale, UnknownLocaleError, parse_locale
    except ImportError:
        return ENGLISH
    try:
        script = parse_locale(tag, sep="-")[2] or Locale.parse(tag, sep="-").script
    except (UnknownLocaleError, ValueError):
        script = None
    return "zh-Hant" if script == "Hant" else "zh-Hans"
