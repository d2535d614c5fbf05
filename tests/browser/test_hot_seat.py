"""Two players at one screen: the table is covered where something is hidden, and passes bare where nothing is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.test_orders import Load, Open
from grognard.kernel.flow import Decision
from grognard.kernel.play import apply
from grognard.match import Match
from test_orders import staffs_until

pytestmark = pytest.mark.browser
HEAR = """() => {
  window.told = [];
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll(".notice")) window.told.push(notice.textContent);
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notices leave by themselves: what was said is noted."""


def last_before_the_others(s: Any, asked: Decision) -> bool:
    """Whether this side ends its phase now and the other is asked next, whatever the dice."""
    ends = [o for o in asked.options if s.game.verbs[str(o[0])].ends]
    if s.turn < 2 or len(s.played) != 7 or s.game.hides(s) or len(ends) != 1:
        return False
    after = s.copy()
    apply(after, asked.side, ends[0], None)
    return isinstance(after.pending, Decision) and after.pending.side != asked.side and not s.game.hides(after)


def sat_down(page: Page, match: Match) -> int:
    """At the table of who is asked; the other side."""
    assert match.asked is not None
    page.locator(f'#cover [data-side="{match.asked.side}"]').click()
    expect(page.locator("#prompt.mine")).to_be_visible()
    return 1 - match.asked.side


def end_phase(page: Page) -> None:
    """Also where units are left that could do something."""
    page.locator("#prompt [data-verb^=end-]").click()
    sure = page.locator(".veil .button.primary")
    if page.locator(".veil").count():
        sure.click()


def test_where_nothing_is_hidden_the_table_passes_uncovered(open_page: Open, load_match: Load) -> None:
    match = staffs_until("nemesis", last_before_the_others)
    page = open_page(load_match(match))
    other = sat_down(page, match)
    page.evaluate(HEAR)
    end_phase(page)
    expect(page.locator(f".table.seat{other} #prompt.mine")).to_be_visible()
    words = f"Pass the table to {match.game.sides[other].name}"
    page.wait_for_function("words => window.told.some((text) => text.includes(words))", arg=words)
    expect(page.locator("#cover")).to_have_count(0)


def test_who_keeps_notes_of_his_own_is_covered(open_page: Open, load_match: Load) -> None:
    match = staffs_until("nemesis", last_before_the_others)
    page = open_page(load_match(match))
    other = sat_down(page, match)
    page.get_by_role("tab", name="Notes").click()
    page.locator("textarea.notes").fill("Kohima by Turn 4")
    end_phase(page)
    expect(page.locator("#cover")).to_contain_text(f"Pass the table to {match.game.sides[other].name}")
