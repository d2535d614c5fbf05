"""Dates in other languages, by Babel: order of day and month, spans."""

from __future__ import annotations

import re
from datetime import date

from babel import Locale
from babel.dates import format_interval, format_skeleton

_NAMES = "January February March April May June July August September October November December"
MONTHS = _NAMES.split()
_MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" if month[3:] else month for month in MONTHS)
DAY = re.compile(rf"(?:(?P<day>\d{{1,2}}) )?(?P<month>{_MONTH})(?: (?P<year>\d{{4}}))?")
SPAN = re.compile(rf"(?P<first>(?:\d{{1,2}}(?: (?:{_MONTH}))?|(?:{_MONTH})))(?: – |–)(?P<last>{DAY.pattern})")
LEAP = 1944
"""A year for dates that name none; it has every day."""


def dated(text: str, locale: Locale) -> str | None:
    """`17–19 Feb`, `3 May 1945`, `Apr 1944` as the language writes them, or nothing."""
    span = SPAN.fullmatch(text)
    found = DAY.fullmatch(span["last"] if span else text)
    if found is None or not (found["day"] or found["year"] or span):
        return None
    year = int(found["year"] or LEAP)
    month = "MMM" if len(found["month"]) == 3 else "MMMM"
    skeleton = ("y" if found["year"] else "") + month + ("d" if found["day"] else "")
    last = _date(found, year)
    if last is None:
        return None
    if span is None:
        return str(format_skeleton(skeleton, last, locale=locale))
    first = _first(span["first"], found, year)
    return None if first is None else str(format_interval(first, last, skeleton, locale=locale))


def _first(text: str, last: re.Match[str], year: int) -> date | None:
    begin = DAY.fullmatch(text) or DAY.fullmatch(f"{text} {last['month']}")
    return None if begin is None else _date(begin, year)


def _date(found: re.Match[str], year: int) -> date | None:
    number = next(n for n, month in enumerate(MONTHS, 1) if month.startswith(found["month"]))
    try:
        return date(year, number, int(found["day"] or 1))
    except ValueError:
        return None
