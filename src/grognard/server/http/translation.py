"""Middleware: translates responses into the reader's language.

Inside the server everything is English. Here the texts of an answer are looked up in the reader's catalogue (see
`languages/catalogue.py`), field by field: `TEXTS` says which fields of the wire are read by people. A page says its
language by the cookie `language`; without one, the browser's `Accept-Language` counts. What people have written to each
other, and how they call themselves, is left alone.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.languages import ENGLISH, LANGUAGES, first_of
from grognard.server.http.header_values import cookie

_TEXTS = (
    "adjective against also blurb chapters choices columns complexity credits error errors events evidence figures "
    "follows hint label labels length means name note notes points problem prompt reason refused rule ruling short "
    "subtitle term text texts then title type unit value whole words"
)
TEXTS = frozenset(_TEXTS.split())
"""Fields that people read, wherever they stand: a text, a list of texts, or texts by a key. What is neither, such as
the points of a ledger, is left as it is; `choices` in a list are what is sent back, not what is read."""
PLAYED = re.compile(
    r"/api/(?:games(?:/.*)?|(?:matches|replays)/[^/]+(?:/(?:at/\d+|advice|analysis|decide|general|ledger|order|overlays"
    r"|plan|preview|reach|report|standing(?:/[^/]+)?|undo|verbs|watch|watch/ws|whynot|ws))?)"
)
"""Calls whose answers are a game's words."""
ASKED = re.compile(r"/api/games/[^/]+/rules")
"""The call whose words are the reader's: what is looked for in the rules."""
LISTED = re.compile(r"/api/matches")
LONGEST_ACCEPTED = 200
"""Characters of an `Accept-Language` that are read."""
LARGE = 50_000
"""Bytes from which on others are not kept waiting."""
_log = logging.getLogger("grognard")

Say = Callable[[str], str]


