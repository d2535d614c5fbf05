"""Subscribers to a match: the last view that each was sent, and a bell to wake it."""

from __future__ import annotations

import asyncio

from grognard.kernel.ids import Side
from grognard.server.http.credentials import Credentials
from grognard.server.matches.seat_view import Table


class Subscriber:
    """One page that listens: what it was sent last, and a bell."""

    def __init__(self, side: Side | None, shown: Credentials | None = None) -> None:
        self.side = side
        """None: somebody who only watches."""
        self.shown = shown
        """By what a player has the seat: judged again whenever something is sent."""
        self.bell = asyncio.Event()
        self.gone = False
        """The match had to be let go: the page should come back and find it as it is stored."""
        self._stamp = ""
        self._sent: tuple[int, bytes] | None = None
        self._asides: dict[str, bytes] = {}
        self._told: dict[str, bytes] = {}

    def dismiss(self) -> None:
        """Have the connection closed: the page comes back, and its rights are judged anew."""
        self.gone = True
        self.bell.set()

    def say(self, kind: str, message: bytes) -> None:
        """Have something sent besides the table; a later word of the same kind takes its place."""
        self._asides[kind] = message
        self.bell.set()

    def say_once(self, kind: str, message: bytes) -> None:
        """Have something sent besides the table, unless the page was sent the same last time."""
        if self._told.get(kind) != message:
            self._told[kind] = self._asides[kind] = message

    def asides(self) -> list[bytes]:
        """Messages besides the view, to be sent once."""
        said, self._asides = list(self._asides.values()), {}
        return said

    def news(self, table: Table, since: int = 0) -> bytes | None:
        """The message to send: the view when any of its bytes changed, with the log lines that were not sent yet."""
        if table.stamp == self._stamp:
            return None
        reset = False
        if self._sent is not None:
            since, digest = self._sent
            reset = since > table.count or table.log.chain[since] != digest
        self._stamp = table.stamp
        self._sent = (table.count, table.log.chain[table.count])
        return table.body(since, reset)
