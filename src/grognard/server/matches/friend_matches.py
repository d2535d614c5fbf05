"""A match with a friend by link: names, a line of chat, a take-back by consent, a rematch, and who may look on.

A match that is in a club's records has all of this from the club, with members; here nobody needs an account. What the
players say to each other and agree on lies in the match's header, so that it is stored, and heard of by other
processes, as seats are. A page is sent it as `{"club": facts}`, in the club's own shape.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.flow import Refused
from grognard.kernel.ids import Side
from grognard.kernel.text_limits import Line, Name, Word
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.http import credentials, request_parsing
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json, encode, raw
from grognard.server.http.request_parsing import number_in
from grognard.server.http.user_text import plain, plain_name
from grognard.server.matches.live_match import LESSON, LiveMatch
from grognard.server.matches.requested_match import registry_of, requested_match
from grognard.server.matches.subscriptions import Subscriber
from grognard.store.match_rows import holder_of

MOST_LINES, MOST_BYTES = 200, 40_000
"""Lines of chat that a match keeps, and bytes in all of them: they are stored anew with each. The oldest make room."""
LONGEST_LINE, LONGEST_NAME = 1000, 40
PLAYERS = "players"
"""The room in which players talk: watchers have none here."""
SECRET_KINDS = (LESSON, "puzzle-")


class Said(msgspec.Struct):
    """One line of chat."""

    n: int
    side: str
    at: float
    text: str


class TakeBack(msgspec.Struct):
    """A side asks to take back its last decision; it lapses when that side decides again.

    Were it to lapse when the other decides, one could count what the other decides in secret.
    """

    side: str
    count: int
    """The decisions of this side, when it asked."""


class TurnEmails(msgspec.Struct):
    """An address that is told of the moves of a seat, for this match alone."""

    email: str
    code: str
    """In the links of the emails: by it the address is confirmed, and given up again."""
    asked: list[float]
    """When it was asked, the last day's times."""
    confirmed: bool = False
    told: list[float] = []
    """When it was told of a move, the last day's times."""
    last_at: int = -1
    """After how many decisions it was told last."""
    sent: bool = True
    """Whether the mail server has the question whether the address is right."""


class Between(msgspec.Struct, omit_defaults=True):
    """Names, talk and proposals of the players of a match."""

    names: dict[str, str] = {}
    lines: list[Said] = []
    take_back: TakeBack | None = None
    rematch: str = ""
    """The side that offers one."""
    again: str = ""
    """The match that came of it."""
    emails: dict[str, TurnEmails] = {}


class Named(msgspec.Struct):
    """`POST …/name`."""

    name: Name
    seat: Word = ""


class Say(msgspec.Struct):
    """`POST …/chat`."""

    text: Line
    room: Word = PLAYERS
    seat: Word = ""


class Act(msgspec.Struct):
    """`POST …/takeback` and `…/rematch`."""

    seat: Word = ""
    act: Word = ""


def routes(one: str) -> list[Route]:
    """The calls that are the same at home and in a club; `one` is the address of a match."""
    return [
        Route(f"{one}/name", _name, methods=["POST"]),
        Route(f"{one}/takeback", _take_back, methods=["POST"]),
    ]


def home_routes(one: str) -> list[Route]:
    """The calls that a club has for its own matches too, and passes on for others."""
    return [
        Route(f"{one}/club", show_facts, methods=["GET"]),
        Route(f"{one}/watch", watch, methods=["GET"]),
        Route(f"{one}/chat", read_lines, methods=["GET"]),
        Route(f"{one}/chat", say, methods=["POST"]),
        Route(f"{one}/rematch", rematch, methods=["POST"]),
    ]


def between_of(live: LiveMatch) -> Between:
    """Names, talk and proposals, as they are kept."""
    return msgspec.convert(live.match.header.between, Between)


async def put(live: LiveMatch, between: Between) -> None:
    """Keep it, and tell the pages; the lock is held."""
    await live.put_between(msgspec.to_builtins(between))


def sides_apart(live: LiveMatch) -> list[str]:
    """The people's seats of a match in which somebody else may sit elsewhere; none where a program has the other."""
    people = [side for side, kind in live.match.header.seats.items() if kind == HUMAN]
    return people if len(people) > 1 else []


def is_between_friends(live: LiveMatch, held: list[Side]) -> bool:
    """Whether somebody who holds these seats plays against somebody elsewhere."""
    people = sides_apart(live)
    return bool(people) and len(held) < len(people) and not any(live.is_open(side) for side in people)


def check_watchable(live: LiveMatch) -> None:
    """Refuse spectators of what somebody learns alone."""
    if live.id.startswith(SECRET_KINDS):
        raise ApiError(403, "secret", "A lesson is for the one who takes it.")


