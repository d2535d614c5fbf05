"""Outbound HTTP requests to hosts that members named: public addresses only, no redirects, a total deadline.

The address is looked up once, judged, and then connected to: a name server that gives another answer the second time
gains nothing."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

from grognard.deadlines import DEADLINES, Countdown
from grognard.kernel.flow import Refused

LONGEST_URL = 1000
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NOBODYS = [ipaddress.ip_network(each) for each in ("fec0::/10", "192.0.0.0/24", "3fff::/20", "5f00::/16")]
"""Not out in the world, whatever the tables of this Python's age say: site-local, protocol assignments, documentation,
segment routing."""


class Reply(NamedTuple):
    """Response of another host."""

    status: int
    after: float
    """Seconds after which the other side wants to be asked again; 0 when it does not say."""


@cache
def trusted() -> ssl.SSLContext:
    """Whom we believe to be who they say: read once, because that takes as long as the rest of an email."""
    return ssl.create_default_context()


def checked(url: str, private: bool) -> str:
    """An address that may be asked, as far as can be seen from it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("That is not a web address.") from None
    plain = private and parts.scheme == "http"
    if (parts.scheme != "https" and not plain) or not parts.hostname or len(url) > LONGEST_URL or not url.isascii():
        raise Refused("The address must begin with https://.")
    if parts.username or parts.password or not url.isprintable() or " " in url or (port is not None and port < 1):
        raise Refused("That is not a web address.")
    return url


def is_public(address: str) -> bool:
    """Whether an address is out in the world, also when it is written in one of the ways to hide another in it."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour
        if found in _NAT64:
            inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inside is not None:
            return is_public(str(inside))
        if found.teredo:
            return False
    if any(found in network for network in _NOBODYS if network.version == found.version):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def reached(host: str, port: int, private: bool) -> tuple[str, int]:
    """The address of a host; refused when any of its addresses is not for us."""
    found = [entry[4] for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not private and not all(is_public(str(place[0])) for place in found):
        raise Refused(f"{host} is not a public address.")
    return str(found[0][0]), port


def send(url: str, body: bytes, headers: dict[str, str], private: bool, method: str = "POST") -> Reply:
    """Ask another host; one that is slow, or that sends its answer byte by byte, is given up at the deadline."""
    parts = urlsplit(checked(url, private))
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    countdown = Countdown(DEADLINES["outbound"].seconds)
    place = countdown.call(lambda: reached(host, parts.port or (443 if secure else 80), private))
    line: socket.socket = socket.create_connection(place, countdown.left())
    try:
        with countdown.watching(line):
            if secure:
                line = trusted().wrap_socket(line, server_hostname=host)
            asked = http.client.HTTPConnection(host, place[1])
            asked.sock = line
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            asked.request(method, path, body, {"Host": parts.netloc, "User-Agent": "Grognard", **headers})
            answer = asked.getresponse()
            after = answer.getheader("retry-after") or ""
            return Reply(answer.status, float(after) if after.isascii() and after.isdigit() else 0.0)
    except http.client.HTTPException:
        countdown.left()
        raise
    finally:
        line.close()
