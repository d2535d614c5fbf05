"""What holds for any game, of our five: the same tests that a game from elsewhere gets with one import.

Each of ours has longer ones of its own for whole games, replays, bots and the page.
"""

from __future__ import annotations

from grognard.testing import GameTests


class Ours(GameTests):
    """Short, and without what other files do at length."""

    decisions = 60
    test_games_by_lot_end_and_break_no_invariant = None  # type: ignore[assignment]
    test_a_game_is_the_same_from_its_save = None  # type: ignore[assignment]
    test_every_bot_plays_and_answers_from_what_its_side_knows = None  # type: ignore[assignment]
    test_the_board_names_pictures_and_cases_that_are_there = None  # type: ignore[assignment]
    test_what_is_sent_has_the_shapes_that_are_written_down = None  # type: ignore[assignment]
    test_the_lesson_can_be_done_step_by_step = None  # type: ignore[assignment]
    test_the_page_shows_it_and_takes_decisions = None  # type: ignore[assignment]


class TestIwoJima(Ours):
    game = "iwojima"


class TestIchiGo(Ours):
    game = "ichigo"


class TestWhiteSun(Ours):
    game = "whitesun"


class TestFormosa(Ours):
    game = "formosa"


class TestNemesis(Ours):
    game = "nemesis"
