"""Operation Ichi-Go on the page: stacks, reach, battles, and a whole game between programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.clicking import at_rest
from browser.conftest import at_three_sizes
from browser.positions import PHONE, random_game_until
from browser.watching_bots import Watched
from grognard.games import load
from grognard.games.ichigo.combat import may_join
from grognard.games.ichigo.facts import JAPAN, JAPANESE
from grognard.match.match import Match

pytestmark = pytest.mark.browser
HOT_SEAT = {"Allied": "human", "Japanese": "human"}
Open = Callable[..., Page]
Load = Callable[[Match], str]
Picture = Callable[[Page, str], None]
IN_SIGHT = """ends => ends.find(end => {
    const path = document.querySelector(`path.space[data-space="${end}"]`), box = path.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === path;
})"""


def uncover(page: Page) -> Page:
    page.get_by_role("button", name=re.compile("show the map")).click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    return page


def unit(page: Page, number: int) -> Locator:
    return page.locator(f'.pieces [data-unit="{number}"]')


def space(page: Page, number: int) -> Locator:
    return page.locator(f'path.space[data-space="{number}"]')


def walk_to(page: Page, thing: Locator) -> None:
    """Put the focus on it as the keyboard would: the map brings it into sight."""
    page.keyboard.press("Tab")
    thing.evaluate("el => el.focus({preventScroll: true})")
    expect(thing).to_be_focused()
    at_rest(page)


# --- movement


@cache
def far_stack(match: Match) -> list[int]:
    """The units of the Japanese stack that gets farthest by strategic movement, the top one last."""
    game, s = match.game, match.state
    assert match.asked is not None
    hexes = [o[1] for o in match.asked.options if o[0] == "go-far-stack"]
    stacks = [[row[0] for row in game.view(s, JAPANESE)["units"] if row[1] == h] for h in hexes]
    return max(stacks, key=lambda units: (len(units) > 2, len(a_way(match, units, "far")["spaces"])))


@pytest.fixture(scope="module")
def moving() -> Match:
    def stop(s: Any, asked: Any) -> bool:
        return asked.prompt == "movement" and asked.side == JAPANESE

    return random_game_until("ichigo", stop, HOT_SEAT, seed=1)


@pytest.fixture(scope="module")
def table(keep_page: Open, load_match: Load, moving: Match) -> Page:
    """That moment on a page; who uses it takes back what he did."""
    return uncover(keep_page(load_match(moving)))


def a_way(match: Match, units: list[int], look: str) -> dict[str, Any]:
    return next(way for way in match.game.reach(match.state, JAPANESE, units) if way["look"] == look)


def an_end(page: Page, match: Match, way: dict[str, Any]) -> tuple[int, int]:
    """The farthest empty hex in sight where the move can end, and its cost."""
    at_rest(page)
    ends = {row[0]: row[1] for row in way["spaces"] if row[3] == 1 and not match.state.at[row[0]]}
    found = page.evaluate(IN_SIGHT, sorted(ends, key=lambda end: -ends[end]))
    assert found is not None, "no hex in reach is in sight"
    return found, ends[found]


def test_a_stack_is_picked_one_dropped_and_the_rest_moved_in_one_click(
    table: Page, moving: Match, picture: Picture
) -> None:
    page = table
    stack = far_stack(moving)
    assert len(stack) > 2
    walk_to(page, unit(page, stack[-1]))
    unit(page, stack[-1]).click()
    expect(page.locator(".unit.picked")).to_have_count(len(stack))
    unit(page, stack[0]).click()
    expect(page.locator(".unit.picked")).to_have_count(len(stack) - 1)
    expect(page.locator("#prompt")).to_contain_text(f"{len(stack) - 1} of {len(stack)} picked")
    way = a_way(moving, stack[1:], "")
    end, cost = an_end(page, moving, way)
    space(page, end).hover()
    expect(page.locator(".path .stop.last")).to_have_text(str(cost))
    picture(page, "ichigo-move")
    space(page, end).click()
    name = moving.game.space_names[end]
    for number in stack[1:]:
        expect(unit(page, number)).to_have_attribute("aria-label", re.compile(f"Moved, {re.escape(name)}$"))
    expect(unit(page, stack[0])).not_to_have_attribute("aria-label", re.compile("Moved"))
    expect(page.locator("#prompt")).to_contain_text("Move Japanese units or stacks")
    page.keyboard.press("z")
    for number in stack:
        expect(unit(page, number)).not_to_have_attribute("aria-label", re.compile("Moved"))


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of a thing on the screen."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_unit_can_be_dragged_to_where_it_goes(table: Page, moving: Match) -> None:
    page = table
    top = far_stack(moving)[-1]
    walk_to(page, unit(page, top))
    x, y = middle(unit(page, top))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12, steps=3)
    expect(page.locator("path.space.reach").first).to_be_visible()
    end, cost = an_end(page, moving, a_way(moving, [top], ""))
    page.mouse.move(*middle(space(page, end)), steps=5)
    expect(page.locator(".path .stop.last")).to_have_text(str(cost))
    page.mouse.up()
    name = moving.game.space_names[end]
    expect(unit(page, top)).to_have_attribute("aria-label", re.compile(f"Moved, {re.escape(name)}$"))
    page.keyboard.press("z")
    expect(unit(page, top)).not_to_have_attribute("aria-label", re.compile("Moved"))


def test_strategic_movement_looks_different_and_goes_farther(
    open_page: Open, load_match: Load, moving: Match, picture: Picture
) -> None:
    page = uncover(open_page(load_match(moving)))
    stack = far_stack(moving)
    walk_to(page, unit(page, stack[-1]))
    page.keyboard.press("Enter")
    expect(page.locator("path.space.reach").first).to_be_visible()
    near = page.locator("path.space.reach").count()
    assert page.locator("path.space.reach.far").count() == 0
    page.keyboard.press("m")
    expect(page.locator("path.space.reach.far").first).to_be_visible()
    assert page.locator("path.space.reach.far").count() > near
    expect(page.locator('.way[data-look="far"]')).to_have_attribute("aria-pressed", "true")
    end, _ = an_end(page, moving, a_way(moving, stack, "far"))
    space(page, end).hover()
    expect(page.locator(".path-line.far")).to_be_visible()
    picture(page, "ichigo-strategic")
    space(page, end).click(modifiers=["Shift"])
    expect(page.get_by_role("button", name=re.compile("Stop here"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(unit(page, stack[0])).to_have_attribute("aria-label", re.compile("Moved"))


def test_esc_lets_the_stack_go_and_a_picks_all_or_none(table: Page, moving: Match) -> None:
    page = table
    stack = far_stack(moving)
    walk_to(page, unit(page, stack[-1]))
    page.keyboard.press("Enter")
    expect(page.locator(".unit.picked")).to_have_count(len(stack))
    page.keyboard.press("a")
    expect(page.locator(".unit.picked")).to_have_count(0)
    expect(page.locator("path.space.reach")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.locator(".unit.picked")).to_have_count(len(stack))
    # A stack lies open as long as units of it are in hand, so that they are let go first.
    page.keyboard.press("Escape")
    expect(page.locator(".unit.picked")).to_have_count(0)
    expect(page.locator(".fan-plate")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".fan-plate")).to_have_count(0)


def test_on_a_phone_a_tap_shows_the_way_before_it_is_gone(
    open_page: Open, load_match: Load, moving: Match, picture: Picture
) -> None:
    page = uncover(open_page(load_match(moving), PHONE, has_touch=True))
    stack = far_stack(moving)
    walk_to(page, unit(page, stack[-1]))
    unit(page, stack[-1]).tap()
    expect(page.locator(".unit.picked")).to_have_count(len(stack))
    expect(page.locator(".space.reach").first).to_be_attached()
    way = a_way(moving, stack, "")
    end, cost = an_end(page, moving, way)
    # A mouse lies at rest where the menu will open: the browser tells the map that it has left.
    box = space(page, end).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2 + 12, box["y"] + box["height"] / 2 + 8)
    space(page, end).tap()
    page.wait_for_timeout(400)
    expect(page.locator(".path .stop.last")).to_have_text(str(cost))
    picture(page, "ichigo-phone")
    page.get_by_role("menuitem", name=re.compile("^Move to")).tap()
    expect(unit(page, stack[0])).to_have_attribute("aria-label", re.compile("Moved"))


def test_a_click_that_is_quicker_than_the_line_waits_for_how_far_they_can_go(table: Page, moving: Match) -> None:
    page, stack, held = table, far_stack(moving), list[Route]()
    walk_to(page, unit(page, stack[-1]))
    page.route("**/reach?*", lambda route: held.append(route))
    unit(page, stack[-1]).click()
    expect(page.locator(".unit.picked")).to_have_count(len(stack))
    end, _ = an_end(page, moving, a_way(moving, stack, ""))
    space(page, end).click()
    for each in held:
        each.continue_()
    page.unroute("**/reach?*")
    for number in stack:
        expect(unit(page, number)).to_have_attribute("aria-label", re.compile("Moved"))
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
    page.keyboard.press("z")
    for number in stack:
        expect(unit(page, number)).not_to_have_attribute("aria-label", re.compile("Moved"))


def test_what_is_on_its_way_is_taken_back_by_a_key_when_it_has_been_done(table: Page, moving: Match) -> None:
    """Also who is quicker than the line takes back all of a move, and not its last step."""
    page, stack, held = table, far_stack(moving), list[Route]()
    walk_to(page, unit(page, stack[-1]))
    unit(page, stack[-1]).click()
    expect(page.locator(".unit.picked")).to_have_count(len(stack))
    expect(page.locator(".space.reach").first).to_be_attached()
    end, _ = an_end(page, moving, a_way(moving, stack, ""))
    page.route("**/decide", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/decide"):
        space(page, end).click()
    page.keyboard.press("z")
    page.keyboard.press("z")
    with page.expect_response("**/undo", timeout=20_000):
        held[0].continue_()
    page.unroute("**/decide")
    expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
    for number in stack:
        expect(unit(page, number)).not_to_have_attribute("aria-label", re.compile("Moved"))


FRONT = """() => {
    const paths = [...document.querySelectorAll('.holdings .front')].map(el => el.getAttribute('d'));
    const lines = paths.map(d => d.split('M').length - 1);
    return [lines, Number(getComputedStyle(document.querySelector('.frontline')).opacity)];
}"""


def test_the_front_is_drawn_quietly_between_the_sides(table: Page) -> None:
    (allied, japanese), opacity = table.evaluate(FRONT)
    assert allied == japanese > 20
    assert 0 < opacity < 0.6
    # It lies under the counters, and is no layer that one has to ask for.
    order = table.evaluate("() => [...document.querySelector('.world').children].map(el => el.classList[0])")
    assert order.index("holdings") < order.index("pieces")


@at_three_sizes
def test_a_far_goal_is_kept_drawn_and_gone_on_with_by_one_key(
    open_page: Open, load_match: Load, moving: Match, screen: str
) -> None:
    page, stack = uncover(open_page(load_match(moving))), far_stack(moving)

    def press(key: str, button: str) -> None:
        """A finger has no keys. What was said before is done."""
        expect(page.locator("#prompt")).to_have_attribute("data-busy", "false")
        if screen == "desktop":
            page.keyboard.press(key)
        else:
            page.locator(button).click()

    here = moving.state.where[stack[0]]
    walk_to(page, unit(page, stack[-1]))
    unit(page, stack[-1]).click()
    expect(page.locator(".reach").first).to_be_attached()
    way = a_way(moving, stack, "")
    reached = {row[0] for row in way["spaces"]} | {here}
    land = [h for h in range(moving.game.hexes) if moving.game.map.land >> h & 1 and not moving.state.at[h]]
    far = [h for h in land if h not in reached]
    at_rest(page)
    goal = page.evaluate(IN_SIGHT, sorted(far, key=lambda h: -moving.game.map.distance(here, h)))
    space(page, goal).click()
    page.locator("#march-to").click()
    for number in stack:
        expect(unit(page, number)).to_have_attribute("aria-label", re.compile("Moved"))
    expect(page.locator(".march:not(.case-line)")).to_have_count(1)
    # Taken back they stand where they stood, and are offered again: nothing goes by itself.
    press("z", "#undo")
    for number in stack:
        expect(unit(page, number)).not_to_have_attribute("aria-label", re.compile("Moved"))
    expect(page.locator("#march-on")).to_have_text(f"Continue {len(stack)} long marches")
    page.reload()
    uncover(page)
    expect(page.locator(".march:not(.case-line)")).to_have_count(1)
    expect(page.locator("#march-on")).to_be_visible()
    press("g", "#march-on")
    for number in stack:
        expect(unit(page, number)).to_have_attribute("aria-label", re.compile("Moved"))
    expect(page.locator("#march-on")).to_have_count(0)
    press("z", "#undo")
    expect(page.locator("#march-on")).to_be_visible()
    walk_to(page, unit(page, stack[-1]))
    unit(page, stack[-1]).click()
    expect(page.locator(".reach").first).to_be_attached()
    page.locator("#march-off").click()
    expect(page.locator(".march")).to_have_count(0)


# --- battle


def targets(s: Any, asked: Any) -> list[int]:
    """Hexes with a stack that can be attacked from two sides."""
    return [
        target
        for verb, target, *_ in (option for option in asked.options if len(option) > 1)
        if verb == "attack"
        and len({s.where[u] for u in may_join(s, JAPAN, target)}) > 1
        and s.at[target].bit_count() > 1
    ]


@pytest.fixture(scope="module")
def fighting() -> Match:
    def stop(s: Any, asked: Any) -> bool:
        return asked.prompt == "combat" and asked.side == JAPANESE and bool(targets(s, asked))

    return random_game_until("ichigo", stop, HOT_SEAT, seed=1)


@at_three_sizes
def test_the_battle_panel_follows_who_joins(
    open_page: Open, load_match: Load, fighting: Match, picture: Picture
) -> None:
    page = uncover(open_page(load_match(fighting)))
    target = targets(fighting.state, fighting.asked)[0]
    units = may_join(fighting.state, JAPAN, target)
    context = page.locator("#context")
    walk_to(page, space(page, target))
    expect(context).to_contain_text("Everything against")
    page.keyboard.press("Enter")
    muster = page.locator(".muster .force-unit")
    expect(muster).to_have_count(len(units))
    expect(context).to_contain_text("Defence strength")
    expect(context).to_contain_text("expected")
    # Everybody who may takes part, and is taken out with a click.
    expect(page.locator(".muster .picked")).to_have_count(len(units))
    muster.first.click()
    expect(page.locator(".muster .picked")).to_have_count(len(units) - 1)
    expect(context).to_contain_text(re.compile(r"The hex is cleared \d+\s?%"))
    first = context.locator(".notes-list b").first.inner_text()
    muster.first.click()
    expect(page.locator(".muster .picked")).to_have_count(len(units))
    expect(context.locator(".notes-list b").first).not_to_have_text(first)
    expect(page.locator(".columns .now").first).to_be_visible()
    expect(space(page, target)).to_have_class(re.compile("target"))
    hidden = fighting.state.at[target].bit_count() - 1
    assert context.get_by_text("A unit below the top").count() <= hidden
    picture(page, "ichigo-battle")
    page.locator(".muster .picked").first.click()
    expect(page.locator(".muster .picked")).to_have_count(len(units) - 1)
    join_all = page.locator('[data-verb="join-all"]')
    if join_all.count():
        join_all.hover()
        expect(context.locator(".change").first).to_contain_text("→")
    page.locator('[data-verb="confirm"]').click()
    expect(page.locator("#log")).to_contain_text(re.compile("attack"))


# --- a whole game

LAUNCHED = (10, 7, 9)
"""Games of the random bots with Causeway, in which each nation chooses each order."""


@pytest.mark.soak
def test_two_programs_play_a_whole_game_and_every_phase_is_seen(
    open_page: Open, program: httpx.Client, picture: Picture
) -> None:
    phases = load("ichigo").phases
    everything = set(range(len(phases)))
    for seed in LAUNCHED:
        game = Watched(open_page, program, "ichigo", "random", seed)
        expect(game.page.locator(".notice")).to_contain_text("Two bots are playing. You are watching.")
        game.to_the_end()
        if {line["phase"] for line in game.lines} == everything:
            break
    else:
        raise AssertionError("in none of these games do the Americans land and both orders come: look for other seeds")
    page = game.page
    page.keyboard.press("r")
    page.locator(".replay-slider").wait_for()
    for phase in everything:
        at = game.stands_in(phase)
        if at is None:
            # Nobody is asked anything in it: it is told in the log alone.
            assert phases[phase].side is None
            continue
        game.shows(at, phase)
    picture(page, "ichigo-replay")
    page.locator("#menu").click()
    page.locator(".menu-item", has_text="Watch as Japan").click()
    page.locator(".table.seat1").wait_for()
