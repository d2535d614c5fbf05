"""Pins: words of one's own on the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_pin_is_put_in_found_again_after_reloading_and_taken_out(
    open_page: Callable[..., Page], new_match: Callable[..., str]
) -> None:
    page = open_page(new_match("human", "staff", seed=7))
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.locator('.space[aria-label^="Tenzan"]').click()
    page.get_by_role("button", name="Pin a note here").click()
    page.get_by_role("textbox", name="Text of the note").fill("guns here, I think")
    page.keyboard.press("Enter")
    expect(page.locator("#context .pin-row")).to_contain_text("guns here, I think")
    expect(page.locator("#map .pin")).to_have_count(1)
    page.reload()
    expect(page.locator("#map .pin")).to_have_count(1)
    page.get_by_role("tab", name="Notes").click()
    page.locator(".pin-list").get_by_role("button", name="Tenzan").click()
    expect(page.locator("#context .pin-row")).to_contain_text("guns here, I think")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#map .pin")).to_have_count(0)
    expect(page.locator(".pin-list")).to_be_hidden()
