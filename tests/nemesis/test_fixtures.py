"""Finished games, replayed on every run: one per way in which the game can end, and one as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from finished_games import replayed
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.kernel.bounds import sound_position
from grognard.kernel.flow import DRAW
from grognard.lab.playthrough import playthrough

case = pytest.mark.case
FOLDER = Path(__file__).parent / "games"
ENDINGS = {
    "allied-superior": ("superiors", ALLIED),
    "japanese-superior": ("superiors", JAPANESE),
    "draw": ("superiors", DRAW),
    "happy-superior": ("happy-superior", JAPANESE),
    "concession": ("concession", None),
}


@case("4.0-B-a", "9.0-c")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_finished_game_replays_to_the_same_end(name: str) -> None:
    match = replayed(FOLDER / f"{name}.grog")
    ending, winner = ENDINGS[name]
    assert match.state.ending == ending
    if winner is not None:
        assert match.state.winner == winner


def test_the_hexes_of_transporters_keep_the_name_that_saves_know() -> None:
    """Positions by hand, in saves and in fingerprints call them `carts`, for ever."""
    match = replayed(FOLDER / "happy-superior.grog")
    s = match.state
    values = json.loads(s.to_text())
    assert values["carts"] == s.transporter_hexes != [0, 0]
    assert "transporter_hexes" not in values
    again = sound_position(match.game, values)
    assert again == s
    assert again.transporter_hexes == s.transporter_hexes
    assert again.fingerprint() == s.fingerprint()


def test_the_golden_playthrough_reads_the_same() -> None:
    """Any drift of the rules shows as a diff that a person can read."""
    golden = (Path(__file__).parent / "golden.txt").read_text(encoding="utf-8")
    assert playthrough((FOLDER / "happy-superior.grog").read_text(encoding="utf-8")) == golden
