"""A real server and a real Chromium for the page's tests."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    expect,
)

import forked_servers
from browser.finding import seek_lightly
from chromium import ARGUMENTS
from club_server import RUN
from grognard.lab.page_benchmark import WITH_WINDOWS
from grognard.match.match import Match
from grognard.match.save import write

PATIENCE = 90_000
"""Milliseconds: a busy machine with two processors draws slowly, and nobody waits for it when all is well."""
expect.set_options(timeout=PATIENCE)
seek_lightly()
DESKTOP = {"width": 1280, "height": 800}
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
at_three_sizes = pytest.mark.parametrize(
    "screen",
    ["desktop", pytest.param("tablet", marks=pytest.mark.soak), pytest.param("phone", marks=pytest.mark.soak)],
    indirect=True,
)
"""At a desk with the mouse, and in `make soak` on a tablet and a phone by finger."""
ASKED = re.compile(r"/api/matches/\w+/(preview|reach|verbs|whynot|overlays|ledger|advice|plan|estimate)\b")
"""Questions about what lies on the table."""
MOVING = {"reduced_motion": "no-preference"}
"""For a page on which things move."""
AT_ONCE = """try {
    localStorage.getItem("grognard:theatre") ?? localStorage.setItem("grognard:theatre", "0");
    localStorage.getItem("grognard:log-unfolded") ?? localStorage.setItem("grognard:log-unfolded", "true");
} catch { /* a page of no site keeps nothing */ }"""
"""What others did stands there at once, unless a page says how fast it is to be shown (`theatre`); the log is open."""
FORGOTTEN = "cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems"
"""What a browser keeps of a site beside the files that the site says may be kept."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server of our own."""
    with tempfile.TemporaryDirectory() as folder:
        process = forked_servers.Process(RUN, "serve", "--port", "0", "--db", f"{folder}/matches.db")
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line
        yield found[0]
        process.terminate()
        process.wait()
        process.stdout.close()


@pytest.fixture(scope="session")
def notified(driver: Playwright) -> Iterator[Browser]:
    """A Chromium with windows: one without them shows no notices."""
    executable = next(filter(None, map(shutil.which, WITH_WINDOWS)), None)
    assert executable, "the tests of notices need Chromium with its windows: apt-get install chromium"
    opened = driver.chromium.launch(executable_path=executable, args=ARGUMENTS)
    yield opened
    opened.close()


class Contexts:
    """Browsers at a server, as if each had just been installed, but that they have read the page's files before and
    keep an idle page of it open, so that the next one finds its process warm: that is half of what it costs to open a
    page. Its language, how much motion and which colours a page wants it says itself: pages of many kinds have one
    browser."""

    def __init__(self, browser: Browser, server: str, motion: str = "reduce") -> None:
        self._browser = browser
        self._server = server
        self._motion = motion
        self._free: dict[str, list[BrowserContext]] = {}
        self._used: dict[BrowserContext, str] = {}

    def page(
        self,
        viewport: dict[str, int],
        reduced_motion: str = "",
        color_scheme: Any = "light",
        locale: str = "",
        theatre: int = 0,
        **more: Any,
    ) -> Page:
        """An empty page in one that nobody uses."""
        kind = repr(sorted(more.items()))
        free = self._free.setdefault(kind, [])
        context = free.pop() if free else self._opened(**more)
        self._used[context] = kind
        idle = context.pages[0]
        idle.evaluate("localStorage.clear()")  # what its process holds of it
        said = context.new_cdp_session(idle)
        said.send("Storage.clearDataForOrigin", {"origin": self._server, "storageTypes": FORGOTTEN})
        said.detach()
        page = context.new_page()
        if theatre:
            page.add_init_script(f"localStorage.setItem('grognard:theatre', '{theatre}')")
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.emulate_media(reduced_motion=reduced_motion or self._motion, color_scheme=color_scheme)  # type: ignore[arg-type]
        if locale:
            said = context.new_cdp_session(page)
            agent = page.evaluate("navigator.userAgent")
            said.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": locale})
            said.send("Emulation.setLocaleOverride", {"locale": locale})
        return page

    def _opened(self, **more: Any) -> BrowserContext:
        context = self._browser.new_context(**more)
        context.add_init_script(AT_ONCE)
        context.new_page().goto(f"{self._server}/static/icon.svg")
        return context

    def take_back(self, context: BrowserContext) -> None:
        """Nobody needs it any more."""
        for page in context.pages[1:]:
            page.close()
        context.clear_permissions()
        self._free[self._used.pop(context)].append(context)

    def close(self) -> None:
        """The server is gone."""
        for context in [context for free in self._free.values() for context in free]:
            context.close()
        self._free.clear()


@pytest.fixture(scope="session")
def motion(long: bool) -> str:
    """Pages hold still unless a test is about what moves; in `make soak` all of them move."""
    return "no-preference" if long else "reduce"


