"""HTTP connection: uvicorn's protocol, made lean for decisions and closed to slow or idle clients."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from grognard.server.http.request_parsing import WHOLE

HEAD_SECONDS = 15.0
"""In which the head of a request must have come."""
LONGEST_HEAD = 300 * 1024
"""Bytes that may come before it is whole: a small body may come with it."""
TICK = 0.5
"""Seconds between two looks at who is late: a timer for every request would cost more than the looks."""
NEVER = float("inf")
_STATUS = {status.value: b"HTTP/1.1 %d %b\r\n" % (status.value, status.phrase.encode()) for status in HTTPStatus}


class AtOnce:
    """Lets an answer leave in one piece: every write wakes whoever reads at the other end, which takes as long as a
    small decision. What is not an ordinary answer goes the ordinary way."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cycle = getattr(send, "__self__", None)
        if not isinstance(cycle, RequestResponseCycle):  # somebody stands between
            await self._app(scope, receive, send)
            return
        head: Message | None = None

        async def held(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                head = message
                return
            if head is not None:
                first, head = head, None
                if _answered(cycle, first, message):
                    return
                await send(first)
            await send(message)

        await self._app(scope, receive, held)


def _answered(cycle: RequestResponseCycle, head: Message, body: Message) -> bool:
    """Write a whole answer; not one that is sent in parts, after which the line is closed, or that has no body."""
    text = body.get("body", b"")
    headers = head["headers"]
    if (
        body.get("more_body")
        or (b"content-length", b"%d" % len(text)) not in headers
        or not cycle.keep_alive
        or cycle.scope["method"] == "HEAD"
        or cycle.disconnected
        or cycle.flow.write_paused
        or cycle.response_started
    ):
        return False
    lines = [b"%b: %b\r\n" % header for header in (*cycle.default_headers, *headers)]
    said = b"".join(lines)
    if said.count(b"\n") != len(lines) or b"\nconnection:" in said or b"\ntransfer-encoding:" in said:
        return False  # uvicorn looks closer, and knows what to do
    cycle.transport.write(b"".join((_STATUS[head["status"]], said, b"\r\n", text)))
    cycle.response_started = cycle.response_complete = True
    cycle.waiting_for_100_continue = False
    cycle.message_event.set()
    cycle.on_response()
    return True


class Connection(HttpToolsProtocol):
    """HTTP whose refusal of what is not HTTP is JSON as well, and that waits for nobody for long."""

    _due = NEVER
    """When the line is closed, unless something has come or gone until then."""
    _clock: asyncio.TimerHandle | None = None
    _in_head = True
    _unread = 0
    """Bytes that have come and are not yet a whole head."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.app = AtOnce(self.app)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._due = self.loop.time() + HEAD_SECONDS
        self._look()

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._unread += len(data)
            if self._unread > LONGEST_HEAD and self.cycle is None:
                self.send_400_response("")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._in_head:
            self._in_head = True
            self._unread = 0
            self._due = self.loop.time() + HEAD_SECONDS

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._due = NEVER
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.scope[WHOLE] = True  # type: ignore[literal-required]

    def on_response_complete(self) -> None:
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self._due = self.loop.time() + self.timeout_keep_alive

    def handle_websocket_upgrade(self) -> None:
        self._stop()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Close a connection whose head comes too slowly, or that says nothing for long."""
        if self.loop.time() >= self._due:
            self._clock = None
            self.transport.close()
        else:
            self._clock = self.loop.call_later(TICK, self._look)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def send_400_response(self, msg: str) -> None:
        body = b'{"error":"This is not HTTP.","code":"malformed"}'
        self.transport.write(
            b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%b" % (len(body), body)
        )
        self.transport.close()
