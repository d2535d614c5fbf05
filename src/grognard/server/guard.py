"""What every answer carries, and who is not answered at all."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Puts the security headers on, and turns away other sites' pages.

    A server on one's own machine can be reached by any page open in the same browser. A request that names another
    origin is refused, and so is a host name that is not ours, which a hostile name server can point at this machine.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message["headers"], *_RAW]
            await send(message)

        if self._is_foreign(Headers(scope=scope)):
            await _turn_away(scope, dressed)
        else:
            await self._app(scope, receive, dressed)

    def _is_foreign(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        origin = headers.get("origin")
        try:
            if urlsplit(f"//{host}").hostname not in self._hosts:
                return True
            return origin is not None and urlsplit(origin).netloc != host
        except ValueError:
            return True


async def _turn_away(scope: Scope, send: Send) -> None:
    body = b'{"error":"This address does not answer pages of other sites.","code":"foreign"}'
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": 403, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
