"""Middleware: addresses that have had other names. Pages are redirected, calls are answered as under the new name."""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PAGES = {"/club/keeping": "/club/moderation", "/club/leaders": "/club/leaderboard", "/leaders": "/leaderboard"}
CALLS = {
    "/api/club/register": "/api/club/sign-up",
    "/api/club/enter": "/api/club/sign-in",
    "/api/club/leave": "/api/club/sign-out",
    "/api/club/mail": "/api/club/email",
    "/api/club/me/notices": "/api/club/me/notifications",
    "/api/leaders": "/api/leaderboard",
}
"""By the beginning of an address."""
_BEGINNING = re.compile("|".join(rf"{old}(?=/|$)" for old in (*PAGES, *CALLS)))
_INNER = re.compile(r"(/api/matches/[^/]+)/talk(?=/|$)|(/api/tournaments/[^/]+)/enter$")


def present_address(path: str) -> str:
    """The address that a path means today."""
    found = _BEGINNING.match(path)
    if found:
        return (PAGES | CALLS)[found[0]] + path[found.end() :]
    # From the beginning: of `//elsewhere/api/matches/…` no redirect is made, which would lead to another site.
    inner = _INNER.match(path)
    if inner is None:
        return path
    return (f"{inner[1]}/chat" if inner[1] else f"{inner[2]}/join") + path[inner.end() :]


class FormerAddresses:
    """Leads anyone who asks by an earlier address to the present one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        now = present_address(path)
        if now == path:
            await self._app(scope, receive, send)
        elif now.startswith("/api/"):
            scope["path"] = now
            await self._app(scope, receive, send)
        else:
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"{now}?{query}" if query else now, 308)(scope, receive, send)
