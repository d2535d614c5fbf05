"""What axe, which looks for what bars people from a page, finds serious."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ALIKE = """() => {
    for (const many of [".pieces .unit", "path.space", "#log .line"])
        [...document.querySelectorAll(many)].slice(20).forEach((one) => one.setAttribute("data-alike", ""));
}"""
"""Of hundreds of counters, places and lines that are all made alike, axe looks at twenty of each: that each of them has
a name is counted elsewhere."""


def serious(page: Page, *rules: str) -> list[Any]:
    """What axe complains about; with names of rules, of those alone."""
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    page.evaluate(ALIKE)
    found = Axe().run(page, context={"exclude": [["[data-alike]"]]}, options=options).response
    assert found["passes"], "axe looked at something"
    bad = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
    return [(v["id"], [node["html"][:120] for node in v["nodes"][:4]]) for v in bad]
