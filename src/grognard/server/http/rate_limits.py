"""Rate limits per address and per seat, and quotas per browser or member.

A server at home, which only this machine can reach, has no such limits. One that others reach keeps a bucket for each
kind and address, and one for each kind and seat: so many calls at once, and so many a minute in the long run. Who asks
more is told when to come back.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.kernel.words import numbered
from grognard.server.http.credentials import credentials
from grognard.server.http.errors import ApiError
from grognard.server.http.json_responses import error
from grognard.store.interface import Store

MOST_BUCKETS = 50_000
LISTENERS = 60
"""WebSockets of one address."""


class Rate(NamedTuple):
    """Calls of one kind."""

    minute: float
    """In the long run."""
    once: int
    """In one go."""
    what: str


RATES: dict[str, Rate] = {
    "play": Rate(900, 200, "decisions, orders and taking them back"),
    "look": Rate(2400, 600, "tables, previews, reasons, layers, replays"),
    "make": Rate(60, 30, "new matches, lessons, branches and positions by hand"),
    "load": Rate(20, 10, "saves that are read or sealed"),
    "work": Rate(120, 30, "advice, estimates, reports and analyses"),
    "sit": Rate(60, 30, "seats, invitations, commitments and standing orders"),
    "sign-in": Rate(20, 10, "sign-ups, sign-ins, forgotten passwords"),
    "club": Rate(240, 80, "what members do besides playing"),
    "page": Rate(3000, 1000, "the page's own files, maps and rules"),
}


class Quota(NamedTuple):
    """A limit of matches or thinking bots for one browser or member."""

    most: int
    after: int
    """Seconds after which who has as much may come back."""
    text: str


QUOTAS: dict[str, Quota] = {
    "open": Quota(200, 60, "You have {} open matches here, as many as one may have. Finish or concede some of them."),
    "programs": Quota(6, 5, "Programs are thinking for you in {} matches, as many as may. Wait until one has decided."),
}
RECENTLY = 30 * 86_400.0
"""Seconds: an open match at which nobody has played for so long is not counted."""
SEVERAL = 4
"""An address may do so many times what one seat may: a family sits behind it."""

_WORK = r"advice|plan|estimate|report|general|analysis|steps|picture\.png"
_KINDS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("POST", "play", re.compile(r"/api/matches/[^/]+/(decide|undo|order|puzzle)")),
    ("PUT", "sit", re.compile(r"/api/matches/[^/]+/standing/.*")),
    ("POST", "sit", re.compile(r"/api/(dice|sit|qr|matches/[^/]+/(sit|invite))")),
    ("POST", "sign-in", re.compile(r"/api/matches/[^/]+/emails(/.*)?")),
    ("POST", "club", re.compile(r"/api/matches/[^/]+/(name|chat|takeback|rematch)")),
    ("POST", "load", re.compile(r"/api/(load|sealed|matches/[^/]+/sealed)")),
    ("POST", "sign-in", re.compile(r"/api/club/(sign-up|sign-in|forgot|reset|me/(password|email|delete|verify))")),
    ("POST", "club", re.compile(r"/api/(club|lobby)/.*")),
    ("POST", "make", re.compile(r"/api/.*")),
    ("PUT", "club", re.compile(r"/api/.*")),
    ("DELETE", "sit", re.compile(r"/api/matches/.*")),
    ("DELETE", "club", re.compile(r"/api/.*")),
    ("GET", "look", re.compile(r"/api/(club|lobby|members|leaderboard|tournaments|notes|stream)(/.*)?")),
    ("GET", "work", re.compile(rf"/api/(matches|replays)/[^/]+/({_WORK})")),
    ("GET", "look", re.compile(r"/api/(matches|replays)(/.*)?")),
    ("", "page", re.compile(r".*")),
)


def kind_of(method: str, path: str) -> str:
    """The kind of a call."""
    asked = "GET" if method == "HEAD" else method  # the same work, of which the answer is not sent
    return next(kind for verb, kind, where in _KINDS if verb in ("", asked) and where.fullmatch(path))


class Buckets:
    """Token buckets per kind and owner; those that were not used for long are dropped."""

    def __init__(self, rates: dict[str, Rate] | None = None) -> None:
        self._rates = rates or RATES
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, owner: str, times: int = 1, now: float | None = None) -> float:
        """Take one call out of a bucket: 0, or the seconds until there is one again."""
        rate = self._rates[kind]
        now = time.monotonic() if now is None else now
        left, since = self._left.pop((kind, owner), (float(rate.once * times), now))
        left = min(rate.once * times, left + (now - since) * rate.minute * times / 60)
        wait = 0.0 if left >= 1 else (1 - left) * 60 / (rate.minute * times)
        self._left[kind, owner] = (left if wait else left - 1, now)
        while len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return wait


class Quotas:
    """Refuses a match too many, and a program too many at work."""

    def __init__(self, store: Store, limited: bool, proxies: int) -> None:
        self._store = store
        self._limited = limited
        self._proxies = proxies
        self.at_work: Callable[[str], int] = lambda owner: 0
        """In how many matches programs think for somebody."""

    def owners(self, asked: HTTPConnection, key: str | None = None) -> dict[str, int]:
        """Owners of a request, as digests: the browser or member, and the address, with several times as much.

        `key` is one that a browser is only now given.
        """
        if not self._limited:
            return {}
        keys = [key] if key else credentials(asked).keys
        found = {_digest("key", keys[0]): 1} if keys else {}
        # Anybody can pretend to be a new browser, but nobody can choose their address.
        return {**found, _digest("address", address_of(asked, self._proxies)): SEVERAL}

    async def check_open(self, owners: dict[str, int]) -> dict[str, int]:
        """May they have one more open match? How many each may have: it is counted again when the match is stored."""
        for owner, times in owners.items():
            count = await asyncio.wrap_future(self._store.made_by(owner, time.time() - RECENTLY))
            _check("open", count, times)
        return {owner: QUOTAS["open"].most * times for owner, times in owners.items()}

    def check_programs(self, asked: HTTPConnection) -> None:
        """Refuse one more thinking bot where the quota is used up."""
        for owner, times in self.owners(asked).items():
            _check("programs", self.at_work(owner), times)


def _check(kind: str, count: int, times: int) -> None:
    quota = QUOTAS[kind]
    if count >= quota.most * times:
        raise too_many(kind, count)


def too_many(kind: str, count: int) -> ApiError:
    """The refusal of one more than a quota allows."""
    quota = QUOTAS[kind]
    return ApiError(429, "quota", quota.text.format(count), quota.after)


def _digest(kind: str, value: str) -> str:
    return hashlib.sha256(f"{kind} {value}".encode()).hexdigest()[:24]


class Limiter:
    """Refuses what comes too often. `proxies` are those of ours that a request passes."""

    def __init__(self, app: ASGIApp, limited: bool, proxies: int) -> None:
        self._app = app
        self._limited = limited
        self._proxies = proxies
        self._buckets = Buckets()
        self._listening: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._limited or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        address = self._address(asked)
        wait = self._wait(asked, scope, address)
        if wait:
            await refuse(scope, receive, send, _busy(wait))
            return
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        self._listening[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._listening[address] -= 1
            if not self._listening[address]:
                del self._listening[address]

    def _wait(self, asked: HTTPConnection, scope: Scope, address: str) -> float:
        if scope["type"] == "websocket":
            return 10.0 if self._listening[address] >= LISTENERS else self._buckets.take("look", address, SEVERAL)
        kind = kind_of(scope["method"], scope["path"])
        wait = self._buckets.take(kind, address, SEVERAL)
        if kind in ("play", "work"):
            shown = credentials(asked)
            owner = shown.key or " ".join(shown.tokens) or asked.headers.get("cookie", "")
            seat = f"{scope['path'].split('/')[3]} {owner}"
            wait = max(wait, self._buckets.take(kind, seat))
        return wait

    def _address(self, asked: HTTPConnection) -> str:
        return address_of(asked, self._proxies)


def address_of(asked: HTTPConnection, proxies: int) -> str:
    """The address that a request comes from.

    Each proxy adds the address of whoever asked it at the end of `X-Forwarded-For`, in the same line or in one of its
    own. Whatever stands before the last of ours is anybody's invention.
    """
    address = asked.client.host if asked.client else ""
    if not proxies:
        return address
    lines = [value for name, value in asked.scope["headers"] if name == b"x-forwarded-for"]
    passed = [each.strip() for each in b",".join(lines).decode("latin-1").split(",") if each.strip()]
    return (passed[-min(proxies, len(passed))] if passed else address)[:64]


def _busy(wait: float) -> Response:
    seconds = max(1, math.ceil(wait))
    return error(429, "busy", f"Too many requests. Try again in {numbered(seconds, 'second')}.", seconds)


async def refuse(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
    """Answer a request, or a WebSocket that is not opened, before anything else is done."""
    if scope["type"] != "websocket":
        await answer(scope, receive, send)
        return

    async def denied(message: Message) -> None:
        await send({**message, "type": message["type"].replace("http.", "websocket.http.", 1)})

    await answer({**scope, "type": "http", "method": "GET"}, receive, denied)
