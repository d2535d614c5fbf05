"""The changes that docs/programmers/new-game.md tells of, carried out on a game that was just made."""

from __future__ import annotations

import re
from pathlib import Path

STEP = re.compile(r"<!-- (change|add) (\S+) -->\n```\w*\n(.*?)```\n(?:```\w*\n(.*?)```\n)?", re.DOTALL)


def followed(document: str, folder: Path) -> list[str]:
    """Do what a document says, in its order; the files that were touched."""
    touched = []
    for kind, name, first, second in STEP.findall(document):
        file = folder / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if kind == "add":
            assert not second, f"{name}: one block is added"
            text += first
        else:
            assert text.count(first) == 1, f"{name} holds this {text.count(first)} times:\n{first}"
            text = text.replace(first, second)
        file.write_text(text, encoding="utf-8")
        touched.append(name)
    return touched
