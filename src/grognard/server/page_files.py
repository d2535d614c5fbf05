"""The page's own files: HTML, modules, style sheets, and what each address preloads."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import posixpath
import re
import time
from functools import lru_cache
from importlib.resources import as_file, files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.http.cached_responses import Sheet
from grognard.server.http.errors import ApiError, unknown
from grognard.server.matches import share_previews
from grognard.server.matches.requested_match import registry_of

LONGEST_PATH = 100
FOLDERS = (
    "api", "club", "club/pages", "core", "editor", "front", "general", "languages", "learn", "map", "matches", "prompt",
    "replay", "rules", "session", "sidebar", "table", "theatre", "widgets",
)  # fmt: skip
PAGE_PATH = re.compile(rf"(?:(?P<edition>[0-9a-f]{{12}})/)?(?P<name>(?:(?:{'|'.join(FOLDERS)})/)?[\w-]+(?:\.[\w-]+)+)")
FOR_GOOD = "public, max-age=31536000, immutable"
STYLES = "styles.css"
"""The style sheets of all rooms in one: a browser far away waits for one answer, not for seventeen."""
STYLE = re.compile(r' *<link rel="stylesheet" href="/static/(.*?)">\n')
LOOKS = 4
"""How often in a second the page's files are looked at, at most: one visitor asks for a hundred of them at once."""
PAGE_FILES = (".html", ".js", ".css", ".svg", ".png", ".ico", ".webmanifest", ".woff2", ".json")


AT_HOME = (
    "/", "/match/{match}", "/tournaments", "/tournaments/{tournament}", "/replay/{match}", "/rules/{game}",
    "/learn/{game}", "/howto/{game}", "/puzzles", "/puzzles/{game}", "/edit/{game}", "/watch/{match}",
)  # fmt: skip
IN_A_CLUB = ("/club/{room}", "/member/{name}", "/leaderboard/{game}")
"""The addresses that the page answers to."""


def routes() -> list[Route]:
    """The routes of the page."""
    return [
        Route("/static/{name:path}", _static, methods=["GET"]),
        *(Route(path, _page, methods=["GET"]) for path in AT_HOME),
    ]


def club_routes() -> list[Route]:
    """The routes that the page has in a club."""
    return [Route("/worker.js", _worker), *(Route(path, _page, methods=["GET"]) for path in IN_A_CLUB)]


async def _static(request: Request) -> Response:
    return page_file(request.path_params["name"]).answer(request)


async def _page(request: Request) -> Response:
    room = request.url.path.split("/")[1]
    if room == "replay" and (tags := await share_previews.tags_for(request)):
        return room_page(room, tags=tags).answer(request)
    return room_page(room, registry_of(request).game_of(request.path_params.get("match", ""))).answer(request)


def is_visit(request: Request) -> bool:
    """Whether somebody looks at an address in a browser, and no program or page of ours asks."""
    ours = request.url.path.startswith(("/api/", "/static/"))
    return not ours and "text/html" in request.headers.get("accept", "")


def nothing_here(request: Request) -> Response:
    """The page at an address where there is nothing: it says so."""
    answer = room_page("nothing").answer(request)
    answer.status_code = 404 if answer.status_code == 200 else answer.status_code
    return answer


async def _worker(request: Request) -> Response:
    """The service worker for push notices: it lies at the root, because it is for all pages."""
    return page_file("club/pushWorker.js").answer(request)


def page_file(path: str) -> Sheet:
    """One of the page's own files, read afresh: a change of the page is seen at once. An edition may stand
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


def room_page(room: str, game: str | None = None, tags: str = "") -> Sheet:
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
    page = page.replace("</head>", "\n".join([*links, tags, "</head>"]) if tags else "\n".join([*links, "</head>"]))
    return _sheet(page.replace("/static/", f"/static/{edition()}/").encode(), _media("index.html"), "no-cache")


def edition() -> str:
    """A digest of the page's files as they are now."""
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
