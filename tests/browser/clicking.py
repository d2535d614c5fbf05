"""Clicking on what others lie upon, and on what has stopped moving."""

from __future__ import annotations

import math

from playwright.sync_api import Locator, Page

FREE_POINT = """
target => {
    const box = target.getBoundingClientRect();
    const at = i => (i + 0.5) / 11;
    const order = [...Array(11).keys()].sort((a, b) => Math.abs(a - 5) - Math.abs(b - 5));
    for (const i of order) for (const j of order) {
        const [x, y] = [box.x + box.width * at(i), box.y + box.height * at(j)];
        const there = document.elementFromPoint(x, y);
        if (there && (there === target || target.contains(there))) return [x, y];
    }
    return [box.x + box.width / 2, box.y + box.height / 2];
}
"""
"""Where a thing can be clicked that others lie upon."""


def click_free(page: Page, target: Locator) -> None:
    """Click a place where nothing covers it."""
    page.mouse.click(*page.evaluate(FREE_POINT, target.element_handle()))


def go_to(page: Page, goal: Locator) -> None:
    """Order whatever is in hand there. A finger is shown first what that would do, and says yes to it."""
    if not page.evaluate("matchMedia('(pointer: coarse)').matches"):
        return click_free(page, goal)
    page.touchscreen.tap(*page.evaluate(FREE_POINT, goal.element_handle()))
    page.get_by_role("menuitem").first.tap()
    return None


AT_REST = """
async quiet => {
    const last = new Map();
    const moved = el => {
        const { x, y, width } = el.getBoundingClientRect();
        const [was, now] = [last.get(el), [x, y, width].join()];
        last.set(el, now);
        return was !== now;
    };
    const begun = performance.now();
    let since = begun;
    for (let looks = 0; looks < 3 || performance.now() - since < quiet; looks++) {
        // Not in every frame: to look is work too, and hinders what shall come to rest.
        await new Promise(done => setTimeout(() => requestAnimationFrame(done), 50));
        if ([...document.querySelectorAll(".world, .pieces .unit")].filter(moved).length === 0) continue;
        looks = 0;
        since = performance.now();
        if (since - begun > 40000) throw new Error("the map does not come to rest");
    }
}
"""
"""Until neither the map nor a counter has moved for a while."""


def at_rest(page: Page, quiet: int = 250) -> None:
    """Wait until the map and its counters have stood still for so many milliseconds: a stack fans out after 160."""
    page.evaluate(AT_REST, quiet)


def heights(page: Page) -> dict[str, float]:
    """Where undo and what ends the question are: nothing that is picked may move them."""
    return {  # type: ignore[no-any-return]
        name: round(box["y"])
        for name, at in (("undo", "#undo"), ("end", "#prompt .prompt-buttons button"))
        if (box := page.locator(at).last.bounding_box())
    }


def say_yes(page: Page) -> None:
    """End a phase all the same, though nothing was ordered in it."""
    veil = page.locator(".veil", has_text="You have given no orders yet")
    veil.locator("footer .primary").click()
    veil.wait_for(state="detached")


def zoom(page: Page, times: float) -> None:
    """Two fingers on a trackpad at the pointer: all at once what a wheel does notch by notch, each drawn for itself."""
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100 * math.log(times))
    page.keyboard.up("Control")
