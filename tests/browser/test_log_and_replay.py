"""Records and advice on the page: the log, the replay, what changed, the report, shared replays, staff and estimate."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from browser.clicking import at_rest, say_yes
from browser.conftest import MOVING, at_three_sizes
from browser.positions import PHONE, staff_game_until
from grognard import bots, games
from grognard.kernel.flow import Option
from grognard.lab.simulate import Plan, recorded
from grognard.match.match import Match
from grognard.match.save import load, write

pytestmark = pytest.mark.browser
HOT_SEAT = {"US": "human", "JP": "human"}
AGAINST_STAFF = {"US": "human", "JP": "staff"}
Open = Callable[..., Page]
Load = Callable[[Match], str]


@pytest.fixture(scope="module")
def finished() -> Match:
    """A whole game between staff bots."""
    return recorded(Plan("iwojima", ("staff", "staff"), 1), games.load("iwojima"), 2)


def us_question(is_wanted: Callable[[Match, int, int], bool]) -> Match:
    """A staff game at the first US question of which this holds, given the match, how many Japanese decisions went
    before it without a break, and the phase of the last US decision."""
    game = games.load("iwojima")
    for seed in range(5, 15):
        match = Match.new(game, seats=AGAINST_STAFF, seed=seed)
        players = [bots.make("staff", game, side, random.Random(side)) for side in (0, 1)]
        theirs, phase = 0, -1
        while (asked := match.asked) is not None:
            if asked.side == 0 and match.state.turn > 2 and is_wanted(match, theirs, phase):
                return match
            theirs, phase = (theirs + 1, phase) if asked.side else (0, match.state.phase)
            match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    raise AssertionError("no such question")


def in_the_enemy_phase() -> Match:
    """The second question within one Japanese phase."""
    return us_question(lambda match, theirs, phase: phase == match.state.phase and match.game.phases[phase].side == 1)


def seat(page: Page) -> None:
    """Sit down at one's own decision."""
    cover = page.get_by_role("button", name=re.compile("show the map"))
    expect(page.locator("#prompt.mine").or_(cover)).to_be_visible()
    if cover.is_visible():
        cover.click()
    expect(page.locator("#prompt.mine")).to_be_visible()


def menu(page: Page, entry: str) -> None:
    page.locator("#menu").click()
    page.get_by_role("menuitem", name=entry).click()


@pytest.fixture(scope="module")
def turn_three(keep_page: Open, load_match: Load) -> Page:
    """The present of a match in its third turn; who uses it comes back there."""
    page = keep_page(load_match(staff_game_until(3, "us-movement", 0, HOT_SEAT)), **MOVING)
    seat(page)
    return page


@pytest.fixture(scope="module")
def after_theirs(keep_page: Open, load_match: Load) -> Page:
    """One's own decision after a good deal of Japanese ones; who uses it comes back there and closes what he opened."""
    page = keep_page(load_match(us_question(lambda match, theirs, phase: theirs > 5)))
    seat(page)
    return page


class Advised(NamedTuple):
    """A page at a question of which the staff's answer is known, and the estimates that it has asked for."""

    page: Page
    estimates: list[str]


@pytest.fixture(scope="module")
def last_target(keep_page: Open, server: str, load_match: Load) -> Advised:
    """The staff would name one more target, and then be done."""
    match = load(write(staff_game_until(2, "designate-bombardment", 0, AGAINST_STAFF))).match
    staff = bots.make("staff", match.game, 0, random.Random(0))
    while len(option := choice(staff, match)) > 1:
        last = option
        match.submit(0, option)
    match.undo(0)
    assert choice(staff, match) == last
    page = keep_page("")
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if r.url.partition("?")[0].endswith("/estimate") else None)
    page.goto(server + load_match(match))
    seat(page)
    return Advised(page, asked)


def choice(staff: bots.Bot, match: Match) -> Option:
    assert match.asked is not None
    return staff.choose(match.game.redact(match.state, 0), match.asked)


def back_to_now(page: Page) -> None:
    page.locator("#back-to-now").click()
    expect(page.locator("#prompt.mine")).to_be_visible()


# --- the log


