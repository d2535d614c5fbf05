"""Clocks of players: thinking time, pauses, time limits. Pure functions of facts and instants (seconds of UTC).

The clock runs for the side that must decide, and changes hands when the question does: that is all the other side ever
learns of it. Live: so many minutes a side, and some seconds more with every hand-over. By days: so many days for each
time one is asked, then a reserve; nights do not count where that was asked for, nor a vacation. While the server is
down no time counts for anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import msgspec

from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Word

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
MOST_MINUTES, MOST_INCREMENT = 600, 600
MOST_DAYS, MOST_RESERVE, MOST_VACATION = 30, 90, 60
LEAST_VACATION, MOST_VACATIONS = DAY / 4, 40
"""The shortest vacation, and how many one player takes in a match: each is kept as long as the match."""
SHORT_LIVE = 60.0
"""Seconds before the end at which a live player is warned."""
SHORT_DAYS = DAY
"""The same by days: a day, or a quarter of what is left where that is less."""


class NoPace(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """Nobody counts the time."""


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """Both are at the table."""

    minutes: float
    increment: float = 0.0
    """Seconds."""


class Days(msgspec.Struct, frozen=True, tag_field="kind", tag="days"):
    """By correspondence."""

    days: float
    reserve: float = 0.0
    vacation: float = 0.0
    nights: tuple[int, int, Word] | None = None
    """From this hour to that hour in this time zone no time counts."""


Pace = NoPace | Live | Days
_T = TypeVar("_T")


class Span(NamedTuple):
    """A stretch of time."""

    start: float
    end: float


class Clock(msgspec.Struct, frozen=True):
    """The facts of a match's clock. `left`: by side, what is left of a live player's time, or of the reserve."""

    left: tuple[float, ...]
    side: int | None = None
    """Who must decide; nobody's time runs for None."""
    since: float = 0.0
    vacation: tuple[float, ...] = ()
    """By side, what is left of the vacation."""
    away: tuple[tuple[Span, ...], ...] = ()
    """By side, the vacations that were taken."""


def check(pace: Pace) -> None:
    """Refuse a pace that makes no sense, in a sentence."""
    if isinstance(pace, Live):
        _within("A live game gives each side", pace.minutes, 1, MOST_MINUTES, "minutes")
        _within("The increment is", pace.increment, 0, MOST_INCREMENT, "seconds")
    elif isinstance(pace, Days):
        _within("A player has", pace.days, 0.25, MOST_DAYS, "days each time")
        _within("The reserve is", pace.reserve, 0, MOST_RESERVE, "days")
        _within("The vacation is", pace.vacation, 0, MOST_VACATION, "days")
        if pace.nights is not None:
            _check_nights(*pace.nights)


def in_words(pace: Pace) -> str:
    """A pace as an email says it."""
    if isinstance(pace, Live):
        more = f" and {pace.increment:g} {'second' if pace.increment == 1 else 'seconds'} for each turn to decide"
        return f"{pace.minutes:g} {'minute' if pace.minutes == 1 else 'minutes'} for each player" + (
            more if pace.increment else ""
        )
    if isinstance(pace, Days):
        return f"{_days(pace.days)} for each turn to decide" + (
            f" and {_days(pace.reserve)} in reserve" if pace.reserve else ""
        )
    return "no clock"


def start(pace: Pace, sides: int) -> Clock | None:
    """The clock before anybody is asked; None where nobody counts the time."""
    if isinstance(pace, Live):
        return Clock((pace.minutes * MINUTE,) * sides)
    if isinstance(pace, Days):
        vacation = (pace.vacation * DAY,) * sides
        return Clock((pace.reserve * DAY,) * sides, vacation=vacation, away=((),) * sides)
    return None


