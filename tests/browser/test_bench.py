"""`grognard bench --web`: the page is measured in a real browser, and whoever has none is told what to install."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from playwright.sync_api import Browser

from grognard import cli
from grognard.games import load
from grognard.lab import page_benchmark

pytestmark = pytest.mark.browser
DECISIONS = 24


def test_the_first_page_is_timed_by_the_pages_own_clock(browser: Browser, server: str) -> None:
    figures = list(page_benchmark.front_figures(browser, server, 2))
    assert [figure.target for figure in figures] == [page_benchmark.FIRST_PAGE, page_benchmark.FIRST_PAGE]
    assert all(0.02 < figure.value < 600 for figure in figures)


def test_a_game_is_timed_and_weighed_from_the_click_to_the_table(browser: Browser, server: str) -> None:
    took, weight = page_benchmark.on_the_table(browser, server, load("iwojima"))
    assert 0.02 < took < 600
    # The map, the counters and the page are in it, and they came compressed.
    assert 200_000 < weight < page_benchmark.WEIGHT * page_benchmark.MEGABYTE


@pytest.mark.soak
def test_the_map_is_timed_in_motion(browser: Browser, server: str) -> None:
    figures = list(page_benchmark.motion(browser, server, load("iwojima")))
    assert [figure.name for figure in figures] == ["frame while zooming, p95", "frame while dragging the map, p95"]
    assert all(10 < figure.value < 5000 and figure.target == page_benchmark.FRAME for figure in figures)


@pytest.mark.soak
def test_decisions_are_timed_and_memory_is_weighed(
    browser: Browser, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_benchmark, "EARLY", 4)
    monkeypatch.setattr(page_benchmark, "REST", 0.1)
    figures = {figure.name: figure for figure in page_benchmark.long_match(browser, server, load("iwojima"), DECISIONS)}
    every = figures[f"any decision to its result, p95 of {DECISIONS}"]
    assert 1 < every.value < 10_000
    assert every.target == page_benchmark.CLICK
    early, late = (figures[f"memory at decision {n}"].value for n in (4, DECISIONS))
    assert 1 < early < 60
    assert 1 < late < 60
    assert abs(figures["memory beyond a fresh page at that position"].value) < 20
    assert figures["elements beyond a fresh page at that position"].target == page_benchmark.LEFT_BEHIND


def test_without_playwright_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    assert cli.main(["bench", "--web", "iwojima"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{page_benchmark.NEEDED}\n")


def test_without_chromium_one_sentence_says_what_to_install() -> None:
    bare = {**os.environ, "PATH": "", "PLAYWRIGHT_BROWSERS_PATH": "nowhere"}
    command = [sys.executable, "-m", "grognard.cli", "bench", "--web", "iwojima"]
    done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{page_benchmark.NEEDED}\n")
