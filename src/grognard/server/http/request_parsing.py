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
from grognard.kernel.ids import Space, Unit
from grognard.kernel.orders import MOST_UNITS, Order
from grognard.kernel.text_limits import Line, Word
from grognard.match.order_execution import Wanted
from grognard.match.save import LARGEST
from grognard.server.http.errors import ApiError, malformed

LONGEST_BODY = 256 * 1024
BODY_SECONDS = DEADLINES["body"].seconds
WHOLE = "grognard.whole"
"""In a request's scope: all of its body has come."""
MOST_OPTIONS = 1000
_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+) - at `(?:key in )?\$\.?(.*)`")
_NUL = b"\\u0000"
OptionList = list[Word | int]

_T = TypeVar("_T", bound=msgspec.Struct)


class NewMatch(msgspec.Struct):
    """`POST /api/matches`."""

    game: Word
    scenario: Word = ""
    options: dict[Word, Word] = {}
    seats: dict[Word, Word] = {}
    seed: int | Word | None = None
    commitment: Word = ""
    """From `POST /api/dice`: the secret behind the dice, committed to before the players' numbers were known."""
    shares: dict[Word, Word] = {}
    """Side id to the number that its player adds to the dice."""
    position: dict[Word, Any] | None = None
    """Changes by the sandbox, to start from a position by hand."""
    estimate: bool = False
    """Whether players may see an estimate of who is winning, also between people."""
    invite: list[Word] = []
    """People's seats that are nobody's until somebody takes them by an invitation."""


class Position(msgspec.Struct):
    """`POST /api/games/G/position`."""

    scenario: Word = ""
    options: dict[Word, Word] = {}
    change: dict[Word, Any] = {}


class Learn(msgspec.Struct):
    """`POST /api/games/G/learn`."""

    step: int = 0
    lesson: int = 0
    """Which of the game's lessons; the first is 0."""


class Puzzle(msgspec.Struct):
    """`POST /api/games/G/puzzle`."""

    puzzle: int = 0
    """Which of the game's puzzles; the first is 0."""


class Sit(msgspec.Struct):
    """`POST /api/matches/M/sit`."""

    code: Word = ""
    tokens: list[Word] = []
    shares: dict[Word, Word] = {}


class Invite(msgspec.Struct):
    """`POST /api/matches/M/invite`."""

    seat: Word = ""
    anew: bool = False
    """A code that may be out is void, and there is another."""
    device: bool = False
    """For another device of the same player, who keeps the seat at this one."""


class Code(msgspec.Struct):
    """`POST /api/sit`."""

    code: Word


class Picture(msgspec.Struct):
    """`POST /api/qr`."""

    text: Line


class Decide(msgspec.Struct):
    """`POST /api/matches/M/decide`. `seat` is a side, and may be absent where only one is held."""

    stamp: Word
    seat: Word = ""
    option: OptionList | None = None
    options: list[OptionList] | None = None
    since: int = 0

    def chosen(self) -> list[Option]:
        """The options, one or several."""
        if (self.option is None) == (self.options is None):
            raise malformed("Send either `option` or `options`.")
        given = [self.option] if self.option is not None else self.options or []
        if not 1 <= len(given) <= MOST_OPTIONS:
            raise malformed(f"Send between 1 and {MOST_OPTIONS} options.")
        return [as_option(values) for values in given]


class GiveOrder(msgspec.Struct):
    """`POST /api/matches/M/order`: `units` with a `goal`, or `options` (the first one `times` times), or `resolve`.

    With `press` options are taken over dice, as long as the same is asked.
    """

    stamp: Word
    seat: Word = ""
    units: list[Unit] = []
    goal: Space | None = None
    look: Word = ""
    verb: Word = ""
    options: list[OptionList] = []
    times: int = 1
    resolve: Word = ""
    press: bool = False
    since: int = 0

    def wanted(self) -> Wanted:
        """The order that a request asks for, within bounds."""
        if sum([bool(self.units), bool(self.options), bool(self.resolve)]) != 1:
            raise malformed("Send `units`, `options` or `resolve`.")
        if len(self.units) > MOST_UNITS or not 1 <= self.times <= MOST_OPTIONS or len(self.options) > MOST_OPTIONS:
            raise malformed(f"An order is for at most {MOST_UNITS} units or {MOST_OPTIONS} options.")
        if self.units:
            return Wanted(Order(tuple(dict.fromkeys(self.units)), self.goal, self.look, self.verb))
        options = [as_option(values) for values in self.options]
        return Wanted(options=tuple(options[:1] * (self.times - 1) + options), resolve=self.resolve, press=self.press)


class Stand(msgspec.Struct):
    """`PUT /api/matches/M/standing/ORDER`."""

    choice: Word
    seat: Word = ""
    units: list[Unit] = []
    turn: bool = False
    """For the present turn only."""


class Undo(msgspec.Struct):
    """`POST /api/matches/M/undo`."""

    stamp: Word
    seat: Word = ""
    since: int = 0


class OpenBranch(msgspec.Struct):
    """`POST /api/replays/M/branch`."""

    at: int


class Branch(msgspec.Struct):
    """`POST /api/matches/M/branch`."""

    at: int
    seat: Word = ""


def as_option(values: OptionList) -> Option:
    """An option as the kernel has it."""
    if not values or not isinstance(values[0], str):
        raise malformed("An option is a list that begins with a verb.")
    return tuple(values)


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
