"""How calls get work done in worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from grognard.kernel.ids import Side
from grognard.server.http.rate_limits import address_of
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.lookup import house_of
from grognard.server.matches.seat_view import encode
from grognard.server.workers import jobs, trials

_T = TypeVar("_T")


async def have(request: Request, kind: str, work: Callable[..., _T], *given: Any) -> _T:
    """Have a job done for whoever asks; when he goes away, it is called off."""
    owner = address_of(request, request.app.state.https)
    job = asyncio.ensure_future(trials.done(house_of(request).lanes, kind, owner, work, *given))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({job, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise ClientDisconnect
        return job.result()
    finally:
        job.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def asked(request: Request, room: LiveMatch, what: str, side: Side, *given: Any) -> bytes:
    """A question about the present position; from a position by hand it is answered where it can do no harm."""
    match = room.match
    if not room.is_by_hand:
        return encode(jobs.asked_of(match, what, side, *given))
    return await have(request, "positions", jobs.answered, *trials.as_is(match), what, side, *given)