def facts(live: LiveMatch, held: list[Side], emails: bool) -> dict[str, Any]:
    """`GET …/club` of a match that is in no club's records. `emails`: whether this server sends any."""
    between, match = between_of(live), live.match
    asked = between.take_back
    standing = asked is not None and _stands(live, asked) and not live.over
    kinds = match.header.seats
    return {
        "seats": {
            side: {
                "name": between.names.get(side, "") if kind == HUMAN else kind,
                "kind": "guest" if kind == HUMAN else "bot",
                "rating": None,
                "provisional": True,
            }
            for side, kind in kinds.items()
        },
        "rated": False,
        "watch": True,
        "spectators": sum(subscriber.side is None for subscriber in live.subscribers),
        "pace": {"kind": "none"},
        "clock": None,
        "draw": None,
        "void": None,
        "paused": None,
        "pair": None,
        "again": between.again or None,
        "turn": match.state.turn,
        "result": {"winner": None, "how": "rules", "text": ""} if live.over else None,
        "friends": {
            "apart": is_between_friends(live, held),
            "takeBack": asked.side if asked is not None and standing else None,
            "rematch": between.rematch or None,
            "lines": between.lines[-1].n if between.lines else 0,
            "emails": emails,
        },
    }


def _decisions_of(live: LiveMatch, side: str) -> int:
    index = live.match.game.side_index(side)
    return sum(played.side == index for played in live.match.played)


def _stands(live: LiveMatch, asked: TakeBack) -> bool:
    return asked.count == _decisions_of(live, asked.side)


def news_for(live: LiveMatch, subscriber: Subscriber, emails: bool) -> None:
    """Have a page told what is new between the players, if anything is."""
    if live.of_club or not sides_apart(live):
        return
    shown = subscriber.shown
    held = live.held(shown) if shown is not None else []
    if shown is not None and shown.by_token(live.tokens):
        return  # a program: it is sent tables alone, as before there was any of this
    if subscriber.side is None or is_between_friends(live, held):
        subscriber.say_once("club", encode({"club": facts(live, held, emails)}))


def sends_email(request: Request) -> bool:
    """Whether this server has a mail server to send emails by."""
    return registry_of(request).send_email is not None


async def show_facts(request: Request) -> Response:
    """Names, proposals and what came of them."""
    live = await requested_match(request)
    held = live.held(credentials.credentials(request))
    if not held:
        check_watchable(live)
    return as_json(facts(live, held, sends_email(request)))


async def watch(request: Request) -> Response:
    """The table as both sides see it."""
    live = await requested_match(request)
    check_watchable(live)
    async with live.lock:
        return raw(live.table(None).body(number_in(request, "since") or 0))


def side_in(request: Request, live: LiveMatch, seat: str) -> str:
    """The id of the side for which somebody asks."""
    return live.match.game.sides[live.seat_of(credentials.credentials(request), seat)].id


def check_apart(request: Request, live: LiveMatch) -> None:
    """Refuse what needs somebody elsewhere."""
    if live.of_club or not is_between_friends(live, live.held(credentials.credentials(request))):
        raise ApiError(409, "illegal", "Nobody sits at the other side of this match in another browser.")


async def _name(request: Request) -> Response:
    """Say under which name one is shown at this match."""
    wanted = await request_parsing.read(request, Named)
    name = plain_name(wanted.name, LONGEST_NAME)
    live = await requested_match(request)
    async with live.lock:
        side = side_in(request, live, wanted.seat)
        if live.of_club:
            raise ApiError(409, "illegal", "In a match of the club you have the name of your account.")
        between = between_of(live)
        between.names = {**between.names, side: name}
        await put(live, between)
        return as_json(facts(live, live.held(credentials.credentials(request)), sends_email(request)))


async def read_lines(request: Request) -> Response:
    """The chat, for the players alone; once the match is over for everybody."""
    live = await requested_match(request)
    held = live.held(credentials.credentials(request))
    room = request.query_params.get("room", PLAYERS)
    _check_room(room, bool(held) or live.over)
    between, after = between_of(live), number_in(request, "after") or 0
    search = request.query_params.get("search", "").casefold()
    return as_json(
        [_shown(between, line) for line in between.lines if line.n > after and search in line.text.casefold()]
    )


def _check_room(room: str, inside: bool) -> None:
    if room != PLAYERS:
        raise ApiError(403, "secret", "Only the players talk at this match.")
    if not inside:
        raise ApiError(403, "secret", "What the players say to each other is theirs until the match is over.")


