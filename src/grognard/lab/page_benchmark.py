"""Speed of the page in a real browser, with the targets beside it.

The browser is driven from outside; the clock is the page's own. A click counts from the pointer's event to the frame
after its result was drawn, and nobody thinks in between: people hold all seats.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from grognard import interrupt
from grognard.bots.hints import has_staff
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.lab.benchmarks import Figure, begin, tell_as_measured
from grognard.lab.clicks_per_turn import measured
from grognard.lab.confidence_intervals import quantile
from grognard.match.header import HUMAN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

NEEDED = "`bench --web` drives a real browser: `pip install playwright` and `apt-get install chromium` bring it."
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
SIZE = {"width": 1280, "height": 800}
PATIENCE = 60_000
"""Milliseconds that a page may take before it counts as broken."""
DECISIONS = 500
EARLY = 50
"""The decision from which memory may no longer grow."""
REST = 7.0
"""Seconds after which the last dice and arrows are gone from the table, and what they held."""
NOTCHES = 10
HAND = 30
"""Milliseconds between two movements of the hand."""
SEED = 7
MEGABYTE = 1_000_000

FIRST_PAGE = 1.0
ON_THE_TABLE = 1.0
CLICK = 50.0
FRAME = 50.0
"""Milliseconds: a map that follows the hand twenty times a second feels as if it lay under it."""
WEIGHT = 2.0
GROWTH = 2.0
"""Megabytes between a page after its match and a page freshly opened at the same position: the log is in both, what
the browser has compiled meanwhile is not."""
LEFT_BEHIND = 100
"""Elements, text included, that the page after its match may hold beyond the fresh one."""


def webbench(
    games: Sequence[Game], quick: bool = False, say: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Measure the page; `say` hears the report line by line."""
    with browser() as chromium, server() as address:
        out = begin(say)
        out["front room"] = tell_as_measured("The front room", front_figures(chromium, address, 2 if quick else 5), say)
        out["games"] = {
            game.id: tell_as_measured(game.title, game_figures(chromium, address, game, quick), say) for game in games
        }
    out["gestures"] = {
        game.id: tell_as_measured(f"{game.title}: gestures", gesture_figures(game), say) for game in games
    }
    return out


