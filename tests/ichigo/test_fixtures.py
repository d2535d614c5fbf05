"""Finished games, replayed on every run: one per way in which the game can end, and one as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from finished_games import replayed
from grognard.games.ichigo.facts import ALLIED, JAPANESE
from grognard.games.ichigo.state import LAUNCHED
from grognard.kernel.flow import DRAW
from grognard.lab.playthrough import playthrough

case = pytest.mark.case
FOLDER = Path(__file__).parent / "games"
ENDINGS = {
    "allied-points": ("points", ALLIED, False),
    "allied-points-causeway": ("points", ALLIED, True),
    "japanese-points": ("points", JAPANESE, False),
    "japanese-points-causeway": ("points", JAPANESE, True),
    "draw": ("points", DRAW, False),
    "draw-causeway": ("points", DRAW, True),
    "beachhead": ("beachhead", JAPANESE, True),
    "shanghai-and-wuhan": ("shanghai-and-wuhan", ALLIED, True),
    "collapse": ("collapse", JAPANESE, False),
    "concession": ("concession", None, False),
}


@case("4.1a", "4.2a", "4.3a", "4.4", "4.5")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_finished_game_replays_to_the_same_end(name: str) -> None:
    match = replayed(FOLDER / f"{name}.grog")
    ending, winner, launched = ENDINGS[name]
    assert match.state.ending == ending
    assert (match.state.causeway == LAUNCHED) == launched
    if winner is not None:
        assert match.state.winner == winner


def test_the_golden_playthrough_reads_the_same() -> None:
    """Any drift of the rules shows as a diff that a person can read."""
    golden = (Path(__file__).parent / "golden.txt").read_text(encoding="utf-8")
    assert playthrough((FOLDER / "allied-points.grog").read_text(encoding="utf-8")) == golden


def test_a_finished_game_is_a_small_file() -> None:
    sizes = {file.name: file.stat().st_size for file in FOLDER.glob("*.grog")}
    assert len(sizes) == len(ENDINGS)
    assert max(sizes.values()) < 32768, sizes
