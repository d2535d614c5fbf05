"""Credentials of seats: cookies and bearer tokens, never parts of an address.

A browser is given one random key, in a cookie that no script can read and no other site's page sends along. The token
of a seat that it takes is made of that key's digest, the match and the side, so that one cookie holds any number of
seats. The store keeps nothing from which the key could be told, and no such token opens a seat when it is shown; the
key of a member is no cookie either. Programs are given random tokens and send them in the header
`Authorization: Bearer TOKEN[, TOKEN]`; the store keeps their digests.

A match may also keep invitations: codes that are good once, for one seat (`?US`) or for all (`?`). The first kind hands
a seat over; the second lets a browser sit beside the program that made the match (`US+`). A third kind takes a seat to
another device of the same player (`?US+`): it is short, to be typed, and good for some minutes. A person's seat for
which there is an invitation and no token is open: nobody has it yet. Of invitations, too, only digests are kept. One
that is shown again until it is used is made again each time, of what its player shows: of a cookie or of tokens.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
import time
from collections.abc import Sequence
from hashlib import pbkdf2_hmac
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.server.http.header_values import bearer_tokens, cookie
from grognard.store.match_rows import digest_of, holder_of, made_of

COOKIE = "grognard"
A_YEAR = 365 * 24 * 3600
MARK = "x-grognard"
"""A header that our own page sends. A form or a link of another site cannot."""
MOST_TOKENS = 8
INVITATION = "?"
BESIDE = "+"
MOST_BESIDE = 3
"""Devices that hold a seat besides the first; one more takes the place of the last."""
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of a code that is typed: none that looks like another."""
TYPED = 8
DEVICE_SECONDS = 600
_UNTIL = "@"
ASKER = "grognard.asker"
"""In a request's scope: the member who asks, left there by the door of a club."""
BROWSER, PROGRAM, INVITES = "seat_", "bot_", "invite_"
"""Before a browser's key, a program's token and an invitation, so that anyone who finds one knows what it is. Those of
before have nothing there."""
SESSION = "grognard-member"
"""The cookie of a member's session."""
MOST_SHOWN = 4
"""Invitations to one seat at a time: each device that holds it makes its own."""
_TYPED_ROUNDS = 20_000
"""Of a digest of a code so short that it could be guessed from a copy of the store while it is good."""
_KEY = re.compile(rf"({BROWSER})?[\w-]{{43}}", re.ASCII)


class Invited(NamedTuple):
    """The seat that an invitation is for."""

    name: str
    """Under which a match keeps it."""
    sides: list[str]
    beside: bool
    """Whether who held the seats before keeps them."""


class Credentials(NamedTuple):
    """Cookies and tokens of a request."""

    tokens: tuple[str, ...]
    key: str
    """The browser's own."""
    member: str = ""
    """Of the member who asks: their seats follow them to every browser."""
    session: str = ""
    """What the member's browser shows."""

    @property
    def keys(self) -> tuple[str, ...]:
        """By which seats may be held: of seats that were taken before keys were digested, the browser's key itself."""
        before = self.key if self.key and not self.key.startswith(BROWSER) else ""
        return tuple(key for key in (self.member, self.holder, before) if key)

    @property
    def holder(self) -> str:
        """By which the store knows the browser."""
        return holder_of(self.key) if self.key else ""

    def sides(self, match: str, tokens: dict[str, str]) -> list[str]:
        """The sides of a match whose seats are held: in the order of the tokens shown, then by keys."""
        seats = _seats(tokens)
        found = dict.fromkeys(self.by_token(tokens))
        for key in self.keys:
            own = ((side, made_of(key, match, side).encode(), token) for side, token in seats)
            found |= {side: None for side, given, token in own if hmac.compare_digest(given, token)}
        return list(found)

    def by_token(self, tokens: dict[str, str]) -> dict[str, str]:
        """The sides of a match whose seats are held by tokens that are shown, with these."""
        seats, found = _seats(tokens), dict[str, str]()
        for shown in self.tokens:
            given = digest_of(shown).encode()
            for side, token in seats:
                if hmac.compare_digest(given, token):
                    found.setdefault(side, shown)
        return found

    def invitation(self, match: str, side: str, nonce: str) -> str:
        """The code by which this player invites to a seat: the same each time that it is asked for."""
        key = self.key or " ".join(self.tokens) or self.session
        digest = hmac.digest(key.encode(), f"{match}/{side}/{nonce}".encode(), "sha256")
        return INVITES + base64.urlsafe_b64encode(digest)[:32].decode()


