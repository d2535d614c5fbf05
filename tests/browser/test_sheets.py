"""Sheets on the page: a set in one place, filled in, changed and taken with one button."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.test_orders import Load, Open
from test_orders import staffs_until

pytestmark = pytest.mark.browser


def settled(page: Page) -> None:
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")


def test_the_losses_of_a_battle_are_one_sheet_that_can_be_changed(
    open_page: Open, load_match: Load, picture: Any
) -> None:
    match = staffs_until("whitesun", lambda s, asked: asked.prompt == "losses" and asked.about[0] > 1, seed=1)
    assert match.asked is not None
    owed = match.asked.about[0]
    page = open_page(load_match(match))
    expect(page.locator("#sheet .sheet-lines li")).to_have_count(owed)
    picture(page, "losses")
    first = page.locator("#sheet select").first
    was = first.input_value()
    other = next(str(i) for i in range(len(match.asked.options)) if str(i) != was)
    first.select_option(other)
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#take-sheet").click()
    assert answer.value.json()["order"]["count"] == owed
    assert match.asked.options[int(other)][1] in [u[0] for u in answer.value.json()["view"]["units"]]
    settled(page)
