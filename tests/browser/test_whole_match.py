"""Whole matches between people in browsers of their own: from the door, by the rules, to a result that counts.

Both players pass whatever they may: so a match of nine turns is over after some fifty decisions. The last turn
shows all that there is; the others are played with nothing on the screen, but in `make soak` on it too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.clicking import click_free
from browser.club_browsers import UPRIGHT, browsers, choose, link_in, opened_house, register
from browser.positions import staff_game_until
from browser.test_friends import Open, path_of
from databases import fresh_database
from grognard.games import load
from grognard.match.match import Match
from notification_receivers import Phone

pytestmark = pytest.mark.browser
MOST = 150
"""Seconds for a whole match: a busy machine draws slowly."""
STATE = """() => {
  const prompt = document.querySelector("#prompt");
  if (document.querySelector(".result-text")) return "over";
  if (document.querySelector(".veil.small footer .primary")) return "sure";
  if (!prompt?.classList.contains("mine") || prompt.dataset.busy === "true") return "waits";
  if (prompt.querySelector(".prompt-buttons :is(.primary, [data-gives]):not(:disabled)")) return "primary";
  if (prompt.querySelector('[data-verb="auto-set-up"]')) return "set-up";
  return document.querySelector(".pieces .unit.glow") ? "unit" : "waits";
}"""
CALM = {"reduced_motion": "reduce"}
HOT_SEAT = {"US": "human", "JP": "human"}


def play_on(*pages: Page) -> None:
    """Everybody presses what ends his question, until it is over."""
    until = time.monotonic() + MOST
    while time.monotonic() < until:
        states = [page.evaluate(STATE) for page in pages]
        if all(state == "over" for state in states):
            return
        for page, state in zip(pages, states, strict=True):
            if state == "primary":
                page.locator("#prompt .prompt-buttons :is(.primary, [data-gives])").last.click()
            elif state == "sure":
                page.locator(".veil.small footer .primary").click()
            elif state == "set-up":
                page.locator('#prompt [data-verb="auto-set-up"]').first.click()
            elif state == "unit":
                # Ships or aircraft that bad weather sends home; on a phone the drawer holds them out.
                held = page.locator("#drawer.open .box-unit.glow")
                click_free(page, (held if held.count() else page.locator(".pieces .unit.glow")).first)
        if set(states) <= {"waits", "over"}:
            pages[0].wait_for_timeout(60)
    raise AssertionError(f"not over: {[page.locator('#prompt').inner_text() for page in pages]}")


def play_unseen(match: str, turn: int, **pages: Page) -> None:
    """Everybody puts his phone away; what ends his question is said with his browser's cookies until that turn, when he
    sits down again."""
    places = {seat: page.url for seat, page in pages.items()}
    for page in pages.values():
        page.goto(urljoin(page.url, "/static/icon.svg"))
    now = 0
    while now < turn:
        for seat, page in pages.items():
            one = urljoin(page.url, f"/api/matches/{match}")
            table = page.request.get(one, params={"seat": seat}).json()
            while table["ask"]["mine"] and table["view"]["turn"] < turn:
                option = min(table["ask"]["options"], key=len)
                said = {"seat": seat, "stamp": table["stamp"], "option": option}
                answer = page.request.post(f"{one}/decide", data=said, headers={"X-Grognard": "page"})
                assert answer.ok, answer.text()
                table = answer.json()
            now = table["view"]["turn"]
    for seat, page in pages.items():
        page.goto(places[seat])


def result_of(page: Page) -> str:
    return page.locator(".result-text").inner_text()


@pytest.mark.parametrize(
    "processes",
    [pytest.param(1, id="one process", marks=pytest.mark.soak), pytest.param(2, id="two on PostgreSQL")],
)
def test_a_challenge_is_played_watched_talked_about_rated_and_played_again(
    processes: int, browser: Browser, tmp_path: Path, long: bool, request: pytest.FixtureRequest
) -> None:
    """With two processes one player sits at each, and all of them hold phones. In `make soak` one of them is told by
    his browser too, as in test_club_pages.py."""
    notified = request.getfixturevalue("notified") if long else browser
    phone_size = {"viewport": UPRIGHT, "has_touch": True, "is_mobile": True} if processes == 2 else {}
    db, other = (fresh_database(), 1) if processes == 2 else (None, 0)
    with (
        opened_house(tmp_path, db, processes) as house,
        browsers(browser, house) as come,
        browsers(notified, house) as come_and_be_told,
    ):
        pocket = Phone(f"{house.endpoint.url}/ben")
        anna = come(**phone_size, **CALM)
        ben = come_and_be_told(at=other, maker=pocket, **phone_size, **CALM)
        register(anna, "Anna", "anna@example.org")
        anna.goto(link_in(house.letters.to("anna@example.org")[0]))
        expect(anna.locator("#house-said")).to_contain_text("is verified")
        register(ben, "Ben")
        if long:
            ben.locator("#to-account").click()
            ben.locator("#push-start").click()
            expect(ben.locator("#push-stop")).to_be_visible()

        # A challenge; who made it is told by mail that it is her move.
        anna.locator("#new-table").click()
        choose(anna, game="iwojima", side="US", rated="yes", to="member")
        anna.locator("#club-opponent").fill("Ben")
        anna.locator(".club-form [type=submit]").click()
        expect(anna.locator("#lobby-challenges")).to_contain_text("You have challenged Ben")
        if long:
            assert pocket.read(house.endpoint.at("/ben")[0][3])["title"] == "Anna challenges you"
        ben.goto(house.servers[other].url)
        ben.locator("#lobby-challenges").get_by_role("button", name="Accept").click()
        ben.wait_for_url(re.compile("/match/"))
        ben.locator('#prompt [data-verb="auto-set-up"]').first.click()
        letter = house.letters.to("anna@example.org", 3)[2]
        assert letter["subject"] == "The Sand Table: Iwo Jima: it is your move"
        anna.goto(link_in(letter))
        match = anna.url.rsplit("/", 1)[1]

        if processes == 2:
            expect(anna.locator(".strip-player")).to_have_count(2)  # the strip comes after the map
            expect(anna.locator(".drawer-body")).to_be_visible()
            strip, drawer = (anna.locator(each).bounding_box() for each in (".club-strip", ".drawer-body"))
            assert strip is not None
            assert drawer is not None
            assert drawer["y"] >= strip["y"] + strip["height"], "the drawer is not over the strip"

        # A third looks on; what is said among watchers the players do not hear.
        carol = come(at=other, **CALM)
        register(carol, "Carol")
        carol.locator(f'#lobby-live a[href="/watch/{match}"]').click()
        expect(carol.locator(".strip-note")).to_have_text("1 spectator")
        expect(anna.locator(".strip-note")).to_have_text("1 spectator")
        say(carol, "Anna sleeps.")
        say(anna, "Good luck, <b>Ben</b>")
        ben.locator("#chat-open", has_text="1 new").click()
        expect(ben.locator(".chat-lines")).to_contain_text("Good luck, <b>Ben</b>")
        expect(anna.locator("#chat-spectators")).to_have_count(0)
        anna.locator("#chat-notes").click()
        anna.locator("#chat-notes-text").fill("Ben mines the beaches")
        expect(anna.locator(".chat-notes")).to_contain_text("Saved.")
        for page in (anna, ben):
            page.locator("#chat-open").click()
            expect(page.locator("#talk")).to_be_hidden()

        if not long:
            play_unseen(match, 9, US=anna, JP=ben)
        play_on(anna, ben)
        assert result_of(anna) == result_of(ben)
        assert "The last turn is over. The Japanese side wins on victory points." in result_of(anna)
        expect(anna.locator('.strip-player[data-side="US"] .strip-rating')).not_to_have_text("1500?")

        # After the end everything is open to everybody.
        expect(carol.locator(".notices")).to_contain_text("The replay shows everything")
        carol.locator(".notices").get_by_role("button", name="Watch the replay").click()
        expect(carol.locator(".replay-slider")).to_be_visible()
        for page in (anna, ben):  # the first offers it, the second goes there
            page.locator(".veil.result").get_by_role("button", name="Rematch").click()
            if page is anna:
                expect(anna.locator(".notices")).to_contain_text("Rematch offered.")
        ben.wait_for_url(lambda url: match not in url)
        expect(ben.locator('.strip-player[data-side="US"]')).to_contain_text("Ben")
        anna.keyboard.press("Escape")
        anna.locator("#chat-open").click()
        anna.locator("#chat-spectators").click()
        expect(anna.locator(".chat-lines")).to_contain_text("Anna sleeps.")
        anna.goto(f"{house.server.url}/leaderboard/iwojima")
        expect(anna.locator(".leader-table tbody tr").first).to_contain_text("Ben")
        assert anna.evaluate("document.documentElement.scrollWidth <= innerWidth")


def say(page: Page, text: str) -> None:
    page.locator("#chat-open").click()
    page.locator("#chat-text").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".chat-lines li")).to_have_count(1)


def test_at_a_shared_screen_a_seat_is_given_to_somebody_elsewhere_and_both_play_to_the_end(
    open_page: Open, load_match: Callable[[Match], str], long: bool
) -> None:
    """Without accounts; the last turn of a match, in `make soak` all nine."""
    match = (
        Match.new(load("iwojima"), seats=HOT_SEAT, seed=9) if long else staff_game_until(9, "us-movement", 0, HOT_SEAT)
    )
    assert match.asked is not None
    host = open_page(load_match(match), **CALM)
    host.locator(f'#cover [data-side="{match.asked.side}"]').click()
    expect(host.locator("#prompt.mine")).to_be_visible()
    host.locator("#menu").click()
    host.get_by_role("menuitem", name=re.compile("Invite someone to play")).click()
    link = host.locator(".share-link").input_value()
    expect(host.locator(".veil.invite")).to_contain_text("You then lose this seat")
    host.keyboard.press("Escape")
    friend = open_page(path_of(link), UPRIGHT, has_touch=True, is_mobile=True, **CALM)
    expect(friend.locator("#prompt")).to_be_visible()
    expect(host.locator("#ask-staff")).to_be_hidden()
    play_on(host, friend)
    assert "The last turn is over." in result_of(friend)
    assert result_of(host) == result_of(friend)
    expect(host.locator("#cover")).to_have_count(0)
