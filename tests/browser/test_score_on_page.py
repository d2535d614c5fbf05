"""Seeing on the page: the score as a ledger, at the end and during play."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.conftest import MOVING, at_three_sizes
from grognard.match.match import Match
from grognard.match.save import load
from two_members import eventually

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
GAMES = Path(__file__).parents[1]
AT_REST = """async () => {
    const words = document.querySelector(".replay-words");
    let before = "";
    do {
        before = words.textContent;
        await new Promise((go) => setTimeout(go, 1000));
    } while (words.textContent !== before);
    return true;
}"""
"""Until the replay stands still: the line that was under way when it was stopped may still come."""


def finished(game: str, name: str) -> Match:
    """One of the finished games."""
    return load((GAMES / game / "games" / f"{name}.grog").read_text(encoding="utf-8")).match


@at_three_sizes
def test_a_result_says_by_how_much_and_for_what(open_page: Open, load_match: Load) -> None:
    match = finished("iwojima", "jp-last-turn")
    match.header.seats = {"US": "human", "JP": "human"}
    page = open_page(load_match(match))
    cover = page.get_by_role("button", name=re.compile("show the map"))
    dialog = page.locator(".veil.result")
    expect(cover.first.or_(dialog)).to_be_visible()
    if cover.count():
        cover.first.click()
    us, jp = match.state.vp
    expect(dialog.locator(".ledger-verdict")).to_contain_text(f"by {jp - us} VP. United States {us}: Safe to Land")
    japan = dialog.locator('.ledger table[data-side="1"]')
    expect(japan.locator(".sum .figure")).to_have_text(f"{jp} VP")
    # Above the end of its track a score is a number, not a part of it.
    expect(page.locator('.gauge[data-track="vp-jp"] .gauge-value')).to_have_text(re.compile(rf"^{jp}\D*$"))
    dialog.get_by_role("button", name="Look at the map").click()
    page.locator('.gauge[data-track="vp-us"]').click()
    expect(page.locator(".veil.track .ledger")).to_be_visible()
    for width in (1280, 800, 390):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.locator(".veil.track .ledger").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


@at_three_sizes
def test_programs_are_watched_from_the_first_line_without_a_spoiler(open_page: Open, load_match: Load) -> None:
    match = finished("iwojima", "jp-last-turn")
    match.header.seats = {"US": "staff", "JP": "staff"}
    page = open_page(load_match(match), **MOVING)
    caption = page.locator(".replay-caption")
    expect(caption).not_to_be_empty()
    at = page.locator(".replay-words")
    expect(at).to_have_text(re.compile(r"^Line [1-9]\d? of"))
    assert page.locator(".veil").count() == 0
    assert page.locator(".log .line.future:visible").count() == 0
    speeds = page.locator(".replay .speed")
    assert [speed.inner_text() for speed in speeds.all()] == ["1×", "2×", "4×", "8×", "16×"]
    speeds.nth(4).click()
    expect(speeds.nth(4)).to_have_attribute("aria-checked", "true")
    expect(at).to_have_text(re.compile(r"^Line ([3-9]\d|\d{3}) of"))
    page.locator(".replay button[aria-label=Play], .replay button[aria-label=Pause]").first.click()
    page.wait_for_function(AT_REST)
    shown = re.fullmatch(r"Line (\d+) of (\d+)", at.inner_text())
    assert shown
    assert int(shown[1]) < int(shown[2]), "it goes on though it was paused"
    page.locator("#back-to-now").click()
    expect(page.locator(".veil.result")).to_be_visible()


def test_who_is_in_the_present_of_a_match_of_programs_is_told_of_its_end(
    open_page: Open, server: str, load_match: Load
) -> None:
    match = finished("iwojima", "jp-last-turn")
    match.header.seats = {"US": "staff", "JP": "staff"}
    page = open_page("")
    pushes: list[WebSocketRoute] = []
    over: dict[str, Any] = {}

    def not_over_yet(route: Route) -> None:
        over.update(route.fetch().json())
        route.fulfill(json={**over, "result": None, "stamp": "0" * 16})

    page.route_web_socket(re.compile(r"/ws\?"), lambda socket: pushes.append(socket))
    page.route(re.compile(r"/api/matches/\w+\?seat="), not_over_yet)
    page.goto(server + load_match(match))
    page.locator("#back-to-now").click()
    expect(page.locator("#back-to-now")).to_be_hidden()
    expect(page.locator(".veil.result")).to_have_count(0)
    news = json.dumps({**over, "log": [], "reset": False})
    # Until the line is up nobody hears it; who has heard it does not mind to hear it again.
    eventually(lambda: pushes[-1].send(news) or page.locator(".veil.result").count())


@at_three_sizes
def test_a_match_is_named_sealed_deleted_and_put_back(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url(re.compile("/match/"))
    page.locator(".prompt").first.wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Save to a file").click()
    page.locator("#seal-phrase").fill("twenty-two thousand")
    with page.expect_download() as coming:
        page.locator("#seal").click()
    file = Path(coming.value.path())
    text = file.read_text(encoding="utf-8")
    assert text.startswith("grognard sealed 1\n")
    page.goto(page.url.split("/match/")[0])
    item = page.locator(".match-item").first
    item.locator(".match-more").click()
    page.get_by_role("menuitem", name="Name the match").click()
    page.locator("#match-name").fill("Against the clock")
    page.get_by_role("button", name="Name it").click()
    expect(item).to_contain_text("Against the clock")
    item.locator(".match-more").click()
    page.get_by_role("menuitem", name="Delete the match").click()
    expect(page.locator(".match-gone")).to_contain_text("Against the clock was deleted.")
    expect(page.locator(".match-item")).to_have_count(0)
    page.locator("#match-back").click()
    expect(page.locator(".match-item")).to_contain_text("Against the clock")
    with page.expect_file_chooser() as choosing:
        page.locator("#load").click()
    choosing.value.set_files({"name": "game.sealed.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.locator("#open-phrase").fill("twenty-two thousand")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(re.compile("/match/"))
    page.locator(".prompt").first.wait_for()
