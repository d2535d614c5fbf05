"""The page, in a real browser against a real server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.clicking import at_rest, heights, say_yes
from browser.conftest import DESKTOP, MOVING, at_three_sizes
from browser.positions import PHONE, staff_game_until
from grognard.match.match import Match

pytestmark = pytest.mark.browser
HOT_SEAT = {"US": "human", "JP": "human"}
Open = Callable[..., Page]


def uncover(page: Page) -> None:
    """Take the table over."""
    page.get_by_role("button", name=re.compile("show the map")).click()
    expect(page.locator("#prompt.mine")).to_be_visible()


def unit(page: Page, name: str):  # type: ignore[no-untyped-def]
    """A counter on the table, by the start of its accessible name."""
    return page.locator(f'.unit[aria-label^="{name},"]')


def space(page: Page, name: str):  # type: ignore[no-untyped-def]
    """A place on the map."""
    return page.locator(f'.space[aria-label^="{name}"]')


@at_three_sizes
def test_two_clicks_from_the_first_page_to_a_decision(open_page: Open) -> None:
    page = open_page("/")
    page.locator('[data-game="iwojima"] [data-play="now"]').click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    expect(page.get_by_text("Name every target: click a bombarding unit")).to_be_visible()
    assert page.locator(".unit.side0").count() == 25
    assert page.locator(".unit.side1").count() == 0, "nothing of the garrison may be in the page"
    can_be_pressed(page, 30)


@pytest.fixture(scope="module")
def first_decision(keep_page: Open, new_match: Callable[..., str]) -> Page:
    """The first decision of a match against the staff; nobody but the last who uses it takes it."""
    page = keep_page(new_match("human", "staff", seed=7))
    expect(page.locator("#prompt.mine")).to_be_visible()
    return page


def test_why_not_names_the_rule(first_decision: Page) -> None:
    page = first_decision
    unit(page, "23/4").click(button="right")
    bubble = page.locator(".whynot, [role=dialog], .bubble").filter(has_text="Bombardment Rating")
    expect(bubble.first).to_be_visible()
    expect(bubble.first).to_contain_text("2.1.1(4)b")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_the_counter_with_the_focus_lies_above_its_neighbours(first_decision: Page) -> None:
    """Counters in a box touch: the ring would vanish under the next one."""
    page = first_decision
    page.keyboard.press(" ")
    expect(page.locator(".unit.glow:focus-visible")).to_have_count(1)
    focused, others = page.evaluate(
        """() => {
          const height = (el) => Number(getComputedStyle(el).zIndex) || 0;
          const focused = document.querySelector(".unit:focus-visible");
          const others = [...document.querySelectorAll(".unit")].filter((el) => el !== focused);
          return [height(focused), others.map(height)];
        }"""
    )
    assert len(others) > 20
    assert focused > max(others)
    page.evaluate("document.activeElement.blur()")


def test_on_a_phone_no_room_is_left_empty_in_the_strip_and_beside_undo(first_decision: Page) -> None:
    page = first_decision
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    at_rest(page)
    turn = page.locator(".top-turn").bounding_box()
    undo, confirm = page.locator("#undo").bounding_box(), page.locator("#prompt [data-verb=confirm]").bounding_box()
    assert turn
    assert undo
    assert confirm
    assert turn["x"] < 16
    assert abs(undo["y"] - confirm["y"]) < 2
    assert confirm["x"] - undo["x"] - undo["width"] < 10
    # What is picked adds its own lines below them.
    before = heights(page)
    assert len(before) == 2
    unit(page, "Tennessee – Idaho").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .prompt-hint")).to_contain_text("Tennessee – Idaho")
    page.keyboard.press("a")
    expect(page.locator("#prompt .prompt-hint")).to_contain_text("units together")
    assert heights(page) == before
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(page.locator(".unit.picked")).to_have_count(0)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    at_rest(page)


def test_a_plan_is_made_by_clicks_previewed_taken_back_and_fought(first_decision: Page) -> None:
    """The last test of this page: it plays on."""
    page = first_decision
    context = page.locator("#context")
    # Two picked together: the odds under the pointer are those of both.
    unit(page, "Tennessee – Idaho").click()
    unit(page, "Nevada – Texas").click(modifiers=["Shift"])
    space(page, "Chidori Airfield").hover()
    expect(context).to_contain_text("10 dice")
    for left in (1, 0):
        page.keyboard.press("Escape")
        expect(page.locator(".unit.picked")).to_have_count(left)
    unit(page, "Tennessee – Idaho").click()
    space(page, "Chidori Airfield").click()
    expect(context).to_contain_text("Bombardment of Chidori Airfield")
    expect(context).to_contain_text("+5 dice")
    expect(context).to_contain_text("Caves unknown")
    expect(context).to_contain_text("%")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(context).not_to_contain_text("Bombardment of Chidori Airfield")
    unit(page, "Tennessee – Idaho").click()
    space(page, "Chidori Airfield").click()
    expect(context).to_contain_text("Bombardment of Chidori Airfield")
    # Who is planned and is to have another target is in the hand again with one button, and the places glow.
    unit(page, "Tennessee – Idaho").click()
    page.get_by_role("button", name="Choose another target for Tennessee – Idaho").click()
    expect(page.locator(".unit.picked")).to_have_count(1)
    expect(context).not_to_contain_text("Bombardment of Chidori Airfield")
    expect(space(page, "Okina Hama")).to_have_class(re.compile("glow"))
    space(page, "Chidori Airfield").click()
    expect(context).to_contain_text("Bombardment of Chidori Airfield")
    # Enter gives nothing away: what ends it while ships have no target is no filled button.
    confirm = page.locator("#prompt [data-verb=confirm]")
    expect(confirm).not_to_have_class(re.compile("primary"))
    page.keyboard.press("Enter")
    expect(page.locator(".veil")).to_have_count(0)
    page.keyboard.press("1")
    # Ships without a target would be lost for the turn: that wants a second yes.
    expect(page.get_by_role("dialog")).to_contain_text("9 of 10 units have no order")
    page.get_by_role("dialog").get_by_role("button", name="Confirm the plan").click()
    expect(page.get_by_text("US bombardment of Chidori Airfield: Tennessee – Idaho.")).to_be_visible()
    expect(page.get_by_text("Move or land one unit at a time")).to_be_visible()
    expect(page.locator("#log .die").nth(4)).to_be_attached()


def test_a_turn_can_be_played_with_the_keyboard_alone(open_page: Open, new_match: Callable[..., str]) -> None:
    page = open_page(new_match("human", "staff", seed=11))
    prompt = page.locator("#prompt")
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # past the question, to the map
    expect(page.locator(":focus")).to_have_class(re.compile("glow"))
    page.keyboard.press("Enter")
    expect(page.locator(".unit.picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".unit.picked")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    expect(page.locator(".veil")).to_contain_text("You have given no orders yet")
    page.keyboard.press("Enter")
    expect(prompt).to_contain_text("Move or land one unit")
    page.keyboard.press("1")
    say_yes(page)
    expect(prompt).to_contain_text("One air support unit leaves for good")
    page.keyboard.press(" ")
    expect(page.locator(":focus")).to_have_class(re.compile("glow"))
    page.keyboard.press("Enter")
    expect(page.locator(".top-turn")).to_contain_text("Turn 2")


def test_what_came_of_ones_own_dice_is_told_when_they_have_fallen(
    open_page: Open, load_match: Callable[[Match], str]
) -> None:
    match = staff_game_until(1, "next-bombardment", 0, {"US": "human", "JP": "staff"})
    page = open_page(load_match(match), theatre=1, **MOVING)
    expect(page.locator("#resolve-all")).to_be_visible()
    page.locator("#resolve-all").click()
    expect(page.locator("#prompt.playing #skip")).to_be_visible()
    expect(page.locator("#dice .roll")).to_have_count(1)
    assert page.locator("#prompt [data-option]").count() == 0
    page.keyboard.press("1")  # the rest is skipped; nothing is answered
    expect(page.locator("#prompt.mine:not(.playing)")).to_be_visible()
    expect(page.locator("#dice .roll")).to_have_count(0)


@at_three_sizes
def test_between_sides_the_table_is_covered_and_nothing_is_behind_it(open_page: Open) -> None:
    page = open_page("/")
    page.locator('[data-game="iwojima"] summary').first.click()
    page.locator('[data-game="iwojima"] [data-play="hotseat"]').click()
    expect(page.get_by_text("Pass the table")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    assert page.locator(".unit").count() == 0
    assert page.locator("#prompt").count() == 0
    uncover(page)
    assert page.locator(".unit.side1").count() == 23
    page.get_by_role("button", name=re.compile("Set up for me and start")).click()
    expect(page.get_by_text("Pass the table")).to_be_visible()
    asked.clear()
    page.wait_for_timeout(700)
    assert page.locator(".unit").count() == 0
    behind = page.locator("body").inner_text()
    assert "Concealed" not in behind
    assert "garrison" not in behind
    assert not page.evaluate("[...document.querySelectorAll('[aria-label]')].some(e => /step/.test(e.ariaLabel))")
    assert [url for url in asked if "/api/matches/" in url] == [], "nothing is fetched behind the cover"
    uncover(page)
    assert page.locator(".unit.side1").count() == 0
    assert page.locator(".unit.side0").count() == 25
    assert "309/2 MB is" not in page.locator("body").inner_text()


@at_three_sizes
def test_a_set_up_can_be_used_again_in_the_next_match(open_page: Open, new_match: Callable[..., str]) -> None:
    page = open_page(new_match("staff", "human", seed=3))
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.get_by_role("button", name=re.compile("Southern front")).click()
    page.get_by_role("button", name=re.compile("Confirm the set-up")).click()
    expect(page.get_by_text("The Japanese garrison is in place")).to_be_visible()
    page.goto(page.url.split("/match")[0] + new_match("staff", "human", seed=4))
    page.get_by_role("button", name=re.compile("Same as last time")).click()
    page.get_by_role("button", name=re.compile("Confirm the set-up")).click()
    expect(page.get_by_text("The Japanese garrison is in place")).to_be_visible()


def test_the_prompt_keeps_its_place_while_the_other_side_thinks(open_page: Open, new_match: Callable[..., str]) -> None:
    page = open_page(new_match("human", "staff", seed=12), **MOVING)
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.evaluate(
        """() => {
            window.places = new Set();
            const look = () => {
                const prompt = document.querySelector('#prompt'), map = document.querySelector('#map');
                if (prompt && map) {
                    const p = prompt.getBoundingClientRect(), m = map.getBoundingClientRect();
                    const all = [p.left, p.top, p.width, m.left, m.top, m.width, m.height];
                    window.places.add(all.map(Math.round).join());
                }
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    for text in ("Name every target", "Move or land"):
        expect(page.locator("#prompt")).to_contain_text(text)
        page.keyboard.press("1")
        say_yes(page)
    expect(page.locator("#prompt")).to_contain_text(re.compile("leaves for good|Turn 2|Recovery|weather"))
    assert page.evaluate("window.places.size") == 1


def test_a_stale_tab_is_told_so_and_brought_to_the_present(
    open_page: Open, new_match: Callable[..., str], server: str
) -> None:
    path = new_match("human", "staff", seed=7)
    page = open_page(path)
    expect(page.locator("#prompt.mine")).to_be_visible()
    ident = page.url.rsplit("/", 1)[1]
    assert "sit" not in ident, "the invitation does not stay in the address"
    one = f"{server}/api/matches/{ident}"
    stale = {"stamp": "0" * 16, "option": ["confirm"]}
    answer = page.request.post(f"{one}/decide", data=stale)  # with this browser's cookie
    assert (answer.status, answer.json()["code"]) == (409, "stale")
    moved = {"stamp": page.request.get(one).json()["stamp"], "option": ["assign", 20, 4]}
    assert page.request.post(f"{one}/decide", data=moved).status == 200
    expect(page.locator("#context")).to_contain_text("Bombardment of Chidori Airfield")


@at_three_sizes
def test_a_save_goes_out_and_comes_back(open_page: Open, load_match: Callable[[Match], str], tmp_path: Path) -> None:
    page = open_page(load_match(staff_game_until(2, "us-movement", 0, HOT_SEAT)))
    uncover(page)
    page.locator("header .tool, header button").last.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=re.compile("[Ss]ave")).or_(
            page.get_by_role("button", name=re.compile("[Ss]ave"))
        ).first.click()
    file = tmp_path / "save.grog"
    download.value.save_as(file)
    assert file.read_text(encoding="utf-8").startswith("grognard 3\n")
    page.goto(page.url.split("/match")[0])
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load a save file").click()
    chooser.value.set_files(file)
    expect(page.get_by_text("Pass the table")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "turn", "prompt", "side", "viewport"),
    [
        pytest.param("iwojima-jp-desktop", 3, "japanese-movement", 1, None, marks=pytest.mark.soak),
        pytest.param("iwojima-us-assault", 3, "designate-assault", 0, None, marks=pytest.mark.soak),
        pytest.param("iwojima-us-phone", 3, "us-movement", 0, PHONE, marks=pytest.mark.soak),
        pytest.param("iwojima-jp-phone", 2, "japanese-movement", 1, PHONE, marks=pytest.mark.soak),
    ],
)
def test_pictures_of_a_game_in_progress(
    open_page: Open,
    load_match: Callable[[Match], str],
    picture: Callable[[Page, str], None],
    name: str,
    turn: int,
    prompt: str,
    side: int,
    viewport: dict[str, int] | None,
) -> None:
    page = open_page(load_match(staff_game_until(turn, prompt, side, HOT_SEAT)), viewport)
    uncover(page)
    can_be_pressed(page, 40 if viewport else 30)
    picture(page, name)


def can_be_pressed(page: Page, high: int) -> None:
    """The most important button lies within the page, at least so many pixels high."""
    box = page.locator("#prompt .prompt-buttons button").last.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["y"] + box["height"] <= size["height"]
    assert box["x"] + box["width"] <= size["width"]
    assert box["height"] >= high
