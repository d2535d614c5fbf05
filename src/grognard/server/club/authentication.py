"""Authentication middleware: sessions and API tokens, and the member behind a request.

A member shows a session's cookie, a member's program a bearer token `grog_…`. The cookie counts only for what our own
page sends: it marks its calls with a header that no form and no link of another site can send along (the cookie is not
sent to begin with then, and `Guard` turns away other origins; this is the third lock).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from grognard.club.member import Member
from grognard.server.http.credentials import A_YEAR, ASKER, SESSION, is_page, is_secure
from grognard.server.http.errors import ApiError
from grognard.server.http.header_values import bearer_tokens, cookie
from grognard.server.http.json_responses import without_store
from grognard.server.http.rate_limits import refuse
from grognard.store.interface import StoreError

KNOWN = "grognard-known"
"""Shown by a browser that has signed in before: an allowance of wrong passwords of its own, see `login_throttle`."""
_SHOWN = re.compile(r"[\w-]{43}")
_TOKEN = re.compile(r"grog_[\w-]{40}")
_SAFE = ("GET", "HEAD", "OPTIONS")


class Asker(NamedTuple):
    """A member who asks, with the session, or the token and its scopes."""

    member: Member
    session: str = ""
    token: str = ""
    scopes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key that holds the member's seats; nothing for a program that may not play."""
        return self.member.key if self.session or "play" in self.scopes else ""


class Authentication:
    """Looks up who asks, before anything else is done."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Pages and style sheets are anybody's, and are served while the database is away.
        if scope["type"] in ("http", "websocket") and scope["path"].startswith("/api/"):
            asked = HTTPConnection(scope)
            session, token = session_in(asked), token_in(asked)
            if session or token:
                try:
                    scope[ASKER] = await asked.app.state.club.asker(session, token)
                except StoreError as failed:
                    await refuse(scope, receive, send, without_store(failed))
                    return
        await self._app(scope, receive, send)


def session_in(asked: HTTPConnection) -> str:
    """The session that the page shows."""
    if asked.scope.get("method", "GET") not in _SAFE and not is_page(asked):
        return ""
    shown = cookie(asked.scope, _name(asked).encode())
    return shown if _SHOWN.fullmatch(shown) else ""


def token_in(asked: HTTPConnection) -> str:
    """The token that a program shows."""
    return next((token for token in bearer_tokens(asked.scope) if _TOKEN.fullmatch(token)), "")


def asker_of(asked: HTTPConnection) -> Asker | None:
    """The member who asks, with their session or token."""
    found: Asker | None = asked.scope.get(ASKER)
    return found


def sign_in_first() -> ApiError:
    """The refusal of a call that is for members."""
    return ApiError(401, "enter", "Sign in first.")


async def member_of(asked: HTTPConnection) -> Member | None:
    """The member who asks."""
    found = asker_of(asked)
    return found.member if found else None


async def the_member(asked: HTTPConnection, scope: str = "") -> Member:
    """The member who asks; nobody else is let through, nor a program whose token is not for this.

    Without a `scope` it is for the member alone, never for their programs.
    """
    found = asker_of(asked)
    if found is None:
        raise sign_in_first()
    if not found.session and scope not in found.scopes:
        what = f"does not allow this (scope: {scope})" if scope else "cannot do this; the member can, on the page"
        raise ApiError(403, "scope", f"This token {what}.")
    return found.member


async def keeper(asked: HTTPConnection, *roles: str) -> Member:
    """A member who keeps the club, in one of these roles; the owner may do everything."""
    member = await the_member(asked)
    if not member.may(*roles):
        raise ApiError(403, "role", "Only moderators and owners can do this.")
    return member


def check_page(request: Request) -> None:
    """Refuse what did not come from our own page."""
    if not is_page(request):
        raise ApiError(403, "foreign", "Requests from other websites are refused.")


def give_session(asked: HTTPConnection, answer: Response, token: str, days: int) -> None:
    """The cookie, for this site alone."""
    secure = is_secure(asked)
    age = days * 24 * 3600
    answer.set_cookie(_name(asked), token, age, path="/", httponly=True, samesite="strict", secure=secure)


def take_session(asked: HTTPConnection, answer: Response) -> None:
    """Take the cookie away."""
    answer.delete_cookie(_name(asked), path="/", httponly=True, samesite="strict", secure=is_secure(asked))


def known_browser(asked: HTTPConnection) -> str:
    """The mark of a browser that has signed in before."""
    return cookie(asked.scope, _name(asked, KNOWN).encode())


def know_browser(asked: HTTPConnection, answer: Response, mark: str) -> None:
    """Have it show that; it stays when the member signs out."""
    secure = is_secure(asked)
    answer.set_cookie(_name(asked, KNOWN), mark, A_YEAR, path="/", httponly=True, samesite="strict", secure=secure)


def _name(asked: HTTPConnection, name: str = SESSION) -> str:
    return f"__Host-{name}" if is_secure(asked) else name
