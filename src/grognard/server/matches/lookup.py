"""Lookup of the match and the seats that a request names."""

from __future__ import annotations

from collections.abc import Container

from starlette.requests import Request

from grognard.kernel.ids import Side
from grognard.match.header import HUMAN
from grognard.server.http import credentials, messages
from grognard.server.http.errors import ApiError
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.match_registry import MatchRegistry


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


async def ended_in_club(request: Request, idents: list[str]) -> set[str]:
    """Those of these matches that the club has ended, whatever their rules say."""
    desk = request.app.state.desk
    return set() if desk is None else await desk.club.run(desk.lobby.ended, idents)


async def check_open(request: Request, room: LiveMatch) -> None:
    """Refuse what is shown of finished matches alone; a branch is as secret as the match that it left."""
    if await house_of(request).is_closed(room):
        text = "The match, or the one that it left, is not over; until then only its players may look at it."
        raise ApiError(403, "secret", text)
