"""A match with a friend elsewhere, without accounts: two and three browsers of their own on one server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.conftest import DESKTOP, Contexts

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
UPRIGHT = {"width": 390, "height": 844}
PLAYED = """
async ([match, side, most]) => {
    const headers = { "X-Grognard": "page", "Content-Type": "application/json" };
    const base = `/api/matches/${match}`;
    let table = await (await fetch(`${base}?seat=${side}`, { headers })).json();
    for (let n = 0; n < most && table.ask?.mine; n++) {
        const option = table.ask.options[(n * 7) % table.ask.options.length];
        const body = JSON.stringify({ seat: side, stamp: table.stamp, option, since: 1e6 });
        const answer = await fetch(`${base}/decide`, { method: "POST", headers, body });
        if (!answer.ok) throw new Error(await answer.text());
        table = await answer.json();
    }
    return { over: !table.ask && !!table.result };
}
"""
"""Decisions of one side through the page's own calls, with its own cookie, until the other side is asked."""


def start_with_friend(page: Page, side: str = "US") -> str:
    """A match whose other seat is kept for somebody: the link that is to be sent."""
    card = page.locator('[data-game="iwojima"]')
    card.locator("summary").click()
    card.locator('select[name="bot"]').select_option("friend")
    card.locator(f'[data-play="{side}"]').click()
    page.wait_for_url(re.compile("/match/"))
    link = page.locator(".veil.invite .share-link")
    expect(link).to_be_visible()
    return link.input_value()


def path_of(link: str) -> str:
    """The link without its server."""
    return "/match/" + link.split("/match/")[1]


def play_on(pages: dict[str, Page], match: str, rounds: int = 2000) -> bool:
    """Both browsers decide in turn; whether the match came to its end."""
    for _ in range(rounds):
        for side, page in pages.items():
            if page.evaluate(PLAYED, [match, side, 500])["over"]:
                return True
    return False


@pytest.fixture
def stranger(contexts: Contexts) -> Iterator[Page]:
    """Somebody whose page may be refused something, which is in its console too."""
    page = contexts.page(DESKTOP)
    yield page
    contexts.take_back(page.context)


def test_a_link_brings_a_friend_to_the_table_once_and_a_concession_ends_it_for_both(
    open_page: Open, stranger: Page, server: str
) -> None:
    host = open_page("/")
    link = start_with_friend(host)
    match = host.url.rsplit("/", 1)[1]
    expect(host.locator(".veil.invite")).to_contain_text("The first person to open it gets the seat")
    expect(host.locator(".veil.invite .only-here")).to_contain_text("--host")
    host.wait_for_function("() => document.querySelector('.qr')?.naturalWidth > 50")
    assert serious(host) == []
    host.keyboard.press("Escape")
    expect(host.locator(".top-seat")).to_contain_text("Nobody is playing")
    host.locator("#invite").click()
    assert host.locator(".share-link").input_value() == link, "the link that was sent stays good"

    # Who opens his own link by mistake is asked first.
    host.goto("about:blank")
    host.goto(server + path_of(link))
    expect(host.locator("#take-too")).to_contain_text("You already play US here")
    host.locator("#take-no").click()
    expect(host.locator(".veil.invite")).to_be_visible()
    host.keyboard.press("Escape")
    expect(host.locator("#invite")).to_be_visible()
    expect(host.locator("#ask-staff")).to_be_hidden()

    friend = open_page(path_of(link), UPRIGHT, has_touch=True, is_mobile=True)
    expect(friend.locator("#prompt.mine")).to_be_visible()
    assert "sit=" not in friend.url
    expect(friend.locator("#ask-staff")).to_be_hidden()
    expect(host.locator(".top-seat")).to_be_hidden()
    assert friend.title().startswith("(1) ")

    stranger.goto(server + path_of(link))
    expect(stranger.locator("#failure")).to_contain_text("not valid or no longer valid")

    assert play_on({"JP": friend}, match, 1) is False
    expect(host.locator("#prompt.mine")).to_be_visible()
    expect(host.locator("#cover")).to_have_count(0)
    host.locator("#menu").click()
    host.get_by_role("menuitem", name=re.compile("[Cc]oncede")).click()
    host.locator(".veil footer .primary").click()
    for page in (host, friend):
        expect(page.locator(".result-text")).to_be_visible()
    stranger.goto(f"{server}/replay/{match}")
    expect(stranger.locator(".replay-slider")).to_be_visible()


