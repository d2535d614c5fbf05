"""Sealed saves: routes to export and import unfinished matches."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.kernel.ids import Side
from grognard.kernel.text_limits import Password, Sealed
from grognard.match import Match, sealed_file
from grognard.match import save as saves
from grognard.match.header import HUMAN
from grognard.match.save import LARGEST
from grognard.server.http import request_parsing
from grognard.server.http.credentials import credentials
from grognard.server.http.errors import ApiError
from grognard.server.http.json_responses import as_json
from grognard.server.http.messages_to_page import NewMatch
from grognard.server.matches import jobs
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.new_match import create_match
from grognard.server.matches.requested_match import not_of_the_club, registry_of, requested_match, seats_of, sides_in
from grognard.server.workers import worker_pool
from grognard.store.interface import Line, Stored
from grognard.store.match_rows import digests_of, match_of, standing_of, stored_of

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
    wanted = await request_parsing.read(request, Seal)
    live = await requested_match(request)
    sides = sides_in(request, live)
    if wanted.phrase and others(live.match, sides):
        why = "A pass phrase would open the other player's secrets too: between people only this server opens a save."
        raise ApiError(403, "secret", why)
    await not_of_the_club(request, live, "The club keeps its matches itself: a copy would show what is hidden.")
    text = await _sealed(request, live, sides, wanted.phrase)
    name = f'attachment; filename="{live.match.game.id}-{live.id}.sealed.txt"'
    return Response(text, headers={"content-disposition": name, "cache-control": "no-store"}, media_type="text/plain")


def others(match: Match, sides: set[Side]) -> list[str]:
    """The people's seats that are somebody else's."""
    named = {match.game.sides[side].id for side in sides}
    return [side for side, kind in match.header.seats.items() if kind == HUMAN and side not in named]


async def _sealed(request: Request, live: LiveMatch, sides: set[Side], phrase: str = "") -> str:
    async with live.lock:
        match = live.match
        about = about_of(match, sides)
        inside: dict[str, Any] = {"save": saves.write(match)}
        if not phrase:
            record = stored_of(live.id, match, live.tokens)
            inside |= {
                "id": live.id,
                "header": record.header,
                "tokens": record.tokens,
                "opening": record.opening,
                "lines": [list(line) for line in record.lines],
            }
    key = b"" if phrase else await own_key(request)
    try:
        return await asyncio.to_thread(sealed_file.seal, about, inside, key, phrase)
    except sealed_file.SealError as wrong:
        raise ApiError(400, "save", str(wrong)) from None


def about_of(match: Match, sides: set[Side]) -> dict[str, Any]:
    """The facts that every player knows."""
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
    store = registry_of(request).store
    return bytes.fromhex(await asyncio.wrap_future(store.fact(OWN, secrets.token_hex(sealed_file.KEY))))


async def _open(request: Request) -> Response:
    """A match from its sealed save: between people the match itself, of others one that goes on from there."""
    body = await request_parsing.body_of(request, LARGEST)
    try:
        wanted = msgspec.json.decode(body, type=Opened)
        by_phrase = sealed_file.read(wanted.save).by_phrase
        if by_phrase and not wanted.phrase:
            raise ApiError(400, "phrase", "Enter the pass phrase of this save.")
        key = b"" if by_phrase else await own_key(request)
        inside = await asyncio.to_thread(sealed_file.unseal, wanted.save, key, wanted.phrase)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise ApiError(400, "malformed", f"The request cannot be read: {wrong}.") from None
    except sealed_file.SealError as wrong:
        raise ApiError(400, "save", str(wrong)) from None
    # What a phrase opens may have been written by anybody: only this server's own seal vouches for a whole record.
    again = None if by_phrase else await _again(request, inside)
    if again is not None:
        return again
    return await _gone_on(request, str(inside.get("save", "")))


async def _again(request: Request, inside: dict[str, Any]) -> Response | None:
    """The sealed match, put back in its place when it is gone; None when the asker gets a copy."""
    registry = registry_of(request)
    ident, tokens = inside["id"], digests_of(inside["tokens"])
    mine = credentials(request).sides(ident, tokens)
    people = [side for side, kind in inside["header"]["seats"].items() if kind == HUMAN]
    between = bool(set(people) - set(mine))
    if between and len(people) < 2:
        return None  # another browser's game against programs: it begins anew with seats of its own
    if await registry.read(ident) is not None:
        if not between:
            return None
    else:
        if not mine:
            raise ApiError(403, "wrong-seat", "Only the players of this match can restore it.")
        lines = [Line(*line) for line in inside["lines"]]
        stored = Stored(inside["header"], tokens, inside["opening"], lines, 0)
        match = await asyncio.to_thread(match_of, stored)
        kept = stored_of(ident, match, tokens)
        await asyncio.wrap_future(registry.store.create(ident, kept, standing_of(match)))
    if not mine:
        raise ApiError(403, "wrong-seat", "You do not hold this seat.")
    return as_json(NewMatch(ident, seats_of(inside["header"]["seats"], {side: side for side in mine}, tokens)))


async def _gone_on(request: Request, text: str) -> Response:
    """A new match from the end of a save, tried in a worker first: somebody may have written the save by hand."""
    wrong_at, _ = await worker_pool.run_job(request, "saves", jobs.replayed, text)
    if wrong_at:
        raise ApiError(400, "save", wrong_at)
    loaded = await asyncio.to_thread(saves.load, text)
    return await create_match(request, loaded.match, loaded.notes)


async def _put_away(request: Request) -> Response:
    """A match is deleted; what comes back is the sealed save that puts it back in its place."""
    live = await requested_match(request)
    sides = sides_in(request, live)
    if others(live.match, sides):
        raise ApiError(403, "fair", "Someone else is playing this match: concede or agree to end it first.")
    await not_of_the_club(request, live, "A match of the club stays in its records.")
    text = await _sealed(request, live, sides)
    await live.stop_bots()
    async with live.lock:
        await asyncio.wrap_future(registry_of(request).store.remove(live.id))
    registry_of(request).forget(live)
    return as_json({"sealed": text})
