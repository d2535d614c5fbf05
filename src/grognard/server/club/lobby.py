"""Lobby: open games, challenges, invitation links, and the matches that come of them."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import clock as clocks
from grognard.club import game_offers
from grognard.club.game_offers import Wanted
from grognard.club.member import Member
from grognard.club.ratings import Rating
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Word
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.club.authentication import asker_of, member_of, sign_in_first, the_member
from grognard.server.club.club_service import club_of
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.club.player_names import BOT, name_of
from grognard.server.http import credentials, request_parsing
from grognard.server.http.errors import ApiError, malformed, unknown
from grognard.server.http.json_responses import as_json
from grognard.server.http.rate_limits import Quotas
from grognard.server.matches.installed_games import find_game, title_of
from grognard.server.matches.live_match import LiveMatch
from grognard.server.workers.bot_players import bot_names
from grognard.store.engine import Also, digest_of
from grognard.store.interface import NOBODY, StoreError
from grognard.store.lobby import (
    DECLINED,
    JOINING,
    NEWBORN,
    OPEN,
    OVER,
    SEATING,
    WITHDRAWN,
    ClubMatch,
    FullError,
    Offer,
    Waiting,
    joined,
    seated,
)
from grognard.store.match_rows import holder_of

NO_MEMBER = "-"
"""An id that nobody has."""
MOST_OPEN = 20
"""Tables that one member may have open."""
MOST_MATCHES = 300
"""Open matches of one member."""
MOST_OF_GUEST, MOST_OF_GUESTS = 3, 60
"""Tables that one guest may have open, and all of them together: guests can pretend to be others."""


def routes() -> list[Route]:
    """The calls of this module."""
    one = "/api/lobby/{table}"
    return [
        Route("/api/lobby", _lobby, methods=["GET"]),
        Route("/api/lobby", _open, methods=["POST"]),
        Route("/api/lobby/code", _by_code, methods=["POST"]),
        Route(f"{one}/join", _join, methods=["POST"]),
        Route(f"{one}/accept", _accept, methods=["POST"]),
        Route(f"{one}/decline", _decline, methods=["POST"]),
        Route(f"{one}/withdraw", _withdraw, methods=["POST"]),
    ]


def lifecycle_of(request: Request) -> MatchLifecycle:
    """The club's desk."""
    club_of(request)
    lifecycle: MatchLifecycle = request.app.state.lifecycle
    return lifecycle


class Who:
    """A player for a seat: a member, or a guest where the club has them."""

    def __init__(self, member: Member | None, holder: str, cookie: str = "") -> None:
        self.member = member
        self.id = member.id if member else ""
        self.key = member.key if member else holder
        """What their seat is made of."""
        self.cookie = cookie
        """A guest's key, which that was made of."""


async def who_plays(request: Request, scope: str = "challenge") -> Who:
    """A member (or a program with their token for this), or a guest of a club that lets guests play."""
    if asker_of(request) is not None:
        return Who(await the_member(request, scope), "")
    if not club_of(request).config.house.guests_play or not credentials.is_page(request):
        raise sign_in_first()
    cookie = credentials.credentials(request).key or credentials.new_key()
    return Who(None, holder_of(cookie), cookie)


async def _lobby(request: Request) -> Response:
    lifecycle, member = lifecycle_of(request), await member_of(request)
    if member is None and not lifecycle.club.config.house.guests_watch:
        raise sign_in_first()
    own = member.id if member else ""
    offers, mine, ratings, apart = await lifecycle.club.run(_read, lifecycle, own)
    live = await lifecycle.live()
    people = await lifecycle.people(
        [who for offer in offers for who in (offer.by, offer.to)]
        + [who for waiting in (*mine, *live) for who in waiting.row.seats.values()]
    )
    shown = [
        (offer, _table(offer, people, ratings.get((offer.by, offer.game)))) for offer in offers if offer.by not in apart
    ]
    return as_json(
        {
            "tables": [table for offer, table in shown if not offer.to],
            "challenges": [table for offer, table in shown if offer.to],
            "mine": sorted((_mine(own, waiting, people, lifecycle) for waiting in mine), key=_urgency),
            "live": [_live(waiting, people) for waiting in live if own not in waiting.row.seats.values() or not own],
        }
    )


Read = tuple[list[Offer], list[Waiting], dict[tuple[str, str], Rating], set[str]]


