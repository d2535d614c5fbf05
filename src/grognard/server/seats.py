"""Who sits where: a seat is held by a browser's cookie or by a bearer token, never by what stands in an address.

A browser is given one random key, in a cookie that no script can read and no other site's page sends along. The token
of a seat that it takes is made of that key, the match and the side, so that one cookie holds any number of seats and
the store keeps nothing from which the key could be told. Programs are given random tokens and send them in the header
`Authorization: Bearer TOKEN[, TOKEN]`.

A match may also keep invitations: codes that are good once, for one seat (`?US`) or for all (`?`). The first kind hands
a seat over; the second lets a browser sit beside the program that made the match (`US+`).
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "grognard"
A_YEAR = 365 * 24 * 3600
MARK = "x-grognard"
"""A header that our own page sends. A form or a link of another site cannot."""
MOST_TOKENS = 8
INVITATION = "?"
BESIDE = "+"
_KEY = re.compile(r"[\w-]{43}")
_BEARER = re.compile(r"Bearer +([\w\-., ]{1,600})", re.IGNORECASE)


class Credentials(NamedTuple):
    """What somebody shows."""

    tokens: tuple[str, ...]
    key: str

    def sides(self, match: str, tokens: dict[str, str]) -> list[str]:
        """The sides of a match whose seats he holds: in the order in which he shows tokens, then by his browser."""
        seats = [
            (name.removesuffix(BESIDE), token) for name, token in tokens.items() if not name.startswith(INVITATION)
        ]
        found = [side for shown in self.tokens for side, token in seats if same(shown, token)]
        if self.key:
            found += [side for side, token in seats if same(made_of(self.key, match, side), token)]
        return list(dict.fromkeys(found))


def credentials(asked: HTTPConnection) -> Credentials:
    """What comes with a request or a WebSocket."""
    bearer = _BEARER.fullmatch(asked.headers.get("authorization", ""))
    tokens = tuple(token.strip() for token in bearer[1].split(",")[:MOST_TOKENS]) if bearer else ()
    key = asked.cookies.get(_name(asked), "")
    return Credentials(tokens, key if _KEY.fullmatch(key) else "")


def is_page(asked: HTTPConnection) -> bool:
    """Whether our own page asks, which holds its seats by cookie."""
    return asked.headers.get(MARK) == "page"


def new_key() -> str:
    """A browser's key."""
    return secrets.token_urlsafe(32)


def new_token() -> str:
    """A program's token, or an invitation."""
    return secrets.token_urlsafe(18)


def made_of(key: str, match: str, side: str) -> str:
    """The token of the seat that a browser takes."""
    digest = hmac.digest(key.encode(), f"{match}/{side}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest)[:32].decode()


def same(shown: str, token: str) -> bool:
    """Whether two tokens are one, told in the same time for all that are not."""
    return hmac.compare_digest(shown.encode(), token.encode())


def give_key(asked: HTTPConnection, answer: Response, key: str) -> None:
    """The cookie, for this site alone, and over https only where that is how it is reached."""
    answer.set_cookie(
        _name(asked), key, A_YEAR, path="/", httponly=True, samesite="strict", secure=_is_secure(asked)
    )


def _is_secure(asked: HTTPConnection) -> bool:
    return asked.url.scheme in ("https", "wss") or bool(getattr(asked.app.state, "https", False))


def _name(asked: HTTPConnection) -> str:
    return f"__Host-{COOKIE}" if _is_secure(asked) else COOKIE
