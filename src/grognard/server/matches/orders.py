"""Orders: units and a goal in one call, executed option by option, whole or up to the first surprise."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.ids import Side
from grognard.match.order_execution import Carried, Wanted
from grognard.server.http import messages_from_page, messages_to_page, request_parsing
from grognard.server.http.credentials import credentials
from grognard.server.http.errors import malformed
from grognard.server.http.json_responses import encode, raw
from grognard.server.matches.jobs import reasons
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import requested_match


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [Route(f"{one}/order", _order, methods=["POST"])]


async def _order(request: Request) -> Response:
    given = await request_parsing.read(request, messages_from_page.GiveOrder)
    wanted = given.wanted()
    live = await requested_match(request, fresh=False)
    side = live.seat_of(credentials(request), given.seat)
    _check_named(live, wanted)
    async with live.lock:
        done = await live.order(side, given.stamp, wanted)
        body = live.table(side).body(given.since)
        outcome = encode(_outcome(live, side, wanted, done))
    live.wake_bots()
    return raw(b'%b,"order":%b}' % (body[:-1], outcome))


def _check_named(live: LiveMatch, wanted: Wanted) -> None:
    """Units and goal must be of this game before its rules are asked about them."""
    game, order = live.match.game, wanted.order
    if order is None:
        return
    if any(not 0 <= unit < len(game.unit_ids) for unit in order.units):
        raise malformed(f"`units` are between 0 and {len(game.unit_ids) - 1}.")
    if order.goal is not None and not 0 <= order.goal < len(game.space_ids):
        raise malformed(f"`goal` is between 0 and {len(game.space_ids) - 1}.")
    if order.verb and order.verb not in game.verbs:
        raise malformed(f"{order.verb[:20]!r} is not possible in {game.title}.")


def _outcome(live: LiveMatch, side: Side, wanted: Wanted, done: Carried) -> messages_to_page.Outcome:
    """The result of an order: what was done, why it ended, and the units that stayed."""
    left = done.reasons(live.match, side, wanted.order) if wanted.order is not None else []
    stayed = [messages_to_page.Left(unit, reasons(bars)) for unit, bars in left]
    return messages_to_page.Outcome(len(done.taken), done.done, done.ended, stayed)
