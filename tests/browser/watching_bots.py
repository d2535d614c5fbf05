"""A game between programs, watched on the page."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
from playwright.sync_api import Page

from grognard.games import load

Open = Callable[..., Page]
SLOW = 90_000
"""Milliseconds: programs may need a while for a phase."""
WHOLE = 300_000
"""Milliseconds, for a whole game: programs of matches that other tests left alone play on beside this one, in turn."""
TO_THE_END = """() => {
    const back = document.querySelector("#back-to-now");
    if (back?.checkVisibility()) back.click();
    return document.querySelector(".result-text")?.checkVisibility() ?? false;
}"""
SHOWN = """([phase, text]) => document.querySelector('.chip.now')?.dataset.phase === String(phase)
    && document.querySelector('.replay-caption').textContent.replaceAll('\\u00a0', ' ') === text"""


class Watched:
    """A game between programs, and what the page and the first seat see of it."""

    def __init__(
        self, open_page: Open, program: httpx.Client, game: str, bot: str, seed: int, scenario: str = ""
    ) -> None:
        sides = [side.id for side in load(game).sides]
        body = {"game": game, "seats": dict.fromkeys(sides, bot), "seed": seed}
        if scenario:
            body["scenario"] = scenario
        self._sit_down(open_page, program, program.post("/api/matches", json=body), sides[0])

    @classmethod
    def finished(cls, open_page: Open, program: httpx.Client, save: str) -> Watched:
        """A game that was played before."""
        game = str(json.loads(save.split("\n")[1])["game"])
        watched = cls.__new__(cls)
        watched._sit_down(open_page, program, program.post("/api/load", content=save.encode()), load(game).sides[0].id)
        return watched

    def _sit_down(self, open_page: Open, program: httpx.Client, answer: httpx.Response, side: str) -> None:
        assert answer.status_code == 200, answer.text
        made = answer.json()
        self.program = program
        self.path = f"/api/matches/{made['id']}"
        self.seat = {"Authorization": f"Bearer {made['seats'][side]['token']}"}
        self.page = open_page(f"/match/{made['id']}#sit={made['invitation']}", reduced_motion="reduce")

    def to_the_end(self) -> None:
        """Until the page says who has won: straight on, for to watch it line by line takes long."""
        # In one look, with the click: between two of them the page may have come to the present by itself.
        self.page.wait_for_function(TO_THE_END, timeout=WHOLE, polling=200)
        self.page.keyboard.press("Escape")
        self.page.wait_for_function("() => !document.querySelector('.veil')")
        self.lines = self.program.get(self.path, headers=self.seat).json()["log"]

    def stands_in(self, phase: int) -> int | None:
        """A line of the log after which the table waits for a decision in this phase."""
        lines = self.lines
        within = [i for i, line in enumerate(lines) if line["phase"] == phase]
        before = [i - 1 for i in within if i and lines[i - 1]["phase"] != phase]
        for at in [*before[:12], *within[:12]]:
            table = self.program.get(f"{self.path}/at/{lines[at]['n']}", headers=self.seat).json()
            if table["view"]["phase"] == phase:
                return at
        return None

    def shows(self, at: int, phase: int) -> None:
        """The replay goes to a line, and the page stands in its phase."""
        slider = self.page.locator(".replay-slider")
        slider.evaluate("(el, at) => { el.value = at; el.dispatchEvent(new Event('input')); }", str(at))
        # A plain look: `expect` would read the whole log aloud at every try.
        self.page.wait_for_function(SHOWN, arg=[phase, self.lines[at]["text"]], timeout=SLOW)
