"""What explains itself on the page: the folds of the log, verbs that are not on offer, why a phase goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.clicking import at_rest
from browser.positions import random_game_until
from grognard.kernel.flow import Decision
from grognard.lab.match_log import entries, joined
from grognard.match.match import Match

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
HOT_SEAT = {"Japanese": "human", "Allied": "human"}


def seat(page: Page) -> None:
    """Sit down at one's own decision."""
    cover = page.get_by_role("button", name=re.compile("show the map"))
    expect(page.locator("#prompt.mine").or_(cover)).to_be_visible()
    if cover.is_visible():
        cover.click()
    expect(page.locator("#prompt.mine")).to_be_visible()


def take_up(page: Page) -> None:
    """Take the first counter that glows into the hand; in a stack the pointer would have to find it."""
    page.locator(".unit.glow").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".unit.picked").first).to_be_visible()


@pytest.fixture(scope="module")
def marches() -> Match:
    """A game of Ichi-Go in its second turn, with marches behind it, where Allied units may move."""

    def is_wanted(s: Any, asked: Decision) -> bool:
        return s.turn == 2 and asked.side == 0 and any(s.game.verbs[o[0]].gathers for o in asked.options)

    return random_game_until("ichigo", is_wanted, HOT_SEAT, 3)


@pytest.fixture(scope="module")
def table(keep_page: Open, load_match: Load, marches: Match) -> Page:
    """That game on a page; who uses it closes what he opened and puts down what he took up."""
    page = keep_page(load_match(marches))
    seat(page)
    return page


SUMS = [{"text": "6:1, two shifts left (river, mountain) → 4:1", "cases": ["11.9"]}]
HELD = [{"text": "An attack is still owed.", "cases": ["11.1"]}]
BARRED = [
    {"verb": "move", "label": "Move …", "offered": True, "reasons": []},
    {"verb": "fly", "label": "Fly the unit to …", "offered": False,
     "reasons": [{"text": "It did not begin the phase in a city.", "cases": ["10.1"]}]},
    {"verb": "dig", "label": "Dig in", "offered": False,
     "reasons": [{"text": "Nobody digs in here.", "cases": ["10.4"]}]},
]  # fmt: skip
GLOSSARY = [
    {"term": "untried", "also": ["face down"], "means": "Nobody knows its strength yet.", "cases": ["6.6a"]},
    {"term": "movement point", "also": ["MP"], "means": "What a step costs.", "cases": ["10.1"]},
]


@pytest.fixture(scope="module")
def explained(keep_page: Open, server: str, load_match: Load, marches: Match) -> Page:
    """The same game, where all is to be explained that can be: the first line of the log was reckoned, the question
    cannot be ended, verbs are not on offer, and two words have a meaning of their own."""
    page = keep_page("")

    def reckoned_and_held(route: Route) -> None:
        table: dict[str, Any] = route.fetch().json()
        table["log"][0]["sum"] = SUMS
        table["ask"]["held"] = HELD
        route.fulfill(json=table)

    def with_glossary(route: Route) -> None:
        rules: dict[str, Any] = route.fetch().json()
        rules["glossary"] = GLOSSARY
        route.fulfill(json=rules)

    page.route(re.compile(r"/api/matches/\w+\?seat="), reckoned_and_held)
    page.route(re.compile(r"/verbs\?seat="), lambda route: route.fulfill(json=BARRED))
    page.route(re.compile(r"/api/games/ichigo/cases$"), with_glossary)
    page.goto(server + load_match(marches))
    seat(page)
    return page


def back_to_the_log(page: Page) -> None:
    expect(page.locator(".tab-body.rules")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator(".tab-body.rules")).to_be_hidden()


# --- the log


def test_a_march_is_one_row_whose_fold_has_every_hop(table: Page, marches: Match) -> None:
    page = table
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
    expect(page.locator("#prompt")).not_to_contain_text("looking at an earlier position")
    button.click()
    expect(row.locator(".fold")).to_be_hidden()


def test_folds_are_opened_and_closed_by_keyboard_and_stay_open_when_the_log_is_filtered(table: Page) -> None:
    page = table
    page.evaluate("""() => {
        const texts = [...document.querySelectorAll("#log .line-text")];
        texts[texts.findLastIndex((text) => text.closest(".line").querySelector(".fold-button")) - 1].focus();
    }""")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log .line:has(.fold-button) .line-text").last).to_be_focused()
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
    open_fold.click()
    expect(open_fold).to_have_count(0)


