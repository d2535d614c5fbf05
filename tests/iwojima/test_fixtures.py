"""Finished games, replayed on every run: one per way in which the game can end, and one as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from finished_games import replayed
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.flow import DRAW
from grognard.lab.playthrough import playthrough

case = pytest.mark.case
FOLDER = Path(__file__).parent / "games"
ENDINGS = {
    "us-forty": ("forty", US),
    "jp-forty": ("forty", JP),
    "us-last-turn": ("last-turn", US),
    "jp-last-turn": ("last-turn", JP),
    "draw": ("last-turn", DRAW),
    "jp-wiped-out": ("wiped-out", US),
    "us-wiped-out": ("wiped-out", JP),
    "concession": ("concession", None),
}


@case("24(1)", "24(2)", "24(3)", "R33", "R35")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_finished_game_replays_to_the_same_end(name: str) -> None:
    match = replayed(FOLDER / f"{name}.grog")
    ending, winner = ENDINGS[name]
    assert match.state.ending == ending
    if winner is not None:
        assert match.state.winner == winner


def test_the_golden_playthrough_reads_the_same() -> None:
    """Any drift of the rules shows as a diff that a person can read."""
    golden = (Path(__file__).parent / "golden.txt").read_text(encoding="utf-8")
    assert playthrough((FOLDER / "us-forty.grog").read_text(encoding="utf-8")) == golden


def test_a_finished_game_is_a_small_file() -> None:
    sizes = {file.name: file.stat().st_size for file in FOLDER.glob("*.grog")}
    assert len(sizes) == len(ENDINGS)
    assert max(sizes.values()) < 8000, sizes
