"""What explains itself on the page: the folds of the log, verbs that are not on offer, why a phase goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.positions import random_game_until
from grognard.lab.diary import entries, joined
from grognard.match.match import Match

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
HOT_SEAT = {"Japanese": "human", "Allied": "human"}


def seat(page: Page) -> None:
    """Sit down at one's own decision."""
    cover = page.get_by_role("button", name=re.compile("show my table"))
    expect(page.locator("#prompt.mine").or_(cover)).to_be_visible()
    if cover.is_visible():
        cover.click()
    expect(page.locator("#prompt.mine")).to_be_visible()


@pytest.fixture(scope="module")
def marches() -> Match:
    """A game of Ichi-Go in its second turn, with marches behind it, at a Japanese question."""
    return random_game_until("ichigo", lambda s, asked: s.turn == 2 and asked.side == 0, HOT_SEAT, 3)


# --- the log


def test_a_march_is_one_row_whose_fold_has_every_hop(open_page: Open, load_match: Load, marches: Match) -> None:
    page = open_page(load_match(marches))
    seat(page)
    rows = joined(entries(marches, 0))
    expect(page.locator("#log .line")).to_have_count(len(rows))
    assert page.locator("#log .line-text").all_text_contents() == [row.text for row in rows]
    longest = max(range(len(rows)), key=lambda i: len(rows[i].parts))
    row = page.locator("#log .line").nth(longest)
    button = row.locator(".fold-button")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(row.locator(".fold")).to_be_hidden()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(row.locator(".fold-text")).to_have_text([part.text for part in rows[longest].parts])
    expect(page.locator("#prompt")).not_to_contain_text("looking at the past")
    button.click()
    expect(row.locator(".fold")).to_be_hidden()


def test_folds_are_opened_and_closed_by_keyboard_and_stay_open_when_the_log_is_filtered(
    open_page: Open, load_match: Load, marches: Match
) -> None:
    page = open_page(load_match(marches))
    seat(page)
    page.locator('#log .line-text[tabindex="0"]').focus()
    texts = page.locator("#log .line:has(.fold-button) .line-text")
    last = texts.last.text_content()
    while page.locator("#log .line-text:focus").text_content() != last:
        page.keyboard.press("ArrowUp")
    open_fold = page.locator('#log .fold-button[aria-expanded="true"]')
    page.keyboard.press("ArrowRight")
    expect(open_fold).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(open_fold).to_have_count(0)
    # The row's fold is the next stop on the way with Tab, however it is laid out.
    page.locator("#log .line-text:focus").evaluate("el => el.closest('.line').querySelector('.fold-button').focus()")
    expect(page.locator("#log .fold-button:focus")).to_have_attribute("tabindex", "0")
    page.keyboard.press("Enter")
    expect(open_fold).to_have_count(1)
    page.locator('[data-filter="side0"]').click()
    page.locator('[data-filter="side0"]').click()
    expect(open_fold).to_have_count(1)


def test_a_reckoning_stands_in_the_fold_with_links_to_its_rules(
    open_page: Open, load_match: Load, marches: Match
) -> None:
    page = open_page("/")
    sums = [{"text": "6:1, two shifts left (river, mountain) → 4:1", "cases": ["11.9"]}]

    def reckoned(route: Route) -> None:
        table: dict[str, Any] = route.fetch().json()
        table["log"][0]["sum"] = sums
        route.fulfill(json=table)

    page.route(re.compile(r"/api/matches/\w+\?seat="), reckoned)
    page.goto(page.url.rstrip("/") + load_match(marches))
    seat(page)
    row = page.locator("#log .line").first
    row.scroll_into_view_if_needed()
    row.locator(".fold-button").click()
    expect(row.locator(".reckoning li")).to_have_count(1)
    expect(row.locator(".reckoning")).to_contain_text("6:1, two shifts left (river, mountain) → 4:1")
    row.locator(".reckoning .case").click()
    expect(page.locator(".tab-body.rules")).to_be_visible()
