"""How a table opens on a phone and on a tablet: the country before one's eyes, counters that can be told apart."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.clicking import at_rest
from browser.positions import staff_game_until
from browser.test_orders import Load, Open
from grognard.games import load
from grognard.match import Match
from grognard.server.matches.map_pictures import frame_of
from test_orders import staffs_until

pytestmark = pytest.mark.browser
PHONES = [(390, 844), (844, 390)]
UPRIGHT_FIRST = [PHONES[0], pytest.param(PHONES[1], marks=pytest.mark.soak)]
"""Where a phone that lies shows nothing new: that is for `make soak`."""
HOT_SEAT = {"US": "human", "JP": "human"}
SIZES = """() => {
  const map = document.querySelector(".map-frame").getBoundingClientRect();
  const inside = (box) => box.left > map.left && box.right < map.right && box.top > map.top && box.bottom < map.bottom;
  return [...document.querySelectorAll(".pieces [data-unit]")]
    .map((unit) => unit.getBoundingClientRect()).filter((box) => box.width && inside(box)).map((box) => box.width);
}"""

LEFTS = """spaces => spaces.map((space) =>
    document.querySelector(`path.space[data-space="${space}"]`).getBoundingClientRect().left)"""


def opened(open_page: Open, path: str, size: tuple[int, int]) -> Page:
    """The table of whoever is asked."""
    wide, high = size
    page = open_page(path, {"width": wide, "height": high}, has_touch=True, is_mobile=True)
    page.locator("#cover .primary").click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    at_rest(page)
    return page


def begun(game: Any) -> Match:
    """Between two at one screen."""
    return Match.new(game, seats={side.id: "human" for side in game.sides}, seed=3)


def window(page: Page) -> tuple[float, ...]:
    """What of the map is in sight, in map units, as the small map says it: left, top, width, height."""
    said = [page.locator(".overview .window").get_attribute(name) for name in ("x", "y", "width", "height")]
    return tuple(float(value or "nan") for value in said)


@pytest.mark.parametrize("size", UPRIGHT_FIRST)
def test_iwo_jima_opens_on_a_phone_with_counters_that_can_be_read(
    open_page: Open, load_match: Load, size: tuple[int, int]
) -> None:
    page = opened(open_page, load_match(staff_game_until(3, "us-movement", 0, HOT_SEAT)), size)
    found = page.evaluate(SIZES)
    assert len(found) > 5
    assert min(found) >= 22
    wide, high = window(page)[2:]
    country, down = frame_of(load("iwojima").board())[2:]
    assert wide >= 0.85 * country or high >= 0.7 * down
    # What lies in the boxes is at hand.
    expect(page.locator("#drawer-tab")).to_be_visible()


@pytest.mark.parametrize("size", UPRIGHT_FIRST)
def test_a_box_of_which_a_corner_is_seen_is_held_out_by_the_drawer(
    open_page: Open, load_match: Load, size: tuple[int, int]
) -> None:
    page = opened(open_page, load_match(staff_game_until(5, "designate-bombardment", 0, HOT_SEAT)), size)
    expect(page.locator("#drawer.open .box-unit.glow").first).to_be_visible()


@pytest.mark.parametrize("ident", [pytest.param("nemesis", marks=pytest.mark.soak), "ichigo"])
def test_on_an_upright_tablet_the_view_ends_with_the_country(open_page: Open, load_match: Load, ident: str) -> None:
    game = load(ident)
    page = opened(open_page, load_match(begun(game)), (820, 1180))
    left, top, wide, high = window(page)
    west, north, country, down = frame_of(game.board())
    slack = 80
    assert north - slack <= top
    assert top + high <= north + down + slack
    assert west - slack <= left
    assert left + wide <= west + country + slack
    assert min(page.evaluate(SIZES)) >= 26


@pytest.mark.parametrize("size", UPRIGHT_FIRST)
def test_on_a_phone_the_small_map_is_seen_while_the_large_one_moves(
    open_page: Open, load_match: Load, size: tuple[int, int]
) -> None:
    game = load("nemesis")
    page = opened(open_page, load_match(begun(game)), size)
    small = page.locator(".overview")
    expect(small).to_be_hidden()
    page.evaluate("""() => {
      const small = document.querySelector(".overview");
      window.glanced = false;
      new MutationObserver(() => (window.glanced ||= small.checkVisibility())).observe(small, { attributes: true });
    }""")
    page.locator(".map-frame").focus()
    page.keyboard.press("+")
    page.wait_for_function("() => window.glanced")
    expect(small).to_be_hidden()


@pytest.mark.parametrize("size", UPRIGHT_FIRST)
def test_on_a_phone_the_drawer_leaves_the_map_in_sight(
    open_page: Open, load_match: Load, size: tuple[int, int]
) -> None:
    page = opened(open_page, load_match(staff_game_until(5, "designate-bombardment", 0, HOT_SEAT)), size)
    glows = page.locator("#drawer.open .box-unit.glow")
    expect(glows.first).to_be_visible()
    drawer, ground = (page.locator(each).bounding_box() for each in ("#drawer .drawer-body", ".map-frame"))
    assert drawer
    assert ground
    assert drawer["width"] * drawer["height"] < 0.35 * ground["width"] * ground["height"]
    assert ground["y"] + ground["height"] - drawer["y"] - drawer["height"] > 0.5 * ground["height"]
    # All of it is pushed into sight with a finger, and the last is picked like the first.
    last = glows.last
    last.scroll_into_view_if_needed()
    last.tap()
    expect(page.locator("#drawer .box-unit.picked, .pieces .unit.picked").first).to_be_attached()


def test_the_first_view_has_nothing_empty_beside_it_and_makes_room_for_the_drawer(
    open_page: Open, load_match: Load
) -> None:
    game = load("formosa")
    match = staffs_until("formosa", lambda s, asked: asked.prompt == "reconnaissance")
    page = open_page(load_match(match), {"width": 1440, "height": 900})
    page.locator("#cover .primary").click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    at_rest(page)
    west = min(place["at"][0] for place in game.board()["spaces"] if "rect" not in place)
    assert -10 < window(page)[0] < west
    tab = page.locator("#drawer-tab")
    expect(tab).to_have_attribute("aria-expanded", "false")
    tab.click()
    at_rest(page)
    body = page.locator("#drawer .drawer-body").bounding_box()
    assert body
    assert match.asked is not None
    stacks = page.evaluate(LEFTS, [option[1] for option in match.asked.options if len(option) > 1])
    assert len(stacks) > 5
    assert min(stacks) > body["x"] + body["width"]
    tab.click()
    at_rest(page)
    assert -10 < window(page)[0] < west
    # Who has moved the map has it where he put it.
    page.locator(".map-frame").focus()
    page.keyboard.press("+")
    at_rest(page)
    moved = window(page)
    tab.click()
    at_rest(page)
    assert window(page) == moved
