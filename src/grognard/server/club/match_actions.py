"""Clocks, resignations, draws, claims, replacements and spectators of club matches."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import clock as clocks
from grognard.club import match_endings
from grognard.club.member import UMPIRE
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Word
from grognard.server.club.authentication import keeper, member_of, sign_in_first
from grognard.server.club.lobby import Who, check_apart, lifecycle_of, make, put_up, who_plays
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.club.player_names import BOT
from grognard.server.http import credentials, request_parsing
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json, raw
from grognard.server.http.request_parsing import number_in
from grognard.server.matches import friend_matches
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.requested_match import requested_match
from grognard.server.workers.bot_players import bot_names
from grognard.store.engine import Also
from grognard.store.lobby import (
    JOINING,
    OPEN,
    OVER,
    SEATING,
    VOID,
    ClubMatch,
    Offer,
    PlayedAgainError,
    joined,
    played_again,
    seated,
    seating,
)
from grognard.store.moderation import noted

Answer = Callable[[Request], Awaitable[Response]]
VANISHED = 30 * clocks.DAY
"""Seconds without a decision after which a match without a clock can be ended by either player."""


class Act(msgspec.Struct):
    """An act at a match besides playing. `seat` may be left out by the holder of one seat."""

    seat: Word = ""
    act: Word = ""
    winner: Word | None = None
    bot: Word = ""
    open: bool = False
    days: float = 0.0


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/club", or_of_friends(_club, friend_matches.show_facts), methods=["GET"]),
        Route(f"{one}/watch", _watch, methods=["GET"]),
        Route(f"{one}/draw", _draw, methods=["POST"]),
        Route(f"{one}/claim", _claim, methods=["POST"]),
        Route(f"{one}/abandon", _abandon, methods=["POST"]),
        Route(f"{one}/adjudicate", _adjudicate, methods=["POST"]),
        Route(f"{one}/replace", _replace, methods=["POST"]),
        Route(f"{one}/rematch", or_of_friends(_rematch, friend_matches.rematch), methods=["POST"]),
        Route(f"{one}/vacation", _vacation, methods=["POST"]),
        Route(f"{one}/vacation", _back, methods=["DELETE"]),
    ]


def or_of_friends(of_club: Answer, of_friends: Answer) -> Answer:
    """The club's answer for a match in its records; for one by link, between people without accounts, the other."""

    async def answer(request: Request) -> Response:
        live = await requested_match(request)
        return await (of_club if live.of_club else of_friends)(request)

    return answer


async def watched(asked: HTTPConnection) -> LiveMatch:
    """A match that the asker may watch: one that is open to spectators, or their own."""
    lifecycle: MatchLifecycle = asked.app.state.lifecycle
    live = await lifecycle.registry.match(asked.path_params["match"])
    if live.held(credentials.credentials(asked)):
        return live
    member = await member_of(asked)
    if member is None and not lifecycle.club.config.house.guests_watch:
        raise sign_in_first()
    if not live.of_club:
        friend_matches.check_watchable(live)
        return live
    row = await lifecycle.the_row(live.id, fresh=False)
    if not row.watch and row.status == OPEN and not (member is not None and member.may(UMPIRE)):
        raise ApiError(403, "secret", "The players of this match do not allow spectators.")
    return live


async def _club(request: Request) -> Response:
    lifecycle, live = lifecycle_of(request), await watched(request)
    return as_json(await lifecycle.facts(live, await lifecycle.the_row(live.id)))


async def _watch(request: Request) -> Response:
    lifecycle_of(request)
    live = await watched(request)
    async with live.lock:
        return raw(live.table(None).body(number_in(request, "since") or 0))


async def _at_seat(request: Request) -> tuple[MatchLifecycle, LiveMatch, ClubMatch, str, Act]:
    """The match, and the side for which a player acts."""
    lifecycle, wanted = lifecycle_of(request), await request_parsing.read(request, Act)
    live = await requested_match(request)
    row = await lifecycle.the_row(live.id)
    side = live.match.game.sides[live.seat_of(credentials.credentials(request), wanted.seat)].id
    return lifecycle, live, row, side, wanted


