"""One battle per game as the log tells it: `docs/designers/battles/<game>.md`.

A game gives `tests/<game>/battle.py` with a function `page() -> str`, made with `told` below:

    def page() -> str:
        t = tabletop.set_table(tabletop.Table, "iwojima", turn=3, phase="us-assault", units={…})
        return told("The assault on Motoyama", "On the fifth day …", t, [
            ("assault", "U-23", "MOT"),               # an option in words, as in a save
            (("confirm",), [5, 1, 6, 4]),             # with the dice that it throws
        ])

`python tests/battle_pages.py iwojima` writes the page; tests/test_battle_pages.py holds it to what the log says today.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "designers" / "battles"
Step = Sequence[Any]
"""An option in words, or such an option and the dice that it throws."""


def told(title: str, before: str, table: Any, steps: Iterable[Step]) -> str:
    """A page in Markdown: the position in words, then every decision and what the log said of it, with its folds."""
    from grognard.bots.hints import in_words

    game = table.game
    out = [f"# {title}", "", f"*{game.title}.* {before}", ""]
    out += _lines(game, table.events)
    for step in steps:
        words, dice = (step[0], step[1]) if len(step) == 2 and not isinstance(step[0], str) else (step, ())
        who = game.sides[table.asked.side].name
        heard = len(table.events)
        table.do(*words, dice=dice)
        out += [f"**{who}:** {in_words(game, game.from_words(words))}", ""]
        out += _lines(game, table.events[heard:])
    return "\n".join(out).rstrip() + "\n"


def _lines(game: Any, events: Sequence[Any]) -> list[str]:
    """What was told, run by run, as a list in Markdown."""
    from grognard.kernel.log_grouping import Runs
    from grognard.lab.position_description import reckoned

    runs, rows = Runs(game), []
    for event in events:
        if not event.seen:
            continue
        whole = runs.add(event, 0)
        if whole:
            rows[-1] = (whole, [*rows[-1][1], event])
        else:
            rows.append((game.sentence(event), [event]))
    out = []
    for text, run in rows:
        dice = " ".join(str(face) for event in run for face in event.dice)
        cases = ", ".join(dict.fromkeys(case for event in run for case in event.cases))
        out.append(f"- {text}{f' `[{dice}]`' if dice else ''}{f' <sub>{cases}</sub>' if cases else ''}")
        fold = [game.sentence(event) for event in run] if len(run) > 1 else []
        fold += [reckoned(term) for event in run for term in game.reckoning(event, None)]
        if fold:
            out += ["  <details><summary>How this came about</summary>", ""]
            out += [f"  - {line}" for line in fold] + ["", "  </details>"]
    return [*out, ""] if out else []


def script(game: str) -> Path:
    """The file in which a game tells its battle."""
    return ROOT / "tests" / game / "battle.py"


def page_of(game: str) -> str:
    """The page as the log tells it today."""
    spec = importlib.util.spec_from_file_location(f"battle_of_{game}", script(game))
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page: str = module.page()
    return page


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    for name in sys.argv[1:]:
        (PAGES / f"{name}.md").write_text(page_of(name), encoding="utf-8")
