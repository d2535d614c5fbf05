"""Orders on the page: whatever is picked goes together with one click on the goal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.pointing import at_rest, click_free
from grognard.match.match import Match
from grognard.match.save import load, write
from test_orders import movement, several, staffs_until

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
SIZES = [{"width": 1280, "height": 800}, {"width": 1600, "height": 1000}, {"width": 1024, "height": 768}]


def shown(page: Page) -> Page:
    """The table of whoever is asked, with the cover lifted."""
    page.get_by_role("button", name=re.compile("show my table")).click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    at_rest(page)
    return page


def unit(page: Page, number: int) -> Locator:
    return page.locator(f'.pieces [data-unit="{number}"]')


def space(page: Page, number: int) -> Locator:
    return page.locator(f'path.space[data-space="{number}"]')


def bring(page: Page, thing: Locator) -> None:
    """Put the focus on it as the keyboard would: the map brings it into sight."""
    page.keyboard.press("Tab")
    thing.evaluate("el => el.focus({preventScroll: true})")
    at_rest(page)


@pytest.fixture(scope="module")
def moving() -> Match:
    """Nemesis, where units may move; nobody moves them."""
    return staffs_until("nemesis", movement)


@pytest.fixture(scope="module")
def nemesis(keep_page: Open, load_match: Load, moving: Match) -> Page:
    """That moment on a page; who uses it takes back what he did."""
    return shown(keep_page(load_match(moving)))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_stack_of_nemesis_glows_its_common_reach_and_goes_with_one_click(
    nemesis: Page, moving: Match, size: dict[str, int]
) -> None:
    page, match = nemesis, moving
    units, way = several(match)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    at_rest(page)
    bring(page, unit(page, units[0]))
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .prompt-hint")).to_contain_text(f"{len(units)} of {len(units)} picked: choose where")
    goals = [row[0] for row in way["spaces"]]
    expect(page.locator("path.space.reach")).to_have_count(len(goals))
    goal = next(g for g in goals if not match.state.at[g])
    before = page.locator(".pieces .unit").count()
    bring(page, space(page, goal))
    with page.expect_response(re.compile("/order$")) as answer:
        page.keyboard.press("Enter")
    told = answer.value.json()["order"]
    assert set(told["done"]) | {row["unit"] for row in told["left"]} == set(units)
    assert len(told["done"]) >= 2
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
    expect(page.locator(".pieces .unit")).to_have_count(before)
    while page.locator("#undo").is_enabled():
        with page.expect_response(re.compile("/undo$")):
            page.locator("#undo").click()
        expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
    page.keyboard.press("Escape")
    expect(page.locator(".unit.picked")).to_have_count(0)


def test_three_regiments_picked_to_land_together_are_all_ordered_ashore(open_page: Open, load_match: Load) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "us-movement")
    assert match.asked is not None
    lands = [o for o in match.asked.options if o[0] == "land"]
    goal = int(lands[0][2])
    units = [int(o[1]) for o in lands if o[2] == goal][:3]
    page = shown(open_page(load_match(match)))
    for one in units:
        bring(page, unit(page, one))
        page.keyboard.press("Shift+Enter")
    expect(page.locator("#prompt .prompt-hint")).to_contain_text("3 of")
    expect(page.locator("path.space.reach").first).to_be_visible()
    bring(page, space(page, goal))
    with page.expect_response(re.compile("/order$")) as answer:
        page.keyboard.press("Enter")
    told = answer.value.json()["order"]
    assert [row["unit"] for row in told["left"]] == units
    assert [row[1] for row in answer.value.json()["view"]["units"] if row[0] == units[0]] == [goal]
    # The Japanese player passes; the second one then goes ashore without another word.
    shown(page)
    with page.expect_response(re.compile("/decide$")):
        page.locator('#prompt [data-verb="pass"]').click()
    with page.expect_response(re.compile("/order$")) as answer:
        page.get_by_role("button", name=re.compile("show my table")).click()
    assert units[0] in answer.value.json()["order"]["done"]
    assert [row[1] for row in answer.value.json()["view"]["units"] if row[0] == units[1]] == [goal]


def test_pass_is_not_the_primary_button_when_one_could_fire(open_page: Open, load_match: Load) -> None:
    match = staffs_until(
        "iwojima", lambda s, asked: asked.prompt == "defensive-fire" and any(o[0] == "fire" for o in asked.options)
    )
    page = shown(open_page(load_match(match)))
    expect(page.locator('#prompt [data-verb="pass"]')).not_to_have_class(re.compile("primary"))


def test_a_row_of_bombardments_is_resolved_with_one_button(open_page: Open, load_match: Load, picture: Any) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "next-bombardment")
    page = shown(open_page(load_match(match)))
    picture(page, "resolve-all")
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#resolve-all").click()
    assert answer.value.json()["order"]["count"] >= 1


def test_a_click_on_another_unit_ends_the_move_of_the_last(nemesis: Page, moving: Match) -> None:
    """The last test of this page: it takes nothing back."""
    page, match = nemesis, moving
    units, way = several(match)
    first, second = units[:2]
    tried = load(write(match)).match
    assert tried.asked is not None
    tried.submit(tried.asked.side, ("move", first))
    tried.submit(tried.asked.side, ("to", way["spaces"][0][0]))
    assert ("stop",) in tried.asked.options
    assert match.asked is not None
    bring(page, unit(page, first))
    page.keyboard.press("Shift+Enter")
    goal = next(row[0] for row in match.game.reach(match.state, match.asked.side, [first])[0]["spaces"] if row[3])
    bring(page, space(page, goal))
    page.keyboard.press("Shift+Enter")
    expect(page.locator('#prompt [data-verb="stop"]')).to_be_visible()
    at_rest(page)
    click_free(page, unit(page, second))
    expect(page.locator('#prompt [data-verb="stop"]')).to_have_count(0)
    expect(page.locator("#prompt .prompt-hint")).to_contain_text("picked")


def test_the_staffs_plan_is_drawn_before_it_is_taken_with_one_click(open_page: Open, load_match: Load) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "designate-bombardment")
    page = shown(open_page(load_match(match)))
    page.locator("#staff-plan").click()
    expect(page.locator("#advice .plan-list li").first).to_be_visible()
    expect(page.locator("path.plan").nth(1)).to_be_attached()
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#do-plan").click()
    assert answer.value.json()["order"]["count"] >= 2
    expect(page.locator("#advice")).to_be_hidden()
