"""Event stream for bots as members, as JSON lines; bots act by the same calls as the page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, ClassVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from grognard.kernel.flow import Decision
from grognard.server.club.authentication import the_member
from grognard.server.club.lobby import lifecycle_of
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.club.player_names import name_of
from grognard.server.http.errors import ApiError
from grognard.server.http.json_responses import encode
from grognard.server.matches.live_match import LiveMatch
from grognard.store.lobby import OPEN, OVER, ClubMatch, Offer

QUIET = 15.0
"""Seconds after which an empty line says that the stream lives."""
MOST_STREAMS = 4
"""Of one member."""
MOST_WAITING = 1000
NEWEST = 20
"""Lines of the log that come with a decision."""


def routes() -> list[Route]:
    """The calls of this module."""
    return [Route("/api/stream", _stream, methods=["GET"])]


class Line:
    """One open stream."""

    open: ClassVar[Counter[str]] = Counter()
    """How many a member has at this process."""

    def __init__(self, lifecycle: MatchLifecycle, member: str, position: bool = False) -> None:
        self.member = member
        self._position = position
        self._lifecycle = lifecycle
        self._events: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        """None ends the stream: anyone who comes back is judged anew."""
        self._sent: dict[str, tuple[str, int]] = {}
        """By match the question that was sent last."""
        self._ended: set[str] = set()
        self._begun: set[str] = set()

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines of the stream: present events, then new ones."""
        lifecycle = self._lifecycle
        lifecycle.told.append(self._told)
        lifecycle.started.append(self._started)
        lifecycle.offered.append(self._offered)
        lifecycle.club.connected(self.member, self._end)
        Line.open[self.member] += 1
        try:
            yield b"\n"
            for offer in await lifecycle.club.run(lifecycle.lobby.offers, self.member):
                if offer.to == self.member:
                    await self._challenge(offer)
            for waiting in await lifecycle.club.run(lifecycle.lobby.matches_of, self.member):
                if waiting.row.status == OPEN:
                    await lifecycle.row(waiting.row.match)
                    await self._look(await lifecycle.registry.match(waiting.row.match), waiting.row)
            while True:
                try:
                    async with asyncio.timeout(QUIET):
                        event = await self._events.get()
                except TimeoutError:
                    event = b""
                if event is None:
                    return
                yield event + b"\n"
        finally:
            lifecycle.told.remove(self._told)
            lifecycle.started.remove(self._started)
            lifecycle.offered.remove(self._offered)
            lifecycle.club.disconnected(self.member, self._end)
            Line.open[self.member] -= 1

    def _told(self, live: LiveMatch, row: ClubMatch) -> None:
        if self.member in row.seats.values():
            self._lifecycle.club.later(self._look(live, row))

    def _started(self, row: ClubMatch) -> None:
        live = self._lifecycle.registry.known(row.match)
        if self.member in row.seats.values() and live is not None:
            self._lifecycle.club.later(self._look(live, row))

    def _offered(self, to: str, offer: Offer) -> None:
        if to == self.member:
            self._lifecycle.club.later(self._challenge(offer))

    async def _challenge(self, offer: Offer) -> None:
        by = await self._lifecycle.name(offer.by)
        self._put(
            event="challenge", id=offer.id, by=by, game=offer.game, scenario=offer.scenario, options=offer.options,
            side=offer.side or "lot", rated=offer.rated, pace=offer.pace, both=offer.both,
        )  # fmt: skip

    async def _look(self, live: LiveMatch, row: ClubMatch) -> None:
        """Tell this member about a match: that it began, its question, that it is over."""
        row = await self._lifecycle.row(live.id) or row
        sides = [side for side, who in row.seats.items() if who == self.member]
        if live.id not in self._begun:
            self._begun.add(live.id)
            people = await self._lifecycle.people(list(row.seats.values()))
            names = {side: name_of(who, people[who]) for side, who in sorted(row.seats.items())}
            self._put(event="started", match=live.id, game=row.game, seats=sides, names=names, rated=row.rated)
        if row.status == OVER:
            if live.id not in self._ended:
                self._ended.add(live.id)
                self._put(event="ended", match=live.id, result=self._lifecycle.result(live, row))
            return
        async with live.lock:
            asked = live.match.asked
            seat = "" if asked is None else live.match.game.sides[asked.side].id
            if asked is None or seat not in sides or not live.match.is_person(asked.side):
                self._sent.pop(live.id, None)
                return
            table = live.table(asked.side)
            # The same table can be asked about twice in a row: an answer need not change anything that the seat sees.
            question = table.stamp, len(live.match.played) - len(live.match.shares)
            if self._sent.get(live.id) == question:
                return
            self._sent[live.id] = question
            # Of the log the newest lines: a program that wants all of it asks for the table.
            body = table.body(max(0, table.count - NEWEST))
            more = b',"position":%b' % encode(_position(live, asked)) if self._position else b""
        head = b'{"event":"decision","match":"%b","seat":"%b"' % (live.id.encode(), seat.encode())
        self._queue(b'%b,"table":%b%b}' % (head, body, more))

    def _end(self) -> None:
        self._queue(None)

    def _put(self, **event: Any) -> None:
        self._queue(encode(event))

    def _queue(self, event: bytes | None) -> None:
        if self._events.full():
            self._events.get_nowait()  # a program that reads too slowly asks for its tables again
        self._events.put_nowait(event)


def _position(live: LiveMatch, asked: Decision) -> dict[str, Any]:
    """The position as our own bots are handed it: with all that their side may not know taken out."""
    game = live.match.game
    known = live.match.known(asked.side).to_json()
    # How often dice were thrown, and how often somebody learnt something, would count the other side's secrets.
    known |= {"rolls": 0, "news": 0}
    return {"version": game.version, "asked": asked.prompt, "about": asked.about, "state": known}


async def _stream(request: Request) -> Response:
    """Everything that concerns a member who is a program, or has one."""
    lifecycle, member = lifecycle_of(request), await the_member(request, "play")
    here = Line.open.get(member.id, 0)
    if here >= MOST_STREAMS:
        raise ApiError(429, "busy", f"You can have at most {MOST_STREAMS} streams open.", 10)
    line = Line(lifecycle, member.id, request.query_params.get("position") == "1")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(line.lines(), headers=headers, media_type="application/x-ndjson")