def _seats(tokens: dict[str, str]) -> list[tuple[str, bytes]]:
    return [(name.rstrip(BESIDE), token.encode()) for name, token in tokens.items() if name[:1] != INVITATION]


def credentials(asked: HTTPConnection) -> Credentials:
    """The credentials of a request or a WebSocket."""
    tokens = tuple(bearer_tokens(asked.scope)[:MOST_TOKENS])
    key = cookie(asked.scope, _name(asked).encode())
    asker = asked.scope.get(ASKER)
    member = asker.key if asker is not None else ""
    session = cookie(asked.scope, _name(asked, SESSION).encode()) if member else ""
    return Credentials(tokens, key if _KEY.fullmatch(key) else "", member, session)


def is_page(asked: HTTPConnection) -> bool:
    """Whether our own page asks, which holds its seats by cookie."""
    return asked.headers.get(MARK) == "page"


def new_key() -> str:
    """A browser's key."""
    return BROWSER + secrets.token_urlsafe(32)


def new_token() -> str:
    """A program's token."""
    return PROGRAM + secrets.token_urlsafe(18)


def new_invitation() -> str:
    """An invitation that is told once."""
    return INVITES + secrets.token_urlsafe(18)


def kept_invitation(nonce: str, codes: Sequence[str] = ()) -> str:
    """Invitations as a match keeps them: the nonce of which they are made, and their digests."""
    return " ".join([nonce, *map(digest_of, codes)])


def new_typed_code() -> str:
    """A code to be typed at another device."""
    return "".join(secrets.choice(LETTERS) for _ in range(TYPED))


def kept_typed_code(code: str, now: float | None = None) -> str:
    """The same as a match keeps it, with the time until which it is good."""
    return f"{digest_of_typed(code)}{_UNTIL}{int(time.time() if now is None else now) + DEVICE_SECONDS}"


def as_shown(code: str) -> str:
    """A code as one reads it out: two groups."""
    return f"{code[:4]}-{code[4:]}"


def digest_of_typed(shown: str) -> str:
    """The digest of a code that was typed, however it was written; none of anything else."""
    letters = "".join(letter for letter in shown[:100].upper() if letter in LETTERS)
    if len(letters) != TYPED:
        return ""
    return pbkdf2_hmac("sha256", letters.encode(), b"grognard typed code", _TYPED_ROUNDS).hex()


def opens(shown: str, name: str, kept: str) -> bool:
    """Whether a code is that invitation, and in time."""
    if not name.startswith(INVITATION):
        return False
    if not name.endswith(BESIDE):
        given = digest_of(shown)
        return any(same(given, digest) for digest in kept.split(" ")[1:])
    return opens_typed(digest_of_typed(shown), kept)


def opens_typed(digest: str, kept: str) -> bool:
    """Whether a code that was typed, as its digest, is that one, and in time."""
    code, _, until = kept.partition(_UNTIL)
    return bool(digest) and same(code, digest) and time.time() < int(until)


def same(shown: str, token: str) -> bool:
    """Whether two tokens are one, told in the same time for all that are not."""
    return hmac.compare_digest(shown.encode(), token.encode())


def give_key(asked: HTTPConnection, answer: Response, key: str) -> None:
    """The cookie, for this site alone, and over https only where that is how it is reached."""
    answer.set_cookie(_name(asked), key, A_YEAR, path="/", httponly=True, samesite="strict", secure=is_secure(asked))


def is_secure(asked: HTTPConnection) -> bool:
    """Whether it is reached over https."""
    return asked.scope["scheme"] in ("https", "wss") or bool(getattr(asked.app.state, "https", False))


def _name(asked: HTTPConnection, name: str = COOKIE) -> str:
    return f"__Host-{name}" if is_secure(asked) else name
