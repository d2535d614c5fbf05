"""What happens is seen happening: the other side's turn on the map, act by act, and nothing of it before its act."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.conftest import MOVING
from browser.positions import before_the_enemys_turn
from grognard.kernel.flow import Option
from grognard.match.save import write

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
STILL = {"reduced_motion": "reduce"}
NOTED = """() => {
    const at = () => ({
        time: performance.now(),
        playing: document.querySelector("#prompt").classList.contains("playing"),
        mine: document.querySelector("#prompt").classList.contains("mine"),
        said: document.querySelector(".prompt-text").textContent,
        lines: document.querySelectorAll(".log-lines .line").length,
        last: document.querySelector(".log-lines .line:last-child .line-text")?.textContent ?? "",
        dice: document.querySelectorAll("#dice .roll").length,
        falling: document.querySelectorAll("#dice .roll:not(.settled)").length,
        walking: document.querySelectorAll(".unit.walking").length,
        toasts: document.querySelectorAll(".notice").length,
        gauges: document.querySelector(".gauges, .tray")?.textContent ?? "",
    });
    window.noted = [at()];
    new MutationObserver(() => {
        const now = at(), was = window.noted.at(-1);
        if (Object.keys(now).some((key) => key !== "time" && now[key] !== was[key])) window.noted.push(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


@dataclass
class Turn:
    """A page before the other side's turn, and the decision with which that begins."""

    page: Page
    program: httpx.Client
    path: str
    seat: dict[str, str]
    option: Option

    def begin(self) -> None:
        """By another page of the same player: nothing on this one has been clicked."""
        stamp = self.table()["stamp"]
        answer = self.program.post(
            f"{self.path}/decide", json={"stamp": stamp, "option": self.option}, headers=self.seat
        )
        assert answer.status_code == 200, answer.text

    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = self.program.get(self.path, headers=self.seat).json()
        return found

    def noted(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.noted")
        return found


@pytest.fixture
def turn(open_page: Open, program: httpx.Client) -> Callable[..., Turn]:
    def opened(game: str = "iwojima", side: int = 0, turns: int = 3, **more: Any) -> Turn:
        match, option = before_the_enemys_turn(game, side, turns)
        made = program.post("/api/load", content=write(match).encode()).json()
        page = open_page(f"/match/{made['id']}#sit={made['invitation']}", **more)
        expect(page.locator("#prompt.mine")).to_be_visible()
        page.evaluate(NOTED)
        seat = {"Authorization": f"Bearer {made['seats'][match.game.sides[side].id]['token']}"}
        return Turn(page, program, f"/api/matches/{made['id']}", seat, option)

    return opened


def test_the_enemys_turn_is_seen_act_by_act_and_no_result_before_its_act(turn: Callable[..., Turn]) -> None:
    seen = turn(theatre=2, **MOVING)
    before = len(seen.table()["log"])
    seen.begin()
    expect(seen.page.locator("#prompt.playing #skip")).to_be_visible()
    expect(seen.page.locator("#prompt.mine:not(.playing)")).to_be_visible()
    noted = seen.noted()
    log = seen.table()["log"]
    told = [line["text"] for line in log[before:]]
    rolls = [line["text"] for line in log[before:] if line.get("dice")]
    assert len(rolls) > 2
    acts = [now for now in noted if now["playing"]]
    # While a roll's dice are in the air, none of its lines stands in the log, nor any of a later one.
    for roll in rolls:
        said = [now for now in acts if now["said"] == roll and now["falling"]]
        assert said, f"{roll} was not seen"
        after = told[told.index(roll) :]
        assert not any(now["last"] in after for now in said)
    # The log grows in steps, never all at once, and the question comes last.
    counts = sorted({now["lines"] for now in noted})
    assert len(counts) > 4
    assert not any(now["mine"] for now in acts)
    assert max(now["dice"] for now in noted) == 1, "no queue of dice"
    assert not any("falling" in now["said"] for now in noted)
    played = acts[-1]["time"] - acts[0]["time"]
    assert played < 20_000, "at twice the speed a turn takes 10 seconds; twice that on a busy machine"
    assert len(noted[-1]["last"]) > 0


def test_what_is_left_is_skipped_at_any_moment(turn: Callable[..., Turn]) -> None:
    seen = turn(theatre=1, **MOVING)
    seen.begin()
    # What waits is a question of one's own: whoever wants it has it at once.
    expect(seen.page.locator("#skip")).to_have_text("Skip to the decision")
    seen.page.keyboard.press("Enter")
    expect(seen.page.locator("#prompt.mine:not(.playing)")).to_be_visible(timeout=5_000)
    assert seen.page.locator("#dice .roll").count() == 0, "no dice afterwards"
    shown = seen.table()["ask"]["prompt"]
    assert shown[:20] in seen.page.locator(".prompt-text").inner_text().replace("\u00a0", " ")
    assert seen.page.locator(".theatre-mark").count() == 0
    assert seen.page.locator(".unit.walking").count() == 0


def test_a_decision_skips_what_is_left(turn: Callable[..., Turn]) -> None:
    """Who clicks on the map acts at the position that has come, not at the one that is still being shown."""
    seen = turn("ichigo", 1, theatre=1, **MOVING)
    seen.begin()
    expect(seen.page.locator("#skip")).to_have_text("Skip to the decision")
    counters = seen.page.locator(".unit:not(.buried)")
    counters.nth(counters.count() // 2).dispatch_event("click")
    expect(seen.page.locator("#prompt.mine:not(.playing)")).to_be_visible(timeout=5_000)
    expect(seen.page.locator("#prompt [data-option], #prompt .prompt-hint").first).to_be_visible()


def test_whoever_wants_no_motion_sees_it_step_by_step(turn: Callable[..., Turn]) -> None:
    seen = turn(theatre=4, **STILL)
    seen.begin()
    expect(seen.page.locator("#prompt.playing #skip")).to_be_visible()
    expect(seen.page.locator("#prompt.mine:not(.playing)")).to_be_visible()
    noted = seen.noted()
    assert not any(now["walking"] or now["falling"] for now in noted), "nothing moves"
    assert len({now["lines"] for now in noted}) > 4
    assert any(now["dice"] for now in noted)


def test_at_once_nothing_is_shown_but_what_came_of_it(turn: Callable[..., Turn]) -> None:
    seen = turn()
    seen.begin()
    expect(seen.page.locator("#prompt.mine .prompt-text")).to_contain_text(seen_prompt(seen))
    noted = seen.noted()
    assert not any(now["playing"] or now["dice"] for now in noted)


def seen_prompt(seen: Turn) -> str:
    """What is asked when the other side's turn is over."""
    for _ in range(200):
        ask = seen.table()["ask"]
        if ask["mine"] and ask["prompt"]:
            return str(ask["prompt"])[:20]
        seen.page.wait_for_timeout(50)
    raise AssertionError("the other side's turn does not end")


def test_the_speed_is_remembered_and_any_line_of_the_recap_can_be_seen_again(turn: Callable[..., Turn]) -> None:
    seen = turn(theatre=1, **STILL)
    seen.begin()
    seen.page.locator('[data-theatre="4"]').click()
    assert seen.page.evaluate("localStorage.getItem('grognard:theatre')") == "4"
    expect(seen.page.locator("#prompt.mine:not(.playing)")).to_be_visible()
    seen.page.locator("#recap-chip").click()
    lines = seen.page.locator(".log-lines .line").count()
    seen.page.locator(".recap-line:has(.die) .recap-again").first.click()
    expect(seen.page.locator("#prompt.playing")).to_be_visible()
    expect(seen.page.locator("#dice .roll")).to_have_count(1)
    expect(seen.page.locator("#prompt.mine:not(.playing)")).to_be_visible()
    assert seen.page.locator(".log-lines .line").count() == lines
    expect(seen.page.locator("#recap")).to_be_visible()


FILMED = [("iwojima", 0, 8), ("ichigo", 1, 3), ("nemesis", 0, 3)]
"""Games, who looks on, and among how many turns the liveliest is looked for."""
PICTURES = 8
SOMETHING_NEW = """(said) => {
    const prompt = document.querySelector("#prompt"), now = prompt.querySelector(".prompt-text").textContent;
    if (prompt.matches(".mine:not(.playing)")) return "over";
    const falls = document.querySelector("#dice .roll"), walks = document.querySelector(".unit.walking");
    const what = now + (falls?.matches(".settled") ? "!" : "");
    return what !== said && prompt.matches(".playing") && (falls || walks) ? what : false;
}"""
MAP: Any = {"x": 0, "y": 44, "width": 918, "height": 620}
GRID = "margin:0;background:#222;display:grid;grid-template-columns:repeat(4,1fr);gap:6px;padding:6px"


@pytest.mark.soak
@pytest.mark.parametrize(("game", "side", "turns"), FILMED)
def test_a_film_strip_of_the_enemys_turn(
    turn: Callable[..., Turn],
    open_page: Open,
    picture: Callable[[Page, str], None],
    game: str,
    side: int,
    turns: int,
) -> None:
    seen = turn(game, side, turns, theatre=1, viewport={"width": 1280, "height": 720}, **MOVING)
    seen.begin()
    taken: list[bytes] = []
    said = ""
    while (now := seen.page.wait_for_function(SOMETHING_NEW, arg=said).json_value()) != "over":
        said = now
        taken.append(seen.page.screenshot(type="jpeg", quality=90, clip=MAP))
    assert len(taken) >= PICTURES / 2, "too little happens for a strip"
    step = max(1.0, len(taken) / PICTURES)
    chosen = [taken[int(i * step)] for i in range(min(PICTURES, len(taken)))]
    strip = open_page("", viewport={"width": 1200, "height": 414})
    coded = [base64.b64encode(one).decode() for one in chosen]
    images = [f'<img style="width:100%" src="data:image/jpeg;base64,{one}">' for one in coded]
    strip.set_content(f'<body style="{GRID}">{"".join(images)}')
    picture(strip, f"theatre-{game}")
