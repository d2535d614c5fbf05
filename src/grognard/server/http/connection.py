"""HTTP connection: uvicorn's protocol, made lean for decisions and closed to slow or idle clients."""

from __future__ import annotations

import asyncio
import json
import sys
from http import HTTPStatus
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from grognard.deadlines import DEADLINES
from grognard.server.http.connection_limits import ConnectionLimits
from grognard.server.http.request_parsing import WHOLE

HEAD_SECONDS = DEADLINES["head"].seconds
"""In which the head of a request must have come."""
LONGEST_HEAD = 16 * 1024
"""Bytes in all of the head of a request: request line, headers, and trailers if there are any."""
LONGEST_LINE = 8 * 1024
"""Bytes of one line of it."""
MOST_LINES = 100
PUNCTUATION, FIRST_LINE = len(": \r\n"), len("OPTIONS  HTTP/1.1\r\n")
ANSWER_SECONDS = DEADLINES["answer"].seconds
"""In which what was sent must have been read; then the line is cut, and what is still to be read is lost."""
TICK = 0.5
"""Seconds between two looks at who is late: a timer for every request would cost more than the looks."""
NEVER = float("inf")
_STATUS = {status.value: b"HTTP/1.1 %d %b\r\n" % (status.value, status.phrase.encode()) for status in HTTPStatus}


_NO_HTTP = b'{"error":"This is not HTTP.","code":"malformed"}'
_TOO_LONG = b'{"error":"Request headers are limited to %d KB, %d lines, and %d KB a line.","code":"too-long"}' % (
    LONGEST_HEAD // 1024,
    MOST_LINES,
    LONGEST_LINE // 1024,
)
_NUL = b'{"error":"An address cannot have NUL (%00) in it.","code":"malformed"}'


class AtOnce:
    """Lets an answer leave in one piece: every write wakes the reader at the other end, which takes as long as a
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
    _sent = NEVER
    """When the line is cut, unless it has been read by then."""
    _in_head = True
    _unread = 0
    """Bytes that have come since the last progress: a head begun or done, or a part of a body."""
    _too_long = _nul = False
    _counted = False
    limits = ConnectionLimits(limited=False, most=sys.maxsize)
    """Of all connections of this process."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.app = AtOnce(self.app)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        refused = self.limits.refusal(self, self._address, self.connections)
        if refused:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, json.dumps({"error": refused, "code": "busy"}).encode())
            return
        self._counted = True
        self._due = self.loop.time() + HEAD_SECONDS
        self._look()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def dismiss(self) -> None:
        """Close it in favour of somebody else."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._unread += len(data)
        super().data_received(data)
        if self._unread > LONGEST_HEAD and self.parser is not None and not self.transport.is_closing():
            self._too_long = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._unread = 0
        if not self._in_head:
            self._in_head = True
            self._due = self.loop.time() + HEAD_SECONDS

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_headers_complete(self) -> None:
        lengths = [len(self.url) + FIRST_LINE]
        lengths += [len(name) + len(value) + PUNCTUATION for name, value in self.headers]
        if max(lengths) > LONGEST_LINE or sum(lengths) > LONGEST_HEAD or len(lengths) > MOST_LINES:
            self._too_long = True
            raise ValueError("too long")  # the parser stops here, and `send_400_response` answers
        if b"%00" in self.url:
            self._nul = True  # no file, match or member is called so, and databases differ in what becomes of it
            raise ValueError("NUL")
        self._in_head = False
        self._unread = 0
        self._due = NEVER
        self.limits.busy(self)
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
        self.limits.idle(self)

    def handle_websocket_upgrade(self) -> None:
        self._stop()
        self._leave()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._sent = self.loop.time() + ANSWER_SECONDS
        super().pause_writing()

    def resume_writing(self) -> None:
        self._sent = NEVER
        super().resume_writing()

    def _look(self) -> None:
        """Close a connection whose head comes too slowly, or that says nothing for long; cut one that does not read."""
        now = self.loop.time()
        if now >= self._sent:
            self._clock = None
            self.transport.abort()
            return
        if now >= self._due:
            self._due, self._sent = NEVER, min(self._sent, now + ANSWER_SECONDS)
            self.transport.close()
        self._clock = self.loop.call_later(TICK, self._look)

    def _leave(self) -> None:
        if self._counted:
            self.limits.left(self, self._address)
            self._counted = False

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def send_400_response(self, msg: str) -> None:
        body, status = _NUL if self._nul else _NO_HTTP, HTTPStatus.BAD_REQUEST
        if self._too_long:
            body, status = _TOO_LONG, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        self._refuse(status, body)

    def _refuse(self, status: HTTPStatus, body: bytes) -> None:
        self.transport.write(
            b"%bcontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
            % (_STATUS[status], len(body), body)
        )
        self.transport.close()
