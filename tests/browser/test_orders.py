"""Orders on the page: whatever is picked goes together with one click on the goal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import FREE_POINT, at_rest, click_free, go_to, heights
from browser.conftest import at_three_sizes
from grognard.match.match import Match
from grognard.match.save import load, write
from random_games import some_of
from test_orders import movement, several, staffs_until

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
SIZES = [{"width": 1280, "height": 800}, {"width": 1600, "height": 1000}, {"width": 1024, "height": 768}]


WITHIN = """things => {
    const map = document.querySelector(".map-frame").getBoundingClientRect();
    return things.map(thing => {
        const box = document.querySelector(thing).getBoundingClientRect();
        return box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;
    });
}"""
"""Which of some things are in sight, whole."""
TO_BE_TAPPED = """() => {
    window.tapped = new Promise(done => addEventListener("click", () => setTimeout(done), { once: true }));
}"""
"""A tap is told to the page when the browser knows that it is none of two."""
APART = """([one, other]) => {
    const [a, b] = [one, other].map(each => document.querySelector(each).getBoundingClientRect());
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""


def shown(page: Page) -> Page:
    """The table of whoever is asked, with the cover lifted."""
    page.get_by_role("button", name=re.compile("show the map")).click()
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
    expect(thing).to_have_attribute("tabindex", "0")
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


def test_nemesis_opens_on_its_goals_and_a_click_in_vain_says_why(nemesis: Page, moving: Match) -> None:
    page, places = nemesis, moving.game.space_index
    goals = ["0606", "0511", "0404", "2607"]  # Kohima, Imphal, Dimapur, Myitkyina
    assert page.evaluate(WITHIN, [f'path.space[data-space="{places[goal]}"]' for goal in goals]) == [True] * 4
    on_map = [unit(page, u) for u, h in enumerate(moving.state.where) if h < moving.game.hexes]
    assert on_map[0].evaluate("el => el.getBoundingClientRect().width") >= 22
    # What is told of the place under the pointer is told whole.
    page.mouse.move(*page.evaluate(FREE_POINT, space(page, places["1414"]).element_handle()))
    expect(page.locator(".hover-line")).to_contain_text("Pinlebu")
    assert page.locator(".hover-line").evaluate("el => el.scrollWidth <= el.clientWidth")
    # A gauge tells what it counts.
    page.locator('.gauge[data-track="cup-japanese"]').hover()
    expect(page.locator("#term-card")).to_contain_text("Assault, Attack, Supply Check, Reinforcements")
    page.mouse.move(300, 300)
    units, way = several(moving)
    bring(page, unit(page, units[0]))
    page.keyboard.press("Enter")
    expect(page.locator("path.space.reach").first).to_be_attached()
    reached = {row[0] for row in way["spaces"]}
    empty = [h for h in range(moving.game.hexes) if not moving.state.at[h] and h not in reached]
    inside = page.evaluate(WITHIN, [f'path.space[data-space="{h}"]' for h in empty])
    click_free(page, space(page, max(h for h, seen in zip(empty, inside, strict=True) if seen)))
    expect(page.locator("#why-line")).to_be_visible()
    expect(page.locator("#why-line")).not_to_be_empty()
    expect(page.locator(".unit.picked")).to_have_count(len(units))
    page.keyboard.press("Escape")
    expect(page.locator("#why-line")).to_be_hidden()
    while page.locator(".unit.picked").count():
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", some_of(1, SIZES), ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_stack_of_nemesis_glows_its_common_reach_and_goes_with_one_click(
    nemesis: Page, moving: Match, size: dict[str, int]
) -> None:
    page, match = nemesis, moving
    units, way = several(match)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    at_rest(page)
    # Nothing has been ordered: what ends the phase is not pressed by habit.
    expect(page.locator('#prompt [data-verb="end-movement"]')).not_to_have_class(re.compile("primary"))
    before_it = heights(page)
    bring(page, unit(page, units[0]))
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .prompt-hint")).to_contain_text(f"{len(units)} of {len(units)} picked: choose where")
    goals = [row[0] for row in way["spaces"]]
    expect(page.locator("path.space.reach")).to_have_count(len(goals))
    assert heights(page) == before_it
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


@at_three_sizes
def test_three_regiments_picked_to_land_together_are_all_ordered_ashore(open_page: Open, load_match: Load) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "us-movement")
    assert match.asked is not None
    lands = [o for o in match.asked.options if o[0] == "land"]
    goal = int(lands[0][2])
    units = [int(o[1]) for o in lands if o[2] == goal][:3]
    page = shown(open_page(load_match(match)))
    for box in range(match.game.areas, len(match.game.space_ids)):
        assert page.evaluate(APART, [".zoom-buttons", f'path.space[data-space="{box}"]']), "buttons lie on a box"
    # In the box they lie side by side: each click takes the one that was clicked.
    for n, one in enumerate(units, 1):
        unit(page, one).click()
        expect(page.locator(".unit.picked")).to_have_count(n)
    expect(page.locator("#prompt .prompt-hint")).to_contain_text("3 of")
    expect(page.locator("path.space.reach").first).to_be_visible()
    bring(page, space(page, goal))
    with page.expect_response(re.compile("/order$")) as answer:
        go_to(page, space(page, goal))
    told = answer.value.json()["order"]
    assert [row["unit"] for row in told["left"]] == units
    assert [row[1] for row in answer.value.json()["view"]["units"] if row[0] == units[0]] == [goal]
    # The Japanese player passes; the second one then goes ashore without another word.
    shown(page)
    with page.expect_response(re.compile("/decide$")):
        page.locator('#prompt [data-verb="pass"]').click()
    with page.expect_response(re.compile("/order$")) as answer:
        page.get_by_role("button", name=re.compile("show the map")).click()
    assert units[0] in answer.value.json()["order"]["done"]
    assert [row[1] for row in answer.value.json()["view"]["units"] if row[0] == units[1]] == [goal]


