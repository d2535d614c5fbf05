"""Sealed saves and matches that are put away: what a seat may take with it of a match that is not over."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.kinds import Side
from grognard.kernel.text_limits import Password, Sealed
from grognard.match import Match, sealing
from grognard.match import save as saves
from grognard.match.header import HUMAN
from grognard.match.save import LARGEST
from grognard.server import bench, jobs, requests
from grognard.server.answers import as_json, house_of, not_of_the_club, room_of, seats_of, sides_in, welcome
from grognard.server.errors import ApiError
from grognard.server.room import Room
from grognard.server.seats import credentials
from grognard.server.wire import NewMatch
from grognard.store.facts import Line, Stored
from grognard.store.record import match_of, standing_of, stored_of

OWN = "sealing"
"""The fact under which the store keeps the server's key."""


class Seal(msgspec.Struct):
    """`POST /api/matches/M/sealed`."""

    phrase: Password = ""


class Opened(msgspec.Struct):
    """`POST /api/sealed`."""

    save: Sealed
    phrase: Password = ""


def routes(one: str) -> list[Route]:
    """The calls of this module; `one` is the address of a match."""
    return [
        Route(f"{one}/sealed", _seal, methods=["POST"]),
        Route(f"{one}/away", _put_away, methods=["POST"]),
        Route("/api/sealed", _open, methods=["POST"]),
    ]


async def _seal(request: Request) -> Response:
    wanted = await requests.read(request, Seal)
    room = await room_of(request)
    sides = sides_in(request, room)
    if wanted.phrase and others(room.match, sides):
        why = "A pass phrase would open the other player's secrets too: between people only this server opens a save."
        raise ApiError(403, "secret", why)
    await not_of_the_club(request, room, "The club keeps its matches itself: a copy would show what is hidden.")
    text = await _sealed(request, room, sides, wanted.phrase)
    name = f'attachment; filename="{room.match.game.id}-{room.id}.sealed.txt"'
    return Response(text, headers={"content-disposition": name, "cache-control": "no-store"}, media_type="text/plain")


def others(match: Match, sides: set[Side]) -> list[str]:
    """The people's seats that are somebody else's."""
    named = {match.game.sides[side].id for side in sides}
    return [side for side, kind in match.header.seats.items() if kind == HUMAN and side not in named]


async def _sealed(request: Request, room: Room, sides: set[Side], phrase: str = "") -> str:
    async with room.lock:
        match = room.match
        about = about_of(match, sides)
        inside: dict[str, Any] = {"save": saves.write(match)}
        if not phrase:
            record = stored_of(room.id, match, room.tokens)
            inside |= {
                "id": room.id,
                "header": record.header,
                "tokens": record.tokens,
                "opening": record.opening,
                "lines": [list(line) for line in record.lines],
            }
    key = b"" if phrase else await own_key(request)
    try:
        return await asyncio.to_thread(sealing.seal, about, inside, key, phrase)
    except sealing.SealError as wrong:
        raise ApiError(400, "save", str(wrong)) from None


def about_of(match: Match, sides: set[Side]) -> dict[str, Any]:
    """What everybody at the table knows."""
    return {
        "game": match.game.id,
        "version": match.header.version,
        "scenario": match.header.scenario,
        "seats": match.header.seats,
        "held": sorted(match.game.sides[side].id for side in sides),
        "turn": match.state.turn,
    }


async def own_key(request: Request) -> bytes:
    """The server's key, made when it is first needed; all processes on a store have the same."""
    store = house_of(request).store
    return bytes.fromhex(await asyncio.wrap_future(store.fact(OWN, secrets.token_hex(sealing.KEY))))


async def _open(request: Request) -> Response:
    """A match from its sealed save: between people the match itself, of others one that goes on from there."""
    body = await requests.body_of(request, LARGEST)
    try:
        wanted = msgspec.json.decode(body, type=Opened)
        by_phrase = sealing.read(wanted.save).by_phrase
        if by_phrase and not wanted.phrase:
            raise ApiError(400, "phrase", "A pass phrase opens this save.")
        key = b"" if by_phrase else await own_key(request)
        inside = await asyncio.to_thread(sealing.unseal, wanted.save, key, wanted.phrase)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise ApiError(400, "malformed", f"The request cannot be read: {wrong}.") from None
    except sealing.SealError as wrong:
        raise ApiError(400, "save", str(wrong)) from None
    # What a phrase opens may have been written by anybody: only this server's own seal vouches for a whole record.
    again = None if by_phrase else await _again(request, inside)
    if again is not None:
        return again
    return await _gone_on(request, str(inside.get("save", "")))


async def _again(request: Request, inside: dict[str, Any]) -> Response | None:
    """The match that was sealed, put back in its place when it is gone; None when the asker gets one of his own."""
    house = house_of(request)
    ident, tokens = inside["id"], inside["tokens"]
    mine = credentials(request).sides(ident, tokens)
    people = [side for side, kind in inside["header"]["seats"].items() if kind == HUMAN]
    between = bool(set(people) - set(mine))
    if between and len(people) < 2:
        return None  # another browser's game against programs: it begins anew with seats of its own
    if await house.read(ident) is not None:
        if not between:
            return None
    else:
        if not mine:
            raise ApiError(403, "wrong-seat", "Only who sat at this match can put it back.")
        lines = [Line(*line) for line in inside["lines"]]
        stored = Stored(inside["header"], tokens, inside["opening"], lines, 0)
        match = await asyncio.to_thread(match_of, stored)
        kept = stored_of(ident, match, tokens)
        await asyncio.wrap_future(house.store.create(ident, kept, standing_of(match)))
    if not mine:
        raise ApiError(403, "wrong-seat", "That is not a seat at this match.")
    return as_json(NewMatch(ident, seats_of(inside["header"]["seats"], {side: side for side in mine}, tokens)))


async def _gone_on(request: Request, text: str) -> Response:
    """A new match from where the save ends; somebody may have written it himself, so it is tried where that does no
    harm."""
    wrong_at, _ = await bench.have(request, "saves", jobs.replayed, text)
    if wrong_at:
        raise ApiError(400, "save", wrong_at)
    loaded = await asyncio.to_thread(saves.load, text)
    return await welcome(request, loaded.match, loaded.notes)


async def _put_away(request: Request) -> Response:
    """A match is deleted; what comes back is the sealed save that puts it back in its place."""
    room = await room_of(request)
    sides = sides_in(request, room)
    if others(room.match, sides):
        raise ApiError(403, "fair", "Somebody else plays this match too: concede or agree to end it first.")
    await not_of_the_club(request, room, "A match of the club stays in its records.")
    text = await _sealed(request, room, sides)
    await room.stop_bots()
    async with room.lock:
        await asyncio.wrap_future(house_of(request).store.remove(room.id))
    house_of(request).forget(room)
    return as_json({"sealed": text})