def counted(pace: Pace, clock: Clock, side: int, since: float, until: float, down: Sequence[Span] = ()) -> float:
    """The part of a stretch of time that counts for a side."""
    if until <= since:
        return 0.0
    still = _merged(_pauses(pace, clock, side, Span(since, until), down))
    return until - since - sum(min(span.end, until) - max(span.start, since) for span in still)


def used(pace: Pace, clock: Clock, now: float, down: Sequence[Span] = ()) -> float:
    """The time that the side to decide has used since it was asked."""
    return 0.0 if clock.side is None else counted(pace, clock, clock.side, clock.since, now, down)


def budget(pace: Pace, clock: Clock) -> float:
    """All that the side that must decide had when it was asked."""
    if clock.side is None:
        return 0.0
    return clock.left[clock.side] + (pace.days * DAY if isinstance(pace, Days) else 0.0)


def is_out(pace: Pace, clock: Clock, now: float, down: Sequence[Span] = ()) -> bool:
    """Whether the time of the side that must decide has run out."""
    return clock.side is not None and used(pace, clock, now, down) >= budget(pace, clock)


def runs_out_at(pace: Pace, clock: Clock, down: Sequence[Span] = ()) -> float | None:
    """The instant at which it will, if nothing stands in between that is not known now."""
    return None if clock.side is None else _reached(pace, clock, budget(pace, clock), down)


def warns_at(pace: Pace, clock: Clock, down: Sequence[Span] = ()) -> float | None:
    """The instant at which the side that must decide is to be warned."""
    if clock.side is None:
        return None
    whole = budget(pace, clock)
    short = SHORT_LIVE if isinstance(pace, Live) else min(SHORT_DAYS, whole / 4)
    return _reached(pace, clock, max(0.0, whole - short), down)


def hand_over(pace: Pace, clock: Clock, to: int | None, now: float, down: Sequence[Span] = ()) -> Clock:
    """The clock when another side is asked, or nobody any more; the same when it is the same side still."""
    if to == clock.side:
        return clock
    left = list(clock.left)
    side = clock.side
    if side is not None:
        left[side] = _left(pace, clock, side, now, down)
        if isinstance(pace, Live):
            left[side] += pace.increment
    return msgspec.structs.replace(clock, left=tuple(left), side=to, since=max(now, clock.since))


def take_vacation(clock: Clock, side: int, days: float, now: float) -> Clock:
    """A side is away from now on for some days, or longer than it was going to be."""
    if not clock.vacation:
        raise Refused("There is no vacation with this time control.")
    asked, left = days * DAY, clock.vacation[side]
    if not 0 < asked <= left:
        raise Refused(f"{_days(left / DAY)} of vacation left.")
    if asked < min(LEAST_VACATION, left):
        raise Refused(f"A vacation lasts at least {_days(LEAST_VACATION / DAY)}, or all of your remaining days.")
    before = clock.away[side]
    first = max([now, *(span.end for span in before)])
    if before and before[-1].end == first:  # longer than it was going to be
        spans = (*before[:-1], Span(before[-1].start, first + asked))
    elif len(before) >= MOST_VACATIONS:
        raise Refused(f"A player goes on vacation at most {MOST_VACATIONS} times in one match.")
    else:
        spans = (*before, Span(first, first + asked))
    return msgspec.structs.replace(
        clock,
        vacation=_with(clock.vacation, side, clock.vacation[side] - asked),
        away=_with(clock.away, side, spans),
    )


def end_vacation(clock: Clock, side: int, now: float) -> Clock:
    """A side is back: what it did not use of its vacation it has again."""
    if not clock.vacation:
        raise Refused("There is no vacation with this time control.")
    unused = sum(max(0.0, span.end - max(now, span.start)) for span in clock.away[side])
    spans = tuple(Span(span.start, min(span.end, now)) for span in clock.away[side] if span.start < now)
    return msgspec.structs.replace(
        clock, vacation=_with(clock.vacation, side, clock.vacation[side] + unused), away=_with(clock.away, side, spans)
    )