def _read(lifecycle: MatchLifecycle, member: str) -> Read:
    """Offers, matches, ratings and blocks for a member's lobby: all in one turn of a thread, because each turn waits
    behind those of all others."""
    offers = lifecycle.lobby.offers(member)
    ratings = lifecycle.results.ratings(list({offer.by for offer in offers if offer.by}))
    if not member:
        return offers, [], ratings, set()
    return offers, lifecycle.lobby.matches_of(member), ratings, lifecycle.chat.blocked_by(member)


async def warm_up(lifecycle: MatchLifecycle) -> None:
    """Read what the lobby reads once, for nobody: else the first visitor waits until each query has been compiled."""
    with contextlib.suppress(StoreError):  # whoever comes is told
        await lifecycle.club.run(_read, lifecycle, NO_MEMBER)
        await lifecycle.club.run(lifecycle.lobby.live, 1)
        await lifecycle.club.run(lifecycle.club.people.by_ids, [NO_MEMBER])
        await lifecycle.club.run(lifecycle.club.people.session, NO_MEMBER, lifecycle.club.oldest)


def _table(offer: Offer, people: dict[str, Member | None], rating: Any) -> dict[str, Any]:
    by = {"name": name_of(offer.by, people.get(offer.by)), "kind": getattr(people.get(offer.by), "kind", "guest")}
    return {
        "id": offer.id,
        "game": offer.game,
        "scenario": offer.scenario,
        "options": offer.options,
        "by": by | rated(rating),
        "side": offer.side or "lot",
        "rated": offer.rated,
        "pace": offer.pace,
        "between": [offer.low, offer.high] if offer.high else None,
        "to": name_of(offer.to, people.get(offer.to)) if offer.to else None,
        "private": bool(offer.digest),
        "both": offer.both,
        "match": offer.match or None,
        "made": offer.made,
    }  # fmt: skip


def rated(rating: Rating | None) -> dict[str, Any]:
    """A rating, for pages."""
    known = rating or Rating()
    return {"rating": round(known.value), "provisional": known.provisional}


def _mine(own: str, waiting: Waiting, people: dict[str, Member | None], lifecycle: MatchLifecycle) -> dict[str, Any]:
    row = waiting.row
    held = [side for side, who in row.seats.items() if who == own]
    other = next((who for side, who in row.seats.items() if side not in held), own)
    waits = "over" if row.status == OVER else "me" if waiting.decides in held else "them"
    out = None
    if row.clock is not None and row.status == OPEN and row.clock.side is not None:
        out = clocks.runs_out_at(row.pace, row.clock, lifecycle.down)
    return {
        "match": row.match,
        "game": row.game,
        "title": title_of(row.game),
        "scenario": row.scenario,
        "opponent": name_of(other, people.get(other)),
        "side": held[0],
        "waits": waits,
        "since": row.since or row.made,
        "turn": waiting.turn,
        "clock": {"outAt": out, "pace": row.pace} if row.clock is not None else None,
        "rated": row.rated,
        "draw": bool(row.proposes_draw and row.proposes_draw not in held),
        "winner": row.winner or None if row.status == OVER else None,
        "how": row.how or None,
    }


def _urgency(shown: dict[str, Any]) -> tuple[int, float]:
    """Sort key: matches that wait for one's move first, the longest waiting on top."""
    order = {"me": 0, "them": 1, "over": 2}[shown["waits"]]
    return order, -shown["since"] if shown["waits"] == "over" else shown["since"]


def _live(waiting: Waiting, people: dict[str, Member | None]) -> dict[str, Any]:
    row = waiting.row
    names = {side: name_of(who, people.get(who)) for side, who in sorted(row.seats.items())}
    return {
        "match": row.match, "game": row.game, "title": title_of(row.game), "turn": waiting.turn, "names": names,
        "rated": row.rated,
    }  # fmt: skip


