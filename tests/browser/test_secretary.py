"""A club as its members and strangers meet it: unsubscribing, a win on time, and a door that is kept shut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from browser.axe import serious
from club_server import Browser, ClubServer
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from notification_receivers import Letters
from two_members import MINUTE, Pair, eventually, get, sat_down, warned, wind

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def sink() -> Iterator[Letters]:
    letters = Letters()
    yield letters
    letters.stop()


@pytest.fixture(scope="module")
def club(sink: Letters, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    running = ClubServer(
        tmp_path_factory.mktemp("secretary"),
        club={"address": "https://play.example.org"},
        mail={"host": "127.0.0.1", "port": sink.port, "security": "none", "sender": "club@example.org"},
        notices={"wait": 0.2},
    )
    yield running
    running.stop()


def signed_in(browser: Chromium, club: ClubServer, member: Browser, path: str) -> Page:
    context = browser.new_context()
    name, value = next((c.name, c.value) for c in member.cookies.jar if "member" in c.name)
    context.add_cookies([{"name": name, "value": str(value), "url": club.url}])
    page = context.new_page()
    page.goto(club.url + path)
    return page


def test_the_button_behind_the_link_of_an_email_ends_the_emails(
    browser: Chromium, club: ClubServer, sink: Letters
) -> None:
    member = club.member("Tired-of-mail", email="tired@example.org")
    people = Members(club.db)
    people.change(str(member.ask("me")["id"]), verified=1)
    people.close()
    member.say("me/notifications", mail="each")
    member.say("me/notifications/test", way="mail")
    letter = eventually(lambda: next((m for m in sink.to("tired@example.org", 0) if m["List-Unsubscribe"]), None))
    link = letter["List-Unsubscribe"].strip("<>")
    assert f"Unsubscribe: {link}" in letter.get_content()
    context = browser.new_context()
    page = context.new_page()
    page.goto(link.replace("https://play.example.org", club.url))
    expect(page.get_by_text("You can turn them on again on your account page.")).to_be_visible()
    assert member.ask("me/notifications")["mail"] == "each"  # programs that look through mail open links too
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.get_by_role("button", name="Unsubscribe").click()
    assert answered.value.status == 200
    assert answered.value.request.header_value("origin") == club.url
    expect(page.get_by_text("You will get no more notification emails.")).to_be_visible()
    assert member.ask("me/notifications")["mail"] == "off"
    context.close()


def test_a_win_on_time_is_offered_at_the_table(browser: Chromium, club: ClubServer) -> None:
    pair = Pair(club, club)
    match, slow, other, _, _ = sat_down(pair, pace=MINUTE)
    people = Members(club.db)
    lobby = Lobby(people)
    page = signed_in(browser, club, other, f"/match/{match}")
    claim = page.locator("#claim-time")
    expect(page.locator(".strip-clock.running")).to_be_visible()
    expect(claim).to_be_hidden()
    theirs = signed_in(browser, club, slow, f"/match/{match}")
    wind(lobby, match, 61.0)
    eventually(lambda: warned(lobby, match))
    expect(claim).to_be_visible(timeout=30_000)
    expect(claim).to_have_text("Claim the win: your opponent ran out of time")
    expect(theirs.locator("#claim-time")).to_be_hidden()
    assert serious(page) == []
    wind(lobby, match, 0.0, warned=11.0)
    eventually(lambda: get(other, f"matches/{match}/club")["clock"]["claim"])
    claim.click()
    for each in (page, theirs):
        expect(each.locator(".result-text")).to_contain_text("ran out", timeout=30_000)
        expect(each.locator("#claim-time")).to_be_hidden()
        each.context.close()
    people.close()


def test_a_clock_by_days_tells_the_turn_from_the_reserve(browser: Chromium, club: ClubServer) -> None:
    pair = Pair(club, club)
    match, _, other, slow, _ = sat_down(pair, pace={"kind": "days", "days": 2, "reserve": 10})
    page = signed_in(browser, club, other, f"/match/{match}")
    running = page.locator(".strip-clock.running")
    expect(running).to_have_text(re.compile(r"^(2 days|47 hours) \+ 10 days reserve$"))
    assert (running.get_attribute("title") or "").startswith("Time runs out on ")
    people = Members(club.db)
    wind(Lobby(people), match, 3.5 * 86_400)
    people.close()
    eventually(lambda: get(other, f"matches/{match}/club")["clock"]["turn"][slow] == 0)
    page.reload()
    expect(running).to_have_text("8 days reserve")
    page.context.close()


@pytest.mark.parametrize("play", ["now", "friend"])
def test_a_stranger_at_a_club_of_the_invited_gets_no_match_but_a_sentence(
    browser: Chromium, tmp_path: Path, play: str
) -> None:
    server = ClubServer(tmp_path, club={"registration": "invitation", "guests_play": False})
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(server.url + "/")
        card = page.locator(f"[data-play={play}]").first
        if play == "friend":
            page.locator("details:has([data-play=friend]) > summary, .play-more > summary").first.click()
        card.click()
        words = "Only members of this club play here. Sign in first; to join, ask for an invitation."
        expect(page.get_by_text(words).first).to_be_visible()
        assert page.url == server.url + "/"
        stranger = server.browser()
        answer = stranger.post("/api/matches", json={"game": "iwojima", "seats": {"US": "human", "JP": "staff"}})
        assert (answer.status_code, answer.json()["error"]) == (403, words)
        assert stranger.get("/api/matches").json() == []
        assert stranger.post("/api/games/iwojima/learn", json={"step": 0}).status_code == 200
    finally:
        context.close()
        server.stop()
