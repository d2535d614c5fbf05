"""A tournament's page: signed up for, begun, and followed by somebody without an account, at a phone's size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from club_server import ClubServer
from grognard.store.members import Members
from two_members import eventually, get, post

pytestmark = pytest.mark.browser
UPRIGHT = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(tmp_path_factory.mktemp("tournaments"))
    yield running
    running.stop()


def narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_stranger_follows_a_tournament_on_a_phone_and_a_member_signs_up_there(
    browser: Chromium, club: ClubServer
) -> None:
    keeper, ben, second = club.member("Keeper"), club.member("Ben"), club.member("Second")
    people = Members(club.db)
    people.change(str(second.ask("me")["id"]), roles="umpire")  # an umpire who does not play
    people.change(str(keeper.ask("me")["id"]), roles="umpire")
    people.close()
    eventually(lambda: get(keeper, "tournaments")["keeps"])
    stranger, member = browser.new_context(viewport=UPRIGHT), browser.new_context(viewport=UPRIGHT)  # type: ignore[arg-type]
    name, value = next((c.name, c.value) for c in keeper.cookies.jar if "member" in c.name)
    member.add_cookies([{"name": name, "value": str(value), "url": club.url}])
    own = member.new_page()
    own.goto(f"{club.url}/tournaments")
    own.locator("#announce").click()
    for name, value in (("kind", "swiss"), ("game", "iwojima"), ("pace", "live")):
        own.locator(f"#club-{name}").select_option(value)
    own.locator("#club-name").fill("Autumn <b>Cup</b>")
    assert narrow(own)
    own.get_by_role("button", name="Announce a tournament").last.click()
    own.wait_for_url("**/tournaments/*")
    made = own.url.rpartition("/")[2]
    assert get(ben, f"tournaments/{made}")["pace"] == {"kind": "live", "minutes": 60, "increment": 10}
    post(ben, f"tournaments/{made}/enter")

    page = stranger.new_page()
    page.goto(club.url + "/")
    page.locator("#to-tournaments").click()
    expect(page.locator(".tournament-list")).to_be_visible()
    expect(page.locator("#announce")).to_have_count(0)
    page.get_by_role("link", name="Autumn <b>Cup</b>").click()
    expect(page.locator(".tournament-players")).to_contain_text("Ben")
    expect(page.locator("#tournament-join")).to_be_visible()
    page.locator("#tournament-join").click()
    expect(page.get_by_role("alert")).to_have_text("Sign in first.")

    own.locator("#tournament-join").click()
    expect(own.locator(".tournament-players li")).to_have_count(2)
    own.locator("#tournament-start").click()
    expect(own.locator(".standings:not(.cross-table) tbody tr")).to_have_count(2)
    expect(own.locator(".cross-table tbody tr")).to_have_count(2)
    assert narrow(own)
    first = eventually(lambda: (m := get(ben, f"tournaments/{made}")["results"][0]["pairings"][0]["matches"]) and m)
    # Who has no seat watches; who has one plays.
    page.locator(".tournament-round a[href^='/watch/']").first.click()
    page.wait_for_url("**/watch/*")
    expect(page.locator("svg").first).to_be_visible()
    page.goto(f"{club.url}/tournaments/{made}")
    expect(own.locator(".tournament-round a[href^='/match/']").first).to_be_visible()
    expect(page.locator(".tournament-games")).to_contain_text("is to move")
    for match in first:
        table = get(ben, f"matches/{match}")
        post(ben, f"matches/{match}/decide", stamp=table["stamp"], option=["concede"])
    expect(page.locator(".tournament-winner")).to_have_text("Keeper won.")
    expect(page.locator(".tournament-round")).to_contain_text("0–2")
    assert narrow(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    stranger.close()
    member.close()
