"""Positions by hand: the scenes of a lesson, and the position editor."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from grognard.kernel import bounds
from grognard.kernel.flow import Refused
from grognard.server import bench, jobs, lessons, requests, shelf
from grognard.server.answers import as_json, raw, welcome
from grognard.server.errors import malformed
from grognard.server.room import LESSON


def routes() -> list[BaseRoute]:
    """The calls of this module."""
    return [
        Route("/api/games/{game}/learn", _learn, methods=["POST"]),
        Route("/api/games/{game}/position", _position, methods=["POST"]),
    ]


async def _learn(request: Request) -> Response:
    """A match at one step of a game's lesson; the page holds both seats and answers for the other side."""
    game = shelf.find_game(request.path_params["game"])
    wanted = await requests.read(request, requests.Learn)
    try:
        match = await asyncio.to_thread(lessons.match_at, game, wanted.step)
    except Refused as refused:
        raise malformed(str(refused)) from None
    return await welcome(request, match, kind=LESSON)


async def _position(request: Request) -> Response:
    """What a position by hand looks like, everything open; a change that the game refuses is answered with why."""
    game = shelf.find_game(request.path_params["game"])
    wanted = await requests.read(request, requests.Position)
    try:
        bounds.check_words(game, wanted.change)
        given = game.id, wanted.scenario, wanted.options, wanted.change
        return raw(await bench.have(request, "positions", jobs.shown, *given))
    except Refused as refused:
        return as_json({"refused": str(refused)})
