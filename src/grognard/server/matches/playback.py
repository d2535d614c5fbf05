"""Playback: what happened after a line of a seat's log, decision by decision, to be shown step by step on the map.

A step says no more than the positions after the seat's own lines do, which it may look at anyway.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.ids import Side
from grognard.match.match import Match, Played, RecordedDice, again
from grognard.server.http.json_responses import as_json
from grognard.server.http.messages_to_page import PlaybackStep
from grognard.server.http.request_parsing import number_in
from grognard.server.matches.requested_match import seated
from grognard.server.matches.seat_view import SeatLog, decisions_at, holds

MOST = 600
"""Steps of one answer: of a longer time the first are left out, and begin with what they brought together."""
YIELD_EVERY = 8
"""Positions worked out before others are served."""


def routes(one: str) -> list[Route]:
    """The routes of this module; `one` is the address of a match."""
    return [Route(f"{one}/steps", _steps, methods=["GET"])]


async def _steps(request: Request) -> Response:
    live, side = await seated(request)
    since = number_in(request, "since") or 0
    async with live.lock:
        count = live.table(side).count
        until = number_in(request, "until")
        last = count if until is None else min(until, count)
        log = live.log_of(side)
        state, played, ends = _stretch(live.match, log, min(since, last), last)
    steps = []
    for number, step in enumerate(steps_of(live.match, side, state, played, ends)):
        steps.append(step)
        if number % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return as_json(steps)


def steps_between(match: Match, log: SeatLog, since: int, until: int) -> list[PlaybackStep]:
    """The steps between two lines of a side's log."""
    log.follow(match)
    assert log.side is not None
    return list(steps_of(match, log.side, *_stretch(match, log, since, until)))


Ends = list[tuple[int, int]]
"""After how many of the decisions a step ends, and the last line of the log that it has told."""


def _stretch(match: Match, log: SeatLog, since: int, until: int) -> tuple[Any, list[Played], Ends]:
    """The position after one line, the decisions up to another, and where among them lines were told."""
    first = decisions_at(log, since)
    counts = sorted(set(log.after[since:until]))[-MOST:]
    ends = [(count - first, min(until, bisect_right(log.after, count))) for count in counts]
    last = counts[-1] if counts else first
    return match.position(first), match.played[first:last], ends


def steps_of(match: Match, side: Side, state: Any, played: list[Played], ends: Ends) -> Iterator[PlaybackStep]:
    """One step for every decision of which the side has read something."""
    dice, done = RecordedDice(), 0
    before, held = _seen(match, state, side)
    for count, line in ends:
        for one in played[done:count]:
            again(state, one, dice, unread=True)
        done = count
        view, prizes = _seen(match, state, side)
        yield _step(line, before, view, prizes if prizes != held else None)
        before, held = view, prizes


def _seen(match: Match, state: Any, side: Side) -> tuple[dict[str, Any], msgspec.Raw]:
    known = match.game.known(state, side)
    return match.game.view(known, side), holds(match.game, known)


def _step(line: int, before: dict[str, Any], view: dict[str, Any], prizes: msgspec.Raw | None) -> PlaybackStep:
    """Differences between two views of one side."""
    old = {row[0]: tuple(row) for row in before["units"]}
    new = {row[0]: tuple(row) for row in view["units"]}
    step = PlaybackStep(
        line=line,
        turn=view["turn"],
        phase=view["phase"],
        past=view.get("past", []),
        units=[row for unit, row in new.items() if old.get(unit) != row],
        gone=[unit for unit in old if unit not in new],
        tracks={name: figure for name, figure in view["tracks"].items() if before["tracks"].get(name) != figure},
        plans=view["plans"],
    )
    if view["marks"] != before["marks"]:
        step.marks = view["marks"]
    if prizes is not None:
        step.holds = msgspec.json.decode(prizes)
    return step
