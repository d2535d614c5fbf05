"""A member's notes on a match: what is typed before the server has said what stands there already is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from browser.clubhouse import browsers, enter, opened_house
from paired import Pair, begin, get, post

pytestmark = pytest.mark.browser
NOTES = re.compile(r"/api/matches/[^/]+/notes$")


def test_a_note_typed_before_the_first_answer_stays_and_is_kept(browser: Browser, tmp_path: Path) -> None:
    with opened_house(tmp_path) as house, browsers(browser, house) as come:
        pair = Pair(house.server, house.server)
        match = begin(pair)
        post(pair.anna, f"matches/{match}/notes", text="Ben mines the beaches")
        page, held = come(), list[Route]()
        enter(page, pair.names[0])
        expect(page.locator("#club-me")).to_contain_text(pair.names[0])
        page.route(NOTES, lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
        page.goto(f"{house.server.url}/match/{match}")
        page.locator("#talk-open").click()
        with page.expect_request(NOTES):
            page.locator("#talk-notes").click()
        area = page.locator("#talk-notes-text")
        area.press_sequentially("Suribachi first")
        # Nothing is sent as long as it is not known what stands there: it would be overwritten.
        assert get(pair.anna, f"matches/{match}/notes")["text"] == "Ben mines the beaches"
        with page.expect_response(lambda answer: bool(NOTES.search(answer.url)) and answer.request.method == "POST"):
            held[0].continue_()
        expect(area).to_have_value("Ben mines the beaches\nSuribachi first")
        expect(page.locator(".talk-notes")).to_contain_text("Kept.")
        assert get(pair.anna, f"matches/{match}/notes")["text"] == "Ben mines the beaches\nSuribachi first"
