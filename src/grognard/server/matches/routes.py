"""Routes of matches: list, create, load, decide, undo, branch, save."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel import bounds
from grognard.kernel.flow import Refused
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match import save as saves
from grognard.match.header import HUMAN
from grognard.server.http import messages_from_page, request_parsing
from grognard.server.http.cached_responses import SVG, Sheet
from grognard.server.http.credentials import Credentials, credentials
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json, raw
from grognard.server.http.messages_to_page import MatchRow
from grognard.server.http.rate_limits import Quotas
from grognard.server.http.request_parsing import number_in, whole
from grognard.server.matches import (
    friend_matches,
    invitations,
    jobs,
    orders,
    playback,
    position_queries,
    replays,
    sealed_saves,
    share_previews,
    standing_orders,
    turn_emails,
)
from grognard.server.matches.installed_games import board_of, find_game, title_of
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.map_pictures import position_picture
from grognard.server.matches.new_match import create_match
from grognard.server.matches.requested_match import (
    ended_in_club,
    registry_of,
    requested_match,
    seated,
    seats_of,
    sides_in,
)
from grognard.server.workers import worker_pool
from grognard.store.interface import Row

RECENT = 60
DAY = 86_400.0


def routes(one: str) -> list[Route]:
    """The routes of this package; `one` is the address of a match."""
    return [
        Route(f"{one}/decide", decide, methods=["POST"]),
        Route(one, table, methods=["GET"]),
        Route("/api/matches", _matches, methods=["GET"]),
        Route("/api/matches", _new_match, methods=["POST"]),
        Route(f"{one}/undo", _undo, methods=["POST"]),
        Route(f"{one}/at/{{line}}", _table_at, methods=["GET"]),
        Route(f"{one}/branch", _branch, methods=["POST"]),
        Route(f"{one}/save", _save, methods=["GET"]),
        Route(f"{one}/picture", _picture, methods=["GET"]),
        Route("/api/load", _load, methods=["POST"]),
        *position_queries.routes(one),
        *orders.routes(one),
        *playback.routes(one),
        *standing_orders.routes(one),
        *invitations.routes(one),
        *friend_matches.routes(one),
        *turn_emails.routes(one),
        *replays.routes(),
        *share_previews.routes(),
        *sealed_saves.routes(one),
    ]


async def _matches(request: Request) -> Response:
    registry_of(request).store.check()
    shown = credentials(request)
    store = registry_of(request).store
    held = store.recent(invitations.SEARCHED, lambda match, tokens: bool(shown.sides(match, tokens)))
    rows = (await asyncio.wrap_future(held))[:RECENT]
    ended = await ended_in_club(request, [row.id for row in rows])
    return as_json(
        [
            MatchRow(
                id=row.id,
                game=row.header["game"],
                title=title_of(row.header["game"]),
                scenario=row.header["scenario"],
                seats=seats_of(
                    row.header["seats"], {side: side for side in shown.sides(row.id, row.tokens)}, row.tokens
                ),
                turn=row.standing.turn,
                status="over" if row.id in ended else row.standing.status,
                decides=None if row.id in ended else row.standing.decides or None,
                updated=_updated(row, shown),
            )
            for row in rows
        ]
    )


def _updated(row: Row, shown: Credentials) -> float:
    """Time of the last decision; between people the day alone: the moment would betray what is decided in secret."""
    held = shown.sides(row.id, row.tokens)
    alone = all(kind != HUMAN or side in held for side, kind in row.header["seats"].items())
    return row.updated if alone else row.updated // DAY * DAY


async def _new_match(request: Request) -> Response:
    wanted = await request_parsing.read(request, messages_from_page.NewMatch)
    try:
        game = find_game(wanted.game)
        start = None
        if wanted.position:
            bounds.check_words(game, wanted.position)
            given = game.id, wanted.scenario, wanted.options, wanted.position
            start = await worker_pool.run_job(request, "positions", jobs.start, *given)
        secret = await invitations.redeem(registry_of(request).store, wanted.commitment) if wanted.commitment else None
        shares = wanted.shares if secret is not None else None
        match = Match.new(game, wanted.scenario, wanted.options, wanted.seats, wanted.seed, start, secret, shares)
    except Refused as refused:
        raise malformed(str(refused)) from None
    match.header.estimate = wanted.estimate
    return await create_match(request, match, invited=wanted.invite)


async def _load(request: Request) -> Response:
    """A match from its save; of one that other rules would have played otherwise, with `?fits`, what fits."""
    text = await request_parsing.save_of(request)
    wrong_at, fits = await worker_pool.run_job(request, "saves", jobs.replayed, text)
    if wrong_at and not fits:
        raise ApiError(400, "save", wrong_at)
    try:
        loaded = await asyncio.to_thread(saves.load, text)
    except saves.SaveError as wrong:
        if wrong.match is None:
            raise ApiError(400, "save", str(wrong)) from None
        if "fits" not in request.query_params:
            raise ApiError(400, "version", str(wrong)) from None
        wrong.match.renew_dice()
        return await create_match(request, wrong.match, [str(wrong)])
    return await create_match(request, loaded.match, loaded.notes)


async def table(request: Request) -> Response:
    live, side = await seated(request)
    since = number_in(request, "since") or 0
    async with live.lock:
        body = live.table(side).body(since)
    live.wake_bots()
    return raw(body)


async def decide(request: Request) -> Response:
    wanted = await request_parsing.read(request, messages_from_page.Decide)
    options = wanted.chosen()
    live = await requested_match(request, fresh=False)
    side = live.seat_of(credentials(request), wanted.seat)
    if live.has_programs and not live.bots_at_work:
        quotas: Quotas = request.app.state.quotas
        quotas.check_programs(request)
        live.owners = frozenset(quotas.owners(request))
    async with live.lock:
        body = (await live.decide(side, wanted.stamp, options)).body(wanted.since)
    live.wake_bots()
    return raw(body)


async def _undo(request: Request) -> Response:
    wanted = await request_parsing.read(request, messages_from_page.Undo)
    live = await requested_match(request, fresh=False)
    side = live.seat_of(credentials(request), wanted.seat)
    async with live.lock:
        return raw((await live.undo(side, wanted.stamp)).body(reset=True))


async def _table_at(request: Request) -> Response:
    live, side = await seated(request)
    line = whole(request.path_params["line"], "line")
    since = number_in(request, "since")
    async with live.lock:
        return raw(live.table_at(side, line).body(line if since is None else since))


def _others(live: LiveMatch, held: list[Side]) -> list[Side]:
    return [side for side in live.match.game.every_side if side not in held]


async def _branch(request: Request) -> Response:
    wanted = await request_parsing.read(request, messages_from_page.Branch)
    live = await requested_match(request)
    shown = credentials(request)
    side = live.seat_of(shown, wanted.seat)
    if live.rated and not live.over:
        raise ApiError(403, "fair", "You can branch a rated match when it is over.")
    if not live.over and any(live.match.is_person(s) for s in _others(live, live.held(shown))):
        raise ApiError(403, "fair", "You can branch a match between people when it is over.")
    async with live.lock:
        match = await asyncio.to_thread(live.branch_at, side, wanted.at)
    return await create_match(request, match)


async def _save(request: Request) -> Response:
    live = await requested_match(request)
    sides = sides_in(request, live)
    async with live.lock:
        match = live.match
        if len(sides) < len(match.game.sides) and await registry_of(request).is_closed(live):
            with_bot = any(kind != HUMAN for kind in match.header.seats.values())
            who = "the other side's" if with_bot else "your opponent's"
            raise ApiError(
                403, "secret", f"The save holds {who} secrets until the match is over; the match itself is kept here."
            )
        text = saves.write(match)
    name = f'attachment; filename="{match.game.id}-{live.id}.txt"'
    return Response(text, headers={"content-disposition": name, "cache-control": "no-store"}, media_type="text/plain")


async def _picture(request: Request) -> Response:
    """Thumbnail of the position for the home page: what all seats of the asker may see."""
    live = await requested_match(request)
    sides = sorted(sides_in(request, live))
    match = live.match
    async with live.lock:
        views = [match.game.view(match.known(side), side) for side in sides]
    return Sheet(position_picture(board_of(match.game.id), views), SVG).answer(request)
