"""What every call needs: the match that is asked for, the seats that ask, and the shape of an answer."""

from __future__ import annotations

import logging
from collections.abc import Container, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from grognard.bots import is_offered
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.http import credentials, messages
from grognard.server.http.errors import ApiError, malformed
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.match_registry import MatchRegistry
from grognard.server.matches.seat_view import encode
from grognard.server.workers.bot_players import no_player
from grognard.store.interface import StoreError

_log = logging.getLogger("grognard")


class Json(Response):
    """JSON that is written already, never kept by the page: every decision is answered with one, so it is made lean."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = body
        self.raw_headers = [
            (b"cache-control", b"no-store"),
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
        ]


def as_json(values: Any, status: int = 200) -> Response:
    """Values, never kept by the page."""
    return raw(encode(values), status)


def raw(body: bytes, status: int = 200) -> Response:
    """JSON that is written already."""
    return Json(body, status)


def error(status: int, code: str, text: str, after: int | None = None) -> Response:
    """A refusal; `after` says in how many seconds it may be tried again."""
    answer = as_json({"error": text, "code": code}, status)
    if after is not None:
        answer.headers["retry-after"] = str(after)
    return answer


def without_store(failed: StoreError) -> Response:
    """The store failed."""
    # Paths and causes are for whoever runs the server.
    _log.error("%s", failed)
    return error(503, "storage", "The matches cannot be read or written now; nothing has changed.")


def house_of(request: Request) -> MatchRegistry:
    """All matches of this server."""
    house: MatchRegistry = request.app.state.house
    return house


async def room_of(request: Request, fresh: bool = True) -> LiveMatch:
    """The match in the address."""
    return await house_of(request).room(request.path_params["match"], fresh)


async def seated(request: Request) -> tuple[LiveMatch, Side]:
    """The match and the seat that asks: the one that the query names first, or the first that is held."""
    room = await room_of(request)
    return room, room.seat_of(credentials.credentials(request), (request.query_params.getlist("seat") or [""])[0])


def sides_in(request: Request, room: LiveMatch) -> set[Side]:
    """The sides of all seats that are held: in hot-seat both."""
    held = room.held(credentials.credentials(request))
    if not held:
        raise ApiError(403, "wrong-seat", "That is not a seat at this match.")
    return set(held)


def seats_of(
    kinds: dict[str, str], tokens: dict[str, str], known: Container[str] | None = None
) -> dict[str, messages.Seat]:
    """Who sits where, with the tokens of one's own seats; a person's seat that is not among those `known` is open."""
    return {
        side: messages.Seat(kind, tokens.get(side, ""), known is not None and kind == HUMAN and side not in known)
        for side, kind in kinds.items()
    }


async def not_of_the_club(request: Request, room: LiveMatch, why: str) -> None:
    """Refuse what can be done with a match of one's own, and not with one that counts in the club's records."""
    desk = request.app.state.desk
    if desk is not None and await desk.club.run(desk.lobby.match, room.id) is not None:
        raise ApiError(403, "fair", why)


async def welcome(
    request: Request, match: Match, notes: list[str] | None = None, kind: str = "", invited: Sequence[str] = ()
) -> Response:
    """Keep a new match (one of a `kind` out of the list of matches) and hand out its seats, but for those that are kept
    for somebody who will be `invited`."""
    for side, player in match.header.seats.items():
        if player != HUMAN and not is_offered(player, match.game):
            raise malformed(no_player(player, side, match.game))
    page = credentials.is_page(request)
    shown = credentials.credentials(request)
    # A member's seat is his own, wherever he enters; a program without an account is given tokens.
    key = shown.member or ((shown.key or credentials.new_key()) if page else None)
    people = [side for side, player in match.header.seats.items() if player == HUMAN]
    if not set(invited) <= set(people) or (invited and set(invited) >= set(people)):
        raise malformed("One can invite to people's seats only, and keeps one of them oneself.")
    quotas = request.app.state.quotas
    makers: dict[str, int] = quotas.owners(request, key)
    if kind:  # a lesson takes many: only an address has a quota of them
        makers = {owner: times for owner, times in makers.items() if times > 1}
    await quotas.check_open(makers)
    if match.bot_to_move is not None:
        quotas.check_programs(request)
    room = await house_of(request).add(match, kind, key, invited, tuple(makers))
    room.wake_bots()
    # The page holds its seats by cookie: all it is told is which they are. A program is told its tokens, and has an
    # invitation for a browser besides.
    tokens = {side: side if page else token for side, token in room.tokens.items()}
    sitting = seats_of(match.header.seats, tokens, room.tokens)
    made = as_json(messages.NewMatch(room.id, sitting, room.tokens.get(credentials.INVITATION, ""), notes or ()))
    if key is not None and not shown.member:
        credentials.give_key(request, made, key)
    return made
