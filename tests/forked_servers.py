"""Servers of the tests come from a process that stands by: it has read the program and all games once, and splits off
one for each that is wanted.

To start a server takes more than a second of processor time, nearly all of it to read what the one before has read. A
server from here is a process like any other, with signals, status and output of its own; how a command starts is
tested with the command.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

START = "import sys; sys.path.insert(0, sys.argv[1]); import forked_servers; forked_servers.stand_by(int(sys.argv[2]))"
OURS = ("grognard.bots", "grognard.cli", "grognard.club", "grognard.server", "grognard.store")
"""Packages that a server may want, with all that is in them."""
ACTS = ("__main__", "migrations.env")
"""What does something when it is read."""
OTHERS = (
    "argon2", "psycopg", "pywebpush", "regex",
    "uvicorn.lifespan.on", "uvicorn.loops.uvloop", "uvicorn.protocols.websockets.websockets_sansio_impl",
)  # fmt: skip


class Process:
    """One that was split off, as `subprocess.Popen` would show it."""

    def __init__(self, program: str, *arguments: str, errors: IO[str] | None = None) -> None:
        reading, writing = os.pipe()
        told, telling = os.pipe()
        order = {"program": program, "arguments": arguments, "folder": os.getcwd(), "settings": dict(os.environ)}
        handed = [writing, telling, 2 if errors is None else errors.fileno()]
        socket.send_fds(_line(), [json.dumps(order).encode() + b"\n"], handed)
        os.close(writing)
        os.close(telling)
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self._told = os.fdopen(told, encoding="ascii")
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The status, once it has ended."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self.returncode = int(self._told.readline())
            self._told.close()
        return self.returncode

    def wait(self, timeout: float = 120) -> int:
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if not select.select([self._told], [], [], max(0.0, until - time.monotonic()))[0]:
                raise subprocess.TimeoutExpired(["a server"], timeout)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _line() -> socket.socket:
    """To the process that stands by, which ends with this one."""
    ours, its = socket.socketpair()
    with its:
        command = [sys.executable, "-c", START, str(Path(__file__).parent), str(its.fileno())]
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[its.fileno()])
    return ours


def stand_by(line: int) -> None:
    """In that process."""
    _read_all()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=line) as asked:
        while True:
            order, handed = _next(asked)
            if not os.fork():
                break
            for each in handed:
                os.close(each)
    _split_off(json.loads(order), *handed)


def _read_all() -> None:
    for name in OTHERS:
        import_module(name)
    for name in OURS:
        for found in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not found.name.endswith(ACTS):
                import_module(found.name)
    from grognard import games

    for ident in games.game_ids():
        games.load(ident)


def _next(asked: socket.socket) -> tuple[bytes, list[int]]:
    order, handed = b"", list[int]()
    while not order.endswith(b"\n"):
        part, more, *_ = socket.recv_fds(asked, 1 << 16, 3)
        if not part:
            sys.exit()  # whoever asked is gone
        order += part
        handed += more
    return order, handed


def _split_off(order: dict[str, object], out: int, telling: int, errors: int) -> None:
    """One process waits for the server, to tell how it ended; the other becomes it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    server = os.fork()
    if server:
        os.close(out)
        os.write(telling, b"%d\n" % server)
        _, status = os.waitpid(server, 0)
        os.write(telling, b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    os.close(telling)
    for kept, number in ((out, 1), (errors, 2)):
        os.dup2(kept, number)
        os.close(kept)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(str(order["folder"]))
    os.environ.clear()
    os.environ.update(order["settings"])  # type: ignore[call-overload]
    sys.argv[1:] = order["arguments"]  # type: ignore[assignment]
    exec(str(order["program"]), {"__name__": "__main__"})
