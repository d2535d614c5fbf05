"""At a match of the club: its clock, its endings outside the rules, who sits there, and watching it."""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club import clock as clocks
from grognard.club import endings
from grognard.club.member import UMPIRE
from grognard.kernel.flow import Refused
from grognard.kernel.text_limits import Word
from grognard.server import requests, seats
from grognard.server.answers import as_json, raw, room_of
from grognard.server.club.desk import Desk
from grognard.server.club.door import keeper, member_of
from grognard.server.club.lobby import Who, desk_of, make, put_up, who_plays
from grognard.server.club.naming import BOT
from grognard.server.errors import ApiError, malformed
from grognard.server.players import bot_names
from grognard.server.requests import number_in
from grognard.server.room import Room
from grognard.store.engine import Also
from grognard.store.lobby import JOINING, OPEN, OVER, ClubMatch, Offer, joined, played_again, seated


class Act(msgspec.Struct):
    """What somebody does at a match besides playing. `seat` may be left out where he has one seat."""

    seat: Word = ""
    act: Word = ""
    winner: Word | None = None
    bot: Word = ""
    open: bool = False
    days: float = 0.0


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/club", _club, methods=["GET"]),
        Route(f"{one}/watch", _watch, methods=["GET"]),
        Route(f"{one}/draw", _draw, methods=["POST"]),
        Route(f"{one}/claim", _claim, methods=["POST"]),
        Route(f"{one}/abandon", _abandon, methods=["POST"]),
        Route(f"{one}/adjudicate", _adjudicate, methods=["POST"]),
        Route(f"{one}/replace", _replace, methods=["POST"]),
        Route(f"{one}/rematch", _rematch, methods=["POST"]),
        Route(f"{one}/vacation", _vacation, methods=["POST"]),
        Route(f"{one}/vacation", _back, methods=["DELETE"]),
    ]


async def watched(asked: HTTPConnection) -> Room:
    """A match that whoever asks may watch: one that is open to watchers, or his own."""
    desk: Desk = asked.app.state.desk
    room = await desk.house.room(asked.path_params["match"])
    row = await desk.the_row(room.id, fresh=False)
    if room.held(seats.credentials(asked)):
        return room
    member = await member_of(asked)
    if member is None and not desk.club.config.house.guests_watch:
        raise ApiError(401, "enter", "Enter the club first.")
    if not row.watch and row.status == OPEN and not (member is not None and member.may(UMPIRE)):
        raise ApiError(403, "secret", "The players of this match let nobody watch.")
    return room


async def _club(request: Request) -> Response:
    desk, room = desk_of(request), await watched(request)
    return as_json(await desk.facts(room, await desk.the_row(room.id)))


async def _watch(request: Request) -> Response:
    desk_of(request)
    room = await watched(request)
    async with room.lock:
        return raw(room.table(None).body(number_in(request, "since") or 0))


async def _at_seat(request: Request) -> tuple[Desk, Room, ClubMatch, str, Act]:
    """The match, and the side for which a player acts."""
    desk, wanted = desk_of(request), await requests.read(request, Act)
    room = await room_of(request)
    row = await desk.the_row(room.id)
    side = room.match.game.sides[room.seat_of(seats.credentials(request), wanted.seat)].id
    return desk, room, row, side, wanted


def _check_open(room: Room, row: ClubMatch) -> None:
    if row.status == OVER or room.over:
        raise ApiError(409, "over", "The match is over.")


async def _answer(desk: Desk, room: Room) -> Response:
    return as_json(await desk.facts(room, await desk.the_row(room.id)))


