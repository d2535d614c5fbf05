"""Units that lie nowhere on the page: the question that is about them offers them itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.positions import random_game_until
from grognard.games import load
from grognard.kernel.flow import Decision
from grognard.match.match import Match

pytestmark = pytest.mark.browser
Load = Callable[[Match], str]
Open = Callable[..., Page]
SIZES = ["desktop", pytest.param("phone", marks=pytest.mark.soak)]


def asked(game: str, prompt: str) -> Match:
    """A random game up to a question, which is put to who sits before the page; a program has the other seat."""

    def is_wanted(s: Any, question: Decision) -> bool:
        return question.prompt == prompt and len(question.options) > 1

    sides = [side.id for side in load(game).sides]
    match = random_game_until(game, is_wanted, dict.fromkeys(sides, "human"), 3)
    assert match.asked is not None
    match.header.seats = {side: "human" if i == match.asked.side else "random" for i, side in enumerate(sides)}
    return match


def opened(open_page: Open, path: str, size: str) -> Page:
    more: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    page = open_page(path, {"width": 844, "height": 390} if size == "phone" else {"width": 1280, "height": 800}, **more)
    expect(page.locator("#prompt.mine")).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_which_of_the_withdrawn_divisions_joins_an_army_is_said_by_a_button(
    open_page: Open, load_match: Load, size: str
) -> None:
    """Ichi-Go 9.2b: both have left the map."""
    match = asked("ichigo", "withdrawn-to-pool")
    assert match.asked is not None
    options = match.asked.options
    page = opened(open_page, load_match(match), size)
    buttons = page.locator("#prompt [data-apart]")
    expect(buttons).to_have_text([match.game.plain(option) for option in options])
    expect(page.locator("#prompt")).not_to_contain_text(re.compile("anything that glows"))
    button = page.get_by_role("button", name=match.game.plain(options[1]), exact=True)
    if size == "phone":
        button.tap()
    else:
        button.click()
    expect(page.locator(".log")).to_contain_text(match.game.text.say_to_fourteenth_area(options[1][1]))  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
def test_where_a_unit_comes_back_that_is_off_the_map_is_said_by_one_click(
    open_page: Open, load_match: Load, size: str
) -> None:
    """Nemesis 5.1-F-f, R108: Transporters that were driven away reappear at a depot."""
    match = asked("nemesis", "relocate")
    assert match.asked is not None
    _, unit, depot = match.asked.options[0]
    page = opened(open_page, load_match(match), size)
    expect(page.locator("#prompt [data-apart]")).to_have_count(0)
    expect(page.locator(f'path.space.glow[data-space="{depot}"]')).to_have_count(1)
    page.locator(f'path.space[data-space="{depot}"]').evaluate("el => el.focus({preventScroll: true})")
    page.keyboard.press("Enter")
    expect(page.locator(f'.pieces [data-unit="{unit}"]')).to_have_count(1)
