"""Standing orders at the table: given, kept, changed and withdrawn by the menu, at three sizes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.clicking import at_rest
from browser.conftest import at_three_sizes
from grognard.match.match import Match
from test_orders import staffs_until

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]


def orders(page: Page) -> None:
    page.locator("#menu").click()
    page.get_by_role("menuitem", name="Standing orders").click()
    expect(page.locator("#standing select").first).to_be_visible()


@at_three_sizes
def test_an_order_is_given_kept_narrowed_and_withdrawn(open_page: Open, load_match: Load) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "japanese-movement")
    page = open_page(load_match(match))
    page.get_by_role("button", name=re.compile("show the map")).click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    at_rest(page)
    orders(page)
    entry = page.locator("#standing-entry")
    with page.expect_response(re.compile("/standing/entry")):
        entry.select_option("fire-4")
    page.get_by_label("this turn only").check()
    with page.expect_response(re.compile("/standing/losses")):
        page.locator("#standing-losses").select_option("order")
    with page.expect_response(re.compile("/standing/losses")):
        page.get_by_label("Add a unit …").select_option(index=1)
    expect(page.locator(".standing-units li")).to_have_count(1)
    page.keyboard.press("Escape")
    orders(page)
    expect(entry).to_have_value("fire-4")
    expect(page.get_by_label("this turn only").first).to_be_checked()
    with page.expect_response(re.compile("/standing/entry")):
        entry.select_option("")
    expect(page.get_by_label("this turn only")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
