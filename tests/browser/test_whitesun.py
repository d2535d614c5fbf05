"""Armies of the White Sun on the page: a force is put together, enters the map, and sees how far it may go."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import at_rest
from browser.conftest import MOVING, at_three_sizes
from grognard import bots
from grognard.games import load
from grognard.match.match import Match

pytestmark = pytest.mark.browser
ALONE = {"Japanese": "human"}
Open = Callable[..., Page]
Load = Callable[[Match], str]
Picture = Callable[[Page, str], None]


def staff_until(stop: Callable[[Any, Any], bool], seed: int) -> Match:
    """A campaign of the staff up to a decision."""
    game = load("whitesun")
    match = Match.new(game, seats=ALONE, seed=seed)
    bot = bots.make("staff", game, 0, random.Random(seed))
    while match.asked is not None and not stop(match.state, match.asked):
        match.submit(0, bot.choose(game.redact(match.state, 0), match.asked))
    return match


def space(page: Page, name: str) -> Locator:
    number = load("whitesun").space_index[name]
    return page.locator(f'path.space[data-space="{number}"]')


def enter(page: Page, name: str) -> None:
    """Choose a hex by the keyboard: the map brings it into sight."""
    page.keyboard.press("Tab")
    space(page, name).evaluate("el => el.focus({preventScroll: true})")
    at_rest(page)
    page.keyboard.press("Enter")


@at_three_sizes
def test_an_operation_from_the_reserve_to_the_first_battle(open_page: Open, load_match: Load, picture: Picture) -> None:
    page = open_page(load_match(Match.new(load("whitesun"), seats=ALONE, seed=11)))
    expect(page.locator("#prompt.mine")).to_contain_text("up to 8 units")
    # What gives the phase away has the last digit, and asks first.
    page.keyboard.press("2")
    expect(page.get_by_role("dialog")).to_contain_text("You have given no orders yet")
    page.get_by_role("button", name="Cancel").click()
    page.keyboard.press("1")
    expect(page.locator("#prompt.mine")).to_contain_text("8 of 8 units, 22 MP: choose where the operation starts.")
    picture(page, "whitesun-muster")
    enter(page, "1417")
    page.get_by_text("Enter the map at 1417").click()
    expect(page.locator(".log-lines")).to_contain_text("The force: off the map → 1417")
    # The dice for the event and the defence lie in the fold under the march.
    page.locator(".line", has_text="off the map → 1417").get_by_role("button", expanded=False).first.click()
    expect(page.locator(".log-lines")).to_contain_text(re.compile(r"Event \d-\d"))


def test_a_march_shows_how_far_it_may_go(open_page: Open, load_match: Load, picture: Picture) -> None:
    def marching(s: Any, asked: Any) -> bool:
        return asked.prompt == "march" and s.entered > 4 and s.mp > 6

    page = open_page(load_match(staff_until(marching, 5)))
    expect(page.locator("#prompt.mine")).to_contain_text("MP left: advance or halt")
    expect(page.locator("#prompt .only-way")).to_contain_text("March")
    costs = page.locator(".costs text")
    expect(costs.first).to_be_visible()
    picture(page, "whitesun-march")
    # On the whole map nobody could read them.
    page.get_by_role("button", name="Show the whole map").click()
    expect(costs).to_have_count(0)
    page.mouse.move(450, 400)
    for _ in range(4):
        page.mouse.wheel(0, -60)
    expect(costs.first).to_be_visible()


@cache
def advance_with_many_rolls(seed: int) -> tuple[list[list[Any]], str]:
    """What the staff decides up to an advance that at least eight rolls follow, in lists that the server takes whole,
    and the hex it enters."""
    game = load("whitesun")
    match = Match.new(game, seats=ALONE, seed=seed)
    bot = bots.make("staff", game, 0, random.Random(seed))
    before: list[Any] = []
    while (asked := match.asked) is not None:
        option = bot.choose(game.redact(match.state, 0), asked)
        told = len(match.log)
        match.submit(0, option)
        if asked.prompt == "march" and sum(1 for line in match.log[told:] if line.event.dice) > 7:
            again, lists = Match.new(game, seats=ALONE, seed=seed), []
            while before:
                taken = again.submit_all(0, before)
                lists.append(before[:taken])
                before = before[taken:]
            return lists, game.space_ids[int(option[1])]
        before.append(option)
    raise AssertionError("no advance with as many rolls")


@pytest.fixture
def about_to_roll(open_page: Open, program: httpx.Client) -> tuple[Page, str]:
    """A page before an advance that a row of small rolls follows, and the hex it enters."""
    before, goal = advance_with_many_rolls(8)
    # The server's match has the same seed, so that it rolls what was rolled here.
    made = program.post("/api/matches", json={"game": "whitesun", "seats": ALONE, "seed": 8}).json()
    match = f"/api/matches/{made['id']}"
    seat = {"Authorization": f"Bearer {made['seats']['Japanese']['token']}"}
    stamp = program.get(match, headers=seat).json()["stamp"]
    for options in before:
        answer = program.post(f"{match}/decide", json={"stamp": stamp, "options": options}, headers=seat)
        assert answer.status_code == 200, answer.text
        stamp = answer.json()["stamp"]
    page = open_page(f"/match/{made['id']}#sit={made['invitation']}", theatre=1, **MOVING)
    expect(page.locator("#prompt.mine")).to_contain_text("MP left")
    return page, goal


@at_three_sizes
def test_rolls_come_one_by_one_and_are_cut_short_by_one_button(about_to_roll: tuple[Page, str]) -> None:
    page, goal = about_to_roll
    page.evaluate("""() => {
        window.seen = [];
        new MutationObserver(() => {
            const skip = document.querySelector("#skip")?.getBoundingClientRect();
            const dice = document.querySelectorAll(".roll").length;
            if (skip && dice) window.seen.push([dice, skip.right]);
        }).observe(document.body, { subtree: true, childList: true });
    }""")
    enter(page, goal)
    page.wait_for_function("() => window.seen.length > 5")
    page.locator("#skip").click()
    expect(page.locator("#prompt:not(.playing)")).to_be_visible(timeout=5_000)
    seen = page.evaluate("window.seen")
    assert {dice for dice, _ in seen} == {1}, "one roll at a time"
    assert max(right for _, right in seen) - min(right for _, right in seen) < 1
    assert page.locator(".roll").count() == 0


@at_three_sizes
def test_who_looks_at_the_past_has_no_dice_of_the_present_before_him(about_to_roll: tuple[Page, str]) -> None:
    rolling, goal = about_to_roll
    enter(rolling, goal)
    expect(rolling.locator("#skip")).to_be_visible()
    rolling.locator("#skip").click()
    rolling.keyboard.press("r")
    rolling.locator(".replay-slider").press("ArrowLeft")
    rolling.wait_for_function("() => document.querySelector('.in-the-past')")
    assert rolling.locator(".roll").count() == 0
