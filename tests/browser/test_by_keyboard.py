"""A whole turn of Iwo Jima by keyboard alone, and one through the accessibility tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PATIENCE
from browser.test_access import tree_of

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
New = Callable[..., str]
CALM = "#prompt.mine[data-busy=false]"
FOCUS = "document.activeElement?.closest('[data-unit], [data-space]')?.matches(%r) ?? false"
TURN = ".top"


def calm(page: Page) -> None:
    expect(page.locator(CALM)).to_be_visible()


def walk_to(page: Page, what: str) -> None:
    """Space goes from one thing that glows to the next."""
    for _ in range(80):
        page.keyboard.press("Space")
        if page.evaluate(FOCUS % what):
            return
    raise AssertionError(f"nothing that glows is {what}")


def order(page: Page) -> None:
    """A unit, and a place for it."""
    walk_to(page, "[data-unit]")
    page.keyboard.press("Enter")
    expect(page.locator("path.space.glow, path.space.reach").first).to_be_attached()
    walk_to(page, "path[data-space]")
    with page.expect_response(re.compile("/(decide|order)$")):
        page.keyboard.press("Enter")
    calm(page)


def is_turn(page: Page, number: int) -> bool:
    return f"Turn {number}" in page.locator(TURN).inner_text()


def test_a_whole_turn_of_iwo_jima_by_keyboard_alone(open_page: Open, new_match: New) -> None:
    page = open_page(new_match("human", "random", seed=3))
    calm(page)
    # The question comes first, with ways past it.
    page.keyboard.press("Tab")
    expect(page.locator("[data-skip=map]")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('#prompt').contains(document.activeElement)")
    for _ in range(2):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_class(re.compile("glow"))
    ordered = set()
    for _ in range(60):
        page.wait_for_function(
            "calm => document.querySelector(calm) || document.querySelector('.veil')", arg=CALM, timeout=PATIENCE
        )
        if is_turn(page, 2):
            break
        if page.locator(".veil").count():
            page.keyboard.press("Enter")  # yes, end it
            expect(page.locator(".veil")).to_have_count(0)
            continue
        asked = page.locator(".prompt-text").inner_text()
        movable = page.locator(".pieces .unit.glow").count() and page.locator("#prompt [data-digit]").count()
        if movable and asked not in ordered and len(ordered) < 2:
            ordered.add(asked)
            order(page)
            continue
        before = page.evaluate("document.querySelector('.prompt-text').textContent + performance.now()")
        digits = page.locator("#prompt [data-digit]:enabled")
        if digits.count():
            page.keyboard.press(digits.last.get_attribute("data-digit") or "1")
        elif page.locator("#take-sheet:visible").count():
            page.locator("#take-sheet").focus()
            page.keyboard.press("Enter")
        else:
            walk_to(page, "[data-unit], [data-space]")
            page.keyboard.press("Enter")
        assert before
        page.wait_for_timeout(300)
    assert is_turn(page, 2)
    assert len(ordered) == 2


def named(page: Page, role: str) -> list[dict[str, Any]]:
    return [node for node in tree_of(page) if node["role"]["value"] == role and node.get("name", {}).get("value")]


def press(page: Page, node: dict[str, Any]) -> None:
    """What a screen reader does with a node: it gives it the focus, and presses it."""
    line = page.context.new_cdp_session(page)
    line.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})
    line.detach()
    page.keyboard.press("Enter")


def test_a_whole_turn_of_iwo_jima_through_the_accessibility_tree(open_page: Open, new_match: New) -> None:
    page = open_page(new_match("human", "random", seed=4))
    calm(page)
    # Where everybody stands is read out by place.
    listed = [node for node in tree_of(page) if node["role"]["value"] == "listitem"]
    assert len(listed) > 2
    ordered, picked = 0, False
    for _ in range(60):
        page.wait_for_function(
            "calm => document.querySelector(calm) || document.querySelector('.veil')", arg=CALM, timeout=PATIENCE
        )
        if is_turn(page, 2):
            break
        buttons = named(page, "button")
        names = {node["name"]["value"]: node for node in buttons}
        # The card of the first question names places too: of two of a name the map's comes last.
        places = {"Okina Hama", "Futatsune Hama"} & set(names) if picked else set()
        units = [node for name, node in names.items() if "Box" in name]
        on_card = [
            text
            for text in page.locator("#prompt .prompt-buttons button:enabled span:first-child").all_inner_texts()
            if text in names
        ]
        if places:
            picked = False
            press(page, names[places.pop()])
        elif units and (ordered < 3 or not on_card) and not page.locator(".veil").count():
            ordered += 1
            picked = True
            press(page, units[0])
        elif page.locator(".veil").count():
            page.keyboard.press("Enter")
        elif on_card:
            press(page, names[on_card[-1]])
        page.wait_for_timeout(400)
    assert is_turn(page, 2)
    assert ordered >= 3