def _check_open(live: LiveMatch, row: ClubMatch) -> None:
    if row.status == OVER or live.over:
        raise ApiError(409, "over", "The match is over.")


async def _answer(lifecycle: MatchLifecycle, live: LiveMatch) -> Response:
    return as_json(await lifecycle.facts(live, await lifecycle.the_row(live.id)))


async def _draw(request: Request) -> Response:
    lifecycle, live, row, side, wanted = await _at_seat(request)
    _check_open(live, row)
    if wanted.act not in ("offer", "accept", "decline"):
        raise malformed("Say whether you offer a draw, accept one, or decline it.")
    other = next(each for each in row.seats if each != side)
    if wanted.act == "offer" and row.seats[other].startswith(BOT):
        raise ApiError(409, "illegal", "Bots do not accept draws.")
    if wanted.act == "offer" and row.proposes_draw != other:
        if row.proposes_draw != side:
            await _propose(lifecycle, live, side, row.seats[other], "draw-offered")
        return await _answer(lifecycle, live)
    if wanted.act == "decline":
        await lifecycle.change(live.id, lambda now: {"draw": ""} if now.draw == other else None)
        await lifecycle.show(live.id)
        return await _answer(lifecycle, live)
    async with live.lock:
        # The player who offered it may have decided something else meanwhile.
        if (await lifecycle.the_row(live.id)).proposes_draw != other:
            raise ApiError(409, "stale", "The draw offer is no longer open.")
        await lifecycle.finish(live, match_endings.AGREEMENT, "")
    return await _answer(lifecycle, live)


async def _claim(request: Request) -> Response:
    """Claim a win because the other side's time has run out, after a warning."""
    lifecycle, live, row, side, _ = await _at_seat(request)
    _check_open(live, row)
    now = time.time()
    if row.clock is None or row.clock.side is None or row.asks == side:
        raise ApiError(409, "illegal", "Your opponent's clock is not running.")
    if not clocks.is_out(row.pace, row.clock, now, lifecycle.down):
        raise ApiError(409, "illegal", "Your opponent still has time.")
    if not lifecycle.may_forfeit(row, now):
        await lifecycle.warn_now(live)
        raise ApiError(409, "warned", "Your opponent has just been warned. Claim again a little later.")
    async with live.lock:
        await live.catch_up()
        asked = live.match.asked
        if asked is None or live.match.game.sides[asked.side].id != row.asks:
            raise ApiError(409, "stale", "Your opponent has just decided.")
        await lifecycle.forfeit(live, row)
    return await _answer(lifecycle, live)


async def _abandon(request: Request) -> Response:
    """End a match without a result: by consent in its first turns, or because a player without a clock has vanished."""
    lifecycle, live, row, side, wanted = await _at_seat(request)
    _check_open(live, row)
    other = next((each for each in row.seats if each != side), "")
    if wanted.act == "decline":
        await lifecycle.change(live.id, lambda now: {"draw": ""} if now.proposes_void == other else None)
        await lifecycle.show(live.id)
        return await _answer(lifecycle, live)
    if await lifecycle.is_event(live.id):
        raise ApiError(409, "illegal", "A tournament game cannot be abandoned: concede, or ask an umpire.")
    vanished = row.clock is None and time.time() - await _last_sign(lifecycle, row) > VANISHED
    if live.match.state.turn > match_endings.FIRST_TURNS and not vanished:
        text = f"A match can be abandoned in its first {match_endings.FIRST_TURNS} turns; later one concedes it."
        raise ApiError(409, "illegal", text)
    alone = vanished or not row.seats[other] or row.seats[other].startswith(BOT) or row.seats[other] == row.seats[side]
    if not alone and row.proposes_void != other:
        await _propose(lifecycle, live, VOID + side, row.seats[other], "void-proposed")
        return await _answer(lifecycle, live)
    async with live.lock:
        # The other side may have decided something else meanwhile, and the proposal be gone.
        if not alone and (await lifecycle.the_row(live.id)).proposes_void != other:
            raise ApiError(409, "stale", "The proposal is no longer open.")
        await lifecycle.finish(live, match_endings.ABANDONED, "")
    return await _answer(lifecycle, live)


