"""Jobs in worker processes, run for requests and matches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from grognard.server.http.errors import ApiError
from grognard.server.http.rate_limits import address_of
from grognard.work.queue import QueueFull, Queues
from grognard.work.worker import Broken, Failed, Overrun

SOON = 5
"""Seconds after which somebody whose jobs are still waiting may come back."""

_T = TypeVar("_T")
_log = logging.getLogger("grognard")


async def done(queues: Queues, kind: str, owner: str, work: Callable[..., _T], *given: Any) -> _T:
    """Have a job done in a worker process; what goes wrong is a sentence."""
    try:
        return await queues[kind].do(owner, work, *given)
    except Overrun:
        raise ApiError(422, "overrun", "This was stopped: it needed more time or memory than is allowed.") from None
    except QueueFull:
        text = "Your earlier requests are still being worked on. Wait a moment."
        raise ApiError(429, "busy", text, SOON) from None
    except Broken:
        raise ApiError(503, "busy", "The server cannot do this now. Try again.") from None
    except Failed as failed:
        _log.error("Work of the kind %s failed: %s", kind, failed)
        raise ApiError(500, "fault", "The server failed. The position is unchanged.") from None


async def run_job(request: Request, kind: str, work: Callable[..., _T], *given: Any) -> _T:
    """Have a job done for a request; it is cancelled when the client goes away."""
    owner = address_of(request, request.app.state.proxies)
    job = asyncio.ensure_future(done(request.app.state.queues, kind, owner, work, *given))
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