async def _draw(request: Request) -> Response:
    desk, room, row, side, wanted = await _at_seat(request)
    _check_open(room, row)
    if wanted.act not in ("offer", "accept", "decline"):
        raise malformed("Say whether you offer a draw, accept one, or decline it.")
    other = next(each for each in row.seats if each != side)
    if wanted.act == "offer" and row.seats[other].startswith(BOT):
        raise ApiError(409, "illegal", "A program agrees to no draw.")
    if wanted.act == "offer" and row.draw != other:
        if row.draw != side:
            row = await desk.change(room.id, lambda now: None if now.status == OVER else {"draw": side}) or row
            await desk.show(room.id)
            await desk.tell(row, row.seats[other], "draw-offered", room)
        return await _answer(desk, room)
    if wanted.act == "decline":
        await desk.change(room.id, lambda now: {"draw": ""} if now.draw == other else None)
        await desk.show(room.id)
        return await _answer(desk, room)
    async with room.lock:
        # Whoever offered it may have decided something else meanwhile.
        if (await desk.the_row(room.id)).draw != other:
            raise ApiError(409, "stale", "No draw is offered any more.")
        await desk.finish(room, endings.AGREEMENT, "")
    return await _answer(desk, room)


async def _claim(request: Request) -> Response:
    """Win because the other's time has run out, after he was warned."""
    desk, room, row, side, _ = await _at_seat(request)
    _check_open(room, row)
    now = time.time()
    if row.clock is None or row.clock.side is None or row.asks == side:
        raise ApiError(409, "illegal", "No time of the other side is running.")
    if not clocks.is_out(row.pace, row.clock, now, desk.down):
        raise ApiError(409, "illegal", "The other side still has time.")
    if not desk.may_forfeit(row, now):
        await desk.warn_now(room)
        raise ApiError(409, "warned", "The other side has been warned only now; claim again a little later.")
    async with room.lock:
        await room.catch_up()
        asked = room.match.asked
        if asked is None or room.match.game.sides[asked.side].id != row.asks:
            raise ApiError(409, "stale", "The other side has just decided.")
        await desk.finish(room, endings.FORFEIT, side)
    return await _answer(desk, room)


async def _abandon(request: Request) -> Response:
    desk, room, row, _, _ = await _at_seat(request)
    _check_open(room, row)
    if room.match.state.turn > endings.FIRST_TURNS:
        text = f"A match can be abandoned in its first {endings.FIRST_TURNS} turns; later one concedes it."
        raise ApiError(409, "illegal", text)
    async with room.lock:
        await desk.finish(room, endings.ABANDONED, "")
    return await _answer(desk, room)


async def _adjudicate(request: Request) -> Response:
    """An umpire, who plays no part in it, settles a match."""
    desk, wanted = desk_of(request), await requests.read(request, Act)
    umpire = await keeper(request, UMPIRE)
    room = await room_of(request)
    row = await desk.the_row(room.id)
    _check_open(room, row)
    if umpire.id in row.seats.values():
        raise ApiError(403, "fair", "Nobody is the umpire of his own match.")
    if wanted.winner and wanted.winner not in row.seats:
        raise malformed(f"A winner is {' or '.join(row.seats)}, or nobody.")
    async with room.lock:
        settled = await desk.finish(room, endings.ADJUDICATION, wanted.winner or "")
    if settled is not None:
        await desk.club.run(desk.club.keep.note, umpire.id, "match settled", room.id, wanted.winner or "draw")
    return await _answer(desk, room)


async def _replace(request: Request) -> Response:
    """Another, or a program, goes on for a player who has vanished, or who gives his seat up."""
    desk, room, row, side, wanted = await _at_seat(request)
    _check_open(room, row)
    if bool(wanted.bot) == wanted.open:
        raise malformed("Say which program shall go on, or that the seat is open to anybody.")
    game = room.match.game
    other = next(each for each in row.seats if each != side)
    vanished = desk.may_forfeit(row, time.time()) and row.asks == other
    leaves = wanted.act == "leave"
    if not vanished and not leaves:
        raise ApiError(409, "illegal", "The other side has not run out of time.")
    if leaves and row.rated:
        raise ApiError(409, "illegal", "In a match that counts whoever leaves concedes it.")
    seat = side if leaves else other
    if wanted.bot:
        if wanted.bot not in bot_names(game):
            raise malformed(f"There is no program {wanted.bot[:40]!r} for {game.title}.")
        async with room.lock:
            await room.seat_bot(seat, wanted.bot)

        async def follows(now: ClubMatch) -> list[Also]:
            return [seated(room.id, seat, BOT + wanted.bot)]

        how = {"rated": False, "asks": "", "due": 0.0}
        await desk.change(room.id, lambda now: how | {"clock": _stopped(now)}, follows)
        await desk.row(room.id, fresh=True)
        room.wake_bots()
        await desk.after(room)
        await desk.show(room.id)
    else:
        offer = Offer(
            id=secrets.token_hex(6), by=row.seats[side], game=row.game, scenario=row.scenario, options=row.options,
            side=seat, rated=False, pace=row.pace, match=room.id, made=time.time(),
        )  # fmt: skip
        await desk.club.run(desk.lobby.offer, offer)
    return await _answer(desk, room)


