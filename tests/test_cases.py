"""No rule case and no ruling without a test."""

from __future__ import annotations

import re

import pytest

from grognard import cli, games


@pytest.mark.parametrize("game", games.game_ids())
def test_every_testable_case_and_ruling_has_a_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["cases", game, "--missing"])
    out, err = capsys.readouterr()
    assert status == 0, out + err


@pytest.mark.parametrize("game", games.game_ids())
def test_every_chapter_of_the_rules_has_a_name(game: str) -> None:
    loaded = games.load(game)
    numbers = {match[0] for row in loaded.cases if (match := re.match(r"\d+|[A-Z]+", row["id"]))}
    assert set(loaded.chapters) == numbers
    assert len(set(loaded.chapters.values())) == len(numbers)
