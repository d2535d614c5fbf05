"""Middleware: refuses foreign hosts and origins; the security headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
MOST_KNOWN = 1000


class TrustedHosts:
    """Turns away other sites' pages. (`Watch` puts the security headers on what it lets through, and here on a
    WebSocket that is refused.)

    A server on one's own machine can be reached by any page open in the same browser. A request that names another
    origin is refused, and so is a host name that is not ours, which a hostile name server can point at this machine.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._known: set[tuple[bytes, bytes | None]] = set()
        """Hosts and origins that were let through: most requests name the same."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        if scope["type"] == "websocket":
            send = _dressed(send)
        if self._is_foreign(scope):
            await _turn_away(scope, send)
        else:
            await self._app(scope, receive, send)

    def _is_foreign(self, scope: Scope) -> bool:
        host, origin = b"", None
        for name, value in reversed(scope["headers"]):  # of several, the first counts
            if name == b"host":
                host = value
            elif name == b"origin":
                origin = value
        if (host, origin) in self._known:
            return False
        if self._differ(host.decode("latin-1"), None if origin is None else origin.decode("latin-1")):
            return True
        if len(self._known) < MOST_KNOWN:  # a host may name any port
            self._known.add((host, origin))
        return False

    def _differ(self, host: str, origin: str | None) -> bool:
        try:
            if urlsplit(f"//{host}").hostname not in self._hosts:
                return True
            return origin is not None and urlsplit(origin).netloc != host
        except ValueError:
            return True


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "websocket.http.response.start":
            message["headers"] = [*message["headers"], *RAW]
        await send(message)

    return dressed


async def _turn_away(scope: Scope, send: Send) -> None:
    body = b'{"error":"Requests from other websites are refused.","code":"foreign"}'
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": 403, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
