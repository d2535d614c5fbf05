"""A tournament's page: signed up for, begun, and followed by somebody without an account, at a phone's size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.conftest import DESKTOP
from club_server import Browser, ClubServer
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


def signed_in(browser: Chromium, club: ClubServer, member: Browser, path: str, viewport: Any) -> Page:
    context = browser.new_context(viewport=viewport)
    name, value = next((c.name, c.value) for c in member.cookies.jar if "member" in c.name)
    context.add_cookies([{"name": name, "value": str(value), "url": club.url}])
    page = context.new_page()
    page.goto(club.url + path)
    return page


def played(players: dict[str, Browser], keeper: Browser, ident: str, number: int) -> None:
    """In every pairing of a round the name that comes later concedes both games."""

    def there() -> Any:
        rounds = get(keeper, f"tournaments/{ident}")["results"]
        now = rounds[number - 1]["pairings"] if len(rounds) >= number else []
        return now if now and all(len(p["matches"]) == 2 or not p["second"] for p in now) else None

    for pairing in eventually(there):
        for match in pairing["matches"]:
            who = players[max(pairing["first"], pairing["second"])]
            table = get(who, f"matches/{match}")
            post(who, f"matches/{match}/decide", stamp=table["stamp"], option=["concede"])


def test_an_umpire_lets_a_substitute_play_and_everybody_reads_why(
    browser: Chromium, tmp_path_factory: pytest.TempPathFactory, picture: Callable[[Page, str], None]
) -> None:
    club = ClubServer(tmp_path_factory.mktemp("whole"), club={"name": "Die Eule"})
    names = ["Anna", "Bert", "Clara", "Daniel", "Emil", "Frieda"]
    players = {name: club.member(name) for name in names}
    keeper, spare = club.member("Uma"), club.member("Sven")
    people = Members(club.db)
    people.change(str(keeper.ask("me")["id"]), roles="umpire")
    people.close()
    eventually(lambda: get(keeper, "tournaments")["keeps"])
    wanted = {
        "name": "Winter Cup", "kind": "swiss", "game": "iwojima", "rounds": 3, "rated": True, "most": 6, "daily": 1,
        "pace": {"kind": "days", "days": 3, "reserve": 5}, "closes": time.time() + 9e5,
        "text": "Three rounds, each of two games with sides exchanged.\nAsk Uma if anything is unclear.",
    }  # fmt: skip
    ident = post(keeper, "tournaments", **wanted)["id"]
    path = f"/tournaments/{ident}"
    page = signed_in(browser, club, spare, path, DESKTOP)
    expect(page.locator(".tournament-text")).to_contain_text("Ask Uma")
    page.locator("#tournament-stand-by").click()
    expect(page.locator("#substitutes")).to_have_text("Sven")
    page.context.close()
    for who in players.values():
        post(who, f"tournaments/{ident}/join")
    played(players, keeper, ident, 1)
    eventually(lambda: get(keeper, f"tournaments/{ident}")["round"] == 2)
    own = signed_in(browser, club, keeper, path, DESKTOP)
    own.locator("#umpire-replace").click()
    own.locator("#club-player").select_option("Emil")
    own.locator("#club-by").select_option("Sven")
    own.locator("#club-why").fill("Emil moved abroad")
    assert serious(own) == []
    own.get_by_role("button", name="Save").click()
    expect(own.locator("#rulings")).to_contain_text("Uma let Sven take the place of Emil. Reason: Emil moved abroad")
    expect(own.locator(".standings").first).to_contain_text("Sven (for Emil)")
    own.locator("#umpire-correct").click()
    own.locator("#club-score").select_option("1.5")
    own.locator("#club-why").fill("A win was credited to the wrong side")
    own.get_by_role("button", name="Save").click()
    expect(own.locator("#rulings li")).to_have_count(2)
    expect(own.locator(".cross-table")).to_contain_text("1.5")
    assert (own.locator(".standings abbr").first.get_attribute("title") or "").startswith("2 points for each pairing")
    expect(own.locator(".tournament-games").first).to_contain_text("is to move until")
    assert serious(own) == []
    picture(own, "tournament")
    stranger = browser.new_context(viewport=UPRIGHT, device_scale_factor=1.2)  # type: ignore[arg-type]
    phone = stranger.new_page()
    phone.goto(club.url + path)
    expect(phone.locator("#rulings li")).to_have_count(2)
    assert narrow(phone)
    assert serious(phone) == []
    picture(phone, "tournament-phone")
    phone.get_by_role("link", name="Anna").first.click()
    phone.wait_for_url("**/member/Anna")
    expect(phone.locator(".room-columns")).to_be_visible()
    assert narrow(phone)
    assert serious(phone) == []
    picture(phone, "member-phone")
    phone.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert serious(phone) == []
    picture(phone, "member")
    stranger.close()
    own.context.close()
    club.stop()
