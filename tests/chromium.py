"""One Playwright and one Chromium for all tests of a process: two of them do not go together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from grognard.lab.page_benchmark import chromium

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--process-per-site",
]  # fmt: skip


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Debian's Chromium, or whatever Chromium is on the path."""
    executable = chromium()
    assert executable, "the browser tests need Chromium: apt-get install chromium-headless-shell"
    opened = driver.chromium.launch(executable_path=executable, args=ARGUMENTS)
    yield opened
    opened.close()
