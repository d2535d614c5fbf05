"""What is asked of the staff of every two-player game on hexes: it plays whole games, alike for a seed, and it wins."""

from __future__ import annotations

import pytest

from grognard import bots
from grognard.games import load
from staff_games import decisions

pytestmark = pytest.mark.parametrize("game", ["ichigo", "nemesis"])


def test_above_the_staff_there_are_a_general_and_a_marshal(game: str) -> None:
    assert bots.names(game) == ["marshal", "general", "staff", "recruit", "random"]


def test_the_same_seed_gives_the_same_game(game: str) -> None:
    loaded = load(game)
    assert decisions(loaded, ("staff", "staff"), 5, 1) == decisions(loaded, ("staff", "staff"), 5, 1)


def test_staff_plays_a_whole_game_against_staff(game: str) -> None:
    end = bots.play(load(game), ["staff", "staff"], 1)
    assert end.winner in (0, 1, -1)
    assert end.decisions < 6000


@pytest.mark.parametrize(("seats", "winner"), [(("staff", "random"), 0), (("random", "staff"), 1)])
def test_staff_beats_random(game: str, seats: tuple[str, str], winner: int) -> None:
    assert bots.play(load(game), seats, 11).winner == winner
