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
from grognard.server.http import messages_from_page, messages_to_page, request_parsing
from grognard.server.http.credentials import credentials
from grognard.server.http.errors import malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import requested_match, seated


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
    live, side = await seated(request)
    async with live.lock:
        return as_json(_orders(live, side))


async def _given(request: Request) -> Response:
    """Give an order, or another in its place."""
    wanted = await request_parsing.read(request, messages_from_page.Stand)
    live = await requested_match(request, fresh=False)
    side = live.seat_of(credentials(request), wanted.seat)
    name, game = request.path_params["order"], live.match.game
    async with live.lock:
        turn = live.match.state.turn if wanted.turn else 0
        try:
            order = checked(game, side, name, Given(wanted.choice, tuple(wanted.units), turn))
        except Refused as refused:
            raise malformed(str(refused)) from None
        await live.give_orders(side, {**_kept(live, side), name: order})
        answer = as_json(_orders(live, side))
    live.wake_bots()
    return answer


async def _withdrawn(request: Request) -> Response:
    """Withdraw an order, or all of them."""
    live, side = await seated(request)
    name = request.path_params.get("order", "")
    if name and name not in {order.id for order in orders_of(live.match.game, side)}:
        raise unknown("There is no such standing order.")
    async with live.lock:
        kept = _kept(live, side)
        left = {other: order for other, order in kept.items() if name and other != name}
        if left != kept:
            await live.give_orders(side, left)
        return as_json(_orders(live, side))


def _kept(live: LiveMatch, side: Side) -> dict[str, Any]:
    return live.match.header.orders.get(live.match.game.sides[side].id, {})


def _orders(live: LiveMatch, side: Side) -> messages_to_page.StandingOrders:
    match = live.match
    given = given_by(match, side)
    return messages_to_page.StandingOrders(
        [
            messages_to_page.StandingOrder(
                order.id,
                order.name,
                order.choices,
                order.units,
                order.cases,
                messages_to_page.Given(**given[order.id]._asdict()) if order.id in given else None,
            )
            for order in orders_of(match.game, side)
        ]
    )
