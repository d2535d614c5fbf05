"""Limits on open connections: so many an address, and room kept for people who are already playing."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sized
from functools import lru_cache
from typing import Protocol

MOST_OF_ADDRESS = 128
"""Connections of one address that wait for requests or answers; WebSockets are counted apart (`rates.LISTENERS`)."""
WANTED_DESCRIPTORS = 65_536
KEPT_FREE = 128
"""Descriptors for files, the database, workers, and whatever else opens while every place is taken."""


class Idle(Protocol):
    """A connection on which nothing is asked: no request has come yet, or the last one is answered."""

    def dismiss(self) -> None:
        """Close it."""


class ConnectionLimits:
    """The connections of one server process."""

    def __init__(self, limited: bool, most: int) -> None:
        """`limited`: strangers connect directly, so that addresses are theirs and not a proxy's; `most` in all."""
        self._limited = limited
        self._most = most
        self._of: Counter[str] = Counter()
        self._idle: dict[Idle, None] = {}
        """Those that have been so for longest come first."""

    def refusal(self, connection: Idle, address: str, others: Sized) -> str:
        """Why a new connection is refused, or nothing: then it is counted. While every place is taken, the one that
        has been idle for longest makes room."""
        place = network_of(address) if self._limited else ""
        if place and self._of[place] >= MOST_OF_ADDRESS:
            return f"At most {MOST_OF_ADDRESS} connections can be open from one address."
        if len(others) > self._most:
            if not self._idle:
                return "Too many people are connected just now."
            next(iter(self._idle)).dismiss()
        self._idle[connection] = None
        if place:
            self._of[place] += 1
        return ""

    def busy(self, connection: Idle) -> None:
        """Something is asked on a connection."""
        self._idle.pop(connection, None)

    def idle(self, connection: Idle) -> None:
        """It is answered."""
        self._idle[connection] = None

    def left(self, connection: Idle, address: str) -> None:
        """A connection that was counted is closed, or has become a WebSocket."""
        self._idle.pop(connection, None)
        if self._limited:
            place = network_of(address)
            self._of[place] -= 1
            if self._of[place] <= 0:
                del self._of[place]


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """By which a stranger is counted: an IPv4 address, or the /64 network that any IPv6 host has for itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Address(int(found) >> 64 << 64))
    return str(found)


def raise_descriptors() -> int:
    """Raise the limit of open files as far as we may; how many connections that leaves room for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 500

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return (WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft) - KEPT_FREE
