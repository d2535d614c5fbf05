"""Replays of finished matches, open to anybody."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.http import messages_from_page, request_parsing
from grognard.server.http.json_responses import as_json, raw
from grognard.server.http.request_parsing import number_in, whole
from grognard.server.matches.new_match import create_match
from grognard.server.matches.requested_match import check_open, requested_match
from grognard.server.matches.score_ledger import ledger_of


def routes() -> list[Route]:
    """The routes of this module."""
    replay = "/api/replays/{match}"
    return [
        Route(replay, _replay, methods=["GET"]),
        Route(f"{replay}/at/{{line}}", _replay_at, methods=["GET"]),
        Route(f"{replay}/branch", _replay_branch, methods=["POST"]),
        Route(f"{replay}/ledger", _replay_ledger, methods=["GET"]),
    ]


async def _replay(request: Request) -> Response:
    live = await requested_match(request)
    since = number_in(request, "since") or 0
    await check_open(request, live)
    async with live.lock:
        return raw(live.table_of_all().body(since))


async def _replay_at(request: Request) -> Response:
    live = await requested_match(request)
    line = whole(request.path_params["line"], "line")
    await check_open(request, live)
    async with live.lock:
        return raw(live.table_of_all(line).body(line))


async def _replay_ledger(request: Request) -> Response:
    live = await requested_match(request)
    await check_open(request, live)
    async with live.lock:
        return as_json(ledger_of(live.match, None))


async def _replay_branch(request: Request) -> Response:
    wanted = await request_parsing.read(request, messages_from_page.OpenBranch)
    live = await requested_match(request)
    await check_open(request, live)
    async with live.lock:
        match = await asyncio.to_thread(live.branch_of_all, wanted.at)
    return await create_match(request, match)
