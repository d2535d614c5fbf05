"""Finished games, replayed on every run: both scenarios, every way in which the game can end, and one as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from finished_games import replayed
from grognard.kernel.flow import DRAW
from grognard.lab.playthrough import playthrough

case = pytest.mark.case
FOLDER = Path(__file__).parent / "games"
ALLIED, JAPANESE = 0, 1
ENDINGS = {
    "japanese-sudden-death": JAPANESE,
    "japanese-strategic": JAPANESE,
    "japanese-operational": JAPANESE,
    "draw": DRAW,
    "allied-operational": ALLIED,
    "allied-strategic": ALLIED,
    "allied-sudden-death": ALLIED,
    "concession": None,
}


@case("4.1a", "4.1b", "4.1c", "4.2j", "3.0a", "24.1a", "24.2a")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_finished_game_replays_to_the_same_end(name: str) -> None:
    match = replayed(FOLDER / f"{name}.grog")
    assert match.state.ending == name
    if ENDINGS[name] is not None:
        assert match.state.winner == ENDINGS[name]


def test_the_golden_playthrough_reads_the_same() -> None:
    """Any drift of the rules shows as a diff that a person can read."""
    golden = (Path(__file__).parent / "golden.txt").read_text(encoding="utf-8")
    assert playthrough((FOLDER / "concession.grog").read_text(encoding="utf-8")) == golden
