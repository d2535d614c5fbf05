"""The web application: routes, middleware, startup and shutdown (docs/programmers/protocol.md lists the calls)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
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
from grognard.kernel.flow import Refused
from grognard.server import game_data, health, match_socket, page_files
from grognard.server.advisor import after_action, analysis, hints
from grognard.server.club.authentication import Authentication
from grognard.server.fast_routes import FastRoutes
from grognard.server.former_addresses import FormerAddresses
from grognard.server.http.access_log import AccessLog
from grognard.server.http.errors import ApiError
from grognard.server.http.json_responses import as_json, error, without_store
from grognard.server.http.metrics import Metrics
from grognard.server.http.rate_limits import Limiter, Quotas
from grognard.server.http.translation import Translation
from grognard.server.http.trusted_hosts import LOOPBACK, TrustedHosts
from grognard.server.learn import routes as learn_routes
from grognard.server.matches import friend_matches
from grognard.server.matches import routes as match_routes
from grognard.server.matches.match_registry import MatchRegistry
from grognard.server.matches.turn_emails import TurnEmailSender
from grognard.store import open_store
from grognard.store.interface import StoreError

if TYPE_CHECKING:
    from grognard.server.club.club_service import ClubService
    from grognard.server.club.match_lifecycle import MatchLifecycle
    from grognard.server.club.tournament_runner import TournamentRunner


def create_app(
    db: Path | str,
    hosts: frozenset[str] = LOOPBACK,
    figures: Path | None = None,
    proxies: int = 0,
    limited: bool = False,
    club: Config | None = None,
) -> Starlette:
    """The server on a file or database of matches; `hosts` are the names it answers to.

    `figures` is the folder where several processes leave what they count; `proxies` is the number of our own proxies
    that a request passes, and then it is reached over https; `limited` keeps to the rates of `rate_limits.RATES`; with
    a `club` there are members.
    """
    store = open_store(db)
    metrics = Metrics(figures)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        registry = app.state.registry = MatchRegistry(store)
        app.state.club = opened = _open_club(club, db)
        if opened is not None:
            registry.news.append(opened.hear)
            opened.post.start()
        app.state.lifecycle = lifecycle = _open_lifecycle(opened, registry)
        app.state.runner = runner = _open_runner(lifecycle)
        emails = _open_turn_emails(opened, registry, lifecycle)
        house = club.house if club is not None else None
        app.state.members_only = house is not None and house.registration != "open" and not house.guests_play
        registry.listen()
        if lifecycle is not None:
            lifecycle.start()
        if runner is not None:
            runner.start()
        app.state.quotas = Quotas(store, limited, proxies)
        app.state.quotas.at_work = registry.at_work
        metrics.gauges.update(registry.gauges())
        if lifecycle is not None:
            metrics.gauges.update(lifecycle.gauges())
        app.state.metrics, app.state.draining = metrics, False
        app.state.https, app.state.proxies, app.state.queues = proxies > 0, proxies, registry.queues
        # What the first page shows is read while the browser is still on its way.
        app.state.games = asyncio.create_task(asyncio.to_thread(game_data.games_list))
        yield
        await app.state.games
        if runner is not None:
            await runner.close()
        emails.close()
        if lifecycle is not None:
            await lifecycle.close()
        if opened is not None:
            await opened.close()
        await app.state.registry.close()

    one = "/api/matches/{match}"
    routes: list[BaseRoute] = [
        *match_routes.routes(one),
        *learn_routes.routes(),
        *game_data.routes(),
        *health.routes(),
        *hints.routes(one),
        *analysis.routes(one),
        *after_action.routes(one),
        WebSocketRoute(f"{one}/ws", match_socket.at_seat),
        *page_files.routes(),
    ]
    routes += _club_routes() if club is not None else _home_routes(one)
    handlers: Any = {
        ApiError: _refuse,
        Refused: _refuse_rule,
        StoreError: _no_store,
        HTTPException: _refuse_route,
        ClientDisconnect: _left,
        Exception: _fail,
    }
    doors = [
        Middleware(AccessLog, metrics=metrics),
        Middleware(TrustedHosts, hosts=hosts),
        Middleware(FormerAddresses),
        Middleware(Translation),
        Middleware(Limiter, limited=limited, proxies=proxies),
    ]
    if club is not None:
        doors.append(Middleware(Authentication))
    doors.append(
        Middleware(
            FastRoutes,
            calls={("POST", "/decide"): match_routes.decide, ("GET", ""): match_routes.table},
            refusals=handlers,
        )
    )
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


def _open_club(config: Config | None, db: Path | str) -> ClubService | None:
    if config is None:
        return None
    from grognard.server.club.club_service import ClubService

    return ClubService(config, db)


def _open_lifecycle(club: ClubService | None, registry: MatchRegistry) -> MatchLifecycle | None:
    if club is None:
        return None
    from grognard.server.club import account_deletion, lobby
    from grognard.server.club.match_lifecycle import MatchLifecycle

    lifecycle = MatchLifecycle(club, registry)
    account_deletion.attend(lifecycle)
    club.later(lobby.warm_up(lifecycle))
    return lifecycle


def _open_turn_emails(
    club: ClubService | None, registry: MatchRegistry, lifecycle: MatchLifecycle | None
) -> TurnEmailSender:
    """Emails to players without accounts, where there is a mail server."""
    emails = TurnEmailSender(registry, club.config.notices.wait if club is not None else 0.0)
    if club is not None and lifecycle is not None and club.config.mail.host:
        registry.address, lobby = club.address, lifecycle.lobby
        registry.send_email = club.post.send_once
        registry.take_email = partial(_take_email, club)
        registry.keep_emails = lambda match: club.run(lobby.keep_emails, match)
        registry.email_asked = emails.asked
        registry.stored.append(emails.stored)
        emails.find = lambda since, before: club.run(lobby.owing_emails, since, before)
        lifecycle.owing.append(("email", emails.owing, emails.settle))
    return emails


async def _take_email(club: ClubService, to: str, address: str) -> None:
    """Emails to addresses that nobody has confirmed are few, no matter who asks for them."""
    from grognard.server.club.email_limits import take_email

    await club.run(take_email, club.tries, to=to, address=address)


def _open_runner(lifecycle: MatchLifecycle | None) -> TournamentRunner | None:
    if lifecycle is None:
        return None
    from grognard.server.club.tournament_runner import TournamentRunner

    return TournamentRunner(lifecycle)


def _club_routes() -> list[BaseRoute]:
    from grognard.server.club import (
        account_settings,
        bot_stream,
        chat,
        lobby,
        match_actions,
        member_results,
        moderation,
        notification_settings,
        registration_and_sign_in,
        tournament_export,
        tournaments,
    )

    one = "/api/matches/{match}"
    at_table = [
        *match_actions.routes(one),
        *chat.routes(one),
        WebSocketRoute(f"{one}/watch/ws", match_socket.as_spectator),
    ]
    kept = [
        *registration_and_sign_in.routes(),
        *account_settings.routes(),
        *notification_settings.routes(),
        *moderation.routes(),
    ]
    events = [*tournaments.routes(), *tournament_export.routes()]
    shown = [*lobby.routes(), *member_results.routes(), *events, *bot_stream.routes()]
    return [*kept, *shown, *at_table, *page_files.club_routes()]


def _home_routes(one: str) -> list[BaseRoute]:
    """Calls that a club answers in its own way."""
    watching = WebSocketRoute(f"{one}/watch/ws", match_socket.as_spectator)
    return [Route("/api/club", _no_club), *friend_matches.home_routes(one), watching]


async def _no_club(request: Request) -> Response:
    """At home there are no members."""
    return as_json({"club": None})


# --- answers


async def _refuse(request: Request, refused: ApiError) -> Response:
    return error(refused.status, refused.code, refused.text, refused.after)


async def _refuse_rule(request: Request, refused: Refused) -> Response:
    return error(409, "illegal", str(refused))


async def _left(request: Request, left: ClientDisconnect) -> Response:
    """Answer a client that has gone: nobody reads this."""
    return Response(status_code=499)


async def _no_store(request: Request, failed: StoreError) -> Response:
    return without_store(failed)


async def _refuse_route(request: Request, refused: HTTPException) -> Response:
    if refused.status_code == 405:
        return error(405, "method", f"{request.method} is not allowed here.")
    if request.method == "GET" and page_files.is_visit(request):
        return page_files.nothing_here(request)
    return error(refused.status_code, "unknown", "This page does not exist.")


async def _fail(request: Request, fault: Exception) -> Response:
    return error(500, "fault", "The server failed. The position is unchanged.")
