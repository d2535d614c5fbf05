"""Pictures for `docs/players/gallery.md` that no other test has a reason to take: battles, layers, the dark theme."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from grognard import bots
from grognard.games import load as get
from grognard.match.match import Match
from grognard.match.save import load

pytestmark = [pytest.mark.browser, pytest.mark.soak]
FINISHED = Path(__file__).parents[1] / "nemesis" / "games" / "draw.grog"
Open = Callable[..., Page]
Load = Callable[[Match], str]
Picture = Callable[[Page, str], None]


@cache
def battle_in_burma() -> Match:
    """A finished game up to the last attack that the Allies plan, with a person in their seat."""
    whole = load(FINISHED.read_text(encoding="utf-8")).match
    header = replace(whole.header, seats={"Allied": "human", "Japanese": "random"}, chosen=True)
    at, now = 0, Match.resumed(whole.game, header, whole.opening, [])
    for number, done in enumerate(whole.played):
        asked = now.asked
        if asked is not None and (asked.side, asked.prompt) == (0, "plan-attack"):
            at = number
        now.redo(done.side, done.option, done.rolls)
    assert at, "the Allies never attack in this game"
    return Match.resumed(
        whole.game, header, whole.opening, [(each.side, each.option, each.rolls) for each in whole.played[:at]]
    )


def assault_on_iwo_jima() -> Match:
    """A game of the staffs up to an assault that is planned, promises something, and is not yet confirmed."""
    game = get("iwojima")
    match = Match.new(game, seats={"US": "human", "JP": "staff"}, seed=5)
    players = [bots.make("staff", game, side, Random(side)) for side in (0, 1)]
    while (asked := match.asked) is not None:
        planned = game.previews(match.state, 0) if asked.prompt == "designate-assault" else []
        if any(preview["mean"] > 1.2 for preview in planned):
            return match
        match.submit(asked.side, players[asked.side].choose(game.redact(match.state, asked.side), asked))
    raise AssertionError("no assault promised anything")


def test_an_assault_on_iwo_jima(open_page: Open, load_match: Load, picture: Picture) -> None:
    match = assault_on_iwo_jima()
    page = open_page(load_match(match), reduced_motion="reduce")
    expect(page.locator("#context .preview h3").first).to_contain_text("Assault")
    picture(page, "iwojima-battle")
    german = open_page(load_match(match), reduced_motion="reduce", locale="de-DE")
    expect(german.locator("#context .preview h3").first).to_contain_text("Sturmangriff")
    expect(german.locator(".prompt-text").first).to_contain_text("Nennen Sie alle Sturmangriffe")
    picture(german, "iwojima-battle-de")


def test_a_battle_in_burma_by_day_and_by_night_and_the_layers_over_it(
    open_page: Open, load_match: Load, picture: Picture
) -> None:
    page = open_page(load_match(battle_in_burma()), reduced_motion="reduce", color_scheme="light")
    expect(page.locator("#context .preview h3").first).to_contain_text(re.compile("(Attack|Assault) on"))
    picture(page, "nemesis-battle")
    page.emulate_media(color_scheme="dark")
    red, green, blue = page.evaluate(
        "getComputedStyle(document.querySelector('#prompt')).backgroundColor.match(/\\d+/g)"
    )
    assert int(red) + int(green) + int(blue) < 3 * 80, "the panel is dark"
    # Phases that are past, and the column of the table, can be read in the dark too.
    expect(page.locator(".chip.past").first).to_be_visible()
    expect(page.locator(".columns .now").first).to_be_visible()
    assert serious(page, "color-contrast") == []
    picture(page, "nemesis-dark")
    page.emulate_media(color_scheme="light")
    page.keyboard.press("o")
    expect(page.locator(".layer-legend")).to_be_visible()
    picture(page, "nemesis-layers")