def test_the_log_can_be_filtered_by_side_dice_losses_and_text(turn_three: Page) -> None:
    page = turn_three
    lines = page.locator("#log .line")
    everything = lines.count()
    assert everything > 60
    page.locator('[data-filter="dice"]').click()
    expect(page.locator("#log .line:not(:has(.die))")).to_have_count(0)
    rolls = lines.count()
    assert 5 < rolls < everything
    page.locator('[data-filter="side1"]').click()
    assert 0 < lines.count() < rolls
    expect(page.locator(".log-count")).to_have_text(f"{lines.count()} of {everything} lines")
    page.locator('[data-filter="dice"]').click()
    page.locator('[data-filter="side1"]').click()
    expect(lines).to_have_count(everything)
    page.locator('[data-filter="losses"]').click()
    assert 0 < lines.count() < everything
    for text in lines.all_text_contents():
        assert re.search("loses|step|eliminated", text), text
    page.locator('[data-filter="losses"]').click()
    page.get_by_role("searchbox", name="Search the log").fill("chidori AIRFIELD")
    assert 0 < lines.count() < everything
    for text in lines.all_text_contents():
        assert "Chidori Airfield" in text
    page.get_by_role("searchbox", name="Search the log").fill("nothing of the kind")
    expect(page.locator("#log")).to_contain_text("No lines found.")
    page.get_by_role("searchbox", name="Search the log").fill("")
    expect(lines).to_have_count(everything)


