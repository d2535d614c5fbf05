"""What axe, which looks for what bars people from a page, finds serious."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

AWAY = """() => {
    window.away = [];
    const looked = { ".pieces .unit": 20, "path.space": 20, "#log .line": 20, ".rule": 20, "#symbols > *": 0,
                     ".drawing > svg": 0 };
    for (const [many, few] of Object.entries(looked))
        for (const one of [...document.querySelectorAll(many)].slice(few)) {
            const mark = document.createComment("");
            one.replaceWith(mark);
            window.away.push([mark, one]);
        }
}"""
"""Of hundreds of counters, places, lines and rules that are all made alike axe looks at twenty of each: that each of
them has a name is counted elsewhere. It walks through all there is before it looks at anything, so that the others are
away meanwhile, and with them what is only drawn: the shapes of the counters and the numbers of the hexes."""
BACK = "() => { for (const [mark, one] of window.away.splice(0)) mark.replaceWith(one); }"


def serious(page: Page, *rules: str) -> list[Any]:
    """What axe complains about; with names of rules, of those alone."""
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(AWAY)
    found = page.evaluate("options => axe.run(options)", options)
    page.evaluate(BACK)
    assert found["passes"], "axe looked at something"
    bad = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
    return [(v["id"], [node["html"][:120] for node in v["nodes"][:4]]) for v in bad]
