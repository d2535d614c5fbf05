"""Routes of standing orders, which only their own seat can see."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.flow import Refused
from grognard.kernel.ids import Side
from grognard.kernel.standing_orders import Given
from grognard.match.standing_orders import checked, given_by, orders_of
from grognard.server.http import messages, request_parsing
from grognard.server.http.credentials import credentials
from grognard.server.http.errors import malformed, unknown
from grognard.server.http.responses import as_json
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.lookup import room_of, seated


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/standing", _shown, methods=["GET"]),
        Route(f"{one}/standing", _withdrawn, methods=["DELETE"]),
        Route(f"{one}/standing/{{order}}", _given, methods=["PUT"]),
        Route(f"{one}/standing/{{order}}", _withdrawn, methods=["DELETE"]),
    ]


async def _shown(request: Request) -> Response:
    """The orders that the seat may give, and those that it has given."""
    room, side = await seated(request)
    async with room.lock:
        return as_json(_orders(room, side))


async def _given(request: Request) -> Response:
    """Give an order, or another in its place."""
    wanted = await request_parsing.read(request, request_parsing.Stand)
    room = await room_of(request, fresh=False)
    side = room.seat_of(credentials(request), wanted.seat)
    name, game = request.path_params["order"], room.match.game
    async with room.lock:
        turn = room.match.state.turn if wanted.turn else 0
        try:
            order = checked(game, side, name, Given(wanted.choice, tuple(wanted.units), turn))
        except Refused as refused:
            raise malformed(str(refused)) from None
        await room.give_orders(side, {**_kept(room, side), name: order})
        answer = as_json(_orders(room, side))
    room.wake_bots()
    return answer


async def _withdrawn(request: Request) -> Response:
    """Withdraw an order, or all of them."""
    room, side = await seated(request)
    name = request.path_params.get("order", "")
    if name and name not in {order.id for order in orders_of(room.match.game, side)}:
        raise unknown("There is no such standing order.")
    async with room.lock:
        kept = _kept(room, side)
        left = {other: order for other, order in kept.items() if name and other != name}
        if left != kept:
            await room.give_orders(side, left)
        return as_json(_orders(room, side))


def _kept(room: LiveMatch, side: Side) -> dict[str, Any]:
    return room.match.header.orders.get(room.match.game.sides[side].id, {})


def _orders(room: LiveMatch, side: Side) -> messages.StandingOrders:
    match = room.match
    given = given_by(match, side)
    return messages.StandingOrders(
        [
            messages.StandingOrder(
                order.id,
                order.name,
                order.choices,
                order.units,
                order.cases,
                messages.Given(**given[order.id]._asdict()) if order.id in given else None,
            )
            for order in orders_of(match.game, side)
        ]
    )