async def _last_sign(lifecycle: MatchLifecycle, row: ClubMatch) -> float:
    """The time of the last decision of a match: a turn of many may take longer than a month."""
    return max(row.since, row.made, await lifecycle.club.run(lifecycle.lobby.decided_at, row.match))


async def _propose(lifecycle: MatchLifecycle, live: LiveMatch, what: str, other: str, kind: str) -> None:
    """Propose a draw, or to abandon a match, once."""

    def proposed(now: ClubMatch) -> dict[str, Any] | None:
        return None if now.status == OVER or now.draw == what else {"draw": what}

    async def told(now: ClubMatch) -> list[Also]:
        return await lifecycle.notice(now, other, kind, live)

    await lifecycle.change(live.id, proposed, told)
    await lifecycle.show(live.id)


async def _adjudicate(request: Request) -> Response:
    """An umpire, who plays no part in it, settles a match."""
    lifecycle, wanted = lifecycle_of(request), await request_parsing.read(request, Act)
    umpire = await keeper(request, UMPIRE)
    live = await requested_match(request)
    row = await lifecycle.the_row(live.id)
    _check_open(live, row)
    if umpire.id in row.seats.values():
        raise ApiError(403, "fair", "You cannot settle your own match as umpire.")
    if await lifecycle.is_rival(umpire.id, live.id):
        raise ApiError(403, "fair", "You play in this tournament: another umpire must settle its matches.")
    if wanted.winner and wanted.winner not in row.seats:
        raise malformed(f"A winner is {' or '.join(row.seats)}, or nobody.")
    async with live.lock:
        record = noted(umpire.id, "match settled", live.id, wanted.winner or "draw")
        await lifecycle.finish(live, match_endings.ADJUDICATION, wanted.winner or "", also=[record])
    return await _answer(lifecycle, live)


async def _replace(request: Request) -> Response:
    """Replace a player who has vanished or resigns the seat by another, or by a bot."""
    lifecycle, live, row, side, wanted = await _at_seat(request)
    _check_open(live, row)
    if bool(wanted.bot) == wanted.open:
        raise malformed("Choose a bot to continue, or open the seat to anyone.")
    game = live.match.game
    other = next(each for each in row.seats if each != side)
    vanished = lifecycle.may_forfeit(row, time.time()) and row.asks == other
    leaves = wanted.act == "leave"
    if not vanished and not leaves:
        raise ApiError(409, "illegal", "Your opponent has not run out of time.")
    if await lifecycle.is_event(live.id):
        raise ApiError(409, "illegal", "Nobody can take over a seat in a tournament: concede, or ask an umpire.")
    if wanted.open and not leaves and not row.seats[side] and not row.seats[other]:
        # Of two guests nobody could tell later whether the seat was left or only late.
        raise ApiError(403, "enter", "A guest cannot open another guest’s seat. Claim the win, or choose a bot.")
    if leaves and row.rated:
        raise ApiError(409, "illegal", "You cannot leave a rated match without conceding it.")
    seat = side if leaves else other
    if wanted.bot:
        if wanted.bot not in bot_names(game):
            raise malformed(f"There is no program {wanted.bot[:40]!r} for {game.title}.")
        offer = _seat_of(row, seat, BOT + wanted.bot, SEATING)

        async def follows(now: ClubMatch) -> list[Also]:
            return [seated(live.id, seat, BOT + wanted.bot), seating(offer)]

        how = {"rated": False, "asks": "", "due": 0.0}
        await lifecycle.change(live.id, lambda now: how | {"clock": _stopped(now)}, follows)
        await lifecycle.seat(offer.id)
        await lifecycle.show(live.id)
    else:
        await lifecycle.club.run(lifecycle.lobby.offer_seat, _seat_of(row, seat, row.seats[side], OPEN))
    return await _answer(lifecycle, live)


def _seat_of(row: ClubMatch, seat: str, by: str, status: str) -> Offer:
    """A seat of a match as a table, at which somebody may sit down."""
    return Offer(
        id=secrets.token_hex(6), by=by, game=row.game, scenario=row.scenario, options=row.options, side=seat,
        rated=False, pace=row.pace, match=row.match, made=time.time(), status=status,
    )  # fmt: skip


