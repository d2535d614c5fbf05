"""Routes of lessons, puzzles and the position editor."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from grognard.kernel import bounds
from grognard.kernel.flow import Refused
from grognard.server.http import messages_from_page, request_parsing
from grognard.server.http.errors import malformed, unknown
from grognard.server.http.json_responses import as_json, raw
from grognard.server.learn import lessons, puzzles
from grognard.server.matches import installed_games, jobs
from grognard.server.matches.live_match import LESSON
from grognard.server.matches.new_match import create_match
from grognard.server.matches.requested_match import seated
from grognard.server.workers import worker_pool

PUZZLE = re.compile(rf"{LESSON}p(\d+)-")
"""How the id of a puzzle's match begins: it is kept out of the list of matches as a lesson's is."""


def routes() -> list[BaseRoute]:
    """The calls of this module."""
    return [
        Route("/api/games/{game}/learn", _learn, methods=["POST"]),
        Route("/api/games/{game}/position", _position, methods=["POST"]),
        Route("/api/games/{game}/puzzle", _puzzle, methods=["POST"]),
        Route("/api/matches/{match}/puzzle", _judge, methods=["POST"]),
    ]


async def _learn(request: Request) -> Response:
    """A match at one step of a game's lessons; the page holds both seats and answers for the other side."""
    game = installed_games.find_game(request.path_params["game"])
    wanted = await request_parsing.read(request, messages_from_page.Learn)
    try:
        match = await asyncio.to_thread(lessons.match_at, game, wanted.step, wanted.lesson)
    except Refused as refused:
        raise malformed(str(refused)) from None
    return await create_match(request, match, kind=LESSON)


async def _puzzle(request: Request) -> Response:
    """A match at a puzzle's position; the page holds both seats and has the other one answered for."""
    game = installed_games.find_game(request.path_params["game"])
    wanted = await request_parsing.read(request, messages_from_page.Puzzle)
    try:
        match = await asyncio.to_thread(lambda: puzzles.begin(game, puzzles.found(game, wanted.puzzle)))
    except Refused as refused:
        raise malformed(str(refused)) from None
    return await create_match(request, match, kind=f"{LESSON}p{wanted.puzzle}-")


async def _judge(request: Request) -> Response:
    """The other side of a puzzle answers; then whether it is solved."""
    live, _ = await seated(request)
    named = PUZZLE.match(live.id)
    if named is None:
        raise unknown("This match is not a puzzle.")
    puzzle = puzzles.found(live.match.game, int(named[1]))
    async with live.lock:
        for _ in range(puzzles.MOST_REPLIES):
            option, asked = puzzles.reply(live.match, puzzle), live.match.asked
            if option is None or asked is None or puzzles.verdict(live.match, puzzle) != puzzles.OPEN:
                break
            await live.decide(asked.side, live.table(asked.side).stamp, [option])
        return as_json({"verdict": puzzles.verdict(live.match, puzzle)})


async def _position(request: Request) -> Response:
    """A custom position with everything open; a change that the game refuses is answered with the reason."""
    game = installed_games.find_game(request.path_params["game"])
    wanted = await request_parsing.read(request, messages_from_page.Position)
    try:
        bounds.check_words(game, wanted.change)
        given = game.id, wanted.scenario, wanted.options, wanted.change
        return raw(await worker_pool.run_job(request, "positions", jobs.shown, *given))
    except Refused as refused:
        return as_json({"refused": str(refused)})
