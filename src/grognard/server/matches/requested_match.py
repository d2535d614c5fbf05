"""Lookup of the match and the seats that a request names."""

from __future__ import annotations

from collections.abc import Container

from starlette.requests import Request

from grognard.kernel.ids import Side
from grognard.match.header import HUMAN
from grognard.server.http import credentials, messages_to_page
from grognard.server.http.errors import ApiError
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.match_registry import MatchRegistry


def registry_of(request: Request) -> MatchRegistry:
    """All matches of this server."""
    registry: MatchRegistry = request.app.state.registry
    return registry


async def requested_match(request: Request, fresh: bool = True) -> LiveMatch:
    """The match in the address."""
    return await registry_of(request).match(request.path_params["match"], fresh)


async def seated(request: Request) -> tuple[LiveMatch, Side]:
    """The match and the seat that asks: the one that the query names first, or the first that is held."""
    live = await requested_match(request)
    return live, live.seat_of(credentials.credentials(request), (request.query_params.getlist("seat") or [""])[0])


def sides_in(request: Request, live: LiveMatch) -> set[Side]:
    """The sides of all seats that are held: in hot-seat both."""
    held = live.held(credentials.credentials(request))
    if not held:
        raise ApiError(403, "wrong-seat", "You do not hold this seat.")
    return set(held)


def seats_of(
    kinds: dict[str, str], tokens: dict[str, str], known: Container[str] | None = None
) -> dict[str, messages_to_page.Seat]:
    """The players of each seat, with the asker's tokens; a person's seat that is not among those `known` is open."""
    return {
        side: messages_to_page.Seat(
            kind, tokens.get(side, ""), known is not None and kind == HUMAN and side not in known
        )
        for side, kind in kinds.items()
    }


async def not_of_the_club(request: Request, live: LiveMatch, why: str) -> None:
    """Refuse what can be done with a match of one's own, and not with one that counts in the club's records."""
    if await registry_of(request).club.is_recorded(live.id):
        raise ApiError(403, "fair", why)


async def ended_in_club(request: Request, idents: list[str]) -> set[str]:
    """Those of these matches that the club has ended, whatever their rules say."""
    return await registry_of(request).club.ended_of(idents)


async def check_open(request: Request, live: LiveMatch) -> None:
    """Refuse what is shown of finished matches alone; a branch is as secret as the match that it left."""
    if await registry_of(request).is_closed(live):
        text = "The match, or the one that it left, is not over; until then only its players may look at it."
        raise ApiError(403, "secret", text)
