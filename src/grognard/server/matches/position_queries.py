"""Queries about the open question: odds, reach, overlays, and why not."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.ids import Side
from grognard.server.http import request_parsing
from grognard.server.http.errors import malformed
from grognard.server.http.json_responses import as_json, encode, raw
from grognard.server.http.request_parsing import number_in, whole
from grognard.server.matches import jobs, trials
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import seated
from grognard.server.matches.score_ledger import ledger_of
from grognard.server.workers import worker_pool


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/preview", _preview, methods=["GET"]),
        Route(f"{one}/consequences", _consequences, methods=["GET"]),
        Route(f"{one}/reach", _reach, methods=["GET"]),
        Route(f"{one}/overlays", _overlays, methods=["GET"]),
        Route(f"{one}/ledger", _ledger, methods=["GET"]),
        Route(f"{one}/whynot", _why_not, methods=["GET"]),
        Route(f"{one}/verbs", _verbs, methods=["GET"]),
    ]


async def _preview(request: Request) -> Response:
    live, side = await seated(request)
    option, also = request_parsing.option_in(request), request_parsing.options_in(request, "also")
    stamp = request.query_params.get("stamp")
    async with live.lock:
        if stamp is not None and stamp != live.table(side).stamp:
            return as_json(None)  # the next table is on its way to the page
        match = live.match
        if option in match.game.standing(match.state, side):
            return as_json(None)  # no standing act throws dice
        return raw(await _asked(request, live, "preview", side, option, *also))


async def _consequences(request: Request) -> Response:
    """For each button of one's own question, what it would bring to the log; a page asks when it draws the buttons."""
    live, side = await seated(request)
    stamp = request.query_params.get("stamp")
    async with live.lock:
        asked = live.match.asked
        if asked is None or asked.side != side or (stamp is not None and stamp != live.table(side).stamp):
            return as_json([])
        return raw(await _asked(request, live, "consequences", side))


async def _reach(request: Request) -> Response:
    live, side = await seated(request)
    game = live.match.game
    given = request.query_params.getlist("unit")
    units = sorted({whole(text, "unit", len(game.unit_ids)) for text in given})
    async with live.lock:
        asked = live.match.asked
        mine = asked is not None and asked.side == side
        return raw(await _asked(request, live, "reach", side, units) if mine else b"[]")


async def _overlays(request: Request) -> Response:
    live, side = await seated(request)
    async with live.lock:
        return raw(await _asked(request, live, "overlays", side))


async def _ledger(request: Request) -> Response:
    """The score with its causes; `null` where a game keeps none."""
    live, side = await seated(request)
    async with live.lock:
        return as_json(ledger_of(live.match, side))


async def _why_not(request: Request) -> Response:
    """For a unit, a place, both, or one verb; with nothing named, why the question cannot be ended yet."""
    live, side = await seated(request)
    game = live.match.game
    unit = number_in(request, "unit", len(game.unit_ids))
    space = number_in(request, "space", len(game.space_ids))
    verb = request.query_params.get("verb", "")
    if verb and verb not in game.verbs:
        raise malformed(f"{verb[:20]!r} is not possible in {game.title}.")
    async with live.lock:
        if live.match.over:
            return as_json({"reasons": []})
        return raw(await _asked(request, live, "why_not", side, unit, space, verb))


async def _verbs(request: Request) -> Response:
    """All that the open question may let a unit do, each with why it may not."""
    live, side = await seated(request)
    unit = number_in(request, "unit", len(live.match.game.unit_ids))
    if unit is None:
        raise malformed("`unit` says whose verbs are wanted.")
    async with live.lock:
        return raw(await _asked(request, live, "verbs_for", side, unit))


async def _asked(request: Request, live: LiveMatch, what: str, side: Side, *given: Any) -> bytes:
    """A question about the present position; from a position by hand it is answered where it can do no harm."""
    match = live.match
    if not live.is_by_hand:
        return encode(jobs.asked_of(match, what, side, *given))
    return await worker_pool.run_job(request, "positions", jobs.answered, *trials.as_is(match), what, side, *given)
