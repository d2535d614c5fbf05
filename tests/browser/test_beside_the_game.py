"""What the table does beside the game: the picture while it comes, sounds, numbers for the next click, any time."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from browser.clicking import at_rest, click_free
from browser.test_labels import in_the_middle
from grognard.match.match import Match

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
SIZES = ((1280, 800), (800, 600), (390, 844))
COUNTED = """
    window.heard = 0;
    const made = AudioContext.prototype.createGain;
    AudioContext.prototype.createGain = function () { window.heard += 1; return made.call(this); };
"""
IN_VIEW = """([what, width, height]) => [...document.querySelectorAll(what)].every(el => {
    const box = el.getBoundingClientRect();
    return box.width > 0 && box.x >= 0 && box.y >= 0 && box.right <= width && box.bottom <= height;
})"""


def test_the_table_comes_behind_its_picture_sounds_when_wanted_and_says_several_at_once(
    open_page: Open, new_match: Callable[..., str], server: str
) -> None:
    page, held = open_page(""), list[Route]()
    page.add_init_script(COUNTED)
    page.route("**/api/games/iwojima/board*", lambda route: held.append(route))
    page.goto(server + new_match("staff", "human", seed=3), wait_until="commit")
    picture = page.locator(".loading-game img")
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.querySelector('.loading-game img').naturalWidth > 100")
    expect(page.locator(".loading-game figcaption")).not_to_be_empty()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IN_VIEW, [".loading-game img, .loading-game figcaption", width, height])
    page.set_viewport_size({"width": 1280, "height": 800})
    for route in held:
        route.continue_()
    page.unroute("**/api/games/iwojima/board*")
    expect(page.locator("#prompt.mine")).to_be_visible()
    assert page.evaluate("window.heard") == 0
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("menuitem", name="Sound: off")).to_be_in_viewport(ratio=1)
        if width < SIZES[0][0]:
            page.keyboard.press("Escape")
    page.get_by_role("menuitem", name="Sound: off").click()
    page.wait_for_function("() => window.heard > 0")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("menuitem", name="Sound: quiet")).to_be_visible()
    page.keyboard.press("Escape")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator('[data-times="3"]').scroll_into_view_if_needed()
        expect(page.locator('[data-times="3"]')).to_be_in_viewport(ratio=1)
    at_rest(page)
    page.locator('[data-times="2"]').click()
    with page.expect_response(re.compile("/order$")) as answer:
        click_free(page, page.locator("path.space.glow").first)
    assert answer.value.json()["order"]["count"] == 2


def test_standing_acts_are_ticked_together_and_done_with_one_button(open_page: Open, load_match: Load) -> None:
    page = open_page(load_match(in_the_middle("ichigo")))
    expect(page.locator("#prompt.mine")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        page.locator("#help").click()
        page.locator("#any-time").click()
        boxes = page.locator("#standing input")
        expect(boxes.nth(1)).to_be_visible()
        assert page.evaluate(IN_VIEW, [".veil .sheet-foot, .veil footer", width, height])
        if (width, height) != SIZES[-1]:
            page.keyboard.press("Escape")
    boxes.first.check()
    expect(page.locator("#do-standing")).to_have_text("Do it")
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#do-standing").click()
    assert answer.value.json()["order"]["count"] == 1
