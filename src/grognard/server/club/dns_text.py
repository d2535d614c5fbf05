"""TXT records of a name, asked of the machine's resolver: as little of DNS as that takes."""

from __future__ import annotations

import secrets
import socket
import struct
from pathlib import Path

from grognard.kernel.flow import Refused

TXT, INTERNET = 16, 1
NO_SUCH_NAME = 3
PORT = 53
SECONDS = 5.0


def resolver(file: Path = Path("/etc/resolv.conf")) -> str:
    """The address of the machine's first resolver."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.split()[1] for line in lines if line.startswith("nameserver ") and len(line.split()) > 1]
    return named[0] if named else "127.0.0.1"


def text_records(name: str, server: tuple[str, int] | None = None) -> list[str]:
    """All texts that a name has; none for a name that does not exist."""
    place = server or (resolver(), PORT)
    number = secrets.randbelow(1 << 16)
    try:
        labels = [label.encode("idna") for label in name.rstrip(".").split(".")]
        family = socket.AF_INET6 if ":" in place[0] else socket.AF_INET
        with socket.socket(family, socket.SOCK_DGRAM) as line:
            line.settimeout(SECONDS)
            line.connect(place)
            line.send(_question(number, labels))
            while True:
                answer = line.recv(65_535)
                if answer[:2] == struct.pack(">H", number):
                    return _texts(answer)
    except (OSError, UnicodeError, IndexError, struct.error) as failed:
        raise Refused(f"The name server {place[0]} did not answer for {name}: {failed}.") from None


def _question(number: int, labels: list[bytes]) -> bytes:
    head = struct.pack(">HHHHHH", number, 0x0100, 1, 0, 0, 0)
    name = b"".join(bytes([len(label)]) + label for label in labels) + b"\0"
    return head + name + struct.pack(">HH", TXT, INTERNET)


def _texts(answer: bytes) -> list[str]:
    flags, questions, answers = struct.unpack(">HHH", answer[2:8])
    code = flags & 15
    if code == NO_SUCH_NAME:
        return []
    if code:
        raise OSError(f"answer code {code}")
    at = 12
    for _ in range(questions):
        at = _past_name(answer, at) + 4
    found = []
    for _ in range(answers):
        at = _past_name(answer, at)
        kind, _, _, length = struct.unpack(">HHIH", answer[at : at + 10])
        at += 10
        if kind == TXT:
            found.append(_joined(answer[at : at + length]))
        at += length
    return found


def _past_name(answer: bytes, at: int) -> int:
    """The place after a name, which ends with nothing or with a reference to another."""
    while answer[at] and answer[at] < 0xC0:
        at += 1 + answer[at]
    return at + (2 if answer[at] >= 0xC0 else 1)


def _joined(data: bytes) -> str:
    parts, at = [], 0
    while at < len(data):
        parts.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return b"".join(parts).decode("utf-8", "replace")