async def _open(request: Request) -> Response:
    """Put a table up, challenge somebody, or begin against one of the programs."""
    lifecycle = lifecycle_of(request)
    wanted = await request_parsing.read(request, Wanted)
    who = await who_plays(request)
    game = find_game(wanted.game)
    try:
        wanted = game_offers.check(wanted, game)
    except Refused as refused:
        raise malformed(str(refused)) from None
    if wanted.rated and who.member is None:
        raise ApiError(403, "enter", "Sign in to play rated matches.")
    if wanted.bot and wanted.bot not in bot_names(game):
        raise malformed(f"There is no program {wanted.bot[:40]!r} for {game.title}: {', '.join(bot_names(game))}.")
    to = await _challenged(lifecycle, who, wanted.to) if wanted.to is not None else None
    code = credentials.new_token() if wanted.private else ""
    low, high = wanted.between or (0.0, 0.0)
    offer = Offer(
        id=secrets.token_hex(6), by=who.id, key="" if who.id else who.key, game=wanted.game, scenario=wanted.scenario,
        options=wanted.options, side="" if wanted.side == "lot" else wanted.side, rated=wanted.rated, pace=wanted.pace,
        low=low, high=high, to=to.id if to else "", digest=digest_of(code) if code else "", both=wanted.both,
        made=time.time(), watch=wanted.watch,
    )  # fmt: skip
    if wanted.bot:
        makers = await _check_room(request, lifecycle, who)
        request.app.state.quotas.check_programs(request)
        begun = await make(lifecycle, offer, who, None, wanted.bot, makers, begins=who.id)
        return _seated(request, who, {"matches": begun})
    await put_up(lifecycle, offer, who)
    return _seated(request, who, {"id": offer.id, **({"link": f"/#join={code}", "code": code} if code else {})})


def terms_of(offer: Offer) -> str:
    """Terms of a challenge, to be known before it is accepted: scenario, side, pace, and what is at
    stake."""
    game = find_game(offer.game)
    scenario = next(each.name for each in game.scenarios if each.id == offer.scenario)
    side = next((each.name for each in game.sides if each.id != offer.side), "")
    drawn = "sides are drawn by lot" if not offer.side else f"you play {side}"
    return ", ".join(
        [
            *([scenario] if len(game.scenarios) > 1 else []),
            "two matches, one with each side" if offer.both else drawn,
            clocks.in_words(offer.pace),
            "rated" if offer.rated else "not rated",
        ]
    )


async def _challenged(lifecycle: MatchLifecycle, who: Who, name: str) -> Member:
    found = await lifecycle.club.run(lifecycle.club.people.named, name)
    if found is None or found.gone:
        raise unknown(f"There is no member named {name[:40]!r}.")
    if found.id == who.id:
        raise malformed("You cannot challenge yourself.")
    await check_apart(lifecycle, who.id, found.id)
    return found


async def check_apart(lifecycle: MatchLifecycle, one: str, other: str) -> None:
    """Refuse where one of two members has blocked the other."""
    apart: bool = await lifecycle.club.run(lifecycle.chat.apart, one, other)
    if apart:
        raise ApiError(403, "blocked", "One of you has blocked the other, so you cannot play each other.")


async def put_up(lifecycle: MatchLifecycle, offer: Offer, who: Who) -> bool:
    """Put a table up, where whoever opens it may have one more; False where it is up already. Whoever is challenged
    is told of it."""
    told = []
    if offer.to:
        name, game = who.member.name if who.member else "a guest", title_of(offer.game)
        told = lifecycle.notify(offer.to, "challenge", "", game=game, opponent=name, terms=terms_of(offer))
    most = MOST_OPEN if offer.by else MOST_OF_GUEST
    try:
        is_new: bool = await lifecycle.club.run(lifecycle.lobby.offer, offer, most, MOST_OF_GUESTS, told)
    except FullError as full:
        if not full.args[0]:
            text = "Guests have as many tables open as the club takes; join one of them."
        elif offer.by:
            text = f"You have {MOST_OPEN} tables open; withdraw one first."
        else:
            text = f"A guest has at most {MOST_OF_GUEST} tables open; withdraw one first."
        raise ApiError(409, "full", text) from None
    for tell in lifecycle.offered if is_new and offer.to else ():
        tell(offer.to, offer)
    return is_new


def full_up() -> ApiError:
    """A member has as many open matches as may be."""
    return ApiError(409, "full", f"You have {MOST_MATCHES} open matches; finish one first.")


async def _check_room(request: Request, lifecycle: MatchLifecycle, who: Who) -> dict[str, int]:
    """Check that a player may join one more match; the owners for whom it counts."""
    if who.id and await lifecycle.club.run(lifecycle.lobby.open_of, who.id) >= MOST_MATCHES:
        raise full_up()
    quotas: Quotas = request.app.state.quotas
    return await quotas.check_open(quotas.owners(request, who.key))


