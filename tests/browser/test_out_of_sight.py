"""What one is asked about can lie out of sight: the map does not move by itself, but a button brings it there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.clicking import at_rest, zoom
from browser.conftest import MOVING
from grognard.games import load
from grognard.match.match import Match

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
IN_SIGHT = """(things) => {
    const frame = document.querySelector(".map-frame").getBoundingClientRect();
    return [...document.querySelectorAll(`.map-frame ${things}`)].some((el) => {
        const box = el.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    });
}"""


def with_a_division(seed: int) -> Match:
    """A match in China in which the first division has been chosen for an operation."""
    game = load("whitesun")
    match = Match.new(game, seats={"Japanese": "human"}, seed=seed)
    match.submit(0, ("join", game.unit_index["J-3D"]))
    return match


def edges(page: Page) -> tuple[dict[str, float], dict[str, float]]:
    """The frame and the sheet in it, on the screen."""
    frame, sheet = page.locator(".map-frame").bounding_box(), page.locator(".drawing").first.bounding_box()
    assert frame
    assert sheet
    return dict(frame), dict(sheet)


def test_a_large_map_opens_where_something_is_to_be_done_and_not_beside_the_map(
    open_page: Open, load_match: Load
) -> None:
    match = with_a_division(seed=1)
    match.submit(0, ("enter", match.game.space_index["1417"]))  # not far from the upper edge
    page = open_page(load_match(match))
    expect(page.locator("#prompt.mine")).to_contain_text("MP left")
    expect(page.locator(".space.reach").first).to_be_attached()
    at_rest(page)
    assert page.evaluate(IN_SIGHT, ".reach")
    frame, sheet = edges(page)
    for at, size in (("x", "width"), ("y", "height")):
        assert sheet[size] > frame[size], "a part of the map, close enough to be read"
        assert sheet[at] - frame[at] < 40
        assert frame[at] + frame[size] - sheet[at] - sheet[size] < 40


def test_units_in_a_box_are_not_missed_and_the_hand_stops_a_map_that_glides(open_page: Open, load_match: Load) -> None:
    page = open_page(load_match(with_a_division(seed=11)), **MOVING)
    expect(page.locator("#prompt.mine")).to_contain_text("1 of 8 units")
    at_rest(page)
    assert page.evaluate(IN_SIGHT, ".space.glow"), "where it can begin"
    assert not page.evaluate(IN_SIGHT, ".unit.picked"), "the unit that was chosen, in its box"
    expect(page.locator("#out-of-sight")).to_be_hidden()
    page.keyboard.press("f")
    at_rest(page)
    whole = edges(page)[1]["width"]
    page.evaluate("""async () => {
        const world = document.querySelector(".world"), box = world.parentElement.getBoundingClientRect();
        const key = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        for (const each of ["+", "+", "f"]) key(each);
        await new Promise(requestAnimationFrame);
        const middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
        const notch = { ...middle, deltaY: -100, bubbles: true, cancelable: true };
        for (let i = 0; i < 6; i++) world.dispatchEvent(new WheelEvent("wheel", notch));
    }""")
    at_rest(page)
    assert edges(page)[1]["width"] > 2 * whole


@pytest.mark.parametrize(
    "size",
    [(1280, 800), pytest.param((820, 1180), marks=pytest.mark.soak), pytest.param((844, 390), marks=pytest.mark.soak)],
)
def test_a_button_shows_what_is_out_of_sight(open_page: Open, load_match: Load, size: tuple[int, int]) -> None:
    wide, high = size
    match = Match.new(load("whitesun"), seats={"Japanese": "human"}, seed=11)
    page = open_page(load_match(match), viewport={"width": wide, "height": high})
    expect(page.locator("#prompt.mine")).to_contain_text("up to 8 units")
    show = page.locator("#out-of-sight")
    expect(show).to_be_hidden()
    # Where the view of the playing area leaves the reserve outside, its drawer holds it out.
    drawer = page.locator("#drawer.open")

    def shut() -> None:
        expect(drawer.locator(".box").first.locator(".box-unit.glow").first).to_be_visible()
        page.locator("#drawer-tab").click()
        expect(show).to_be_visible()

    is_in_sight = page.evaluate(IN_SIGHT, ".unit.glow")
    assert not is_in_sight, "so small that nobody could tell them apart"
    shut()
    expect(drawer).to_have_count(0)
    # The reserve stands at the right; the eye goes to the west.
    frame = page.locator(".map-frame").bounding_box()
    assert frame
    page.mouse.move(frame["x"] + 0.3 * frame["width"], frame["y"] + 0.5 * frame["height"])
    zoom(page, 4.4)
    expect(show).to_be_visible()
    at_rest(page)
    assert not page.evaluate(IN_SIGHT, ".glow")
    before = page.locator(".world").evaluate("el => el.style.transform")
    page.wait_for_timeout(600)
    assert page.locator(".world").evaluate("el => el.style.transform") == before
    show.click()
    expect(show).to_be_hidden()
    at_rest(page)
    assert page.evaluate(IN_SIGHT, ".glow")
    # On the whole map nothing is out of sight.
    page.mouse.move(frame["x"] + 0.3 * frame["width"], frame["y"] + 0.5 * frame["height"])
    zoom(page, 1 / 14)
    expect(show).to_be_hidden()


def test_what_the_keyboard_comes_to_is_shown_with_the_map_around_it(open_page: Open, load_match: Load) -> None:
    page = open_page(load_match(Match.new(load("ichigo"), seats={"Allied": "staff", "Japanese": "human"}, seed=5)))
    expect(page.locator("#prompt.mine")).to_contain_text("airpower marker")
    page.keyboard.press(" ")
    corner = page.locator("path.space:focus")
    expect(corner).to_have_attribute("aria-label", re.compile("^0107"))
    at_rest(page)
    frame, sheet = edges(page)
    box = corner.bounding_box()
    assert box
    for at in ("x", "y"):
        assert box[at] - frame[at] > 150, "clear of what lies on the edges"
        assert sheet[at] - frame[at] < 180, "no more than it must of what lies beside the map"
