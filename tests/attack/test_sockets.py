"""WebSockets of strangers: whoever sends much, packs much into little or reads nothing is cut off and stops nobody."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from grognard.server.http import socket_connection
from grognard.server.http.connection import Connection
from grognard.server.http.socket_connection import AT_ONCE, SocketConnection
from match_server import Seats, Server

PING, TEXT, PACKED = 0x89, 0x81, 0xC1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("sockets") / "matches.sqlite", limited=True)
    yield running
    running.stop()


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame as a client sends it, masked with zeros."""
    length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack("!H", len(body))
    return bytes([kind]) + length + bytes(4) + body


def opened(port: int, path: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    key = base64.b64encode(bytes(16)).decode()
    line.sendall(
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n"
        "sec-websocket-extensions: permessage-deflate\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


def watching(made: Seats) -> socket.socket:
    return opened(made.server.port, f"/api/matches/{made.id}/watch/ws")


def processor_time(process: int) -> float:
    """Seconds of all of a process's threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def packed(size: int) -> bytes:
    """A compressed message of blanks."""
    press = zlib.compressobj(9, zlib.DEFLATED, -12)
    return (press.compress(b" " * size) + press.flush(zlib.Z_SYNC_FLUSH))[:-4]


@pytest.mark.parametrize(
    "sent", [frame(PING), frame(TEXT, b"1"), frame(TEXT & 0x0F), frame(PACKED, packed(8_000))],
    ids=["pings", "texts", "parts", "packed"],
)  # fmt: skip
def test_a_flood_of_small_frames_is_cut_and_costs_nothing(server: Server, sent: bytes) -> None:
    made = server.new()
    line = watching(made)
    server.get("/healthz")
    before = processor_time(server.process.pid)
    many = sent * (1_000_000 // len(sent))
    with suppress(OSError):  # it is closed meanwhile
        line.sendall(many)
    server.get("/healthz")
    assert processor_time(server.process.pid) - before < 0.6
    with suppress(OSError):
        while line.recv(65_536):
            pass
    assert server.get("/healthz").status_code == 200


def test_a_page_that_pings_now_and_then_stays(server: Server) -> None:
    made = server.new()
    with server.listen(made.id, made.tokens[0]) as line:
        line.recv(timeout=60)
        for _ in range(AT_ONCE // 60):
            line.send('{"ping":1}')
            assert line.recv(timeout=60) == '{"pong":1}'


def test_whoever_reads_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_connection, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(socket_connection, "LOOK", 0.1)
    left = threading.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

        async def tell() -> None:
            while True:
                await send({"type": "websocket.send", "bytes": os.urandom(65_536)})

        telling = asyncio.create_task(tell())
        while (await receive())["type"] != "websocket.disconnect":
            pass
        telling.cancel()
        left.set()

    listening = socket.create_server(("127.0.0.1", 0))
    settings = uvicorn.Config(app, http=Connection, ws=SocketConnection, lifespan="off", log_level="critical")
    running = uvicorn.Server(settings)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    line = opened(listening.getsockname()[1], "/")
    began = time.monotonic()
    assert left.wait(60), "nobody waits for it any more"
    assert time.monotonic() - began > 0.4
    line.close()
    running.should_exit = True
    thread.join(30)
