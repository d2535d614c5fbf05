"""Orders: units and a goal in one call, carried out option by option, whole or up to the first surprise."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.kinds import Side
from grognard.match.ordering import Carried, Wanted
from grognard.server import requests, wire
from grognard.server.answers import raw, room_of
from grognard.server.errors import malformed
from grognard.server.jobs import reasons
from grognard.server.room import Room
from grognard.server.seats import credentials
from grognard.server.tables import encode


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [Route(f"{one}/order", _order, methods=["POST"])]


async def _order(request: Request) -> Response:
    given = await requests.read(request, requests.GiveOrder)
    wanted = given.wanted()
    room = await room_of(request, fresh=False)
    side = room.seat_of(credentials(request), given.seat)
    _check_named(room, wanted)
    async with room.lock:
        done = await room.order(side, given.stamp, wanted)
        body = room.table(side).body(given.since)
        outcome = encode(_outcome(room, side, wanted, done))
    room.wake_bots()
    return raw(b'%b,"order":%b}' % (body[:-1], outcome))


def _check_named(room: Room, wanted: Wanted) -> None:
    """Units and goal must be of this game before its rules are asked about them."""
    game, order = room.match.game, wanted.order
    if order is None:
        return
    if any(not 0 <= unit < len(game.unit_ids) for unit in order.units):
        raise malformed(f"`units` are between 0 and {len(game.unit_ids) - 1}.")
    if order.goal is not None and not 0 <= order.goal < len(game.space_ids):
        raise malformed(f"`goal` is between 0 and {len(game.space_ids) - 1}.")
    if order.verb and order.verb not in game.verbs:
        raise malformed(f"{order.verb[:20]!r} is not something one can do in {game.title}.")


def _outcome(room: Room, side: Side, wanted: Wanted, done: Carried) -> wire.Outcome:
    """What was done, why it ended, and who is still standing."""
    left = done.reasons(room.match, side, wanted.order) if wanted.order is not None else []
    stayed = [wire.Left(unit, reasons(bars)) for unit, bars in left]
    return wire.Outcome(len(done.taken), done.done, done.ended, stayed)
