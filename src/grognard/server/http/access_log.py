"""Middleware: request ids, metrics and access logs; every response leaves with the security headers.

On record are the call, the match, the status and the time; never a query, a body, a cookie or a token.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.http.metrics import Metrics
from grognard.server.http.trusted_hosts import RAW

request_id: ContextVar[str] = ContextVar("request_id", default="")
_mine, _count = secrets.token_hex(4), itertools.count(1)
"""This process in ids, and the number of its next request: nothing that need be guessed, and no call of the system."""
_GIVEN = re.compile(rb"[A-Za-z0-9-]{8,64}")
_log = logging.getLogger("grognard")
_requests = logging.getLogger("grognard.requests")


class AccessLog:
    """Counts and times every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        ident = _id_of(scope)
        held = request_id.set(ident)
        began = time.perf_counter()
        status = 500

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *RAW, (b"x-request-id", ident.encode())]
            await send(message)

        try:
            await self._app(scope, receive, marked)
        finally:
            self._note(scope, status, time.perf_counter() - began)
            request_id.reset(held)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        call = getattr(scope.get("endpoint"), "__name__", "nothing").strip("_")
        metrics = self._metrics
        metrics.request(call, status, seconds)
        if call == "decide" and status == 200:
            metrics.count("grognard_decisions_total")
        if status == 503:
            metrics.count("grognard_store_failures_total")
        metrics.leave()
        if _requests.isEnabledFor(logging.INFO):
            match = scope.get("path_params", {}).get("match")
            facts = {"call": call, "match": match, "status": status, "ms": round(1000 * seconds, 1)}
            _requests.info("request", extra={"facts": {k: v for k, v in facts.items() if v is not None}})


def _id_of(scope: Scope) -> str:
    """The id that a proxy gave the request, or a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _GIVEN.fullmatch(value):
            return str(value.decode())
    return f"{_mine}-{next(_count):x}"


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        out: dict[str, Any] = {
            "time": f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03}",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            "process": record.process,
        }
        if ident := request_id.get():
            out["request"] = ident
        out.update(getattr(record, "facts", {}))
        if record.exc_info:
            out["trace"] = self.formatException(record.exc_info)
        return json.dumps(out)


def log_as_json() -> None:
    """Put every request on record, as JSON lines on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name, level in (("grognard", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
