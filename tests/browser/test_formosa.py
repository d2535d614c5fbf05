"""Operation Causeway on the page: the desk with its shop, its mission board and the attacks that are due."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import at_rest
from browser.conftest import at_three_sizes
from grognard import bots
from grognard.games import load
from grognard.match.match import Match
from grognard.match.save import load as read
from grognard.match.save import write

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
Picture = Callable[[Page, str], None]


QUESTIONS = (("planning", 1), ("markers", 1), ("board", 1), ("recruit", 2), ("combat", 2))
"""Of the Allies, each with its turn, in the order in which they are asked."""


@pytest.fixture(scope="module")
def staffs() -> dict[str, str]:
    """A game of the staffs as a save, at each of the questions."""
    game = load("formosa")
    match = Match.new(game, seats={"Allied": "human", "Japanese": "staff"}, seed=3)
    players = [bots.make("staff", game, side, random.Random(side)) for side in (0, 1)]
    found: dict[str, str] = {}
    while (asked := match.asked) is not None and len(found) < len(QUESTIONS):
        prompt, turn = QUESTIONS[len(found)]
        if (asked.side, asked.prompt) == (0, prompt) and match.state.turn >= turn:
            found[prompt] = write(match)
        match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    return found


def row(page: Page, name: str) -> Locator:
    """A line of the desk."""
    return page.locator("#desk .sheet-row", has=page.get_by_role("rowheader", name=re.compile(f"^{re.escape(name)}")))


def figures(line: Locator) -> list[str]:
    return line.locator("td.figure").all_inner_texts()


@at_three_sizes
def test_the_shop_counts_down_with_every_purchase(
    open_page: Open, load_match: Load, staffs: dict[str, str], picture: Picture
) -> None:
    page = open_page(load_match(read(staffs["recruit"]).match))
    expect(page.locator("#prompt.mine")).to_contain_text("Recruit or replace")
    purse, tac = row(page, "In hand"), row(page, "US tactical air point")
    (before,), (price, left) = figures(purse), figures(tac)
    picture(page, "formosa-shop")
    # In the drawer the box with what can be bought comes first.
    drawer = page.locator("#drawer")
    if page.locator("#drawer-tab").get_attribute("aria-expanded") == "false":
        page.locator("#drawer-tab").click()
    expect(drawer.locator(".box").first.locator(".box-unit.glow").first).to_be_visible()
    at_rest(page)  # the drawer has laid out its boxes, and does not draw them anew under a click
    # What was looked at before makes room for the prices of the next purchase.
    drawer.locator(".box-unit:not(.glow)").first.click()
    expect(page.locator("#context .place")).to_have_count(1)
    page.get_by_role("button", name="US tactical air point: Buy").click()
    expect(purse.locator("td.figure")).to_have_text(str(int(before) - int(price)))
    expect(page.locator("#context .place")).to_have_count(0)
    expect(tac.locator("td.figure").nth(1)).to_have_text(str(int(left) - 1))
    page.locator("#undo").click()
    expect(purse.locator("td.figure")).to_have_text(before)
    # A click on a counter says what it costs, also where the list is out of sight, and buys nothing yet.
    if page.locator("#drawer-tab").get_attribute("aria-expanded") == "false":
        page.locator("#drawer-tab").click()
    page.locator("#drawer .box-unit.glow").first.click()
    expect(page.get_by_role("menuitem", name=re.compile(r"^Recruit .*\(price \d+, left \d+\)$"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(purse.locator("td.figure")).to_have_text(before)


@at_three_sizes
def test_the_mission_board_sends_points_where_its_buttons_say(
    open_page: Open, load_match: Load, staffs: dict[str, str]
) -> None:
    page = open_page(load_match(read(staffs["planning"]).match))
    expect(page.locator("#prompt.mine")).to_contain_text("Plan your strikes")
    points = row(page, "US 16.1b")
    held, superiority, tactical = map(int, figures(points))
    # What stands on the desk has no second button in the prompt.
    expect(page.locator("#prompt [data-verb=assign]")).to_have_count(0)
    page.get_by_role("button", name="US: +1 superiority").click()
    expect(points.locator("td.figure")).to_have_text([str(held - 1), str(superiority + 1), str(tactical)])
    page.get_by_role("button", name="US: all tactical").click()
    expect(points.locator("td.figure")).to_have_text(["0", str(superiority + 1), str(tactical + held - 1)])


@at_three_sizes
def test_a_plan_is_looked_at_before_it_ends_and_can_be_taken_back(
    open_page: Open, load_match: Load, staffs: dict[str, str]
) -> None:
    match = tried = read(staffs["planning"]).match
    # All but one thing is planned.
    while (asked := tried.asked) is not None and asked.options != [("end-planning",)]:
        match, last = read(write(tried)).match, asked.options[0]
        tried.submit(0, last)
    page = open_page(load_match(match))
    act = page.locator(f"#dock [data-verb={last[0]}]")
    end = page.locator('#prompt [data-verb="end-planning"]')
    act.click()
    expect(act).to_have_count(0)
    expect(end).to_have_class(re.compile("primary"))
    # What would answer by itself after a beat has had its time before this comes.
    page.evaluate("() => new Promise((done) => setTimeout(done, 700))")
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
    expect(end).to_be_visible()
    page.locator("#undo").click()
    expect(act).to_be_visible()


WITHIN = """names => {
    const map = document.querySelector(".map-frame").getBoundingClientRect();
    return names.filter(name => {
        const box = document.querySelector(`path.space[aria-label^="${name}"]`).getBoundingClientRect();
        return box.left < map.left || box.right > map.right || box.top < map.top || box.bottom > map.bottom;
    });
}"""
"""Which of some places are not in sight, whole."""


def test_the_map_opens_on_the_landing_places_and_a_held_shore_is_pointed_at(
    open_page: Open, load_match: Load, staffs: dict[str, str]
) -> None:
    match = read(staffs["markers"]).match
    page = open_page(load_match(match))
    prompt = page.locator("#prompt.mine")
    expect(prompt).to_contain_text("A held shore wants two clicks: the sea hex, then the shore.")
    expect(prompt).to_contain_text("With no unit ashore this turn the game is lost.")
    expect(prompt).to_contain_text("End marker placement")
    assert page.evaluate(WITHIN, ["Kiirun", "Tainan", "Takao", "Karenko", "Taito"]) == []
    assert match.asked is not None
    from_sea = next(o for o in match.asked.options if o[0] == "assault-marker")
    page.locator(f'path.space[data-space="{from_sea[1]}"]').click()
    arrows = page.locator(".plans.next .plan:not(.case-line)")
    expect(arrows.first).to_be_attached()
    page.keyboard.press("Escape")
    expect(arrows).to_have_count(0)


def test_counters_that_board_leave_gaps_until_the_pointer_has_gone(
    open_page: Open, load_match: Load, staffs: dict[str, str]
) -> None:
    page = open_page(load_match(read(staffs["board"]).match))
    expect(page.locator("#prompt.mine")).to_contain_text("Which units go to")
    assert page.evaluate(WITHIN, ["Kiirun", "Tainan", "Takao"]) == []
    if page.locator("#drawer-tab").get_attribute("aria-expanded") == "false":
        page.locator("#drawer-tab").click()
    glow = page.locator("#drawer .box-unit.glow")
    first, second = glow.nth(0), glow.nth(1)
    gone, next_ = first.get_attribute("data-unit-in-box"), second.get_attribute("data-unit-in-box")
    stays = page.locator(f'#drawer [data-unit-in-box="{next_}"]')
    before = stays.bounding_box()
    with page.expect_response(re.compile("/decide$")):
        first.click()
    expect(page.locator(f'#drawer [data-unit-in-box="{gone}"].glow')).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text("1 so far")
    assert stays.bounding_box() == before
    page.mouse.move(700, 300)
    page.wait_for_function(
        "([el, y, x]) => { const box = el.getBoundingClientRect(); return box.y !== y || box.x !== x; }",
        arg=[stays.element_handle(), before["y"], before["x"]],  # type: ignore[index]
    )


def test_an_attack_that_is_due_leads_to_the_battle_panel(
    open_page: Open, load_match: Load, staffs: dict[str, str], picture: Picture
) -> None:
    page = open_page(load_match(read(staffs["combat"]).match))
    expect(page.locator("#prompt.mine")).to_contain_text("must be attacked")
    expect(page.locator("#desk")).to_contain_text("must be attacked")
    picture(page, "formosa-attacks")
    page.locator("#desk [data-verb=attack]").first.click()
    expect(page.locator("#prompt.mine")).not_to_contain_text("must be attacked")
    expect(page.locator("#context .preview h3").first).to_be_visible()
