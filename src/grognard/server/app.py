"""The server's calls: see docs/protocol.md. Every answer is JSON, and so is every refusal."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from grognard.club.config import Config
from grognard.kernel import bounds
from grognard.kernel.flow import Refused
from grognard.kernel.kinds import Side
from grognard.match import Match
from grognard.match import save as saves
from grognard.match.header import HUMAN
from grognard.server import (
    advice,
    asking,
    bench,
    by_hand,
    jobs,
    listening,
    looking_back,
    orders,
    records,
    requests,
    seals,
    sitting,
    standing,
    static,
    watch,
)
from grognard.server.answers import (
    as_json,
    error,
    house_of,
    raw,
    room_of,
    seated,
    seats_of,
    sides_in,
    welcome,
    without_store,
)
from grognard.server.club.door import Members
from grognard.server.errors import ApiError, malformed
from grognard.server.guard import LOOPBACK, Guard
from grognard.server.house import House
from grognard.server.metrics import Metrics
from grognard.server.pictures import position_picture
from grognard.server.quick import Quick
from grognard.server.rates import Limiter, Quotas
from grognard.server.requests import number_in, whole
from grognard.server.room import Room
from grognard.server.seats import Credentials, credentials
from grognard.server.tongues import Tongues
from grognard.server.watch import Watch
from grognard.server.wire import MatchRow
from grognard.store import open_store
from grognard.store.facts import Row, StoreError

if TYPE_CHECKING:
    from grognard.server.club.desk import Desk
    from grognard.server.club.director import Director
    from grognard.server.club.office import Club

RECENT = 60
LONGEST_SEARCH = 200
DAY = 86_400.0
_log = logging.getLogger("grognard")


def create_app(
    db: Path | str,
    hosts: frozenset[str] = LOOPBACK,
    figures: Path | None = None,
    https: bool = False,
    limited: bool = False,
    club: Config | None = None,
) -> Starlette:
    """The server on a file or database of matches; `hosts` are the names it answers to.

    `figures` is the folder where several processes leave what they count; `https` says that it is reached over https,
    behind a proxy; `limited` keeps to the rates of `rates.RATES`; with a `club` there are members.
    """
    store = open_store(db)
    metrics = Metrics(figures)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = app.state.house = House(store)
        app.state.club = opened = _open_club(club, db)
        if opened is not None:
            house.news.append(opened.hear)
            opened.post.start()
        app.state.desk = desk = _open_desk(opened, house)
        app.state.director = director = _open_director(desk)
        house.listen()
        if desk is not None:
            desk.start()
        if director is not None:
            director.start()
        app.state.quotas = Quotas(store, limited, https)
        app.state.quotas.at_work = house.at_work
        metrics.gauges.update(house.gauges())
        app.state.metrics, app.state.draining = metrics, False
        app.state.https = https
        # What the first page shows is read while the browser is still on its way.
        app.state.games = asyncio.create_task(asyncio.to_thread(static.games_list))
        yield
        await app.state.games
        if director is not None:
            await director.close()
        if desk is not None:
            await desk.close()
        if opened is not None:
            await opened.close()
        await app.state.house.close()

    one = "/api/matches/{match}"
    routes: list[BaseRoute] = [
        Route(f"{one}/decide", _decide, methods=["POST"]),
        Route(one, _table, methods=["GET"]),
        Route("/api/games", _games),
        *by_hand.routes(),
        Route("/api/games/{game}/rules", _rules),
        Route("/api/games/{game}/{sheet}", _sheet),
        Route("/api/matches", _matches, methods=["GET"]),
        Route("/api/matches", _new_match, methods=["POST"]),
        Route(f"{one}/undo", _undo, methods=["POST"]),
        Route(f"{one}/at/{{line}}", _table_at, methods=["GET"]),
        Route(f"{one}/branch", _branch, methods=["POST"]),
        Route(f"{one}/save", _save, methods=["GET"]),
        Route(f"{one}/picture", _picture, methods=["GET"]),
        *watch.routes(),
        *asking.routes(one),
        *advice.routes(one),
        *looking_back.routes(one),
        *orders.routes(one),
        *standing.routes(one),
        *sitting.routes(one),
        *records.routes(one),
        *seals.routes(one),
        WebSocketRoute(f"{one}/ws", listening.at_seat),
        Route("/api/load", _load, methods=["POST"]),
        Route("/static/{name:path}", _static, methods=["GET"]),
        Route("/", _page, methods=["GET"]),
        Route("/match/{match}", _page, methods=["GET"]),
        Route("/tournaments", _page, methods=["GET"]),
        Route("/tournaments/{tournament}", _page, methods=["GET"]),
        Route("/replay/{match}", _page, methods=["GET"]),
        Route("/rules/{game}", _page, methods=["GET"]),
        Route("/learn/{game}", _page, methods=["GET"]),
        Route("/puzzles", _page, methods=["GET"]),
        Route("/puzzles/{game}", _page, methods=["GET"]),
        Route("/edit/{game}", _page, methods=["GET"]),
    ]
    routes += _club_routes() if club is not None else [Route("/api/club", _no_club)]
    handlers: Any = {
        ApiError: _refuse,
        Refused: _refuse_rule,
        StoreError: _no_store,
        HTTPException: _refuse_route,
        ClientDisconnect: _left,
        Exception: _fail,
    }
    doors = [
        Middleware(Watch, metrics=metrics),
        Middleware(Guard, hosts=hosts),
        Middleware(Tongues),
        Middleware(Limiter, limited=limited, proxied=https),
    ]
    if club is not None:
        doors.append(Middleware(Members))
    doors.append(Middleware(Quick, calls={("POST", "/decide"): _decide, ("GET", ""): _table}, refusals=handlers))
    return App(routes=routes, lifespan=lifespan, exception_handlers=handlers, middleware=doors)


class App(Starlette):
    """The doors stand outside of what answers for failures: then that is counted and has its headers too, and the calls
    that are asked most do not go through it."""

    def build_middleware_stack(self) -> ASGIApp:
        refusals = {kind: refuse for kind, refuse in self.exception_handlers.items() if kind is not Exception}
        app: ASGIApp = ExceptionMiddleware(self.router, handlers=refusals)
        app = ServerErrorMiddleware(app, handler=self.exception_handlers[Exception])
        for door, words, named in reversed(self.user_middleware):
            app = door(app, *words, **named)
        return app


# --- the club, whose parts are loaded where there is one


def _open_club(config: Config | None, db: Path | str) -> Club | None:
    if config is None:
        return None
    from grognard.server.club.office import Club

    return Club(config, db)


def _open_desk(club: Club | None, house: House) -> Desk | None:
    if club is None:
        return None
    from grognard.server.club import farewell
    from grognard.server.club.desk import Desk

    desk = Desk(club, house)
    farewell.attend(desk)
    return desk


def _open_director(desk: Desk | None) -> Director | None:
    if desk is None:
        return None
    from grognard.server.club.director import Director

    return Director(desk)


def _club_routes() -> list[BaseRoute]:
    from grognard.server.club import account, keeping, lobby, notices, pace, people, results, stream, talk, tournaments

    one = "/api/matches/{match}"
    at_table = [*pace.routes(one), *talk.routes(one), WebSocketRoute(f"{one}/watch/ws", listening.as_watcher)]
    kept = [*people.routes(), *account.routes(), *notices.routes(), *keeping.routes()]
    rooms = ("/club/{room}", "/member/{name}", "/leaders/{game}", "/watch/{match}")
    pages = [Route("/worker.js", _worker), *(Route(path, _page, methods=["GET"]) for path in rooms)]
    shown = [*lobby.routes(), *results.routes(), *tournaments.routes(), *stream.routes()]
    return [*kept, *shown, *at_table, *pages]


async def _no_club(request: Request) -> Response:
    """At home there are no members."""
    return as_json({"club": None})


# --- answers


async def _refuse(request: Request, refused: ApiError) -> Response:
    return error(refused.status, refused.code, refused.text, refused.after)


async def _refuse_rule(request: Request, refused: Refused) -> Response:
    return error(409, "illegal", str(refused))


async def _left(request: Request, left: ClientDisconnect) -> Response:
    """Whoever asked is gone: nobody reads this."""
    return Response(status_code=499)


async def _no_store(request: Request, failed: StoreError) -> Response:
    return without_store(failed)


async def _refuse_route(request: Request, refused: HTTPException) -> Response:
    if refused.status_code == 405:
        return error(405, "method", f"{request.method} is not a way to ask for this.")
    return error(refused.status_code, "unknown", "There is nothing here.")


async def _fail(request: Request, fault: Exception) -> Response:
    return error(500, "fault", "The program failed at this; the position is unchanged.")


# --- what does not change


async def _games(request: Request) -> Response:
    # Shielded: a page that goes away must not take the list from the next one.
    return as_json(await asyncio.shield(request.app.state.games))


async def _sheet(request: Request) -> Response:
    # Some are drawn when they are first asked for: nobody else waits for that.
    game, which = request.path_params["game"], request.path_params["sheet"]
    return (await asyncio.to_thread(static.game_sheet, game, which)).answer(request)


async def _rules(request: Request) -> Response:
    """The rules that words lead to, best first."""
    query = request.query_params.get("q", "")[:LONGEST_SEARCH]
    found = await asyncio.to_thread(lambda: static.find_game(request.path_params["game"]).rulebook.search(query))
    return as_json({"ids": found.ids, "stems": found.stems, "terms": found.terms})


async def _static(request: Request) -> Response:
    return static.page_file(request.path_params["name"]).answer(request)


async def _page(request: Request) -> Response:
    game = house_of(request).game_of(request.path_params.get("match", ""))
    return static.room_page(request.url.path.split("/")[1], game).answer(request)


async def _worker(request: Request) -> Response:
    """What shows push notices while no page is open: it lies at the root, because it is for all pages."""
    return static.page_file("club/pushWorker.js").answer(request)


# --- matches


async def _matches(request: Request) -> Response:
    house_of(request).store.check()
    shown = credentials(request)
    recent = await asyncio.wrap_future(house_of(request).store.recent(sitting.SEARCHED))
    rows = [row for row in recent if shown.sides(row.id, row.tokens)][:RECENT]
    desk: Desk | None = request.app.state.desk
    ended = await desk.club.run(desk.lobby.ended, [row.id for row in rows]) if desk is not None else set()
    return as_json(
        [
            MatchRow(
                id=row.id,
                game=row.header["game"],
                title=static.title_of(row.header["game"]),
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
    """When it was last played at. Between people the day alone: the moment would betray what is decided in secret."""
    held = shown.sides(row.id, row.tokens)
    alone = all(kind != HUMAN or side in held for side, kind in row.header["seats"].items())
    return row.updated if alone else row.updated // DAY * DAY


async def _new_match(request: Request) -> Response:
    wanted = await requests.read(request, requests.NewMatch)
    try:
        game = static.find_game(wanted.game)
        start = None
        if wanted.position:
            bounds.check_words(game, wanted.position)
            given = game.id, wanted.scenario, wanted.options, wanted.position
            start = await bench.have(request, "positions", jobs.start, *given)
        secret = await sitting.redeem(house_of(request).store, wanted.commitment) if wanted.commitment else None
        shares = wanted.shares if secret is not None else None
        match = Match.new(game, wanted.scenario, wanted.options, wanted.seats, wanted.seed, start, secret, shares)
    except Refused as refused:
        raise malformed(str(refused)) from None
    match.header.estimate = wanted.estimate
    return await welcome(request, match, invited=wanted.invite)


async def _load(request: Request) -> Response:
    """A match from its save; of one that other rules would have played otherwise, with `?fits`, what fits."""
    text = await requests.save_of(request)
    wrong_at, fits = await bench.have(request, "saves", jobs.replayed, text)
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
        return await welcome(request, wrong.match, [str(wrong)])
    return await welcome(request, loaded.match, loaded.notes)


async def _table(request: Request) -> Response:
    room, side = await seated(request)
    since = number_in(request, "since") or 0
    async with room.lock:
        body = room.table(side).body(since)
    room.wake_bots()
    return raw(body)


async def _decide(request: Request) -> Response:
    wanted = await requests.read(request, requests.Decide)
    options = wanted.chosen()
    room = await room_of(request, fresh=False)
    side = room.seat_of(credentials(request), wanted.seat)
    if room.has_programs and not room.bots_at_work:
        quotas: Quotas = request.app.state.quotas
        quotas.check_programs(request)
        room.owners = frozenset(quotas.owners(request))
    async with room.lock:
        body = (await room.decide(side, wanted.stamp, options)).body(wanted.since)
    room.wake_bots()
    return raw(body)


async def _undo(request: Request) -> Response:
    wanted = await requests.read(request, requests.Undo)
    room = await room_of(request, fresh=False)
    side = room.seat_of(credentials(request), wanted.seat)
    async with room.lock:
        return raw((await room.undo(side, wanted.stamp)).body(reset=True))


async def _table_at(request: Request) -> Response:
    room, side = await seated(request)
    line = whole(request.path_params["line"], "line")
    since = number_in(request, "since")
    async with room.lock:
        return raw(room.table_at(side, line).body(line if since is None else since))


def _others(room: Room, held: list[Side]) -> list[Side]:
    return [side for side in room.match.game.every_side if side not in held]


async def _branch(request: Request) -> Response:
    wanted = await requests.read(request, requests.Branch)
    room = await room_of(request)
    shown = credentials(request)
    side = room.seat_of(shown, wanted.seat)
    if room.rated and not room.over:
        raise ApiError(403, "fair", "A match that counts is not branched while it goes on.")
    if not room.over and any(room.match.is_person(s) for s in _others(room, room.held(shown))):
        raise ApiError(403, "fair", "While a match between people goes on, only all of its players together branch it.")
    async with room.lock:
        match = await asyncio.to_thread(room.branch_at, side, wanted.at)
    return await welcome(request, match)


async def _save(request: Request) -> Response:
    room = await room_of(request)
    sides = sides_in(request, room)
    async with room.lock:
        match = room.match
        if len(sides) < len(match.game.sides) and await house_of(request).is_closed(room):
            with_bot = any(kind != HUMAN for kind in match.header.seats.values())
            who = "the other side's" if with_bot else "your opponent's"
            raise ApiError(
                403, "secret", f"The save holds {who} secrets until the match is over; the match itself is kept here."
            )
        text = saves.write(match)
    name = f'attachment; filename="{match.game.id}-{room.id}.txt"'
    return Response(text, headers={"content-disposition": name, "cache-control": "no-store"}, media_type="text/plain")


async def _picture(request: Request) -> Response:
    """Where the units stand, for the front room: what all seats that ask may see."""
    room = await room_of(request)
    sides = sorted(sides_in(request, room))
    match = room.match
    async with room.lock:
        views = [match.game.view(match.known(side), side) for side in sides]
    return static.Sheet(position_picture(static.board_of(match.game.id), views), static.SVG).answer(request)
