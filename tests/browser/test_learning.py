"""Learning a game on the page: its rules, one click away from everywhere, and the guided first turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import FREE_POINT, at_rest
from browser.conftest import at_three_sizes
from browser.positions import PHONE
from grognard.games import game_ids, load
from grognard.server.learn import lessons

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
UPRIGHT = {"width": 390, "height": 844}
UNDER_A_FINGER = """target => {
    const box = target.getBoundingClientRect();
    const order = [5, 4, 6, 3, 7, 2, 8, 1, 9, 0, 10];
    for (const i of order) for (const j of order) {
        const [x, y] = [box.x + box.width * (i + 0.5) / 11, box.y + box.height * (j + 0.5) / 11];
        const there = document.elementFromPoint(x, y);
        if (there && (there === target || target.contains(there))) return [x, y];
    }
    return null;
}"""


# --- the rules


def test_the_rules_have_a_page_and_every_case_an_address(open_page: Open, picture: Callable[[Page, str], None]) -> None:
    page = open_page("/rules/ichigo#10.8")
    case = page.locator(".rule.on")
    expect(case).to_contain_text("Mountain 2 MP")
    expect(case).to_be_in_viewport()
    case.get_by_role("button", name="Show on the map").click()
    expect(page.locator(".rules-map figcaption")).to_contain_text("Rule 10.8")
    game = load("ichigo")
    mountains = sum(
        any(fact["name"] == "Terrain" and fact["value"].startswith("mountain") for fact in space["facts"])
        for space in game.board()["spaces"]
    )
    assert page.locator(".mark-here").get_attribute("d").count("M") == mountains  # type: ignore[union-attr]
    picture(page, "rules-reader")


def test_a_number_in_a_text_leads_to_the_case(open_page: Open) -> None:
    page = open_page("/rules/iwojima#18c")
    page.locator(".rule.on").get_by_role("link", name="22.4.2", exact=True).click()
    expect(page.locator(".rule.on .rule-number")).to_have_text("22.4.2")
    assert page.url.endswith("#22.4.2")
    page.go_back()
    expect(page.locator(".rule.on .rule-number")).to_have_text("18c")


@pytest.mark.parametrize("game", game_ids())
def test_every_link_between_cases_leads_somewhere_and_rulings_stand_at_their_cases(open_page: Open, game: str) -> None:
    page = open_page(f"/rules/{game}")
    expect(page.locator(".rule").first).to_be_visible()
    ids = {case["id"] for case in load(game).cases}
    rulings = {ruling["id"]: ruling for ruling in load(game).rulings}
    assert set(page.locator(".rule").evaluate_all("all => all.map(e => e.dataset.id)")) == ids
    links = page.locator(".rule .case").evaluate_all("all => all.map(e => e.dataset.case)")
    assert links, "cases name each other"
    assert {link for link in links if link not in ids and link not in rulings} == set()
    shown = set(re.findall(r"Ruling (R\d+\w*):", page.locator(".rules-body").inner_text()))
    at_cases = {ident for ident, ruling in rulings.items() if any(c in ids for c in ruling["cases"])}
    assert at_cases <= shown


def test_search_finds_words_and_marks_them(open_page: Open) -> None:
    page = open_page("/rules/iwojima", PHONE)
    page.get_by_role("searchbox").fill("cave hit")
    expect(page.locator(".rule mark").first).to_have_text(re.compile("cave|hit", re.I))
    book = load("iwojima").rulebook
    ranked = list(book.search("cave hit").ids)
    assert len(ranked) > 3
    rules = page.locator(".rule[data-id]")
    assert rules.evaluate_all("all => all.map(e => e.dataset.id)") == ranked
    for rule in rules.all():
        marked = " ".join(rule.locator("mark").all_inner_texts()).lower()
        assert "cave" in marked, "whatever is found has both words"
        assert "hit" in marked, "whatever is found has both words"
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator(".rule-list")).to_contain_text("No rules found")


@at_three_sizes
def test_at_the_table_a_number_opens_its_rule_and_the_rule_points_at_the_map(
    open_page: Open, new_match: Callable[..., str]
) -> None:
    page = open_page(new_match("human", "staff", seed=7))
    number = page.locator("#prompt .case").first
    expect(number).to_be_visible()
    assert "/rules/iwojima#" in unquote(number.get_attribute("href") or "")
    number.click()
    expect(page.locator(".rules .rule.on")).to_be_visible()
    page.get_by_role("searchbox", name="Search the rules").fill("Funami Dai")
    page.locator(".rules .rule", has_text="Funami Dai").get_by_role("button", name="Show on the map").first.click()
    expect(page.locator(".space.pointed")).to_have_count(2)
    expect(page.locator('.space.pointed[aria-label^="Motoyama Airfield"]')).to_have_count(1)


# --- the guided first turn

TAUGHT = [pytest.param(game, marks=pytest.mark.soak) for game in game_ids() if lessons.offer(game)]
"""In every run a lesson is gone through by finger, and another is left and gone on with. That every step of every
lesson can be done is shown without a page, in test_lessons.py."""


def follow(page: Page) -> None:
    """Click what the ring is around until the step is done."""
    go_on = page.locator("#lesson footer .primary")
    for _ in range(12):
        page.wait_for_function(
            """() => document.querySelector('#lesson.done') ||
                 (document.querySelector('.lesson-target') && !document.querySelector('[data-busy=true]'))"""
        )
        if go_on.is_enabled():
            return
        target = page.locator(".lesson-target").first
        on_unit = target.get_attribute("data-unit") is not None
        page.mouse.move(*page.evaluate(FREE_POINT, target.element_handle()))
        if on_unit:
            at_rest(page)  # a stack fans out under the pointer
            page.keyboard.down("Shift")
        page.mouse.click(*page.evaluate(FREE_POINT, target.element_handle()))
        if on_unit:
            page.keyboard.up("Shift")
        at_rest(page, 100)
    raise AssertionError(f"the step is not done: {page.locator('#lesson').inner_text()}")


@pytest.mark.parametrize("game", TAUGHT)
def test_the_guided_first_turn_can_be_clicked_through_to_its_end(
    open_page: Open, game: str, picture: Callable[[Page, str], None]
) -> None:
    page = open_page(f"/learn/{game}", reduced_motion="reduce")
    taught = lessons.lesson_of(game)
    assert taught is not None
    for number, step in enumerate(taught.step, 1):
        card = page.locator("#lesson")
        expect(card.locator("h2")).to_have_text(step.title)
        expect(card).to_contain_text(f"{number} of {len(taught.step)}")
        follow(page)
        expect(card).to_contain_text(step.then)
        if number == 6:
            picture(page, f"lesson-{game}")
        if number < len(taught.step):
            page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Play for real").click()
    page.wait_for_url(lambda url: "/match/" in url and "lesson" not in url)
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator("#lesson")).to_have_count(0)


def seen_by_a_finger(page: Page, target: Locator) -> list[float]:
    """Where a finger finds what the ring is around: on the screen as it lies there, under nothing else."""
    at: list[float] | None = page.evaluate(UNDER_A_FINGER, target.element_handle())
    assert at is not None, f"not in sight: {page.locator('#lesson').inner_text()}"
    return at


def follow_by_finger(page: Page) -> None:
    """Tap what the ring is around until the step is done."""
    go_on = page.locator("#lesson footer .primary")
    for _ in range(14):
        page.wait_for_function(
            """() => document.querySelector('#lesson.done') ||
                 (document.querySelector('.lesson-target') && !document.querySelector('[data-busy=true]'))"""
        )
        at_rest(page)
        if go_on.is_enabled():
            return
        page.touchscreen.tap(*seen_by_a_finger(page, page.locator(".lesson-target").first))
        at_rest(page, 100)
    raise AssertionError(f"the step is not done: {page.locator('#lesson').inner_text()}")


LATER = [
    # The shortest stands for all in `make test`: every step of every lesson is done without a page in test_lessons.py.
    pytest.param(game, number, marks=() if (game, number) == ("formosa", 1) else pytest.mark.soak)
    for game in game_ids()
    for number in range(3)
]


@pytest.mark.parametrize(("game", "number"), LATER)
def test_a_lesson_is_done_to_its_end_by_finger_on_a_phone(open_page: Open, game: str, number: int, long: bool) -> None:
    """In `make soak`; else its first three steps."""
    path = f"/learn/{game}?lesson={number + 1}"
    page = open_page(path, UPRIGHT, reduced_motion="reduce", has_touch=True, is_mobile=True)
    taught = lessons.lesson_of(game, number)
    assert taught is not None
    for count, step in enumerate(taught.step if long else taught.step[:3], 1):
        card = page.locator("#lesson")
        expect(card.locator("h2")).to_have_text(step.title)
        box, frame = card.bounding_box(), page.locator(".map-frame").bounding_box()
        assert box
        assert frame
        assert abs(box["y"] + box["height"] - frame["y"] - frame["height"]) < 3, "at the foot of the map"
        follow_by_finger(page)
        if count < len(taught.step):
            page.get_by_role("button", name="Next", exact=True).tap()
    page.get_by_role("link", name="Leave").tap()
    expect(page.locator("#games")).to_be_visible()
    if long:
        page.goto(f"{page.url}puzzles/{game}")
        expect(page.locator(".school-list .done")).to_have_count(1)


@at_three_sizes
def test_a_puzzle_is_solved_on_the_page_and_stands_in_the_list_of_what_is_done(open_page: Open) -> None:
    page = open_page("/puzzles/whitesun", reduced_motion="reduce")
    page.locator('[data-puzzle="0"]').click()
    card = page.locator("#puzzle")
    expect(card).to_have_attribute("data-verdict", "open")
    page.get_by_role("button", name="Hint").click()
    expect(card.locator(".puzzle-help")).not_to_be_empty()
    page.locator('#prompt [data-verb="join-strongest"]').click()
    peking = page.locator(f'.space[data-space="{load("whitesun").space_index["1419"]}"]')
    expect(peking).to_have_class(re.compile("glow|legal"))
    at_rest(page)
    page.mouse.click(*page.evaluate(FREE_POINT, peking.element_handle()))
    expect(card).to_have_attribute("data-verdict", "solved")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.get_by_role("link", name="Leave").click()
    expect(page.locator(".school-list .done")).to_have_count(1)


@at_three_sizes
def test_a_lesson_is_left_where_it_was_and_gone_on_with_and_keeps_to_its_rails(open_page: Open) -> None:
    page = open_page("/learn/iwojima")
    for _ in range(2):
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#lesson h2")).to_have_text("Ships before men")
    page.get_by_role("button", name=re.compile("Confirm the plan")).click()
    expect(page.locator(".lesson-note")).to_contain_text("follow the purple ring")
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("link", name="Continue learning: 3 of 12").click()
    expect(page.locator("#lesson h2")).to_have_text("Ships before men")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#lesson h2")).to_have_text("An enemy out of sight")