@pytest.fixture(scope="session")
def contexts(browser: Browser, server: str, motion: str) -> Contexts:
    return Contexts(browser, server, motion)


@pytest.fixture
def screen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a page of one test is shown on, where the test does not say it. A finger taps what a mouse would click."""
    name: str = getattr(request, "param", "desktop")
    if "has_touch" in SCREENS[name]:
        monkeypatch.setattr(Locator, "click", Locator.tap)
    return name


@contextmanager
def looked_after(
    contexts: Contexts, server: str, screen: str = "desktop", forgiving: bool = False
) -> Iterator[Callable[..., Page]]:
    """Open pages (with an empty path they stay where they are); they must ask no other host and throw no error.
    Forgiving is who shall be refused something: that is in the browser's console too."""
    used, faults = [], []

    def opened(path: str = "/", viewport: dict[str, int] | None = None, **more: Any) -> Page:
        page = contexts.page(**({"viewport": viewport} if viewport else SCREENS[screen]), **more)
        used.append(page.context)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        if not forgiving:
            page.on("console", lambda m: faults.append(f"console: {m.text} {m.location}") if is_fault(m) else None)
        page.on("request", lambda r: faults.append(f"request to {r.url}") if not ours(r.url, server) else None)
        page.set_default_timeout(PATIENCE)
        if path:
            page.goto(server + path)
        return page

    yield opened
    for context in used:
        contexts.take_back(context)
    assert faults == []


@pytest.fixture
def open_page(contexts: Contexts, server: str, screen: str) -> Iterator[Callable[..., Page]]:
    """Open a page for one test."""
    with looked_after(contexts, server, screen) as opened:
        yield opened


@pytest.fixture(scope="module")
def keep_page(contexts: Contexts, server: str) -> Iterator[Callable[..., Page]]:
    """Open a page for several tests that leave it as they found it: a table costs seconds to lay."""
    with looked_after(contexts, server) as opened:
        yield opened


def is_fault(message: ConsoleMessage) -> bool:
    """Whether the browser complains of something that may not be. What was asked about a position that has passed
    meanwhile is refused, which the page does not mind; the browser notes it all the same."""
    late = "409" in message.text and ASKED.search(message.location["url"])
    return message.type == "error" and not late


def ours(url: str, server: str) -> bool:
    """Whether a request stays with our own server."""
    return url.startswith((server, server.replace("http", "ws", 1), "data:", "blob:"))


@pytest.fixture(scope="session")
def program(server: str) -> Iterator[httpx.Client]:
    """A program at the server, one for all. The server ends a line that is idle for five seconds."""
    with httpx.Client(base_url=server, timeout=60, verify=False, limits=httpx.Limits(keepalive_expiry=2)) as client:
        yield client


@pytest.fixture(scope="session")
def load_match(program: httpx.Client) -> Callable[[Match], str]:
    """Put a match on the server and give its path. Its dice fall alike in every run, but for a branch's, which has new
    ones: load one to look at."""

    def loaded(match: Match) -> str:
        assert match.over or match.header.chosen or match.header.parent, (
            "a match without a seed has other dice in every run"
        )
        answer = program.post("/api/load", content=write(match).encode())
        assert answer.status_code == 200, answer.text
        return seated(answer)

    return loaded


def seed_of_test() -> str:
    """Of the test that runs: its dice are its own, and fall alike in every run."""
    return hashlib.sha256(os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0].encode()).hexdigest()


def seated(answer: httpx.Response) -> str:
    """The path to a match that was just made, with the invitation to its seats."""
    made = answer.json()
    return f"/match/{made['id']}#sit={made['invitation']}"


@pytest.fixture(scope="session")
def new_match(program: httpx.Client) -> Callable[..., str]:
    """Start a match on the server and give its path. Without a `seed` the test's name is one."""

    def made(us: str, jp: str, **more: Any) -> str:
        body = {"game": "iwojima", "seats": {"US": us, "JP": jp}, "seed": seed_of_test(), **more}
        answer = program.post("/api/matches", json=body)
        assert answer.status_code == 200, answer.text
        return seated(answer)

    return made


@pytest.fixture
def picture(tmp_path: Path, long: bool) -> Callable[[Page, str], None]:
    """Take a picture of the page: in `make soak`, and with GROGNARD_SCREENSHOTS set, when those of the gallery go to
    the documentation."""
    docs = Path(__file__).parents[2] / "docs"
    gallery = (docs / "players" / "gallery.md").read_text(encoding="utf-8")
    wanted = bool(os.environ.get("GROGNARD_SCREENSHOTS"))

    def taken(page: Page, name: str) -> None:
        if not (wanted or long):
            return
        kept = wanted and f"screenshots/{name}.jpg" in gallery
        file = (docs / "screenshots" if kept else tmp_path) / f"{name}.jpg"
        page.wait_for_timeout(900)  # dice have come to rest
        page.screenshot(path=file, type="jpeg", quality=86)
        assert file.stat().st_size > 40_000, "the picture is next to empty"

    return taken
