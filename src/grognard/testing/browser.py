"""Browser tests of a game: a server, a real Chromium, and play by keyboard and by button."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.request import Request, urlopen

from grognard import games
from grognard.kernel.flow import Option

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PATIENCE = 40_000
"""Milliseconds: a busy machine draws slowly, and nobody waits for it when all is well."""
MOMENT = 1_000
STAFF = "staff"
YES = "footer .primary"
"""The button of a question whether one is sure."""


@contextmanager
def served(command: Sequence[str] = (sys.executable, "-m", "grognard.cli")) -> Iterator[str]:
    """The address of a server that lasts as long as the block; `command` is the program that is started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        whole = [*command, "serve", "--port", "0", "--db", f"{folder}/matches.db"]
        process = subprocess.Popen(whole, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found, f"the server did not say its address: {line!r}"
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()


def asked_of(address: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """The JSON answer of a server."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(address, data, headers), timeout=60) as answer:
        return json.load(answer)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser: the system's, or Playwright's own."""
    from playwright.sync_api import sync_playwright

    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def played_on_the_page(game: str, decisions: int, seed: int = 1) -> None:
    """Each side is played by hand against a bot: every decision is made on the page and arrives."""
    with served() as server, chromium() as browser:
        for side in range(len(games.load(game).sides)):
            play_by_hand(browser, server, game, decisions, seed, side)


def play_by_hand(browser: Any, server: str, game: str, decisions: int, seed: int = 1, side: int = 0) -> int:
    """One side, in a browser and on a server that are there already; how many decisions were made."""
    offer = next(row for row in asked_of(f"{server}/api/games") if row["id"] == game)
    verbs = asked_of(f"{server}/api/games/{game}/board")["verbs"]
    others = [each["id"] for each in offer["sides"]]
    human = others.pop(side)
    bot = STAFF if STAFF in offer["bots"] else offer["bots"][0]
    seats = {human: "human", **dict.fromkeys(others, bot)}
    made = asked_of(f"{server}/api/matches", {"game": game, "seats": seats, "seed": seed})
    match, token = f"{server}/api/matches/{made['id']}", made["seats"][human]["token"]
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda said: faults.append(_told(said)) if said.type == "error" else None)
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server}/match/{made['id']}#sit={made['invitation']}")
    rng, done = random.Random(seed), 0
    while done < decisions:
        page.locator("#prompt.mine, .result-text").first.wait_for()
        table = asked_of(match, token=token)
        if table["result"] is not None:
            break
        if table["ask"] is None or not table["ask"]["mine"]:
            page.wait_for_timeout(100)  # the page has just answered by itself, and has not drawn it yet
            continue
        options = [tuple(option) for option in table["ask"]["options"]]
        seen = [match, token, table["stamp"]]
        _choose(page, verbs, rng.choice(_simple(verbs, options)), partial(page.evaluate, _CHANGED, seen))
        page.wait_for_function(_CHANGED, arg=seen, polling=200)
        done += 1
    context.close()
    assert faults == []
    return done


_CHANGED = """async ([match, token, stamp]) => {
    const answer = await fetch(match, { headers: { Authorization: `Bearer ${token}` } });
    return (await answer.json()).stamp !== stamp;
}"""


def _is_button(verbs: Mapping[str, Any], option: Option) -> bool:
    """Whether it names no unit and no space."""
    return set(verbs[str(option[0])]["args"]) <= {"word"}


def _press(page: Any, words: str, option: Option, is_answered: Callable[[], bool]) -> bool:
    """Whether the button (by its words, or on a sheet by what it sends) was there before all was answered otherwise."""
    from playwright.sync_api import TimeoutError as TookTooLongError

    sends = json.dumps(json.dumps(option, separators=(",", ":")))
    named = page.get_by_role("button", name=words, exact=True)
    button = named.or_(page.locator(f"button[data-option={sends}]")).first
    for _ in range(PATIENCE // MOMENT):
        if is_answered():
            return False
        try:
            button.click(timeout=MOMENT)
            return True
        except TookTooLongError:
            continue
    raise AssertionError(f"there is no button {words!r} to be pressed")


def _simple(verbs: Mapping[str, Any], options: Sequence[Option]) -> list[Option]:
    """The option that one or two clicks say without a menu: a button, or one that no other option could be meant by."""
    by_clicks: dict[tuple[Any, ...], list[Option]] = {}
    for option in options:
        if _is_button(verbs, option):
            by_clicks[option] = [option]
        elif "word" not in verbs[str(option[0])]["args"]:
            by_clicks.setdefault(option[1:], []).append(option)
    single = [found[0] for found in by_clicks.values() if len(found) == 1]
    return [option for option in single if not verbs[str(option[0])].get("gathers")] or list(options)


def _told(said: Any) -> str:
    """An error on the page's console, with the address that it is about."""
    return f"console: {said.text} {said.location['url']}"


def _choose(page: Any, verbs: Mapping[str, Any], option: Option, is_answered: Callable[[], bool]) -> None:
    """By keyboard on the map, by mouse on a button; not at all where the page has given the one answer meanwhile."""
    verb = verbs[str(option[0])]
    if _is_button(verbs, option):
        if _press(page, verb["label"], option, is_answered):
            sure = page.locator(f".veil {YES}")
            page.wait_for_timeout(300)
            if sure.count():
                sure.first.click()
        return
    for kind, number in zip(verb["args"], option[1:], strict=True):
        if kind == "unit" and not page.locator(f'.pieces [data-unit="{number}"]').count():
            # It lies nowhere on the page: a button stands for it, or nobody else is asked about.
            for button in page.locator(f'#prompt [data-apart="{number}"]').all():
                button.click()
            continue
        what = f'.pieces [data-unit="{number}"]' if kind == "unit" else f'[data-space="{number}"].space'
        thing = page.locator(what).first
        thing.evaluate("el => el.focus({preventScroll: true})")
        page.keyboard.press("Enter")