def test_the_front_room_says_whose_move_it_is_and_a_seat_goes_along_to_a_phone_by_a_code(
    open_page: Open, new_match: Callable[..., str], server: str, stranger: Page
) -> None:
    host = open_page(new_match("human", "human", invite=["JP"]))
    host.locator("#invite").click()
    link = host.locator(".share-link").input_value()
    friend = open_page(path_of(link))
    expect(friend.locator("#prompt.mine")).to_be_visible()
    friend.goto(server)
    card = friend.locator(".match-card.first")
    expect(card.locator(".match-state.yours")).to_contain_text("since today")
    expect(card).to_contain_text("against a friend")
    expect(friend).to_have_title("(1) Grognard")
    assert "data:image/svg+xml" in str(friend.locator('link[rel="icon"]').get_attribute("href"))

    host.keyboard.press("Escape")
    host.locator("#menu").click()
    host.get_by_role("menuitem", name=re.compile("another device")).click()
    code = host.locator("#seat-code").inner_text()
    host.wait_for_function("() => document.querySelector('.qr')?.naturalWidth > 50")
    host.goto(server)
    expect(host.locator(".match-card.first .match-state")).to_contain_text("Waiting for the other side, since today")
    expect(host).to_have_title("Grognard")
    assert play_on({"JP": friend}, path_of(link).split("#")[0].rsplit("/", 1)[1], 1) is False
    expect(host).to_have_title("(1) Grognard")
    expect(host.locator(".match-card.first .match-state.yours")).to_be_visible()

    phone = stranger
    phone.set_viewport_size(UPRIGHT)  # type: ignore[arg-type]
    phone.goto(server)
    phone.locator("#enter-code").click()
    phone.locator(".code-input").fill("zzzz zzzz")
    phone.locator(".code-form button[type=submit]").click()
    expect(phone.locator(".form-said")).to_contain_text("mistyped")
    assert serious(phone) == []
    phone.locator(".code-input").fill(code.lower())
    phone.locator(".code-form button[type=submit]").click()
    phone.wait_for_url(re.compile("/match/"))
    expect(phone.locator("#prompt.mine")).to_be_visible()


def test_two_without_accounts_name_themselves_talk_take_back_and_play_again(open_page: Open, stranger: Page) -> None:
    host = open_page("/")
    link = start_with_friend(host)
    match = host.url.rsplit("/", 1)[1]
    friend = open_page(path_of(link), UPRIGHT, has_touch=True, is_mobile=True)
    expect(friend.locator(".club-strip")).to_be_visible()
    host.keyboard.press("Escape")
    expect(host.locator(".club-strip")).to_be_visible()
    box, strip = host.locator(".map-frame").bounding_box(), host.locator(".club-strip").bounding_box()
    assert box
    assert strip
    assert box["y"] >= strip["y"] + strip["height"] - 1, "the players' bar covers nothing of the map"
    for page, name in ((host, "Ann"), (friend, "Bob")):
        page.locator("#own-name").click()
        page.locator("#club-name").fill(name)
        page.locator(".club-form button[type=submit]").click()
    expect(host.locator('.strip-player[data-side="JP"]')).to_have_text("Bob")
    expect(friend.locator('.strip-player[data-side="US"]')).to_have_text("Ann")
    host.locator("#chat-open").click()
    host.locator("#chat-text").fill("Good luck!")
    host.locator(".chat-form button").click()
    expect(friend.locator("#chat-open")).to_contain_text("1 new")
    friend.locator("#chat-open").click()
    expect(friend.locator(".chat-lines li")).to_contain_text("Good luck!")
    expect(friend.locator(".chat-lines li b")).to_have_text("Ann")
    assert serious(host) == []
    host.locator("#chat-open").click()
    friend.locator("#chat-open").click()

    # A take-back, asked and granted.
    assert play_on({"JP": friend}, match, 1) is False
    expect(host.locator("#prompt.mine")).to_be_visible()
    friend.locator("#club-menu").click()
    friend.get_by_role("menuitem", name="Ask to take back").click()
    asked = host.locator(".notice", has_text="Bob asks to take back")
    asked.locator("button.primary").click()
    host.locator(".veil footer .primary").click()
    expect(friend.locator("#prompt.mine")).to_be_visible()
    expect(asked).to_have_count(0)

    # Who opens the address without a seat may watch, or bring a seat.
    server = host.url.split("/match/")[0]
    stranger.goto(f"{server}/match/{match}")
    expect(stranger.locator("#no-seat h1")).to_be_visible()
    assert serious(stranger) == []
    stranger.locator("#no-seat-move").click()
    stranger.locator("#club-code").fill("zzzz zzzz")
    stranger.locator(".club-form button[type=submit]").click()
    expect(stranger.locator(".club-form")).to_contain_text("mistyped")
    stranger.keyboard.press("Escape")
    stranger.locator("#no-seat-watch").click()
    expect(stranger.locator(".table.watching")).to_be_visible()
    expect(stranger.locator('.strip-player[data-side="US"]')).to_have_text("Ann")

    # The rematch: offered to the other, one match, sides exchanged.
    friend.locator("#menu").click()
    friend.get_by_role("menuitem", name=re.compile("[Cc]oncede")).click()
    friend.locator(".veil footer .primary").click()
    for page in (host, friend):
        expect(page.locator(".result-text")).to_be_visible()
        page.get_by_role("button", name=re.compile("map")).last.click()
    host.locator("#club-menu").click()
    host.get_by_role("menuitem", name=re.compile("rematch")).click()
    friend.locator(".notice", has_text="Ann offers a rematch").locator("button.primary").click()
    friend.wait_for_url(lambda url: match not in url)
    host.locator(".notice", has_text="rematch has started").locator("button.primary").click()
    host.wait_for_url(lambda url: match not in url)
    assert host.url == friend.url
    expect(host.locator('.strip-player[data-side="JP"]')).to_have_text("Ann")
    expect(friend.locator('.strip-player[data-side="US"]')).to_have_text("Bob")
    expect(host.locator("#prompt.mine")).to_be_visible()


def test_an_unknown_address_is_a_page_that_leads_home(stranger: Page, server: str) -> None:
    stranger.goto(f"{server}/nowhere")
    expect(stranger.locator("#failure h1")).to_have_text("There is no page at this address.")
    stranger.locator("#failure a").click()
    expect(stranger.locator('[data-game="iwojima"]')).to_be_visible()
