"""Taking a seat: by an invitation that is good once, or with a token of before; and adding one's number to the dice."""

from __future__ import annotations

import time
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.flow import Refused
from grognard.match.header import Seed
from grognard.server import requests, seats
from grognard.server.answers import as_json, room_of, seats_of
from grognard.server.errors import ApiError

MOST_COMMITMENTS = 2_000
LASTING = 600.0
"""Seconds for which a secret waits for the match that it was committed to for."""


class Commitments:
    """Secrets that were committed to and wait for their match."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, tuple[bytes, float]] = OrderedDict()

    def new(self) -> str:
        """Commit to a secret."""
        seed = Seed.fresh(0)
        assert seed.secret is not None
        self._waiting[seed.commitment] = (seed.secret, time.monotonic())
        while len(self._waiting) > MOST_COMMITMENTS:
            self._waiting.popitem(last=False)
        return seed.commitment

    def take(self, commitment: str) -> bytes:
        """The secret, once."""
        secret, since = self._waiting.pop(commitment, (b"", 0.0))
        if not secret or time.monotonic() - since > LASTING:
            raise ApiError(409, "stale", "That commitment is not known here any more; ask for another one.")
        return secret


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route("/api/dice", _dice, methods=["POST"]),
        Route(f"{one}/sit", _sit, methods=["POST"]),
        Route(f"{one}/invite", _invite, methods=["POST"]),
    ]


async def _dice(request: Request) -> Response:
    """A commitment to the secret of a match that is about to be made."""
    commitments: Commitments = request.app.state.commitments
    return as_json({"commitment": commitments.new()})


async def _sit(request: Request) -> Response:
    """Take the seats that an invitation or old tokens give, and add numbers to the dice of seats that are held."""
    wanted = await requests.read(request, requests.Sit)
    room = await room_of(request)
    shown = seats.credentials(request)
    page, key = seats.is_page(request), shown.key or seats.new_key()
    async with room.lock:
        taken = room.invited(wanted.code) if wanted.code else []
        taken += seats.Credentials(tuple(wanted.tokens), "").sides(room.id, room.tokens)
        if (wanted.code or wanted.tokens) and not taken:
            raise ApiError(403, "wrong-seat", "That invitation is not good any more, or never was.")
        if taken:
            beside = wanted.code and seats.same(room.tokens.get(seats.INVITATION, ""), wanted.code)
            if beside and page:
                await room.seat_beside(taken, key)
            else:
                await room.seat_anew(taken, key if page else None)
        held = [*shown.sides(room.id, room.tokens), *taken]
        if not held:
            raise ApiError(403, "wrong-seat", "That is not a seat at this match.")
        for side, number in wanted.shares.items():
            if side not in held:
                raise ApiError(403, "wrong-seat", "That is not a seat at this match.")
            try:
                await room.share(room.match.game.side_index(side), number)
            except Refused as refused:
                raise ApiError(409, "illegal", str(refused)) from None
        tokens = {side: side if page else room.tokens[side] for side in held}
        answer = as_json({
            "id": room.id,
            "game": room.match.game.id,
            "seats": seats_of(room.match.header.seats, tokens),
            "lacks": [side for side in held if room.match.lacks_share(side)],
        })  # fmt: skip
    if page and taken:
        seats.give_key(request, answer, key)
    return answer


async def _invite(request: Request) -> Response:
    """An invitation to a seat that is held: whoever uses it first has the seat from then on."""
    wanted = await requests.read(request, requests.Invite)
    room = await room_of(request)
    async with room.lock:
        side = room.seat_of(seats.credentials(request), wanted.seat)
        return as_json({"code": await room.invite(room.match.game.sides[side].id)})