async def _by_code(request: Request) -> Response:
    """The table behind a link, for who has it."""
    lifecycle = lifecycle_of(request)
    offer = await lifecycle.club.run(
        lifecycle.lobby.offer_of, digest=digest_of((await request_parsing.read(request, _Code)).code)
    )
    if offer is None or offer.status != OPEN:
        raise unknown("This link is not valid or no longer valid.")
    people = await lifecycle.people([offer.by, offer.to])
    rating = await lifecycle.club.run(lifecycle.results.rating, offer.by, offer.game)
    return as_json(_table(offer, people, rating))


class _Code(msgspec.Struct):
    """A link's code."""

    code: Word = ""


async def _join(request: Request) -> Response:
    """Sit down at a table: anybody at a listed one, who has the link at a private one."""
    lifecycle = lifecycle_of(request)
    wanted = await request_parsing.read(request, _Code)
    offer = await _offer_in(request, lifecycle)
    if offer.to:
        raise ApiError(403, "wrong-seat", "This game is reserved for another player.")
    if offer.digest and not credentials.same(digest_of(wanted.code), offer.digest):
        raise unknown("This game is no longer open.")
    return await _sit_down(request, lifecycle, offer, await who_plays(request))


async def _accept(request: Request) -> Response:
    """Take up a challenge."""
    lifecycle = lifecycle_of(request)
    offer = await _offer_in(request, lifecycle)
    who = await who_plays(request)
    if not offer.to or offer.to != who.id:
        raise unknown("There is no such challenge.")
    return await _sit_down(request, lifecycle, offer, who)


async def _decline(request: Request) -> Response:
    lifecycle = lifecycle_of(request)
    offer = await _offer_in(request, lifecycle)
    member = await the_member(request, "challenge")
    if offer.to != member.id:
        raise unknown("There is no such challenge.")
    told = lifecycle.notify(offer.by, "declined", "", game=title_of(offer.game), opponent=member.name)
    await lifecycle.club.run(lifecycle.lobby.settle, offer.id, DECLINED, OPEN, told)
    return as_json({})


async def _withdraw(request: Request) -> Response:
    lifecycle = lifecycle_of(request)
    offer = await _offer_in(request, lifecycle)
    who = await who_plays(request)
    if offer.by != who.id or (not who.id and not credentials.same(offer.key, who.key)):
        raise ApiError(403, "wrong-seat", "Only the player who opened this game can do that.")
    await lifecycle.club.run(lifecycle.lobby.settle, offer.id, WITHDRAWN)
    return as_json({})


async def _offer_in(request: Request, lifecycle: MatchLifecycle) -> Offer:
    offer = await lifecycle.club.run(lifecycle.lobby.offer_of, request.path_params["table"])
    if offer is None:
        raise unknown("This game is no longer open.")
    return offer


async def _sit_down(request: Request, lifecycle: MatchLifecycle, offer: Offer, who: Who) -> Response:
    if offer.status != OPEN:
        raise ApiError(409, "full", "This game is no longer open: someone else joined, or it was withdrawn.")
    if offer.by == who.id and (who.id or credentials.same(offer.key, who.key)):
        raise ApiError(409, "illegal", "This is your own game: someone else must join it.")
    if offer.rated and who.member is None:
        raise ApiError(403, "enter", "Sign in to play rated matches.")
    await check_apart(lifecycle, who.id, offer.by)
    if offer.match:
        for sits in (await lifecycle.the_row(offer.match)).seats.values():
            await check_apart(lifecycle, who.id, sits)
    if offer.high and not game_offers.fits(
        (offer.low, offer.high), await lifecycle.club.run(lifecycle.results.rating, who.id, offer.game)
    ):
        raise ApiError(403, "range", f"This game is for players rated between {offer.low:g} and {offer.high:g}.")
    by = await lifecycle.club.run(lifecycle.club.people.member, offer.by) if offer.by else None
    if offer.by and (by is None or by.gone):
        raise ApiError(409, "full", "The player who opened this game has left the club.")
    makers = await _check_room(request, lifecycle, who)
    if not await lifecycle.club.run(lifecycle.lobby.settle, offer.id, JOINING):
        raise ApiError(409, "full", "This game is no longer open: someone else joined, or it was withdrawn.")
    joiner = who.member.name if who.member else "a guest"

    def follows(made: list[str]) -> list[Also]:
        kind = "accepted" if offer.to else "joined"
        notice = lifecycle.club.notice(offer.by, kind, made[0], game=title_of(offer.game), opponent=joiner)
        return [*([] if offer.match else [joined(offer.id, made[0])]), *([notice] if offer.by else [])]

    try:
        if offer.match:
            made = [await take_over(lifecycle, offer, who, follows([offer.match]))]
        else:
            made = await make(lifecycle, offer, Who(by, offer.key), who, makers=makers, follows=follows, begins=who.id)
    except BaseException:
        await lifecycle.club.run(lifecycle.lobby.reopen, offer.id)
        raise
    return _seated(request, who, {"matches": made})


