"""What is left of a match: its report for whoever may have it, and the replay of a finished one for anybody."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.ids import Side
from grognard.match import save as saves
from grognard.server.advisor.analysis import mistakes_in
from grognard.server.http import request_parsing
from grognard.server.http.errors import ApiError
from grognard.server.http.request_parsing import number_in, whole
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.lookup import as_json, house_of, raw, room_of, seated, welcome
from grognard.server.matches.score_ledger import ledger_of
from grognard.server.workers import jobs, request_jobs


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    replay = "/api/replays/{match}"
    return [
        Route(f"{one}/report", _report, methods=["GET"]),
        Route(replay, _replay, methods=["GET"]),
        Route(f"{replay}/at/{{line}}", _replay_at, methods=["GET"]),
        Route(f"{replay}/branch", _replay_branch, methods=["POST"]),
        Route(f"{replay}/ledger", _replay_ledger, methods=["GET"]),
        Route(f"{replay}/report", _replay_report, methods=["GET"]),
    ]


async def _report(request: Request) -> Response:
    """Of a finished match everything, of another what the seat may know."""
    room, side = await seated(request)
    return await _written(request, room, side)


async def _replay_report(request: Request) -> Response:
    room = await room_of(request)
    await _check_open(request, room)
    return await _written(request, room, None)


async def _written(request: Request, room: LiveMatch, side: Side | None) -> Response:
    closed = await house_of(request).is_closed(room)
    async with room.lock:
        match = room.match
        text, whose = saves.write(match), side if closed else None
    mistakes = [] if closed else mistakes_in(room)
    page = await request_jobs.have(request, "reports", jobs.written, text, whose, mistakes)
    headers = {
        "content-disposition": f'attachment; filename="{match.game.id}-{room.id}.html"',
        "cache-control": "no-store",
    }
    return Response(page, headers=headers, media_type="text/html")


async def _check_open(request: Request, room: LiveMatch) -> None:
    """What is over lies open, unless it is a branch of something that is not."""
    if await house_of(request).is_closed(room):
        text = "The match, or the one that it left, is not over; until then only its players may look at it."
        raise ApiError(403, "secret", text)


async def _replay(request: Request) -> Response:
    room = await room_of(request)
    since = number_in(request, "since") or 0
    await _check_open(request, room)
    async with room.lock:
        return raw(room.table_of_all().body(since))


async def _replay_at(request: Request) -> Response:
    room = await room_of(request)
    line = whole(request.path_params["line"], "line")
    await _check_open(request, room)
    async with room.lock:
        return raw(room.table_of_all(line).body(line))


async def _replay_ledger(request: Request) -> Response:
    room = await room_of(request)
    await _check_open(request, room)
    async with room.lock:
        return as_json(ledger_of(room.match, None))


async def _replay_branch(request: Request) -> Response:
    wanted = await request_parsing.read(request, request_parsing.OpenBranch)
    room = await room_of(request)
    await _check_open(request, room)
    async with room.lock:
        match = await asyncio.to_thread(room.branch_of_all, wanted.at)
    return await welcome(request, match)
