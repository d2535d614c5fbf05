"""Strict parsing of requests: a body that is too long, not JSON or of another shape is refused."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from grognard.deadlines import DEADLINES
from grognard.kernel.flow import Option
from grognard.kernel.orders import MOST_UNITS
from grognard.match.save import LARGEST
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.messages_from_page import OptionList, as_option

LONGEST_BODY = 256 * 1024
BODY_SECONDS = DEADLINES["body"].seconds
WHOLE = "grognard.whole"
"""In a request's scope: all of its body has come."""
_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+) - at `(?:key in )?\$\.?(.*)`")
_NUL = b"\\u0000"

_T = TypeVar("_T", bound=msgspec.Struct)


async def body_of(request: Request, longest: int = LONGEST_BODY) -> bytes:
    """The body, if it is not too long; a longer one is not read to its end."""
    if WHOLE in request.scope:
        # It came with its head, as nearly all do: no timed wait is needed.
        first = await request.receive()
        if first["type"] == "http.request" and not first.get("more_body"):
            return _measured(first.get("body", b""), longest)
        raise ClientDisconnect
    parts = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > longest:
                    raise ApiError(413, "too-long", f"At most {longest:,} bytes can be sent.")
                parts.append(part)
    except TimeoutError:
        raise ApiError(408, "slow", f"The request took longer than {BODY_SECONDS:g} seconds to arrive.") from None
    return b"".join(parts)


def _measured(body: bytes, longest: int) -> bytes:
    if len(body) > longest:
        raise ApiError(413, "too-long", f"At most {longest:,} bytes can be sent.")
    return body


@cache
def _decoder(shape: type[_T]) -> msgspec.json.Decoder[_T]:
    return msgspec.json.Decoder(shape)


async def read(request: Request, shape: type[_T]) -> _T:
    """The body in its shape."""
    try:
        decoder: msgspec.json.Decoder[_T] = _decoder(shape)
        body = await body_of(request)
        found = decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        long = _TOO_LONG.fullmatch(str(error))
        what = f"`{long[2]}` has at most {long[1]} characters." if long else f"The request cannot be read: {error}."
        raise malformed(what) from None
    if _NUL in body and _holds_nul(msgspec.to_builtins(found)):
        raise malformed("Text must not contain NUL (U+0000).")
    return found


def _holds_nul(value: Any) -> bool:
    """Whether there is a NUL in any text: databases differ in what becomes of it."""
    if isinstance(value, dict):
        return any(_holds_nul(each) for pair in value.items() for each in pair)
    if isinstance(value, list | tuple):
        return any(map(_holds_nul, value))
    return isinstance(value, str) and "\0" in value


async def save_of(request: Request) -> str:
    """The body as the text of a save."""
    try:
        return (await body_of(request, LARGEST)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed(f"A save is UTF-8 text; this file is not, at byte {error.start}.") from None


def option_in(request: Request) -> Option:
    """The query's `option`."""
    return _option_of(request.query_params.get("option", ""), "option")


def options_in(request: Request, name: str) -> list[Option]:
    """Options of the query, one for each of a group."""
    given = request.query_params.getlist(name)
    if len(given) > MOST_UNITS:
        raise malformed(f"At most {MOST_UNITS} of `{name}` are heard.")
    return [_option_of(text, name) for text in given]


def _option_of(text: str, name: str) -> Option:
    try:
        values = msgspec.json.decode(text, type=OptionList)
    except (msgspec.DecodeError, RecursionError) as error:
        raise malformed(f"`{name}` cannot be read: {error}.") from None
    return as_option(values)


def number_in(request: Request, name: str, below: int | None = None) -> int | None:
    """A whole number of the query, or None when it is absent."""
    text = request.query_params.get(name)
    if text is None or text == "":
        return None
    return whole(text, name, below)


def whole(text: str, name: str, below: int | None = None) -> int:
    """A whole number from 0 on."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise malformed(f"`{name}` is a whole number, not {text[:20]!r}.")
    value = int(text)
    if below is not None and value >= below:
        raise malformed(f"`{name}` is between 0 and {below - 1}.")
    return value
