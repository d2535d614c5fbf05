"""What does not change while the server runs: games, boards, maps, counters, rules, and the page's own files."""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
import os
import posixpath
import re
import time
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from grognard import bots, games
from grognard.bots.general.outfit import outfit_of
from grognard.bots.strength import measured
from grognard.kernel.flow import Refused
from grognard.kernel.game import Choice, Game
from grognard.kernel.once import once
from grognard.server import lessons, positions, puzzles
from grognard.server.errors import ApiError, unknown
from grognard.server.pictures import cover_picture, frame_of, map_layer, map_picture
from grognard.server.tables import encode

JSON = "application/json"
SVG = "image/svg+xml"
WEBP = "image/webp"
LONGEST_PATH = 100
FOLDERS = (
    "api", "club", "club/pages", "core", "editor", "front", "general", "languages", "learn", "map", "matches", "prompt",
    "replay", "rules", "session", "sidebar", "table", "widgets",
)  # fmt: skip
PAGE_PATH = re.compile(rf"(?:(?P<edition>[0-9a-f]{{12}})/)?(?P<name>(?:(?:{'|'.join(FOLDERS)})/)?[\w-]+(?:\.[\w-]+)+)")
FOR_GOOD = "public, max-age=31536000, immutable"
STYLES = "styles.css"
"""The style sheets of all rooms in one: a browser far away waits for one answer, not for seventeen."""
STYLE = re.compile(r' *<link rel="stylesheet" href="/static/(.*?)">\n')
LOOKS = 4
"""How often in a second the page's files are looked at, at most: one visitor asks for a hundred of them at once."""
_log = logging.getLogger("grognard")
PAGE_FILES = (".html", ".js", ".css", ".svg", ".png", ".ico", ".webmanifest", ".woff2", ".json")


class Sheet:
    """Bytes that are sent again and again: packed once, and not sent at all to a page that holds them."""

    def __init__(self, body: bytes, media: str, caching: str = "no-cache") -> None:
        self._body = body
        self._packed = gzip.compress(body, 9, mtime=0)
        self._headers = {
            "content-type": media,
            "cache-control": caching,
            "vary": "accept-encoding, accept-language, cookie",
            "etag": f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        }

    def answer(self, request: Request) -> Response:
        """The sheet, packed if the page can unpack it, or word that it has not changed."""
        if self._headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self._headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._packed, headers={**self._headers, "content-encoding": "gzip"})
        return Response(self._body, headers=self._headers)


def find_game(ident: str) -> Game:
    """A game by its id."""
    try:
        return games.load(ident)
    except Refused as refused:
        raise unknown(str(refused)) from None


def find_kind(ident: str) -> Game | type[Game]:
    """What a game says of itself, by its id: nobody waits for its data who wants to know its title or its sides."""
    try:
        return games.about(ident)
    except Refused as refused:
        raise unknown(str(refused)) from None


def title_of(ident: str) -> str:
    """The title of a game; its id, where it is not installed any more."""
    try:
        return games.about(ident).title
    except Refused:
        return ident


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
    # The class says it all: nobody waits for five maps to be read before he sees the first page.
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
        "puzzles": len(puzzles.puzzles_of(ident)),
        "editor": True,
        "ready": True,
    }


def _option(choice: Choice) -> dict[str, Any]:
    return {
        "id": choice.id,
        "name": choice.name,
        "blurb": choice.blurb,
        "choices": choice.choices,
        "default": choice.default,
    }


@once
def board_of(ident: str) -> dict[str, Any]:
    """A game's board, with the part of the map that its small pictures show, and whether it has a general."""
    board = find_game(ident).board()
    return {**board, "general": outfit_of(ident) is not None, "map": {**board["map"], "frame": frame_of(board)}}


@once
def game_sheet(ident: str, which: str) -> Sheet:
    """One of a game's sheets: board, map.svg or its two layers, picture, cover, counters.svg, cases, editor, puzzles
    or lessons."""
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
        return Sheet(encode(positions.sheet(game)), JSON)
    if which == "puzzles":
        return Sheet(encode(puzzles.sheet(game)), JSON)
    if f"{which}.toml" in lessons.FILES:
        return Sheet(encode(_lessons(game, lessons.FILES.index(f"{which}.toml"))), JSON)
    raise unknown("There is no such sheet.")


