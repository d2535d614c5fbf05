"""The position editor: units by hand, everything a game lets one change, errors as sentences, and a match from it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import at_rest, click_free
from browser.positions import PHONE
from grognard.games import game_ids

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def unit(page: Page, name: str) -> Locator:
    """A counter on the map, by the start of its accessible name."""
    return page.locator(f'.unit[aria-label^="{name},"]')


def space(page: Page, name: str) -> Locator:
    """A place on the map."""
    return page.locator(f'.space[aria-label^="{name}"]')


def field(page: Page, name: str) -> Locator:
    """A field of the panel."""
    return page.locator("#editor").get_by_label(name, exact=True)


def opened(open_page: Open, game: str, **more: object) -> Page:
    """The editor of a game, once its position lies there."""
    page = open_page(f"/edit/{game}", **more)
    expect(page.locator(".editor-state")).to_contain_text("decides first")
    return page


COUNTED = """() => {
    const ask = window.fetch;
    window.asking = 0;
    window.fetch = (...all) => {
        window.asking++;
        return ask(...all).finally(() => window.asking--);
    };
}"""
UNDO_ALL = """async () => {
    document.activeElement.blur();  // what was typed is a change
    for (let quiet = 0; quiet < 4; quiet++) {
        await new Promise((go) => setTimeout(go, 40));
        const undo = document.querySelector("#undo");
        if (!undo.disabled) undo.click();
        if (!undo.disabled || window.asking) quiet = -1;
    }
}"""


@pytest.fixture(scope="module")
def editor(keep_page: Open) -> Page:
    """The editor of Iwo Jima, for all tests of it."""
    page = opened(keep_page, "iwojima")
    page.evaluate(COUNTED)
    return page


@pytest.fixture
def iwo(editor: Page) -> Page:
    """The editor with everything taken back."""
    editor.keyboard.press("Escape")
    editor.evaluate(UNDO_ALL)
    expect(editor.locator("#undo")).to_be_disabled()
    for name, value in (("Turn", "1"), ("VP, United States", "0"), ("VP, Japan", "0")):
        expect(field(editor, name)).to_have_value(value)
    return editor


EDITED = ("whitesun",)
"""The others in `make soak`: what the editor shows of every game is read and written back in test_positions.py."""


@pytest.mark.parametrize(
    "game",
    [
        game if game in EDITED else pytest.param(game, marks=pytest.mark.soak)
        for game in game_ids()
        if game != "iwojima"
    ],
)
def test_every_other_game_can_be_edited(open_page: Open, game: str) -> None:
    page = opened(open_page, game)
    assert page.locator(".unit").count() > 20
    expect(field(page, "Phase")).to_be_visible()
    field(page, "Turn").fill("2")
    field(page, "Turn").press("Enter")
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").click()
    expect(field(page, "Turn")).to_have_value("1")


SLOW_ANSWER = """() => {
    window.ask ??= window.fetch;
    const seen = (window.seen = { answers: 0 });
    let late = new Promise((go) => (seen.answer = go));
    window.fetch = async (...all) => {
        const answer = await window.ask(...all);
        if (!String(all[0]).includes("/position")) return answer;
        const wait = late;
        late = undefined;
        await wait;
        // When those who asked have had the answer.
        setTimeout(() => seen.answers++, 200);
        return answer;
    };
}"""
"""The answer to the next change is held back until the test says so; those after it would come at once."""
ANSWER = "() => window.seen.answer()"


def test_changes_come_in_the_order_in_which_they_were_made(iwo: Page) -> None:
    page = iwo
    page.evaluate(SLOW_ANSWER)
    for name, value in (("Turn", "3"), ("VP, United States", "7"), ("VP, Japan", "4")):
        field(page, name).fill(value)
        field(page, name).press("Enter")
    page.wait_for_timeout(300)  # time enough for those after it, were they asked already
    page.evaluate(ANSWER)
    for name, value in (("Turn", "3"), ("VP, United States", "7"), ("VP, Japan", "4")):
        expect(field(page, name)).to_have_value(value)
    page.wait_for_function("() => window.seen.answers > 2")
    assert [field(page, name).input_value() for name in ("Turn", "VP, United States", "VP, Japan")] == ["3", "7", "4"]
    for name, values in (("VP, Japan", ["3", "7", "0"]), ("VP, United States", ["3", "0", "0"])):
        page.locator("#undo").click()
        expect(field(page, name)).to_have_value("0")
        now = [field(page, f).input_value() for f in ("Turn", "VP, United States", "VP, Japan")]
        assert now == values, "one step back at a time"


def test_a_change_that_waits_for_its_answer_is_not_taken_back_meanwhile(iwo: Page) -> None:
    page = iwo
    page.evaluate(SLOW_ANSWER)
    for name, value in (("Turn", "3"), ("VP, United States", "7")):
        field(page, name).fill(value)
        field(page, name).press("Enter")
    shown = page.evaluate(
        """async () => {
          const shown = new Set();
          setTimeout(window.seen.answer, 300);
          while (window.seen.answers < 2) {
            shown.add(document.querySelector('#editor [aria-label="VP, United States"]').value);
            await new Promise(requestAnimationFrame);
          }
          return [...shown];
        }"""
    )
    assert shown == ["7"]
    page.locator("#undo").click()
    expect(field(page, "VP, United States")).to_have_value("0")
    expect(field(page, "Turn")).to_have_value("3")


def test_undo_once_too_often_is_the_same_as_once(iwo: Page) -> None:
    page = iwo
    field(page, "Turn").fill("3")
    field(page, "Turn").press("Enter")
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").dblclick()
    expect(field(page, "Turn")).to_have_value("1")
    expect(page.locator("#undo")).to_be_disabled()


def test_what_is_being_typed_stays_when_an_answer_comes(iwo: Page) -> None:
    page = iwo
    page.evaluate(SLOW_ANSWER)
    field(page, "Turn").fill("3")
    field(page, "Turn").press("Enter")
    field(page, "VP, United States").fill("7")
    page.evaluate(ANSWER)
    expect(page.locator("#undo")).to_be_enabled()
    expect(field(page, "VP, United States")).to_have_value("7")
    expect(field(page, "VP, United States")).to_be_focused()
    page.keyboard.press("Enter")
    expect(field(page, "VP, Japan")).to_have_value("0")
    field(page, "Turn").fill("4")
    page.keyboard.press("Tab")
    expect(field(page, "Phase")).to_be_focused()
    expect(field(page, "Turn")).to_have_value("4")
    expect(field(page, "VP, United States")).to_have_value("7")
    expect(field(page, "Phase")).to_be_focused()


def test_a_number_that_was_come_to_before_an_answer_is_typed_over(iwo: Page) -> None:
    page = iwo
    page.evaluate(SLOW_ANSWER)
    field(page, "Turn").fill("3")
    field(page, "Turn").press("Enter")
    field(page, "VP, United States").select_text()
    page.evaluate(ANSWER)
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.type("7")
    expect(field(page, "VP, United States")).to_have_value("7")


def test_what_is_wrong_is_said_and_nothing_can_be_started_from_it(iwo: Page) -> None:
    page = iwo
    unit(page, "23/4").click()
    click_free(page, space(page, "Mt Suribachi"))
    expect(page.locator(".editor-errors")).to_contain_text("Something Concealed is among US units in Mt Suribachi.")
    expect(page.get_by_role("button", name="Play as United States")).to_be_disabled()
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(page.locator(".editor-errors")).to_have_count(0)
    field(page, "Turn").fill("77")
    field(page, "Turn").press("Enter")
    expect(page.get_by_text("Turn is between 1 and 9.")).to_be_visible()
    expect(field(page, "Turn")).to_have_value("1")


def test_a_unit_can_be_dragged_and_without_a_mouse_be_chosen_and_placed(iwo: Page) -> None:
    page = iwo
    at_rest(page)
    start, end = unit(page, "26/5").bounding_box(), space(page, "Okina Hama").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] * 0.3, end["y"] + end["height"] * 0.6, steps=6)
    page.mouse.up()
    expect(unit(page, "26/5")).to_have_attribute("aria-label", re.compile("Okina Hama"))
    page.locator("#start-over").click()
    page.get_by_role("searchbox").fill("24/4")
    page.locator(".editor-row").first.press("Enter")
    field(page, "Place").select_option(label="Tachi Iwa")
    expect(unit(page, "24/4")).to_have_attribute("aria-label", re.compile("Tachi Iwa"))


def test_a_puzzle_is_set_up_and_played(iwo: Page, server: str, picture: Callable[[Page, str], None]) -> None:
    """The last test of this page, which becomes a table."""
    page = iwo
    unit(page, "27/5").click()
    click_free(page, space(page, "Chidori ga Hama"))
    expect(unit(page, "27/5")).to_have_attribute("aria-label", re.compile("Chidori ga Hama"))
    field(page, "Steps left").fill("2")
    field(page, "Steps left").press("Enter")
    expect(unit(page, "27/5")).to_have_attribute("aria-label", re.compile("2 steps"))
    field(page, "US control").check()
    field(page, "Turn").fill("3")
    field(page, "Turn").press("Enter")
    field(page, "Phase").select_option(label="US Movement")
    field(page, "VP, United States").fill("7")
    field(page, "VP, United States").press("Enter")
    expect(page.locator(".editor-state")).to_contain_text("United States decides first: Move or land one unit")
    expect(field(page, "VP, United States")).to_have_value("7")
    picture(page, "position-editor")
    page.get_by_role("button", name="Play as United States").click()
    expect(page.locator("#prompt.mine")).to_contain_text("Move or land one unit")
    expect(page.locator(".top-turn")).to_contain_text("Turn 3")
    expect(unit(page, "27/5")).to_have_attribute("aria-label", re.compile("2 steps.*Chidori ga Hama"))
    assert page.locator(".unit.side1").count() == 0, "the garrison is hidden again"
    ident = page.url.rsplit("/", 1)[1]
    row = next(row for row in page.request.get(f"{server}/api/matches").json() if row["id"] == ident)
    assert row["seats"]["JP"]["kind"] == "staff"


def test_the_draft_is_still_there_after_a_reload_and_fits_a_phone(open_page: Open) -> None:
    page = opened(open_page, "ichigo", viewport=PHONE)
    field(page, "Turn").fill("4")
    field(page, "Turn").press("Enter")
    expect(page.locator("#undo")).to_be_enabled()
    page.reload()
    expect(field(page, "Turn")).to_have_value("4")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