def _seated(request: Request, who: Who, answer: dict[str, Any]) -> Response:
    made = as_json(answer)
    if who.member is None:
        credentials.give_key(request, made, who.cookie)
    return made


async def make(
    lifecycle: MatchLifecycle,
    offer: Offer,
    by: Who,
    joined: Who | None,
    bot: str = "",
    makers: Mapping[str, int] = NOBODY,
    follows: Callable[[list[str]], Sequence[Also]] = lambda made: (),
    begins: str = "",
) -> list[str]:
    """The matches of a table that both have sat down at: one, or one with each side. They count for the `makers`, and
    the member who `begins` them has no more than may be.

    The club knows all of them or none, and what `follows` from them is written with them.
    """
    game = find_game(offer.game)
    one, two = (side.id for side in game.sides)
    mine = offer.side or secrets.choice((one, two))
    made = [await _new_match(lifecycle, offer, mine, by, joined, bot, makers)]
    if offer.both:
        made.append(await _new_match(lifecycle, offer, two if mine == one else one, by, joined, bot, makers))
        idents = [live.id for live, _ in made]
        made = [(live, msgspec.structs.replace(row, pair=idents[1 - n])) for n, (live, row) in enumerate(made)]
    idents = [live.id for live, _ in made]
    try:
        await lifecycle.begin(made, follows(idents), begins, MOST_MATCHES)
    except FullError:
        raise full_up() from None
    return idents


async def _new_match(
    lifecycle: MatchLifecycle, offer: Offer, mine: str, by: Who, joined: Who | None, bot: str, makers: Mapping[str, int]
) -> tuple[LiveMatch, ClubMatch]:
    game = find_game(offer.game)
    kinds = {side.id: HUMAN if side.id == mine or not bot else bot for side in game.sides}
    keys = {side.id: by.key if side.id == mine else joined.key if joined else "" for side in game.sides}
    sitters = {side.id: by.id if side.id == mine else joined.id if joined else BOT + bot for side in game.sides}
    try:
        match = Match.new(game, offer.scenario, offer.options, kinds)
    except Refused as refused:
        raise malformed(str(refused)) from None
    live = await lifecycle.registry.add(match, key=keys, makers={**makers, NEWBORN: 0})
    row = ClubMatch(
        match=live.id, game=game.id, scenario=match.header.scenario, options=match.header.options, rated=offer.rated,
        watch=offer.watch, pace=offer.pace, clock=clocks.start(offer.pace, len(game.sides)), made=time.time(),
        seats=sitters,
    )  # fmt: skip
    return live, row


async def take_over(lifecycle: MatchLifecycle, offer: Offer, who: Who, also: Sequence[Also]) -> str:
    """Sit down where somebody left: the match goes on, for no rating any more."""
    live = await lifecycle.registry.match(offer.match)
    async with live.lock:
        if live.over:
            raise ApiError(409, "over", "The match is over.")
        row = await lifecycle.the_row(offer.match)
        given_up = row.seats[offer.side] == offer.by
        if not given_up and not (row.asks == offer.side and lifecycle.may_forfeit(row, time.time())):
            await lifecycle.club.run(lifecycle.lobby.settle, offer.id, WITHDRAWN, JOINING)
            raise ApiError(409, "full", "The player of this seat has come back.")

        async def follows(row: ClubMatch) -> list[Also]:
            key = "" if who.id else who.key
            return [seated(offer.match, offer.side, who.id), joined(offer.id, offer.match, SEATING, key), *also]

        await lifecycle.change(offer.match, lambda row: {"rated": False}, follows)
    await lifecycle.seat(offer.id)
    await lifecycle.show(offer.match)
    return offer.match
