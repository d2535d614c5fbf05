"""After-action reports of matches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.ids import Side
from grognard.match import save as saves
from grognard.server.advisor.analysis import mistakes_in
from grognard.server.matches import jobs
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import check_open, registry_of, requested_match, seated
from grognard.server.workers import worker_pool


def routes(one: str) -> list[Route]:
    """The routes of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/report", _report, methods=["GET"]),
        Route("/api/replays/{match}/report", _replay_report, methods=["GET"]),
    ]


async def _report(request: Request) -> Response:
    """Of a finished match everything, of another what the seat may know."""
    live, side = await seated(request)
    return await _written(request, live, side)


async def _replay_report(request: Request) -> Response:
    live = await requested_match(request)
    await check_open(request, live)
    return await _written(request, live, None)


async def _written(request: Request, live: LiveMatch, side: Side | None) -> Response:
    closed = await registry_of(request).is_closed(live)
    async with live.lock:
        match = live.match
        text, whose = saves.write(match), side if closed else None
    mistakes = [] if closed else mistakes_in(live)
    page = await worker_pool.run_job(request, "reports", jobs.written, text, whose, mistakes)
    headers = {
        "content-disposition": f'attachment; filename="{match.game.id}-{live.id}.html"',
        "cache-control": "no-store",
    }
    return Response(page, headers=headers, media_type="text/html")
