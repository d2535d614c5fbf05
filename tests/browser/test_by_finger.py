"""What explains and advises, by finger: on a tablet, on a phone, and on a phone that lies on its side."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import FREE_POINT, at_rest
from browser.positions import random_game_until, staff_game_until
from browser.test_orders import Load, Open, bring
from grognard.kernel.flow import Decision
from grognard.match.save import load, write

pytestmark = pytest.mark.browser
SIZES = {"tablet": (820, 1180), "phone": (390, 844), "side": (844, 390)}
by_finger = pytest.mark.parametrize(
    "size", [pytest.param("tablet", marks=pytest.mark.soak), "phone", pytest.param("side", marks=pytest.mark.soak)]
)
LONG = 900
"""Milliseconds: a long press."""
WHOLE = """el => {
    const box = el.getBoundingClientRect();
    return box.width > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""


def opened(open_page: Open, path: str, size: str) -> Page:
    """The table of whoever is asked, on a screen for fingers."""
    wide, high = SIZES[size]
    page = open_page(path, {"width": wide, "height": high}, has_touch=True, is_mobile=True)
    cover = page.locator("#cover .primary")
    expect(page.locator("#prompt.mine").or_(cover).first).to_be_visible()
    if cover.is_visible():
        cover.tap()
    expect(page.locator("#prompt.mine")).to_be_visible()
    at_rest(page)
    return page


def press_long(page: Page, thing: Locator) -> None:
    """Lay a finger on a thing and leave it there."""
    x, y = page.evaluate(FREE_POINT, thing.element_handle())
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(LONG)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()


@by_finger
def test_the_card_of_a_unit_says_why_not_and_so_does_a_long_press(open_page: Open, load_match: Load, size: str) -> None:
    def is_wanted(s: Any, asked: Decision) -> bool:
        return s.turn == 2 and asked.side == 0 and any(s.game.verbs[o[0]].gathers for o in asked.options)

    match = random_game_until("ichigo", is_wanted, {"Allied": "human", "Japanese": "human"}, 3)
    page = opened(open_page, load_match(match), size)
    unit = page.locator(".unit.glow").first
    bring(page, unit)
    unit.tap()
    expect(page.locator(".unit.picked").first).to_be_visible()
    barred = page.locator("#context .verbs .verb-not")
    barred.first.scroll_into_view_if_needed()
    barred.first.tap()
    expect(barred.first).to_have_attribute("aria-pressed", "true")
    why = page.locator("#context .verb-why")
    expect(why).to_have_text(re.compile(r"\w.*\."))
    why.scroll_into_view_if_needed()
    assert why.evaluate(WHOLE)
    # A finger that rests asks too, and the answer stands whole on the screen.
    picked = page.locator(".unit.picked").first
    bring(page, picked)
    at_rest(page)
    press_long(page, picked)
    bubble = page.locator(".bubble")
    expect(bubble.locator("li").first).to_be_visible()
    assert bubble.evaluate(WHOLE)


@pytest.mark.soak
@by_finger
def test_the_staff_advises_and_the_estimate_is_read(open_page: Open, load_match: Load, size: str) -> None:
    match = load(write(staff_game_until(2, "designate-bombardment", 0, {"US": "human", "JP": "staff"}))).match
    page = opened(open_page, load_match(match), size)
    page.locator("#help").tap()
    page.locator("#ask-staff").tap()
    card = page.locator("#advice")
    expect(card).to_contain_text("Staff would")
    expect(card.locator(".advice-why")).to_have_text(re.compile(r"\w.*\."))
    do = page.locator("#do-advice")
    do.scroll_into_view_if_needed()
    assert do.evaluate(WHOLE)
    expect(page.locator(".space.advised")).to_have_count(1)
    with page.expect_response(re.compile("/(decide|order)$")) as answer:
        do.tap()
    assert answer.value.json()["ask"]["previews"]
    expect(card).to_be_hidden()
    page.locator("#menu").tap()
    page.get_by_role("menuitem", name="Estimate who is winning").tap()
    gauge = page.locator("#win-gauge")
    # So many games take as long as they take.
    expect(gauge).to_contain_text(re.compile(r"\d+% ± \d+"), timeout=180_000)
    assert gauge.evaluate(WHOLE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