def chromium() -> str | None:
    """The path of Chromium; of the headless shell, where there is one, which costs a quarter less."""
    return next(filter(None, map(shutil.which, ("chromium-headless-shell", *WITH_WINDOWS))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, where there is one."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise Refused(NEEDED) from None
    # Chromium will not build its sandbox for root.
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=chromium(), args=["--disable-gpu", *root])
        except Error:
            raise Refused(NEEDED) from None
        yield opened
        opened.close()


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of its own, which has just been started."""
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as folder:
        command = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--db", f"{folder}/matches.db"]
        with interrupt.child(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            found = re.search(r"http://\S+?(?=/? )", process.stdout.readline())
            if not found:
                raise Refused("The server did not start.")
            yield found[0]


def front_figures(chromium: Browser, address: str, rounds: int) -> Iterator[Figure]:
    """The first page: of a server that has just been started, and then."""
    times = []
    for number in range(rounds + 1):
        context = _context(chromium)
        took = _first_page(context.new_page(), address)
        context.close()
        if number == 0:
            yield Figure("first page, server just started", took, "s", FIRST_PAGE)
        else:
            times.append(took)
    yield Figure("first page, cold cache, median", quantile(times, 0.5), "s", FIRST_PAGE)


def game_figures(chromium: Browser, address: str, game: Game, quick: bool = False) -> Iterator[Figure]:
    """One game: how soon it stands on the table, its weight, its clicks, and the memory of a long match."""
    loads = [on_the_table(chromium, address, game) for _ in range(1 if quick else 3)]
    took = quantile([took for took, _ in loads], 0.5)
    yield Figure("play now to the game on the table, median", took, "s", ON_THE_TABLE)
    weight = max(weight for _, weight in loads) / MEGABYTE
    yield Figure("page weight, front room included, compressed", weight, "MB", WEIGHT, timed=False)
    yield from motion(chromium, address, game)
    yield from long_match(chromium, address, game, 3 * EARLY if quick else DECISIONS)


def gesture_figures(game: Game) -> Iterator[Figure]:
    """The gestures per turn of the busier player, by one staff game put together from the page's gestures."""
    if has_staff(game):
        row, _ = measured(game, games=1)
        yield Figure("a turn, one option after another, median", row.one_by_one, "clicks", timed=False)
        yield Figure("a turn, everything chosen by oneself, median", row.by_hand, "clicks", timed=False)
        yield Figure("a turn, sets filled in, median", row.with_habits, "clicks", timed=False)
        yield Figure("a turn, sets filled in, a drag is one, median", row.gestures, "gestures", timed=False)
        yield Figure("changes of seat a turn, median", row.covers, "times", timed=False)


# --- getting there


def _context(chromium: Browser) -> BrowserContext:
    context = chromium.new_context(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    context.add_init_script(files("grognard.lab").joinpath("page_benchmark.js").read_text(encoding="utf-8"))
    return context


def _first_page(page: Page, address: str) -> float:
    """Seconds from asking for the front room to its games on the screen."""
    page.goto(f"{address}/")
    page.wait_for_function("() => bench.shown")
    return float(page.evaluate("bench.shown - performance.timeOrigin")) / 1000


def on_the_table(chromium: Browser, address: str, game: Game) -> tuple[float, float]:
    """Seconds from a click on "play now" to the map and the first question, and the bytes fetched in all."""
    context = _context(chromium)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    weights: list[float] = []
    line.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    _first_page(page, address)
    page.locator(f'[data-game="{game.id}"] [data-play="now"]').click()
    page.wait_for_url(re.compile("/match/"))
    page.wait_for_function("() => bench.shown")
    took = float(page.evaluate("bench.shown - Number(sessionStorage.getItem('bench:click'))")) / 1000
    page.wait_for_load_state("networkidle")
    context.close()
    return took, sum(weights)


# --- the map in motion


def motion(chromium: Browser, address: str, game: Game) -> Iterator[Figure]:
    """The time between two frames while a wheel zooms in and out, and while the map is dragged."""
    context = _context(chromium)
    page = context.new_page()
    page.goto(f"{address}/")
    _sit_down(page, f"{address}/match/{_hot_seat(address, game)}")
    x, y = SIZE["width"] / 3, SIZE["height"] / 2
    page.evaluate("void bench.film()")
    for notch in [-60] * NOTCHES + [60] * NOTCHES:
        page.mouse.wheel(0, notch)
        page.wait_for_timeout(HAND)
    yield Figure("frame while zooming, p95", quantile(page.evaluate("bench.cut()"), 0.95), "ms", FRAME)
    page.evaluate("void bench.film()")
    page.mouse.down()
    for step in range(4 * NOTCHES):
        page.mouse.move(x - 5 * step, y - 3 * step)
        page.wait_for_timeout(HAND / 2)
    page.mouse.up()
    yield Figure("frame while dragging the map, p95", quantile(page.evaluate("bench.cut()"), 0.95), "ms", FRAME)
    context.close()


# --- a long match


def long_match(chromium: Browser, address: str, game: Game, decisions: int) -> Iterator[Figure]:
    """Decisions by lot at one screen, to the end of the match at most: how long each takes until it is drawn, and what
    the page has kept at the end."""
    context = _context(chromium)
    page = context.new_page()
    line = context.new_cdp_session(page)
    page.goto(f"{address}/")
    _sit_down(page, f"{address}/match/{_hot_seat(address, game)}")
    done = 0
    early = 0.0
    while done < decisions and page.evaluate("bench.ready()"):
        if done == EARLY:
            early = _heap(page, line)
        _decide(page)
        done += 1
    late, nodes = _heap(page, line), _nodes(line)
    clicks, sends = page.evaluate("[bench.clicks, bench.sends]")
    _sit_down(page, page.url)
    fresh, nodes = _heap(page, line), nodes - _nodes(line)
    context.close()
    every = [*clicks, *sends]
    if clicks:
        yield Figure(f"click on a button to its result, p50 of {len(clicks)}", quantile(clicks, 0.5), "ms")
        yield Figure("click on a button to its result, p95", quantile(clicks, 0.95), "ms", CLICK)
    yield Figure(f"any decision to its result, p95 of {len(every)}", quantile(every, 0.95), "ms", CLICK)
    if done > EARLY:
        yield Figure(f"memory at decision {EARLY}", early, "MB")
    yield Figure(f"memory at decision {done}", late, "MB")
    yield Figure("memory beyond a fresh page at that position", late - fresh, "MB", GROWTH, timed=False)
    yield Figure("elements beyond a fresh page at that position", nodes, "nodes", LEFT_BEHIND, timed=False)


def _hot_seat(address: str, game: Game) -> str:
    """A new match with people in all seats."""
    body = {"game": game.id, "seats": {side.id: HUMAN for side in game.sides}, "seed": SEED}
    sent = urllib.request.Request(
        f"{address}/api/matches", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(sent) as answer:
        made: dict[str, Any] = json.load(answer)
    return f"{made['id']}#sit={made['invitation']}"


def _sit_down(page: Page, url: str) -> None:
    page.goto(url)
    page.evaluate("bench.sitIn()")
    page.wait_for_function("() => bench.shown")
    # A seat that was taken before we looked says something as soon as the pointer moves.
    page.mouse.move(SIZE["width"] / 3, SIZE["height"] / 2, steps=3)
    page.evaluate("bench.ready()")


def _decide(page: Page) -> None:
    spot = page.evaluate("bench.decide()")
    if spot is not None:
        pressed = page.evaluate("bench.clicks.length")
        page.mouse.click(*spot)
        page.wait_for_function("count => bench.clicks.length > count", arg=pressed)


def _heap(page: Page, line: CDPSession) -> float:
    """Megabytes of JavaScript that are left when all garbage is gone."""
    page.wait_for_timeout(REST * 1000)
    for _ in range(3):
        line.send("HeapProfiler.collectGarbage")
    return float(line.send("Runtime.getHeapUsage")["usedSize"]) / MEGABYTE


def _nodes(line: CDPSession) -> int:
    """Elements and texts that the browser holds, on the page or forgotten."""
    return int(line.send("Memory.getDOMCounters")["nodes"])
