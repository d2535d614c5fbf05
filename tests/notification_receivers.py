"""Where notices arrive in tests: a real SMTP server, and a real HTTP server for push messages and webhooks."""

from __future__ import annotations

import base64
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Letters:
    """An SMTP server that keeps what it is sent."""

    def __init__(self, port: int = 0) -> None:
        self.got: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=port or free_port())
        self._controller.start()
        self.port: int = self._controller.port

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.raw.append(envelope.original_content)
        self.got.append(letter)
        return "250 kept"

    def to(self, address: str, count: int = 1, seconds: float = 120) -> list[EmailMessage]:
        """Letters to an address, when so many have come."""
        return until(lambda: [each for each in self.got if each["to"] == address], count, seconds)

    def stop(self) -> None:
        self._controller.stop()


class Endpoint:
    """An HTTP server that push messages and webhooks are sent to; `/gone` answers that nobody is there."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, dict[str, str], bytes]] = []
        got = self.got

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                got.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(410 if self.path == "/gone" else 201)
                self.send_header("content-length", "0")
                self.end_headers()

            do_PUT = do_POST  # noqa: N815

            def log_message(self, *given: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def at(self, path: str, count: int = 1, seconds: float = 120) -> list[tuple[str, str, dict[str, str], bytes]]:
        """What came to a path, when so much has come."""
        return until(lambda: [each for each in self.got if each[1].startswith(path)], count, seconds)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Dripping:
    """A host that takes a connection and then sends a byte now and then, without end."""

    def __init__(self, first: bytes = b"HTTP/1.1 200 OK\r\nx: ", pause: float = 0.1) -> None:
        self.open = self.most = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._first, self._pause = first, pause
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                threading.Thread(target=self._drip, args=[line], daemon=True).start()

    def _drip(self, line: socket.socket) -> None:
        self.open += 1
        self.most = max(self.most, self.open)
        with suppress(OSError), line:
            line.sendall(self._first)
            while True:
                line.sendall(b"a")
                time.sleep(self._pause)
        self.open -= 1

    def stop(self) -> None:
        self._listening.close()


class Phone:
    """A browser that can be reached by Web Push: it alone can read what is sent to it."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": endpoint, "keys": {"p256dh": _text(public), "auth": _text(self._auth)}}

    def read(self, body: bytes) -> Any:
        """What a push message says."""
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


def until(look: Callable[[], list[Any]], count: int = 1, seconds: float = 120) -> list[Any]:
    """Wait until there is as much as was asked for."""
    end = time.monotonic() + seconds
    while len(found := look()) < count:
        assert time.monotonic() < end, f"{len(found)} of {count} came"
        time.sleep(0.05)
    return found


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