def standing_still(pace: Pace, clock: Clock, now: float) -> str:
    """Why no time is running now, in a sentence; nothing when it does."""
    side = clock.side
    if side is None:
        return ""
    if any(span.start <= now < span.end for span in (clock.away[side] if clock.away else ())):
        return "Whoever must decide is on vacation: no time is running."
    if isinstance(pace, Days) and pace.nights and any(_nights(*pace.nights, Span(now, now))):
        return f"It is night in {pace.nights[2]}: no time is running."
    return ""


def time_left(pace: Pace, clock: Clock, side: int, now: float, down: Sequence[Span] = ()) -> tuple[float, float]:
    """The time that a side has left for this decision, and besides (live: nothing, and all)."""
    spent = used(pace, clock, now, down) if clock.side == side else 0.0
    if isinstance(pace, Days):
        turn = pace.days * DAY
        return max(0.0, turn - spent), max(0.0, clock.left[side] - max(0.0, spent - turn))
    return 0.0, max(0.0, clock.left[side] - spent)


def _left(pace: Pace, clock: Clock, side: int, now: float, down: Sequence[Span]) -> float:
    return time_left(pace, clock, side, now, down)[1]


def _reached(pace: Pace, clock: Clock, amount: float, down: Sequence[Span]) -> float:
    """The instant at which so much time has counted for the side that must decide."""
    assert clock.side is not None
    away = clock.away[clock.side] if clock.away else ()
    awake = 24.0 - _hours(pace.nights) if isinstance(pace, Days) and pace.nights else 24.0
    far = amount * 24 / awake + sum(span.end - span.start for span in (*away, *down)) + 3 * DAY
    now, left = clock.since, amount
    for span in _merged(_pauses(pace, clock, clock.side, Span(now, now + far), down)):
        if span.end <= now:
            continue
        if left <= span.start - now:
            break
        left -= max(0.0, span.start - now)
        now = span.end
    return now + left


def _pauses(pace: Pace, clock: Clock, side: int, within: Span, down: Sequence[Span]) -> Iterator[Span]:
    """The stretches in which no time counts for a side."""
    away = clock.away[side] if clock.away else ()
    for span in (*away, *down):
        if span.start < within.end and span.end > within.start and span.end > span.start:
            yield span
    if isinstance(pace, Days) and pace.nights is not None:
        yield from _nights(*pace.nights, within)


def _nights(first: int, last: int, zone: str, within: Span) -> Iterator[Span]:
    """The nights of a time zone that touch a stretch of time."""
    there = ZoneInfo(zone)
    day = datetime.fromtimestamp(within.start, UTC).astimezone(there).date() - timedelta(1)
    end = datetime.fromtimestamp(within.end, UTC).astimezone(there).date()
    while day <= end:
        span = Span(_instant(day, first, there), _instant(day + timedelta(last <= first), last, there))
        if span.start <= within.end and span.end > within.start:
            yield span
        day += timedelta(1)


def _instant(day: date, hour: int, zone: ZoneInfo) -> float:
    return datetime.combine(day, time(hour), zone).timestamp()


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The same time, each moment once, in order."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def _hours(nights: tuple[int, int, str]) -> int:
    return (nights[1] - nights[0]) % 24


def _check_nights(first: int, last: int, zone: str) -> None:
    if not (0 <= first < 24 and 0 <= last < 24) or first == last:
        raise Refused("A night is from one full hour to another, as from 22 to 7.")
    if (last - first) % 24 > 14:
        raise Refused("A night is not longer than 14 hours.")
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise Refused(f"There is no time zone {zone[:40]!r}; a name is like Europe/Berlin.") from None


def _within(what: str, value: float, least: float, most: float, unit: str) -> None:
    if not least <= value <= most:
        raise Refused(f"{what} between {least:g} and {most:g} {unit}.")


def _days(number: float) -> str:
    return f"{number:.3g} {'day' if number == 1 else 'days'}"


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])