def test_a_reckoning_stands_in_the_fold_with_links_to_its_rules(explained: Page) -> None:
    page = explained
    row = page.locator("#log .line").first
    row.scroll_into_view_if_needed()
    row.locator(".fold-button").click()
    expect(row.locator(".reckoning li")).to_have_count(1)
    expect(row.locator(".reckoning")).to_contain_text("6:1, two shifts left (river, mountain) → 4:1")
    row.locator(".reckoning .case").click()
    back_to_the_log(page)


# --- why not


def test_the_card_of_a_unit_greys_what_is_not_on_offer_and_says_why(explained: Page) -> None:
    page = explained
    take_up(page)
    row = page.locator("#context .verbs")
    expect(row.locator(".verb-not")).to_have_text(["Fly the unit to …", "Dig in"])
    why = row.locator(".verb-why")
    expect(why).to_be_empty()
    row.locator('[data-verb="dig"]').hover()
    expect(why).to_contain_text("Nobody digs in here. 10.4")
    row.locator('[data-verb="fly"]').focus()
    expect(why).to_contain_text("It did not begin the phase in a city.")
    row.locator('[data-verb="fly"]').click()
    page.mouse.move(5, 5)
    expect(why).to_contain_text("It did not begin the phase in a city.")
    expect(row.locator('[data-verb="fly"]')).to_have_attribute("aria-pressed", "true")
    why.locator(".case").click()
    back_to_the_log(page)
    page.keyboard.press("Escape")
    expect(page.locator(".unit.picked")).to_have_count(0)


def test_a_far_hex_with_a_unit_in_hand_is_answered_from_its_reach(table: Page) -> None:
    page = table
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/whynot" in request.url else None)
    take_up(page)
    expect(page.locator("path.space.reach").first).to_be_attached()
    at_rest(page)
    page.locator(".map-frame").click(button="right")  # in its middle, where China is
    bubble = page.locator(".bubble")
    expect(bubble.locator("li").first).to_be_visible()
    assert re.search(r"unit=\d+&space=\d+", asked[-1])
    expect(bubble.locator("h3")).to_contain_text("→")
    for thing in (bubble, page.locator(".unit.picked")):
        page.keyboard.press("Escape")
        expect(thing).to_have_count(0)


def test_with_nothing_named_it_says_why_the_question_goes_on(explained: Page) -> None:
    page = explained
    page.locator("#why-open").click()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("Why you cannot end this yet")
    expect(bubble.locator("li")).to_have_text(re.compile(r"An attack is still owed\. 11\.1"))
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    page.wait_for_timeout(700)  # who asks twice within this time has only pressed long
    page.locator(".map-frame").click(button="right", position={"x": 3, "y": 3})
    expect(bubble.locator("li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


# --- one vocabulary


def test_a_term_tells_what_it_means_under_the_pointer_and_with_the_focus(explained: Page) -> None:
    page = explained
    line = page.locator("#log .line-text", has_text="face down").first
    line.scroll_into_view_if_needed()
    expect(line.locator(".term")).to_have_count(0)  # nobody has looked at it yet
    line.hover()
    term = line.locator(".term").first
    expect(term).to_have_text("face down")
    term.hover()
    card = page.locator("#term-card")
    expect(card).to_contain_text("untried Nobody knows its strength yet. 6.6a")
    card.hover()
    expect(card).to_be_visible()
    card.locator(".case").click()
    expect(page.locator(".tab-body.rules")).to_be_visible()
    page.mouse.move(200, 300)
    expect(card).to_be_hidden()
    page.keyboard.press("l")
    line.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(line).to_be_focused()
    expect(card).to_contain_text("Nobody knows its strength yet.")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_the_reader_searches_by_stem_and_shows_chapter_and_neighbours(open_page: Open) -> None:
    page = open_page("/rules/iwojima")
    expect(page.locator(".rule-chapter").first).to_contain_text("1 The game")
    page.get_by_role("searchbox").fill("landings")
    first = page.locator(".rule[data-id]").first
    expect(first.locator(".rule-number")).to_have_text("10.3a")
    expect(first.locator(".rule-where")).to_contain_text("10 US movement")
    expect(first.locator("mark").first).to_have_text(re.compile("^land", re.I))
    first.locator(".rule-where .case").last.click()
    expect(page.locator(".rule.on .rule-number")).to_have_text("10.3b")
    page.get_by_role("searchbox").fill("10.3")
    expect(page.locator(".rule-number").first).to_have_text("10.3a")
