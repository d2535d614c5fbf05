"""Previews of a shared replay: title, description and a picture of the map, as other sites show them (Open Graph).

The picture is drawn where the rasteriser of the extra `pictures` is installed, in a worker process; elsewhere the
preview has the game's own picture.
"""

from __future__ import annotations

from html import escape
from importlib.util import find_spec

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.flow import DRAW
from grognard.kernel.ids import Side
from grognard.match import save as saves
from grognard.server.http.errors import ApiError, unknown
from grognard.server.matches import jobs
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import check_open, registry_of, requested_match
from grognard.server.matches.seat_view import result_of
from grognard.server.workers import worker_pool
from grognard.store.interface import StoreError

A_DAY = "public, max-age=86400"


def routes() -> list[Route]:
    """The call of this module."""
    return [Route("/api/replays/{match}/picture.png", _picture, methods=["GET"])]


def can_draw() -> bool:
    """Whether the rasteriser is installed."""
    return find_spec("resvg_py") is not None


async def _picture(request: Request) -> Response:
    """The map at the end of a match that is over."""
    live = await requested_match(request)
    await check_open(request, live)
    if not can_draw():
        raise unknown("This server draws no such pictures.")
    async with live.lock:
        text = saves.write(live.match)
    drawn = await worker_pool.run_job(request, "reports", jobs.map_png, text)
    return Response(drawn, headers={"cache-control": A_DAY}, media_type="image/png")


async def tags_for(request: Request) -> str:
    """The tags in the head of a replay's page; none where the match is not over, or not known."""
    ident = request.path_params.get("match", "")
    try:
        live = await registry_of(request).match(ident)
        await check_open(request, live)
    except (ApiError, StoreError):
        return ""
    base = (registry_of(request).address or str(request.base_url)).rstrip("/")
    picture = f"/api/replays/{live.id}/picture.png" if can_draw() else f"/api/games/{live.match.game.id}/cover"
    said = {
        "og:type": "website",
        "og:site_name": "Grognard",
        "og:title": title_of(live),
        "og:description": description_of(live),
        "og:url": f"{base}/replay/{live.id}",
        "og:image": f"{base}{picture}",
    }
    return "\n".join(f'  <meta property="{name}" content="{escape(value)}">' for name, value in said.items())


def title_of(live: LiveMatch) -> str:
    """The outcome of a match: game, winner and turn."""
    match = live.match
    winner = match.state.winner
    outcome = live.ending.rstrip(".") if live.ending else "a draw"
    if not live.ending and winner != DRAW:
        name = match.game.sides[winner].name
        outcome = f"{name} {'win' if name.endswith('s') or ' and ' in name else 'wins'}"
    return f"{match.game.title}: {outcome}, turn {match.state.turn}"


def description_of(live: LiveMatch) -> str:
    """By which rule it ended, in a sentence."""
    return live.ending or result_of(live.match, Side(0)).text
