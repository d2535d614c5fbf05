"""Emails that say "your move" at a match by link, to an address that a player leaves for this match alone.

The address is written to once, with a link that confirms it; only then is it told of moves. Each email holds the link
that stops them. The address goes with the end of the match, into no save and to no other player.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

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
    TurnEmails,
    between_of,
    check_apart,
    put,
    sends_email,
    side_in,
)
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.match_registry import MatchRegistry
from grognard.server.matches.requested_match import registry_of, requested_match

DAY = 86_400.0
MOST_A_DAY = 40
"""Emails to one seat."""
MOST_ASKED, PAUSE = 3, 60.0
"""Emails that ask whether an address is right, for one seat in a day, and seconds between two of them."""
LATE = 40.0
"""Seconds after which another process looks whether an email was sent: longer than the mail server may take."""
AGAIN = (20.0, 120.0, 600.0, 3600.0, 4 * 3600.0, 12 * 3600.0)
"""Seconds before each new try; after the last it is given up."""
TRIES = 5

_log = logging.getLogger("grognard")


class Wanted(msgspec.Struct):
    """`POST …/emails`; without an address emails stop."""

    email: Line = ""
    seat: Word = ""


class Coded(msgspec.Struct):
    """`POST …/emails/confirm` and `…/emails/stop`: the code of the link in an email."""

    code: Word


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/emails", _state, methods=["GET"]),
        Route(f"{one}/emails", _leave_address, methods=["POST"]),
        Route(f"{one}/emails/confirm", _confirm, methods=["POST"]),
        Route(f"{one}/emails/stop", _stop, methods=["POST"]),
    ]


def _shown(between: Between, side: str) -> dict[str, Any]:
    kept = between.emails.get(side)
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
            between.emails = {other: kept for other, kept in between.emails.items() if other != side}
            await put(live, between)
            return as_json(_shown(between, side))
        check_apart(request, live)
        if not sends_email(request):
            raise ApiError(409, "illegal", "This server sends no emails.")
        if live.over:
            raise ApiError(409, "over", "The match is over.")
        try:
            email = emails.address(wanted.email)
        except Refused as refused:
            raise malformed(str(refused)) from None
        now, before = time.time(), between.emails.get(side)
        asked = [at for at in (before.asked if before else []) if at > now - DAY]
        if len(asked) >= MOST_ASKED or (asked and now - asked[-1] < PAUSE):
            raise ApiError(429, "busy", "An email went out already. Wait before you ask for another one.", int(PAUSE))
        registry = registry_of(request)
        await registry.take_email(email, address_of(request, request.app.state.proxies))
        await registry.keep_emails(live.id)
        told = before.told if before else []
        kept = TurnEmails(email, credentials.new_token(), [*asked, now], told=told, sent=False)
        between.emails = {**between.emails, side: kept}
        await put(live, between)
    registry.email_asked(live.id)
    return as_json(_shown(between, side))


async def _confirm(request: Request) -> Response:
    """The link in the first email was opened."""
    return await _answer(request, confirmed=True)


async def _stop(request: Request) -> Response:
    """The link in a later one: no more emails."""
    return await _answer(request, confirmed=False)


async def _answer(request: Request, confirmed: bool) -> Response:
    code = (await request_parsing.read(request, Coded)).code
    live = await requested_match(request)
    async with live.lock:
        between = between_of(live)
        side = next((s for s, kept in between.emails.items() if credentials.same(code, kept.code)), "")
        if not side:
            raise unknown("This link is not valid or no longer valid.")
        email = between.emails[side].email
        others = {other: kept for other, kept in between.emails.items() if other != side}
        right = msgspec.structs.replace(between.emails[side], confirmed=True)
        between.emails = {**others, side: right} if confirmed else others
        await put(live, between)
    return as_json({"email": email})


# --- emails


def _question(live: LiveMatch, kept: TurnEmails, address: str) -> tuple[str, str]:
    title, link = live.match.game.title, f"{address}/match/{live.id}"
    return (
        f"{title}: is this your address?",
        f"Somebody, probably you, wants to be told at this address when it is their move in a match of {title}. If "
        f"that was you, open this link:\n\n{link}#emails={kept.code}\n\nIf it was not, do nothing: no more emails "
        "will come.\n",
    )


def _your_move(live: LiveMatch, kept: TurnEmails, other: str, address: str) -> tuple[str, str]:
    title, link = live.match.game.title, f"{address}/match/{live.id}"
    return (
        f"{title}: it is your move",
        f"{other or 'Your opponent'} has played (turn {live.match.state.turn}). The match waits for you:\n\n{link}\n\n"
        f"You left this address for this match alone. No more emails: {link}#no-emails={kept.code}\n",
    )


class Owed(NamedTuple):
    """An email that is owed to the player of a seat."""

    side: str
    code: str
    """By which the seat's address is known again."""
    email: str
    played: int
    """After how many decisions it is sent; -1 for the question whether the address is right."""
    subject: str
    text: str


