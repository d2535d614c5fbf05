"""Every label of a table can be read in every language, on a desk, a tablet and a phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.clicking import at_rest
from browser.labels import faults, nameless
from grognard.kernel.flow import Decision
from grognard.match.match import Match
from grognard.match.save import load

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
GAMES = Path(__file__).parents[1]
FILES = {
    "iwojima": "us-last-turn", "nemesis": "allied-superior", "formosa": "allied-operational", "ichigo": "allied-points",
    "whitesun": "time",
}  # fmt: skip
LANGUAGES = ("en-GB", "de-DE", "ja-JP", "zh-CN", "zh-TW")
SIZES = ((390, 844), (1280, 800), (800, 600))
"""A phone, where there is the least room; in `make soak` a desk too, and what lies between them."""
PAIRS = {"de-DE": "nemesis", "ja-JP": "formosa"}
"""The longest words, and letters of another kind, each with another game; in `make soak` all with all."""


@cache
def in_the_middle(game: str) -> Match:
    """A game in progress at a question with much to choose from, against the staff."""
    match = load((GAMES / game / "games" / f"{FILES[game]}.grog").read_text(encoding="utf-8")).match
    for at, s in enumerate(match.walk()):
        asked = s.pending
        if at >= len(match.played) // 3 and isinstance(asked, Decision) and asked.side == 0 and len(asked.options) > 6:
            break
    found = match.branch(at)
    sides = [side.id for side in match.game.sides]
    found.header.seats = dict(zip(sides, ("human", "staff"), strict=False))
    return found


def couples() -> list[Any]:
    return [
        pytest.param(language, game, marks=() if PAIRS.get(language) == game else pytest.mark.soak)
        for language, game in product(LANGUAGES, FILES)
    ]


@pytest.mark.parametrize(("language", "game"), couples())
def test_no_label_is_cut_or_broken(open_page: Open, load_match: Load, language: str, game: str, long: bool) -> None:
    page = open_page(load_match(in_the_middle(game)), locale=language, reduced_motion="reduce")
    expect(page.locator("#prompt.mine")).to_be_visible()
    counters, without = nameless(page)
    assert counters > 0
    assert without == 0, "to be read out"
    for width, height in SIZES if long else SIZES[:1]:
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        assert faults(page) == [], f"{game} in {language} at {width} x {height}"
    page.keyboard.press("r")
    expect(page.locator("#replay")).to_be_visible()
    assert faults(page) == [], "with the slider of the replay"


def test_links_have_the_colour_of_the_page(open_page: Open) -> None:
    page = open_page("/")
    for path, shown in (("/", "#games"), ("/puzzles", "h2 a"), ("/rules/whitesun", ".rules-chapters a")):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path)
        expect(page.locator(shown).first).to_be_visible()
        assert [fault for fault in faults(page) if "colour" in fault] == [], path
