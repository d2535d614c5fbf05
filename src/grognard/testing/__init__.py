"""Tests that hold for any game, ours or others', by one import.

    from grognard.testing import GameTests

    class TestAmbush(GameTests):
        game = "ambush"

`Table` and `set_table` are for a game's own tests: positions by hand, with names in place of numbers.
"""

from grognard.testing.generic import GameTests
from grognard.testing.named_positions import Table, set_table
from grognard.testing.random_games import Act, undone, watched

__all__ = ["Act", "GameTests", "Table", "set_table", "undone", "watched"]
