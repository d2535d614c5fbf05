"""Shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from served import Server

pytest.register_assert_rewrite("finished", "random_games", "staffs", "tabletop")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with no matches yet."""
    running = Server(tmp_path_factory.mktemp("served") / "matches.sqlite")
    yield running
    running.stop()
