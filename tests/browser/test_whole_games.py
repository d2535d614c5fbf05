"""Whole games between programs on the page, one of each game and scenario: every phase of the log can be seen again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page

from browser.watching_bots import Open, Watched
from grognard import bots
from grognard.games import load

pytestmark = [pytest.mark.browser, pytest.mark.soak]
"""In every run Iwo Jima's replay is gone through in test_serialization.py, and White Sun's past looked at in
test_whitesun.py."""
PLAYED = Path(__file__).parents[1]
GAMES = [
    ("whitesun", "campaign", ""),
    ("formosa", "1", "allied-operational"),
    ("formosa", "2", "allied-strategic"),
    ("nemesis", "campaign", "draw"),
    ("ichigo", "", "shanghai-and-wuhan"),
]
"""One is played while we look; of the others the record is enough, and then they are played too, Ichi-Go with all that
test_ichigo.py asks of it."""
LIVE = [(game, scenario, "") for game, scenario, save in GAMES if save and scenario]


@pytest.mark.parametrize(("game", "scenario", "save"), [*GAMES, *LIVE])
def test_a_whole_game_is_played_and_every_phase_of_it_can_be_seen(
    game: str, scenario: str, save: str, open_page: Open, program: httpx.Client, picture: Callable[[Page, str], None]
) -> None:
    if save:
        record = (PLAYED / game / "games" / f"{save}.grog").read_text(encoding="utf-8")
        watched = Watched.finished(open_page, program, record)
    else:
        watched = Watched(open_page, program, game, bots.usual(game), 3, scenario)
    watched.to_the_end()
    phases = load(game).phases
    told = sorted({line["phase"] for line in watched.lines})
    assert len(told) > len(phases) / 2
    page = watched.page
    page.keyboard.press("r")
    page.locator(".replay-slider").wait_for()
    seen = 0
    for phase in told:
        at = watched.stands_in(phase)
        if at is not None:
            watched.shows(at, phase)
            seen += 1
            if seen == len(told) // 2 + 1:
                picture(page, f"whole-{game}-{scenario}")
    asked = [phase for phase in told if phases[phase].side is not None]
    assert seen >= len(asked) / 2
    if len(load(game).sides) > 1:
        page.locator("#menu").click()
        page.locator(".menu-item", has_text="Watch as").first.click()
        page.locator(".table.seat1").wait_for()