def _stopped(row: ClubMatch) -> clocks.Clock | None:
    return row.clock and clocks.hand_over(row.pace, row.clock, None, time.time())


async def _rematch(request: Request) -> Response:
    """The same again with sides exchanged: the first who asks offers it, the second takes it up."""
    desk, room, row, side, _ = await _at_seat(request)
    if row.status != OVER:
        raise ApiError(409, "illegal", "The match is not over yet.")
    if row.again:
        return as_json({"matches": [row.again]})
    who = await who_plays(request)
    other = next(each for each in row.seats if each != side)
    opponent = row.seats[other]
    offer = Offer(
        id=f"re-{room.id}", by=who.id, key="" if who.id else who.key, game=row.game, scenario=row.scenario,
        options=row.options, side=other, rated=row.rated, pace=row.pace, to=opponent, watch=row.watch, made=time.time(),
    )  # fmt: skip
    if opponent.startswith(BOT):
        bot = opponent.removeprefix(BOT)
        made = await make(desk, offer, who, None, bot, follows=lambda made: [played_again(room.id, made[0])])
    else:
        if not opponent or not who.id:
            raise ApiError(409, "illegal", "A rematch is between members; open a table instead.")
        if await put_up(desk, offer):
            await desk.tell(row, opponent, "challenge", room)
            for tell in desk.offered:
                tell(opponent, offer)
            return as_json({"id": offer.id, "matches": []})
        before = await desk.club.run(desk.lobby.offer_of, offer.id)
        if before is not None and before.by == who.id:
            return as_json({"id": before.id, "matches": []})
        if before is None or not await desk.club.run(desk.lobby.settle, before.id, JOINING):
            raise ApiError(409, "full", "That rematch was declined or withdrawn.")
        by = await desk.club.run(desk.club.people.member, before.by)

        def follows(made: list[str]) -> list[Also]:
            return [joined(before.id, made[0]), played_again(room.id, made[0])]

        try:
            made = await make(desk, before, Who(by, ""), who, follows=follows)
        except BaseException:
            await desk.club.run(desk.lobby.reopen, before.id)
            raise
    await desk.row(room.id, fresh=True)
    await desk.show(room.id)
    return as_json({"matches": made})


async def _vacation(request: Request) -> Response:
    desk, room, row, side, wanted = await _at_seat(request)
    _check_open(room, row)
    index = room.match.game.side_index(side)

    def away(now: ClubMatch) -> dict[str, Any]:
        if now.clock is None:
            raise Refused("There is no vacation at this pace.")
        return _with_clock(desk, now, clocks.take_vacation(now.clock, index, wanted.days, time.time()))

    await desk.change(room.id, away)
    await desk.show(room.id)
    return await _answer(desk, room)


async def _back(request: Request) -> Response:
    desk, room = desk_of(request), await room_of(request)
    side = room.seat_of(seats.credentials(request), "")
    await desk.the_row(room.id)

    def back(now: ClubMatch) -> dict[str, Any]:
        if now.clock is None:
            raise Refused("There is no vacation at this pace.")
        return _with_clock(desk, now, clocks.end_vacation(now.clock, side, time.time()))

    await desk.change(room.id, back)
    await desk.show(room.id)
    return await _answer(desk, room)


def _with_clock(desk: Desk, row: ClubMatch, clock: clocks.Clock) -> dict[str, Any]:
    due = clocks.warns_at(row.pace, clock, desk.down) if clock.side is not None else None
    return {"clock": clock, "due": due or 0.0}
