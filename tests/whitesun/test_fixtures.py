"""Finished games, replayed on every run: one per way in which the game can end, and one as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from finished_games import replayed
from grognard.lab.playthrough import playthrough

case = pytest.mark.case
FOLDER = Path(__file__).parent / "games"
JAPAN, CHINA = 0, 1
ENDINGS = {"victory": JAPAN, "time": CHINA, "survival": CHINA, "concession": CHINA}


@case("4.2a", "4.3a", "4.3b", "5.5")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_finished_game_replays_to_the_same_end(name: str) -> None:
    match = replayed(FOLDER / f"{name}.grog")
    assert (match.state.ending, match.state.winner) == (name, ENDINGS[name])


def test_the_golden_playthrough_reads_the_same() -> None:
    """Any drift of the rules shows as a diff that a person can read."""
    golden = (Path(__file__).parent / "golden.txt").read_text(encoding="utf-8")
    assert playthrough((FOLDER / "concession.grog").read_text(encoding="utf-8")) == golden