class TurnEmailSender:
    """Writes to the player who is asked now and has left an address, when no page of theirs is open.

    What is owed follows from the match as it is stored, and is marked there once the mail server has it: what a process
    had not sent when it ended, another finds, or the same when it has been started again.
    """

    def __init__(self, registry: MatchRegistry, wait: float) -> None:
        self._registry = registry
        self._wait = wait
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: dict[str, tuple[int, float]] = {}
        """Matches whose email the mail server did not take: after how many tries, and when it is tried again."""
        self._started = time.time()
        self._seen = self._started - DAY
        """All that was stored before has been looked through."""
        self.find: Callable[[float, float], Awaitable[list[str]]] = _none_found
        """Matches with emails that went on between two times."""

    def stored(self, live: LiveMatch) -> None:
        """A decision was stored here."""
        if not live.of_club and live.match.header.between.get("emails"):
            self._begin(live.id, self._at_rest(live))

    def asked(self, ident: str) -> None:
        """An address was left at a match."""
        self._begin(ident, self._tried(ident))

    def _begin(self, ident: str, work: Coroutine[Any, Any, None]) -> None:
        if ident in self._tasks:
            work.close()
            return
        task = self._tasks[ident] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._tasks.pop(ident, None))

    def close(self) -> None:
        """Stop looking."""
        for task in self._tasks.values():
            task.cancel()

    async def owing(self, now: float) -> list[str]:
        """Matches at which an email may be owed, because the process that was to send it has ended, or the mail server
        was away."""
        if now < self._started + LATE:
            return []  # pages are still coming back
        since, self._seen = self._seen, now - self._wait - LATE
        due = [ident for ident, (_, at) in self._again.items() if at <= now]
        return list(dict.fromkeys([*await self.find(since, self._seen), *due]))

    async def _at_rest(self, live: LiveMatch) -> None:
        before = None
        while before is None or before != len(live.match.played):
            before = len(live.match.played)
            await asyncio.sleep(self._wait)
        await self._tried(live.id)

    async def _tried(self, ident: str) -> None:
        try:
            await self.settle(ident)
        except Exception:
            _log.exception("An email about match %s could not be sent.", ident)

    async def settle(self, ident: str) -> None:
        """Send what is owed at a match."""
        try:
            live = await self._registry.match(ident)
            while (owed := await self._owed(live)) is not None:
                send = self._registry.send_email
                if send is None or not await send(owed.email, owed.subject, owed.text):
                    self._put_off(ident)
                    return
                await self._mark(live, owed)
        except Exception:
            self._put_off(ident)
            raise
        self._again.pop(ident, None)

    def _put_off(self, ident: str) -> None:
        tries = self._again.get(ident, (0, 0.0))[0]
        if tries < len(AGAIN):
            self._again[ident] = tries + 1, time.time() + AGAIN[tries]
        else:
            del self._again[ident]
            _log.error("An email about match %s is given up.", ident)

    async def _owed(self, live: LiveMatch) -> Owed | None:
        """The next email that is owed at a match."""
        async with live.lock:
            await live.catch_up()
            between, address = between_of(live), self._registry.address
            if live.over:
                if between.emails:
                    between.emails = {}
                    await put(live, between)
                return None
            for side, kept in between.emails.items():
                if not kept.sent:
                    return Owed(side, kept.code, kept.email, -1, *_question(live, kept, address))
            asked, played = live.match.asked, len(live.match.played)
            side = live.match.game.sides[asked.side].id if asked is not None else ""
            if asked is None or (found := between.emails.get(side)) is None or not found.confirmed:
                return None
            there = any(each.side == asked.side for each in live.subscribers)
            told = [at for at in found.told if at > time.time() - DAY]
            decided = live.match.played[-1].side if live.match.played else None
            if there or found.last_at == played or len(told) >= MOST_A_DAY or decided == asked.side:
                return None
            other = next(name for name in live.match.header.seats if name != side)
            words = _your_move(live, found, between.names.get(other, ""), address)
            return Owed(side, found.code, found.email, played, *words)

    async def _mark(self, live: LiveMatch, owed: Owed) -> None:
        """The mail server has it. Another process may change the match meanwhile: then once more."""
        for _ in range(TRIES):
            async with live.lock:
                between = between_of(live)
                kept = between.emails.get(owed.side)
                if kept is None or kept.code != owed.code:
                    return  # the address was taken away, or another was left
                now = time.time()
                if owed.played < 0:
                    kept.sent = True
                else:
                    kept.told, kept.last_at = [*(at for at in kept.told if at > now - DAY), now], owed.played
                try:
                    await put(live, between)
                    return
                except ApiError:
                    continue  # it has been read again
        raise ApiError(409, "stale", "The match was changed elsewhere.")


async def _none_found(since: float, before: float) -> list[str]:
    return []
