"""Seeing on the page: the score as a ledger, at the end and during play."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grognard.match.match import Match
from grognard.match.save import load

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
GAMES = Path(__file__).parents[1]


def finished(game: str, name: str) -> Match:
    """One of the finished games."""
    return load((GAMES / game / "games" / f"{name}.grog").read_text(encoding="utf-8")).match


def test_a_result_says_by_how_much_and_for_what(open_page: Open, load_match: Load) -> None:
    match = finished("iwojima", "jp-last-turn")
    page = open_page(load_match(match))
    cover = page.get_by_role("button", name=re.compile("show my table"))
    dialog = page.locator(".veil.result")
    expect(cover.first.or_(dialog)).to_be_visible()
    if cover.count():
        cover.first.click()
    us, jp = match.state.vp
    expect(dialog.locator(".ledger-verdict")).to_contain_text(f"by {jp - us} VP. United States {us}: Safe to Land")
    japan = dialog.locator('.ledger table[data-side="1"]')
    expect(japan.locator(".sum .figure")).to_have_text(f"{jp} VP")
    # Above the end of its track a score is a number, not a part of it.
    expect(page.locator('.gauge[data-track="vp-jp"] .gauge-value')).to_have_text(re.compile(rf"^{jp}\D*$"))
    dialog.get_by_role("button", name="Look at the map").click()
    page.locator('.gauge[data-track="vp-us"]').click()
    expect(page.locator(".veil.track .ledger")).to_be_visible()
    for width in (1280, 800, 390):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.locator(".veil.track .ledger").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
