"""A club's page: two members in browsers of their own, from the door to a result that counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import serious
from browser.club_browsers import UPRIGHT, Open, choose, fill_in, register
from browser.conftest import Contexts, looked_after
from club_server import PASSWORD, ClubServer
from two_members import eventually

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(tmp_path_factory.mktemp("clubpage"), club={"name": "The Sand Table"})
    yield running
    running.stop()


@pytest.fixture(scope="module")
def doors(browser: Browser, club: ClubServer, motion: str) -> Iterator[Contexts]:
    """Browsers for the members of the club, one after the other."""
    contexts = Contexts(browser, club.url, motion)
    yield contexts
    contexts.close()


@pytest.fixture
def come(doors: Contexts, club: ClubServer) -> Iterator[Open]:
    with looked_after(doors, club.url, forgiving=True) as opened:
        yield opened


def test_what_is_wrong_at_the_door_is_said_beside_the_field(come: Open, club: ClubServer) -> None:
    club.member("Gatekeeper")
    page = come()
    expect(page.locator("#club")).to_contain_text("The Sand Table")
    page.locator("#club-sign-up").click()
    assert serious(page) == []
    fill_in(page, "Gatekeeper", PASSWORD)
    expect(page.locator("#club-name-said")).to_contain_text("Another member is called")
    fill_in(page, "Newcomer", "short")
    expect(page.locator("#club-password-said")).to_contain_text("A password has")
    expect(page.locator("#club-name-said")).to_be_empty()
    page.keyboard.press("Escape")
    page.locator("#club-sign-in").click()
    assert serious(page) == []
    assert page.locator("#club-password").get_attribute("autocomplete") == "current-password"
    fill_in(page, "Gatekeeper", "another secret of mine")
    expect(page.locator("#club-password-said")).to_contain_text("do not belong together")
    fill_in(page, "Gatekeeper", PASSWORD)
    expect(page.locator("#club-me")).to_contain_text("Gatekeeper")
    page.locator("#new-table").click()
    assert serious(page) == []
    choose(page, to="member")
    page.locator("#club-opponent").fill("Nobody-here")
    page.locator(".club-form [type=submit]").click()
    expect(page.locator("#club-opponent-said")).to_contain_text("There is no member named")
    page.keyboard.press("Escape")
    page.locator("#club-sign-out").click()
    expect(page.locator("#club-sign-in")).to_be_visible()
    expect(page.locator("#club-me")).to_have_count(0)


def test_on_a_phone_a_link_leads_through_the_door_to_the_table(come: Open, club: ClubServer) -> None:
    host = club.member("Hostess")
    made = host.post("/api/lobby", json={"game": "iwojima", "side": "US", "private": True}).json()
    page = come(made["link"], UPRIGHT, has_touch=True, is_mobile=True)
    expect(page.locator(".club-dialog")).to_contain_text("Hostess invites you to play")
    assert "join=" not in page.url
    assert serious(page) == []
    page.locator("#join-sign-up").click()
    fill_in(page, "Pocket", PASSWORD)
    page.locator("#join-now").click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator("#prompt")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    again = come("/", UPRIGHT, has_touch=True, is_mobile=True)
    again.locator("#club-sign-in").click()
    fill_in(again, "Pocket", PASSWORD)
    expect(again.locator("#lobby-mine")).to_contain_text("against Hostess")
    assert again.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_challenge_is_accepted_or_declined_in_the_lobby(come: Open, club: ClubServer) -> None:
    rival = club.member("Rival-at-arms")
    page = come()
    register(page, "Called-upon")
    for _ in range(2):
        rival.post("/api/lobby", json={"game": "iwojima", "side": "lot", "to": "Called-upon"})
    expect(page.locator("#lobby-challenges .lobby-row")).to_have_count(2)
    page.locator("#lobby-challenges").get_by_role("button", name="Decline").first.click()
    expect(page.locator("#lobby-challenges .lobby-row")).to_have_count(1)
    page.locator("#lobby-challenges").get_by_role("button", name="Accept").click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator("#prompt")).to_be_visible()


def test_two_members_meet_talk_and_play_for_their_ratings(come: Open) -> None:
    anna, ben = come(), come()
    register(anna, "Anna")
    register(ben, "Ben")
    anna.locator("#new-table").click()
    choose(anna, game="iwojima", side="US", rated="yes", pace="live")
    anna.locator(".club-form [type=submit]").click()
    expect(anna.locator("#lobby-tables")).to_contain_text("Your game")
    row = ben.locator("#lobby-tables .lobby-row")
    expect(row).to_contain_text("Anna, rated 1500 (provisional)")
    expect(row).to_contain_text("60 minutes per side")
    assert serious(ben) == []
    with ben.expect_request("**/api/club/seen") as seen:
        row.get_by_role("button", name="Join").click()
    assert seen.value.post_data_json == {"match": ben.url.rsplit("/", 1)[1], "visible": True}
    anna.locator("#lobby-mine a").click()
    for page in (anna, ben):
        expect(page.locator('.strip-player[data-side="US"]')).to_contain_text("Anna")
        expect(page.locator('.strip-player[data-side="JP"]')).to_contain_text("Ben")
        expect(page.locator(".strip-clock.running")).to_have_text(re.compile(r"^(1:00:\d\d|59:\d\d)$"))
    match = ben.url.rsplit("/", 1)[1]
    shares = "match => fetch(`/api/matches/${match}`).then(a => a.json()).then(t => Object.keys(t.shares).length)"
    eventually(lambda: ben.evaluate(shares, match) == 2)  # both bind the dice
    anna.locator("#chat-open").click()
    anna.locator("#chat-text").fill("Good luck, <b>Ben</b>")
    anna.keyboard.press("Enter")
    expect(anna.locator(".chat-lines li")).to_have_count(1)
    ben.locator("#chat-open", has_text="1 new").click()
    expect(ben.locator(".chat-lines")).to_contain_text("Good luck, <b>Ben</b>")
    assert serious(ben) == []
    ben.keyboard.press("Escape")
    expect(ben.locator("#talk")).to_be_hidden()
    anna.locator("#menu").click()
    anna.get_by_role("menuitem", name=re.compile("[Cc]oncede")).click()
    anna.locator(".veil footer .primary").click()
    for page in (anna, ben):
        expect(page.locator(".result-text")).to_be_visible()
        expect(page.locator('.strip-player[data-side="US"] .strip-rating')).not_to_have_text("1500?")
    ben.goto(ben.url.split("/match/")[0])
    expect(ben.locator("#club-me")).to_contain_text(re.compile(r"Iwo Jima: rated 1[5-9]\d\d"))
    anna.goto(ben.url)
    expect(anna.locator("#club-me")).to_contain_text(re.compile(r"Iwo Jima: rated 1[2-4]\d\d"))


def test_a_draw_ends_the_match_for_both_and_a_rematch_begins(come: Open, club: ClubServer) -> None:
    page = come("/", UPRIGHT, has_touch=True, is_mobile=True)
    register(page, "Peaceful")
    other = club.member("Tired")
    table = other.post("/api/lobby", json={"game": "iwojima", "side": "US"}).json()["id"]
    page.locator(f"#join-{table}").click()
    page.wait_for_url(re.compile("/match/"))
    match = page.url.rsplit("/", 1)[1]
    expect(page.locator("#club-menu")).to_be_visible()
    assert other.post(f"/api/matches/{match}/draw", json={"act": "offer"}).status_code == 200
    expect(page.locator(".notices")).to_contain_text("Tired offers a draw.")
    page.locator("#club-menu").click()
    page.get_by_role("menuitem", name="Accept the draw").click()
    expect(page.locator(".result-text")).to_contain_text("both sides agreed")
    expect(page.locator("#prompt")).not_to_have_class(re.compile("mine"))
    page.locator(".veil.result").get_by_role("button", name="Rematch").click()
    expect(page.locator(".notices")).to_contain_text("Rematch offered")
    made = other.post(f"/api/matches/{match}/rematch", json={}).json()["matches"]
    page.locator(".notices").get_by_role("button", name="To the rematch").click()
    page.wait_for_url(re.compile(made[0]))
    expect(page.locator('.strip-player[data-side="US"]')).to_contain_text("Peaceful")
