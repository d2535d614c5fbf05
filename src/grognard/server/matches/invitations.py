"""Joining a match by invitation or by token, and the seat's share of the dice secret."""

from __future__ import annotations

import asyncio
import io
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.match.header import Seed, is_hexed
from grognard.server.http import credentials, messages_from_page, request_parsing
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json
from grognard.server.http.messages_to_page import Sitters
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import not_of_the_club, registry_of, requested_match, seats_of
from grognard.store.interface import Store
from grognard.store.match_rows import holder_of

LONGEST_PICTURED = 300
SEARCHED = 600
"""Of the matches that were played at last, so many are looked through for those of one player."""
LASTING = 600.0
"""Seconds for which a secret waits for the match that it was committed to for."""


async def commit(store: Store) -> str:
    """Commit to a secret. It waits in the store: whichever process makes the match finds it there."""
    seed = Seed.fresh(0)
    assert seed.secret is not None
    await asyncio.wrap_future(store.commit(seed.commitment, seed.secret, time.time() - LASTING))
    return seed.commitment


async def redeem(store: Store, commitment: str) -> bytes:
    """The secret, once."""
    known = is_hexed(commitment)
    secret = await asyncio.wrap_future(store.redeem(commitment, time.time() - LASTING)) if known else None
    if secret is None:
        raise ApiError(409, "stale", "This commitment has expired; ask for a new one.")
    return secret


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route("/api/dice", _dice, methods=["POST"]),
        Route(f"{one}/sit", _sit, methods=["POST"]),
        Route(f"{one}/invite", _invite, methods=["POST"]),
        Route(f"{one}/seats", _seats, methods=["GET"]),
        Route("/api/sit", _sit_by_code, methods=["POST"]),
        Route("/api/qr", _qr, methods=["POST"]),
    ]


async def _dice(request: Request) -> Response:
    """A commitment to the secret of a match that is about to be made."""
    return as_json({"commitment": await commit(registry_of(request).store)})


async def _sit(request: Request) -> Response:
    """Take the seats that an invitation or old tokens give, and add numbers to the dice of seats that are held."""
    return await _seated(
        request, await requested_match(request), await request_parsing.read(request, messages_from_page.Sit)
    )


async def _sit_by_code(request: Request) -> Response:
    """Take the seat whose code was typed, whichever match it is at."""
    code = (await request_parsing.read(request, messages_from_page.Code)).code
    digest = await asyncio.to_thread(credentials.digest_of_typed, code)

    def opened(match: str, tokens: dict[str, str]) -> bool:
        return any(
            name.startswith(credentials.INVITATION)
            and name.endswith(credentials.BESIDE)
            and credentials.opens_typed(digest, kept)
            for name, kept in tokens.items()
        )

    rows = await asyncio.wrap_future(registry_of(request).store.recent(SEARCHED, opened))
    if rows:
        return await _seated(request, await registry_of(request).match(rows[0].id), messages_from_page.Sit(code))
    raise ApiError(403, "wrong-seat", "This code is not valid: it was mistyped or has expired.")


async def _seated(request: Request, live: LiveMatch, wanted: messages_from_page.Sit) -> Response:
    shown = credentials.credentials(request)
    page, key = credentials.is_page(request), shown.key or credentials.new_key()
    holder = shown.member or holder_of(key)
    by_key = page or bool(shown.member)
    async with live.lock:
        invited = live.invited(wanted.code) if wanted.code else None
        taken = [] if invited is None else list(invited.sides)
        taken += credentials.Credentials(tuple(wanted.tokens), "").sides(live.id, live.tokens)
        if (wanted.code or wanted.tokens) and not taken:
            raise ApiError(403, "wrong-seat", "This invitation is not valid or no longer valid.")
        given = shown.by_token(live.tokens)
        if invited is not None and invited.beside and by_key:
            await live.seat_beside(invited, holder)
        elif taken:
            given |= await live.seat_anew(taken, holder if by_key else None)
        held = list(dict.fromkeys([*shown.sides(live.id, live.tokens), *taken]))
        if not held:
            raise ApiError(403, "wrong-seat", "You do not hold this seat.")
        for side, number in wanted.shares.items():
            if side not in held:
                raise ApiError(403, "wrong-seat", "You do not hold this seat.")
            await live.share(live.match.game.side_index(side), number)
        tokens = {side: side if by_key else given.get(side, side) for side in held}
        answer = as_json(_sitters(live, tokens, lacks=[s for s in held if live.match.lacks_share(s)]))
    if page and taken and not shown.member:
        credentials.give_key(request, answer, key)
    return answer


async def _seats(request: Request) -> Response:
    """The players of each seat, for players alone; nothing for anybody else, such as the bearer of an invitation."""
    live = await requested_match(request)
    held = credentials.credentials(request).sides(live.id, live.tokens)
    if not held:
        return as_json(None)
    asked = live.match.asked
    decides = live.match.game.sides[asked.side].id if asked is not None else None
    return as_json(_sitters(live, {side: side for side in held}, decides=decides))


def _sitters(live: LiveMatch, tokens: dict[str, str], **more: Any) -> Sitters:
    seated = seats_of(live.match.header.seats, tokens, live.tokens)
    return Sitters(live.id, live.match.game.id, seated, **more)


async def _invite(request: Request) -> Response:
    """An invitation to a seat that is held or open: anyone who uses it first has the seat from then on."""
    wanted = await request_parsing.read(request, messages_from_page.Invite)
    live = await requested_match(request)
    shown = credentials.credentials(request)
    async with live.lock:
        if live.is_open(wanted.seat) and live.held(shown) and not wanted.device:
            return as_json({"code": await live.invite(wanted.seat, shown, wanted.anew)})
        side = live.match.game.sides[live.seat_of(shown, wanted.seat)].id
        if not wanted.device:
            await not_of_the_club(request, live, "A seat at a match of the club stays with its player.")
            return as_json({"code": await live.invite(side, shown, wanted.anew)})
        if shown.member:  # a seat beside theirs would outlive their sessions and their password
            text = "Sign in on the other device: a member's seats are wherever the member has signed in."
            raise ApiError(409, "illegal", text)
        code = credentials.as_shown(await live.invite_beside(side))
        return as_json({"code": code, "seconds": credentials.DEVICE_SECONDS})


async def _qr(request: Request) -> Response:
    """A link as a picture that a phone's camera reads."""
    text = (await request_parsing.read(request, messages_from_page.Picture)).text
    if not 0 < len(text) <= LONGEST_PICTURED:
        raise malformed(f"Between 1 and {LONGEST_PICTURED} letters can be drawn.")
    picture = await asyncio.to_thread(_drawn, text)
    return Response(picture, headers={"cache-control": "no-store"}, media_type="image/svg+xml")


def _drawn(text: str) -> bytes:
    import segno  # by those alone who ask for a picture

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", border=2, light="#fff", xmldecl=False, scale=8)
    return out.getvalue()
