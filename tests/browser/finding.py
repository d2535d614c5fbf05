"""How the tests seek what is on the page.

Playwright looks into every element for a tree of its own. Ours have none, and a table has ten thousand elements, most
of them the sheet of counters: on a large map that is four fifths of what a look costs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page


@cache
def seek_lightly() -> None:
    """Every selector is the browser's own from now on, in this process."""
    for kind in (Page, Locator):
        kind.locator = _lightly(kind.locator)  # type: ignore[assignment,method-assign]


def _lightly(sought: Callable[..., Locator]) -> Callable[..., Locator]:
    def light(within: Page | Locator, sign: str | Locator, **more: Any) -> Locator:
        return sought(within, f"css:light={sign}" if isinstance(sign, str) else sign, **more)

    return light
