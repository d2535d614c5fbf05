"""WebSocket connection: uvicorn's protocol, closed to whoever sends much or does not read.

A page says next to nothing on its WebSocket: a short ping now and then. Frames are read, unpacked and answered before
any rate is looked at, and thousands of them fit into one packet; so bytes are counted before the first is read.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.protocol import State

from grognard.deadlines import DEADLINES

LONGEST_MESSAGE = 8 * 1024
"""Bytes of one message, unpacked."""
AT_ONCE, A_SECOND = 6 * 1024, 256
"""Bytes that may come in one go, and in the long run."""
ANSWER_SECONDS = DEADLINES["answer"].seconds
LOOK = 5.0
"""Seconds between two looks at whether what was sent is being read."""


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that hears little, and waits for nobody for long."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._left, self._since = float(AT_ONCE), time.monotonic()
        self._unread = 0.0
        """Since when the other end has not read what was sent, or the connection is closing; 0 while neither is so."""
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._clock = self.loop.call_later(LOOK, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # What comes first is the head of the request, which was judged when it came.
        if self.handshake_initiated and not self._take(len(data)):
            self._refuse()
            return
        super().data_received(data)

    def _refuse(self) -> None:
        if self.conn.state is not State.OPEN:  # not accepted yet, or closing
            self.transport.abort()
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too much was sent")
        self.handle_parser_exception()

    def _take(self, size: int) -> bool:
        now = time.monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._since) * A_SECOND) - size
        self._since = now
        return self._left >= 0

    def _look(self) -> None:
        """Cut a connection whose other end does not read: a close would wait for it for ever."""
        now = time.monotonic()
        if self.writable.is_set() and not self.transport.is_closing():
            self._unread = 0.0
        else:
            self._unread = self._unread or now
            if now - self._unread >= ANSWER_SECONDS:
                self.transport.abort()
                return
        self._clock = self.loop.call_later(LOOK, self._look)
