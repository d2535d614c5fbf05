"""Whole matches between people in browsers of their own: by the rules to the end.

Both players pass whatever they may: so a match of nine turns is over after some fifty decisions.
"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page

from browser.clubhouse import UPRIGHT
from browser.pointing import click_free
from browser.test_friends import Open, path_of, start_with_friend

pytestmark = pytest.mark.browser
MOST = 150
"""Seconds for a whole match: a busy machine draws slowly."""
STATE = """() => {
  const prompt = document.querySelector("#prompt");
  if (document.querySelector(".result-text")) return "over";
  if (document.querySelector(".veil.small footer .primary")) return "sure";
  if (!prompt?.classList.contains("mine") || prompt.dataset.busy === "true") return "waits";
  if (prompt.querySelector(".prompt-buttons .primary:not(:disabled)")) return "primary";
  if (prompt.querySelector('[data-verb="auto-set-up"]')) return "set-up";
  return document.querySelector(".pieces .unit.glow") ? "unit" : "waits";
}"""
CALM = {"reduced_motion": "reduce"}


def play_on(*pages: Page) -> None:
    """Everybody presses what ends his question, until it is over."""
    until = time.monotonic() + MOST
    while time.monotonic() < until:
        states = [page.evaluate(STATE) for page in pages]
        if all(state == "over" for state in states):
            return
        for page, state in zip(pages, states, strict=True):
            if state == "primary":
                page.locator("#prompt .prompt-buttons .primary").first.click()
            elif state == "sure":
                page.locator(".veil.small footer .primary").click()
            elif state == "set-up":
                page.locator('#prompt [data-verb="auto-set-up"]').first.click()
            elif state == "unit":
                # Ships or aircraft that bad weather sends home.
                click_free(page, page.locator(".pieces .unit.glow").first)
        if set(states) <= {"waits", "over"}:
            pages[0].wait_for_timeout(60)
    raise AssertionError(f"not over: {[page.locator('#prompt').inner_text() for page in pages]}")


def result_of(page: Page) -> str:
    return page.locator(".result-text").inner_text()


def test_a_whole_match_is_played_by_an_invitation_without_accounts(open_page: Open) -> None:
    host = open_page("/", **CALM)
    friend = open_page(path_of(start_with_friend(host)), UPRIGHT, has_touch=True, is_mobile=True, **CALM)
    host.keyboard.press("Escape")
    play_on(host, friend)
    assert "The last turn is over. The Japanese side wins on victory points." in result_of(friend)
    assert result_of(host) == result_of(friend)
