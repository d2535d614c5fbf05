"""No rule case and no ruling without a test."""

from __future__ import annotations

import pytest

from grognard import cli, games


@pytest.mark.parametrize("game", games.game_ids())
def test_every_testable_case_and_ruling_has_a_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["cases", game, "--missing"])
    out, err = capsys.readouterr()
    assert status == 0, out + err
