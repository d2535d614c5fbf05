"""A turn through plans on the page: the staff's plan goes on over dice to the end of the phase, click by click."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PATIENCE, seated
from grognard.match.match import Match
from test_orders import staffs_until

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
CALM = "#prompt.mine[data-busy=false]:not(.playing)"
WAITS = """turn => {
    const plan = document.querySelector("#finish-phase");
    if (plan?.checkVisibility() && !plan.disabled) return "plan";
    const table = window.table;
    return table?.view.turn > turn || table?.result ? "over" : false;
}"""
TURNS = """async () => {
    const main = document.querySelector("script[type=module]").src;
    const { Session } = await import(new URL("session/session.js", main).href);
    const { receive } = Session.prototype;
    Session.prototype.receive = function (table, ...rest) {
        window.table = table;
        return receive.call(this, table, ...rest);
    };
}"""


def turn_through_plans(page: Page, turn: int) -> int:
    """Press what the plan's card has as its first button until the turn is over, and count."""
    clicks = 0
    while page.wait_for_function(WAITS, arg=turn, timeout=PATIENCE).json_value() == "plan":
        page.locator("#finish-phase").click()
        clicks += 1
        assert clicks < 60
    return clicks


def begun(page: Page) -> int:
    """The first phase: its plan is asked for, and one for every phase from then on."""
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.evaluate(TURNS)
    page.locator("#help").click()
    page.locator("#staff-plan").click()
    page.locator("#finish-every").click()
    return 3


def test_a_turn_of_iwo_jima_takes_no_more_than_twelve_clicks_through_plans(
    open_page: Open, program: httpx.Client
) -> None:
    body = {"game": "iwojima", "seats": {"US": "human", "JP": "staff"}, "seed": 5}
    page = open_page(seated(program.post("/api/matches", json=body)))
    clicks = begun(page)
    assert clicks + turn_through_plans(page, 1) <= 12
    # It is remembered: the next turn's plans come unasked.
    assert turn_through_plans(page, 2) <= 10
    page.locator("#plan-off").click()
    expect(page.locator("#advice")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('grognard:plan-every-phase')") is None


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "side", "most"), [("formosa", "Allied", 18), ("nemesis", "Japanese", 15), ("whitesun", "Japanese", 30)]
)
def test_the_first_turn_of_a_large_game_through_plans(
    open_page: Open, program: httpx.Client, game: str, side: str, most: int
) -> None:
    seats = {each["id"]: "staff" for each in program.get(f"/api/games/{game}/board").json()["sides"]}
    body = {"game": game, "seats": seats | {side: "human"}, "seed": 5}
    page = open_page(seated(program.post("/api/matches", json=body)))
    clicks = begun(page)
    assert clicks + turn_through_plans(page, 1) <= most


def test_a_plan_that_goes_on_stops_where_the_choice_is_the_players(
    open_page: Open, load_match: Callable[[Match], str]
) -> None:
    """A retreat at Iwo Jima is shown with what the staff would do, and is taken only when the player says so."""
    match = staffs_until("iwojima", lambda s, asked: any(o[0] == "retreat" for o in asked.options))
    assert match.asked is not None
    page = open_page(load_match(match))
    page.locator("#cover button").click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("#advice .plan-list li").first).to_be_visible()
    before = page.locator(".log-lines .line").count()
    expect(page.locator("#finish-phase")).to_have_text("Finish the phase")
    page.keyboard.press("p")
    expect(page.locator("#advice .plan-list")).to_be_hidden()
    went_on = "before => document.querySelectorAll('.log-lines .line, #cover').length !== before"
    page.wait_for_function(went_on, arg=before)


def test_an_attack_begins_with_everybody_and_is_taken_back_in_one_go(
    open_page: Open, load_match: Callable[[Match], str]
) -> None:
    match = staffs_until(
        "ichigo", lambda s, asked: asked.prompt == "combat" and any(o[0] == "attack" for o in asked.options)
    )
    asked = match.asked
    assert asked is not None
    target = next(int(o[1]) for o in asked.options if o[0] == "attack")
    page = open_page(load_match(match))
    page.locator("#cover button").click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    space = page.locator(f'path.space[data-space="{target}"]')
    page.keyboard.press("Tab")
    space.evaluate("el => el.focus({preventScroll: true})")
    page.keyboard.press("Enter")
    expect(page.locator('#prompt [data-verb="confirm"]')).to_be_visible()
    expect(page.locator(".muster .force-unit.picked").first).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator('#prompt [data-verb="end-combat"]')).to_be_visible()
