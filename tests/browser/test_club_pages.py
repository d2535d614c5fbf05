"""The club's rooms in real browsers: one's account, notices by every way, notes, leaders, members, and keeping the
club."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.axe import serious
from browser.club_browsers import (
    NOTICES,
    UPRIGHT,
    House,
    Open,
    browsers,
    deliver,
    enter,
    fill_in,
    link_in,
    opened_house,
)
from browser.conftest import Contexts, looked_after
from club_server import PASSWORD
from notification_receivers import Phone
from two_members import Pair, begin, concede, eventually, get, post

pytestmark = pytest.mark.browser
NOTES = re.compile(r"/api/matches/[^/]+/notes$")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened_house(tmp_path_factory.mktemp("rooms")) as made:
        yield made


@pytest.fixture(scope="module")
def doors(browser: Browser, house: House, motion: str) -> Iterator[Contexts]:
    contexts = Contexts(browser, house.server.url, motion)
    yield contexts
    contexts.close()


@pytest.fixture
def come(doors: Contexts, house: House) -> Iterator[Open]:
    with looked_after(doors, house.server.url, forgiving=True) as opened:
        yield opened


@pytest.fixture
def come_and_be_told(notified: Browser, house: House) -> Iterator[Open]:
    with browsers(notified, house) as opened:
        yield opened


def submit(page: Page, card: str, **values: str) -> None:
    """Fill in a form of a card and send it."""
    form = page.locator(f"#{card} form", has=page.locator(f"#club-{next(iter(values))}"))
    for name, value in values.items():
        form.locator(f"#club-{name}").fill(value)
    form.locator("[type=submit]").click()


def test_an_account_is_kept_on_its_page(come: Open, house: House) -> None:
    club = house.server
    club.member("Nuisance")
    page = come()
    page.locator("#club-sign-up").click()
    page.locator("#club-email").fill("orla@example.org")
    fill_in(page, "Orla", PASSWORD)
    expect(page.locator("#club-me")).to_contain_text("Orla")
    page.goto(link_in(house.letters.to("orla@example.org")[0]))
    expect(page.locator("#house-said")).to_contain_text("orla@example.org is verified")
    page.locator("#to-account").click()
    expect(page.locator("#mail-state")).to_have_text("verified")
    assert serious(page) == []

    submit(page, "you", name="Nuisance")
    expect(page.locator("#club-name-said")).to_contain_text("Another member is called")
    submit(page, "you", name="Órlaith")
    expect(page.locator("#you")).to_contain_text("Your name is now Órlaith")
    submit(page, "you", old="not my password", new="another long secret")
    expect(page.locator("#club-old-said")).to_contain_text("do not belong together")
    submit(page, "you", old=PASSWORD, new="another long secret")
    expect(page.locator("#you")).to_contain_text("All other browsers are signed out")

    elsewhere = club.browser()
    elsewhere.enter("Órlaith", "another long secret")
    page.reload()
    places = page.locator("#sessions li")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text("this browser")
    places.nth(1).get_by_role("button", name="Sign out").click()
    expect(places).to_have_count(1)
    assert elsewhere.get("/api/club/me").status_code == 401

    submit(page, "programs", token="my bot")
    token = page.locator("#token-shown input").input_value()
    shows = {"Authorization": f"Bearer {token}"}
    assert club.browser().get("/api/club/me", headers=shows).json()["name"] == "Órlaith"
    page.reload()
    expect(page.locator("#programs li")).to_contain_text("play, challenge and join, chat")
    assert token not in page.content()
    page.locator("#programs").get_by_role("button", name="Revoke").click()
    expect(page.locator("#programs li")).to_have_count(0)
    eventually(lambda: club.browser().get("/api/club/me", headers=shows).status_code == 401)

    submit(page, "blocks", block="Nuisance")
    expect(page.locator("#blocks li")).to_contain_text("Nuisance")
    page.locator("#blocks").get_by_role("button", name="Unblock").click()
    expect(page.locator("#blocks")).to_contain_text("You have not blocked anyone")
    with page.expect_download() as got:
        page.locator("#export").click()
    assert "Órlaith" in Path(got.value.path()).read_text("utf-8")

    expect(page.locator("#leave")).to_contain_text("Finished matches and your chat messages remain")
    submit(page, "leave", leave="another long secret")
    page.locator(".veil footer .primary").click()
    page.wait_for_url(house.server.url + "/")
    expect(page.locator("#club-sign-in")).to_be_visible()
    assert club.browser().post("/api/club/sign-in", json={"name": "Órlaith", "password": PASSWORD}).status_code == 403


def test_a_test_message_comes_by_every_way_and_a_forgotten_password_is_set_anew(
    come_and_be_told: Open, house: House
) -> None:
    come = come_and_be_told
    letters, endpoint = house.letters, house.endpoint
    member = house.server.member("Piet", email="piet@example.org")
    member.say("me/verify", code=link_in(letters.to("piet@example.org")[0]).partition("=")[2])
    phone = Phone(f"{endpoint.url}/piet")
    page = come("/club/account", UPRIGHT, phone, has_touch=True, is_mobile=True)
    expect(page.locator("#sign-in-first")).to_contain_text("Sign in to see this page")
    enter(page, "Piet")
    page.locator("#test-mail").click()
    assert "test notification" in letters.to("piet@example.org", 2)[1]["subject"]
    page.locator("#club-mail").select_option("daily")
    expect(page.locator("#notifications")).to_contain_text("Saved.")

    page.locator("#club-shape").select_option("discord")
    page.locator("#club-hook").fill(f"{endpoint.url}/channel")
    page.locator("#webhook [type=submit]").click()
    page.locator("#test-webhook").click()
    assert b"test notification" in endpoint.at("/channel")[0][3]

    page.locator("#push-start").click()
    expect(page.locator("#push-state")).to_contain_text("even if no page of the club is open")
    page.locator("#test-push").click()
    pushed = phone.read(endpoint.at("/piet")[0][3])
    assert pushed["path"] == "/"
    deliver(page, pushed)
    assert page.evaluate(NOTICES) == [["The Sand Table: test notification", "/"]]
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#push-stop").click()
    expect(page.locator("#push-state")).to_contain_text("Notifications are off in this browser")
    hook = {"shape": "discord", "url": f"{endpoint.url}/channel"}
    assert member.ask("me/notifications") == {
        "mail": "daily", "push": [], "reminders": True, "announcements": False, "webhook": hook,
    }  # fmt: skip

    page.goto(house.server.url)
    page.locator("#club-sign-out").click()
    page.locator("#club-sign-in").click()
    page.locator("#forgot").click()
    page.locator("#club-email").fill("piet@example.org")
    page.locator(".club-form [type=submit]").click()
    expect(page.locator(".club-dialog")).to_contain_text("we have sent a link")
    page.keyboard.press("Escape")
    page.goto(link_in(letters.to("piet@example.org", 3)[2]))
    page.locator("#club-password").fill("my third long secret")
    page.locator(".club-form [type=submit]").click()
    expect(page.locator("#house-said")).to_contain_text("Your password has been changed")
    enter(page, "Piet", "my third long secret")
    expect(page.locator("#club-me")).to_contain_text("Piet")


def test_members_leaders_and_those_who_keep_the_club(come: Open, house: House) -> None:
    club = house.server
    pair = Pair(club, club)
    anna, ben = pair.names
    concede(pair.ben, begin(pair))
    match = begin(pair)
    eventually(lambda: get(pair.anna, f"members/{anna}")["ratings"])
    post(pair.ben, f"matches/{match}/chat", room="players", text="You <i>fool</i>")
    post(pair.anna, "club/report", match=match, n=1, why="rude")

    page = come("/leaderboard/iwojima")
    expect(page.locator(".leader-table tbody tr").first).to_contain_text(anna)
    expect(page.locator(".leader-table tbody tr").first).to_contain_text("?")
    assert serious(page) == []
    page.locator(".leader-table").get_by_role("link", name=anna).click()
    expect(page.locator("#record")).to_contain_text("United States")
    expect(page.locator(".rating-graph")).to_have_attribute("aria-label", re.compile("after each of 1 matches"))
    page.locator("#opponents").get_by_role("button", name="head to head").click()
    expect(page.locator("#against")).to_contain_text("1 won, 0 drawn, 0 lost")
    expect(page.locator("#recent")).to_contain_text("by concession")
    assert serious(page) == []
    page.goto(f"{club.url}/club/moderation")
    club.member("Warden")
    line = [sys.executable, "-m", "grognard.cli", "club", "role", "Warden", "owner", "--db", club.db]
    subprocess.run(line, check=True, capture_output=True)
    enter(page, "Warden")

    report = page.locator("#reports [data-report]")
    expect(report).to_contain_text("You <i>fool</i>")
    assert serious(page) == []
    report.locator(".hide-line").click()
    expect(report).to_contain_text("Show the message again")
    assert get(pair.anna, f"matches/{match}/chat")[0]["text"] == "A moderator has hidden this message."
    report.get_by_role("button", name="Suspend").click()
    page.locator("#club-length").select_option("7")
    page.locator("#club-why").fill("insults")
    page.locator(".club-dialog [type=submit]").click()
    expect(page.locator(".club-dialog")).to_have_count(0)
    eventually(lambda: pair.ben.get("/api/club/me").status_code == 401)
    report.get_by_role("button", name="Settle").click()
    page.locator(".club-dialog [type=submit]").click()
    expect(page.locator("#reports")).to_contain_text("No open reports")
    page.locator("#tab-members").click()
    page.locator("#member-search").fill(ben)
    row = page.locator(f'[data-member="{ben}"]')
    expect(row).to_contain_text("suspended until")
    row.get_by_role("button", name="End suspension").click()
    expect(row).not_to_contain_text("suspended until")
    row.get_by_role("button", name="Roles").click()
    page.locator(".club-dialog [name=umpire]").check()
    page.locator(".club-dialog [type=submit]").click()
    expect(row.locator(".mark")).to_have_text("umpire")
    page.locator("#tab-invitations").click()
    page.locator("#invitations [type=submit]").click()
    expect(page.locator("#invitation-shown input")).to_have_value(re.compile(f"^{club.url}/#sign-up="))
    page.locator("#tab-audit").click()
    for act in (" hid a message (line ", " suspended ", " settled a report", " the role ", " made an invitation "):
        expect(page.locator(".audit-table")).to_contain_text(act)
    page.locator("#tab-figures").click()
    expect(page.locator("#figures")).to_contain_text("Members")
    page.locator("#club-to").fill("warden@example.org")
    page.locator("#email-test [type=submit]").click()
    expect(page.locator("#email-test")).to_contain_text("has accepted a test email")
    assert house.letters.to("warden@example.org")
    assert serious(page) == []


def test_a_note_typed_before_the_first_answer_stays_and_is_kept(come: Open, house: House) -> None:
    """What is typed before the server has said what stands there already."""
    pair = Pair(house.server, house.server)
    match = begin(pair)
    post(pair.anna, f"matches/{match}/notes", text="Ben mines the beaches")
    page, held = come(), list[Route]()
    enter(page, pair.names[0])
    expect(page.locator("#club-me")).to_contain_text(pair.names[0])
    page.route(NOTES, lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
    page.goto(f"{house.server.url}/match/{match}")
    page.locator("#chat-open").click()
    with page.expect_request(NOTES):
        page.locator("#chat-notes").click()
    area = page.locator("#chat-notes-text")
    area.press_sequentially("Suribachi first")
    # Nothing is sent as long as it is not known what stands there: it would be overwritten.
    assert get(pair.anna, f"matches/{match}/notes")["text"] == "Ben mines the beaches"
    with page.expect_response(lambda answer: bool(NOTES.search(answer.url)) and answer.request.method == "POST"):
        held[0].continue_()
    expect(area).to_have_value("Ben mines the beaches\nSuribachi first")
    expect(page.locator(".chat-notes")).to_contain_text("Saved.")
    assert get(pair.anna, f"matches/{match}/notes")["text"] == "Ben mines the beaches\nSuribachi first"