class Translation:
    """Answers in the language of who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kept: dict[tuple[str, str], bytes] = {}
        """Sheets that were put into another language, by language and tag."""
        self._packed: dict[tuple[str, str], bytes] = {}
        """The same, packed: once, however often they are asked for."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        language = ENGLISH if scope["type"] == "lifespan" else language_of(scope)
        if language == ENGLISH or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        say = sayer(language)
        if ASKED.fullmatch(scope["path"]):
            scope = {**scope, "query_string": _in_english(scope["query_string"], language)}
        fields = fields_of(scope["path"])
        if scope["type"] == "websocket":
            await self._app(scope, receive, _spoken(send, say, fields))
            return
        packs = any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])
        headers = [_plain_tag(pair, language) for pair in scope["headers"] if pair[0] != b"accept-encoding"]
        await self._app({**scope, "headers": headers}, receive, self._answer(send, say, fields, language, packs))

    def _answer(self, send: Send, say: Say, fields: frozenset[str], language: str, packs: bool) -> Send:
        start: Message = {}
        body = b""

        async def answer(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start = message
                if not _is_json(message):
                    await send(message)
                return
            if not _is_json(start):
                await send(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body"):
                await self._send(send, start, body, say, fields, language, packs)

        return answer

    async def _send(
        self, send: Send, start: Message, body: bytes, say: Say, fields: frozenset[str], language: str, packs: bool
    ) -> None:
        headers = dict(start["headers"])
        tag = headers.get(b"etag", b"").decode()
        key = language, tag
        if tag:
            headers[b"etag"] = f'{tag[:-1]}-{language}"'.encode()
        if tag and body and key in self._kept:
            body = self._kept[key]
        elif body:
            large = len(body) > LARGE
            body = await asyncio.to_thread(said, body, say, fields) if large else said(body, say, fields)
            if tag:
                self._kept[key] = body
        if packs and len(body) > LARGE:
            packed = self._packed.get(key) if tag else None
            if packed is None:
                packed = await asyncio.to_thread(gzip.compress, body, 6)
                if tag:
                    self._packed[key] = packed
            body = packed
            headers[b"content-encoding"] = b"gzip"
        if b"content-length" in headers:
            headers[b"content-length"] = b"%d" % len(body)
        await send({**start, "headers": list(headers.items())})
        await send({"type": "http.response.body", "body": body})


def language_of(scope: Scope) -> str:
    """In which language somebody wants to be answered."""
    chosen = cookie(scope, b"language")
    if chosen:
        return chosen if chosen in LANGUAGES else ENGLISH
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return first_of(accepted[:LONGEST_ACCEPTED].decode("latin-1"))


def fields_of(path: str) -> frozenset[str]:
    """Which fields of a call's answer are our words."""
    if PLAYED.fullmatch(path):
        return TEXTS
    return frozenset({"error", "title"}) if LISTED.fullmatch(path) else frozenset({"error"})


@lru_cache
def sayer(language: str) -> Say:
    """The translator of a language; the identity where the library is missing."""
    try:
        from grognard.languages.catalogue import catalogue_of
    except ImportError:
        _log.warning("Babel is not installed: the games speak English alone.")
        return str
    return catalogue_of(language).say


def _in_english(query: bytes, language: str) -> bytes:
    """A search for a term of the reader's language as a search for the English one: the rules are English."""
    try:
        from grognard.languages.catalogue import catalogue_of
    except ImportError:
        return query
    catalogue = catalogue_of(language)
    return urlencode(
        [(name, catalogue.in_english(words)) for name, words in parse_qsl(query.decode("latin-1"))]
    ).encode()


def said(body: bytes, say: Say, fields: frozenset[str]) -> bytes:
    """A JSON answer with its texts said anew."""
    return msgspec.json.encode(worded(msgspec.json.decode(body), say, fields))


def worded(value: Any, say: Say, fields: frozenset[str]) -> Any:
    """A value with its texts said anew."""
    if isinstance(value, list):
        return [worded(each, say, fields) for each in value]
    if not isinstance(value, dict):
        return value
    out = {key: _field(key, each, say, fields) for key, each in value.items()}
    if "term" in out and "means" in out and out["term"] != value["term"]:
        # A rule that is still English is read with the same glossary.
        out["also"] = [*out.get("also", ()), value["term"]]
    return out


def _field(key: str, value: Any, say: Say, fields: frozenset[str]) -> Any:
    if key in ("club", "chat", "talk"):
        return value
    if key in fields:
        if isinstance(value, str):
            return say(value)
        if isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
            return {name: say(each) for name, each in value.items()}
        if isinstance(value, list) and key not in ("also", "choices") and all(isinstance(each, str) for each in value):
            return [say(each) for each in value]
    if fields is TEXTS:
        # Pairs and triples with the words last or first: a layer's legend and units, a sheet's buttons.
        if key == "acts":
            return [[say(words), option] for words, option in value]
        if key in ("legend", "units") and value and isinstance(value[0], list) and isinstance(value[0][-1], str):
            return [[*row[:-1], say(row[-1])] for row in value]
    return worded(value, say, fields)


def _spoken(send: Send, say: Say, fields: frozenset[str]) -> Send:
    async def spoken(message: Message) -> None:
        if message["type"] == "websocket.send" and message.get("text"):
            message = {**message, "text": said(message["text"].encode(), say, fields).decode()}
        await send(message)

    return spoken


def _plain_tag(pair: tuple[bytes, bytes], language: str) -> tuple[bytes, bytes]:
    """The tag of a sheet that a page holds in this language, as the sheet has it in English. What it holds in another,
    English or not, is not what it asks for."""
    name, value = pair
    if name != b"if-none-match":
        return pair
    ours = f'-{language}"'.encode()
    return name, b",".join(tag.replace(ours, b'"') for tag in value.split(b",") if tag.rstrip().endswith(ours))


def _is_json(start: Message) -> bool:
    return (b"content-type", b"application/json") in start.get("headers", ())
