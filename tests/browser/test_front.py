"""The front room: every game is there with its picture, one click starts one, and matches can be gone on with."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.axe import serious
from browser.conftest import at_three_sizes
from browser.make_pictures import drawn
from browser.positions import PHONE
from grognard.games import game_ids
from grognard.server.matches.map_pictures import map_picture
from random_games import some_of
from two_members import eventually

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
HEAVIEST = 700_000
"""Bytes that the front room may fetch, pictures included."""
PIXELS = """
async (file) => {
    const image = new Image();
    image.src = 'data:image/webp;base64,' + file;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [64, 48];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0, 64, 48);
    return [image.width, image.height, ...pen.getImageData(0, 0, 64, 48).data];
}
"""


LINES = """all => all.map(el => {
    const range = document.createRange();
    range.selectNodeContents(el);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""
"""In how many lines each of some elements stands."""


SHOWN = ("iwojima", "whitesun")
"""A game of two sides and one for one player; the others in `make soak`."""


@pytest.fixture(scope="module")
def offered(program: httpx.Client) -> list[dict[str, Any]]:
    """The games of this server."""
    games: list[dict[str, Any]] = program.get("/api/games").json()
    return games


def test_every_game_is_on_offer_with_its_picture_and_what_one_wants_to_know(
    open_page: Open, server: str, offered: list[dict[str, Any]], picture: Callable[[Page, str], None]
) -> None:
    page = open_page("", color_scheme="light")
    read: list[str] = []
    page.on("request", lambda r: read.append(r.url.split("/")[-2]) if r.method == "HEAD" else None)
    page.goto(server)
    expect(page.locator(".game-card:not(.ghost-card)")).to_have_count(len(game_ids()))
    # What one points at is read by the server first, the others while one looks around.
    last = offered[-1]["id"]
    page.locator(f'[data-game="{last}"] h3').hover()
    eventually(lambda: page.evaluate("1") and len(read) >= 3 * len(game_ids()))
    assert read[0] == last
    assert sorted(read) == sorted(game_ids() * 3), "each of its sheets once"
    picture(page, "front-room")
    page.emulate_media(color_scheme="dark")
    picture(page, "front-room-dark")
    page.emulate_media(color_scheme="light")
    for game in offered:
        card = page.locator(f'[data-game="{game["id"]}"]')
        for word in (game["title"], game["blurb"], game["length"], game["complexity"], game["sides"][0]["name"]):
            expect(card).to_contain_text(word)
        card.scroll_into_view_if_needed()
        art = card.locator(".game-art img")
        expect(art).to_be_visible()
        page.wait_for_function("image => image.complete && image.naturalWidth > 300", arg=art.element_handle())


@at_three_sizes
def test_one_click_starts_a_game_against_the_general(
    open_page: Open, server: str, offered: list[dict[str, Any]], long: bool
) -> None:
    page = open_page("/")
    for game in [game for game in offered if long or game["id"] in SHOWN]:
        now = page.locator(f'[data-game="{game["id"]}"] [data-play="now"]')
        if len(game["sides"]) > 1:
            expect(now.locator(".how-strong")).to_have_text(re.compile(r"takes about [5-9]\d% of the points"))
        now.click()
        page.wait_for_url(re.compile("/match/"))
        if game["id"] == "iwojima":
            expect(page.locator("#prompt")).to_be_visible()
        ident = page.url.rsplit("/", 1)[1]
        row = next(row for row in page.request.get(f"{server}/api/matches").json() if row["id"] == ident)
        kinds = sorted(seat["kind"] for seat in row["seats"].values())
        best = "general" if "general" in game["bots"] else game["bots"][0]
        assert kinds == (["human"] if len(game["sides"]) == 1 else sorted(["human", best]))
        page.goto(server)


def test_play_now_remembers_the_rank_and_says_how_strong_it_is(open_page: Open, server: str) -> None:
    page = open_page("/")
    card = page.locator('[data-game="nemesis"]')
    card.locator("summary").click()
    card.locator('select[name="bot"]').select_option("marshal")
    expect(card.locator('[data-play="now"]')).to_contain_text("marshal")
    expect(card.locator(".how-strong")).to_have_text(re.compile(r"takes about [5-9]\d% of the points"))
    card.locator('[data-play="now"]').click()
    page.wait_for_url(re.compile("/match/"))
    page.goto(server)
    expect(card.locator('select[name="bot"]')).to_have_value("marshal")
    expect(card.locator('[data-play="now"]')).to_contain_text("marshal")


def test_a_commitment_that_is_not_known_any_more_is_replaced_by_itself(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.goto(server)
    asked = []

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        asked.append(route.request.post_data_json["commitment"])
        if len(asked) == 1:
            route.fulfill(status=409, json={"error": "That commitment is not known here any more.", "code": "stale"})
        else:
            route.continue_()

    page.route("**/api/matches", answer)
    page.locator('[data-game="iwojima"] [data-play="now"]').click()
    page.wait_for_url(re.compile("/match/"))
    page.close()
    assert len(set(asked)) == len(asked) == 2


@pytest.mark.parametrize("game", some_of(1, game_ids()))
def test_programs_can_be_watched_at_every_game(open_page: Open, server: str, game: str) -> None:
    page = open_page("/")
    page.locator(f'[data-game="{game}"] summary').first.click()
    page.locator(f'[data-game="{game}"] [data-play="watch"]').click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator(".notice").first).to_contain_text("You are watching")
    ident = page.url.rsplit("/", 1)[1]
    row = next(row for row in page.request.get(f"{server}/api/matches").json() if row["id"] == ident)
    best = "general"
    assert {seat["kind"] for seat in row["seats"].values()} == {best}
    # It goes on by itself, and nobody is asked for anything.
    page.wait_for_function("() => document.querySelectorAll('.log-lines [data-n]').length > 3")
    expect(page.locator("#prompt.mine")).to_have_count(0)
    page.goto(server)
    shown = page.locator(f'[data-match="{ident}"]')
    expect(shown).to_contain_text("Watched: ")
    expect(shown).not_to_contain_text("to decide")


@pytest.mark.parametrize("game", some_of(2, game_ids()))
def test_the_picture_of_each_map_is_of_the_map_as_it_is_now(browser: Browser, game: str) -> None:
    kept = map_picture(game)
    assert kept is not None, f"python tests/browser/make_pictures.py {game}"
    page = browser.new_page()
    was, now = (page.evaluate(PIXELS, base64.b64encode(file).decode()) for file in (kept, drawn(page, game)))
    page.close()
    assert was[:2] == now[:2], f"python tests/browser/make_pictures.py {game}"
    differ = sum(abs(a - b) for a, b in zip(was[2:], now[2:], strict=True)) / len(now)
    assert differ < 4, f"python tests/browser/make_pictures.py {game}"


@at_three_sizes
def test_matches_wait_with_a_picture_and_lead_to_their_table(
    open_page: Open, server: str, program: httpx.Client
) -> None:
    body = {"game": "ichigo", "seats": {"Japanese": "human", "Allied": "random"}, "seed": 4}
    made = program.post("/api/matches", json=body).json()
    ident = made["id"]
    page = open_page(f"/match/{ident}#sit={made['invitation']}")
    expect(page.locator("#prompt")).to_be_visible()
    page.goto(f"{server}/")
    card = page.locator(f'.match-card[data-match="{ident}"]')
    expect(card).to_contain_text("Japan against the random bot")
    units = card.locator("img").nth(1)
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=units.element_handle())
    # The card of the match to go on with has room for its words.
    for size in ({"width": 1280, "height": 800}, {"width": 820, "height": 1180}, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert card.locator("b, .match-state").evaluate_all(LINES) == [1, 1], size
    card.click()
    expect(page.locator("#prompt")).to_be_visible()


def test_the_front_room_is_light(browser: Browser, server: str) -> None:
    page = browser.new_page()  # one that has nothing of it yet
    page.goto(server)
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate("performance.getEntriesByType('resource').map(e => [e.name, e.transferSize])")
    page.close()
    assert HEAVIEST / 10 < sum(size for _, size in sizes) < HEAVIEST, sizes


def test_a_newcomer_reads_how_to_play_and_finds_one_button_and_one_menu_on_each_card(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator("#begin-here h2")).to_have_text(re.compile(r"^Learn Iwo Jima in \d+ minutes$"))
    for game in page.locator(".game-card[data-game]").all():
        assert game.locator("button:visible").count() == 1
        assert game.locator("details > summary:visible").count() == 1
    page.locator('[data-game="ichigo"] a[href="/howto/ichigo"]').click()
    expect(page.locator(".howto h1")).to_have_text("Operation Ichi-Go")
    expect(page.locator(".howto-time")).to_have_text(re.compile(r"\d minutes to read"))
    assert page.locator(".howto-steps li").count() == 6
    assert page.locator(".howto-mistake").count() == 3
    page.wait_for_function("() => [...document.querySelectorAll('.howto img')][0].naturalWidth > 100")
    assert serious(page) == []
    page.locator(".howto-steps .case").first.click()
    page.wait_for_url(re.compile("/rules/ichigo#"))


def test_the_first_question_names_three_places_and_takes_one_by_its_name(open_page: Open) -> None:
    page = open_page("/")
    page.locator('[data-game="ichigo"] [data-play="now"]').click()
    card = page.locator("#first-question")
    expect(card.locator(".first-places li")).to_have_count(3)
    expect(card).to_contain_text("Over the Chengchow front")
    expect(page.locator(".space.pointed")).to_have_count(3)
    stops = "() => [...document.querySelectorAll('[tabindex=\"0\"], a[href], button, input, select, summary')]" \
        ".filter((el) => el.getClientRects().length && el.tabIndex >= 0).length"  # fmt: skip
    assert page.evaluate(stops) < 150, "not a stop for each of eight hundred hexes"
    assert serious(page) == []
    before = page.locator(".prompt-text").inner_text()
    page.locator("#place-by-name").fill("nowhere")
    page.keyboard.press("Enter")
    expect(card.locator(".form-said")).to_contain_text("no such place")
    page.locator("#place-by-name").fill("changsha")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt-text")).not_to_have_text(before)


def test_counters_on_the_whole_map_of_iwo_jima_are_forty_pixels(open_page: Open) -> None:
    page = open_page("/learn/iwojima?lesson=3", {"width": 1280, "height": 720})
    page.wait_for_selector(".unit")
    page.locator(".tool-fit").click()
    widths = "() => [...document.querySelectorAll('.unit')].map((el) => el.getBoundingClientRect().width)"
    eventually(lambda: 40 <= max(page.evaluate(widths)) < 46)