def _lessons(game: Game, number: int) -> dict[str, Any]:
    try:
        return lessons.sheet(game, number)
    except Refused as refused:
        raise unknown(str(refused)) from None


def page_file(path: str) -> Sheet:
    """One of the page's own files, read afresh: whoever works on the page sees the change at once. An edition may stand
    before its name; under that of now the file will never be another, so that a browser need not ask again."""
    found = PAGE_PATH.fullmatch(path) if len(path) <= LONGEST_PATH else None
    if found is None or not found["name"].endswith(PAGE_FILES):
        raise unknown("There is no such file.")
    caching = FOR_GOOD if found["edition"] == edition() else "no-cache"
    if found["name"] == STYLES:
        styles = map(_page_text, STYLE.findall(_page_text("index.html")))
        return _sheet("".join(styles).encode(), _media(STYLES), caching)
    item = files("grognard.web").joinpath(found["name"])
    if not item.is_file():
        raise unknown("There is no such file.")
    return _sheet(item.read_bytes(), _media(found["name"]), caching)


def room_page(room: str, game: str | None = None) -> Sheet:
    """The page for one of its rooms. It names at once all that the room will ask for: what a module needs would else be
    asked for only when that module has come, and the map last of all."""
    try:
        page = _page_text("index.html")
    except FileNotFoundError:
        raise ApiError(404, "unknown", "The page is not installed.") from None
    page = STYLE.sub("", page)
    links = [f'<link rel="stylesheet" href="/static/{STYLES}">']
    links += [f'<link rel="modulepreload" href="/static/{name}">' for name in _modules_of(room, edition())]
    if game is not None:
        sheets = {"ground.svg": "image", "board": "fetch", "fine.svg": "fetch", "counters.svg": "fetch"}
        links += [
            f'<link rel="preload" as="{kind}"{" crossorigin" * (kind == "fetch")} href="/api/games/{game}/{sheet}">'
            for sheet, kind in sheets.items()
        ]
    page = page.replace("</head>", "\n".join([*links, "</head>"]))
    return _sheet(page.replace("/static/", f"/static/{edition()}/").encode(), _media("index.html"), "no-cache")


def edition() -> str:
    """What tells the page's files as they are now from those of any other time."""
    return _edition(int(time.monotonic() * LOOKS))


@lru_cache(maxsize=1)
def _edition(moment: int) -> str:
    with as_file(files("grognard.web")) as folder:
        entries = [(room, entry.name, entry.stat()) for room in ("", *FOLDERS) for entry in os.scandir(folder / room)]
    states = sorted((room, name, stat.st_mtime_ns, stat.st_size) for room, name, stat in entries)
    return hashlib.sha256(repr(states).encode()).hexdigest()[:12]


@lru_cache(maxsize=32)
def _modules_of(room: str, edition: str) -> tuple[str, ...]:
    """The modules that a room imports, and what those import, in an edition."""
    rooms: dict[str, str] = dict(re.findall(r'(\w+): async .*import\("\./([\w/]+\.js)"\)', _page_text("main.js")))
    found = ["main.js", rooms.get(room) or rooms["front"]]
    for name in found:
        imported = re.findall(r'^(?:import|export|\}) .*from "(\.\.?/[\w/]+\.js)";', _page_text(name), re.MULTILINE)
        paths = [posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in imported]
        found += dict.fromkeys(path for path in paths if path not in found)
    return tuple(found)


def _page_text(name: str) -> str:
    return files("grognard.web").joinpath(name).read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def _sheet(body: bytes, media: str, caching: str) -> Sheet:
    return Sheet(body, media, caching)


def _media(name: str) -> str:
    if name.endswith(".js"):
        return "text/javascript; charset=utf-8"
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{media}; charset=utf-8" if media.startswith("text/") else media
