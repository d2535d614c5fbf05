"""What one is asked about can lie out of sight: the map does not move by itself, but a button brings it there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from grognard.games import load
from grognard.match.match import Match

pytestmark = pytest.mark.browser
PATIENCE = 60_000
IN_SIGHT = """() => {
    const frame = document.querySelector(".map-frame").getBoundingClientRect();
    return [...document.querySelectorAll(".map-frame .glow")].some((el) => {
        const box = el.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    });
}"""


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (844, 390)])
def test_a_button_shows_what_is_out_of_sight(
    open_page: Callable[..., Page], load_match: Callable[[Match], str], size: tuple[int, int]
) -> None:
    wide, high = size
    match = Match.new(load("whitesun"), seats={"Japanese": "human"}, seed=11)
    page = open_page(load_match(match), viewport={"width": wide, "height": high})
    expect(page.locator("#prompt.mine")).to_contain_text("up to 8 units", timeout=PATIENCE)
    show = page.locator("#out-of-sight")
    expect(show).to_be_hidden()
    # The reserve stands at the right; the eye goes to the west.
    frame = page.locator(".map-frame").bounding_box()
    assert frame
    page.mouse.move(frame["x"] + 0.3 * frame["width"], frame["y"] + 0.5 * frame["height"])
    for _ in range(9):
        page.mouse.wheel(0, -60)
    expect(show).to_be_visible()
    assert not page.evaluate(IN_SIGHT)
    before = page.locator(".world").evaluate("el => el.style.transform")
    page.wait_for_timeout(600)
    assert page.locator(".world").evaluate("el => el.style.transform") == before
    show.click()
    expect(show).to_be_hidden()
    assert page.evaluate(IN_SIGHT)
    # On the whole map nothing is out of sight.
    page.mouse.move(frame["x"] + 0.3 * frame["width"], frame["y"] + 0.5 * frame["height"])
    for _ in range(16):
        page.mouse.wheel(0, 60)
    expect(show).to_be_hidden()
