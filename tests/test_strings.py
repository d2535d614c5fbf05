"""The page's English stands in one module, `web/languages/english.js`, so that it can be translated."""

from __future__ import annotations

import re
from importlib.resources import files

from grognard.server.page_files import FOLDERS

WEB = files("grognard") / "web"
COMMENTS = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
SENTENCE = re.compile(r"([\"'`])([A-Z][a-z]+(?: [a-z]+)+[^\"'`]*)\1|([\"'`])([A-Z][a-z]{3,})\3")
"""Words for people begin with a capital; names of classes, events and keys do not, or are one short word."""
KEYS = {"Enter", "Escape", "Home", "Shift", "Space", "Delete", "Backspace", "Control", "PageUp", "PageDown", "Math"}


def spoken(script: str) -> set[str]:
    """The literals of a script that look like words for people."""
    found = {(a or b) for _, a, _, b in SENTENCE.findall(COMMENTS.sub("", script))}
    return {words for words in found if words not in KEYS}


def test_the_search_finds_words_for_people_and_nothing_else() -> None:
    assert spoken('h("p", null, "Play now")') == {"Play now"}
    assert spoken('h("p", { title: "Undo" })') == {"Undo"}
    assert spoken('h("p", { class: "button primary" }); if (e.key === "Escape") {} // "Play now"') == set()


def test_no_module_but_strings_speaks() -> None:
    entries = [entry for folder in ("", *FOLDERS) if folder != "languages" for entry in (WEB / folder).iterdir()]
    modules = [entry for entry in entries if entry.name.endswith(".js") and entry.name != "strings.js"]
    assert len(modules) > 40
    assert {entry.name: said for entry in modules if (said := spoken(entry.read_text("utf-8")))} == {}
