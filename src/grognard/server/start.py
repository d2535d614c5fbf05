"""Start of the server: a free port, the address on the screen, a browser where there is one."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn

from grognard import interrupt, large_pages, python_holes
from grognard.club.config import Config
from grognard.collector import SELDOM
from grognard.deadlines import DEADLINES
from grognard.kernel.flow import Refused
from grognard.server.app import create_app
from grognard.server.http.access_log import log_as_json
from grognard.server.http.connection import Connection
from grognard.server.http.connection_limits import ConnectionLimits, raise_descriptors
from grognard.server.http.socket_connection import LONGEST_MESSAGE, SocketConnection
from grognard.server.http.trusted_hosts import LOOPBACK
from grognard.store import default_path

DEFAULT_PORT = 8000
PORTS_TRIED = 50
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})


class Server(uvicorn.Server):
    """A server that Ctrl-C ends in time, whatever its programs are thinking about.

    Asked to end otherwise it says that it is not ready for `drain` seconds, so that a proxy sends nobody here any more,
    and then answers what it has begun.
    """

    drain = 0.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGINT:
            interrupt.press()
        state = getattr(self.config.loaded_app, "state", None) or self.config.app.state  # type: ignore[union-attr]
        if sig == signal.SIGTERM and self.drain and not state.draining:
            state.draining = True
            threading.Timer(self.drain, super().handle_exit, [sig, frame]).start()
            return
        super().handle_exit(sig, frame)


class ServeOptions(NamedTuple):
    """Settings of the server besides address and database."""

    drain: float = 0.0
    """Seconds from being told to end to the end of taking requests."""
    json: bool = False
    """Whether every request is put on record, as JSON."""
    figures: Path | None = None
    """In a process of several: where they leave what they count."""
    hosts: Sequence[str] = ()
    """Names under which it is reached, besides its address."""
    proxies: int = 0
    """Proxies of our own that a request passes; where there are any, it is reached over https."""
    limited: bool = False
    """Whether the rates are kept also where nobody else can reach it."""
    club: Config | None = None
    """With members, as its owner set it up."""


def hosts_of(listening: str, named: Sequence[str] = ()) -> frozenset[str]:
    """The names that a server answers to: those that were given, besides its own address.

    One that listens everywhere has no address of its own. Without names it would answer to any, and so to the name that
    a hostile site gives to this machine: it is not started.
    """
    hosts = {name.strip().strip("[]").lower() for name in named if name.strip()}
    if listening in EVERYWHERE and not hosts:
        raise Refused(
            f"On {listening or 'all addresses'} anybody can reach this server: say under which names, as in "
            f"--host {listening or '0.0.0.0'} --name games.example.org --name 192.168.1.20"
        )
    return frozenset(hosts | LOOPBACK | ({listening} - EVERYWHERE))


def address_of(host: str, port: int, names: Sequence[str] = ()) -> str:
    """The address of a server: one that listens everywhere has the first of its names."""
    shown = names[0] if names and host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def warn_of_holes() -> None:
    """Say on standard error which security holes this Python has."""
    if warning := python_holes.warning():
        print(warning, file=sys.stderr, flush=True)


def serve(
    listening: socket.socket,
    db: Path | str | None = None,
    path: str = "",
    open_browser: bool = False,
    manner: ServeOptions | None = None,
) -> None:
    """Serve on a socket from `bind` until interrupted; `path` is the page that is named and opened first."""
    manner = manner or ServeOptions()
    host, port = listening.getsockname()[:2]
    limited = manner.limited or bool(manner.hosts) or host not in LOOPBACK
    hosts = hosts_of(host, manner.hosts)
    app = create_app(db or default_path(), hosts, manner.figures, manner.proxies, limited, manner.club)
    if manner.json:
        log_as_json()
    address = address_of(host, port, () if manner.proxies else manner.hosts) + path
    if limited and manner.figures is None:
        warn_of_holes()
    if manner.figures is None:
        print(f"Grognard is at {address} (Ctrl-C ends it)", flush=True)
    if open_browser and _has_browser():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    # Bots think in a thread: let the server have its turn soon.
    sys.setswitchinterval(0.001)
    # Positions hold no cycles, so that long searches for garbage find nothing: make them rare.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    large_pages.keep()
    Connection.limits = ConnectionLimits(limited and not manner.proxies, raise_descriptors())
    config = uvicorn.Config(
        app,
        http=Connection,
        ws=SocketConnection,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=DEADLINES["ping"].seconds,
        ws_ping_timeout=DEADLINES["ping"].seconds,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        timeout_keep_alive=int(DEADLINES["idle"].seconds),
        server_header=False,
        timeout_graceful_shutdown=1 if not manner.drain else 10,
        log_config=None if manner.json else uvicorn.config.LOGGING_CONFIG,
    )
    server = Server(config)
    server.drain = manner.drain
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def bind(host: str = "127.0.0.1", port: int | None = None) -> socket.socket:
    """A socket to serve on. Without a port: the usual one, or the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED)
    problem = ""
    for number in wanted:
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(512)
        except (OSError, OverflowError) as error:
            listening.close()
            problem = getattr(error, "strerror", None) or str(error)
            continue
        return listening
    where = f"port {port}" if port is not None else f"ports {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TRIED - 1}"
    raise Refused(f"Nothing can be served on {where} of {host}: {problem}.")


def _has_browser() -> bool:
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
