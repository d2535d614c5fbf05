"""Middleware: the most frequent calls go straight to their functions, past the router."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

Call = Callable[[Request], Awaitable[Response]]
Refusal = Callable[[Request, Any], Awaitable[Response]]


class FastRoutes:
    """Answers `calls`, by method and what follows the match in the address; `refusals` by kind of exception."""

    def __init__(
        self, app: ASGIApp, calls: Mapping[tuple[str, str], Call], refusals: Mapping[type[Exception], Refusal]
    ) -> None:
        self._app = app
        self._calls = calls
        self._refusals = refusals
        whats = "|".join(re.escape(what) for _, what in calls)
        self._address = re.compile(rf"/api/matches/([^/]+)({whats})")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._address.fullmatch(scope["path"]) if scope["type"] == "http" else None
        call = self._calls.get((scope["method"], found[2])) if found else None
        if found is None or call is None:
            await self._app(scope, receive, send)
            return
        scope["path_params"], scope["endpoint"] = {"match": found[1]}, call
        request = Request(scope, receive, send)
        try:
            answer = await call(request)
        except Exception as problem:
            kind = next(kind for kind in type(problem).__mro__ if kind in self._refusals)
            answer = await self._refusals[kind](request, problem)
            if kind is Exception:  # a fault of ours: it is answered, and goes on record
                await answer(scope, receive, send)
                raise
        await answer(scope, receive, send)