def _stopped(row: ClubMatch) -> clocks.Clock | None:
    return row.clock and clocks.hand_over(row.pace, row.clock, None, time.time())


async def _rematch(request: Request) -> Response:
    """The same again with sides exchanged: the first who asks offers it, the second takes it up."""
    lifecycle, live, row, side, _ = await _at_seat(request)
    if row.status != OVER:
        raise ApiError(409, "illegal", "The match is not over yet.")
    if row.again:
        return as_json({"matches": [row.again]})
    who = await who_plays(request)
    other = next(each for each in row.seats if each != side)
    opponent = row.seats[other]
    if opponent and not opponent.startswith(BOT):
        await check_apart(lifecycle, who.id, opponent)
    offer = Offer(
        id=f"re-{live.id}", by=who.id, key="" if who.id else who.key, game=row.game, scenario=row.scenario,
        options=row.options, side=other, rated=row.rated, pace=row.pace, to=opponent, watch=row.watch, made=time.time(),
    )  # fmt: skip
    if opponent.startswith(BOT):
        bot = opponent.removeprefix(BOT)
        try:
            made = await make(
                lifecycle, offer, who, None, bot, begins=who.id,
                follows=lambda made: [played_again(live.id, made[0])],
            )  # fmt: skip
        except PlayedAgainError:
            return as_json({"matches": [(await lifecycle.the_row(live.id)).again]})
    else:
        if not opponent or not who.id:
            raise ApiError(409, "illegal", "Only members can offer a rematch; open a new game instead.")
        if await put_up(lifecycle, offer, who):
            return as_json({"id": offer.id, "matches": []})
        before = await lifecycle.club.run(lifecycle.lobby.offer_of, offer.id)
        if before is not None and before.by == who.id:
            return as_json({"id": before.id, "matches": []})
        if before is None or not await lifecycle.club.run(lifecycle.lobby.settle, before.id, JOINING):
            raise ApiError(409, "full", "That rematch was declined or withdrawn.")
        by = await lifecycle.club.run(lifecycle.club.people.member, before.by)

        def follows(made: list[str]) -> list[Also]:
            return [joined(before.id, made[0]), played_again(live.id, made[0])]

        try:
            made = await make(lifecycle, before, Who(by, ""), who, follows=follows, begins=who.id)
        except BaseException:
            await lifecycle.club.run(lifecycle.lobby.reopen, before.id)
            raise
    await lifecycle.row(live.id, fresh=True)
    await lifecycle.show(live.id)
    return as_json({"matches": made})


async def _vacation(request: Request) -> Response:
    lifecycle, live, row, side, wanted = await _at_seat(request)
    _check_open(live, row)
    index = live.match.game.side_index(side)

    def away(now: ClubMatch) -> dict[str, Any]:
        if now.clock is None:
            raise Refused("There is no vacation with this time control.")
        return _with_clock(lifecycle, now, clocks.take_vacation(now.clock, index, wanted.days, time.time()))

    await lifecycle.change(live.id, away)
    await lifecycle.show(live.id)
    return await _answer(lifecycle, live)


async def _back(request: Request) -> Response:
    lifecycle, live = lifecycle_of(request), await requested_match(request)
    side = live.seat_of(credentials.credentials(request), "")
    await lifecycle.the_row(live.id)

    def back(now: ClubMatch) -> dict[str, Any]:
        if now.clock is None:
            raise Refused("There is no vacation with this time control.")
        return _with_clock(lifecycle, now, clocks.end_vacation(now.clock, side, time.time()))

    await lifecycle.change(live.id, back)
    await lifecycle.show(live.id)
    return await _answer(lifecycle, live)


def _with_clock(lifecycle: MatchLifecycle, row: ClubMatch, clock: clocks.Clock) -> dict[str, Any]:
    due = clocks.warns_at(row.pace, clock, lifecycle.down) if clock.side is not None else None
    return {"clock": clock, "due": due or 0.0}
