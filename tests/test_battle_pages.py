"""The pages of `docs/designers/battles` are what the log says of those battles today."""

from __future__ import annotations

import pytest

from battle_pages import PAGES, page_of, script, told
from grognard import games
from grognard.kernel.sandbox import Sandbox
from toy_game import Roads

TOLD = [game for game in games.game_ids() if script(game).is_file()]


@pytest.mark.parametrize("game", TOLD)
def test_a_battle_page_is_what_the_log_tells(game: str) -> None:
    kept = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert kept == page_of(game), f"write it anew: python tests/battle_pages.py {game}"


def test_every_page_is_made_by_a_script_and_listed() -> None:
    listed = (PAGES / "README.md").read_text(encoding="utf-8")
    pages = {file.stem for file in PAGES.glob("*.md")} - {"README"}
    assert pages == set(TOLD)
    assert all(f"({game}.md)" in listed for game in pages)


def test_a_page_has_decisions_lines_dice_cases_and_folds() -> None:
    game = Roads()
    steps = [("step", "PATROL", "B"), ("scout", "PATROL")]
    page = told("On the road", "A patrol sets out.", Sandbox(game, game.new("", {})), steps)
    assert page.splitlines() == [
        "# On the road",
        "",
        "*Roads.* A patrol sets out.",
        "",
        "**Red:** March with The patrol to B",
        "",
        "- The patrol: A → B. <sub>1.1</sub>",
        "",
        "**Red:** Scout with The patrol",
        "",
        "- The patrol looks about. <sub>1.2</sub>",
        "  <details><summary>How this came about</summary>",
        "",
        "  - 2 pairs of eyes (1.1)",
        "  - the enemy is in E (1.2)",
        "",
        "  </details>",
    ]
