"""Responses that are compressed once, sent many times, and confirmed by ETag."""

from __future__ import annotations

import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response

JSON = "application/json"
SVG = "image/svg+xml"
WEBP = "image/webp"


class Sheet:
    """Bytes that are sent again and again: packed once, and not sent at all to a page that holds them."""

    def __init__(self, body: bytes, media: str, caching: str = "no-cache") -> None:
        self._body = body
        self._packed = gzip.compress(body, 9, mtime=0)
        self._headers = {
            "content-type": media,
            "cache-control": caching,
            "vary": "accept-encoding, accept-language, cookie",
            "etag": f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        }

    def answer(self, request: Request) -> Response:
        """The sheet, packed if the page can unpack it, or word that it has not changed."""
        if self._headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self._headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._packed, headers={**self._headers, "content-encoding": "gzip"})
        return Response(self._body, headers=self._headers)
