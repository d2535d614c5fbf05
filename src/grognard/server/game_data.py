"""Data of a game for the page: board, map, counters, rules, lessons, puzzles, editor."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard import bots, games
from grognard.bots.strength import measured
from grognard.kernel.flow import Refused
from grognard.kernel.game import Choice, Game
from grognard.kernel.lazy import once
from grognard.server.http.cached_responses import JSON, SVG, WEBP, Sheet
from grognard.server.http.errors import unknown
from grognard.server.http.json_responses import as_json, encode
from grognard.server.learn import how_to_play, lessons, puzzles
from grognard.server.matches import custom_positions
from grognard.server.matches.installed_games import board_of, find_game, find_kind
from grognard.server.matches.map_pictures import cover_picture, map_layer, map_picture

LONGEST_SEARCH = 200
_log = logging.getLogger("grognard")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/games", _games),
        Route("/api/games/{game}/rules", _rules),
        Route("/api/games/{game}/{sheet}", _sheet),
    ]


async def _games(request: Request) -> Response:
    # Shielded: a page that goes away must not take the list from the next one.
    return as_json(await asyncio.shield(request.app.state.games))


async def _sheet(request: Request) -> Response:
    # Some are drawn when they are first asked for: nobody else waits for that.
    game, which = request.path_params["game"], request.path_params["sheet"]
    return (await asyncio.to_thread(game_sheet, game, which)).answer(request)


async def _rules(request: Request) -> Response:
    """The rules that words lead to, best first."""
    query = request.query_params.get("q", "")[:LONGEST_SEARCH]
    found = await asyncio.to_thread(lambda: find_game(request.path_params["game"]).rulebook.search(query))
    return as_json({"ids": found.ids, "stems": found.stems, "terms": found.terms})


def games_list() -> list[dict[str, Any]]:
    """The games on offer, for the first page; one that cannot even be read is left out and logged."""
    offers = []
    for ident in games.game_ids():
        try:
            offers.append(_offer(ident))
        except Exception:
            _log.exception("The game %s cannot be offered.", ident)
    return offers


def _offer(ident: str) -> dict[str, Any]:
    # The class says it all: nobody waits for five maps to be read before the first page shows.
    game = find_kind(ident)
    return {
        "id": game.id,
        "title": game.title,
        "subtitle": game.subtitle,
        "blurb": game.blurb,
        "length": game.length,
        "complexity": game.complexity,
        "sides": [{"id": side.id, "name": side.name, "colour": side.colour} for side in game.sides],
        "bots": bots.names(game),
        "ranks": {name: found._asdict() for name, found in measured(ident).items()},
        "scenarios": [{"id": choice.id, "name": choice.name, "blurb": choice.blurb} for choice in game.scenarios],
        "options": [_option(choice) for choice in game.options],
        "lessons": lessons.offer(ident),
        "reading": _reading(ident),
        "puzzles": len(puzzles.puzzles_of(ident)),
        "editor": True,
        "ready": True,
    }


def _reading(ident: str) -> int:
    """Minutes to read how the game is played; 0 where nobody has written it."""
    pages = how_to_play.how_to_play(ident)
    return 0 if pages is None else how_to_play.minutes(pages)


def _option(choice: Choice) -> dict[str, Any]:
    return {
        "id": choice.id,
        "name": choice.name,
        "blurb": choice.blurb,
        "choices": choice.choices,
        "default": choice.default,
    }


@once
def game_sheet(ident: str, which: str) -> Sheet:
    """One of a game's sheets: board, map.svg or its two layers, picture, cover, counters.svg, cases,
    first-question, how-to-play, editor, puzzles or lessons."""
    drawn = {"picture": map_picture, "cover": cover_picture}.get(which)
    picture = drawn(ident) if drawn is not None and ident in games.game_ids() else None
    if picture is not None:
        return Sheet(picture, WEBP)
    game = find_game(ident)
    if which == "board":
        return Sheet(encode(board_of(ident)), JSON)
    if which in ("picture", "cover"):
        return Sheet(game.map_svg().encode(), SVG)
    if which == "map.svg":
        return Sheet(game.map_svg().encode(), SVG)
    if which in ("ground.svg", "fine.svg"):
        return Sheet(map_layer(game.id, fine=which == "fine.svg"), SVG)
    if which == "counters.svg":
        return Sheet(game.counters_svg().encode(), SVG)
    if which == "cases":
        rules = {"cases": game.cases, "rulings": game.rulings, "chapters": game.chapters, "glossary": game.glossary}
        return Sheet(encode(rules), JSON)
    if which == "editor":
        return Sheet(encode(custom_positions.sheet(game)), JSON)
    if which == "first-question":
        return Sheet(encode(how_to_play.first_question(game)), JSON)
    if which == "how-to-play" and (pages := how_to_play.sheet(game)) is not None:
        return Sheet(encode(pages), JSON)
    if which == "puzzles":
        return Sheet(encode(puzzles.sheet(game)), JSON)
    if f"{which}.toml" in lessons.FILES:
        return Sheet(encode(_lessons(game, lessons.FILES.index(f"{which}.toml"))), JSON)
    raise unknown("This data does not exist.")


def _lessons(game: Game, number: int) -> dict[str, Any]:
    try:
        return lessons.sheet(game, number)
    except Refused as refused:
        raise unknown(str(refused)) from None