def test_a_line_of_the_log_leads_to_its_moment_also_by_keyboard(turn_three: Page, picture) -> None:  # type: ignore[no-untyped-def]
    page = turn_three
    picture(page, "iwojima-us-desktop")
    before = page.locator(".unit").count()
    page.locator("#log .line").first.click()
    expect(page.locator(".top-turn")).to_contain_text("Turn 1")
    back_to_now(page)
    expect(page.locator("#back-to-now")).to_be_hidden()
    expect(page.locator(".top-turn")).to_contain_text("Turn 3")
    assert page.locator(".unit").count() == before
    page.locator('#log .line-text[tabindex="0"]').focus()
    page.keyboard.press("Home")
    expect(page.locator("#log .line-text").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#log .line").nth(1)).to_have_class(re.compile("shown"))
    expect(page.locator(".replay-words")).to_have_text(re.compile(r"^Line 2 of \d+$"))
    expect(page.locator(".replay-caption")).to_have_text(
        page.locator("#log .line").nth(1).locator(".line-text").inner_text()
    )
    expect(page.locator("#prompt")).to_contain_text("looking at an earlier position")
    back_to_now(page)


# --- the replay


def test_playing_shows_what_moves(turn_three: Page) -> None:
    page = turn_three
    moved = page.locator("#log .line", has_text="→").first
    moved.scroll_into_view_if_needed()
    moved.click()
    expect(page.locator(".replay-words")).to_contain_text("Line")
    page.get_by_role("button", name="Earlier").click()
    page.get_by_role("button", name="Later").click()
    expect(page.locator(".changes .change-arrow").first).to_be_attached()
    back_to_now(page)


def test_the_slider_has_a_mark_for_every_turn_and_a_branch_from_any_moment(turn_three: Page) -> None:
    """The last test of this page: it goes to the branch."""
    page = turn_three
    page.keyboard.press("r")
    expect(page.locator(".replay-mark")).to_have_text(["1", "2", "3"])
    page.locator('.replay-mark[data-turn="1"]').click()
    expect(page.locator(".top-turn")).to_contain_text("Turn 1")
    page.locator(".replay-slider").focus()
    page.keyboard.press("PageUp")
    expect(page.locator(".top-turn")).to_contain_text("Turn 2")
    at = page.locator(".replay-words").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-words")).not_to_have_text(at)
    before = page.url
    page.locator("#branch-here").click()
    page.wait_for_url(lambda url: url != before)
    seat(page)
    expect(page.locator(".top-turn")).to_contain_text("Turn 2")


# --- what changed


LOG = """async () => {
    const match = location.pathname.split('/')[2];
    const answer = await fetch(`/api/matches/${match}?seat=US&since=0`, {headers: {'X-Grognard': 'page'}});
    return (await answer.json()).log;
}"""


def test_a_fight_shows_its_card_in_a_replay_at_every_size(turn_three: Page) -> None:
    page = turn_three
    lines = page.evaluate(LOG)
    rolled = [i for i, line in enumerate(lines) if line.get("dice") and line.get("spaces")]
    calm = next(i for i, line in enumerate(lines) if not (line.get("dice") or line.get("loss") or line.get("sum")))
    page.keyboard.press("r")
    slider, card = page.locator(".replay-slider"), page.locator("#fight-card")
    to = "(el, at) => { el.value = at; el.dispatchEvent(new Event('input')); }"
    for width, height in ((1280, 800), (800, 600), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        slider.evaluate(to, str(rolled[-1]))
        expect(card.locator(".fight-line.now")).to_contain_text(lines[rolled[-1]]["text"])
        expect(card.locator(".fight-line.now .line-dice")).to_be_visible()
        expect(card.locator(".reckoning li")).to_have_count(len(lines[rolled[-1]].get("sum", [])))
        shown, bar = card.bounding_box(), page.locator("#replay").bounding_box()
        assert shown is not None
        assert bar is not None
        assert shown["y"] + shown["height"] <= bar["y"], f"the card lies over the slider at {width}"
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= width
        slider.evaluate(to, str(calm))
        expect(card).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    back_to_now(page)
    page.keyboard.press("Escape")


def test_what_changed_since_ones_last_decision(open_page: Open, new_match: Callable[..., str], picture) -> None:  # type: ignore[no-untyped-def]
    page = open_page(new_match("human", "staff", seed=12))
    seat(page)
    for text in ("Name every target", "Move or land"):
        expect(page.locator("#prompt")).to_contain_text(text)
        page.keyboard.press("1")
        say_yes(page)
    expect(page.locator("#prompt.mine")).to_contain_text(
        re.compile("leaves for good|Turn 2|Name every"), timeout=20_000
    )
    chip = page.locator("#recap-chip")
    expect(chip).to_be_visible()
    count = int(re.search(r"\d+", chip.inner_text())[0])  # type: ignore[index]
    assert count >= 2
    chip.click()
    panel = page.locator("#recap")
    expect(panel).to_contain_text("Since your last decision")
    expect(page.locator(".recap-line")).to_have_count(count)
    assert page.locator(".recap-sum").inner_text()
    picture(page, "since-your-last-decision")
    page.locator("#recap-watch").click()
    expect(page.locator(".recap-line.on")).to_have_count(1)
    expect(page.locator("#prompt")).to_contain_text("looking at an earlier position")
    page.locator("#recap-watch").click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert page.locator(".changes g > *").count() == 0


def test_moves_and_losses_are_drawn(after_theirs: Page, picture) -> None:  # type: ignore[no-untyped-def]
    page = after_theirs
    page.keyboard.press("w")
    expect(page.locator("#recap")).to_be_visible()
    expect(page.locator(".recap-sum")).to_have_text(re.compile(r"\d+ (moved|steps? lost|came into view)"))
    expect(page.locator(".change-arrow, .change-cross, .change-ring").first).to_be_attached()
    picture(page, "what-changed")
    page.keyboard.press("Escape")
    expect(page.locator("#recap")).to_be_hidden()


# --- the report and the shared replay


def test_the_report_comes_as_one_page(after_theirs: Page, tmp_path: Path) -> None:
    page = after_theirs
    with page.expect_download() as download:
        menu(page, "After-action report")
    file = tmp_path / "report.html"
    download.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert "As the United States saw it" in text
    notice = page.locator(".notice", has_text="saved as one HTML page")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_a_report_opens_from_disk_without_asking_for_anything(
    browser, finished: Match, tmp_path: Path, picture
) -> None:  # type: ignore[no-untyped-def]
    from grognard.lab.after_action import report

    file = tmp_path / "report.html"
    file.write_text(report(finished), encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", name="Iwo Jima")).to_be_visible()
    expect(page.locator("#dice table")).to_contain_text("hits")
    assert page.locator(".plot svg").count() >= 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs off the page"
    picture(page, "report")
    page.locator("#turn-2 .map").scroll_into_view_if_needed()
    picture(page, "report-map")
    wide = page.locator("#turn-2 .map svg").bounding_box()["width"]
    page.locator("#turn-2 .map svg").click()
    assert page.locator("#turn-2 .map svg").bounding_box()["width"] > 2 * wide
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert faults == []
    context.close()


def test_a_finished_match_is_shared_by_a_link(
    open_page: Open,
    load_match: Load,
    finished: Match,
    server: str,
    picture,  # type: ignore[no-untyped-def]
) -> None:
    page = open_page(load_match(finished))
    page.locator("[data-side]").first.click()
    result = page.get_by_role("dialog", name=re.compile("wins"))
    expect(result).to_be_visible()
    result.get_by_role("button", name="Share the replay").click()
    link = page.locator("#share-link").input_value()
    assert link.startswith(f"{server}/replay/")
    other = open_page(link.removeprefix(server))
    expect(other.locator("#replay")).to_be_visible()
    expect(other.locator(".replay-mark").last).to_have_text(str(finished.state.turn))
    other.locator('.replay-mark[data-turn="3"]').click()
    expect(other.locator(".top-turn")).to_contain_text("Turn 3")
    assert other.locator(".unit.side0").count() > 0
    assert other.locator(".unit.side1").count() > 0
    assert other.locator(".unit.glow, .space.glow").count() == 0, "nothing can be decided"
    picture(other, "replay")
    with other.expect_download() as download:
        other.locator("#replay-report").click()
    assert download.value.suggested_filename.endswith(".html")


@at_three_sizes
def test_the_result_leads_to_the_costliest_turns(open_page: Open, load_match: Load, finished: Match, picture) -> None:  # type: ignore[no-untyped-def]
    page = open_page(load_match(finished))
    page.locator("[data-side]").first.click()
    result = page.get_by_role("dialog", name=re.compile("wins"))
    expect(result).to_be_visible()
    picture(page, "result")
    worst = result.locator(".deciding button")
    assert 1 <= worst.count() <= 3
    turn, steps = map(int, re.findall(r"\d+", worst.first.inner_text()))
    assert steps > 1
    worst.first.click()
    expect(result).to_be_hidden()
    expect(page.locator(".top-turn")).to_contain_text(f"Turn {turn}")
    expect(page.locator("#log .line.shown.loss")).to_have_count(1)


def test_an_open_match_has_no_replay_for_strangers(browser, server: str, load_match: Load) -> None:  # type: ignore[no-untyped-def]
    path = load_match(staff_game_until(2, "us-movement", 0, HOT_SEAT))
    context = browser.new_context()
    page = context.new_page()
    page.goto(server + path.replace("/match/", "/replay/"))
    expect(page.locator("#failure")).to_contain_text("not over")
    assert page.locator(".unit").count() == 0
    context.close()


# --- advice


def test_the_staff_says_what_it_would_do_and_does_it(last_target: Advised, picture) -> None:  # type: ignore[no-untyped-def]
    page = last_target.page
    page.locator("#help").click()
    page.locator("#ask-staff").click()
    card = page.locator("#advice")
    expect(card).to_contain_text("Staff would")
    expect(card.locator(".advice-why")).to_have_text(re.compile(r"\w.*\."))
    expect(page.locator(".unit.advised")).to_have_count(1)
    expect(page.locator(".space.advised")).to_have_count(1)
    picture(page, "advice")
    page.locator("#do-advice").click()
    expect(card).to_be_hidden()
    expect(page.locator("#context")).to_contain_text("Bombardment of")
    expect(page.locator(".advised")).to_have_count(0)
    # By its key; and now the advice is a button.
    page.keyboard.press("c")
    expect(card).to_be_visible()
    expect(page.locator(".button.advised")).to_have_count(1)


def test_between_two_people_there_is_no_staff_to_ask(open_page: Open, server: str) -> None:
    """The page of somebody who was invited to one of two seats."""
    body = {"game": "iwojima", "seats": {"US": "human", "JP": "human"}, "seed": 3}
    made = httpx.post(f"{server}/api/matches", json=body, timeout=60).json()
    bearer = {"Authorization": f"Bearer {made['seats']['JP']['token']}"}
    invited = httpx.post(f"{server}/api/matches/{made['id']}/invite", json={"seat": "JP"}, headers=bearer, timeout=60)
    page = open_page(f"/match/{made['id']}#sit={invited.json()['code']}")
    expect(page.locator("#prompt.mine")).to_be_visible()
    expect(page.locator("#ask-staff")).to_be_hidden()


# --- the estimate


def test_the_estimate_is_off_until_it_is_wanted(last_target: Advised, picture) -> None:  # type: ignore[no-untyped-def]
    page = last_target.page
    expect(page.locator("#win-gauge")).to_be_hidden()
    assert last_target.estimates == []
    menu(page, "Estimate who is winning")
    gauge = page.locator("#win-gauge")
    # So many games take as long as they take.
    expect(gauge).to_contain_text(re.compile(r"(US|Japanese) \d+% ± \d+"), timeout=180_000)
    expect(gauge).to_have_attribute("title", re.compile(r"\d+ games played from here by staff bots.* 95% interval"))
    picture(page, "estimate")
    menu(page, "Estimate who is winning")
    expect(gauge).to_be_hidden()
    assert last_target.estimates


def test_a_position_that_is_left_is_not_estimated_and_the_next_match_begins_without(
    open_page: Open, new_match: Callable[..., str]
) -> None:
    page, held = open_page(new_match("human", "staff", seed=7)), list[Route]()
    seat(page)
    page.route("**/estimate?*", lambda route: held.append(route))
    with page.expect_request("**/estimate?*"):
        menu(page, "Estimate who is winning")
    # What is being asked about a position that is decided upon is taken back: its answer would be a refusal.
    with page.expect_event("requestfailed", lambda request: "/estimate" in request.url):
        page.locator("#help").click()
        page.locator("#ask-staff").click()
        page.locator("#do-advice").click()
    page.unroute("**/estimate?*")
    expect(page.locator("#win-gauge")).to_be_visible()
    page.goto(page.url.split("/match/")[0] + new_match("human", "staff", seed=8))
    seat(page)
    expect(page.locator("#win-gauge")).to_be_hidden()


# --- sizes


SIZES = {"desktop": {"width": 1280, "height": 800}, "tablet": {"width": 1024, "height": 768}, "phone": PHONE}


@pytest.mark.parametrize("size", ["desktop", pytest.param("tablet", marks=pytest.mark.soak), "phone"])
def test_everything_fits_the_screen(after_theirs: Page, picture, size: str) -> None:  # type: ignore[no-untyped-def]
    page, screen = after_theirs, SIZES[size]
    page.set_viewport_size(screen)  # type: ignore[arg-type]
    at_rest(page)

    def fits(what: str) -> None:
        box = page.locator(what).bounding_box()
        assert box is not None, what
        assert min(box["x"], box["y"]) >= 0, what
        assert box["x"] + box["width"] <= screen["width"], what
        assert box["y"] + box["height"] <= screen["height"], what

    fits("#recap-chip")
    page.locator("#recap-chip").click()
    expect(page.locator("#recap")).to_be_visible()
    fits("#recap")
    fits("#recap-watch")
    picture(page, f"recap-{size}")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator("#replay")).to_be_visible()
    page.locator('.replay-mark[data-turn="2"]').click()
    expect(page.locator(".top-turn")).to_contain_text("Turn 2")
    for part in ("#replay", "#branch-here", "#back-to-now", ".replay-slider"):
        fits(part)
    # The bar lies below the map, not over its south; and one way back is enough.
    at_rest(page)
    sheet, bar = page.locator(".drawing").bounding_box(), page.locator("#replay").bounding_box()
    assert sheet
    assert bar
    assert sheet["y"] + sheet["height"] <= bar["y"] + 1
    expect(page.get_by_role("button", name="Back to now")).to_have_count(1)
    picture(page, f"replay-{size}")
    page.locator("#back-to-now").click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.locator("#help").click()
    page.locator("#ask-staff").click()
    expect(page.locator("#do-advice")).to_be_attached()
    picture(page, f"advice-{size}")
    page.locator("#advice .advice-top button").click()
    expect(page.locator("#advice")).to_be_hidden()


@at_three_sizes
def test_the_whole_turn_of_the_other_side_can_be_watched(open_page: Open, load_match: Load) -> None:
    """An answer within the enemy's turn does not hide what went before it."""
    page = open_page(load_match(in_the_enemy_phase()))
    seat(page)
    page.keyboard.press("w")
    whole = page.locator("#recap-whole")
    expect(whole).to_be_visible()
    more = int(re.findall(r"\d+", whole.inner_text())[-1])
    assert more > page.locator(".recap-line").count() > 0
    whole.click()
    expect(page.locator(".recap-line")).to_have_count(more)
    expect(page.locator("#recap")).to_contain_text("Since your own phase")
    expect(whole).to_be_hidden()
