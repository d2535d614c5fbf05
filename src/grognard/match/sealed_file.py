"""Sealed save files: a whole unfinished match, encrypted so that no seat reads more than it may know.

    grognard sealed 1
    {"game":"iwojima","scenario":"1","seats":{"US":"human","JP":"staff"},"held":["US"],"turn":3,"key":"phrase", …}
    8f3kQ0…

Line 2 is open: what everybody at the table knows. The rest is encrypted (AES-256-GCM, with line 2 under the same seal),
for the key of the server that wrote it, or for a pass phrase (scrypt). What is inside is filled up to a round size, so
that the length of the file says nothing either.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import secrets
import textwrap
import zlib
from dataclasses import dataclass
from typing import Any

FIRST_LINE = "grognard sealed 1"
BLOCK = 64 * 1024
"""Bytes to which the inside is filled up. The longest games take a fifth of it."""
MOST = 64 * BLOCK
LINE = 120
KEY = 32
NONCE = 12
SALT = 16
SCRYPT_COST = 2**15
SHORTEST_PHRASE = 8


class SealError(Exception):
    """Why a sealed save cannot be opened, in a sentence."""


@dataclass(slots=True)
class Envelope:
    """A sealed save as it lies there: what is open of it, and the rest."""

    about: dict[str, Any]
    closed: bytes

    @property
    def by_phrase(self) -> bool:
        """Whether a phrase opens it, and not a server's key."""
        return "salt" in self.about


def is_sealed(text: str) -> bool:
    """Whether this is a sealed save and not another."""
    return text.startswith("grognard sealed ")


def seal(about: dict[str, Any], inside: dict[str, Any], key: bytes = b"", phrase: str = "") -> str:
    """A sealed save: for a phrase where there is one, else for a key."""
    about = {**about, "nonce": _text(secrets.token_bytes(NONCE))}
    if phrase:
        if len(phrase) < SHORTEST_PHRASE:
            raise SealError(f"A pass phrase has at least {SHORTEST_PHRASE} characters.")
        salt = secrets.token_bytes(SALT)
        about["salt"] = _text(salt)
        key = _stretched(phrase, salt)
    line = json.dumps(about, separators=(",", ":"), ensure_ascii=False)
    packed = zlib.compress(json.dumps(inside, separators=(",", ":")).encode(), 9)
    body = len(packed).to_bytes(4, "big") + packed
    body += bytes(-len(body) % BLOCK)
    closed = _cipher(key).encrypt(_bytes(about["nonce"]), body, line.encode())
    return "\n".join([FIRST_LINE, line, *textwrap.wrap(base64.b64encode(closed).decode(), LINE)]) + "\n"


def read(text: str) -> Envelope:
    """The open part of a sealed save."""
    lines = text.split("\n", 2)
    if len(lines) < 3 or lines[0].strip() != FIRST_LINE:
        raise SealError(f"This is not a sealed save: it does not begin with “{FIRST_LINE}”.")
    try:
        about = json.loads(lines[1])
        closed = base64.b64decode("".join(lines[2].split()), validate=True)
    except (ValueError, RecursionError):
        raise SealError("The sealed save is damaged: it cannot be read.") from None
    if not isinstance(about, dict) or len(closed) > MOST + KEY:
        raise SealError("The sealed save is damaged: it cannot be read.")
    return Envelope(about, closed)


def unseal(text: str, key: bytes = b"", phrase: str = "") -> dict[str, Any]:
    """The contents of a sealed save; refused when key or phrase is another, or anything in the file was changed."""
    found = read(text)
    line = text.split("\n", 2)[1]
    try:
        if found.by_phrase:
            key = _stretched(phrase, _bytes(found.about["salt"]))
        body = _cipher(key).decrypt(_bytes(found.about["nonce"]), found.closed, line.encode())
        size = int.from_bytes(body[:4], "big")
        inside = json.loads(_unpacked(body[4 : 4 + size]))
        if not isinstance(inside, dict):
            raise TypeError("inside")
    except SealError:
        raise
    except Exception as problem:  # whatever a library says of a file that somebody made up
        what = "The pass phrase is another" if found.by_phrase else "It was sealed by another server"
        raise SealError(f"{what}, or the file was changed.") from problem
    return inside


def _unpacked(packed: bytes) -> bytes:
    return zlib.decompressobj().decompress(packed, MOST)


def _stretched(phrase: str, salt: bytes) -> bytes:
    if len(salt) != SALT:
        raise ValueError("salt")
    return hashlib.scrypt(phrase.encode(), salt=salt, n=SCRYPT_COST, r=8, p=1, maxmem=64 * 1024 * 1024, dklen=KEY)


def _cipher(key: bytes) -> Any:
    # Loaded only when somebody seals or opens: nothing else needs it.
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _bytes(text: Any) -> bytes:
    try:
        return base64.b64decode(str(text), validate=True)
    except binascii.Error:
        raise ValueError("base64") from None
