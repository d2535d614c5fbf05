"""Emails that say "your move" at a match by link, to an address that a player leaves for this match alone.

The address is written to once, with a link that confirms it; only then is it told of moves. Each letter holds the link
that stops them. The address goes with the end of the match, into no save and to no other player.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import emails
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Line, Word
from grognard.server.http import credentials, request_parsing
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.http.rate_limits import address_of
from grognard.server.matches.friend_matches import (
    Between,
    Letters,
    between_of,
    check_apart,
    put,
    sends_letters,
    side_in,
)
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.match_registry import MatchRegistry
from grognard.server.matches.requested_match import registry_of, requested_match

DAY = 86_400.0
MOST_A_DAY = 40
"""Letters to one seat."""
MOST_ASKED, PAUSE = 3, 60.0
"""Letters that ask whether an address is right, for one seat in a day, and seconds between two of them."""

_log = logging.getLogger("grognard")


class Wanted(msgspec.Struct):
    """`POST …/letters`; without an address letters stop."""

    email: Line = ""
    seat: Word = ""


class Coded(msgspec.Struct):
    """`POST …/letters/confirm` and `…/letters/stop`: the code of the link in a letter."""

    code: Word


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/letters", _state, methods=["GET"]),
        Route(f"{one}/letters", _leave_address, methods=["POST"]),
        Route(f"{one}/letters/confirm", _confirm, methods=["POST"]),
        Route(f"{one}/letters/stop", _stop, methods=["POST"]),
    ]


def _shown(between: Between, side: str) -> dict[str, Any]:
    kept = between.letters.get(side)
    return {"email": "", "confirmed": False} if kept is None else {"email": kept.email, "confirmed": kept.confirmed}


async def _state(request: Request) -> Response:
    """One's own address, and whether it is confirmed."""
    live = await requested_match(request)
    side = side_in(request, live, (request.query_params.getlist("seat") or [""])[0])
    return as_json(_shown(between_of(live), side))


async def _leave_address(request: Request) -> Response:
    """Leave an address for this match, or take it away."""
    wanted = await request_parsing.read(request, Wanted)
    live = await requested_match(request)
    async with live.lock:
        side = side_in(request, live, wanted.seat)
        between = between_of(live)
        if not wanted.email.strip():
            between.letters = {other: kept for other, kept in between.letters.items() if other != side}
            await put(live, between)
            return as_json(_shown(between, side))
        check_apart(request, live)
        if not sends_letters(request):
            raise ApiError(409, "illegal", "This server sends no letters.")
        if live.over:
            raise ApiError(409, "over", "The match is over.")
        try:
            email = emails.address(wanted.email)
        except Refused as refused:
            raise malformed(str(refused)) from None
        now, before = time.time(), between.letters.get(side)
        asked = [at for at in (before.asked if before else []) if at > now - DAY]
        if len(asked) >= MOST_ASKED or (asked and now - asked[-1] < PAUSE):
            raise ApiError(429, "busy", "A letter went out already. Wait before you ask for another one.", int(PAUSE))
        await registry_of(request).take_email(email, address_of(request, request.app.state.proxies))
        told = before.told if before else []
        kept = Letters(email, credentials.new_token(), [*asked, now], told=told)
        between.letters = {**between.letters, side: kept}
        await put(live, between)
    _send(registry_of(request), kept, *_question(live, kept, _address(request)))
    return as_json(_shown(between, side))


async def _confirm(request: Request) -> Response:
    """The link in the first letter was opened."""
    return await _answer(request, confirmed=True)


async def _stop(request: Request) -> Response:
    """The link in a later one: no more letters."""
    return await _answer(request, confirmed=False)


async def _answer(request: Request, confirmed: bool) -> Response:
    code = (await request_parsing.read(request, Coded)).code
    live = await requested_match(request)
    async with live.lock:
        between = between_of(live)
        side = next((s for s, kept in between.letters.items() if credentials.same(code, kept.code)), "")
        if not side:
            raise unknown("This link is not valid or no longer valid.")
        email = between.letters[side].email
        others = {other: kept for other, kept in between.letters.items() if other != side}
        right = msgspec.structs.replace(between.letters[side], confirmed=True)
        between.letters = {**others, side: right} if confirmed else others
        await put(live, between)
    return as_json({"email": email})


# --- letters


def _address(request: Request) -> str:
    return registry_of(request).address or str(request.base_url).rstrip("/")


def _question(live: LiveMatch, kept: Letters, address: str) -> tuple[str, str]:
    title, link = live.match.game.title, f"{address}/match/{live.id}"
    return (
        f"{title}: is this your address?",
        f"Somebody, probably you, wants to be told at this address when it is their move in a match of {title}. If "
        f"that was you, open this link:\n\n{link}#letters={kept.code}\n\nIf it was not, do nothing: no more letters "
        "will come.\n",
    )


def _your_move(live: LiveMatch, kept: Letters, other: str, address: str) -> tuple[str, str]:
    title, link = live.match.game.title, f"{address}/match/{live.id}"
    return (
        f"{title}: it is your move",
        f"{other or 'Your opponent'} has played (turn {live.match.state.turn}). The match waits for you:\n\n{link}\n\n"
        f"You left this address for this match alone. No more letters: {link}#no-letters={kept.code}\n",
    )


def _send(registry: MatchRegistry, kept: Letters, subject: str, text: str) -> None:
    if registry.send_email is not None:
        registry.send_email(kept.email, subject, text)


class TurnLetters:
    """Writes to whoever is asked now and has left an address, when no page of theirs is open."""

    def __init__(self, registry: MatchRegistry, wait: float) -> None:
        self._registry = registry
        self._wait = wait
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def stored(self, live: LiveMatch) -> None:
        """A decision was stored here."""
        if not live.of_club and live.match.header.between.get("letters") and live.id not in self._tasks:
            task = self._tasks[live.id] = asyncio.create_task(self._look(live))
            task.add_done_callback(lambda _: self._tasks.pop(live.id, None))

    def close(self) -> None:
        """Stop looking."""
        for task in self._tasks.values():
            task.cancel()

    async def _look(self, live: LiveMatch) -> None:
        before = None
        while before is None or before != len(live.match.played):  # until it has come to rest
            before = len(live.match.played)
            await asyncio.sleep(self._wait)
        try:
            await self._tell(live)
        except Exception:
            _log.exception("A letter about match %s could not be sent.", live.id)

    async def _tell(self, live: LiveMatch) -> None:
        async with live.lock:
            between, asked = between_of(live), live.match.asked
            if live.over:
                between.letters = {}
                await put(live, between)
                return
            side = live.match.game.sides[asked.side].id if asked is not None else ""
            kept = between.letters.get(side)
            there = any(asked is not None and each.side == asked.side for each in live.subscribers)
            if kept is None or not kept.confirmed or there or kept.last_at == len(live.match.played):
                return
            now = time.time()
            told = [at for at in kept.told if at > now - DAY]
            decided = live.match.played[-1].side if live.match.played else None
            if len(told) >= MOST_A_DAY or asked is None or decided == asked.side:
                return
            kept.told, kept.last_at = [*told, now], len(live.match.played)
            await put(live, between)
            other = next(name for name in live.match.header.seats if name != side)
            words = _your_move(live, kept, between.names.get(other, ""), self._registry.address)
        _send(self._registry, kept, *words)