def _shown(between: Between, line: Said) -> dict[str, Any]:
    return {"n": line.n, "by": between.names.get(line.side, ""), "side": line.side, "at": line.at, "text": line.text}


async def say(request: Request) -> Response:
    """Say something to the other player."""
    wanted = await request_parsing.read(request, Say)
    live = await requested_match(request)
    held = live.held(credentials.credentials(request))
    _check_room(wanted.room, bool(held))
    text = plain(wanted.text, LONGEST_LINE)
    async with live.lock:
        side = side_in(request, live, wanted.seat)
        check_apart(request, live)
        between = between_of(live)
        line = Said(between.lines[-1].n + 1 if between.lines else 1, side, time.time(), text)
        between.lines = _newest([*between.lines, line])
        await put(live, between)
    return as_json(_shown(between, line))


def _newest(lines: list[Said]) -> list[Said]:
    kept: list[Said] = []
    room = MOST_BYTES
    for line in reversed(lines[-MOST_LINES:]):
        room -= len(line.text.encode())
        if room < 0:
            break
        kept.append(line)
    return kept[::-1]


async def _take_back(request: Request) -> Response:
    """Ask to take back one's last decision, or answer the other who asks."""
    wanted = await request_parsing.read(request, Act)
    if wanted.act not in ("ask", "grant", "decline"):
        raise malformed("Say whether you ask, grant or decline.")
    live = await requested_match(request)
    async with live.lock:
        await live.catch_up()
        side = side_in(request, live, wanted.seat)
        check_apart(request, live)
        if live.over:
            raise ApiError(409, "over", "The match is over.")
        between = between_of(live)
        asked = between.take_back
        open_now = asked is not None and _stands(live, asked)
        if wanted.act == "ask":
            if live.match.last_choice(live.match.game.side_index(side)) is None:
                raise ApiError(409, "illegal", "There is no decision of yours that could be taken back.")
            between.take_back = TakeBack(side, _decisions_of(live, side))
            await put(live, between)
        elif asked is None or not open_now or (asked.side == side and wanted.act == "grant"):
            raise ApiError(409, "stale", "The other side does not ask to take anything back any more.")
        else:
            between.take_back = None
            if wanted.act == "grant":
                await live.take_back(live.match.game.side_index(asked.side), msgspec.to_builtins(between))
            else:
                await put(live, between)
        held = live.held(credentials.credentials(request))
        return as_json(facts(live, held, sends_email(request)))


async def rematch(request: Request) -> Response:
    """The same again with sides exchanged: the first who asks offers it, the second takes it up, both get one match."""
    wanted = await request_parsing.read(request, Act)
    live = await requested_match(request)
    async with live.lock:
        await live.catch_up()
        side = side_in(request, live, wanted.seat)
        check_apart(request, live)
        if not live.over:
            raise ApiError(409, "illegal", "The match is not over yet.")
        between = between_of(live)
        if not between.again and between.rematch in ("", side):
            between.rematch = side
            await put(live, between)
            return as_json({"matches": []})
        if not between.again:
            between.again = await _begin_again(request, live, between)
            try:
                await put(live, between)
            except ApiError:
                # Another process was quicker: its match is the one that both play.
                await registry_of(request).drop(between.again)
                raise
        new_side = next(other for other in live.match.header.seats if other != side)
        answer, given = {"matches": [between.again]}, ""
        again = await registry_of(request).match(between.again)
        if again.is_open(new_side):
            shown, page = credentials.credentials(request), credentials.is_page(request)
            key = shown.key or credentials.new_key()
            by_key = page or bool(shown.member)
            async with again.lock:
                if again.is_open(new_side):
                    tokens = await again.seat_anew([new_side], (shown.member or holder_of(key)) if by_key else None)
                    if tokens:
                        answer["tokens"] = list(tokens.values())
            if page and not shown.member:
                given = key
        made = as_json(answer)
        if given:
            credentials.give_key(request, made, given)
        return made


async def _begin_again(request: Request, live: LiveMatch, between: Between) -> str:
    """Make the match, with both seats kept for those who sat here."""
    header, game = live.match.header, live.match.game
    try:
        match = Match.new(game, header.scenario, header.options, header.seats, start=header.start)
    except Refused as refused:
        raise malformed(str(refused)) from None
    match.header.estimate = header.estimate
    first, second = (side for side in header.seats)
    names = {first: between.names.get(second, ""), second: between.names.get(first, "")}
    match.header.between = msgspec.to_builtins(Between(names={side: name for side, name in names.items() if name}))
    quotas = request.app.state.quotas
    makers: dict[str, int] = await quotas.check_open(quotas.owners(request))
    made = await registry_of(request).add(match, invited=[first, second], makers=makers)
    return made.id