@pytest.mark.parametrize("screen", ["phone", pytest.param("tablet", marks=pytest.mark.soak)], indirect=True)
def test_a_finger_takes_several_along_and_drops_one_again(open_page: Open, load_match: Load) -> None:
    """It has no Shift: a button stands for it."""
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "designate-bombardment")
    page = shown(open_page(load_match(match)))
    assert match.asked is not None
    assigned = [o for o in match.asked.options if o[0] == "assign"]
    one, two, three = list(dict.fromkeys(int(o[1]) for o in assigned))[:3]
    hint = page.locator("#prompt .prompt-hint")
    expect(hint).to_contain_text("Tap anything that glows")
    unit(page, one).tap()
    page.locator("#take-along").tap()
    expect(page.locator("#take-along")).to_have_attribute("aria-pressed", "true")
    for other in (two, three, three):
        unit(page, other).tap()
    expect(page.locator(".unit.picked")).to_have_count(2)
    expect(hint).to_contain_text("2 units together")
    goal = next(int(o[2]) for o in assigned if o[1] == one and ("assign", two, o[2]) in assigned)
    bring(page, space(page, goal))
    go_to(page, space(page, goal))
    expect(page.locator("#idle")).to_contain_text("8 of 10 units can still act")
    expect(page.locator("#take-along")).to_have_count(0)


@pytest.mark.parametrize(
    "screen", [pytest.param(name, marks=pytest.mark.soak) for name in ("phone", "tablet")], indirect=True
)
def test_two_stacks_are_taken_by_finger(open_page: Open, load_match: Load, moving: Match) -> None:
    page, where = shown(open_page(load_match(moving))), moving.state.where
    units, _ = several(moving)
    assert moving.asked is not None
    able = {int(o[1]) for o in moving.asked.options if o[0] == "move"}
    here = where[units[0]]
    near = min(able - set(units), key=lambda u: (moving.game.map.distance(here, where[u]), u))
    picked = page.locator(".unit.picked")
    for first in (units[0], near):
        before = picked.count()
        bring(page, unit(page, first))
        # Where several lie upon each other the first tap opens the stack.
        for _ in range(2):
            if picked.count() == before:
                page.evaluate(TO_BE_TAPPED)
                page.touchscreen.tap(*page.evaluate(FREE_POINT, unit(page, first).element_handle()))
                page.evaluate("() => window.tapped")
                at_rest(page)
        expect(unit(page, first)).to_have_class(re.compile("picked"))
        if first != near:
            page.locator("#take-along").tap()
    count = picked.count()
    assert count > len(units)
    expect(page.locator("#prompt .prompt-hint")).to_contain_text(f"{count} of {count} picked")


@at_three_sizes
def test_pass_is_not_the_primary_button_when_one_could_fire(open_page: Open, load_match: Load) -> None:
    match = staffs_until(
        "iwojima", lambda s, asked: asked.prompt == "defensive-fire" and any(o[0] == "fire" for o in asked.options)
    )
    page = shown(open_page(load_match(match)))
    expect(page.locator('#prompt [data-verb="pass"]')).not_to_have_class(re.compile("primary"))


@at_three_sizes
def test_a_row_of_bombardments_is_resolved_with_one_button(open_page: Open, load_match: Load, picture: Any) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "next-bombardment")
    page = shown(open_page(load_match(match)))
    picture(page, "resolve-all")
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#resolve-all").click()
    assert answer.value.json()["order"]["count"] >= 1


def test_resolve_all_resolves_all_though_the_other_side_decides_in_between(
    open_page: Open, load_match: Load
) -> None:
    """A bot answers for the Japanese: nothing is left of the row when the question comes to the next thing."""
    match = staffs_until(
        "iwojima", lambda s, asked: asked.prompt == "next-bombardment" and len(asked.options) > 2, seed=3
    )
    match.header.seats["JP"] = "staff"
    page = open_page(load_match(match))
    with page.expect_response(re.compile("/order$")):
        page.locator("#resolve-all").click()
    expect(page.locator('#prompt.mine [data-verb="end-movement"]')).to_be_visible()
    assert page.locator("#resolve-all").count() == 0


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


@at_three_sizes
def test_the_staffs_plan_is_drawn_before_it_is_taken_with_one_click(open_page: Open, load_match: Load) -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "designate-bombardment")
    page = shown(open_page(load_match(match)))
    page.locator("#help").click()
    page.locator("#staff-plan").click()
    expect(page.locator("#advice .plan-list li").first).to_be_visible()
    expect(page.locator("path.plan").nth(1)).to_be_attached()
    with page.expect_response(re.compile("/order$")) as answer:
        page.locator("#do-plan").click()
    assert answer.value.json()["order"]["count"] >= 2
    expect(page.locator("#advice")).to_be_hidden()
