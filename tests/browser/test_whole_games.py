"""Whole games between programs on the page, one of each game and scenario: every phase of the log can be seen again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.watching import Open, Watched
from grognard import bots
from grognard.games import load

pytestmark = pytest.mark.browser
GAMES = [
    ("whitesun", "campaign", 3),
    ("formosa", "1", 3),
    ("formosa", "2", 3),
    ("nemesis", "campaign", 3),
]


@pytest.mark.parametrize(("game", "scenario", "seed"), GAMES)
def test_a_whole_game_is_played_and_every_phase_of_it_can_be_seen(
    game: str, scenario: str, seed: int, open_page: Open, server: str, picture: Callable[[Page, str], None]
) -> None:
    watched = Watched(open_page, server, game, bots.usual(game), seed, scenario)
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
