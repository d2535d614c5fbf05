"""How calls get work done in worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from grognard.kernel.kinds import Side
from grognard.server import jobs, tryout
from grognard.server.answers import house_of
from grognard.server.rates import address_of
from grognard.server.room import Room
from grognard.server.tables import encode

_T = TypeVar("_T")


async def have(request: Request, kind: str, work: Callable[..., _T], *given: Any) -> _T:
    """Have a job done for whoever asks; when he goes away, it is called off."""
    owner = address_of(request, request.app.state.proxies)
    job = asyncio.ensure_future(tryout.done(house_of(request).lanes, kind, owner, work, *given))
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


async def asked(request: Request, room: Room, what: str, side: Side, *given: Any) -> bytes:
    """A question about the present position; from a position by hand it is answered where it can do no harm."""
    match = room.match
    if not room.is_by_hand:
        return encode(jobs.asked_of(match, what, side, *given))
    return await have(request, "positions", jobs.answered, *tryout.as_is(match), what, side, *given)
