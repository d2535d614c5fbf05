"""JSON responses and refusals."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from starlette.responses import Response

from grognard.store.interface import StoreError

encode = msgspec.json.Encoder().encode
_log = logging.getLogger("grognard")


class Json(Response):
    """JSON that is written already, never kept by the page: every decision is answered with one, so it is made lean."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = body
        self.raw_headers = [
            (b"cache-control", b"no-store"),
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
        ]


def as_json(values: Any, status: int = 200) -> Response:
    """Values, never kept by the page."""
    return raw(encode(values), status)


def raw(body: bytes, status: int = 200) -> Response:
    """JSON that is written already."""
    return Json(body, status)


def error(status: int, code: str, text: str, after: int | None = None) -> Response:
    """A refusal; `after` says in how many seconds it may be tried again."""
    answer = as_json({"error": text, "code": code}, status)
    if after is not None:
        answer.headers["retry-after"] = str(after)
    return answer


def without_store(failed: StoreError) -> Response:
    """The store failed."""
    # Paths and causes are for anyone who runs the server.
    _log.error("%s", failed)
    return error(503, "storage", "The database cannot be reached. Nothing has changed; try again.")
