"""Layers over the map, in a real browser."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


NEXT = """was => {
    const legend = document.querySelector(".layer-legend");
    return legend.hidden || legend.innerText !== was;
}"""


@pytest.fixture(scope="module")
def table(server: str, keep_page: Any) -> Page:
    """The Allied seat of a match of Ichi-Go against a bot."""
    seats = {"Allied": "human", "Japanese": "random"}
    made = httpx.post(f"{server}/api/matches", json={"game": "ichigo", "seats": seats, "seed": 5}, timeout=60).json()
    page: Page = keep_page(f"/match/{made['id']}#sit={made['invitation']}")
    page.wait_for_selector(".table:not(.skeleton)")
    return page


@pytest.fixture
def page(table: Page) -> Page:
    """The table without any layer."""
    legend = table.locator(".layer-legend")
    while legend.is_visible():
        was = legend.inner_text()
        table.keyboard.press("o")
        table.wait_for_function(NEXT, arg=was)
    return table


def test_the_key_o_walks_through_the_layers_and_back_to_none(page: Page) -> None:
    page.keyboard.press("o")
    legend = page.locator(".layer-legend")
    expect(legend).to_contain_text("Japanese supply")
    expect(page.locator(".layer .tint.good")).to_have_count(1)
    page.keyboard.press("o")
    expect(legend).to_contain_text("Control")
    expect(page.locator(".layer .tint")).to_have_count(2)
    page.keyboard.press("o")
    expect(legend).to_contain_text("Next to the enemy")
    page.keyboard.press("o")
    expect(legend).to_be_hidden()
    expect(page.locator(".layer .tint")).to_have_count(0)


HELD = """() => {
    const ask = window.fetch;
    let held = true;
    window.fetch = async (...all) => {
        if (!String(all[0]).includes("/overlays") || !held) return ask(...all);
        held = false;
        await new Promise((go) => (window.letGo = go));
        return new Response("[]", { headers: { "content-type": "application/json" } });
    };
}"""
"""The next answer about layers is about a table without any, and comes when it is let go."""


def test_an_old_answer_does_not_take_the_place_of_a_newer_one(page: Page) -> None:
    page.evaluate(HELD)
    page.keyboard.press("o")
    page.keyboard.press("o")
    expect(page.locator(".layer-legend")).to_contain_text("Japanese supply")
    page.evaluate("window.letGo()")
    expect(page.locator(".layer-legend")).to_contain_text("Control")


def test_the_menu_of_layers_shows_one_and_hides_the_counters(page: Page) -> None:
    page.get_by_role("button", name="Layers").click()
    page.get_by_role("menuitem", name="Control").click()
    expect(page.locator(".layer-legend")).to_contain_text("Allied")
    page.get_by_role("button", name="Layers").click()
    page.get_by_role("menuitem", name="Hide the counters").click()
    expect(page.locator(".world")).to_have_class(re.compile("bare"))
    page.keyboard.press("h")
    expect(page.locator(".world")).not_to_have_class(re.compile("bare"))


def test_on_a_phone_the_layers_are_at_hand_and_fingers_zoom(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.get_by_role("button", name="Layers").click()
    expect(page.get_by_role("menuitem", name="Control")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Whole map")).to_be_visible()
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()
    expect(page.get_by_role("button", name="Zoom out")).to_be_hidden()
