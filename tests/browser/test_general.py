"""The general on the page: his rank and strength, his advice, his thoughts, and a finished match gone through."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import at_three_sizes
from browser.positions import staff_game_until
from grognard.bots.general.plan_search import table_at
from grognard.bots.general.plans import finished, gathering
from grognard.bots.general.settings import settings_of
from grognard.kernel.flow import CONCEDE
from grognard.match.match import Match
from grognard.match.save import load, write

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
Load = Callable[[Match], str]
Picture = Callable[[Page, str], None]
WORK = 150_000
"""Milliseconds: what is thought in a worker process yields to everything else on a busy machine."""


@at_three_sizes
def test_the_ranks_are_shown_with_what_was_measured(open_page: Open) -> None:
    page = open_page("/")
    card = page.locator("[data-game=iwojima]")
    card.locator("summary").click()
    ranks = card.locator(".ranks [data-rank]")
    expect(ranks.first).to_be_visible()
    assert [rank.get_attribute("data-rank") for rank in ranks.all()] == ["general", "staff", "recruit", "random"]
    expect(card.locator("[data-rank=recruit] dd")).to_contain_text(re.compile(r"−\d+ Elo against the staff \(−\d+ to"))
    expect(card.locator("[data-rank=general] dd")).to_contain_text(re.compile(r"thinks up to \d s|not measured"))


@at_three_sizes
def test_the_general_is_asked_and_followed(open_page: Open, load_match: Load, picture: Picture) -> None:
    match = staff_game_until(2, "us-movement", 0, {"US": "human", "JP": "staff"})
    page = open_page(load_match(match))
    page.locator("#help").click()
    page.locator("#ask-general").click()
    card = page.locator("#advice")
    expect(card).to_contain_text("What the general would do", timeout=WORK)
    expect(card.locator(".advice-what")).to_have_text(re.compile(r"\w.*%\."))
    expect(card.locator(".advice-why")).to_contain_text("First: ")
    picture(page, "ask-the-general")
    page.locator("#do-advice").click()
    expect(card).to_be_hidden()


def test_a_general_who_thinks_says_how_far_he_is_and_can_be_hurried(open_page: Open, load_match: Load) -> None:
    match = staff_game_until(2, "japanese-movement", 1, {"US": "human", "JP": "general:2000"})
    page = open_page(load_match(match))
    thoughts = page.locator("#considering")
    lines = page.locator("#log .line")
    before = lines.count()
    if thoughts.is_visible():
        page.locator("#hurry").click()
    page.wait_for_function("(n) => document.querySelectorAll('#log .line').length > n", arg=before, timeout=WORK)


@at_three_sizes
def test_a_finished_match_is_gone_through(open_page: Open, load_match: Load, picture: Picture) -> None:
    match = load(write(staff_game_until(3, "us-movement", 0, {"US": "human", "JP": "staff"}))).match
    match.submit(0, CONCEDE)
    page = open_page(load_match(match))
    result = page.get_by_role("dialog", name=re.compile("wins"))
    expect(result).to_be_visible()
    result.get_by_role("button", name="Analyse").click()
    found = page.locator("#analysis")
    expect(found.locator("[data-kind=roll] li").first).to_be_visible(timeout=WORK)
    expect(found.locator("svg.chance-curve")).to_be_visible()
    assert found.locator("[data-kind=decision] li").count() <= 5
    expect(found.locator("[data-kind=luck] li")).to_have_count(3)
    expect(found).to_contain_text("What the general would have done instead")
    picture(page, "analysis")
    found.locator("[data-kind=roll] button").first.click()
    expect(found).to_be_hidden()
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#slider-curve svg")).to_be_visible()
    expect(page.locator(".chance-now")).to_have_text(re.compile(r"United States: \d+%"))


OTHERS = [  # all in `make soak`: one of Iwo Jima is gone through in every run
    pytest.param("nemesis", "concession", marks=pytest.mark.soak),
    pytest.param("nemesis", "draw", marks=pytest.mark.soak),
    pytest.param("ichigo", "collapse", marks=pytest.mark.soak),
    pytest.param("whitesun", "victory", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("game", "file"), OTHERS)
def test_a_replay_of_another_game_is_gone_through(open_page: Open, load_match: Load, game: str, file: str) -> None:
    text = (Path(__file__).parents[1] / game / "games" / f"{file}.grog").read_text(encoding="utf-8")
    page = open_page(load_match(load(text).match).partition("#")[0].replace("/match/", "/replay/"))
    page.locator("#menu").click()
    page.get_by_role("menuitem", name="Analyse").click()
    found = page.locator("#analysis")
    expect(found.locator("svg.chance-curve")).to_be_visible(timeout=WORK)
    expect(found.locator("[data-kind=luck] li").first).to_be_visible()
    page.get_by_role("button", name="Show it in the replay").click()
    expect(page.locator("#slider-curve svg")).to_be_visible()
    expect(page.locator(".chance-now")).to_have_text(re.compile(r"\w+: \d+%"))


SHOWN = {
    "formosa": ("japanese-strategic", "Allied", "Japanese", 0.5),
    "ichigo": ("allied-points", "Allied", "Japanese", 0.5),
    "nemesis": ("draw", "Allied", "Japanese", 0.5),
    "whitesun": ("victory", "Japanese", "", 0.72),
}  # fmt: skip
"""By game: a game that was played, the side of a person, that of the general (none in a game for one), and how much of
the game is over: in White Sun half the questions are asked on Turn 1, and the chances move when a turn is over."""


def planning(ident: str, planner: str) -> Match:
    """The first question from there on for which a side plans, and has more than one plan to weigh."""
    file, _, general, part = SHOWN[ident]
    whole = load((Path(__file__).parents[1] / ident / "games" / f"{file}.grog").read_text(encoding="utf-8")).match
    ids = [one.id for one in whole.game.sides]
    settings = settings_of(ident)
    assert settings is not None
    asked = ids.index(planner)
    begin = int(part * len(whole.played))
    for number, s in enumerate(whole.walk()):
        if number >= begin and s.pending.side == asked and s.pending.prompt in settings.prompts[asked] and weighs(s):
            match = whole.branch(number)
            match.header.seats.update({one: "general:2" if one == general else "human" for one in ids})
            return match
    raise AssertionError(f"nothing is planned in {file}")


def weighs(s: Any) -> bool:
    """Whether there, with other weights, the staff would act otherwise."""
    side, settings = s.pending.side, settings_of(s.game.id)
    assert settings is not None
    known = s.game.redact(s, side)
    known.pending = s.pending
    staff = settings.staff(s.game, side, random.Random(1), settings.own(side))
    table = table_at(settings, s.game, side, known, "weighed", staff)
    return len(finished(gathering(table, random.Random(1)))) > 1


@pytest.mark.soak
@pytest.mark.parametrize("ident", [ident for ident, shown in SHOWN.items() if shown[2]])
def test_the_general_plays(open_page: Open, load_match: Load, ident: str) -> None:
    match = planning(ident, SHOWN[ident][2])
    assert match.asked is not None
    assert match.game.sides[match.asked.side].id == SHOWN[ident][2]
    page = open_page(load_match(match))
    # Only who is to decide can ask: the general has decided what was his.
    page.locator("#help").click(timeout=WORK)
    expect(page.locator("#ask-general")).to_be_visible(timeout=WORK)


@pytest.mark.soak
@pytest.mark.parametrize("ident", SHOWN)
def test_the_general_is_asked_and_goes_through_the_match(
    open_page: Open, load_match: Load, picture: Picture, ident: str
) -> None:
    page = open_page(load_match(planning(ident, SHOWN[ident][1])))
    page.locator("#help").click()
    page.locator("#ask-general").click(timeout=WORK)
    card = page.locator("#advice")
    expect(card).to_contain_text("What the general would do", timeout=WORK)
    expect(card.locator(".advice-what")).to_have_text(re.compile(r"\w.*\d+%"))
    picture(page, f"ask-the-general-{ident}")
    page.locator("#menu").click()
    page.get_by_role("menuitem", name=re.compile("[Cc]oncede")).click()
    page.locator(".veil footer .primary").click()
    page.get_by_role("dialog").get_by_role("button", name="Analyse").click(timeout=WORK)
    found = page.locator("#analysis")
    expect(found.locator("svg.chance-curve")).to_be_visible(timeout=WORK)
    expect(found.locator("[data-kind=decision] li").first).to_be_visible()
    expect(found.locator("[data-kind=roll] li").first).to_be_visible()
    expect(found.locator("[data-kind=luck] li").first).to_be_visible()
    for figures in found.locator("[data-kind=roll] li > b").all():  # in one line
        assert figures.evaluate("it => it.getClientRects()[0].height / parseFloat(getComputedStyle(it).fontSize)") < 2
    picture(page, f"analysis-{ident}")
    page.get_by_role("button", name="Show it in the replay").click()
    expect(page.locator("#slider-curve svg")).to_be_visible()
    expect(page.locator(".chance-now")).to_have_text(re.compile(r"\w+: \d+%"))
